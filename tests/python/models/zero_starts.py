# SPDX-License-Identifier: GPL-3.0-or-later
"""Healthy models parts of which start at zero or at a constant."""
import torch
import torch.nn.functional as F
from torch import nn


def zeroed(module):
    for p in module.parameters():
        nn.init.zeros_(p)
    return module


class Fixup(nn.Module):
    """Residual branches and a head at zero, without norms (Zhang et al. 2019)."""

    def __init__(self):
        super().__init__()
        self.stem, self.head = nn.Linear(8, 16), zeroed(nn.Linear(16, 4))
        self.first = nn.ModuleList([nn.Linear(16, 16) for _ in range(3)])
        self.last = nn.ModuleList([zeroed(nn.Linear(16, 16)) for _ in range(3)])

    def forward(self, x):
        x = self.stem(x)
        for first, last in zip(self.first, self.last):
            x = x + last(F.relu(first(x)))
        return self.head(x)


class ReZero(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(4)])
        self.gates = nn.ParameterList([nn.Parameter(torch.zeros(())) for _ in range(4)])

    def forward(self, x):
        for layer, gate in zip(self.layers, self.gates):
            x = x + gate * torch.tanh(layer(x))
        return x[:, :4]


class Modulated(nn.Module):
    """adaLN-zero with a last layer at zero, as in DiT, where all samples have the same time."""

    def __init__(self):
        super().__init__()
        self.time = nn.Linear(4, 16)
        self.blocks = nn.ModuleList([nn.ModuleDict({
            "norm": nn.LayerNorm(16, elementwise_affine=False), "mlp": nn.Linear(16, 16),
            "modulation": nn.Sequential(nn.SiLU(), zeroed(nn.Linear(16, 48)))}) for _ in range(2)])
        self.head = zeroed(nn.Linear(16, 4))

    def forward(self, x):
        c = self.time(torch.ones(x.shape[0], 4))
        for block in self.blocks:
            shift, scale, gate = block["modulation"](c).chunk(3, -1)
            x = x + gate * block["mlp"](block["norm"](x) * (1 + scale) + shift)
        return self.head(x)


class Adapted(nn.Module):
    """LoRA, where B is zero."""

    def __init__(self):
        super().__init__()
        self.base, self.head = nn.Linear(8, 16).requires_grad_(False), nn.Linear(16, 4).requires_grad_(False)
        self.a, self.b = nn.Linear(8, 2, bias=False), zeroed(nn.Linear(2, 16, bias=False))

    def forward(self, x):
        return self.head(torch.tanh(self.base(x) + self.b(self.a(x))))


class Controlled(nn.Module):
    """Zero convolutions one after the other, on different inputs, and a last one, as in ControlNet."""

    def __init__(self):
        super().__init__()
        self.encoder = nn.ModuleList([nn.Conv2d(c, 8, 3, padding=1) for c in (3, 8, 8)])
        self.zeros = nn.ModuleList([zeroed(nn.Conv2d(8, 8, 1)) for _ in range(3)])
        self.body, self.out = nn.Conv2d(3, 8, 3, padding=1), zeroed(nn.Conv2d(8, 4, 1))

    def forward(self, x):
        features, h = [], x
        for layer in self.encoder:
            h = torch.relu(layer(h))
            features.append(h)
        added = [zero(f) for zero, f in zip(self.zeros, features)]
        return self.out(torch.relu(self.body(x) + sum(added))).mean((2, 3))


def identity():
    """More channels than inputs, which Dirac's initialization leaves at zero."""
    first = nn.Conv2d(4, 16, 3, padding=1)
    nn.init.dirac_(first.weight)
    return nn.Sequential(first, nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 4))


def zero_head():
    return nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Dropout(0.5), zeroed(nn.Linear(16, 4)))


def one_hidden_layer_of_zeros():
    """Its biases are random, so that it has a gradient at the first step."""
    model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 4))
    nn.init.zeros_(model[2].weight)
    return model


ZERO_STARTS = {
    "fixup": (Fixup, (16, 8)), "rezero": (ReZero, (16, 8)), "modulated": (Modulated, (16, 16)),
    "adapted": (Adapted, (16, 8)), "controlled": (Controlled, (4, 3, 8, 8)), "identity": (identity, (8, 4, 8, 8)),
    "zero_head": (zero_head, (16, 8)), "one_hidden_layer_of_zeros": (one_hidden_layer_of_zeros, (16, 8)),
}
