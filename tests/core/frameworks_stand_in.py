# SPDX-License-Identifier: GPL-3.0-or-later
"""Code for JAX and Keras run without them: what it calls of both, in NumPy and PyTorch, by their documentation.

python3 frameworks_stand_in.py FOLDER: of every NAME.pytorch.py, NAME.jax.py and NAME.keras.py with NAME.laws.py, the mean
and the variance of each weight and bias that is expected over so many `networks`, prints where the three are not the same
network.
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


def flax_transposed(x, kernel, bias, strides, dilation, pads):
    """lax.conv_transpose: zeros between the positions of the input, which is padded; the kernel is not flipped."""
    spread = np.zeros((len(x), *[(side - 1) * stride + 1 for side, stride in zip(x.shape[1:-1], strides)], x.shape[-1]),
                      np.float32)
    spread[(slice(None), *[slice(None, None, stride) for stride in strides])] = x
    return convolved(spread, kernel, bias, (1,) * len(strides), dilation, 1, pads)


def keras_transposed(x, kernel, bias, stride, dilation, output_padding):
    """The gradient of a convolution without padding; its kernel is [..., units, channels]."""
    weight = torch.from_numpy(np.ascontiguousarray(np.moveaxis(kernel, (-1, -2), (0, 1))))
    function = {1: F.conv_transpose1d, 2: F.conv_transpose2d}[x.ndim - 2]
    return last(function(first(x), weight, torch.from_numpy(bias), stride, 0, output_padding, 1, dilation))


def pooled(x, size, kind):
    function = {("max", 1): F.max_pool1d, ("max", 2): F.max_pool2d, ("avg", 1): F.avg_pool1d, ("avg", 2): F.avg_pool2d}
    return last(function[kind, x.ndim - 2](first(x), size))


class Array(np.ndarray):
    """With jax.numpy's x.at[place].set(value)."""

    @property
    def at(self):
        def place(where):
            def set(value):
                changed = self.copy()
                changed[where] = value
                return changed
            return types.SimpleNamespace(set=set)
        return type("At", (), {"__getitem__": lambda _, where: place(where)})()


def by_torch(function):
    return lambda x, *arguments, **named: function(torch.from_numpy(np.asarray(x)), *arguments, **named).numpy()


def gelu(x, approximate):
    return by_torch(F.gelu)(x, approximate="tanh" if approximate else "none")


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


class FlaxConvTranspose:
    def __init__(self, features, kernel_size, strides=None, padding="SAME", kernel_dilation=None, *, kernel_init,
                 bias_init, name):
        assert isinstance(kernel_size, tuple) and padding != "SAME"
        self.__dict__.update(locals())

    def __call__(self, x):
        dimensions, params = x.ndim - 2, Module.current.params
        assert len(self.kernel_size) == len(self.padding) == dimensions
        shape, once = (*self.kernel_size, x.shape[-1], self.features), (1,) * dimensions
        if self.name not in params:
            params[self.name] = {"kernel": np.asarray(self.kernel_init(0, shape, np.float32), np.float32),
                                 "bias": np.asarray(self.bias_init(0, (self.features,), np.float32), np.float32)}
        own = params[self.name]
        assert own["kernel"].shape == shape
        return flax_transposed(x, own["kernel"], own["bias"], self.strides or once, self.kernel_dilation or once,
                               self.padding)


class FlaxDense:
    def __init__(self, features, *, kernel_init, bias_init, name):
        self.__dict__.update(locals())

    def __call__(self, x):
        params, shape = Module.current.params, (x.shape[-1], self.features)
        if self.name not in params:
            params[self.name] = {"kernel": np.asarray(self.kernel_init(0, shape, np.float32), np.float32),
                                 "bias": np.asarray(self.bias_init(0, shape[1:], np.float32), np.float32)}
        assert params[self.name]["kernel"].shape == shape
        return x @ params[self.name]["kernel"] + params[self.name]["bias"]


def flax_pool(kind):
    def pool(x, window_shape, strides):
        assert window_shape == strides and len(strides) == x.ndim - 2
        return pooled(x, window_shape, kind)
    return pool


