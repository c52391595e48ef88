# SPDX-License-Identifier: GPL-3.0-or-later
"""Code for JAX and Keras run without them: what it calls of both, in NumPy and PyTorch, by their documentation.

python3 frameworks_stand_in.py FOLDER: of every NAME.pytorch.py, NAME.jax.py and NAME.keras.py with NAME.laws.py, the mean
and the variance of each weight that is expected, prints where the three are not the same network.
"""
import contextlib
import io
import math
import pathlib
import runpy
import sys
import types

import numpy as np
import torch
from torch.nn import functional as F

torch.set_num_threads(1)
torch.set_grad_enabled(False)
rng = np.random.default_rng(1)
CONVOLUTIONS = {1: F.conv1d, 2: F.conv2d}


def truncated(shape, low, high):
    numbers = rng.standard_normal(shape)
    while (outside := (numbers < low) | (numbers > high)).any():
        numbers[outside] = rng.standard_normal(outside.sum())
    return numbers


def orthogonal(shape, gain):
    """[all but the last, the last], as both flatten a kernel."""
    rows, columns = math.prod(shape[:-1]), shape[-1]
    q, r = np.linalg.qr(rng.standard_normal((max(rows, columns), min(rows, columns))))
    q = q * np.sign(np.diag(r))
    return gain * (q if rows >= columns else q.T).reshape(shape)


def scaled(scale, mode, distribution, shape):
    """Both count fans by the axes of a kernel that come last: channels of a group, and units."""
    window = math.prod(shape[:-2])
    fan_in, fan_out = window * shape[-2], window * shape[-1]
    fan = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2,
           "fan_geo_avg": math.sqrt(fan_in * fan_out)}[mode]
    std = math.sqrt(scale / fan)
    if distribution == "uniform":
        return rng.uniform(-math.sqrt(3) * std, math.sqrt(3) * std, shape)
    if distribution == "truncated_normal":
        return std / 0.87962566103423978 * truncated(shape, -2, 2)
    assert distribution in ("normal", "untruncated_normal"), distribution
    return std * rng.standard_normal(shape)


def first(x):
    """Channels first, in PyTorch."""
    return torch.from_numpy(np.ascontiguousarray(np.moveaxis(x, -1, 1)))


def last(x):
    return np.moveaxis(x.numpy(), 1, -1)


def convolved(x, kernel, bias, strides, dilation, groups, pads):
    weight = torch.from_numpy(np.ascontiguousarray(np.moveaxis(kernel, (-1, -2), (0, 1))))
    padded = F.pad(first(x), [side for pair in reversed(pads) for side in pair])
    return last(CONVOLUTIONS[len(pads)](padded, weight, torch.from_numpy(bias), strides, 0, dilation, groups))


def pooled(x, size, kind):
    function = {("max", 1): F.max_pool1d, ("max", 2): F.max_pool2d, ("avg", 1): F.avg_pool1d, ("avg", 2): F.avg_pool2d}
    return last(function[kind, x.ndim - 2](first(x), size))


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def relu(x):
    return np.maximum(x, 0)


# JAX and Flax
class Module:
    current = None

    def init(self, key, x):
        self.params, self.sown = {}, {}
        Module.current = self
        self(x)
        return {"params": self.params}

    def apply(self, variables, x, mutable):
        self.params, self.sown = variables["params"], {}
        Module.current = self
        return self(x), {"intermediates": self.sown}

    def sow(self, kind, name, value):
        assert kind == "intermediates"
        self.sown[name] = (value,)


