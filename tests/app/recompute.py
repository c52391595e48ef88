# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes the numbers of a result again from its tensors, with numpy in float64, and lists where they differ.

python3 recompute.py RESULT.json TENSORS.safetensors

Every field must agree to 1e-4 relative. A mean may be near zero by cancellation, and a least or largest value
near zero by chance: those are held against 1e-4 of the standard deviation as well.
"""
import json
import math
import struct
import sys

import numpy as np

erf = np.vectorize(math.erf, otypes=[float])
TOLERANCE = 1e-4


def read_safetensors(path):
    with open(path, "rb") as file:
        size = struct.unpack("<Q", file.read(8))[0]
        header = json.loads(file.read(size))
        data = file.read()
    tensors = {}
    for name, about in header.items():
        if name == "__metadata__":
            continue
        assert about["dtype"] == "F32", name
        begin, end = about["data_offsets"]
        tensors[name] = np.frombuffer(data[begin:end], "<f4").reshape(about["shape"]).astype(np.float64)
    return tensors


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def functions(activation):
    """The function, its derivative, and which outputs count as saturated."""
    p = activation if isinstance(activation, dict) else {"name": activation}
    slope, alpha = p.get("negative_slope", 0.01), p.get("alpha", 1.0)
    never = lambda x: np.zeros_like(x, bool)
    return {
        "linear": (lambda z: z, np.ones_like, never),
        "relu": (lambda z: np.maximum(z, 0), lambda z: (z > 0) * 1.0, never),
        "leaky_relu": (lambda z: np.where(z > 0, z, slope * z), lambda z: np.where(z > 0, 1.0, slope), never),
        "tanh": (np.tanh, lambda z: 1 / np.cosh(z) ** 2, lambda x: np.abs(x) > 0.97),
        "sigmoid": (sigmoid, lambda z: sigmoid(z) * sigmoid(-z), lambda x: (x < 0.015) | (x > 0.985)),
        "elu": (
            lambda z: np.where(z > 0, z, alpha * np.expm1(np.minimum(z, 0))),
            lambda z: np.where(z > 0, 1.0, alpha * np.exp(np.minimum(z, 0))),
            lambda x: x < -0.97 * alpha,
        ),
        "gelu": (
            lambda z: z * 0.5 * (1 + erf(z / math.sqrt(2))),
            lambda z: 0.5 * (1 + erf(z / math.sqrt(2))) + z * np.exp(-z * z / 2) / math.sqrt(2 * math.pi),
            never,
        ),
    }[p["name"]]


class Comparison:
    def __init__(self):
        self.compared = 0
        self.failures = []

    def close(self, name, found, expected, scale=0.0):
        self.compared += 1
        found = float(found)
        if not abs(found - expected) <= TOLERANCE * max(abs(expected), scale):
            self.failures.append(f"{name}: {found!r} but {expected!r} by recomputation")

    def correlations(self, name, group, a, b):
        """Of pairs of rows: their mean, and one minus it to its own digits."""
        a, b = (v / np.linalg.norm(v, axis=1, keepdims=True) for v in (a, b))
        complement = (((a - b) ** 2).sum(axis=1) / 2).mean()
        self.close(f"{name}.mean", group["mean"], 1 - complement, 1)
        self.close(f"{name}.one_minus", group["one_minus"], complement)

    def moments(self, name, group, values):
        expected = {"mean": values.mean(), "std": values.std(), "rms": math.sqrt((values**2).mean()),
                    "min": values.min(), "max": values.max()}
        for key, value in expected.items():
            if key in group:
                self.close(f"{name}.{key}", group[key], value, values.std() if key in ("mean", "min", "max") else 0)


def main(result_path, tensors_path):
    with open(result_path, encoding="utf-8") as file:
        result = json.load(file)
    tensors = read_safetensors(tensors_path)
    layers, network = result["layers"], result["experiment"]["network"]
    overridden = {o["layer"]: o["activation"] for o in network["overrides"] if "activation" in o}
    check = Comparison()

    x, z, phi = [tensors["input"]], [None], [None]
    pairs = tensors["pairs"] * math.sqrt((x[0] ** 2).mean())
    for layer in layers:
        l = layer["layer"]
        w, b = tensors[f"layers.{l}.weight"], tensors[f"layers.{l}.bias"]
        assert w.shape == (layer["fan_out"], layer["fan_in"])
        phi.append(functions(overridden.get(l, network["activation"])))
        z.append(x[-1] @ w.T + b)
        x.append(phi[l][0](z[l]))
        pairs = pairs @ w.T + b
        check.correlations(f"{l}.correlation", layer["correlation"], pairs[0::2], pairs[1::2])
        pairs = phi[l][0](pairs)
        check.moments(f"{l}.weight", layer["weight"], w)
        check.moments(f"{l}.preactivation", layer["preactivation"], z[l])
        output = layer["activation_output"]
        check.moments(f"{l}.activation_output", output, x[l])
        check.close(f"{l}.zero_fraction", output["zero_fraction"], (x[l] == 0).mean(), 1)
        check.close(f"{l}.saturated_fraction", output["saturated_fraction"], phi[l][2](x[l]).mean(), 1)
        singular = np.linalg.svd(w, compute_uv=False)
        assert len(singular) == len(layer["weight_singular_values"])
        for i, value in enumerate(layer["weight_singular_values"]):
            check.close(f"{l}.weight_singular_values[{i}]", value, singular[i], 1e-6 * singular[0])

    delta = tensors["cotangent"]
    jacobian = np.eye(layers[0]["fan_in"])
    for layer in reversed(layers):
        l = layer["layer"]
        delta = delta * phi[l][1](z[l])
        check.moments(f"{l}.gradient", layer["gradient"], delta)
        delta = delta @ tensors[f"layers.{l}.weight"]
    for layer in layers:
        l = layer["layer"]
        jacobian = phi[l][1](z[l][0])[:, None] * (tensors[f"layers.{l}.weight"] @ jacobian)
    found = result["jacobian"]["log10_singular_values"]
    expected = np.linalg.svd(jacobian, compute_uv=False)
    assert len(found) == len(expected)
    for i, value in enumerate(expected):
        if value > 1e-8 * expected[0]:   # below, numpy's product is not to be trusted
            check.compared += 1
            if not abs(found[i] - math.log10(value)) <= 1e-6:
                check.failures.append(f"jacobian[{i}]: {found[i]!r} but {math.log10(value)!r} by recomputation")

    for failure in check.failures:
        print(failure)
    print(f"{check.compared} numbers compared, {len(check.failures)} differ")
    return 1 if check.failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
