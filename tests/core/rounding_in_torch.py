# SPDX-License-Identifier: GPL-3.0-or-later
"""Dense networks again in a precision of fewer bits, from the tensors of a run: prints the largest differences.

python3 rounding_in_torch.py FOLDER SCRIPTS: every NAME.json with NAME.safetensors beside it; SCRIPTS is where this lies. What every operation gives is
rounded by PyTorch; sums are in float32, and what is exact in float64.
"""
import json
import pathlib
import sys

import numpy as np
import torch

sys.path.insert(0, sys.argv[2])
from convolutions_in_torch import tensors_of

torch.set_num_threads(1)


def phi(name, z):
    """φ(z) and φ'(z)."""
    if name == "relu":
        return torch.relu(z), (z > 0).to(z.dtype)
    if name == "tanh":
        return torch.tanh(z), 1 - torch.tanh(z) ** 2
    return z, torch.ones_like(z)


def passed(layers, tensors, real, dtype, scale):
    """Outputs, and gradients at preactivations, of samples × units; every operation rounded to `dtype`."""
    rounded = lambda x: x.to(dtype).to(real)
    weight = [rounded(tensors[f"layers.{l['layer']}.weight"].to(real)) for l in layers]
    bias = [rounded(tensors[f"layers.{l['layer']}.bias"].to(real)) for l in layers]
    x, outputs, slopes, gradients = rounded(tensors["input"].to(real)), [], [], []
    for l, layer in enumerate(layers):
        z = rounded(x @ weight[l].T + bias[l])
        x, slope = phi(layer["activation"], z)
        x = rounded(x)
        outputs.append(x)
        slopes.append(slope)
    g = rounded(tensors["cotangent"].to(real) * scale)
    for l in reversed(range(len(layers))):
        g = rounded(g * slopes[l])
        gradients.insert(0, g / scale)
        g = rounded(g @ weight[l])
    return outputs, gradients


def compared(path):
    result, tensors = json.loads(path.read_text()), tensors_of(path.with_suffix(".safetensors"))
    layers, measure = result["layers"], result["experiment"]["measure"]
    dtype, scale = getattr(torch, measure["precision"]), measure["loss_scale"]
    exact = passed(layers, tensors, torch.float64, torch.float64, 1)
    rounded = passed(layers, tensors, torch.float32, dtype, scale)
    sizes, errors, zeros = 0.0, 0.0, 0.0
    for l, layer in enumerate(layers):
        for way, group, names in ((0, "activation_output", ("rounded_rms", "rounding_error", "flushed_fraction")),
                                  (1, "gradient", ("rounded_gradient_rms", "gradient_rounding_error",
                                                   "flushed_gradient_fraction"))):
            a, b = exact[way][l], rounded[way][l].double()
            rms, error = b.pow(2).mean().sqrt(), (b - a).norm() / a.norm()
            flushed = ((a != 0) & (b == 0)).sum() / (a != 0).sum()
            sizes = max(sizes, abs(layer[group][names[0]] / rms - 1))
            errors = max(errors, abs(layer[group][names[1]] / error - 1))
            zeros = max(zeros, abs(layer[group][names[2]] - flushed))
    return float(sizes), float(errors), float(zeros)


count, worst = 0, np.zeros(3)
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.json")):
    worst = np.maximum(worst, compared(path))
    count += 1
print("networks", count, " ".join(f"{x:.2g}" for x in worst))
