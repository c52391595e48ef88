# SPDX-License-Identifier: GPL-3.0-or-later
"""Captures in detail: statistics, attention, losses, names, compiled and checkpointed models, steps, files."""
import json
import math
import os
import tempfile
import unittest

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

import by_hand
import stepzero
from models import HEALTHY, language
from stepzero import attention, losses, statistics


def mlp(width=16):
    torch.manual_seed(2)
    return nn.Sequential(nn.Linear(8, width), nn.Tanh(), nn.Linear(width, 4))


class Statistics(unittest.TestCase):
    def test_moments_are_numpys(self):
        generator = torch.Generator().manual_seed(3)
        for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
            for shape in ((7,), (3, 5), (600, 1000), (2, 3, 4, 5), ()):
                tensor = (torch.randn(shape, generator=generator, dtype=torch.float64) * 3 + 100).to(dtype)
                with self.subTest(dtype=dtype, shape=shape):
                    found = statistics.moments(tensor)
                    self.assertEqual(found["dtype"], str(dtype)[6:])
                    expected = by_hand.moments(tensor)
                    for key, value in expected.items():
                        if key not in ("shape", "count"):   # float64 on both sides, in another order
                            self.assertAlmostEqual(found[key], value, delta=1e-12 * 100, msg=key)
                    self.assertEqual(sum(found["histogram"]["counts"]), tensor.numel())

    def test_entries_that_are_not_finite_are_left_out(self):
        tensor = torch.tensor([1.0, math.nan, math.inf, -3.0, 0.0, -math.inf])
        found = statistics.moments(tensor)
        self.assertEqual((found["count"], found["not_finite"]), (6, 3))
        self.assertEqual([found[key] for key in ("mean", "min", "max", "smallest", "largest", "zeros")],
                         [-2 / 3, -3, 1, 1, 3, 1 / 3])
        self.assertEqual(sum(found["histogram"]["counts"]), 3)
        self.assertEqual(statistics.moments(tensor[:3])["histogram"]["counts"][0], 1)
        self.assertEqual(set(statistics.moments(tensor[1:3])), {"shape", "dtype", "count", "not_finite"})
        self.assertEqual(statistics.moments(torch.zeros(0, 3))["count"], 0)

    def test_unusual_tensors(self):
        self.assertEqual(statistics.moments(torch.full((5,), 2.0))["histogram"],
                         {"from": 2, "to": 2, "counts": [5] + [0] * 79})
        self.assertEqual(statistics.moments(torch.tensor([3 + 4j]))["rms"], math.sqrt(12.5))
        self.assertEqual(statistics.moments(torch.tensor([[0, 2.0]]).to_sparse())["mean"], 2)
        self.assertEqual(statistics.moments(torch.randn(4, 6)[:, ::2].t())["shape"], [3, 4])
        huge = statistics.moments(torch.tensor([1e200, -1e200], dtype=torch.float64))
        self.assertEqual((huge["rms"], huge["mean"]), (None, 0))
        self.assertAlmostEqual(statistics.rms(torch.tensor([3.0, 4.0, math.nan])), math.sqrt(12.5))

    def test_units(self):
        x = torch.randn(6, 5, 3, 3)
        x[:, 1] = 0
        x[:, 4] = x[:, 2]
        found = statistics.moments(x, 1)
        self.assertEqual((found["dead"], found["equal_units"]), (0.2, 0.4))
        x[0, 4, 0, 0] += 1e-3
        self.assertEqual(statistics.moments(x, 1)["equal_units"], 0)
        # Equal extremes, but not equal; and units that are constant.
        y = torch.tensor([[0.0, 1, 7], [1, 0, 7], [0.5, 0.5, 7]])
        self.assertEqual(statistics.moments(y, -1)["equal_units"], 0)
        self.assertNotIn("equal_units", statistics.moments(y[:1], -1))
        self.assertEqual(statistics.moments(y.to(torch.bfloat16)[:, [0, 0, 1]], -1)["equal_units"], 2 / 3)

    def test_constant_inputs(self):
        x = torch.randn(1, 6).expand(9, 6).clone()
        self.assertIs(statistics.has_constant_units(x, -1), True)
        self.assertIs(statistics.has_constant_units(F.dropout(x, 0.5), -1), True)
        images = torch.randn(1, 3, 1, 1).expand(2, 3, 8, 8).clone()
        self.assertIs(statistics.has_constant_units(images, 1), True)
        images[1, 2, 7, 7] += 1e-3   # not among the few that are looked at first
        self.assertIs(statistics.has_constant_units(images, 1), False)
        self.assertIs(statistics.has_constant_units(torch.randn(9, 6), -1), False)
        for nothing in (x[:1], x[0], x.int(), torch.zeros(0, 3)):
            self.assertIsNone(statistics.has_constant_units(nothing, -1))
        captured = stepzero.capture(mlp(), torch.ones(4, 8))
        self.assertEqual([e.get("constant_input") for e in captured.modules], [True, None, True])

    def test_equal_rows(self):
        self.assertEqual(statistics.equal_rows(torch.ones(4, 3)), 1)
        self.assertEqual(statistics.equal_rows(torch.tensor([[1, 2.0], [2, 1], [1, 2], [-0.0, 0]])), 0.5)
        self.assertIsNone(statistics.equal_rows(torch.ones(4)))
        big = torch.randn(300, 5000)
        big[200] = big[7]
        self.assertEqual(statistics.equal_rows(big), 2 / 300)

    def test_saturated_fractions(self):
        model = nn.Sequential(nn.Linear(1, 1), nn.Tanh(), nn.Sigmoid(), nn.Hardtanh())
        with torch.no_grad():
            model[0].weight.fill_(1)
            model[0].bias.zero_()
        captured = stepzero.capture(model, torch.tensor([[0.1], [5.0], [-5.0], [-9.0]]))
        self.assertEqual(captured.module("1")["output"]["saturated"], 0.75)
        self.assertEqual(captured.module("2")["output"]["saturated"], 0)
        self.assertNotIn("saturated", captured.module("0")["output"])