def flax_delta(scale, column_axis=-1):
    def init(key, shape, dtype=np.float32):
        kernel = np.zeros(shape)
        kernel[tuple((side - 1) // 2 for side in shape[:-2])] = orthogonal(shape[-2:], scale)
        return kernel
    return init


Names = types.SimpleNamespace
flax_initializers = Names(
    normal=lambda stddev: lambda key, shape, dtype=None: stddev * rng.standard_normal(shape),
    constant=lambda value: lambda key, shape, dtype=None: np.full(shape, value),
    orthogonal=lambda scale, column_axis=-1: lambda key, shape, dtype=None: np.moveaxis(
        orthogonal(np.moveaxis(np.empty(shape), column_axis, -1).shape, scale), -1, column_axis),
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


class KerasConvTranspose(Layer):
    def __init__(self, filters, kernel_size, strides=1, output_padding=0, dilation_rate=1, activation=None,
                 kernel_initializer=None, bias_initializer=None, name=None):
        super().__init__(name)
        assert output_padding < strides and (strides == 1 or dilation_rate == 1)
        self.__dict__.update(locals())

    def __call__(self, x):
        shape = (*[self.kernel_size] * (x.ndim - 2), self.filters, x.shape[-1])
        if not hasattr(self, "kernel"):
            self.kernel = np.asarray(self.kernel_initializer(shape), np.float32)
            self.bias = np.asarray(self.bias_initializer((self.filters,)), np.float32)
        z = keras_transposed(x, self.kernel, self.bias, self.strides, self.dilation_rate, self.output_padding)
        return self.activation(z) if self.activation else z


class KerasDense(Layer):
    def __init__(self, units, activation=None, *, kernel_initializer, bias_initializer, name):
        super().__init__(name)
        self.__dict__.update(locals())

    def __call__(self, x):
        if not hasattr(self, "kernel"):
            self.kernel = np.asarray(self.kernel_initializer((x.shape[-1], self.units)), np.float32)
            self.bias = np.asarray(self.bias_initializer((self.units,)), np.float32)
            assert self.kernel.shape == (x.shape[-1], self.units)
        z = x @ self.kernel + self.bias
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


def cropped(x, by):
    pairs = [by] if x.ndim == 3 else by
    return x[(slice(None), *[slice(low, side - high) for (low, high), side in zip(pairs, x.shape[1:])])]


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
    Identity=lambda gain: lambda shape, dtype=None: gain * np.eye(*shape),
    VarianceScaling=lambda scale, mode, distribution: lambda shape, dtype=None: scaled(scale, mode, distribution, shape))


def keras_prelu(alpha_initializer, shared_axes):
    slope = float(alpha_initializer(()))
    return lambda x: by_torch(F.leaky_relu)(x, slope)


def inverse_erf(x):
    return torch.erfinv(torch.from_numpy(np.asarray(x))).numpy()


def install():
    def module(name, **content):
        made = types.ModuleType(name)
        made.__dict__.update(content)
        sys.modules[name] = made
        return made

    jax_numpy = module("jax.numpy", **{name: getattr(np, name) for name in (
        "pad", "asarray", "float32", "float16", "where", "tanh", "sin", "square", "eye", "sqrt",
        "clip", "round")})
    random = Names(PRNGKey=lambda seed: seed,
                   split=lambda key, count=2: [key] * count,
                   permutation=lambda key, count: rng.permutation(count),
                   normal=lambda key, shape, dtype: rng.standard_normal(shape).view(Array),
                   uniform=lambda key, shape, dtype, low, high: rng.uniform(low, high, shape),
                   truncated_normal=lambda key, low, high, shape, dtype: truncated(shape, low, high))
    module("jax", numpy=jax_numpy, random=random, nn=Names(relu6=by_torch(F.relu6)), lax=Names(erf=by_torch(torch.erf)),
           vmap=lambda function: lambda keys: np.stack([function(key) for key in keys]))
    linen = module("flax.linen", Module=Module, compact=lambda f: f, Conv=FlaxConv,
                   ConvTranspose=FlaxConvTranspose, Dense=FlaxDense,
                   max_pool=flax_pool("max"), avg_pool=flax_pool("avg"), initializers=flax_initializers,
                   relu=relu, tanh=np.tanh, sigmoid=sigmoid, gelu=gelu, leaky_relu=by_torch(F.leaky_relu),
                   elu=by_torch(F.elu), celu=by_torch(F.celu), selu=by_torch(F.selu), silu=by_torch(F.silu),
                   softplus=by_torch(F.softplus), soft_sign=by_torch(F.softsign), hard_tanh=by_torch(F.hardtanh),
                   hard_sigmoid=by_torch(F.hardsigmoid), hard_swish=by_torch(F.hardswish),
                   PReLU=lambda negative_slope_init: lambda x: by_torch(F.leaky_relu)(x, negative_slope_init))
    module("flax", linen=linen)
    ops = Names(relu=relu, tanh=np.tanh, sigmoid=sigmoid, std=np.std, convert_to_tensor=np.asarray, erfinv=inverse_erf,
                take=lambda x, indices, axis: np.take(x, indices, axis=axis),
                leaky_relu=by_torch(F.leaky_relu), elu=by_torch(F.elu), celu=by_torch(F.celu), selu=by_torch(F.selu),
                silu=by_torch(F.silu), gelu=gelu, softplus=by_torch(F.softplus), relu6=by_torch(F.relu6),
                hard_sigmoid=by_torch(F.hardsigmoid), hard_silu=by_torch(F.hardswish), erf=by_torch(torch.erf),
                sin=np.sin, abs=np.abs, clip=np.clip, round=np.round, square=np.square, sqrt=np.sqrt, where=np.where, argsort=np.argsort,
                sum=np.sum, transpose=np.transpose, concatenate=np.concatenate, cast=lambda x, dtype: x.astype(dtype))
    layers = Names(Lambda=layer_of(lambda x, function: function(x)), Dense=KerasDense, PReLU=keras_prelu)
    for dimensions in (1, 2):
        for name, made in (("Conv", KerasConv), ("ZeroPadding", layer_of(zero_padded)),
                           ("Cropping", layer_of(cropped)),
                           ("MaxPooling", layer_of(lambda x, size: pooled(x, size, "max"))),
                           ("AveragePooling", layer_of(lambda x, size: pooled(x, size, "avg")))):
            setattr(layers, f"{name}{dimensions}D", made)
        setattr(layers, f"Conv{dimensions}DTranspose", KerasConvTranspose)
    module("keras", ops=ops, layers=layers, initializers=keras_initializers, Sequential=Sequential,
           Input=lambda shape: shape, utils=Names(set_random_seed=lambda seed: None),
           random=Names(uniform=lambda shape, low=0, high=1, dtype=None: rng.uniform(low, high, shape),
                        normal=lambda shape, dtype=None: rng.standard_normal(shape)))


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
    networks = [run(module, x) for _ in range(laws["networks"])]
    output, parameters = networks[0]
    network = reference["Network"]()
    for layer, own in zip(network.layers.values(), parameters, strict=True):
        kernel = own["kernel"]
        if framework == "jax" and "Transpose" in type(layer).__name__:   # [..., channels, units], not flipped
            kernel = np.swapaxes(np.flip(kernel, range(kernel.ndim - 2)).copy(), -1, -2)
        layer.weight.copy_(torch.from_numpy(np.ascontiguousarray(np.moveaxis(kernel, (-1, -2), (0, 1)))))
        layer.bias.copy_(torch.from_numpy(own["bias"]))
    expected = last(network(torch.from_numpy(batch)))
    assert output.shape == expected.shape, (output.shape, expected.shape)
    assert np.allclose(output, expected, rtol=1e-4, atol=1e-4 * np.abs(expected).max()), np.abs(output - expected).max()
    for index, (weight_law, bias_law) in enumerate(laws["laws"]):
        for name, (mean, variance) in (("kernel", weight_law), ("bias", bias_law)):
            w = np.concatenate([own[index][name].ravel() for _, own in networks]).astype(float)
            squares = (w - mean) ** 2
            fourth = max((squares * squares).mean(), 3 * variance ** 2)  # which few numbers do not tell
            error = 6 * math.sqrt((fourth - variance ** 2) / w.size) + 1e-5 * variance
            assert abs(w.mean() - mean) <= 6 * math.sqrt(variance / w.size) + 1e-6, (name, index, w.mean(), mean)
            found = squares.mean()
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
