# SPDX-License-Identifier: GPL-3.0-or-later
"""Thirty models, as people write them, captured and compared with hooks written by hand; and left as they were."""
import copy
import random
import unittest

import numpy as np
import torch
from torch import nn

import by_hand
import stepzero
from cases import in_turn
from models import HEALTHY


def made(name):
    torch.manual_seed(7)
    return HEALTHY[name]()


def state_of(model):
    """Returns everything that a capture must leave: the bytes of all tensors, their identity, gradients and modes."""
    tensors = list(model.named_parameters()) + list(model.named_buffers())
    return ({name: (id(t), t.detach().clone()) for name, t in tensors},
            {name: (id(p.grad), None if p.grad is None else p.grad.clone(), p.requires_grad)
             for name, p in model.named_parameters()},
            {path: (m.training, sorted(m.__dict__), len(m._forward_hooks), len(m._forward_pre_hooks),
                    len(m._backward_hooks))
             for path, m in model.named_modules()},
            (torch.get_rng_state(), random.getstate(), np.random.get_state()))


def assert_same_state(test, before, after):
    for name, (identity, tensor) in before[0].items():
        test.assertEqual(identity, after[0][name][0], name)
        test.assertTrue(torch.equal(tensor, after[0][name][1]), name)
    test.assertEqual(before[0].keys(), after[0].keys())
    for name, (identity, tensor, flag) in before[1].items():
        test.assertEqual((identity, flag), (after[1][name][0], after[1][name][2]), name)
        test.assertTrue(tensor is None or torch.equal(tensor, after[1][name][1]), name)
    test.assertEqual(before[2], after[2])
    test.assertTrue(torch.equal(before[3][0], after[3][0]))
    test.assertEqual(before[3][1], after[3][1])
    test.assertTrue(all(np.array_equal(a, b) for a, b in zip(before[3][2], after[3][2])))


