# SPDX-License-Identifier: GPL-3.0-or-later
"""Watches one forward and backward pass of a model.

Hooks on modules see their outputs at once, before an operation in place overwrites them. Hooks on the nodes of the
graph see the gradients, which stay right when the tensor is overwritten. A TorchFunctionMode sees what modules
compute by functions: activations and attention.
"""
import weakref

import torch
from torch.nn import functional as F
from torch.overrides import TorchFunctionMode

from . import attention, names, statistics, values

# Functions, and the class of the module that computes the same.
_ACTIVATIONS = {
    "relu": "ReLU", "relu6": "ReLU6", "leaky_relu": "LeakyReLU", "elu": "ELU", "selu": "SELU", "celu": "CELU",
    "gelu": "GELU", "silu": "SiLU", "mish": "Mish", "softplus": "Softplus", "tanh": "Tanh", "sigmoid": "Sigmoid",
    "hardtanh": "Hardtanh", "hardswish": "Hardswish", "hardsigmoid": "Hardsigmoid", "softsign": "Softsign",
    "logsigmoid": "LogSigmoid", "prelu": "PReLU", "rrelu": "RReLU", "glu": "GLU", "sin": "sin",
}
# Functions that models apply to probabilities between a softmax and the product with values.
_PASSING = {
    "dropout", "to", "type_as", "float", "half", "bfloat16", "double", "masked_fill", "nan_to_num", "contiguous",
    "clone", "reshape", "view", "unsqueeze", "squeeze", "flatten", "unflatten", "expand",
}
_PRODUCTS = {"matmul", "__matmul__", "bmm", "einsum", "baddbmm"}


class Entry:
    """One call of a module or function."""

    def __init__(self, path, class_name, kind, call):
        self.path, self.class_name, self.kind, self.call = path, class_name, kind, call
        self.output = self.gradient = self.sharpness = self.constant_input = None
        self.whole_block = False   # whether it is a numbered block, which has modules in it
        self.has_node = False   # whether the gradient will arrive
        self.confirmed = True   # False: a softmax that may not be attention's


def _size(measured):
    """Returns the RMS in what a recorder's measure() has returned, which may be the RMS itself."""
    return measured["rms"] if isinstance(measured, dict) else measured


