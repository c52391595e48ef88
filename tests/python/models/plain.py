# SPDX-License-Identifier: GPL-3.0-or-later
"""Multilayer perceptrons and other networks without structure in their inputs."""
import math

import torch
import torch.nn.functional as F
from torch import nn


def mlp():
    model = nn.Sequential(nn.Flatten(), nn.Linear(64, 128), nn.ReLU(inplace=True), nn.Linear(128, 128),
                          nn.ReLU(inplace=True), nn.Linear(128, 10))
    for layer in model:
        if isinstance(layer, nn.Linear):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)
    nn.init.normal_(model[-1].weight, std=0.05)
    return model, torch.randn(32, 1, 8, 8), 10


class Tabular(nn.Module):
    """BatchNorm, dropout and functions, in the style of fast.ai's tabular model."""

    def __init__(self, cards=(5, 7, 11), numbers=6, width=64):
        super().__init__()
        self.embeds = nn.ModuleList([nn.Embedding(c, min(8, c // 2 + 1)) for c in cards])
        self.emb_drop = nn.Dropout(0.1)
        self.bn_cont = nn.BatchNorm1d(numbers)
        sizes = sum(e.embedding_dim for e in self.embeds) + numbers
        self.lin1, self.bn1 = nn.Linear(sizes, width), nn.BatchNorm1d(width)
        self.lin2, self.bn2 = nn.Linear(width, width), nn.BatchNorm1d(width)
        self.out = nn.Linear(width, 1)

    def forward(self, x_cat, x_cont):
        x = torch.cat([e(x_cat[:, i]) for i, e in enumerate(self.embeds)], 1)
        x = torch.cat([self.emb_drop(x), self.bn_cont(x_cont)], 1)
        x = self.bn1(F.relu(self.lin1(x), inplace=True))
        x = self.bn2(F.relu(self.lin2(x), inplace=True))
        return self.out(x).squeeze(-1)


def tabular():
    categories = torch.stack([torch.randint(c, (32,)) for c in (5, 7, 11)], 1)
    return Tabular(), (categories, torch.randn(32, 6)), torch.randn(32)


class SineLayer(nn.Module):
    """After the authors' notebook of SIREN (Sitzmann et al. 2020)."""

    def __init__(self, in_features, out_features, is_first=False, omega_0=30):
        super().__init__()
        self.omega_0, self.is_first, self.in_features = omega_0, is_first, in_features
        self.linear = nn.Linear(in_features, out_features)
        with torch.no_grad():
            bound = 1 / in_features if is_first else math.sqrt(6 / in_features) / omega_0
            self.linear.weight.uniform_(-bound, bound)

    def forward(self, x):
        return torch.sin(self.omega_0 * self.linear(x))


class Siren(nn.Module):
    def __init__(self, width=64, layers=3):
        super().__init__()
        self.net = [SineLayer(2, width, is_first=True)] + [SineLayer(width, width) for _ in range(layers)]
        final = nn.Linear(width, 1)
        with torch.no_grad():
            final.weight.uniform_(-math.sqrt(6 / width) / 30, math.sqrt(6 / width) / 30)
        self.net = nn.Sequential(*self.net, final)

    def forward(self, coords):
        coords = coords.clone().detach().requires_grad_(True)
        return self.net(coords), coords


def siren():
    grid = torch.stack(torch.meshgrid(torch.linspace(-1, 1, 16), torch.linspace(-1, 1, 16), indexing="ij"), -1)
    return Siren(), grid.reshape(-1, 2), None


class TiedAutoencoder(nn.Module):
    """The decoder has the transposed weights of the encoder."""

    def __init__(self, sizes=(64, 48, 32)):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(a, b) for a, b in zip(sizes, sizes[1:])])
        self.biases = nn.ParameterList([nn.Parameter(torch.zeros(a)) for a in sizes[:-1]])

    def forward(self, x):
        for layer in self.layers:
            x = F.elu(layer(x))
        for layer, bias in zip(reversed(self.layers), reversed(list(self.biases))):
            x = F.linear(F.elu(x), layer.weight.t(), bias)
        return x


def tied_autoencoder():
    x = torch.randn(32, 64)
    return TiedAutoencoder(), x, x


class Recursive(nn.Module):
    """One layer that is used several times, with another one that never is."""

    def __init__(self, width=48, times=4):
        super().__init__()
        self.times = times
        self.inject, self.shared, self.norm = nn.Linear(width, width), nn.Linear(width, width), nn.LayerNorm(width)
        self.shared_again = self.shared
        self.act = nn.GELU()
        self.head = nn.Linear(width, 5)

    def forward(self, x):
        z = torch.zeros_like(x)
        for _ in range(self.times):
            z = self.norm(z + self.act(self.shared(z) + self.inject(x)))
        return {"logits": self.head(z), "state": (z, {"steps": self.times})}


def recursive():
    return Recursive(), {"x": torch.randn(16, 48)}, 5


class Highway(nn.Module):
    """Highway layers with GLU, in float64."""

    def __init__(self, width=32, depth=4):
        super().__init__()
        self.gates = nn.ModuleList([nn.Linear(width, 2 * width) for _ in range(depth)])
        self.head = nn.utils.weight_norm(nn.Linear(width, 3))

    def forward(self, x):
        for gate in self.gates:
            x = x + F.glu(gate(x), dim=-1)
        return self.head(x)


def highway():
    batch = torch.randn(16, 32, dtype=torch.float64), torch.randint(3, (16,))
    return Highway().double(), batch, nn.CrossEntropyLoss()


MODELS = {"mlp": mlp, "tabular": tabular, "siren": siren, "tied_autoencoder": tied_autoencoder, "recursive": recursive,
          "highway": highway}
