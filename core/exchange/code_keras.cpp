// SPDX-License-Identifier: GPL-3.0-or-later
#include <functional>

#include "core/exchange/code_convolution.h"
#include "core/exchange/code_dense.h"
#include "core/exchange/code_formula.h"
#include "core/init/fans.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

std::string distribution_of(Base base)
{
    return base == Base::uniform         ? "uniform"
        : base == Base::truncated_normal ? "truncated_normal"
                                         : "untruncated_normal";
}

std::string drawn(const Draw& draw, Shape shape)
{
    const std::string scale = python_number(draw.scale), shift = python_number(draw.shift);
    switch (draw.base) {
    case Base::constant:
        return "initializers.Constant(" + python_number(draw.shift + draw.scale) + ")";
    case Base::normal:
        return "initializers.RandomNormal(mean=" + shift + ", stddev=" + scale + ")";
    case Base::uniform:
        return "initializers.RandomUniform(" + python_number(draw.shift - draw.scale) + ", "
            + python_number(draw.shift + draw.scale) + ")";
    case Base::truncated_normal:
        if (draw.low == -2 && draw.high == 2)
            return "initializers.TruncatedNormal(mean=" + shift + ", stddev=" + scale + ")";
        return "truncated_normal(" + shift + ", " + scale + ", " + python_number(draw.low) + ", "
            + python_number(draw.high) + ")";
    case Base::orthogonal:
        return (draw.receptive > 1 ? "delta_orthogonal(" : "initializers.Orthogonal(gain=") + scale + ")";
    case Base::identity:
        if (shape.dimensions > 0)
            return "lambda shape, dtype=None: ops.convert_to_tensor(dirac(shape, " + std::to_string(draw.groups) + ", "
                + scale + "))";
        return "initializers.Identity(gain=" + scale + ")";
    default:
        return helper_call(draw);
    }
}

/// With the fans put in by Python.
std::string scaled(const VarianceScaling& scaling)
{
    const std::string variance = scaling.variance();
    switch (scaling.base) {
    case Base::uniform:
        return "initializers.RandomUniform(-math.sqrt(" + scaling.variance(3) + "), math.sqrt(" + scaling.variance(3)
            + "))";
    case Base::truncated_normal:
        return "initializers.TruncatedNormal(stddev=math.sqrt(" + variance + ") / " + python_number(truncation_at_two)
            + ")";
    default:
        return "initializers.RandomNormal(stddev=math.sqrt(" + variance + "))";
    }
}

Lines by_fans(const VarianceScaling& scaling, const std::string& target) { return {target + scaled(scaling)}; }

/// It knows no geometric mean of fans.
std::string by_shape(const VarianceScaling& scaling)
{
    if (scaling.mode == "fan_geo_avg")
        return {};
    return "initializers.VarianceScaling(" + python_number(scaling.scale) + ", \"" + scaling.mode + "\", \""
        + distribution_of(scaling.base) + "\")";
}

const InitializerWords words {.weight = "kernel",
    .bias = "bias",
    .namesake = &Scheme::keras_namesake,
    .drawn = drawn,
    .by_shape = by_shape,
    .by_fans = by_fans,
    .format_before = "\"",
    .format_behind = "\""};

const std::map<std::string, std::string> functions {
    {"dirac", dirac_function},
    {"rounded", R"(def rounded(wide, narrow):
    """What the initializer draws, on the numbers of a narrower dtype."""

    def init(shape, dtype=None):
        return ops.cast(ops.cast(wide(shape, "float32"), narrow), "float32")

    return init
)"},
    {"unit_vectors", R"(def unit_vectors(axis, gain):
    """Vectors of one length along an axis."""

    def init(shape, dtype=None):
        x = keras.random.normal(shape, dtype=dtype)
        return gain * x / ops.sqrt(ops.sum(ops.square(x), axis=axis, keepdims=True))

    return init
)"},
    {"twins", R"(def twins(std, noise):
    """The second unit is the first once more, into it and out of it; noise parts them."""

    def init(shape, dtype=None):
        x = std * keras.random.normal(shape, dtype=dtype)
        for _ in range(2):
            twin = (x[:, :1] + noise * x[:, 1:2]) / math.sqrt(1 + noise**2)
            x = ops.transpose(ops.concatenate([x[:, :1], twin, x[:, 2:]], axis=1))
        return x

    return init
)"},
    {"sparse", R"(def sparse(sparsity, std):
    """As torch.nn.init.sparse_: each input feeds only some of the outputs."""

    def init(shape, dtype=None):
        fan_in, fan_out = shape
        kernel = std * keras.random.normal(shape, dtype=dtype)
        order = ops.argsort(ops.argsort(keras.random.uniform(shape), axis=1), axis=1)
        return ops.where(order >= math.ceil(sparsity * fan_out), kernel, 0)

    return init
)"},
    {"delta_orthogonal", R"(def delta_orthogonal(gain):
    """Orthonormal at the centre of the kernel, zeros elsewhere (Xiao et al. 2018)."""

    def init(shape, dtype=None):
        *window, channels, units = shape
        centre = np.zeros((*window, 1, 1), np.float32)
        centre[tuple((side - 1) // 2 for side in window)] = 1
        return ops.convert_to_tensor(centre) * initializers.Orthogonal(gain=gain)((channels, units), dtype)

    return init
)"},
    {"truncated_normal", R"(def truncated_normal(mean, std, low, high):
    """N(mean, std) cut at low and high sigmas, by inversion: Keras's own is always cut at two."""

    def init(shape, dtype=None):
        a, b = math.erf(low / math.sqrt(2)), math.erf(high / math.sqrt(2))
        return mean + std * math.sqrt(2) * ops.erfinv(keras.random.uniform(shape, a, b, dtype=dtype))

    return init
)"},
};

/// Activations as what Dense takes for one.
const PythonFunctions operations {"ops.",
    {{"cbrt", "(ops.sign({0}) * ops.abs({0}) ** (1 / 3))"}, {"rint", "ops.round({0})"}, {"erfc", "(1 - ops.erf({0}))"},
        {"Phi", "(0.5 * (1 + ops.erf(({0}) / math.sqrt(2))))"}, {"minimum number", "ops.minimum({0}, {1})"},
        {"maximum number", "ops.maximum({0}, {1})"}},
    "ops.cast({0}, x.dtype)", &ActivationCode::keras, "({0})"};

Lines layer_end(const Activation& activation)
{
    Lines lines = python_remarks(activation);
    lines.push_back("activation = " + python_activation(activation, operations));
    return lines;
}

const char* const imports = R"(import keras
import numpy as np
from keras import initializers, ops
)";

std::string main_of(const Experiment& experiment, const std::string& input)
{
    return "    keras.utils.set_random_seed(" + std::to_string(experiment.seed % (1ULL << 32)) + R"()
    network = build_network()
    )" + input
        + R"(
    for layer in network.layers:
        x = layer(x)
)";
}

