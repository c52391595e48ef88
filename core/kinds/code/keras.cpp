// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>

#include "core/kinds/code/convolution.h"
#include "core/kinds/code/dense.h"
#include "core/kinds/code/formula.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

const InitializerWords keras_words {.weight = "kernel",
    .bias = "bias",
    .namesake = &Scheme::keras_namesake,
    .drawn = &Base::keras,
    .by_fans = &Base::keras_by_fans,
    .functions = &Base::keras_functions,
    .scaling = "initializers.VarianceScaling",
    .missing_fan = Fan::geometric,
    .format_before = "\"",
    .format_behind = "\""};

/// Helper functions that statements call.
std::map<std::string, std::string> keras_functions()
{
    return functions_of(keras_words, {{"rounded", R"(def rounded(wide, narrow):
    """What the initializer draws, on the numbers of a narrower dtype."""

    def init(shape, dtype=None):
        return ops.cast(ops.cast(wide(shape, "float32"), narrow), "float32")

    return init
)"}});
}

/// Activations in the form that Dense accepts.
const PythonFunctions operations {"ops.",
    {{"cbrt", "(ops.sign({0}) * ops.abs({0}) ** (1 / 3))"}, {"rint", "ops.round({0})"}, {"erfc", "(1 - ops.erf({0}))"},
        {"Phi", "(0.5 * (1 + ops.erf(({0}) / math.sqrt(2))))"}, {"minimum number", "ops.minimum({0}, {1})"},
        {"maximum number", "ops.maximum({0}, {1})"}},
    "ops.cast({0}, x.dtype)", &ActivationCode::keras, "({0})"};

Lines keras_layer_end(const Activation& activation)
{
    Lines lines = python_remarks(activation);
    lines.push_back("activation = " + python_activation(activation, operations));
    return lines;
}

const char* const keras_imports = R"(import keras
import numpy as np
from keras import initializers, ops
)";

std::string keras_main(const Experiment& experiment, const std::string& input)
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

constexpr const char* keras_wrapped = R"(def wrapped(x, padding):
    """Circular padding of the axes between samples and channels."""
    for axis in range(1, len(x.shape) - 1):
        size = x.shape[axis]
        x = ops.take(x, [i % size for i in range(-padding, size + padding)], axis=axis)
    return x


)";

}   // namespace

std::string keras_code(const Experiment& experiment, const NetworkPlan& plan)
{
    return dense_code(experiment, plan,
        {keras_imports, keras_functions(), std::bind_front(statements_of, keras_words), keras_layer_end,
            R"(def build_network():
    network = keras.Sequential([keras.Input((WIDTHS[0],))])
    for index, (fan_in, fan_out) in enumerate(zip(WIDTHS, WIDTHS[1:]), start=1):
)",
            2,
            R"(        network.add(keras.layers.Dense(fan_out, activation, kernel_initializer=kernel, bias_initializer=bias,
                                       name=f"layer_{index}"))
    return network
)",
            keras_main(experiment, "x = sample_input()") + "        " + shown});
}

// Uses explicit padding, since Keras' "same" is different with a stride.
std::string keras_convolution_code(const Experiment& experiment, const NetworkPlan& plan)
{
    const Window window = plan.layers.front().window;
    const std::string type = std::to_string(window.dimensions) + "D", padding = std::to_string(window.padding()),
                      side = std::to_string(window.side);
    // A transposed convolution has no explicit padding: what PyTorch's removes is cropped from the whole output.
    const int more = std::max(0, window.output_padding() - window.padding()),
              behind = window.padding() + more - window.output_padding();
    const std::string cut = "(" + padding + ", " + std::to_string(behind) + ")";
    const bool cropped = window.transposed && (window.padding() > 0 || behind > 0);
    const auto set = [](const char* name, int number) {
        return number == 1 ? "" : std::string(", ") + name + "=" + std::to_string(number);
    };
    const bool circular = window.border == Border::circular && window.padding() > 0;
    const PoolingCode pool = pooling_code(plan, "MaxPooling", "AveragePooling");
    const Lines pooled
        = where_pooled(plan, "network.add(keras.layers." + pool.name + type + "(" + std::to_string(pool.size) + "))");
    return dense_code(experiment, plan,
        {.imports = keras_imports,
            .helpers = keras_functions(),
            .initializer = [&](const LawCode& law) { return with_fans(statements_of(keras_words, law), window); },
            .activation =
                [&](const Activation& activation) {
                    Lines lines = keras_layer_end(activation);
                    const std::string of_units = "shared_axes=[1]";   // argument of PReLU for dense layers
                    if (const std::size_t at = lines.back().find(of_units); at != std::string::npos)
                        lines.back().replace(at, of_units.size(),
                            window.dimensions == 1 ? "shared_axes=[1, 2]" : "shared_axes=[1, 2, 3]");
                    return lines;
                },
            .before = (circular ? std::string(keras_wrapped) : "") + R"(def build_network():
    network = keras.Sequential([keras.Input(()"
                + side + ", " + (window.dimensions == 2 ? side + ", " : "") + R"(WIDTHS[0]))])
    for index, (before, behind) in enumerate(zip(WIDTHS, WIDTHS[1:]), start=1):
)",
            .levels = 2,
            .after = (circular ? "        network.add(keras.layers.Lambda(lambda x: wrapped(x, " + padding + ")))\n"
                             : window.padding() > 0 && !window.transposed
                             ? "        network.add(keras.layers.ZeroPadding" + type + "(" + padding + "))\n"
                             : "")
                + "        network.add(keras.layers.Conv" + type + (window.transposed ? "Transpose" : "") + "(behind, "
                + std::to_string(window.kernel) + set("strides", window.stride)
                + (window.transposed && window.stride > 1 ? ", output_padding=" + std::to_string(more) : "")
                + set("dilation_rate", window.dilation) + set("groups", window.groups)
                + R"(, activation=activation, kernel_initializer=kernel,
                                        bias_initializer=bias, name=f"layer_{index}"))
)"
                + (cropped ? "        network.add(keras.layers.Cropping" + type
                            + (window.dimensions == 2 ? "((" + cut + ", " + cut + "))" : "(" + cut + ")") + ")\n"
                           : "")
                + indented(pooled, 2) + "    return network\n",
            .main = keras_main(experiment, channels_last(window))
                + "        if hasattr(layer, \"kernel\"):\n            " + shown,
            .entries = "WIDTHS[0] * " + std::to_string(window.positions_in())});
}

}   // namespace stepzero
