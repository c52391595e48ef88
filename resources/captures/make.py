#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the example captures of this folder. Needs PyTorch. Numbers are rounded, and histograms have 20 bins, so that
the files stay below 60 kB."""
import json
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "python"))

import torch
from torch import nn
from torch.nn import functional

import stepzero

VOCABULARY, TOKENS, WIDTH, BLOCKS = 64, 24, 48, 3


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.out = (nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(4))

    def forward(self, x):
        logits = self.q(x) @ self.k(x).transpose(-1, -2)   # the fault: not divided by the root of the size
        future = torch.ones(TOKENS, TOKENS, dtype=torch.bool).triu(1)
        return self.out(logits.masked_fill(future, -torch.inf).softmax(-1) @ self.v(x))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = (nn.LayerNorm(WIDTH, elementwise_affine=False) for _ in range(2))
        self.attn = Attention()
        self.up, self.act, self.down = nn.Linear(WIDTH, 4 * WIDTH, False), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH, False)

    def forward(self, x):
        x = x + self.attn(self.norm1(x))
        return x + self.down(self.act(self.up(self.norm2(x))))


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.blocks = nn.Embedding(VOCABULARY, WIDTH), nn.ModuleList(Block() for _ in range(BLOCKS))
        self.norm, self.head = nn.LayerNorm(WIDTH, elementwise_affine=False), nn.Linear(WIDTH, VOCABULARY, False)
        for layer in self.modules():
            if isinstance(layer, nn.Linear):
                nn.init.normal_(layer.weight, std=layer.in_features ** -0.5)

    def forward(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


class Perceptron(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first, self.last = nn.Linear(16, width, bias=False), nn.Linear(width, 10, bias=False)
        self.hidden = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(3))

    def forward(self, x):
        x = self.first(x).relu()
        for layer in self.hidden:
            x = layer(x).relu()
        return self.last(x)


def smaller(value, key=""):
    if isinstance(value, float):
        return float("%.4g" % value)
    if isinstance(value, list):
        return [smaller(one) for one in value]
    if isinstance(value, dict) and key == "histogram":
        counts, each = value["counts"], 4
        sums = [sum(counts[i:i + each]) for i in range(0, len(counts), each)]
        return dict(smaller(dict(value, counts=[])), counts=sums)
    return {k: smaller(v, k) for k, v in value.items()} if isinstance(value, dict) else value


def write(name, title, capture):
    content = {"format": capture["format"], "version": capture["version"], "title": title, **capture}
    with open(os.path.join(here, name + ".stepzero-capture.json"), "w", encoding="utf-8") as file:
        file.write(json.dumps(smaller(content), separators=(",", ":")).replace('{"path"', '\n{"path"')
                   .replace('{"name"', '\n{"name"') + "\n")


def main():
    torch.manual_seed(0)
    model, tokens = Transformer(), torch.randint(VOCABULARY, (8, TOKENS))

    def loss(output, target):
        return functional.cross_entropy(output.flatten(0, 1), target.flatten())

    optimizer = torch.optim.Adam(model.parameters(), 1e-3)
    write("unscaled-attention", "Transformer with unscaled attention",
          stepzero.capture_steps(model, (tokens, tokens.roll(-1, 1)), optimizer, 3, loss))
    inputs, classes = torch.randn(64, 16), torch.randint(10, (64,))
    check = dict(stepzero.coordinate_check(Perceptron, [64, 128, 256, 512], (inputs,), classes, steps=2,
                                           optimizer=lambda model: torch.optim.Adam(model.parameters(), 3e-3)))
    check["captures"] = [captured for captured in check["captures"] if captured["step"] != 1]
    for captured in check["captures"]:
        for entry in captured["modules"] + captured["parameters"]:
            for name in ("output", "gradient", "value"):
                if name != "output" or captured["step"] == 0:
                    entry.get(name, {}).pop("histogram", None)
                if name != "output":
                    entry.get(name, {}).pop("smallest", None)
    write("unscaled-learning-rate", "Perceptron at four widths with one learning rate", check)


main()
