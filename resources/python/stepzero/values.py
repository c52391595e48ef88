# SPDX-License-Identifier: GPL-3.0-or-later
"""Tensors in nested values: what models take and return."""
import dataclasses
from collections.abc import Mapping

import torch


def tensors_in(value):
    """Yields the tensors in tuples, lists, dictionaries, dataclasses and objects like transformers' ModelOutput, in
    their order."""
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from tensors_in(item)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from tensors_in(item)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from tensors_in(getattr(value, field.name))


def numbers_in(value):
    """Yields the tensors of floating-point or complex numbers in a nested value."""
    for tensor in tensors_in(value):
        if tensor.is_floating_point() or tensor.is_complex():
            yield tensor


def main_tensor(value):
    """Returns the first tensor of numbers in an output, None without one. For nn.LSTM it is the hidden state of the
    last layer at all steps."""
    return next(numbers_in(value), None)


def scalar_loss(value):
    """Returns the loss in a model's output, None without one: the output itself if it is a scalar, the entry `loss`
    of a dictionary or ModelOutput, or the only scalar of a tuple, as in (logits, loss)."""
    if isinstance(value, torch.Tensor):
        return value if value.dim() == 0 and value.is_floating_point() else None
    named = value.get("loss") if isinstance(value, Mapping) else getattr(value, "loss", None)
    if isinstance(named, torch.Tensor) and named.numel() == 1:
        return named.reshape(())
    if isinstance(value, (tuple, list)):
        scalars = [t for t in value if isinstance(t, torch.Tensor) and t.dim() == 0 and t.requires_grad]
        if len(scalars) == 1:
            return scalars[0]
    return None


def copied(value):
    """Returns an input with its tensors copied, so that a model may overwrite them."""
    if isinstance(value, torch.Tensor):
        copy = value.detach().clone()
        return copy.requires_grad_() if value.requires_grad else copy
    if type(value) is dict:
        return {key: copied(item) for key, item in value.items()}
    if type(value) in (tuple, list):
        return type(value)(copied(item) for item in value)
    return value


def run(model, inputs):
    """Calls a model with a tensor, a tuple of arguments or a dictionary of named arguments."""
    if isinstance(inputs, Mapping):
        return model(**inputs)
    if isinstance(inputs, tuple):
        return model(*inputs)
    return model(inputs)
