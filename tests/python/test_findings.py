# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults that are named, healthy models without findings, check(), audit() and the fixture for pytest."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import torch
from torch import nn

import stepzero
from models import HEALTHY, language
from models.faults import FAULTS


def has_command(name):
    try:
        return subprocess.run([stepzero.find_program(), name, "--help"], capture_output=True,
                              check=False).returncode == 0
    except stepzero.ProgramError:
        return False


INSPECTS = has_command("inspect")


def ids_of(make):
    torch.manual_seed(7)
    return [(f.severity, f.id) for f in stepzero.inspect(stepzero.capture(*make()))]


@unittest.skipUnless(INSPECTS, "no program with the command inspect")
class Findings(unittest.TestCase):
    def test_faults_are_named(self):
        self.assertGreaterEqual(len(FAULTS), 20)
        for name, (make, expected) in FAULTS.items():
            with self.subTest(name):
                self.assertIn(expected, [word for _, word in ids_of(make)])

    def test_healthy_models_have_no_problems(self):
        for name, make in HEALTHY.items():
            with self.subTest(name):
                self.assertEqual([f for f in ids_of(make) if f[0] != "note"], [])

    def test_check(self):
        model, inputs, loss = HEALTHY["mlp"]()
        stepzero.check(model, inputs, loss)
        model, inputs, loss = FAULTS["fixed_std"][0]()
        with self.assertRaisesRegex(stepzero.InitializationError,
                                    "(?s)of Sequential.*vanishing_signal.*fix: ") as caught:
            stepzero.check(model, inputs, loss)
        stepzero.check(model, inputs, loss, ignore=[f.id for f in caught.exception.findings])

    def test_widths_can_be_inspected(self):
        checked = stepzero.coordinate_check(
            lambda width: nn.Sequential(nn.Linear(8, width), nn.ReLU(), nn.Linear(width, 4)),
            [16, 32, 64], torch.randn(32, 8), 4, steps=2)
        self.assertIsInstance(stepzero.inspect(checked), list)

    def test_steps_can_be_inspected(self):
        model, inputs, loss = HEALTHY["mlp"]()
        captured = stepzero.capture_steps(model, inputs, torch.optim.SGD(model.parameters(), 0.01), steps=3, loss=loss)
        self.assertEqual([f.id for f in stepzero.inspect(captured) if f.severity != "note"], [])


# The program's output, for tests that do not need it.
ANSWER = {"format": "stepzero-inspection", "version": 1, "findings": [
    {"id": "vanishing_signal", "severity": "error", "names": ["0", "2"], "message": "It vanishes.",
     "cause": "Small weights.",
     "fix": "Use He."},
    {"id": "unused", "severity": "note", "names": ["3"], "message": "Not reached."}]}


class Answers(unittest.TestCase):
    """Tests with a program that always gives the same answer."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        answer, path = os.path.join(self.folder.name, "answer"), os.path.join(self.folder.name, "stepzero")
        with open(answer, "w", encoding="utf-8") as file:
            json.dump(ANSWER, file)
        with open(path, "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\n[ -s "$2" ] || exit 2\ncp "%s" "$4"\nexit 1\n' % answer)
        os.chmod(path, 0o755)
        patched = mock.patch.dict(os.environ, {"STEPZERO": path})
        patched.start()
        self.addCleanup(patched.stop)
        self.model, self.x = nn.Sequential(nn.Linear(3, 2)), torch.randn(4, 3)

    def test_findings(self):
        first, second = stepzero.inspect(stepzero.capture(self.model, self.x))
        self.assertEqual((first.id, first.severity, first.names), ("vanishing_signal", "error", ["0", "2"]))
        self.assertEqual(str(first),
                         "error (vanishing_signal): It vanishes.\n    cause: Small weights.\n    fix: Use He.")
        self.assertEqual(str(second), "note (unused): Not reached.")

    def test_check(self):
        with self.assertRaises(stepzero.InitializationError) as caught:
            stepzero.check(self.model, self.x)
        self.assertEqual([f.id for f in caught.exception.findings], ["vanishing_signal"])
        self.assertRegex(str(caught.exception), "^1 problem with the initialization of Sequential\nerror .vani")
        self.assertIsInstance(caught.exception, AssertionError)
        self.assertEqual(len(stepzero.check(self.model, self.x, ignore=["vanishing_signal"])), 2)
        with self.assertRaises(stepzero.InitializationError) as caught:
            stepzero.check(self.model, self.x, severity="note")
        self.assertEqual(len(caught.exception.findings), 2)
        self.assertRaises(ValueError, stepzero.check, self.model, self.x, severity="fatal")

    def test_fixture_of_pytest(self):
        try:
            __import__("pytest")
        except ImportError:
            self.skipTest("no python3-pytest")
        with open(os.path.join(self.folder.name, "test_it.py"), "w", encoding="utf-8") as file:
            file.write("""
import torch
def test_bad(stepzero_check):
    stepzero_check(torch.nn.Linear(3, 2), torch.randn(4, 3))
def test_good(stepzero_check):
    stepzero_check(torch.nn.Linear(3, 2), torch.randn(4, 3), ignore=["vanishing_signal"])
def test_without_program(monkeypatch, request):
    monkeypatch.setenv("STEPZERO", "/nowhere")
    request.getfixturevalue("stepzero_check")
""")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "stepzero.pytest_plugin", "-p", "no:cacheprovider",
                   "test_it.py"]
        found = subprocess.run(command, cwd=self.folder.name, encoding="utf-8", capture_output=True, check=False,
                               env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}).stdout
        self.assertIn("1 failed, 1 passed, 1 skipped", found)
        self.assertIn("InitializationError", found)


@unittest.skipUnless(has_command("audit"), "no program")
class Audits(unittest.TestCase):
    def test_a_model_of_nanogpt(self):
        torch.manual_seed(3)
        model = language.GPT(vocab_size=256, n_layer=4, n_embd=64, n_head=4, block_size=64)
        config = {"n_layer": 4, "n_embd": 64, "n_head": 4, "block_size": 64, "vocab_size": 256}
        result = stepzero.audit(model, family="nanogpt", config=config)
        self.assertEqual(result["family"], "nanogpt")
        self.assertEqual(result["verdict"], "follows", result["findings"])
        for block in model.transformer.h:   # forgotten: 1/√(2·layers)
            nn.init.normal_(block.mlp.c_proj.weight, std=0.02)
        result = stepzero.audit(model, family="nanogpt", config=config)
        self.assertEqual(result["verdict"], "deviates")
        self.assertIn("transformer.h.*.mlp.c_proj.weight", str(result["findings"]))

    def test_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.safetensors")
            stepzero.tensors.save_tensors(path, language.GPT().state_dict())
            self.assertEqual(stepzero.audit(path, family="nanogpt")["format"], "stepzero-audit")
        with self.assertRaises(stepzero.ProgramError):
            stepzero.audit("/nowhere.safetensors")


if __name__ == "__main__":
    unittest.main()
