# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual's example for JAX and Flax, run with NumPy in place of both: what it calls is written here by their
documentation. Gradients are differences."""
import os
import re
import sys
import tempfile
import types
import unittest
from unittest import mock

import numpy as np

import stepzero

MANUAL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "resources", "manual", "captures.md")


def example():
    with open(MANUAL, encoding="utf-8") as file:
        section = re.search(r"\n## From JAX\n(.*?)(\n## |\Z)", file.read(), re.DOTALL).group(1)
    return "\n".join(line[4:] for line in section.splitlines() if line.startswith("    ") or not line)[1:]


def has_program():
    try:
        return bool(stepzero.find_program())
    except stepzero.ProgramError:
        return False


def leaves(tree, path=()):
    """Yields path and leaf. Keys of dictionaries are sorted; places in a tuple have no `key`."""
    if isinstance(tree, dict):
        for key in sorted(tree):
            yield from leaves(tree[key], path + (types.SimpleNamespace(key=key),))
    elif isinstance(tree, tuple):
        for index, item in enumerate(tree):
            yield from leaves(item, path + (types.SimpleNamespace(idx=index),))
    else:
        yield path, tree


def value_and_grad(function, argnums):
    def differences(tree, call):
        if isinstance(tree, dict):
            return {key: differences(item, call) for key, item in tree.items()}
        found = np.zeros_like(tree)
        for at in np.ndindex(tree.shape):
            before = tree[at]
            ends = []
            for step in (1e-4, -1e-4):
                tree[at] = before + step
                ends.append(call())
            tree[at] = before
            found[at] = (ends[0] - ends[1]) / 2e-4
        return found

    def both(*trees):
        call = lambda: float(function(*trees))
        return call(), tuple(differences(trees[n], call) for n in argnums)
    return both


JAX = types.SimpleNamespace(
    __version__="0", numpy=np, value_and_grad=value_and_grad, random=types.SimpleNamespace(PRNGKey=lambda seed: seed),
    tree_util=types.SimpleNamespace(tree_flatten_with_path=lambda tree: (list(leaves(tree)), None)))


class Model:
    """Two layers of Flax, each of which perturbs its output."""

    def init(self, key, x):
        rng = np.random.default_rng(key)
        return {"params": {"a": {"kernel": rng.standard_normal((3, 5)), "bias": np.zeros(5)},
                           "b": {"kernel": rng.standard_normal((5, 2)), "bias": np.zeros(2)}},
                "perturbations": {"a": {"output": np.zeros((len(x), 5))}, "b": {"output": np.zeros((len(x), 2))}}}

    def apply(self, variables, x, capture_intermediates=False, mutable=()):
        seen = {}
        for name, own in variables["params"].items():
            x = x @ own["kernel"] + own["bias"]
            if "perturbations" in variables:
                x = x + variables["perturbations"][name]["output"]
            seen[name] = {"__call__": (x,)}
        return (x, {"intermediates": {**seen, "__call__": (x,)}}) if mutable else x


class Example(unittest.TestCase):
    def test_writes_a_capture(self):
        names, model, x = {}, Model(), np.random.default_rng(1).standard_normal((4, 3))
        with mock.patch.dict(sys.modules, {"jax": JAX, "jax.numpy": np}):
            exec(compile(example(), MANUAL, "exec"), names)
        params = model.init(7, x)["params"]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "flax.stepzero-capture.json")
            names["capture"](model, params, x, lambda y: (y * y).mean(), path)
            captured = stepzero.Capture.load(path)
            if has_program():
                stepzero.inspect(path)   # which reads it strictly
        hidden = x @ params["a"]["kernel"]
        output = hidden @ params["b"]["kernel"]
        sent = 2 * output / output.size   # the derivative of the mean square
        self.assertEqual([e["path"] for e in captured.modules], ["a", "b"])
        for entry, values, gradient in zip(captured.modules, (hidden, output), (sent @ params["b"]["kernel"].T, sent)):
            for found, expected in ((entry["output"], values), (entry["gradient"], gradient)):
                # The example's float32. Differences of a square have no error but that of rounding: 1e-16 / 1e-4.
                self.assertAlmostEqual(found["rms"], np.sqrt(np.mean(expected ** 2)), delta=1e-6 * found["largest"])
        kernel = captured.parameter("a.kernel")
        expected = x.T @ sent @ params["b"]["kernel"].T
        self.assertEqual(kernel["value"]["shape"], [3, 5])
        self.assertAlmostEqual(kernel["gradient"]["rms"], np.sqrt(np.mean(expected ** 2)),
                               delta=1e-6 * kernel["gradient"]["largest"])


if __name__ == "__main__":
    unittest.main()