class Attention(unittest.TestCase):
    def expected(self, logits, seen):
        """One query after the other, in Python."""
        entropies, uniforms, tops, all_logits = [], [], [], []
        for row, mask in zip(logits.reshape(-1, logits.shape[-1]), seen.reshape(-1, seen.shape[-1])):
            row = row[mask]
            p = np.exp(row - row.max())
            p /= p.sum()
            entropies.append(-(p * np.log(p)).sum())
            uniforms.append(np.log(mask.sum()))
            tops.append(p.max())
            all_logits.append(row)
        all_logits = np.concatenate(all_logits)
        return {"entropy": np.mean(entropies), "entropy_uniform": np.mean(uniforms), "top": np.mean(tops),
                "logit_std": all_logits.std(), "logit_max": all_logits.max(), "keys": logits.shape[-1]}

    def check(self, found, expected, delta=1e-12):
        self.assertEqual(found.keys(), expected.keys())
        for key, value in expected.items():
            self.assertAlmostEqual(found[key], value, delta=delta, msg=key)

    def test_softmax(self):
        logits = torch.randn(2, 3, 7, 9, dtype=torch.float64) * 3
        seen = torch.rand(2, 1, 7, 9) > 0.3
        seen[..., 0] = True
        for masked in (-math.inf, -1e9, -10000.0):
            given = torch.where(seen, logits, torch.tensor(masked, dtype=torch.float64))
            self.check(attention.of_softmax(given), self.expected(logits.numpy(), seen.expand(2, 3, 7, 9).numpy()))
        nothing = attention.of_softmax(torch.full((3, 4), -math.inf))
        self.assertEqual(nothing, {"keys": 4})

    def test_product(self):
        q, k = torch.randn(2, 4, 5, 8, dtype=torch.float64), torch.randn(2, 4, 6, 8, dtype=torch.float64)
        logits = (q @ k.transpose(-1, -2)).numpy() / math.sqrt(8)
        everything = np.ones((2, 4, 5, 6), bool)
        self.check(attention.of_product(q, k), self.expected(logits, everything))
        self.check(attention.of_product(q, k, is_causal=True), self.expected(logits, np.tril(everything)))
        mask = torch.rand(2, 1, 5, 6) > 0.4
        mask[..., 2] = True
        self.check(attention.of_product(q, k, attn_mask=mask), self.expected(logits, mask.expand(2, 4, 5, 6).numpy()))
        bias = torch.randn(4, 5, 6, dtype=torch.float64)
        self.check(attention.of_product(q, k, attn_mask=bias, scale=0.1),
                   self.expected(logits * math.sqrt(8) * 0.1 + bias.numpy(), everything))
        self.check(attention.of_product(q, k[:, ::2], enable_gqa=True),
                   self.expected((q @ k[:, ::2].repeat_interleave(2, 1).transpose(-1, -2)).numpy() / math.sqrt(8),
                                 everything))
        piece, attention._PIECE = attention._PIECE, 7
        try:
            self.check(attention.of_product(q, k, attn_mask=mask),
                       self.expected(logits, mask.expand(2, 4, 5, 6).numpy()))
            self.check(attention.of_product(q, k, is_causal=True), self.expected(logits, np.tril(everything)))
        finally:
            attention._PIECE = piece

    def test_is_found_however_it_is_written(self):
        class Written(nn.Module):
            def __init__(self, way):
                super().__init__()
                self.way, self.qkv, self.softmax, self.drop = way, nn.Linear(8, 24), nn.Softmax(-1), nn.Dropout(0)

            def forward(self, x):
                q, k, v = self.qkv(x).chunk(3, -1)
                logits = q @ k.transpose(1, 2)
                if self.way == "function":
                    return F.softmax(logits, dim=-1) @ v
                if self.way == "module":
                    return torch.bmm(self.drop(self.softmax(logits)), v)
                if self.way == "method":
                    return torch.einsum("bij,bjd->bid", logits.softmax(2).to(v.dtype), v)
                if self.way == "float":
                    return torch.matmul(torch.softmax(logits, -1, dtype=torch.float32).type_as(v), v)
                return F.scaled_dot_product_attention(q, k, v, scale=1.0)

        ways = ["function", "module", "method", "float"]
        if hasattr(F, "scaled_dot_product_attention") and torch.__version__ >= "2.1":
            ways.append("fused")
        x, first = torch.randn(2, 5, 8), None
        for way in ways:
            torch.manual_seed(5)
            entry = stepzero.capture(Written(way), x).module("/attention")
            first = first or entry
            self.check(entry["attention"], first["attention"], 1e-5)
            for side in ("output", "gradient"):
                self.assertAlmostEqual(entry[side]["rms"], first[side]["rms"], delta=1e-5, msg=way)

    def test_other_softmaxes_are_not_attention(self):
        class Experts(nn.Module):
            def __init__(self):
                super().__init__()
                self.gate, self.experts = nn.Linear(4, 3), nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])

            def forward(self, x):
                weights = F.softmax(self.gate(x), -1)
                outputs = torch.stack([expert(x) for expert in self.experts], 1)
                return torch.einsum("be,bed->bd", weights, outputs).softmax(-1)

        captured = stepzero.capture(Experts(), torch.randn(6, 4))
        self.assertEqual([e["path"] for e in captured.modules if e["kind"] == "attention"], [])

    def test_multi_head(self):
        model = nn.MultiheadAttention(8, 2, batch_first=True)
        x = torch.randn(3, 6, 8)
        padding = torch.zeros(3, 6, dtype=torch.bool)
        padding[1, 4:] = True
        for weights in (True, False):
            captured = stepzero.capture(model, {"query": x, "key": x, "value": x, "key_padding_mask": padding,
                                                "need_weights": weights})
            entry = captured.module("/attention")
            self.assertAlmostEqual(entry["attention"]["entropy_uniform"], (2 * math.log(6) + math.log(4)) / 3)
            q, k, _ = (x @ model.in_proj_weight.t() + model.in_proj_bias).chunk(3, -1)
            q, k = (t.reshape(3, 6, 2, 4).transpose(1, 2).detach().double() for t in (q, k))
            logits = (q @ k.transpose(-1, -2)).numpy() / 2
            expected = self.expected(logits, ~padding[:, None, None].expand(3, 2, 6, 6).numpy())
            self.check(entry["attention"], expected, 1e-5)
            self.assertEqual(captured["unused"], [])