const char* const shown = "print(f\"{layer.name}: weight std {float(ops.std(layer.kernel)):.4g}, activation std "
                          "{float(ops.std(x)):.4g}\")\n";

}   // namespace

std::string keras_code(const Experiment& experiment)
{
    return dense_code(experiment,
        {"Keras 3", imports, functions, std::bind_front(statements_of, words), layer_end, R"(def build_network():
    network = keras.Sequential([keras.Input((WIDTHS[0],))])
    for index, (fan_in, fan_out) in enumerate(zip(WIDTHS, WIDTHS[1:]), start=1):
)",
            2,
            R"(        network.add(keras.layers.Dense(fan_out, activation, kernel_initializer=kernel, bias_initializer=bias,
                                       name=f"layer_{index}"))
    return network
)",
            main_of(experiment, "x = sample_input()") + "        " + shown});
}

// Explicit padding, since Keras' "same" is another where there is a stride.
std::string keras_convolution_code(const Experiment& experiment)
{
    const Window window = window_of_layer(experiment.network, 1);
    const std::string type = std::to_string(window.dimensions) + "D", padding = std::to_string(window.padding()),
                      side = std::to_string(window.side);
    const auto set = [](const char* name, int number) {
        return number == 1 ? "" : std::string(", ") + name + "=" + std::to_string(number);
    };
    const bool circular = window.border == Border::circular && window.padding() > 0;
    const LayerWindows windows(experiment.network);
    const std::string name = option_word(experiment.network, "pooling") == "max" ? "MaxPooling" : "AveragePooling";
    const Lines pooled = where_pooled(
        experiment, "network.add(keras.layers." + name + type + "(" + std::to_string(windows.pool().kernel) + "))");
    const std::string wrapped = R"(def wrapped(x, padding):
    """Circular padding of the axes between samples and channels."""
    for axis in range(1, len(x.shape) - 1):
        size = x.shape[axis]
        x = ops.take(x, [i % size for i in range(-padding, size + padding)], axis=axis)
    return x


)";
    return dense_code(experiment,
        {.framework = "Keras 3",
            .imports = imports,
            .helpers = functions,
            .initializer = [&](const Initializer& initializer, Shape shape,
                               Role role) { return with_fans(statements_of(words, initializer, shape, role), window); },
            .activation =
                [&](const Activation& activation) {
                    Lines lines = layer_end(activation);
                    const std::string of_units = "shared_axes=[1]";   // of dense layers
                    if (const std::size_t at = lines.back().find(of_units); at != std::string::npos)
                        lines.back().replace(at, of_units.size(),
                            window.dimensions == 1 ? "shared_axes=[1, 2]" : "shared_axes=[1, 2, 3]");
                    return lines;
                },
            .before = (circular ? wrapped : "") + R"(def build_network():
    network = keras.Sequential([keras.Input(()"
                + side + ", " + (window.dimensions == 2 ? side + ", " : "") + R"(WIDTHS[0]))])
    for index, (before, behind) in enumerate(zip(WIDTHS, WIDTHS[1:]), start=1):
)",
            .levels = 2,
            .after = (circular ? "        network.add(keras.layers.Lambda(lambda x: wrapped(x, " + padding + ")))\n"
                             : window.padding() > 0
                             ? "        network.add(keras.layers.ZeroPadding" + type + "(" + padding + "))\n"
                             : "")
                + "        network.add(keras.layers.Conv" + type + "(behind, " + std::to_string(window.kernel)
                + set("strides", window.stride) + set("dilation_rate", window.dilation) + set("groups", window.groups)
                + R"(, activation=activation, kernel_initializer=kernel,
                                        bias_initializer=bias, name=f"layer_{index}"))
)" + indented(pooled, 2)
                + "    return network\n",
            .main = main_of(experiment, channels_last(window)) + "        if hasattr(layer, \"kernel\"):\n            "
                + shown,
            .entries = "WIDTHS[0] * " + std::to_string(window.positions_in())});
}

}   // namespace stepzero