class FlaxConv:
    def __init__(self, features, kernel_size, strides=None, padding="SAME", kernel_dilation=None,
                 feature_group_count=1, *, kernel_init, bias_init, name):
        assert isinstance(kernel_size, tuple) and padding != "SAME"
        self.__dict__.update(locals())

    def __call__(self, x):
        dimensions, params = x.ndim - 2, Module.current.params
        assert len(self.kernel_size) == dimensions
        shape = (*self.kernel_size, x.shape[-1] // self.feature_group_count, self.features)
        if self.name not in params:
            params[self.name] = {"kernel": np.asarray(self.kernel_init(0, shape, np.float32), np.float32),
                                 "bias": np.asarray(self.bias_init(0, (self.features,), np.float32), np.float32)}
        own, once = params[self.name], (1,) * dimensions
        assert own["kernel"].shape == shape
        return convolved(x, own["kernel"], own["bias"], self.strides or once, self.kernel_dilation or once,
                         self.feature_group_count, [(0, 0)] * dimensions if self.padding == "VALID" else self.padding)


def flax_pool(kind):
    def pool(x, window_shape, strides):
        assert window_shape == strides and len(strides) == x.ndim - 2
        return pooled(x, window_shape, kind)
    return pool


def flax_delta(scale):
    def init(key, shape, dtype=np.float32):
        kernel = np.zeros(shape)
        kernel[tuple((side - 1) // 2 for side in shape[:-2])] = orthogonal(shape[-2:], scale)
        return kernel
    return init


Names = types.SimpleNamespace
flax_initializers = Names(
    normal=lambda stddev: lambda key, shape, dtype=None: stddev * rng.standard_normal(shape),
    constant=lambda value: lambda key, shape, dtype=None: np.full(shape, value),
    orthogonal=lambda scale: lambda key, shape, dtype=None: orthogonal(shape, scale),
    delta_orthogonal=flax_delta,
    variance_scaling=lambda scale, mode, distribution: lambda key, shape, dtype=None: scaled(
        scale, mode, distribution, shape))


# Keras
class Layer:
    names = 0

    def __init__(self, name=None):
        self.name = name


class KerasConv(Layer):
    def __init__(self, filters, kernel_size, strides=1, dilation_rate=1, groups=1, activation=None,
                 kernel_initializer=None, bias_initializer=None, name=None):
        super().__init__(name)
        self.__dict__.update(locals())

    def __call__(self, x):
        dimensions = x.ndim - 2
        shape = (*[self.kernel_size] * dimensions, x.shape[-1] // self.groups, self.filters)
        if not hasattr(self, "kernel"):
            self.kernel = np.asarray(self.kernel_initializer(shape), np.float32)
            self.bias = np.asarray(self.bias_initializer((self.filters,)), np.float32)
        z = convolved(x, self.kernel, self.bias, self.strides, self.dilation_rate, self.groups, [(0, 0)] * dimensions)
        return self.activation(z) if self.activation else z


def layer_of(function):
    class Own(Layer):
        def __init__(self, argument):
            super().__init__()
            self.argument = argument

        def __call__(self, x):
            return function(x, self.argument)
    return Own


def zero_padded(x, by):
    return np.pad(x, [(0, 0), *[(by, by)] * (x.ndim - 2), (0, 0)])


class Sequential:
    def __init__(self, layers):
        self.input, = layers
        self.layers = []

    def add(self, layer):
        self.layers.append(layer)


def keras_truncated(mean=0, stddev=1):
    return lambda shape, dtype=None: mean + stddev * truncated(shape, -2, 2)


keras_initializers = Names(
    RandomNormal=lambda mean=0, stddev=1: lambda shape, dtype=None: mean + stddev * rng.standard_normal(shape),
    RandomUniform=lambda low, high: lambda shape, dtype=None: rng.uniform(low, high, shape),
    TruncatedNormal=keras_truncated,
    Constant=lambda value: lambda shape, dtype=None: np.full(shape, value),
    Orthogonal=lambda gain: lambda shape, dtype=None: orthogonal(shape, gain),
    VarianceScaling=lambda scale, mode, distribution: lambda shape, dtype=None: scaled(scale, mode, distribution, shape))


def inverse_erf(x):
    return torch.erfinv(torch.from_numpy(np.asarray(x))).numpy()


def install():
    def module(name, **content):
        made = types.ModuleType(name)
        made.__dict__.update(content)
        sys.modules[name] = made
        return made

    jax_numpy = module("jax.numpy", **{name: getattr(np, name) for name in ("pad", "asarray", "float32", "where", "tanh")})
    random = Names(PRNGKey=lambda seed: seed,
                   normal=lambda key, shape, dtype: rng.standard_normal(shape),
                   uniform=lambda key, shape, dtype, low, high: rng.uniform(low, high, shape),
                   truncated_normal=lambda key, low, high, shape, dtype: truncated(shape, low, high))
    module("jax", numpy=jax_numpy, random=random)
    linen = module("flax.linen", Module=Module, compact=lambda f: f, Conv=FlaxConv, max_pool=flax_pool("max"),
                   avg_pool=flax_pool("avg"), relu=relu, tanh=np.tanh, sigmoid=sigmoid, initializers=flax_initializers)
    module("flax", linen=linen)
    ops = Names(relu=relu, tanh=np.tanh, sigmoid=sigmoid, std=np.std, convert_to_tensor=np.asarray, erfinv=inverse_erf,
                take=lambda x, indices, axis: np.take(x, indices, axis=axis))
    layers = Names(Lambda=layer_of(lambda x, function: function(x)))
    for dimensions in (1, 2):
        for name, made in (("Conv", KerasConv), ("ZeroPadding", layer_of(zero_padded)),
                           ("MaxPooling", layer_of(lambda x, size: pooled(x, size, "max"))),
                           ("AveragePooling", layer_of(lambda x, size: pooled(x, size, "avg")))):
            setattr(layers, f"{name}{dimensions}D", made)
    module("keras", ops=ops, layers=layers, initializers=keras_initializers, Sequential=Sequential,
           Input=lambda shape: shape, utils=Names(set_random_seed=lambda seed: None),
           random=Names(uniform=lambda shape, low, high, dtype=None: rng.uniform(low, high, shape)))


def run_jax(module, x):
    network = module["Network"]()
    params = network.init(0, x)["params"]
    output, state = network.apply({"params": params}, x, mutable=["intermediates"])
    assert len(state["intermediates"]) == len(params)
    return output, list(params.values())


def run_keras(module, x):
    network = module["build_network"]()
    assert network.input == x.shape[1:], (network.input, x.shape)
    for layer in network.layers:
        x = layer(x)
    return x, [{"kernel": layer.kernel, "bias": layer.bias} for layer in network.layers if hasattr(layer, "kernel")]


def compare(path, framework, run):
    laws = runpy.run_path(str(path.with_name(path.name.replace(".pytorch.", ".laws."))))
    reference = runpy.run_path(str(path))
    with contextlib.redirect_stdout(io.StringIO()):
        module = runpy.run_path(
            str(path.with_name(path.name.replace(".pytorch.", f".{framework}."))), run_name="__main__")
    assert module["WIDTHS"] == reference["WIDTHS"]
    batch = reference["sample_input"]().reshape(-1, reference["WIDTHS"][0], *laws["side"])
    x = np.moveaxis(batch, 1, -1)
    networks = [run(module, x) for _ in range(20)]
    output, parameters = networks[0]
    network = reference["Network"]()
    for layer, own in zip(network.layers.values(), parameters, strict=True):
        layer.weight.copy_(torch.from_numpy(np.ascontiguousarray(np.moveaxis(own["kernel"], (-1, -2), (0, 1)))))
        layer.bias.copy_(torch.from_numpy(own["bias"]))
    expected = last(network(torch.from_numpy(batch)))
    assert output.shape == expected.shape, (output.shape, expected.shape)
    assert np.allclose(output, expected, rtol=1e-4, atol=1e-5 * np.abs(expected).max()), np.abs(output - expected).max()
    for index, (mean, variance, bias_variance) in enumerate(laws["laws"]):
        for name, mean, variance in (("kernel", mean, variance), ("bias", 0, bias_variance)):
            w = np.concatenate([own[index][name].ravel() for _, own in networks]).astype(float)
            fourth = max(((w - mean) ** 4).mean(), 3 * variance ** 2)  # which few numbers do not tell
            error = 6 * math.sqrt((fourth - variance ** 2) / w.size) + 1e-5 * variance
            assert abs(w.mean() - mean) <= 6 * math.sqrt(variance / w.size) + 1e-6, (name, index, w.mean(), mean)
            found = ((w - mean) ** 2).mean()
            assert abs(found - variance) <= error + 1e-12, (name, index, found, variance)


if __name__ == "__main__":
    install()
    paths = sorted(pathlib.Path(sys.argv[1]).glob("*.pytorch.py"))
    for path in paths:
        for framework, run in (("jax", run_jax), ("keras", run_keras)):
            try:
                compare(path, framework, run)
            except Exception as error:
                print(path.name, framework, repr(error))
    print("networks", len(paths))