class Losses(unittest.TestCase):
    def loss(self, output, loss=None, **options):
        class Returns(nn.Module):
            def __init__(self):
                super().__init__()
                self.scale = nn.Parameter(torch.ones(()))

            def forward(self, x):
                return output(x * self.scale)

        return stepzero.capture(Returns(), torch.arange(12.0).reshape(2, 6) / 12, loss, **options)["loss"]

    def test_forms(self):
        x = torch.arange(12.0).reshape(2, 6) / 12
        targets = torch.tensor([3, 1])
        value = float(F.cross_entropy(x, targets))
        found = self.loss(lambda y: y, targets)
        self.assertEqual((found["kind"], found["classes"]), ("cross_entropy", 6))
        self.assertAlmostEqual(found["value"], value, places=6)
        self.assertAlmostEqual(self.loss(lambda y: {"a": 1, "logits": y}, targets)["value"], value, places=6)
        self.assertAlmostEqual(self.loss(lambda y: (None, [y]), 6)["value"], math.log(6), delta=1)
        self.assertAlmostEqual(self.loss(lambda y: y, x)["value"], 0)
        self.assertEqual(self.loss(lambda y: y, x)["kind"], "mean_squared_error")
        found = self.loss(lambda y: y, lambda y: F.cross_entropy(y, targets))
        self.assertEqual((found["kind"], found["classes"]), ("cross_entropy", 6))
        found = self.loss(lambda y: y, lambda y: F.cross_entropy(y, targets, reduction="sum"))
        self.assertEqual((found["kind"], found["classes"]), ("custom", 6))
        self.assertEqual(self.loss(lambda y: y, lambda y: y.sum())["kind"], "custom")
        self.assertEqual(self.loss(lambda y: (y, y.sum()))["value"], float(x.sum()))
        self.assertEqual(self.loss(lambda y: y.sum())["kind"], "custom")
        self.assertEqual(self.loss(lambda y: y)["kind"], "random_projection")
        generator = torch.Generator().manual_seed(0)
        value = float((x * torch.randn(2, 6, generator=generator)).sum())
        self.assertAlmostEqual(self.loss(lambda y: y)["value"], value, places=6)

    def test_losses_are_recognized_by_the_graph(self):
        x, y = torch.randn(5, 4, requires_grad=True), torch.rand(5, 4)
        logits, targets = x * 1, torch.tensor([0, 3, 1, 2, 2])
        logs = F.log_softmax(logits, 1)
        binary, nothing = {"kind": "binary_cross_entropy"}, {"kind": "custom"}
        four = {"kind": "cross_entropy", "classes": 4}
        for loss, expected in (
                (F.binary_cross_entropy_with_logits(logits, y), binary),
                (F.binary_cross_entropy(torch.sigmoid(logits), y), binary),
                (F.binary_cross_entropy_with_logits(logits, y, reduction="none").mean(), binary),
                (nn.BCEWithLogitsLoss()(logits, y).float(), binary),
                (F.binary_cross_entropy_with_logits(logits, y, reduction="sum"), nothing),
                (F.binary_cross_entropy_with_logits(logits, y, pos_weight=torch.full((4,), 9.0)), nothing),
                (F.binary_cross_entropy(torch.sigmoid(logits), y, weight=torch.full((4,), 9.0)), nothing),
                (F.nll_loss(F.log_softmax(logits, 1), targets), four),
                (F.nll_loss(F.log_softmax(logits, 1).reshape(5, 4, 1), targets[:, None]), four),
                (F.nll_loss(F.log_softmax(logits, 1), targets, reduction="none").mean(), four),
                (F.cross_entropy(logits, targets, weight=torch.rand(4)), four),
                (F.cross_entropy(logits, targets, label_smoothing=0.1), four),
                (F.cross_entropy(logits, targets, label_smoothing=0.1, weight=torch.rand(4)), four),
                (0.9 * F.cross_entropy(logits, targets) + 0.1 * logits.mean(), nothing),
                (0.9 * F.nll_loss(logs, targets) + 0.1 * (logs.exp() * logs).sum(1).mean(), nothing),
                (F.nll_loss(logits, targets), {"kind": "cross_entropy"}),
                (F.mse_loss(logits, y, reduction="none").mean(), {"kind": "mean_squared_error"}),
                (F.mse_loss(logits, y, reduction="sum"), nothing),
                (torch.tanh(F.mse_loss(logits, y)), nothing),
                (F.cross_entropy(logits, targets) + F.mse_loss(logits, y), nothing),
                (F.l1_loss(logits, y), nothing)):
            self.assertEqual(losses.scalar((logits, loss))[1], expected, loss.grad_fn)
        # Outputs that prefer nothing have the loss that the program expects.
        self.assertAlmostEqual(float(F.binary_cross_entropy_with_logits(logits * 0, y)), math.log(2), places=6)
        self.assertAlmostEqual(float(F.cross_entropy(logits * 0, targets, label_smoothing=0.1)), math.log(4), places=6)

    def test_places_of_classes(self):
        images, tokens = torch.randn(2, 5, 3, 3), torch.randn(2, 5, 5)
        for logits, target, rows in ((images, torch.randint(5, (2, 3, 3)), images.permute(0, 2, 3, 1)),
                                     (tokens, torch.randint(5, (2, 5)), tokens)):
            found = self.loss(lambda y: logits * (1 + 0 * y.sum()), target)
            self.assertAlmostEqual(found["value"], float(F.cross_entropy(rows.reshape(-1, 5), target.reshape(-1))),
                                   places=6)

    def test_mistakes_are_said(self):
        for loss, error in ((torch.zeros(3, 3), "shape"), (torch.zeros(7, dtype=torch.long), "fits"),
                            (torch.ones(2, dtype=torch.bool), "torch.bool"), (11, "11 classes"), ("mse", "str"),
                            (True, "bool"), (lambda y: y, "one number"), (nn.CrossEntropyLoss(), "pair")):
            with self.assertRaisesRegex((ValueError, TypeError), error):
                self.loss(lambda y: y, loss)

    def test_a_pair_of_inputs_and_target(self):
        model, x, target = mlp(), torch.randn(6, 8), torch.randint(4, (6,))
        for loss in (nn.CrossEntropyLoss(), F.cross_entropy, lambda output, t: F.cross_entropy(output, t)):
            self.assertAlmostEqual(stepzero.capture(model, (x, target), loss)["loss"]["value"],
                                   float(F.cross_entropy(model(x), target)), places=6)

    def test_nothing_needs_a_gradient(self):
        captured = stepzero.capture(mlp().requires_grad_(False), torch.randn(3, 8))
        self.assertFalse(any("gradient" in e for e in captured.modules + captured.parameters))
        captured = stepzero.capture(mlp(), torch.randn(3, 8), lambda y: y.detach().sum())
        self.assertFalse(any("gradient" in e for e in captured.modules + captured.parameters))


