# SPDX-License-Identifier: GPL-3.0-or-later
"""Experiments from Python, and the code that the program writes for them: captured, it has the numbers of
`stepzero run`."""
import glob
import os
import subprocess
import sys
import tempfile
import types
import unittest
from unittest import mock

import numpy as np
import torch

import stepzero


def program():
    try:
        return stepzero.find_program()
    except stepzero.ProgramError:
        return None


def dense(activation, **options):
    return {"network": {"kind": "dense", "depth": 5, "width": 48, "input_width": 32, "activation": activation,
                        "weight": {"scheme": "kaiming_normal"}, "bias": {"scheme": "normal", "std": 0.1}, **options},
            "input": {"samples": 40}, "seed": 5}


TRANSFORMER = {"network": {"kind": "transformer", "depth": 3, "width": 32, "heads": 4, "vocabulary": 64},
               "input": {"samples": 4}, "seed": 3}
CONVOLUTION = {"network": {"kind": "convolution", "depth": 4, "width": 8, "size": 6, "activation": "tanh"},
               "input": {"samples": 6}, "seed": 4}


def network_of(experiment):
    """Returns the network of the code that the program writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = stepzero.experiments.file_of(experiment, folder)
        code = subprocess.run([program(), "code", path, "--framework", "pytorch"], check=True, capture_output=True,
                              encoding="utf-8").stdout
    module = types.ModuleType("generated")
    exec(compile(code, "generated.py", "exec"), module.__dict__)
    return module


class Program(unittest.TestCase):
    def test_find_program(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "stepzero")
            with open(path, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\necho broken >&2\nexit 3\n")
            os.chmod(path, 0o755)
            with mock.patch.dict(os.environ, {"STEPZERO": "", "PATH": folder}):
                self.assertEqual(stepzero.find_program(), path)
                with self.assertRaisesRegex(stepzero.ProgramError, "^broken$"):
                    stepzero.run("notes-he")
            with mock.patch.dict(os.environ, {"STEPZERO": path, "PATH": ""}):
                self.assertEqual(stepzero.find_program(), path)
            with mock.patch.dict(os.environ, {"STEPZERO": path + "?"}):
                self.assertRaisesRegex(stepzero.ProgramError, "STEPZERO", stepzero.find_program)
            # The program that was built in the same clone comes last; an installed package is in no clone.
            package = sys.modules["stepzero.program"]
            built = os.path.normpath(os.path.join(package.__file__, "../../../../build/release/app/stepzero"))
            with mock.patch.dict(os.environ, {"STEPZERO": "", "PATH": ""}):
                if os.path.exists(built):
                    self.assertEqual(stepzero.find_program(), built)
                with mock.patch.object(package, "__file__", os.path.join(folder, "stepzero", "program.py")):
                    self.assertRaisesRegex(stepzero.ProgramError, "not in PATH", stepzero.find_program)

    def test_works_without_pytorch(self):
        script = """
import sys
for name in ("torch", "numpy"):
    sys.modules[name] = None
import stepzero
print(stepzero.Result({"layers": [{"a": {"b": 1}}, {"a": {"b": "nan"}}, {}]}).array("a.b")[0], "torch" in dir(stepzero))
try:
    stepzero.capture
except ImportError:
    print("no capture")
