# SPDX-License-Identifier: GPL-3.0-or-later
"""Captures a model: one pass that records every module, or some steps of training."""
import contextlib
import math
from collections.abc import Mapping

import torch

from . import losses, names, statistics, values
from .file import Capture
from .recorder import Recorder
from .state import model_kept, random_state_kept


def capture(model, inputs, loss=None, weights=False, *, spectra=2048, blocks=True, max_calls=1000, step=0):
    """Runs a model forward and backward once, and returns what its modules and parameters look like as a Capture.

    The model is left as it was, bit for bit: parameters, gradients, buffers, modes and the state of random numbers. It
    runs in its present mode: call model.eval() first to capture it without dropout. A model whose forward pass changes
    parameters in place is the exception: they stay changed, and a warning names them.

    model: a torch.nn.Module. One that torch.compile, DataParallel or DistributedDataParallel wraps is captured without
        the wrapper. Capture a model before FullyShardedDataParallel splits its weights; afterwards it is an error.
    inputs: a tensor, a tuple of arguments or a dictionary of named arguments. With a loss of an output and a target, a
        pair (inputs, target).
    loss: the scalar whose gradient is computed.
        None: the loss that the model returns, as (logits, loss), in an attribute or entry `loss`, or as its only
            output. A model that returns none gets a random gradient: the sum of its outputs times standard normal
            numbers, from a seed that is always the same. Sizes of gradients can then be compared between modules, but
            the value of this loss means nothing.
        A number of classes: cross-entropy with random targets of a fixed seed.
        A tensor: cross-entropy with these targets if they are integers, the mean squared error if not.
        A function of the output, or of an output and a target, such as nn.CrossEntropyLoss().
    weights: keeps a copy of all weights too, which save() writes to a safetensors file next to the capture. inspect()
        and the program audit them too, if their names belong to a known family.
    spectra: the largest number of singular values of a parameter; parameters with more have none in the capture. They
        take most of the time for a large model, and 0 leaves them out.
    blocks: whether outputs of numbered blocks, such as transformer.h.0, are entries as well.
    max_calls: the largest number of calls of one module that are recorded.
    step: the number of optimizer steps before this pass. It is written to the file.
    """
    model = names.unwrapped(model)
    with random_state_kept(model), model_kept(model):
        return _captured(model, inputs, loss, weights, spectra, blocks, max_calls, step)


def _captured(model, inputs, loss, weights, spectra, blocks, max_calls, step):
    numbered = names.Blocks(model)
    training = model.training
    inputs, target = losses.split(inputs, loss)
    first = next(values.tensors_in(inputs), None)
    kept = _copies_of_weights(model) if weights else None
    _free_gradients(model)
    recorder = Recorder(model, statistics.moments, numbered if blocks else None, max_calls)
    about, gradients = _pass(recorder, inputs, loss, target)
    parameters = list(_parameters(model))
    used = {name.rpartition(".")[0] for name, _, p, _ in parameters if id(p) in gradients}
    content = {
        "format": "stepzero-capture", "version": 1, "model": names.class_name(model),
        "framework": "PyTorch " + torch.__version__.split("+")[0],
        "device": str(next(model.parameters(), torch.zeros(()) if first is None else first).device),
        "training": training, "step": step, "loss": about,
        "modules": [_module(entry, numbered) for entry in recorder.entries],
        "unused": _unused(model, recorder, used),
        "parameters": [_parameter(p, gradients, numbered, spectra) for p in parameters],
    }
    if first is not None and first.dim():
        content["batch"] = first.shape[0]
    if recorder.beyond:
        content["not_recorded"] = recorder.beyond
    unseen = names.unseen_modules(model)
    if unseen:
        content["unseen"] = unseen
    return Capture(content, kept)