class Names(unittest.TestCase):
    def blocks(self, name):
        torch.manual_seed(0)
        captured = stepzero.capture(*HEALTHY[name](), spectra=0)
        return {e["path"]: (e.get("block"), e.get("role")) for e in captured.modules}

    def test_blocks(self):
        gpt = self.blocks("gpt")
        self.assertEqual(gpt["transformer.h.1.attn.c_proj"], (2, "attn.c_proj"))
        self.assertEqual(gpt["transformer.h.2"], (3, ""))
        self.assertEqual(gpt["transformer.wte"], (None, None))
        self.assertEqual(gpt["transformer.h.0.attn/attention"], (1, "attn/attention"))
        resnet = self.blocks("resnet18")
        self.assertEqual(resnet["layer2.0.downsample.0"], (3, "downsample.0"))
        self.assertEqual(resnet["layer4.1.conv2"], (8, "conv2"))
        self.assertEqual(set(self.blocks("vgg").values()), {(None, None)})
        self.assertEqual(self.blocks("moe")["layers.1.feed_forward.experts.2.w1"], (2, "feed_forward.experts.2.w1"))
        self.assertEqual(self.blocks("transformer")["transformer.decoder.layers.0/relu"], (3, "/relu"))

    def test_kinds(self):
        kinds = {}
        for name in ("gpt", "resnet18", "lstm", "vit", "llama", "mlp", "convnext"):
            torch.manual_seed(0)
            kinds.update({e["class"]: e["kind"] for e in stepzero.capture(*HEALTHY[name](), spectra=0).modules})
        for word, classes in {"linear": ["Linear"], "convolution": ["Conv2d"], "recurrent": ["LSTM"],
                              "embedding": ["Embedding"],
                              "norm": ["LayerNorm", "BatchNorm2d", "RMSNorm", "GroupNorm"], "dropout": ["Dropout"],
                              "activation": ["ReLU", "GELU", "SiLU"], "pooling": ["MaxPool2d", "AdaptiveAvgPool2d"],
                              "other": ["Flatten", "Block"]}.items():
            for name in classes:
                self.assertEqual(kinds[name], word, name)

    def test_tied_unused_and_repeated(self):
        torch.manual_seed(0)
        bert = stepzero.capture(*HEALTHY["bert"]())
        self.assertEqual(bert["unused"], ["pooler.dense", "pooler.activation"])
        self.assertEqual(bert.parameter("decoder.weight")["tied"], ["decoder.weight"])
        self.assertNotIn("gradient", bert.parameter("pooler.dense.weight"))
        recursive = stepzero.capture(*HEALTHY["recursive"]())
        self.assertEqual([e["call"] for e in recursive.modules if e["path"] == "shared"], [1, 2, 3, 4])
        self.assertEqual(recursive.parameter("shared.bias")["tied"], ["shared_again.bias"])
        short = stepzero.capture(*HEALTHY["recursive"](), max_calls=2)
        self.assertEqual(len([e for e in short.modules if e["path"] == "shared"]), 2)
        self.assertEqual(short["not_recorded"]["shared"], 2)

    def test_channels_are_where_they_are(self):
        """ConvNeXt has units in the last dimension of images inside a block."""
        model = nn.Sequential(nn.Conv2d(2, 6, 1), nn.ReLU())
        with torch.no_grad():
            model[0].bias[:3] = -100
        self.assertEqual(stepzero.capture(model, torch.randn(4, 2, 5, 5)).module("1")["output"]["dead"], 0.5)

        class Last(nn.Module):
            def __init__(self):
                super().__init__()
                self.linear, self.act = nn.Linear(2, 6), nn.ReLU()

            def forward(self, x):
                return self.act(self.linear(x.permute(0, 2, 3, 1)))

        last = Last()
        with torch.no_grad():
            last.linear.bias[:3] = -100
        self.assertEqual(stepzero.capture(last, torch.randn(4, 2, 5, 5)).module("act")["output"]["dead"], 0.5)


