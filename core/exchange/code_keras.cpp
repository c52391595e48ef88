// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/code_dense.h"
#include "core/exchange/code_formula.h"
#include "core/init/fans.h"

namespace stepzero {

namespace {

std::string distribution_of(Base base)
{
    return base == Base::uniform         ? "uniform"
        : base == Base::truncated_normal ? "truncated_normal"
                                         : "untruncated_normal";
}

/// Keras's initializers that users may expect here, but which mean something else.
const std::map<std::string, std::string> namesakes {{"kaiming_normal", "initializers.HeNormal"},
    {"xavier_normal", "initializers.GlorotNormal"}, {"lecun_normal", "initializers.LecunNormal"}};

std::string drawn(const Draw& draw)
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
        return "initializers.Orthogonal(gain=" + scale + ")";
    case Base::identity:
        return "initializers.Identity(gain=" + scale + ")";
    case Base::sparse_normal:
        return "sparse(" + python_number(draw.sparsity) + ", " + scale + ")";
    }
    return {};
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

Lines in_float32(const Initializer& initializer, Shape shape, Role role, const std::string& target)
{
    const auto scaling = variance_scaling_of(initializer, role);
    if (!scaling || (scaling->base == Base::truncated_normal && !scaling->as_keras()))
        return {target + drawn(plain_draw(initializer, shape, role))};
    Lines lines = role == Role::weight ? truncated_namesake(initializer, *scaling, namesakes) : Lines();
    // A bias has no fans of its own in Keras, and Keras knows no geometric mean of fans.
    if (role == Role::bias || scaling->mode == "fan_geo_avg")
        lines.push_back(target + scaled(*scaling));
    else
        lines.push_back(target + "initializers.VarianceScaling(" + python_number(scaling->scale) + ", \""
            + scaling->mode + "\", \"" + distribution_of(scaling->base) + "\")");
    return lines;
}

Lines initializer_lines(const Initializer& initializer, Shape shape, Role role)
{
    const std::string name = role == Role::weight ? "kernel" : "bias";
    Lines lines = in_float32(initializer, shape, role, name + " = ");
    if (const auto format = rounded_to(initializer))
        lines.push_back(name + " = rounded(" + name + ", \"" + *format + "\")");
    return lines;
}

const std::map<std::string, std::string> functions {
    {"rounded", R"(def rounded(wide, narrow):
    """What the initializer draws, on the numbers of a narrower dtype."""

    def init(shape, dtype=None):
        return ops.cast(ops.cast(wide(shape, "float32"), narrow), "float32")

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
    "ops.cast({0}, x.dtype)",
    {
        {"formula", "lambda x: {formula}"},
        {"leaky_relu", "lambda x: ops.leaky_relu(x, negative_slope={negative_slope})"},
        {"prelu", "keras.layers.PReLU(initializers.Constant({negative_slope}), shared_axes=[1])"},
        {"elu", "lambda x: ops.elu(x, alpha={alpha})"},
        {"celu", "lambda x: ops.celu(x, alpha={alpha})"},
        {"gelu", "lambda x: ops.gelu(x, approximate={approximate=tanh})"},
        {"softplus", "lambda x: ops.softplus({beta} * x) / {beta}"},
        {"linear", "None"},
        {"relu", "ops.relu"},
        {"selu", "ops.selu"},
        {"silu", "ops.silu"},
        {"mish", "lambda x: x * ops.tanh(ops.softplus(x))"},
        {"softsign", "lambda x: x / (1 + ops.abs(x))"},
        {"sigmoid", "ops.sigmoid"},
        {"tanh", "ops.tanh"},
        {"hardtanh", "lambda x: ops.clip(x, -1, 1)"},
        {"relu6", "ops.relu6"},
        {"hardsigmoid", "ops.hard_sigmoid"},
        {"hardswish", "ops.hard_silu"},
        {"erf", "ops.erf"},
        {"sin", "ops.sin"},
        {"squared_relu", "lambda x: ops.square(ops.relu(x))"},
    },
    "({0})"};

Lines layer_end(const Activation& activation)
{
    Lines lines = python_remarks(activation);
    lines.push_back("activation = " + python_activation(activation, operations));
    return lines;
}

}   // namespace

std::string keras_code(const Experiment& experiment)
{
    return dense_code(experiment,
        {"Keras 3", R"(import keras
import numpy as np
from keras import initializers, ops
)",
            functions, initializer_lines, layer_end, R"(def build_network():
    network = keras.Sequential([keras.Input((WIDTHS[0],))])
    for index, (fan_in, fan_out) in enumerate(zip(WIDTHS, WIDTHS[1:]), start=1):
)",
            2,
            R"(        network.add(keras.layers.Dense(fan_out, activation, kernel_initializer=kernel, bias_initializer=bias,
                                       name=f"layer_{index}"))
    return network
)",
            R"(    keras.utils.set_random_seed()" + std::to_string(experiment.seed % (1ULL << 32)) + R"()
    network = build_network()
    x = sample_input()
    for layer in network.layers:
        x = layer(x)
        print(f"{layer.name}: weight std {float(ops.std(layer.kernel)):.4g}, activation std {float(ops.std(x)):.4g}")
)"});
}

}   // namespace stepzero
