# SPDX-License-Identifier: GPL-3.0-or-later
"""Plain layers with a norm: the generated PyTorch module of each run, NAME.py, on the tensors of the run in float64,
against NAME.json. Prints differences beyond 1e-5 of the RMS, or 1e-6 in log10 of singular values, and the number of
networks."""
import json
import pathlib
import struct
import sys

import numpy as np
import torch
from torch.nn import functional as F

torch.set_num_threads(1)


def tensors_of(path):
    data = path.read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    found = {}
    for name, entry in json.loads(data[8:8 + size]).items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            numbers = np.frombuffer(data[8 + size + begin:8 + size + end], "<f4").reshape(entry["shape"])
            found[name] = torch.from_numpy(numbers.astype(np.float64))
    return found


def layers_of(network, x):
    """z and x of every layer."""
    found = []
    for index, linear in network.layers.items():
        z = network.norms[index](linear(x))
        x = network.activations[index](z)
        found.append((z, x))
    return found


def compared(path):
    result, tensors = json.loads(path.read_text()), tensors_of(path.with_suffix(".safetensors"))
    module = {"__name__": "generated"}
    exec(compile(path.with_suffix(".py").read_text(), str(path), "exec"), module)
    network = module["Network"]().double()
    own = {name: value for name, value in tensors.items() if name.startswith(("layers.", "norms."))}
    missing, unexpected = network.load_state_dict(own, strict=False)
    assert not unexpected and all("running" in name or "num_batches" in name or name.startswith("norms.") and name.endswith(".bias")
                                  for name in missing), (missing, unexpected)
    worst, found = 0.0, layers_of(network, tensors["input"])
    assert torch.equal(found[-1][1], network(tensors["input"]))
    for (z, x), layer in zip(found, result["layers"]):
        z.retain_grad()
        for group, numbers in (("preactivation", z), ("activation_output", x)):
            size = float(numbers.square().mean().sqrt()) + 1e-300
            for name, number in (("rms", numbers.square().mean().sqrt()), ("std", numbers.std(unbiased=False)),
                                 ("mean", numbers.mean()), ("min", numbers.min()), ("max", numbers.max())):
                worst = max(worst, abs(layer[group][name] - float(number)) / size)
        worst = max(worst, abs(layer["activation_output"]["zero_fraction"] - float((x == 0).double().mean())))
    (found[-1][1] * tensors["cotangent"]).sum().backward()
    for (z, _), layer in zip(found, result["layers"]):
        size = float(z.grad.square().mean().sqrt())
        worst = max(worst, abs(layer["gradient"]["rms"] - size) / size)
    if result["experiment"]["network"]["norm"] == "batch_norm":
        assert all("correlation" not in layer for layer in result["layers"]) and "jacobian" not in result
        return worst, 0.0
    pairs = tensors["pairs"] * float(tensors["input"].square().mean().sqrt())
    for (z, _), layer in zip(layers_of(network, pairs), result["layers"]):
        expected = float(1 - F.cosine_similarity(z[::2], z[1::2]).mean())
        worst = max(worst, abs(layer["correlation"]["one_minus"] - expected))
    jacobian = torch.autograd.functional.jacobian(lambda x: network(x[None])[0], tensors["input"][0])
    expected = torch.linalg.svdvals(jacobian)
    told = expected > 1e-6 * expected[0]
    found = torch.tensor([np.nan if s is None else s for s in result["jacobian"]["log10_singular_values"]])
    assert len(found) == len(expected), (len(found), len(expected))
    return worst, float((torch.log10(expected) - found)[told].abs().max())


if __name__ == "__main__":
    paths = sorted(pathlib.Path(sys.argv[1]).glob("*.json"))
    for path in paths:
        for i, difference in enumerate(compared(path)):
            if not difference <= (1e-5, 1e-6)[i]:
                print(path.name, ("numbers", "singular values")[i], difference)
    print("networks", len(paths))
