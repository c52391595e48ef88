# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of modules and parameters, and the kinds, blocks and roles that they have."""
import torch
from torch import nn

_KINDS = [
    ("attention", (nn.MultiheadAttention,)),
    ("recurrent", (nn.RNNBase, nn.RNNCellBase)),
    ("linear", (nn.Linear, nn.Bilinear)),
    ("convolution", (nn.modules.conv._ConvNd,)),
    ("embedding", (nn.Embedding, nn.EmbeddingBag)),
    ("norm", (nn.modules.batchnorm._NormBase, nn.LayerNorm, nn.GroupNorm, nn.LocalResponseNorm)),
    ("dropout", (nn.modules.dropout._DropoutNd,)),
    ("pooling", (nn.modules.pooling._MaxPoolNd, nn.modules.pooling._AvgPoolNd, nn.modules.pooling._AdaptiveMaxPoolNd,
                 nn.modules.pooling._AdaptiveAvgPoolNd, nn.modules.pooling._LPPoolNd)),
]
# Classes of other libraries, by what is in their names. "Conv1D" of transformers is a linear layer.
_WORDS = [
    ("norm", ("norm",)), ("dropout", ("dropout", "droppath", "stochasticdepth")),
    ("embedding", ("embedding",)), ("recurrent", ("lstm", "gru")), ("attention", ("attention",)),
    ("pooling", ("pool",)), ("convolution", ("conv",)), ("linear", ("linear", "dense")),
    ("activation", ("relu", "gelu", "silu", "swish", "activation", "sigmoid", "tanh", "softplus", "mish", "softmax")),
]


def class_name(module):
    """Returns the class of a module, without the prefix that parametrizations put before it."""
    name = type(module).__name__
    return name[len("Parametrized"):] if "parametrizations" in module._modules else name


def kind(module):
    """Returns what a module is: linear, convolution, norm, activation, attention, embedding, recurrent, dropout,
    pooling or other."""
    for word, classes in _KINDS:
        if isinstance(module, classes):
            return word
    if type(module).__module__ == "torch.nn.modules.activation":
        return "activation"
    name = class_name(module)
    if name == "Conv1D":
        return "linear"
    for word, parts in _WORDS:
        if any(part in name.lower() for part in parts):
            return word
    return "other"


def units_axis(module):
    """Returns the dimension of a module's output whose indices are units: 1 for channels of convolutions and the like,
    -1 for features, None where it depends on what came before."""
    if isinstance(module, (nn.modules.conv._ConvNd, nn.modules.batchnorm._NormBase, nn.GroupNorm)):
        return 1
    if isinstance(module, (nn.Linear, nn.Bilinear, nn.LayerNorm, nn.Embedding, nn.RNNBase, nn.RNNCellBase,
                           nn.MultiheadAttention)):
        return -1
    return None


def _is_inside(path, outer):
    return any(path == one or path.startswith(one + ".") for one in outer)


def _scripted_modules(model):
    found = []
    for path, module in model.named_modules():
        if isinstance(module, torch.jit.ScriptModule) and not _is_inside(path, found):
            found.append(path)
    return found


def unseen_modules(model):
    """Returns the paths of modules that torch.jit has scripted or traced. They take no hooks."""
    return [without_wrappers(path) for path in _scripted_modules(model)]


def visible_modules(model):
    """Yields path and module of all modules but scripted ones, parametrizations, and the wrappers of torch.compile."""
    scripted = _scripted_modules(model)
    for path, module in model.named_modules():
        if "parametrizations" in path.split(".") or "_orig_mod" in module._modules or _is_inside(path, scripted):
            continue
        yield without_wrappers(path), module


def is_leaf(module):
    """Returns whether a module computes itself. Parametrizations are parts of the module that has them."""
    if isinstance(module, (nn.ModuleList, nn.ModuleDict, nn.ParameterList, nn.ParameterDict, nn.modules.loss._Loss)):
        return False
    if isinstance(module, nn.Sequential) and len(module) == 0:
        return False
    return not set(module._modules) - {"parametrizations"}


class Blocks:
    """The numbered blocks of a model, such as transformer.h.0. Numbers count from 1, and count on where a model has
    several lists of blocks. A block is a module that has modules in it and a number for a name."""

    def __init__(self, model):
        self.numbers = {}
        for path, module in visible_modules(model):
            if is_leaf(module) or not path.rsplit(".", 1)[-1].isdigit():
                continue
            if isinstance(module, (nn.ModuleList, nn.ModuleDict)) or self.find(path)[0] is not None:
                continue
            self.numbers[path] = len(self.numbers) + 1
        if len(self.numbers) < 2:
            self.numbers = {}

    def find(self, path):
        """Returns the number of the block that a module or parameter is in and its role there, or None and None."""
        path, slash, function = path.partition("/")
        parts = path.split(".")
        for end in range(1, len(parts) + 1):
            number = self.numbers.get(".".join(parts[:end]))
            if number is not None:
                return number, ".".join(parts[end:]) + slash + function
        return None, None

    def describe(self, path):
        """Returns the members `block` and `role` of an entry; nothing outside of blocks."""
        number, role = self.find(path)
        return {} if number is None else {"block": number, "role": role}


def _is_sharded(module):
    """Returns whether FullyShardedDataParallel or fully_shard() has split the weights of a module between processes."""
    return any(base.__name__ in ("FullyShardedDataParallel", "FSDPModule") for base in type(module).__mro__)


def unwrapped(model):
    """Returns the model that torch.compile, DataParallel or DistributedDataParallel wraps. Raises an error for models
    whose modules or numbers cannot be seen."""
    if not isinstance(model, nn.Module):
        raise TypeError("the model must be a torch.nn.Module, got " + type(model).__name__)
    while True:
        if "_orig_mod" in model._modules:
            model = model._modules["_orig_mod"]
        elif type(model).__name__ in ("DataParallel", "DistributedDataParallel"):
            model = model.module
        else:
            break
    if isinstance(model, torch.jit.ScriptModule):
        raise TypeError("a scripted model hides its modules; capture the model that it was made from")
    for path, module in model.named_modules():
        if _is_sharded(module):
            raise ValueError((path or "the model") + " is sharded by FullyShardedDataParallel, so that no process has "
                             "all of its weights: use the model as it is before sharding")
    for name, parameter in model.named_parameters():
        if isinstance(parameter, nn.parameter.UninitializedParameter):
            raise ValueError(name + " has no shape yet: run the model once, then capture it")
        if parameter.device.type == "meta":
            raise ValueError(name + " is on the meta device and has no numbers: initialize the model first")
    return model


def without_wrappers(path):
    """Returns a path without the modules that torch.compile puts between."""
    return ".".join(part for part in path.split(".") if part != "_orig_mod")
