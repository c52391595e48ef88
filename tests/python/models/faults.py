# SPDX-License-Identifier: GPL-3.0-or-later
"""Networks with one mistake each, and the finding that names it."""
import math

import torch
import torch.nn.functional as F
from torch import nn

from .language import GPT, Llama
from .vision import VGG, ResNet, ViT


def deep(depth, activation, init, width=64, norm=None):
    layers = []
    for _ in range(depth):
        linear = nn.Linear(width, width)
        init(linear.weight)
        nn.init.zeros_(linear.bias)
        layers += [linear] + ([norm(width)] if norm else []) + [activation()]
    return nn.Sequential(*layers, nn.Linear(width, 10)), torch.randn(64, width), 10


def xavier_with_relu():
    return deep(24, nn.ReLU, nn.init.xavier_normal_)


def fixed_std():
    return deep(12, nn.ReLU, lambda w: nn.init.normal_(w, std=0.01))


def gain_for_the_wrong_fan():
    return deep(16, nn.ReLU, lambda w: nn.init.normal_(w, std=0.4))


def deep_sigmoid():
    return deep(12, nn.Sigmoid, nn.init.xavier_normal_)


def chaotic_tanh():
    return deep(30, nn.Tanh, lambda w: nn.init.normal_(w, std=2.5 / 8))


def vgg_without_he():
    torch.manual_seed(1)
    layers, channels = [], 3
    for _ in range(10):
        layers += [nn.Conv2d(channels, 16, 3, padding=1), nn.ReLU(inplace=True)]
        channels = 16
    model = VGG(nn.Sequential(*layers, nn.Conv2d(16, 32, 1)))
    for m in model.features:
        if isinstance(m, nn.Conv2d):
            nn.init.normal_(m.weight, std=0.01)
            nn.init.zeros_(m.bias)
    return model, torch.randn(8, 3, 8, 8), 10


class Residual(nn.Module):
    def __init__(self, width=48):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(width, width), nn.Linear(width, width)
        for fc in (self.fc1, self.fc2):
            nn.init.kaiming_normal_(fc.weight)

    def forward(self, x):
        return x + self.fc2(F.relu(self.fc1(x)))


def residual_without_norms():
    model = nn.Sequential(nn.Linear(32, 48), *[Residual() for _ in range(16)], nn.LayerNorm(48), nn.Linear(48, 10))
    return model, torch.randn(32, 32), 10


def negative_biases():
    model = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10))
    nn.init.constant_(model[0].bias, -2.5)
    return model, torch.randn(64, 32), 10


def dead_norm():
    model = ResNet()
    nn.init.constant_(model.layer3[0].bn1.bias, -8.0)
    return model, torch.randn(8, 3, 32, 32), 10


def pixels_of_255():
    model = nn.Sequential(nn.Flatten(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 10))
    return model, torch.rand(32, 1, 8, 8) * 255, 10


def constant_weights():
    model = nn.Sequential(nn.Linear(32, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 10))
    for p in model.parameters():
        nn.init.constant_(p, 0.02)
    return model, torch.randn(32, 32), 10


def zeros():
    model = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10))
    for p in model.parameters():
        nn.init.zeros_(p)
    return model, torch.randn(32, 32), 10


def weights_only(init):
    """Weights of every layer, with the biases that PyTorch samples."""
    model = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, 64), nn.ReLU(),
                          nn.Linear(64, 10))
    for module in model:
        if isinstance(module, nn.Linear):
            init(module.weight)
    return model, torch.randn(32, 32), 10


def zero_weights_with_biases():
    return weights_only(nn.init.zeros_)


def constant_weights_with_biases():
    return weights_only(lambda w: nn.init.constant_(w, 0.02))


def nan_weight():
    model = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 10))
    with torch.no_grad():
        model[2].weight[3, 5] = math.sqrt(2) * float("nan")
    return model, torch.randn(16, 32), 10


class Logs(nn.Module):
    """Takes the logarithm of outputs that ReLU has made 0."""

    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(16, 32), nn.Linear(32, 5)

    def forward(self, x):
        return self.fc2(torch.log(F.relu(self.fc1(x))))


def log_of_zero():
    return Logs(), torch.randn(16, 16), 5


