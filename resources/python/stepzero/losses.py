# SPDX-License-Identifier: GPL-3.0-or-later
"""The loss of a pass: the scalar whose gradient is computed."""
import inspect

import torch
from torch.nn import functional as F

from . import values


def takes_target(loss):
    """Returns whether a loss is a function of an output and a target, such as nn.CrossEntropyLoss()."""
    if not callable(loss) or isinstance(loss, torch.Tensor):
        return False
    try:
        parameters = inspect.signature(loss.forward if isinstance(loss, torch.nn.Module) else loss).parameters.values()
    except (TypeError, ValueError):
        return False
    return sum(p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters) == 2


def split(batch, loss):
    """Returns the inputs and the target of a batch. Only a loss that takes a target has one."""
    if not takes_target(loss):
        return batch, None
    if not isinstance(batch, (tuple, list)) or len(batch) != 2:
        raise ValueError("a loss of an output and a target needs a pair (inputs, target)")
    return batch[0], batch[1]


def scalar(output, loss=None, target=None):
    """Returns a scalar tensor and what the file says about it.

    `loss` is None, a number of classes, a target, or a function of the output (and of `target`).
    """
    if loss is None:
        found = values.scalar_loss(output)
        if found is not None:
            return found, _recognized(found)
        return _projection(output), {"kind": "random_projection"}
    if isinstance(loss, bool):
        raise TypeError("loss must be None, a number of classes, a target tensor or a function, got a bool")
    if isinstance(loss, int):
        logits, axis = _logits(output, lambda t: _axis_of(t, loss))
        if logits is None:
            raise ValueError("no output has a dimension of %d classes" % loss)
        shape = list(logits.shape)
        del shape[axis]
        generator = torch.Generator().manual_seed(0)
        return _cross_entropy(logits, torch.randint(loss, shape, generator=generator), axis)
    if isinstance(loss, torch.Tensor):
        return _against(output, loss)
    if not callable(loss):
        raise TypeError("loss must be None, a number of classes, a target tensor or a function, got "
                        + type(loss).__name__)
    value = loss(output, target) if takes_target(loss) else loss(output)
    if not isinstance(value, torch.Tensor) or value.numel() != 1:
        raise ValueError("the loss must be a tensor with one number")
    value = value.reshape(())
    return value, _recognized(value)


def _projection(output):
    """Returns the sum of all numbers of the output times standard normal numbers. Their seed is fixed, so each capture
    has the same gradient of the output."""
    generator = torch.Generator().manual_seed(0)
    total = None
    for tensor in values.numbers_in(output):
        if not tensor.requires_grad:
            continue
        tensor = torch.view_as_real(tensor) if tensor.is_complex() else tensor
        tensor = tensor.to_dense() if tensor.layout != torch.strided else tensor
        sent = torch.randn(tensor.shape, generator=generator).to(tensor)
        wide = torch.float64 if tensor.dtype == torch.float64 else torch.float32
        part = (tensor.to(wide) * sent.to(wide)).sum()
        total = part if total is None else total + part.to(total)
    if total is None:
        tensor = values.main_tensor(output)
        if tensor is None:
            raise ValueError("the model's output has no tensor of numbers")
        return tensor.detach().double().sum() * 0
    return total


def _axis_of(tensor, classes):
    if tensor.dim() and tensor.shape[-1] == classes:
        return tensor.dim() - 1
    return 1 if tensor.dim() > 2 and tensor.shape[1] == classes else None


def _logits(output, axis_of):
    for tensor in values.numbers_in(output):
        axis = axis_of(tensor)
        if axis is not None:
            return tensor, axis
    return None, None


def _cross_entropy(logits, target, axis):
    classes = logits.shape[axis]
    rows = logits.movedim(axis, -1).reshape(-1, classes)
    value = F.cross_entropy(rows if rows.dtype == torch.float64 else rows.float(), target.to(rows.device).reshape(-1))
    return value, {"kind": "cross_entropy", "classes": classes}


