# SPDX-License-Identifier: GPL-3.0-or-later
"""Residual networks of convolutions again in PyTorch, float64, from the tensors of a run: what differs.

python3 resnets_in_torch.py FOLDER SOURCES: every NAME.json with NAME.safetensors beside it; SOURCES has this file.
A run rounds to float32. A norm of numbers that are nearly alike enlarges that by their size over their deviation:
networks with one of a thousand and more are counted, and not compared. All others agree to 1e-4.
"""
import json
import math
import pathlib
import sys

import torch
from torch.nn import functional as F

sys.path.insert(0, sys.argv[2])
from convolutions_in_torch import tensors_of

torch.set_num_threads(1)
FUNCTIONS = {"relu": torch.relu, "tanh": torch.tanh, "linear": lambda x: x, "gelu": F.gelu, "silu": F.silu}


class Network:
    def __init__(self, network, tensors):
        self.n, self.tensors, self.sites, self.alike = network, tensors, {}, 1
        self.phi = FUNCTIONS[network["activation"]["name"] if isinstance(network["activation"], dict)
                             else network["activation"]]
        self.parameters = {name: tensor.requires_grad_() for name, tensor in tensors.items()
                           if name.endswith((".weight", ".bias"))}

    def site(self, block, role, x):
        x.retain_grad()
        self.sites[block, role] = x
        return x

    def gain(self):
        z, w = torch.linspace(-12, 12, 200001, dtype=torch.float64), None
        w = torch.exp(-z * z / 2)
        x = self.phi(z)
        w /= w.sum()
        return 1 / math.sqrt((w * x * x).sum() - (w * x).sum() ** 2)

    def convolution(self, block, role, x, stride=1, groups=1, padding=None, site=None):
        name = (f"blocks.{block}." if block else "") + role
        weight, bias = self.parameters[name + ".weight"], self.parameters.get(name + ".bias")
        kind = self.n["weight_standardization"]
        if kind != "none" and role != "head":
            mean = weight.mean((1, 2, 3), keepdim=True)
            variance = weight.var((1, 2, 3), unbiased=False, keepdim=True)
            weight = (weight - mean) / torch.sqrt(variance + 1e-6)
            if kind == "scaled":
                weight = weight * self.gain() / math.sqrt(weight[0].numel())
        padding = weight.shape[-1] // 2 if padding is None else padding
        if self.n["padding"] == "circular" and padding > 0:
            x, padding = F.pad(x, [padding] * 4, mode="circular"), 0
        return self.site(block, site or role, F.conv2d(x, weight, bias, stride, padding, 1, groups))

    def norm(self, block, role, x, site=None):
        kind, epsilon = self.n["norm"], self.n["norm_epsilon"]
        if kind == "none":
            return x
        scale = self.parameters[(f"blocks.{block}." if block else "") + role + ".weight"]
        groups = {"batch_norm": x.movedim(1, 0).flatten(1), "layer_norm": x.movedim(1, -1).flatten(0, -2),
                  "group_norm": x.reshape(x.shape[0] * int(self.n["norm_groups"]), -1)}[kind].detach()
        variance = groups.var(1, unbiased=False)
        self.alike = max(self.alike, ((groups.square().mean(1) + epsilon) / (variance + epsilon)).sqrt().max().item(),
                         math.inf if (variance < 1e-3 * epsilon).any() else 1)
        if kind == "batch_norm":
            # F.batch_norm refuses one number a channel
            mean, variance = x.mean((0, 2, 3), keepdim=True), x.var((0, 2, 3), unbiased=False, keepdim=True)
            x = scale.reshape(1, -1, 1, 1) * (x - mean) / torch.sqrt(variance + epsilon)
        elif kind == "group_norm":
            x = F.group_norm(x, int(self.n["norm_groups"]), scale, None, epsilon)
        else:
            x = F.layer_norm(x.movedim(1, -1), scale.shape, scale, None, epsilon).movedim(-1, 1)
        return self.site(block, site or role, x)

    def activation(self, block, role, x):
        return self.site(block, role, self.phi(x) * 1)   # a tensor of its own, of the identity too

    def stem(self, x):
        n = self.n
        convnext = n["block"] == "convnext"
        pre = not convnext and n["order"] == "pre_activation"
        pooled, normed = n["stem"] == "7x7_pool", n["norm"] != "none" and not pre
        activated = not pre and not convnext
        stride, padding = {"3x3": (1, 1), "7x7_pool": (2, 3), "patch": (4, 0)}[n["stem"]]
        last = not normed and not activated and not pooled
        x = self.convolution(0, "stem", x, stride, 1, padding, "stem" if last else "stem_convolution")
        if normed:
            x = self.norm(0, "stem_norm", x, None if activated or pooled else "stem")
        if activated:
            x = self.activation(0, "stem_activation" if pooled else "stem", x)
        return self.site(0, "stem", F.max_pool2d(x, 3, 2, 1)) if pooled else x

    def block(self, block, x, starts):
        n = self.n
        stride = 2 if starts else 1
        if n["block"] == "convnext":
            if f"blocks.{block}.projection.weight" in self.parameters:
                x = self.norm(block, "projection_norm", x)
                x = self.convolution(block, "projection", x, stride, 1, 0)
            inner = self.convolution(block, "conv_1", x, 1, x.shape[1])
            inner = self.norm(block, "norm_1", inner)
            inner = self.activation(block, "activation_2", self.convolution(block, "conv_2", inner))
            return self.add(block, x, self.convolution(block, "conv_3", inner))
        pre, count = n["order"] == "pre_activation", 2 if n["block"] == "basic" else 3
        projects = f"blocks.{block}.projection.weight" in self.parameters
        inner = x
        for k in range(count):
            number = f"_{k + 1}"
            if pre:
                inner = self.activation(block, "activation" + number, self.norm(block, "norm" + number, inner))
                if k == 0 and projects:
                    x = inner
            middle = count == 2 or k == 1
            inner = self.convolution(block, "conv" + number, inner, stride if k == count - 2 else 1,
                                     int(n["groups"]) if middle else 1)
            if not pre:
                inner = self.norm(block, "norm" + number, inner)
                if k + 1 < count:
                    inner = self.activation(block, "activation" + number, inner)
        if projects:
            x = self.convolution(block, "projection", x, stride, 1, 0)
            if not pre:
                x = self.norm(block, "projection_norm", x)
        return self.add(block, x, inner, not pre)

    def add(self, block, x, inner, activated=False):
        branch = self.site(block, "branch_branch", self.n["factor"] * inner)
        x = self.n["skip_factor"] * x + branch
        return self.site(block, "branch_stream", self.phi(x) if activated else x * 1)

    def output(self, x):
        n = self.n
        x = self.stem(self.site(0, "input", x.requires_grad_()))
        for block in range(1, n["depth"] + 1):
            x = self.block(block, x, block > 1 and block in (n["stage_2"], n["stage_3"], n["stage_4"]))
        if n["classes"] == 0:
            return x
        convnext = n["block"] == "convnext"
        if not convnext and n["order"] == "pre_activation":
            x = self.activation(0, "final_activation", self.norm(0, "final_norm", x))
        x = self.site(0, "pooled", x.mean((2, 3), keepdim=True))
        if convnext:
            x = self.norm(0, "final_norm", x)
        return self.convolution(0, "head", x, site="head")