"""
        found = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True,
                               env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
        self.assertEqual(found.stdout.split("\n")[:2], ["1 False", "no capture"])

    def test_show_does_not_wait(self):
        with tempfile.TemporaryDirectory() as folder:
            path, said = os.path.join(folder, "stepzero"), os.path.join(folder, "said")
            with open(path, "w", encoding="utf-8") as file:
                file.write('#!/bin/sh\n[ ! -f "$1" ] || cp "$1" "%s.file"\necho "$1" >"%s"\n' % (said, said))
            os.chmod(path, 0o755)
            captured = stepzero.capture(torch.nn.Linear(2, 2), torch.randn(3, 2), weights=True)
            with mock.patch.dict(os.environ, {"STEPZERO": path}), mock.patch.object(tempfile, "tempdir", folder):
                for what in (captured, {"network": {"kind": "dense"}}, "notes-he"):
                    self.assertEqual(stepzero.show(what).wait(), 0)
                    if what is captured:
                        self.assertEqual(dict(stepzero.Capture.load(said + ".file")),
                                         {**captured, "weights": "model.safetensors"})
                        self.assertEqual(len(glob.glob(os.path.join(folder, "*", "model.safetensors"))), 1)
                with open(said, encoding="utf-8") as file:
                    self.assertEqual(file.read(), "notes-he\n")


@unittest.skipUnless(program(), "no program")
class Experiments(unittest.TestCase):
    def close(self, found, expected, what):
        """Both are statistics of the same float32 numbers, but for the order of sums in a few products of matrices:
        some 1e-6 of the RMS."""
        scale = expected["rms"]
        for key in ("mean", "std", "rms"):
            self.assertAlmostEqual(found[key], expected[key], delta=3e-6 * scale, msg="%s: %s" % (what, key))

    def test_run(self):
        result = stepzero.run(dense("relu"), tensors=True)
        self.assertEqual(result["format"], "stepzero-result")
        self.assertEqual(result.array("preactivation.rms").shape, (5,))
        self.assertEqual(result.tensors["layers.1.weight"].shape, (48, 32))
        std = result.array("weight.std")
        self.assertAlmostEqual(std[1], result.tensors["layers.2.weight"].astype(np.float64).std(), delta=1e-9)
        findings = stepzero.run("notes-naive").findings
        self.assertIn("vanishing_signal", [f.id for f in findings])
        self.assertTrue(findings[0].fix and findings[0].cause)
        with self.assertRaisesRegex(stepzero.ProgramError, "network.depth"):
            stepzero.run({"network": {"kind": "dense", "depth": -1}})

    def test_generated_dense_networks(self):
        for activation in ("relu", "tanh", "gelu", "sigmoid"):
            with self.subTest(activation):
                result = stepzero.run(dense(activation), tensors=True)
                tensors = {name: torch.from_numpy(array.copy()) for name, array in result.tensors.items()}
                network = network_of(dense(activation)).Network()
                with torch.no_grad():
                    for number, linear in network.layers.items():
                        linear.weight.copy_(tensors["layers.%s.weight" % number])
                        linear.bias.copy_(tensors["layers.%s.bias" % number])
                captured = stepzero.capture(network, tensors["input"], lambda x: (x * tensors["cotangent"]).sum())
                for layer in result["layers"]:
                    linear = captured.module("layers.%d" % layer["layer"])
                    output = captured.module("activations.%d" % layer["layer"])["output"]
                    self.close(linear["output"], layer["preactivation"], "preactivation")
                    self.close(linear["gradient"], layer["gradient"], "gradient")
                    self.close(output, layer["activation_output"], "activation")
                    if activation == "relu":
                        self.assertEqual(output["zeros"], layer["activation_output"]["zero_fraction"])
                    singular = captured.parameter("layers.%d.weight" % layer["layer"])["singular_values"]
                    expected = layer["weight_singular_values"]
                    self.assertTrue(np.allclose(singular, expected, rtol=0, atol=1e-5 * expected[0]))

    def test_generated_convolutions(self):
        result = stepzero.run(CONVOLUTION, tensors=True)
        tensors = {name: torch.from_numpy(array.copy()) for name, array in result.tensors.items()}
        network = network_of(CONVOLUTION).Network()
        with torch.no_grad():
            for number, layer in enumerate((m for m in network.modules() if isinstance(m, torch.nn.Conv2d)), start=1):
                layer.weight.copy_(tensors["layers.%d.weight" % number])
                layer.bias.copy_(tensors["layers.%d.bias" % number])
        captured = stepzero.capture(network, tensors["input"].reshape(6, 8, 6, 6),
                                    lambda x: (x.flatten(1) * tensors["cotangent"].flatten(1)).sum())
        convolutions = [e for e in captured.modules if e["kind"] == "convolution"]
        self.assertEqual(len(convolutions), 4)
        for entry, layer in zip(convolutions, result["layers"]):
            self.close(entry["output"], layer["preactivation"], "preactivation")
            self.close(entry["gradient"], layer["gradient"], "gradient")

    def test_generated_transformer(self):
        result = stepzero.run(TRANSFORMER, tensors=True)
        module = network_of(TRANSFORMER)
        network, tensors = module.Network(), result.tensors
        with torch.no_grad():
            for name, parameter in network.named_parameters():
                *block, role, kind = name.replace("blocks.", "").split(".")
                array = tensors[module.NAMES[role].format(*block) + "." + kind]
                if role in "qkv":
                    array = np.split(array, 3, axis=-1)["qkv".index(role)]
                array = array.T if block and array.ndim == 2 else array
                parameter.copy_(torch.from_numpy(array.copy()))
        labels = torch.from_numpy(tensors["labels"].copy())
        captured = stepzero.capture(network, torch.from_numpy(tensors["input_ids"].copy()), lambda logits:
                                    torch.nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten(),
                                                                      reduction="sum"))
        self.assertEqual(captured["loss"]["classes"], 64)
        for index, layer in enumerate(result["layers"]):
            block = "blocks.%d" % index
            entry = captured.module(block)
            self.close(entry["output"], layer["activation_output"], "stream")
            self.close(entry["gradient"], layer["gradient"], "gradient of the stream")
            compared = 0
            for site, numbers in layer["sites"].items():
                try:
                    entry = captured.module(block + ("/attention" if site == "attention" else "." + site))
                except KeyError:
                    continue
                self.close(entry["output"], numbers, site)
                self.close(entry["gradient"], numbers["gradient"], "gradient of " + site)
                compared += 1
            self.assertGreaterEqual(compared, 8)
            self.assertAlmostEqual(captured.module(block + "/attention")["attention"]["entropy_uniform"],
                                   np.log(np.arange(1, 65)).mean(), places=6)


if __name__ == "__main__":
    unittest.main()
