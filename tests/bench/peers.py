#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the program is compared with, in numpy and eager PyTorch. Prints {"seconds": …, "with": "torch 2.1, SkylakeX"}.

    tests/bench/peers.py notes|resnet_50|train_SGD|train_Adam

Exit status 77 when the library is not installed."""

import ctypes
import json
import sys
import time


def notes():
    """The signals of six initializations through ten layers of 1000 units with ReLU."""
    import numpy as np

    def orthogonal(n):
        return np.linalg.qr(np.random.randn(n, n))[0]

    n, layers = 1000, 10
    schemes = [lambda: np.random.randn(n, n) * 0.01, lambda: np.random.randn(n, n) * np.sqrt(1 / n),
               lambda: np.random.randn(n, n) * np.sqrt(2 / n), lambda: orthogonal(n),
               lambda: np.random.randn(n, n) * 0.02, lambda: np.eye(n)]

    def run():
        for scheme in schemes:
            x = np.random.randn(n, n)
            for _ in range(layers):
                x = np.maximum(0, x @ scheme())
                x.mean(), x.std(), x.min(), x.max()

    return run, "numpy " + np.__version__


def train(optimizer):
    import torch
    from torch import nn
    layers = [m for _ in range(10) for m in (nn.Linear(256, 256), nn.ReLU())]
    model, x, t = nn.Sequential(*layers, nn.Linear(256, 10)), torch.randn(256, 256), torch.randint(0, 10, (256,))
    rule = getattr(torch.optim, optimizer)(model.parameters(), lr=1e-4)

    def run():
        for _ in range(20):
            rule.zero_grad()
            nn.functional.cross_entropy(model(x), t).backward()
            rule.step()

    return run, "torch " + torch.__version__


def resnet_50():
    """ResNet-50 with hooks that take RMS, mean, extremes and a histogram of each signal and gradient."""
    import torch
    from torch import nn

    class Bottleneck(nn.Module):
        def __init__(self, inputs, width, stride):
            super().__init__()
            outputs = 4 * width
            parts = []
            for a, b, kernel, step in ((inputs, width, 1, 1), (width, width, 3, stride), (width, outputs, 1, 1)):
                parts += [nn.Conv2d(a, b, kernel, step, kernel // 2, bias=False), nn.BatchNorm2d(b), nn.ReLU()]
            self.branch = nn.Sequential(*parts[:-1])
            straight = inputs == outputs and stride == 1
            self.skip = nn.Identity() if straight else nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

        def forward(self, x):
            return torch.relu(self.branch(x) + self.skip(x))

    blocks, inputs = [], 64
    for stage, (width, count) in enumerate(((64, 3), (128, 4), (256, 6), (512, 3))):
        for block in range(count):
            blocks.append(Bottleneck(inputs, width, 2 if block == 0 and stage > 0 else 1))
            inputs = 4 * width
    model = nn.Sequential(nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(),
                          nn.MaxPool2d(3, 2, 1), *blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                          nn.Linear(2048, 1000))

    def take(tensor):
        tensor = tensor.detach()
        low, high = tensor.min().item(), tensor.max().item()
        tensor.square().mean().sqrt().item(), tensor.mean().item()
        torch.histc(tensor, 256, low, high)

    def seen(module, inputs, output):
        take(output)
        output.register_hook(take)

    for module in model.modules():
        if isinstance(module, (nn.Conv2d, Bottleneck)):
            module.register_forward_hook(seen)

    def run():
        for parameter in model.parameters():   # initialized again, as the program does
            if parameter.dim() > 1:
                nn.init.kaiming_normal_(parameter.data, mode="fan_out", nonlinearity="relu")
        model.zero_grad()
        model(torch.randn(8, 3, 224, 224)).square().sum().backward()

    return run, "torch " + torch.__version__


PEERS = {"notes": notes, "resnet_50": resnet_50, "train_SGD": lambda: train("SGD"),
         "train_Adam": lambda: train("Adam")}


def kernel():
    """The kernel that OpenBLAS picked, where this process has loaded it."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        paths = {line.split()[-1] for line in maps if "openblas" in line}
    for path in sorted(paths):
        library = ctypes.CDLL(path)
        library.openblas_get_corename.restype = ctypes.c_char_p
        return "OpenBLAS " + library.openblas_get_corename().decode()
    return "no OpenBLAS"


def main():
    try:
        run, library = PEERS[sys.argv[1]]()
    except ImportError as missing:
        print(missing, file=sys.stderr)
        return 77
    run()
    start = time.perf_counter()
    run()
    print(json.dumps({"seconds": time.perf_counter() - start, "with": f"{library}, {kernel()}"}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
