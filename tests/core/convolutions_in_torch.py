# SPDX-License-Identifier: GPL-3.0-or-later
"""Networks of convolutions again in PyTorch, float64, from the tensors of a run: prints the largest differences.

python3 convolutions_in_torch.py FOLDER: every NAME.json with NAME.safetensors beside it
"""
import json
import pathlib
import struct
import sys

import numpy as np
import torch
from torch.nn import functional as F

torch.set_num_threads(1)
FUNCTIONS = {"relu": torch.relu, "tanh": torch.tanh, "linear": lambda x: x, "sigmoid": torch.sigmoid}
CONVOLUTIONS = {1: F.conv1d, 2: F.conv2d}
TRANSPOSED = {1: F.conv_transpose1d, 2: F.conv_transpose2d}
POOLINGS = {("max", 1): F.max_pool1d, ("max", 2): F.max_pool2d, ("average", 1): F.avg_pool1d, ("average", 2): F.avg_pool2d}


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


class Network:
    def __init__(self, result, tensors):
        self.layers, self.tensors, self.n = result["layers"], tensors, result["experiment"]["network"]

    def convolution(self, x, layer):
        n, d = self.n, self.n["dimensions"]
        weight, bias = (self.tensors[f"layers.{layer['layer']}.{what}"] for what in ("weight", "bias"))
        own = {**n, **next((o for o in n["overrides"] if o["layer"] == layer["layer"]), {})}
        kernel, stride = own["kernel"], own["stride"]
        padding = 0 if n["padding"] == "none" else n["dilation"] * (kernel - 1) // 2
        if n["padding"] == "circular" and padding > 0:
            x, padding = F.pad(x, [padding] * (2 * d), mode="circular"), 0
        if own.get("transposed"):
            more = 0 if n["padding"] == "none" else max(0, stride - 1 - n["dilation"] * (kernel - 1) % 2)
            return TRANSPOSED[d](x, weight, bias, stride, padding, more, n["groups"], n["dilation"])
        return CONVOLUTIONS[d](x, weight, bias, stride, padding, n["dilation"], n["groups"])

    def is_pooled(self, x, layer):
        n = self.n
        return n["pooling"] != "none" and layer["layer"] % n["pooling_every"] == 0 and x.shape[-1] >= n["pooling_size"]

    def pooled(self, x, layer):
        n = self.n
        return POOLINGS[n["pooling"], n["dimensions"]](x, n["pooling_size"]) if self.is_pooled(x, layer) else x

    def shaped(self, x):
        d = self.n["dimensions"]
        return x.reshape(x.shape[0], -1, *([self.n["size"]] * d))

    def output(self, x):
        for layer in self.layers:
            x = self.pooled(FUNCTIONS[layer["activation"]](self.convolution(x, layer)), layer)
        return x

    def decorrelations(self, x):
        """1 - c of z of every layer, in the mean over the pairs."""
        found = []
        for layer in self.layers:
            z = self.convolution(x, layer)
            a, b = z.flatten(1)[::2], z.flatten(1)[1::2]
            lost = (a.norm(dim=1) == 0).any() or (b.norm(dim=1) == 0).any()
            found.append(np.nan if lost else float(1 - F.cosine_similarity(a, b, eps=1e-300).mean()))
            x = self.pooled(FUNCTIONS[layer["activation"]](z), layer)
        return found


def signal_difference(layer, signals):
    """The largest difference of a layer's statistics from those of its signals, (group, tensor), relative to the RMS."""
    worst = 0.0
    for group, numbers in signals:
        size = float(numbers.square().mean().sqrt()) + 1e-300
        for name, number in (("rms", numbers.square().mean().sqrt()), ("std", numbers.std(unbiased=False)),
                             ("mean", numbers.mean()), ("min", numbers.min()), ("max", numbers.max())):
            worst = max(worst, abs(layer[group][name] - float(number)) / size)
    zeros = float((dict(signals)["activation_output"] == 0).double().mean())
    return max(worst, abs(layer["activation_output"]["zero_fraction"] - zeros))


def spectrum_difference(result, function, x):
    """The largest difference in log10 of a singular value of the Jacobian that float64 can tell here."""
    expected = torch.linalg.svdvals(torch.autograd.functional.jacobian(function, x))
    told = expected > 1e-6 * expected[0]
    found = torch.tensor([np.nan if s is None else s for s in result["jacobian"]["log10_singular_values"]])
    assert len(found) == len(expected), (len(found), len(expected))
    return float((torch.log10(expected) - found)[told].abs().max()) if told.any() else 0.0


def print_differences(compared):
    """Prints differences beyond 1e-5, or 1e-6 in log10 of singular values, and the number of networks."""
    paths = sorted(pathlib.Path(sys.argv[1]).glob("*.json"))
    for path in paths:
        for i, difference in enumerate(compared(path)):
            if not difference <= (1e-5, 1e-6)[i]:
                print(path.name, ("numbers", "singular values")[i], difference)
    print("networks", len(paths))


def compared(path):
    """Of sizes and means relative to the RMS; of fans; of log10 of singular values that float64 can tell here."""
    result, tensors = json.loads(path.read_text()), tensors_of(path.with_suffix(".safetensors"))
    network = Network(result, tensors)
    x, worst = network.shaped(tensors["input"]), 0.0
    preactivations = []
    for layer in result["layers"]:
        if preactivations == []:
            x.requires_grad_()
        z = network.convolution(x, layer)
        z.retain_grad()
        preactivations.append(z)
        x = FUNCTIONS[layer["activation"]](z)
        pooled = network.pooled(x, layer)
        assert ("pooled" in layer) == network.is_pooled(x, layer), layer["layer"]
        signals = [("preactivation", z), ("activation_output", x)] + [("pooled", pooled)] * ("pooled" in layer)
        worst = max(worst, signal_difference(layer, signals))
        x = pooled
        fans = torch.nn.init._calculate_fan_in_and_fan_out(tensors[f"layers.{layer['layer']}.weight"])
        assert fans == (layer["fan_in"], layer["fan_out"]), fans
    (x * tensors["cotangent"].reshape(x.shape)).sum().backward()
    for layer, z in zip(result["layers"], preactivations):
        size = float(z.grad.square().mean().sqrt())
        worst = max(worst, abs(layer["gradient"]["rms"] - size) / (size + 1e-300))
    size = float(tensors["input"].square().mean().sqrt())
    pairs = tensors.get("pairs")
    expected = network.decorrelations(network.shaped(pairs * size)) if pairs is not None else [np.nan] * len(result["layers"])
    for layer, decorrelation in zip(result["layers"], expected):
        told = layer.get("correlation")
        assert (told is None) == bool(np.isnan(decorrelation)), layer["layer"]
        if told is not None:
            worst = max(worst, abs(told["one_minus"] - decorrelation), abs(told["mean"] - 1 + decorrelation))
    first = tensors["input"][:1].double()
    return worst, spectrum_difference(result, lambda x: network.output(network.shaped(x[None])).flatten(), first[0])


if __name__ == "__main__":
    print_differences(compared)
