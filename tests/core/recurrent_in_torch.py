# SPDX-License-Identifier: GPL-3.0-or-later
"""Recurrent networks in PyTorch, from the tensors of runs: N.safetensors has the weights and the batch, N.json the
result, and N.gradients.safetensors the gradients of all parameters. A loop over cells gives every number of the
result, in float64 and in float32, and where torch.nn has the module it must agree with the loop. Ours may differ from
float64 by ten times what float32 does in PyTorch, and 1e-5 of a number's size. Prints what differs."""
import json
import pathlib
import struct
import sys

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

torch.set_num_threads(1)
GATES = {"rnn": [], "gru": ["reset_gate", "update_gate"], "lstm": ["input_gate", "forget_gate", "output_gate"]}
PHI = {"tanh": torch.tanh, "relu": F.relu, "linear": lambda z: z, "gelu": F.gelu, "softsign": F.softsign,
       "leaky_relu": lambda z: F.leaky_relu(z, 0.01)}


def load(path, dtype):
    data = open(path, "rb").read()
    n = struct.unpack("<Q", data[:8])[0]
    found = {}
    for name, t in json.loads(data[8:8 + n]).items():
        if name != "__metadata__":
            a, b = t["data_offsets"]
            found[name] = torch.from_numpy(np.frombuffer(data[8 + n + a:8 + n + b], "<f4").reshape(t["shape"]).copy()).to(dtype)
    return found


def step(cell, phi, x, h, c, w, seen):
    a = F.linear(x, w["weight_ih"], w["bias_ih"])
    b = F.linear(h, w["weight_hh"], w["bias_hh"])
    if cell == "rnn":
        return phi(a + b), c
    if cell == "gru":
        (ar, az, an), (br, bz, bn) = a.chunk(3, 1), b.chunk(3, 1)
        r, z = torch.sigmoid(ar + br), torch.sigmoid(az + bz)
        n = phi(an + r * bn)
        seen.update(reset_gate=r, update_gate=z)
        return (1 - z) * n + z * h, c
    i, f, g, o = (a + b).chunk(4, 1)
    i, f, g, o = torch.sigmoid(i), torch.sigmoid(f), phi(g), torch.sigmoid(o)
    c = f * c + i * g
    seen.update(input_gate=i, forget_gate=f, output_gate=o, cell_state=c)
    return o * phi(c), c


def numbers_of(t, prefix):
    t = t.detach()
    found = {"mean": t.mean(), "std": t.std(unbiased=False), "rms": t.pow(2).mean().sqrt()}
    if prefix != "gradient":
        found.update(min=t.min(), max=t.max())
    return {f"{prefix}.{name}": (value.item(), t.abs().max().item()) for name, value in found.items()}


