# SPDX-License-Identifier: GPL-3.0-or-later
"""Ten steps of training, from the same weights: NAME.py is the network's generated code, NAME.safetensors its weights
before and after, with the task's samples, and NAME.json says how. Prints what does not agree, and how many networks
there were."""
import json
import math
import pathlib
import runpy
import struct
import sys

import numpy as np
import torch
from torch.nn import functional as F

torch.set_num_threads(1)


def load(path):
    data = open(path, "rb").read()
    n = struct.unpack("<Q", data[:8])[0]
    kinds = {"F32": "<f4", "I64": "<i8"}
    found = {}
    for name, t in json.loads(data[8:8 + n]).items():
        if name != "__metadata__":
            a, b = t["data_offsets"]
            numbers = np.frombuffer(data[8 + n + a:8 + n + b], kinds[t["dtype"]]).reshape(t["shape"])
            found[name] = torch.from_numpy(numbers.copy())
    return found


def adapt(network, code, tensors, before):
    """By the code's own adapters, on the network as it is without them; their factors by our names."""
    factors = {}
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            if "seen." + name in tensors:
                parameter.copy_(tensors["seen." + name].reshape(parameter.shape))
        code["add_adapters"](network)
        for name, parameter in network.named_parameters():
            if parameter.requires_grad:
                module, _, rest = name.partition(".parametrizations.")
                matrix = module if rest.startswith("weight.") else module + "." + rest.split(".")[0]
                ours = next(f"{matrix}.{word}_{name[-1]}.weight" for word in ("lora", "adapter")
                            if f"{matrix}.{word}_{name[-1]}.weight" in before)
                assert bool(parameter.any()) == bool(before[ours].any()), name + " begins at 0, or does not"
                parameter.copy_(before[ours])
                factors[ours] = parameter
    return factors


class Muon:
    """Jordan's rule, in float32, of matrices in blocks; AdamW of all else."""

    def __init__(self, matrices, others, lr, momentum, nesterov, scale, others_rate, betas, eps, weight_decay):
        self.matrices, self.lr, self.momentum, self.nesterov, self.scale = matrices, lr, momentum, nesterov, scale
        self.weight_decay = weight_decay
        self.buffers = [torch.zeros_like(p) for p in matrices]
        self.others = torch.optim.AdamW([{"params": others}], lr=lr * others_rate, betas=betas, eps=eps,
                                        weight_decay=weight_decay)

    def zero_grad(self):
        for p in self.matrices:
            p.grad = None
        self.others.zero_grad()

    def step(self):
        with torch.no_grad():
            for p, buffer in zip(self.matrices, self.buffers):
                buffer.lerp_(p.grad, 1 - self.momentum)
                g = p.grad.lerp(buffer, self.momentum) if self.nesterov else buffer
                x = g.flatten(1)
                rows, columns = x.shape
                turned = rows > columns
                x = x.T if turned else x
                x = x / (x.norm() + 1e-7)
                for _ in range(5):
                    a = x @ x.T
                    x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
                x = x.T if turned else x
                by = math.sqrt(max(1, rows / columns)) if self.scale == "shape" else 0.2 * math.sqrt(max(rows, columns))
                p.mul_(1 - self.lr * self.weight_decay)
                p.sub_(self.lr * by * x.reshape(p.shape))
        self.others.step()


def optimizer_of(how, matrices, others):
    o, rate = how["optimizer"], how["learning_rate"]
    everything = matrices + others
    if o["name"] == "sgd":
        return torch.optim.SGD(everything, lr=rate, momentum=o["momentum"], nesterov=o["nesterov"],
                               weight_decay=o["weight_decay"])
    betas = (o["beta1"], o["beta2"])
    if o["name"] == "muon":
        return Muon(matrices, others, rate, o["momentum"], o["nesterov"], o["scale"], o["others_rate"], betas,
                    o["epsilon"], o["weight_decay"])
    kind = {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW}[o["name"]]
    return kind(everything, lr=rate, betas=betas, eps=o["epsilon"], weight_decay=o["weight_decay"])


def train(path):
    how, tensors = json.loads(path.with_suffix(".json").read_text()), load(path.with_suffix(".safetensors"))
    code = runpy.run_path(str(path))
    network = code["Network"]()
    parameters = dict(network.named_parameters())
    before = {name[7:]: t for name, t in tensors.items() if name.startswith("before.")}
    readout = {name: torch.nn.Parameter(before[name].clone()) for name in ("readout.weight", "readout.bias") if name in before}
    trained, matrices, others = {}, [], []
    with torch.no_grad():
        for name, parameter in parameters.items():
            parameter.requires_grad_(name in before)
            if name in before:
                parameter.copy_(before[name].reshape(parameter.shape))
                trained[name] = parameter
    trained.update(readout)
    if how["adapted"]:
        trained.update(adapt(network, code, tensors, before))
    for name, parameter in trained.items():
        inside = name.split(".")[0] in ("blocks", "layers")
        (matrices if inside and parameter.dim() > 1 else others).append(parameter)
    assert set(trained) == set(before), set(trained) ^ set(before)
    class Model:   # with the readout, which the code's network lacks
        def named_parameters(self):
            return trained.items()

    # The code's own optimizer, but for Muon, which only newer releases have.
    optimizer = optimizer_of(how, matrices, others) if how["optimizer"]["name"] == "muon" else code["make_optimizer"](Model())
    failures = 0
    twice = {"width": 2 * code["BASE_WIDTH"], "depth": 2 * code["BASE_DEPTH"]}
    names = {id(parameter): name for name, parameter in trained.items()}
    for group in code["parameter_groups"](Model(), 1.0, **twice):
        for parameter in group["params"]:
            name = names[id(parameter)]
            if name in how["rates_at_twice"] and abs(group["lr"] - how["rates_at_twice"][name]) > 1e-9:
                print(path.name, name, "rate at twice the size", group["lr"], "ours", how["rates_at_twice"][name])
                failures += 1

    def loss():
        if "tokens" in tensors:
            return code["loss"](network, torch.cat((tensors["tokens"], tensors["targets"][:, -1:]), 1))
        if how["has_softmax"]:
            return code["loss"](network, tensors["numbers"], tensors["targets"])
        y = network(tensors["numbers"].reshape(how["input_shape"]))
        if readout:
            y = y.flatten(2).mean(2) if y.dim() > 2 else y
            y = F.linear(y, readout["readout.weight"], readout["readout.bias"])
        return F.cross_entropy(y, tensors["targets"]) if how["loss"] == "cross_entropy" else F.mse_loss(y, tensors["values"])

    for step, ours in enumerate(how["losses"]):
        found = loss()
        if abs(found.item() - ours) > 1e-4 * abs(found.item()):
            print(path.name, "loss before step", step + 1, "ours", ours, "PyTorch's", found.item())
            failures += 1
        optimizer.zero_grad()
        found.backward()
        optimizer.step()
    for name, parameter in trained.items():
        change = (parameter.detach() - before[name].reshape(parameter.shape)).norm().item()
        error = (parameter.detach() - tensors["after." + name].reshape(parameter.shape)).norm().item()
        if not error <= how["tolerance"] * change + 1e-7 * parameter.norm().item() or change == 0:
            print(path.name, name, "differs by", error, "of a change of", change)
            failures += 1
    return failures


paths = sorted(pathlib.Path(sys.argv[1]).glob("*.py"))
print("networks", len(paths), "failures", sum(train(path) for path in paths))