class Wrapped(unittest.TestCase):
    def test_inplace_functions(self):
        """Gradients before and after an operation in place are those of the tensor as it was there."""
        class Model(nn.Module):
            def __init__(self, inplace):
                super().__init__()
                self.a, self.norm, self.b, self.inplace = nn.Linear(8, 8), nn.LayerNorm(8), nn.Linear(8, 2), inplace

            def forward(self, x):
                x = self.norm(self.a(x))
                x = x.add_(0.3) if self.inplace else x + 0.3
                return self.b(F.leaky_relu(x, 0.1, inplace=True) if self.inplace else F.leaky_relu(x, 0.1))

        captured, x = [], torch.randn(5, 8)
        for inplace in (True, False):
            torch.manual_seed(1)
            captured.append(stepzero.capture(Model(inplace), x))
        for a, b in zip(captured[0].modules, captured[1].modules):
            self.assertEqual(a, b)

    @unittest.skipUnless(hasattr(torch, "compile"), "PyTorch before 2")
    def test_compiled_models(self):
        torch.manual_seed(0)
        model, inputs, loss = HEALTHY["gpt"]()
        plain = stepzero.capture(model, inputs, loss)
        compiled = torch.compile(model, backend="eager")
        self.assertEqual(dict(stepzero.capture(compiled, inputs, loss)), dict(plain))
        model.transformer.h[1] = torch.compile(model.transformer.h[1], backend="eager")
        self.assertEqual([e["path"] for e in stepzero.capture(model, inputs, loss).modules],
                         [e["path"] for e in plain.modules])

    def test_parts_that_are_scripted_or_parametrized(self):
        scripted = torch.jit.script(nn.Sequential(nn.Linear(8, 8), nn.ReLU()))
        model = nn.Sequential(nn.utils.parametrizations.orthogonal(nn.Linear(8, 8)), scripted, nn.Linear(8, 4))
        captured = stepzero.capture(model, torch.randn(3, 8))
        self.assertEqual([(e["path"], e["class"]) for e in captured.modules], [("0", "Linear"), ("2", "Linear")])
        self.assertTrue(all("gradient" in e for e in captured.modules + captured.parameters))
        self.assertEqual((captured["unused"], captured["unseen"]), ([], ["1"]))
        self.assertTrue(captured.summary().endswith("\nnot seen inside: 1"))
        traced = torch.jit.trace(nn.Sequential(nn.Linear(8, 8)), torch.randn(3, 8))
        captured = stepzero.capture(nn.Sequential(nn.Linear(8, 8), nn.Sequential(traced, nn.ReLU())), torch.randn(3, 8))
        self.assertEqual((captured["unseen"], [e["path"] for e in captured.modules]), (["1.0"], ["0", "1.1"]))
        self.assertNotIn("unseen", stepzero.capture(mlp(), torch.randn(3, 8)))
        captured = stepzero.capture(model, torch.randn(3, 8))
        names = [p["name"] for p in captured.parameters]
        self.assertEqual([name for name in names if name.startswith("1")], ["1.0.weight", "1.0.bias"])

    def test_fused_functions_are_not_used(self):
        """In evaluation mode, and without gradients, PyTorch computes whole layers in one function. A capture does not,
        and its outputs are the same."""
        torch.manual_seed(0)
        layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
        model, x = nn.TransformerEncoder(layer, 2).eval().requires_grad_(False), torch.randn(2, 5, 8)
        padding = torch.tensor([[False] * 5, [False] * 3 + [True] * 2])
        fast = model(x)
        self.assertAlmostEqual(stepzero.capture(model, x).module("layers.1.norm2")["output"]["rms"],
                               statistics.rms(fast), places=6)
        captured = stepzero.capture(model, {"src": x, "src_key_padding_mask": padding})
        self.assertEqual((captured["unused"], captured.module("layers.0.norm1")["output"]["shape"]), ([], [2, 5, 8]))
        entry = captured.module("layers.0.self_attn/attention")["attention"]
        self.assertAlmostEqual(entry["entropy_uniform"], (math.log(5) + math.log(3)) / 2, places=6)
        model.requires_grad_(True)
        with_gradient = stepzero.capture(model, {"src": x, "src_key_padding_mask": padding})
        self.assertEqual([(e["path"], e.get("output")) for e in captured.modules],
                         [(e["path"], e.get("output")) for e in with_gradient.modules])
        self.assertTrue(all("gradient" in e for e in with_gradient.modules if "output" in e))

    def test_data_parallel(self):
        model, x = mlp(), torch.randn(3, 8)
        wrapped = nn.DataParallel(model)
        self.assertEqual(dict(stepzero.capture(wrapped, x)), dict(stepzero.capture(model, x)))

    def test_checkpointed(self):
        """Both ways of checkpointing, and one module in several segments."""
        class Model(nn.Module):
            def __init__(self, reentrant):
                super().__init__()
                self.first, self.shared = nn.Linear(4, 6), nn.Sequential(nn.Linear(6, 6), nn.Tanh())
                self.reentrant = reentrant

            def forward(self, x):
                x = self.first(x)
                for _ in range(3):
                    if self.reentrant is None:
                        x = self.shared(x)
                    else:
                        x = checkpoint(self.shared, x, use_reentrant=self.reentrant)
                return x

        captured, x = [], torch.randn(5, 4)
        for reentrant in (None, True, False):
            torch.manual_seed(1)
            captured.append(stepzero.capture(Model(reentrant), x))
        for other in captured[1:]:
            self.assertEqual(dict(other), dict(captured[0]))
        made = []
        for reentrant in (None, True, False):
            torch.manual_seed(0)
            made.append(stepzero.capture(*language.gpt(checkpointed=reentrant)))
        for other in made[1:]:
            self.assertEqual(other.modules, made[0].modules)

    def test_what_cannot_be_captured(self):
        # Stand-ins, as sharding needs several processes. fully_shard() puts FSDPModule before the class of a module.
        whole = type("FullyShardedDataParallel", (nn.Sequential,), {})
        part = type("FSDPLinear", (type("FSDPModule", (), {}), nn.Linear), {})
        for model, error in ((lambda x: x, "Module"), (torch.jit.script(mlp()), "scripted"),
                             (whole(mlp()), "^the model is sharded"),
                             (nn.Sequential(mlp(), part(2, 2)), "^1 is sharded"),
                             (nn.LazyLinear(3), "no shape"), (nn.Linear(2, 2, device="meta"), "meta")):
            with self.assertRaisesRegex((TypeError, ValueError), error):
                stepzero.capture(model, torch.randn(2, 2))

    def test_gradients_inside_the_forward_pass(self):
        """Forces are derivatives of an energy, and the loss is of forces."""
        class Energy(nn.Module):
            def __init__(self):
                super().__init__()
                self.net = mlp()

            def forward(self, x):
                x = x.clone().requires_grad_()
                energy = self.net(x).sum()
                return torch.autograd.grad(energy, x, create_graph=True)[0]

        model, x = Energy(), torch.randn(3, 8)
        captured = stepzero.capture(model, x, lambda force: force.pow(2).sum())
        model(x).pow(2).sum().backward()
        for name, parameter in model.named_parameters():
            gradient = captured.parameter(name).get("gradient", {"rms": 0})
            expected = 0.0 if parameter.grad is None else float(parameter.grad.double().pow(2).mean().sqrt())
            self.assertAlmostEqual(gradient["rms"], expected, places=6)


