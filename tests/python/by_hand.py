# SPDX-License-Identifier: GPL-3.0-or-later
"""The work of stepzero.capture(), written by hand in another way: each output of a leaf module goes through an identity
that keeps its gradient, and NumPy computes the statistics from whole copies."""
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

CONTAINERS = (nn.ModuleList, nn.ModuleDict, nn.ParameterList, nn.ParameterDict)


class Keep(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, entry):
        ctx.entry = entry
        return x.clone()

    @staticmethod
    def backward(ctx, gradient):
        ctx.entry["gradient"] = gradient.detach().clone()
        return gradient, None


def first_tensor(output):
    while not isinstance(output, torch.Tensor):
        output = output[0]
    return output


def with_first(output, tensor):
    if isinstance(output, torch.Tensor):
        return tensor
    rest = list(output)
    rest[0] = with_first(rest[0], tensor)
    return type(output)(*rest) if hasattr(output, "_fields") else tuple(rest)


def watch(model, inputs, loss):
    """Returns a list of path, call, output and gradient, the loss, and the gradients of the parameters by name."""
    entries, calls = [], {}

    def hook(path):
        def keep(module, _, output):
            tensor = first_tensor(output)
            calls[path] = calls.get(path, 0) + 1
            entry = {"path": path, "call": calls[path], "output": tensor.detach().clone()}
            entries.append(entry)
            return with_first(output, Keep.apply(tensor, entry)) if tensor.requires_grad else None
        return keep

    handles = [module.register_forward_hook(hook(path)) for path, module in model.named_modules()
               if not list(module.children()) and not isinstance(module, CONTAINERS)
               or isinstance(module, nn.MultiheadAttention)]
    try:
        pair = isinstance(loss, nn.Module)
        x, target = inputs if pair else (inputs, None)
        output = model(**x) if isinstance(x, dict) else model(*x) if isinstance(x, tuple) else model(x)
        value = loss(output, target) if pair else scalar(output, loss)
        leaves = {name: p for name, p in model.named_parameters() if p.requires_grad}
        for p in leaves.values():
            p.grad = None
        value.backward()
    finally:
        for handle in handles:
            handle.remove()
    gradients = {name: p.grad for name, p in leaves.items()}
    for p in leaves.values():
        p.grad = None
    return entries, float(value.detach()), gradients


def scalar(output, loss):
    if callable(loss) and not isinstance(loss, torch.Tensor):
        return loss(output)
    if loss is None:
        if hasattr(output, "loss"):
            return output.loss
        if isinstance(output, tuple) and output[-1].dim() == 0:
            return output[-1]
        if isinstance(output, torch.Tensor) and output.dim() == 0:
            return output
        generator = torch.Generator().manual_seed(0)
        return sum((t * torch.randn(t.shape, generator=generator).to(t)).sum()
                   for t in (output if isinstance(output, tuple) else (output,)) if t.requires_grad)
    logits = output["logits"] if isinstance(output, dict) else output
    if isinstance(loss, torch.Tensor) and loss.is_floating_point():
        return F.mse_loss(logits, loss)
    axis = 1 if logits.dim() == 4 or isinstance(loss, int) and logits.shape[-1] != loss else logits.dim() - 1
    logits = logits.movedim(axis, -1)
    if isinstance(loss, int):
        loss = torch.randint(loss, logits.shape[:-1], generator=torch.Generator().manual_seed(0))
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]).float() if logits.dtype == torch.bfloat16 else
                           logits.reshape(-1, logits.shape[-1]), loss.reshape(-1))


def moments(tensor):
    numbers = tensor.double().numpy().ravel()
    size = np.abs(numbers)
    return {"shape": list(tensor.shape), "count": numbers.size, "mean": numbers.mean(), "std": numbers.std(),
            "rms": np.sqrt(np.mean(numbers ** 2)), "min": numbers.min(), "max": numbers.max(),
            "smallest": size[size > 0].min() if size.any() else None, "largest": size.max(),
            "zeros": np.mean(numbers == 0)}


def histogram(tensor):
    numbers = tensor.double().numpy().ravel()
    return np.histogram(numbers, 80, (numbers.min(), numbers.max()))[0] if numbers.min() < numbers.max() else None


def compare_moments(test, found, tensor, what):
    """Checks statistics against NumPy. Both add float64 numbers of the same float32 entries; the passes themselves may
    differ by the order of float32 sums, which is some 1e-7 of the RMS."""
    expected = moments(tensor)
    scale = expected["rms"]
    for key, value in expected.items():
        if value is None or key in ("shape", "count"):
            test.assertEqual(found[key], value, what + ": " + key)
        elif key == "zeros":
            test.assertAlmostEqual(found[key], value, delta=1e-12, msg=what)
        elif key == "smallest":   # a difference of large numbers, perhaps
            test.assertAlmostEqual(found[key], value, delta=1e-6 * scale, msg=what)
        else:
            test.assertAlmostEqual(found[key], value, delta=1e-6 * scale, msg=what + ": " + key)
    counts = histogram(tensor)
    if counts is not None:
        test.assertEqual(sum(found["histogram"]["counts"]), expected["count"])
        # An entry at the edge of a bin may fall to either side, and so may its copies: tokens are repeated, and
        # bfloat16 has many equal numbers.
        moved = np.abs(np.array(found["histogram"]["counts"]) - counts).sum()
        test.assertLessEqual(moved, 10 + expected["count"] // (10 if tensor.dtype == torch.bfloat16 else 1000), what)