def _copies_of_weights(model):
    """Returns copies of parameters and buffers by name. A tied parameter has one copy, under all of its names."""
    copies, found = {}, {}
    for name, tensor in model.state_dict(keep_vars=True).items():
        if isinstance(tensor, torch.Tensor):
            if id(tensor) not in copies:
                copies[id(tensor)] = tensor.detach().to("cpu", copy=True)
            found[names.without_wrappers(name)] = copies[id(tensor)]
    return found


def _free_gradients(model):
    for parameter in model.parameters():
        parameter.grad = None


def _eager():
    """Returns a context in which functions that a model has compiled run as they are written."""
    set_stance = getattr(getattr(torch, "compiler", None), "set_stance", None)   # PyTorch 2.6
    return set_stance("force_eager") if set_stance else contextlib.nullcontext()


def _pass(recorder, inputs, loss, target):
    """Runs a pass. Returns what the file says about the loss, and the gradients by the identity of their parameter."""
    model = recorder.model
    with torch.inference_mode(False), torch.enable_grad(), _eager():
        inputs = values.copied(inputs)
        with recorder:
            value, about = _forward(recorder, inputs, loss, target)
            about = dict(about, value=float(value.detach()))
            gradients = _send_back(recorder, value, inputs) if value.requires_grad else {}
    return about, gradients


def _forward(recorder, inputs, loss, target):
    """Runs the forward pass. Returns the loss as a scalar tensor, and what the file says about it."""
    output = values.run(recorder.model, inputs)
    recorder.suspend()
    value, about = losses.scalar(output, loss, target)
    recorder.resume()
    return value, about


def _send_back(recorder, value, inputs):
    parameters = [p for p in recorder.model.parameters() if p.requires_grad]
    leaves = parameters + [t for t in values.numbers_in(inputs) if t.requires_grad and t.is_leaf]
    recorder.backward = True
    # torch.autograd.grad leaves .grad alone, but reentrant checkpointing does not allow it.
    if _is_checkpointed(value.grad_fn):
        torch.autograd.backward(value)
        return {id(p): p.grad for p in parameters if p.grad is not None}
    if not leaves:
        return {}
    found = torch.autograd.grad(value, leaves, allow_unused=True)
    return {id(p): g for p, g in zip(parameters, found) if g is not None}


def _is_checkpointed(node):
    seen, waiting = set(), [node]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        if type(node).__name__ == "CheckpointFunctionBackward":
            return True
        seen.add(node)
        waiting += [following for following, _ in node.next_functions]
    return False


def _module(entry, blocks):
    result = {"path": entry.path, "class": entry.class_name, "call": entry.call, "kind": entry.kind}
    result.update(blocks.describe(entry.path))
    if entry.whole_block:
        result["whole_block"] = True
    for key, value in (("output", entry.output), ("gradient", entry.gradient), ("attention", entry.sharpness),
                       ("constant_input", entry.constant_input)):
        if value is not None:
            result[key] = value
    return result


def _parameters(model):
    """Yields name, other names, parameter and module of each parameter, in the order of the modules."""
    found = {}
    for path, module in model.named_modules(remove_duplicate=False):
        for name, parameter in module._parameters.items():
            if parameter is not None:
                full = names.without_wrappers(path + "." + name if path else name)
                found.setdefault(id(parameter), (parameter, module, []))[2].append(full)
    for parameter, module, known in found.values():
        yield known[0], known[1:], parameter, module


def _parameter(found, gradients, blocks, spectra):
    name, others, parameter, module = found
    result = {"name": name, "module_class": names.class_name(module), "trainable": parameter.requires_grad,
              "value": statistics.moments(parameter)}
    result.update(blocks.describe(name))
    if others:
        result["tied"] = others
    gradient = gradients.get(id(parameter))
    if gradient is not None:
        result["gradient"] = statistics.moments(gradient)
    singular = statistics.singular_values(parameter, spectra) if spectra else None
    if singular is not None:
        result["singular_values"] = singular
    equal = statistics.equal_rows(parameter)
    if equal is not None:
        result["equal_rows"] = equal
    return result


