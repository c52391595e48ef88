# SPDX-License-Identifier: GPL-3.0-or-later
"""Leaves a model as it was: buffers, gradients, attributes and the state of random numbers."""
import contextlib
import random
import sys
import warnings

import torch
from torch import nn

# Attributes of nn.Module itself. Parameters, buffers and submodules are restored separately; hooks are not touched.
_OWN = set(nn.Module().__dict__) - {"training"}


@contextlib.contextmanager
def random_state_kept(model):
    """Restores the state of all generators of random numbers on exit: Python's, NumPy's and PyTorch's on every device
    of the model."""
    python = random.getstate()
    numpy = sys.modules.get("numpy")
    numpy_state = numpy.random.get_state() if numpy else None
    cpu = torch.get_rng_state()
    states = []
    for device in {t.device for t in [*model.parameters(), *model.buffers()]}:
        if device.type in ("cpu", "meta"):
            continue
        backend = getattr(torch, device.type, None)
        if hasattr(backend, "get_rng_state"):
            arguments = () if device.type == "mps" else (device,)
            states.append((backend, arguments, backend.get_rng_state(*arguments)))
    try:
        yield
    finally:
        random.setstate(python)
        if numpy:
            numpy.random.set_state(numpy_state)
        torch.set_rng_state(cpu)
        for backend, arguments, state in states:
            backend.set_rng_state(state, *arguments)


def _copy_of(value):
    """Returns a copy of a plain list, dictionary or set that can be changed in place; None for everything else."""
    return value.copy() if type(value) in (list, dict, set) else None


def _put_back(value, before):
    if type(value) is list:
        if len(value) != len(before) or any(a is not b for a, b in zip(value, before)):
            value[:] = before
    elif isinstance(value, dict):
        if value.keys() != before.keys() or any(value[k] is not before[k] for k in before):
            value.clear()
            value.update(before)
    elif value != before:
        value.clear()
        value.update(before)


def _same_bits(a, b):
    return a.shape == b.shape and torch.equal(a, b)


@contextlib.contextmanager
def model_kept(model):
    """Restores a model on exit. Buffers are copied, and so are the weights of embeddings that renormalize them in the
    forward pass. Hooks of optimizers that step during the backward pass are put aside."""
    saved = []
    for module in model.modules():
        if isinstance(module, torch.jit.ScriptModule):   # which keeps its attributes elsewhere
            continue
        attributes = {k: (v, _copy_of(v)) for k, v in module.__dict__.items() if k not in _OWN}
        parts = {k: dict(module.__dict__[k]) for k in ("_parameters", "_buffers", "_modules")}
        saved.append((module, attributes, parts))
    copies = {id(b): (b, b.detach().clone()) for b in model.buffers()}
    for module in model.modules():
        if getattr(module, "max_norm", None) is not None and isinstance(getattr(module, "weight", None), nn.Parameter):
            copies[id(module.weight)] = (module.weight, module.weight.detach().clone())
    parameters = dict(model.named_parameters())
    versions = {name: p._version for name, p in parameters.items() if id(p) not in copies}
    gradients = {id(p): (p, p.grad) for p in parameters.values()}
    flags = {id(p): (p, p.requires_grad) for p in parameters.values()}
    after_accumulation = []
    for parameter in parameters.values():
        hooks = getattr(parameter, "_post_accumulate_grad_hooks", None)
        if hooks:
            after_accumulation.append((hooks, dict(hooks)))
            hooks.clear()
    for module in model.modules():
        if module.__dict__.get("_compiled_call_impl") is not None:   # module.compile()
            module.__dict__["_compiled_call_impl"], compiled = None, module.__dict__["_compiled_call_impl"]
            saved.append((module, {"_compiled_call_impl": (compiled, None)}, None))
        if "_orig_mod" in module._modules:   # a submodule that torch.compile wraps
            module.__dict__["forward"] = module._modules["_orig_mod"].__call__
    try:
        yield
    finally:
        with torch.no_grad():
            for tensor, before in copies.values():
                if not _same_bits(tensor, before):
                    tensor.detach().copy_(before)
        for module, attributes, parts in saved:
            if parts is not None:
                for key in [k for k in module.__dict__ if k not in _OWN and k not in attributes]:
                    del module.__dict__[key]
                for key, content in parts.items():
                    _put_back(module.__dict__[key], content)
            for key, (value, before) in attributes.items():
                module.__dict__[key] = value
                if before is not None:
                    _put_back(value, before)
        for parameter, gradient in gradients.values():
            parameter.grad = gradient
        for parameter, flag in flags.values():
            if parameter.requires_grad != flag:
                parameter.requires_grad_(flag)
        for hooks, content in after_accumulation:
            hooks.update(content)
        changed = [name for name, version in versions.items() if parameters[name]._version != version]
        if changed:
            warnings.warn("the model's forward pass changes parameters in place, and they stay changed: "
                          + ", ".join(changed[:5]), stacklevel=3)
