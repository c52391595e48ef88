# SPDX-License-Identifier: GPL-3.0-or-later
"""Plain layers or convolutions with norms: the generated PyTorch module of each run, on the tensors of the run in
float64. Prints differences beyond 1e-5 of the RMS, or 1e-6 in log10 of singular values, and the number of networks.

python3 normed_layers_in_torch.py FOLDER SOURCES: every NAME.json with NAME.safetensors and NAME.py beside it; SOURCES
has this file.
"""
import json
import sys

import torch
from torch.nn import functional as F

sys.path.insert(0, sys.argv[2])
from convolutions_in_torch import print_differences, signal_difference, spectrum_difference, tensors_of

torch.set_num_threads(1)


def layers_of(network, x):
    """z and x of every layer."""
    found = []
    for index, linear in network.layers.items():
        z = network.norms[index](linear(x))
        x = network.activations[index](z)
        found.append((z, x))
    return found


def shaped(result, x):
    """Samples as the first layer reads them."""
    n = result["experiment"]["network"]
    return x.reshape(len(x), -1, *[n["size"]] * n["dimensions"]) if n["kind"] == "convolution" else x


def has_batch_norm(network):
    return any(isinstance(norm, (torch.nn.BatchNorm1d, torch.nn.BatchNorm2d)) for norm in network.norms.values())


def compared(path):
    result, tensors = json.loads(path.read_text()), tensors_of(path.with_suffix(".safetensors"))
    module = {"__name__": "generated"}
    exec(compile(path.with_suffix(".py").read_text(), str(path), "exec"), module)
    network = module["Network"]().double()
    if not hasattr(network, "norms"):
        network.norms = torch.nn.ModuleDict({index: torch.nn.Identity() for index in network.layers})
    own = {name: value for name, value in tensors.items() if name.startswith(("layers.", "norms."))}
    missing, unexpected = network.load_state_dict(own, strict=False)
    assert not unexpected and all("running" in name or "num_batches" in name or name.startswith("norms.") and name.endswith(".bias")
                                  for name in missing), (missing, unexpected)
    x = shaped(result, tensors["input"])
    worst, found = 0.0, layers_of(network, x)
    assert torch.equal(found[-1][1], network(x))
    for (z, x), layer in zip(found, result["layers"]):
        z.retain_grad()
        worst = max(worst, signal_difference(layer, (("preactivation", z), ("activation_output", x))))
    (found[-1][1].flatten(1) * tensors["cotangent"].flatten(1)).sum().backward()
    for (z, _), layer in zip(found, result["layers"]):
        size = float(z.grad.square().mean().sqrt())
        worst = max(worst, abs(layer["gradient"]["rms"] - size) / (size + 1e-300))
    if has_batch_norm(network):
        assert all("correlation" not in layer for layer in result["layers"]) and "jacobian" not in result
        return worst, 0.0
    pairs = tensors["pairs"] * float(tensors["input"].square().mean().sqrt())
    for (z, _), layer in zip(layers_of(network, shaped(result, pairs)), result["layers"]):
        z = z.flatten(1)
        expected = float(1 - F.cosine_similarity(z[::2], z[1::2]).mean())
        worst = max(worst, abs(layer["correlation"]["one_minus"] - expected))
    return worst, spectrum_difference(
        result, lambda x: network(shaped(result, x[None])).flatten(), tensors["input"][0].flatten())


if __name__ == "__main__":
    print_differences(compared)