class Detached(nn.Module):
    def __init__(self, whole):
        super().__init__()
        self.whole = whole
        self.encoder = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 32))
        self.head = nn.Linear(32, 5)

    def forward(self, x):
        if self.whole:
            return self.head(self.encoder(x)).detach().requires_grad_()
        with torch.no_grad():
            features = self.encoder(x)
        return self.head(features)


def detached_output():
    return Detached(True), torch.randn(16, 16), 5


def encoder_under_no_grad():
    return Detached(False), torch.randn(16, 16), 5


class Forgotten(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2, self.fc3 = nn.Linear(16, 32), nn.Linear(32, 32), nn.Linear(32, 5)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        F.relu(self.fc1(x[:, :16]))   # fc2 was meant
        return self.fc3(x)


def forgotten_layer():
    return Forgotten(), torch.randn(16, 16), 5


def unit_embedding():
    """Embeddings of N(0, 1) that are the head too."""
    model = GPT()
    nn.init.normal_(model.transformer.wte.weight)
    return model, {"idx": torch.randint(65, (4, 16)), "targets": torch.randint(65, (4, 16))}, None


def large_head():
    model = ViT()
    nn.init.normal_(model.head.weight, std=1.0)
    return model, torch.randn(64, 3, 16, 16), 10


def targets_in_the_input():
    """The target is the token itself, and the head is the embedding."""
    model = GPT(n_layer=1)
    nn.init.normal_(model.transformer.wte.weight, std=0.5)
    tokens = torch.randint(65, (4, 16))
    return model, {"idx": tokens, "targets": tokens}, None


def sharp_queries():
    model = Llama()
    for layer in model.layers:
        nn.init.normal_(layer.attention.wq.weight, std=1.0)
        nn.init.normal_(layer.attention.wk.weight, std=1.0)
    return model, torch.randint(64, (4, 12)), 64


class Masked(nn.Module):
    """Has a query whose keys are all masked, so softmax has no inputs."""

    def __init__(self):
        super().__init__()
        self.embed, self.head = nn.Linear(8, 16), nn.Linear(16, 5)
        self.attn = nn.MultiheadAttention(16, 2, batch_first=True)

    def forward(self, x, lengths):
        h = self.embed(x)
        padding = torch.arange(x.shape[1])[None] >= lengths[:, None]
        return self.head(self.attn(h, h, h, key_padding_mask=padding)[0].mean(1))


def empty_sequence():
    return Masked(), (torch.randn(4, 6, 8), torch.tensor([6, 3, 0, 5])), 5


def numbers_beyond_fp16():
    model = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 64), nn.LayerNorm(64), nn.Linear(64, 10))
    nn.init.normal_(model[2].weight, std=30000.0)
    return model, torch.randn(16, 32), 10


FAULTS = {
    "xavier_with_relu": (xavier_with_relu, "vanishing_signal"),
    "fixed_std": (fixed_std, "vanishing_signal"),
    "gain_for_the_wrong_fan": (gain_for_the_wrong_fan, "exploding_signal"),
    "deep_sigmoid": (deep_sigmoid, "vanishing_gradient"),
    "chaotic_tanh": (chaotic_tanh, "exploding_gradient"),
    "vgg_without_he": (vgg_without_he, "vanishing_signal"),
    "residual_without_norms": (residual_without_norms, "exploding_signal"),
    "negative_biases": (negative_biases, "dead_units"),
    "dead_norm": (dead_norm, "dead_units"),
    "pixels_of_255": (pixels_of_255, "saturated_units"),
    "zeros": (zeros, "stuck_weights"),
    "constant_weights": (constant_weights, "symmetric_units"),
    "zero_weights_with_biases": (zero_weights_with_biases, "zero_stack"),
    "constant_weights_with_biases": (constant_weights_with_biases, "symmetric_units"),
    "nan_weight": (nan_weight, "not_finite"),
    "log_of_zero": (log_of_zero, "not_finite"),
    "detached_output": (detached_output, "no_gradient"),
    "encoder_under_no_grad": (encoder_under_no_grad, "cut_off"),
    "forgotten_layer": (forgotten_layer, "unused"),
    "unit_embedding": (unit_embedding, "sharp_logits"),
    "large_head": (large_head, "loss_above_uniform"),
    "targets_in_the_input": (targets_in_the_input, "loss_below_uniform"),
    "sharp_queries": (sharp_queries, "frozen_attention"),
    "empty_sequence": (empty_sequence, "not_finite"),
    "numbers_beyond_fp16": (numbers_beyond_fp16, "overflow"),
}
