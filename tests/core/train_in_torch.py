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


def focal(y, wanted):
    """torchvision's sigmoid_focal_loss with its defaults α = 0.25 and γ = 2, divided by the number of samples."""
    p = y.sigmoid()
    right = p * wanted + (1 - p) * (1 - wanted)
    weight = 0.25 * wanted + 0.75 * (1 - wanted)
    cost = F.binary_cross_entropy_with_logits(y, wanted, reduction="none")
    return (weight * (1 - right) ** 2 * cost).sum() / len(y)


LOSSES = {
    "cross_entropy": lambda y, tensors: F.cross_entropy(y, tensors["targets"]),
    "mean_squared_error": lambda y, tensors: F.mse_loss(y, tensors["values"]),
    "binary_cross_entropy": lambda y, tensors: F.binary_cross_entropy_with_logits(y, tensors["values"]),
    "focal": lambda y, tensors: focal(y, tensors["values"]),
}


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


class Muon(torch.optim.Optimizer):
    """Stands in for torch.optim.Muon of PyTorch 2.9, in float32: what it is called with, and what it refuses."""

    def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True, eps=1e-7, ns_steps=5,
                 adjust_lr_fn=None):
        super().__init__(params, dict(lr=lr, weight_decay=weight_decay, momentum=momentum, nesterov=nesterov,
                                      eps=eps, ns_steps=ns_steps, adjust_lr_fn=adjust_lr_fn))
        for group in self.param_groups:
            for p in group["params"]:
                if p.ndim != 2:
                    raise ValueError(f"Muon only supports 2D parameters whereas we found a parameter with size: {p.size()}")

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                buffer = self.state[p].setdefault("momentum_buffer", torch.zeros_like(p))
                buffer.lerp_(p.grad, 1 - group["momentum"])
                x = p.grad.lerp(buffer, group["momentum"]) if group["nesterov"] else buffer
                rows, columns = x.shape
                turned = rows > columns
                x = x.T if turned else x
                x = x / (x.norm() + group["eps"])
                for _ in range(group["ns_steps"]):
                    a = x @ x.T
                    x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
                x = x.T if turned else x
                by = {"original": math.sqrt(max(1, rows / columns)), "match_rms_adamw": 0.2 * math.sqrt(max(rows, columns))}
                p.mul_(1 - group["lr"] * group["weight_decay"])
                p.sub_(group["lr"] * by[group["adjust_lr_fn"]] * x)


torch.optim.Muon = Muon  # also where PyTorch has one, which computes in bfloat16


accuracy = 0.0


def keep_accuracy(logits, targets):
    global accuracy
    accuracy = (logits.argmax(1) == targets).float().mean().item()


def cross_entropy(logits, targets, own=F.cross_entropy):
    keep_accuracy(logits, targets)
    return own(logits, targets)


F.cross_entropy = cross_entropy


def train(path):
    how, tensors = json.loads(path.with_suffix(".json").read_text()), load(path.with_suffix(".safetensors"))
    code = runpy.run_path(str(path))
    network = code["Network"]()
    parameters = dict(network.named_parameters())
    before = {name[7:]: t for name, t in tensors.items() if name.startswith("before.")}
    readout = {name: torch.nn.Parameter(before[name].clone()) for name in ("readout.weight", "readout.bias") if name in before}
    trained = {}
    with torch.no_grad():
        for name, parameter in parameters.items():
            parameter.requires_grad_(name in before)
            if name in before:
                parameter.copy_(before[name].reshape(parameter.shape))
                trained[name] = parameter
    trained.update(readout)
    if how["adapted"]:
        trained.update(adapt(network, code, tensors, before))
    assert set(trained) == set(before), set(trained) ^ set(before)
    class Model:   # with the readout, which the code's network lacks
        def named_parameters(self):
            return trained.items()

    optimizers = code["make_optimizers"](Model()) if "make_optimizers" in code else [code["make_optimizer"](Model())]
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
        if "targets" in tensors:
            keep_accuracy(y, tensors["targets"])
        return LOSSES[how["loss"]](y, tensors)

    for step, ours in enumerate(how["losses"]):
        found = loss()
        if abs(found.item() - ours) > 1e-4 * abs(found.item()):
            print(path.name, "loss before step", step + 1, "ours", ours, "PyTorch's", found.item())
            failures += 1
        if "targets" in tensors and abs(accuracy - how["accuracies"][step]) > 1e-6:
            print(path.name, "accuracy before step", step + 1, "ours", how["accuracies"][step], "PyTorch's", accuracy)
            failures += 1
        for optimizer in optimizers:
            optimizer.zero_grad()
        found.backward()
        for optimizer in optimizers:
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