class Training(unittest.TestCase):
    def test_steps_are_those_of_a_loop(self):
        model, twin, x, target = mlp(), mlp(), torch.randn(16, 8), torch.randint(4, (16,))
        captured = stepzero.capture_steps(model, [(x, target)], torch.optim.SGD(model.parameters(), 0.1), steps=3,
                                          loss=F.cross_entropy)
        optimizer, updates = torch.optim.SGD(twin.parameters(), 0.1), []
        for step in captured["steps"]:
            optimizer.zero_grad()
            hidden = twin[0](x)
            loss = F.cross_entropy(twin(x), target)
            loss.backward()
            before = twin[0].weight.detach().clone()
            optimizer.step()
            change = (twin[0].weight.detach() - before).double()
            updates.append(float(change.pow(2).mean().sqrt() / before.double().pow(2).mean().sqrt()))
            self.assertAlmostEqual(step["loss"], float(loss.detach()), places=6)
            self.assertAlmostEqual(step["output"]["0"], float(hidden.detach().double().pow(2).mean().sqrt()), places=6)
            self.assertAlmostEqual(step["update"]["0.weight"], updates[-1], places=8)
        self.assertTrue(torch.equal(model[0].weight, twin[0].weight))
        self.assertAlmostEqual(captured.parameter("0.weight")["update"], updates[0], places=8)
        self.assertEqual([s["step"] for s in captured["steps"]], [1, 2, 3])
        self.assertIsNone(model[0].weight.grad)

    def test_data(self):
        from stepzero.capturing import batches
        one, two = torch.zeros(1), torch.ones(1)
        self.assertEqual(list(batches([one, two], 5)), [one, two, one, two, one])
        self.assertEqual(len(list(batches((one, two), 2))), 2)
        self.assertRaises(ValueError, lambda: list(batches([], 2)))
        self.assertRaises(ValueError, lambda: list(batches(iter([one]), 2)))
        with self.assertRaisesRegex(ValueError, "loss"):
            stepzero.capture_steps(mlp(), torch.randn(2, 8), None, steps=1)

    def test_coordinate_check(self):
        state = torch.get_rng_state()
        x, target = torch.randn(16, 8), torch.randint(4, (16,))
        made = stepzero.coordinate_check(mlp, [8, 16, 32], x, target, steps=2)
        self.assertEqual(made["widths"], [8, 16, 32])
        self.assertEqual([(c["width"], c["step"]) for c in made["captures"]],
                         [(w, s) for w in (8, 16, 32) for s in range(3)])
        found = [c["loss"]["value"] for c in made["captures"]]
        self.assertTrue(all(found[i] > found[i + 1] > found[i + 2] for i in (0, 3, 6)), found)
        model = mlp(16)
        self.assertAlmostEqual(found[3], float(F.cross_entropy(model(x), target)), places=6)
        with self.assertRaisesRegex(ValueError, "loss"):
            stepzero.coordinate_check(mlp, [8], x, steps=1)
        torch.set_rng_state(state)