class Recorder:
    """Records a pass that runs in it as a context. `measure(tensor, axis, saturation)` is called with outputs, and
    with gradients without the last two arguments. `details`: whether attention and inputs are examined as well."""

    def __init__(self, model, measure, blocks=None, max_calls=1000, details=True):
        self.model, self.measure, self.max_calls, self.details = model, measure, max_calls, details
        self.blocks = blocks.numbers if blocks is not None else {}
        self.entries, self.calls, self.reached, self.beyond = [], {}, set(), {}
        self.backward = False   # whether the backward pass runs; modules called then are called again by checkpointing
        self.trainable = any(p.requires_grad for p in model.parameters())
        self._stack, self._handles, self._axes, self._candidates = [], [], {}, {}
        self._mode = _Functions(self)
        self._busy = False

    def __enter__(self):
        for path, module in names.visible_modules(self.model):
            self._handles.append(module.register_forward_pre_hook(self._before(path, module)))
            self._handles.append(module.register_forward_hook(self._after(path)))
        self._mode.__enter__()
        return self

    def __exit__(self, *error):
        self._mode.__exit__(*error)
        for handle in self._handles:
            handle.remove()
        self._handles.clear()
        self._candidates.clear()
        self.entries = [e for e in self.entries if e.confirmed]

    def suspend(self):
        """Records no functions until resume(), as a loss is not part of the model."""
        self._busy = True

    def resume(self):
        self._busy = False

    def _unrecorded(self, function, *arguments, **named):
        """Calls a function of this package, which calls functions of PyTorch that are not the model's."""
        before, self._busy = self._busy, True
        try:
            return function(*arguments, **named)
        finally:
            self._busy = before

    def _next_call(self, path):
        """Counts a call of a module or function. Returns its number, and whether it is recorded."""
        call = self.calls[path] = self.calls.get(path, 0) + 1
        if call > self.max_calls:
            self.beyond[path] = call - self.max_calls
        return call, call <= self.max_calls

    # Modules

    def _before(self, path, module):
        def hook(_, inputs):
            self._stack.append((path, module))
        return hook

    def _after(self, path):
        def hook(module, inputs, output):
            while self._stack and self._stack.pop()[1] is not module:
                pass   # modules that an exception has left, as checkpointing does
            self.reached.add(path)
            leaf = names.is_leaf(module) or isinstance(module, torch.nn.MultiheadAttention)
            if leaf or path in self.blocks:
                kind = names.kind(module) if leaf else "other"
                axis = names.units_axis(module)
                entry = self._record(path, names.class_name(module), kind, output, axis)
                if entry is not None:
                    entry.whole_block = not leaf
                    if self.details and kind in ("linear", "convolution") and axis is not None:
                        entry.constant_input = self._has_constant_input(inputs, axis)
        return hook

    def _has_constant_input(self, inputs, axis):
        if len(inputs) != 1 or not isinstance(inputs[0], torch.Tensor):
            return None
        return self._unrecorded(statistics.has_constant_units, inputs[0], axis)

    def _record(self, path, class_name, kind, output, axis=None, sharpness=None):
        tensor = values.main_tensor(output)
        if tensor is None:
            return None
        if self.backward:
            entry = self._called_again(path, tensor)
            if entry is not None:
                self._watch(entry, tensor)
            return None
        call, recorded = self._next_call(path)
        if not recorded:
            return None
        entry = Entry(path, class_name, kind, call)
        entry.sharpness = sharpness
        self.entries.append(entry)
        self._measure_output(entry, tensor, axis)
        return entry

    def _measure_output(self, entry, tensor, axis=None):
        shape = tuple(tensor.shape)
        if axis is not None:
            self._axes[shape] = axis
        else:   # as the last module that gave this shape, or channels of images
            axis = self._axes.get(shape, 1 if tensor.dim() > 3 else -1)
        entry.output = self._unrecorded(self.measure, tensor, axis, statistics.SATURATION.get(entry.class_name.lower()))
        self._watch(entry, tensor)

    def _watch(self, entry, tensor):
        if not tensor.requires_grad:
            return
        node, number = tensor.grad_fn, tensor.output_nr
        entry.has_node = True

        def measure(gradient):
            if self.backward and gradient is not None:
                entry.gradient = self._unrecorded(self.measure, gradient)

        # The node keeps its gradient when an operation in place gives the tensor another node.
        if node is None:
            self._handles.append(tensor.register_hook(measure))
        else:
            self._handles.append(node.register_hook(lambda _, outgoing: measure(outgoing[number])))

    def _called_again(self, path, tensor):
        """Returns the entry of a call that checkpointing repeats without having kept its graph."""
        waiting = [e for e in self.entries if e.path == path and not e.has_node]
        if len(waiting) > 1:
            size = _size(self._unrecorded(self.measure, tensor, None, None))
            waiting = [e for e in waiting if _size(e.output) == size] or waiting
        return waiting[-1] if waiting else None

    # Functions

    def function(self, func, arguments, named):
        """Calls a function of PyTorch for the model, and records it if it is an activation or part of attention."""
        name = getattr(func, "__name__", "")
        if self._busy:
            return func(*arguments, **named)
        if name == "scaled_dot_product_attention":
            return self._product_attention(func, arguments, named)
        if name == "multi_head_attention_forward":
            return self._multi_head(func, arguments, named)
        if name == "softmax":
            return self._softmax(func, arguments, named)
        result = func(*arguments, **named)
        if self._candidates:
            if name in _PASSING:
                self._pass_on(arguments, result)
            elif name in _PRODUCTS:
                self._confirm(name, arguments, result)
        base = name[:-1] if name.endswith("_") and not name.endswith("__") else name
        if base in _ACTIVATIONS and isinstance(result, torch.Tensor) and (result.requires_grad or not self.trainable):
            path = self._path_of_functions()
            if path is not None:
                self._record(path + "/" + base, _ACTIVATIONS[base], "activation", result)
        return result

    def _path_of_functions(self):
        """Returns the path of the module that calls functions now, None if its functions are not recorded. Modules of
        PyTorch are entries already, and so is an activation, a module without parameters and parts."""
        if not self._stack:
            return None
        path, module = self._stack[-1]
        if names.is_leaf(module):
            if type(module).__module__.startswith("torch.nn."):
                return None
            if next(module.parameters(recurse=False), None) is None:
                return None
        return path

    def _attention_path(self):
        path, module = self._stack[-1] if self._stack else ("", None)
        if isinstance(module, torch.nn.Softmax) and len(self._stack) > 1:
            path = self._stack[-2][0]
        return path + "/attention"

    def _sharpness(self, measure, *arguments, **named):
        if not self.details or self.backward:
            return None
        return self._unrecorded(measure, *arguments, **named)

    def _product_attention(self, func, arguments, named):
        sharpness = self._sharpness(attention.of_product, *arguments, **named)
        result = func(*arguments, **named)
        self._record(self._attention_path(), "scaled_dot_product_attention", "attention", result, -1, sharpness)
        return result

    def _softmax(self, func, arguments, named):
        logits = arguments[0] if arguments else named.get("input")
        dim = named.get("dim", arguments[1] if len(arguments) > 1 else None)
        usable = isinstance(logits, torch.Tensor) and logits.dim() > 1 and dim in (-1, logits.dim() - 1) \
            and logits.is_floating_point()
        sharpness = self._sharpness(attention.of_softmax, logits) if usable else None
        result = func(*arguments, **named)
        if usable and self.backward:   # checkpointing calls it again
            waiting = [e for e in self.entries if e.path == self._attention_path() and e.confirmed and not e.has_node]
            if waiting:
                self._candidates[id(result)] = (weakref.ref(result), waiting[-1])
        elif sharpness is not None:
            entry = Entry(self._attention_path(), "softmax", "attention", 0)
            entry.sharpness, entry.confirmed = sharpness, False
            self.entries.append(entry)
            self._candidates[id(result)] = (weakref.ref(result), entry)
        return result

    def _candidate(self, tensor):
        reference, entry = self._candidates.get(id(tensor), (None, None))
        return entry if reference is not None and reference() is tensor else None

    def _pass_on(self, arguments, result):
        entry = self._candidate(arguments[0]) if arguments else None
        if entry is not None and isinstance(result, torch.Tensor):
            self._candidates[id(result)] = (weakref.ref(result), entry)

    def _confirm(self, name, arguments, result):
        """A softmax is attention if its probabilities are multiplied by a matrix of values."""
        if name == "einsum":
            equation, operands = arguments[0], arguments[1:]
            if len(operands) == 1 and isinstance(operands[0], (tuple, list)):
                operands = operands[0]
            terms = equation.replace(" ", "").split("->")[0].split(",") if isinstance(equation, str) else []
        else:
            operands, terms = arguments, None
        for index, operand in enumerate(operands):
            entry = self._candidate(operand) if isinstance(operand, torch.Tensor) else None
            if entry is None or entry.output is not None and (entry.has_node or not self.backward):
                continue
            if terms is not None:
                if len(terms) != len(operands):
                    continue
                others = set("".join(term for i, term in enumerate(terms) if i != index))
                if not set(terms[index]) - others:
                    continue   # a weighted sum without queries, such as one of experts
            if self.backward:
                self._watch(entry, result)
            else:
                self._attends(entry)
                self._measure_output(entry, result, -1)

    def _attends(self, entry):
        entry.call, entry.confirmed = self._next_call(entry.path)

    def _multi_head(self, func, arguments, named):
        """multi_head_attention_forward calls other functions by their names in torch.nn.functional."""
        swapped = {name: getattr(F, name) for name in ("softmax", "scaled_dot_product_attention") if hasattr(F, name)}

        def softmax(*inner, **inner_named):
            logits = inner[0]
            sharpness = self._sharpness(attention.of_softmax, logits)
            if sharpness is not None:
                entry = Entry(self._attention_path(), "multi_head_attention_forward", "attention", 0)
                entry.sharpness = sharpness
                self.entries.append(entry)
                self._attends(entry)
            return swapped["softmax"](*inner, **inner_named)

        def product(*inner, **inner_named):
            return self._product_attention(swapped["scaled_dot_product_attention"], inner, inner_named)

        F.softmax = softmax
        if "scaled_dot_product_attention" in swapped:
            F.scaled_dot_product_attention = product
        try:
            return func(*arguments, **named)
        finally:
            for name, original in swapped.items():
                setattr(F, name, original)


class _Functions(TorchFunctionMode):
    def __init__(self, recorder):
        super().__init__()
        self._recorder = weakref.proxy(recorder)

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return self._recorder.function(func, args, kwargs or {})