def _against(output, target):
    if target.is_floating_point():
        for tensor in values.numbers_in(output):
            if tensor.shape == target.shape:
                return F.mse_loss(tensor, target.to(tensor)), {"kind": "mean_squared_error"}
        raise ValueError("no output has the target's shape %s" % (tuple(target.shape),))
    if target.dtype == torch.bool or target.is_complex():
        raise ValueError("targets must be integers or floating-point numbers, got " + str(target.dtype))

    def axis_of(tensor):
        if tensor.dim() != target.dim() + 1:
            return None
        last = tensor.shape[:-1] == target.shape
        second = tensor.shape[:1] == target.shape[:1] and tensor.shape[2:] == target.shape[1:]
        if last and (tensor.dim() < 4 or not second):
            return tensor.dim() - 1
        return 1 if second else None

    logits, axis = _logits(output, axis_of)
    if logits is None:
        raise ValueError("no output fits a target of shape %s: logits have one dimension more" % (tuple(target.shape),))
    return _cross_entropy(logits, target, axis)


# Nodes of the graph that make a loss, by the beginning of their names, and what the file says.
_MAKERS = {
    "NllLoss": "cross_entropy", "CrossEntropy": "cross_entropy", "BinaryCrossEntropy": "binary_cross_entropy",
    "MseLoss": "mean_squared_error",
}
_VIEWS = ("View", "Reshape", "UnsafeView", "Squeeze", "ToCopy", "Alias", "Permute", "Transpose", "Clone")


def _is_view(node):
    return type(node).__name__.startswith(_VIEWS)


def _before(node):
    return node.next_functions[0][0] if node is not None and node.next_functions else None


def _inputs(node):
    return [function for function, _ in node.next_functions if function is not None]


def _log_softmax(node):
    """Returns the log-softmax that is the input of a cross-entropy, None without one."""
    node = _before(node)
    while _is_view(node):
        node = _before(node)
    return node if type(node).__name__.startswith("LogSoftmax") else None


def _without_smoothing(node):
    """Returns the likelihood in a cross-entropy with label smoothing, and other nodes as they are. Smoothing adds
    another function of the same log-softmax, and leaves the loss of uniform outputs as it is."""
    parts = _inputs(node) if type(node).__name__.startswith("Add") else []
    likelihood = _before(parts[0]) if len(parts) == 2 and type(parts[0]).__name__.startswith("Mul") else None
    source = _log_softmax(likelihood) if type(likelihood).__name__.startswith("NllLoss") else None
    if source is None:
        return node
    other = parts[1]
    while other is not source:
        inputs = _inputs(other)
        if len(inputs) != 1:
            return node
        other = inputs[0]
    return likelihood


def _recognized(value):
    """Returns what is known about a loss from the operation that made it. Its mean may have been taken afterwards. A
    sum of two losses is not recognized."""
    node, averaged = value.grad_fn, False
    while node is not None and (_is_view(node) or type(node).__name__.startswith("Mean") and not averaged):
        averaged = averaged or not _is_view(node)
        node = _before(node)
    node = _without_smoothing(node)
    name = type(node).__name__
    kind = next((kind for start, kind in _MAKERS.items() if name.startswith(start)), "custom")
    found = {"kind": kind}
    if kind == "cross_entropy":
        found.update(_classes(node))
    # Sums (reduction 2), weighted entries and maps whose mean was not taken (reduction 0) are losses of another size.
    # Weights of classes are a weighted mean, which uniform outputs do not change.
    weighted = getattr(node, "_saved_pos_weight", None) is not None \
        or kind == "binary_cross_entropy" and getattr(node, "_saved_weight", None) is not None
    if weighted or getattr(node, "_saved_reduction", None) not in (None, 0 if averaged else 1):
        found["kind"] = "custom"
    return found


def _classes(node):
    """Returns the number of classes of a cross-entropy, if its input is a log-softmax."""
    node = _log_softmax(node)
    try:
        dim = node._saved_dim   # unsigned: -1 is a large number
        return {"classes": node._saved_result.shape[dim if dim < 64 else -1]}
    except (AttributeError, RuntimeError, IndexError):
        return {}