ALLOWED = 1e-4


def compared(path):
    """Whether it was; prints what differs: sizes and means relative to the RMS, shares of channel means."""
    result, tensors = json.loads(path.read_text()), tensors_of(path.with_suffix(".safetensors"))
    n = dict(result["experiment"]["network"])
    n["factor"], n["skip_factor"] = n["branch"], n["skip"]
    if n["residual_scaling"] == "inverse_sqrt_depth":
        n["factor"] /= math.sqrt(n["depth"])
    network = Network(n, tensors)
    x = tensors["input"].reshape(-1, int(n["channels"]), int(n["size"]), int(n["size"]))
    y = network.output(x)
    (y * tensors["cotangent"].reshape(y.shape)).sum().backward()
    if network.alike > 1e3:
        return False

    def compare(what, found, expected, scale):
        if not abs(found - expected) <= ALLOWED * scale:
            print(path.stem, what, found, expected)

    for block, record in [(0, result["outside"])] + [(b["layer"], b) for b in result["layers"]]:
        for role, site in record["sites"].items():
            if role == "branch_return":   # no tensor of the forward pass
                continue
            value, where = network.sites[block, role], f"{block} {role}"
            if "rms" in site:
                rms = value.pow(2).mean().sqrt().item()
                compare(where + " rms", site["rms"], rms, rms)
                compare(where + " mean", site["mean"], value.mean().item(), rms)
            if "gradient" in site:
                rms = value.grad.pow(2).mean().sqrt().item()
                compare(where + " gradient", site["gradient"]["rms"], rms, rms)
            if "channel_mean_share" in site:
                share = (value.mean((0, 2, 3)).pow(2).sum() / value.pow(2).mean((0, 2, 3)).sum()).item()
                compare(where + " channel means", site["channel_mean_share"], share, 1)
    return True


if __name__ == "__main__":
    kept = [compared(path) for path in sorted(pathlib.Path(sys.argv[1]).glob("*.json"))]
    print("networks", len(kept))
    print("compared", sum(kept), file=sys.stderr)
    assert 2 * sum(kept) >= len(kept)