def run(path, network, dtype):
    """All numbers by name, each with the size that its error is measured by."""
    t = load(path.with_suffix(".safetensors"), dtype)
    cell, layers, phi = network["cell"], network["layers"], PHI[network["activation"]["name"]]
    weights = [{k: t[f"{k}_l{l}"].requires_grad_() for k in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")}
               for l in range(layers)]
    x = t["input"]
    assert x.shape == (x.shape[0], network["steps"], network["input_width"]), x.shape
    h0 = [torch.zeros(x.shape[0], network["width"], dtype=dtype, requires_grad=True) for _ in range(layers)]
    h, c, tops, told = list(h0), list(h0), [], []
    c = [torch.zeros_like(one) for one in h]
    for s in range(network["steps"]):
        below = x[:, s]
        for l in range(layers):
            seen = {}
            h[l], c[l] = step(cell, phi, below, h[l], c[l], weights[l], seen)
            below = h[l]
        h[-1].retain_grad()
        tops.append(h[-1])
        told.append(seen)
    (h[-1] * t["cotangent"]).sum().backward()
    found = {}
    for s, (top, seen) in enumerate(zip(tops, told), start=1):
        found.update({f"{s}.{k}": v for k, v in numbers_of(top, "activation_output").items()})
        found.update({f"{s}.{k}": v for k, v in numbers_of(top.grad, "gradient").items()})
        if cell == "lstm":
            found.update({f"{s}.{k}": v for k, v in numbers_of(seen["cell_state"], "cell_state").items()})
        for gate in GATES[cell]:
            found.update({f"{s}.{k}": v for k, v in numbers_of(seen[gate], "gates." + gate).items()})
            share = ((seen[gate] < 0.015) | (seen[gate] > 0.985)).to(dtype).mean().item()
            found[f"{s}.gates.{gate}.saturated_fraction"] = (share, 100)   # one that lies at an end may count or not
    gradients = {f"{k}_l{l}": w.grad for l, one in enumerate(weights) for k, w in one.items()}
    if dtype == torch.float64:
        check_module(network, t, weights, x, h)
    return found, gradients


def check_module(network, t, weights, x, h):
    kind, name = network["cell"], network["activation"]["name"]
    if name != "tanh" and not (kind == "rnn" and name == "relu"):
        return
    more = {"nonlinearity": name} if kind == "rnn" else {}
    module = getattr(nn, kind.upper())(network["input_width"], network["width"], network["layers"], batch_first=True,
                                       **more).double()
    with torch.no_grad():
        for name, parameter in module.named_parameters():
            parameter.copy_(t[name])
        error = (module(x)[0][:, -1] - h[-1]).abs().max().item()
    assert error < 1e-9, f"torch.nn.{kind.upper()} differs by {error}"


def ours_of(result):
    found = {}
    for s, layer in enumerate(result["layers"], start=1):
        for group in ("activation_output", "gradient", "cell_state"):
            for k, v in layer.get(group, {}).items():
                found[f"{s}.{group}.{k}"] = v
        for gate, numbers in layer.get("gates", {}).items():
            for k, v in numbers.items():
                found[f"{s}.gates.{gate}.{k}"] = v
    return found


def jacobian_of(path, network):
    """log10 of the singular values of dh_T/dh_0 of the top layer at the first sample."""
    t = load(path.with_suffix(".safetensors"), torch.float64)
    cell, layers, phi, width = network["cell"], network["layers"], PHI[network["activation"]["name"]], network["width"]

    def last(h_top):
        h = [torch.zeros(1, width, dtype=torch.float64) for _ in range(layers - 1)] + [h_top[None]]
        c = [torch.zeros(1, width, dtype=torch.float64) for _ in range(layers)]
        for s in range(network["steps"]):
            below = t["input"][:1, s]
            for l in range(layers):
                w = {k: t[f"{k}_l{l}"] for k in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")}
                h[l], c[l] = step(cell, phi, below, h[l], c[l], w, {})
                below = h[l]
        return h[-1][0]

    j = torch.autograd.functional.jacobian(last, torch.zeros(width, dtype=torch.float64))
    return torch.linalg.svdvals(j).clamp_min(1e-300).log10()


def compare(path):
    result = json.loads(path.read_text())
    network, failures = result["experiment"]["network"], 0
    double, gradients = run(path, network, torch.float64)
    single, single_gradients = run(path, network, torch.float32)
    ours = ours_of(result)
    for name, (value, size) in double.items():
        if name not in ours:
            print(path.name, name, "is missing")
            failures += 1
        elif not abs(ours[name] - value) <= 10 * abs(single[name][0] - value) + 1e-5 * size + 1e-30:
            print(path.name, name, "ours", ours[name], "PyTorch's", value, "in float32", single[name][0])
            failures += 1
    given = load(path.with_suffix(".gradients.safetensors"), torch.float64)
    assert set(given) == set(gradients), set(given) ^ set(gradients)
    for name, gradient in gradients.items():
        error = (given[name] - gradient).norm().item()
        allowed = 10 * (single_gradients[name].double() - gradient).norm().item() + 1e-5 * gradient.norm().item()
        if not error <= allowed + 1e-30:
            print(path.name, "gradient of", name, "differs by", error, "of", gradient.norm().item())
            failures += 1
    if "jacobian" in result:
        exact = jacobian_of(path, network)
        for k, value in enumerate(exact):
            if value > exact[0] - 8 and not abs(value.item() - result["jacobian"]["log10_singular_values"][k]) < 1e-5:
                print(path.name, "singular value", k, result["jacobian"]["log10_singular_values"][k], value.item())
                failures += 1
    return failures


paths = sorted(p for p in pathlib.Path(sys.argv[1]).glob("*.json"))
print("networks", len(paths), "failures", sum(compare(path) for path in paths))