def _unused(model, recorder, used):
    """Returns the modules that were not called, and none of whose parameters got a gradient by being used in a
    function."""
    result = []
    visible = dict(names.visible_modules(model))
    for path, module in visible.items():
        if not names.is_leaf(module) or path in recorder.reached or path in used:
            continue
        parent = visible.get(path.rpartition(".")[0])
        if isinstance(parent, torch.nn.MultiheadAttention):   # its projection is used by a function
            continue
        result.append(path)
    return result


def batches(data, steps):
    """Yields `steps` batches. A tensor, tuple or dictionary is one batch, used at every step; anything else is a
    sequence of batches, which begins again at its end."""
    if isinstance(data, (torch.Tensor, tuple, Mapping)):
        for _ in range(steps):
            yield data
        return
    done = 0
    while done < steps:
        before = done
        for batch in data:
            yield tuple(batch) if isinstance(batch, list) else batch
            done += 1
            if done == steps:
                return
        if done == before:
            raise ValueError("data has no batches left" if done else "data has no batches")


def capture_to_train(model, inputs, loss, **options):
    """Captures a model that is trained afterwards, which a random gradient cannot do."""
    result = capture(model, inputs, loss, **options)
    if result["loss"]["kind"] == "random_projection":
        raise ValueError("training needs a loss, and the model returns none: give the argument loss")
    return result


def capture_steps(model, data, optimizer, steps=10, loss=None, **options):
    """Captures a model, trains it for some steps, and returns a Capture with the sizes of outputs, gradients and
    updates at each step. This changes the model and the optimizer, as training does.

    data: one batch (a tensor, tuple or dictionary), which every step uses, or a sequence of batches such as a
        DataLoader. A batch is what capture() takes as inputs; with a loss of an output and a target, a pair (inputs,
        target).
    optimizer: a torch.optim.Optimizer of the model's parameters.
    steps: the number of steps.
    loss: as for capture(), but a model that returns no loss needs one.
    options: those of capture(), which captures the model before the first step.
    """
    inner = names.unwrapped(model)
    todo = list(batches(data, steps))
    if not todo:
        raise ValueError("steps must be at least 1")
    result = capture_to_train(inner, todo[0], loss, **options)
    content = dict(result)
    content["steps"] = [_train(inner, batch, optimizer, loss, number) for number, batch in enumerate(todo, start=1)]
    updates = content["steps"][0]["update"]
    for parameter in content["parameters"]:
        if parameter["name"] in updates:
            parameter["update"] = updates[parameter["name"]]
    return Capture(content, result.weights)


def _train(model, batch, optimizer, loss, number):
    inputs, target = losses.split(batch, loss)
    recorder = Recorder(model, lambda tensor, axis=None, saturation=None: statistics.rms(tensor), details=False)
    _free_gradients(model)
    with recorder:
        value, _ = _forward(recorder, values.copied(inputs), loss, target)
        recorder.backward = True
        torch.autograd.backward(value)
    before = [(name, p, p.detach().clone()) for name, _, p, _ in _parameters(model) if p.requires_grad]
    optimizer.step()
    update = {}
    for name, parameter, old in before:
        size, change = statistics.rms(old), statistics.rms(parameter.detach() - old)
        if size and change is not None:
            update[name] = change / size
    _free_gradients(model)
    return {"step": number, "loss": float(value.detach()), "output": _by_path(recorder.entries, "output"),
            "gradient": _by_path(recorder.entries, "gradient"), "update": update}


def _by_path(entries, which):
    """Returns the RMS by path; over all calls where a module is called several times."""
    squares = {}
    for entry in entries:
        value = getattr(entry, which)
        if value is not None:
            squares.setdefault(entry.path, []).append(value * value)
    return {path: math.sqrt(sum(found) / len(found)) for path, found in squares.items()}
