# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the time of a capture as a ratio to a plain forward and backward pass: python3 overhead.py. Times are CPU
seconds of one thread. This is not a test."""
import os
import statistics
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "resources", "python")]

import torch

import stepzero
from models.language import GPT
from models.vision import ResNet

torch.set_num_threads(1)


def median_seconds(work):
    found = []
    for _ in range(3):
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return statistics.median(found)


def gpt():
    model = GPT(vocab_size=1024, n_layer=4, n_head=4, n_embd=256, block_size=128)
    tokens = torch.randint(1024, (2, 129))
    return model, {"idx": tokens[:, :-1], "targets": tokens[:, 1:].contiguous()}, None


def resnet():
    return ResNet(width=32), torch.randn(16, 3, 64, 64), 10


def mlp():
    layers = [module for _ in range(10) for module in (torch.nn.Linear(500, 500), torch.nn.ReLU())]
    return torch.nn.Sequential(*layers), torch.randn(500, 500), None


for make in (mlp, resnet, gpt):
    torch.manual_seed(0)
    model, inputs, loss = make()

    def plain():
        output = stepzero.values.run(model, inputs)
        value, _ = stepzero.losses.scalar(output, loss)
        torch.autograd.grad(value, list(model.parameters()))

    stepzero.capture(model, inputs, loss, spectra=0)
    seconds = median_seconds(plain)
    parameters = sum(p.numel() for p in model.parameters())
    ratios = [median_seconds(lambda: stepzero.capture(model, inputs, loss, spectra=limit)) / seconds
              for limit in (0, 2048)]
    print("%-7s %5.1f million parameters, plain pass %.2f s, capture x%.1f, with singular values x%.1f"
          % (make.__name__, parameters / 1e6, seconds, *ratios), flush=True)