class Files(unittest.TestCase):
    def test_are_written_and_read(self):
        model = mlp()
        captured = stepzero.capture(model, torch.randn(6, 8), weights=True)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mine.stepzero-capture.json")
            self.assertEqual(captured.save(path), path)
            self.assertEqual(sorted(os.listdir(folder)), ["mine.safetensors", "mine.stepzero-capture.json"])
            again = stepzero.Capture.load(path)
            self.assertEqual(again["weights"], "mine.safetensors")
            self.assertEqual({k: v for k, v in again.items() if k != "weights"}, dict(captured))
            from stepzero import tensors
            for name, array in tensors.load_tensors(os.path.join(folder, "mine.safetensors")).items():
                self.assertTrue(np.array_equal(array, model.state_dict()[name].numpy()))
            every = {"f64": torch.randn(2, 2).double(), "f16": torch.randn(3).half(), "bf16": torch.randn(3).bfloat16(),
                     "i64": torch.arange(4), "u8": torch.arange(3, dtype=torch.uint8),
                     "bool": torch.tensor([True, False]),
                     "none": torch.zeros(0, 2), "scalar": torch.tensor(2.5), "t": torch.randn(3, 2).t(),
                     "c": torch.zeros(2).cfloat()}
            tensors.save_tensors(path, every)
            found = tensors.load_tensors(path)
            self.assertNotIn("c", found)
            for name, array in found.items():
                expected = every[name].float() if name == "bf16" else every[name]
                self.assertTrue(np.array_equal(array, expected.numpy()), name)
            self.assertRaises(OSError, captured.save, os.path.join(folder, "no", "x.stepzero-capture.json"))
            broken = stepzero.Capture(dict(captured))
            broken._content["batch"] = object()
            self.assertRaises(TypeError, broken.save, path)
            self.assertEqual(tensors.load_tensors(path).keys(), found.keys())
            self.assertEqual(len(os.listdir(folder)), 2)
            with open(path, "w", encoding="utf-8") as file:
                file.write("{")
            self.assertRaisesRegex(ValueError, "cannot read .*mine.stepzero-capture.json", stepzero.Capture.load, path)
        self.assertRaises(ValueError, stepzero.Capture, {"format": "other"})
        self.assertRaisesRegex(TypeError, "Linear", stepzero.inspect, nn.Linear(2, 2))

    def test_have_no_numbers_that_json_lacks(self):
        model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2).double()).double()
        with torch.no_grad():
            model[0].weight.fill_(math.nan)
            model[1].bias.fill_(1e305)
        captured = stepzero.capture(model, torch.randn(3, 2, dtype=torch.float64))
        json.dumps(dict(captured), allow_nan=False)
        self.assertIsNone(captured["loss"]["value"])
        self.assertIsNone(captured.parameter("1.bias")["value"]["max"])
        self.assertNotIn("singular_values", captured.parameter("0.weight"))

    def test_access(self):
        captured = stepzero.capture(mlp(), torch.randn(6, 8))
        self.assertEqual([captured[key] for key in ("batch", "model", "training", "step")], [6, "Sequential", True, 0])
        self.assertIn("Tanh", captured.summary())
        self.assertIn("3 modules", repr(captured))
        self.assertRaises(KeyError, captured.module, "7")
        self.assertRaises(KeyError, captured.parameter, "7")


if __name__ == "__main__":
    unittest.main()