class Models(unittest.TestCase):
    def test_there_are_thirty(self):
        self.assertGreaterEqual(len(HEALTHY), 30)

    def test_equal_hooks_written_by_hand(self):
        for name in HEALTHY:
            with self.subTest(name):
                model, inputs, loss = made(name)
                twin, inputs, loss = made(name)
                state = torch.get_rng_state()
                captured = stepzero.capture(model, inputs, loss, spectra=64)
                torch.set_rng_state(state)
                if name == "gpt_checkpointed":   # which runs everything twice
                    twin.checkpointed = None
                    captured_moments = [e for e in captured.modules if "/" in e["path"]]
                    self.assertTrue(all("gradient" in e for e in captured_moments))
                entries, value, gradients = by_hand.watch(twin, inputs, loss)
                self.compare(captured, entries, value, gradients, twin)

    def compare(self, captured, entries, value, gradients, model):
        self.assertAlmostEqual(captured["loss"]["value"], value, delta=1e-6 * max(1, abs(value)))
        found = [e for e in captured.modules if "whole_block" not in e and "/" not in e["path"]]
        self.assertEqual([(e["path"], e["call"]) for e in found], [(e["path"], e["call"]) for e in entries])
        for entry, expected in zip(found, entries):
            what = "%s, call %d" % (entry["path"], entry["call"])
            by_hand.compare_moments(self, entry["output"], expected["output"], what)
            self.assertEqual("gradient" in entry, "gradient" in expected, what)
            if "gradient" in expected:
                by_hand.compare_moments(self, entry["gradient"], expected["gradient"], "gradient of " + what)
        parameters = {p["name"]: p for p in captured.parameters}
        self.assertEqual(list(parameters), [name for name, _ in model.named_parameters()])
        for name, parameter in model.named_parameters():
            entry = parameters[name]
            by_hand.compare_moments(self, entry["value"], parameter.detach(), name)
            gradient = gradients.get(name)
            self.assertEqual("gradient" in entry, gradient is not None, name)
            if gradient is not None:
                by_hand.compare_moments(self, entry["gradient"], gradient, "gradient of " + name)
            if parameter.dim() > 1 and min(parameter.shape[0], parameter.numel() // parameter.shape[0]) <= 64:
                matrix = parameter.detach().double().reshape(parameter.shape[0], -1).numpy()
                values = np.linalg.svd(matrix, compute_uv=False)
                self.assertTrue(np.allclose(entry["singular_values"], values, rtol=0, atol=1e-12 * max(values[0], 1)),
                                name)
                rows = [row.tobytes() for row in parameter.detach().float().reshape(parameter.shape[0], -1).numpy()]
                self.assertEqual(entry["equal_rows"], sum(rows.count(row) > 1 for row in rows) / len(rows), name)

    def test_are_left_as_they_were(self):
        for name in in_turn(HEALTHY):
            with self.subTest(name):
                model, inputs, loss = made(name)
                for number, p in enumerate(model.parameters()):
                    if number % 2:
                        p.grad = torch.randn_like(p)
                before_inputs = copy.deepcopy(inputs)
                before = state_of(model)
                stepzero.capture(model, inputs, loss, spectra=0)
                assert_same_state(self, before, state_of(model))
                for a, b in zip(tensors_of(before_inputs), tensors_of(inputs)):
                    self.assertTrue(torch.equal(a, b))


def tensors_of(value):
    if isinstance(value, torch.Tensor):
        return [value]
    return sum((tensors_of(v) for v in (value.values() if isinstance(value, dict) else value)), [])


class Untidy(nn.Module):
    """Changes itself in its forward pass in all ways that capture() must undo."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(10, 8, max_norm=0.1)   # renormalized in place
        self.normal = nn.utils.spectral_norm(nn.Linear(8, 8))   # a step of power iteration
        self.bn = nn.BatchNorm1d(8)
        self.frozen = nn.Linear(8, 8).requires_grad_(False)
        self.calls, self.history, self.cache = 0, [], None
        self.register_buffer("counter", torch.zeros(()))
        self.register_buffer("running", torch.zeros(8))

    def forward(self, tokens):
        self.calls += 1
        x = self.bn(self.normal(self.embedding(tokens)))
        self.history.append(x)
        self.cache = x
        self.late = x.mean()
        self.counter += 1
        self.running = 0.9 * self.running + x.detach().mean(0)   # another tensor
        torch.rand(3), random.random(), np.random.rand()
        return self.frozen(torch.dropout(x, 0.5, True))


class State(unittest.TestCase):
    def test_an_untidy_model_is_left_as_it_was(self):
        torch.manual_seed(1)
        model = Untidy()
        model.frozen.eval()
        before, history = state_of(model), model.history
        first = stepzero.capture(model, torch.arange(10), 8)
        assert_same_state(self, before, state_of(model))
        self.assertEqual((model.calls, model.cache), (0, None))
        self.assertTrue(model.history is history and history == [])
        self.assertNotIn("gradient", first.parameter("frozen.weight"))
        self.assertFalse(first.parameter("frozen.weight")["trainable"])
        # The same random numbers again, and the same result.
        self.assertEqual(dict(first), dict(stepzero.capture(model, torch.arange(10), 8)))

    def test_a_model_that_fails_is_left_as_it_was(self):
        class Fails(Untidy):
            def forward(self, tokens):
                super().forward(tokens)
                raise KeyError("no")

        model = Fails()
        before = state_of(model)
        with self.assertRaises(KeyError):
            stepzero.capture(model, torch.arange(10))
        assert_same_state(self, before, state_of(model))
        self.assertEqual(model.calls, 0)

    def test_parameters_changed_in_place_are_named(self):
        class Clamps(nn.Linear):
            def forward(self, x):
                with torch.no_grad():
                    self.weight.clamp_(-0.1, 0.1)
                return super().forward(x)

        with self.assertWarnsRegex(UserWarning, "in place.*weight"):
            stepzero.capture(nn.Sequential(Clamps(4, 4)), torch.randn(3, 4))

    def test_hooks_that_step_are_put_aside(self):
        model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 1))
        if not hasattr(model[0].weight, "register_post_accumulate_grad_hook"):
            self.skipTest("PyTorch before 2.1")
        stepped = []
        model[0].weight.register_post_accumulate_grad_hook(lambda p: stepped.append(p))
        stepzero.capture(model, torch.randn(3, 4))
        self.assertEqual(stepped, [])
        model(torch.randn(3, 4)).sum().backward()
        self.assertEqual(len(stepped), 1)

    def test_an_input_may_be_overwritten_by_the_model(self):
        x = torch.randn(5, 4)
        before = x.clone()
        captured = stepzero.capture(nn.Sequential(nn.ReLU(inplace=True), nn.Linear(4, 2), nn.Tanh()), x)
        self.assertTrue(torch.equal(x, before))
        self.assertAlmostEqual(captured.module("0")["output"]["zeros"], float((before <= 0).double().mean()))

    def test_works_without_gradients_outside(self):
        model = nn.Linear(4, 2)
        for context in (torch.no_grad(), torch.inference_mode()):
            with context:
                captured = stepzero.capture(model, torch.randn(3, 4))
                self.assertIn("gradient", captured.modules[0])


if __name__ == "__main__":
    unittest.main()
