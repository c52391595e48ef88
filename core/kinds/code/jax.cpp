// SPDX-License-Identifier: GPL-3.0-or-later
#include <functional>

#include "core/kinds/code/convolution.h"
#include "core/kinds/code/dense.h"
#include "core/kinds/code/formula.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

const InitializerWords jax_words {.weight = "kernel_init",
    .bias = "bias_init",
    .namesake = &Scheme::jax_namesake,
    .drawn = &Base::jax,
    .by_fans = &Base::jax_by_fans,
    .functions = &Base::jax_functions,
    .scaling = "nn.initializers.variance_scaling",
    .exchanges_transposed_fans = true,
    .format_before = "jnp.",
    .format_behind = ""};

/// Helper functions that statements call.
std::map<std::string, std::string> jax_functions()
{
    return functions_of(jax_words, {{"rounded", R"(def rounded(init, dtype):
    """What init draws, on the numbers of a narrower dtype."""
    return lambda key, shape, wide=jnp.float32: init(key, shape, wide).astype(dtype).astype(wide)
)"}});
}

/// Activations as expressions in x.
const PythonFunctions numpy_functions {"jnp.",
    {{"erf", "jax.lax.erf({0})"}, {"erfc", "jax.lax.erfc({0})"}, {"Phi", "(0.5 * jax.lax.erfc(-({0}) / math.sqrt(2)))"},
        {"minimum number", "jnp.minimum({0}, {1})"}, {"maximum number", "jnp.maximum({0}, {1})"}},
    "({0}).astype(x.dtype)", &ActivationCode::jax, "(lambda x: {0})"};

Lines activated(const Activation& activation)
{
    Lines lines = python_remarks(activation);
    if (!is_identity(ActivationFunction(activation)))
        lines.push_back("x = " + python_activation(activation, numpy_functions));
    return lines;
}

Lines jax_layer_end(const Activation& activation)
{
    Lines lines {"x = nn.Dense(fan_out, kernel_init=kernel_init, bias_init=bias_init, name=f\"layer_{index}\")(x)"};
    const Lines behind = activated(activation);
    lines.insert(lines.end(), behind.begin(), behind.end());
    return lines;
}

const char* const jax_imports = R"(import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
)";

std::string jax_main(const Experiment& experiment, const std::string& input)
{
    return R"(    network = Network()
    )" + input
        + R"(
    variables = network.init(jax.random.PRNGKey()"
        + std::to_string(experiment.seed) + R"(), x)
    _, state = network.apply({"params": variables["params"]}, x, mutable=["intermediates"])
    for index in range(1, len(WIDTHS)):
        kernel = variables["params"][f"layer_{index}"]["kernel"]
        (output,) = state["intermediates"][f"activation_{index}"]
        print(f"layer {index}: weight std {kernel.std():.4g}, activation std {output.std():.4g}")
)";
}

const char* const sown = R"(            self.sow("intermediates", f"activation_{index}", x)
        return x
)";

}   // namespace

std::string jax_code(const Experiment& experiment, const NetworkPlan& plan)
{
    return dense_code(experiment, plan,
        {jax_imports, jax_functions(), std::bind_front(statements_of, jax_words), jax_layer_end,
            R"(class Network(nn.Module):
    @nn.compact
    def __call__(self, x):
        for index, (fan_in, fan_out) in enumerate(zip(WIDTHS, WIDTHS[1:]), start=1):
)",
            3, sown, jax_main(experiment, "x = jnp.asarray(sample_input())")});
}

std::string jax_convolution_code(const Experiment& experiment, const NetworkPlan& plan)
{
    const Window window = plan.layers.front().window;
    const int dimensions = window.dimensions;
    // Flax pads the input of a transposed convolution, between whose positions a stride puts zeros.
    const int pad = window.transposed ? window.dilation * (window.kernel - 1) - window.padding() : window.padding();
    const std::string both = "(" + std::to_string(pad) + ", " + std::to_string(pad + window.output_padding()) + ")",
                      pads = dimensions == 1 ? both : both + ", " + both;
    const auto set = [&](const char* name, int number) {
        return number == 1 ? "" : std::string(", ") + name + "=" + python_tuple(std::to_string(number), dimensions);
    };
    const bool zeros = window.transposed || (window.border == Border::zeros && window.padding() > 0),
               circular = window.border == Border::circular && window.padding() > 0;
    Lines convolution;
    if (circular)
        convolution.push_back("x = jnp.pad(x, ((0, 0), " + pads + ", (0, 0)), mode=\"wrap\")");
    convolution.push_back((window.transposed ? "x = nn.ConvTranspose(behind, " : "x = nn.Conv(behind, ")
        + python_tuple(std::to_string(window.kernel), dimensions) + set("strides", window.stride)
        + ", padding=" + (zeros ? (dimensions == 1 ? "(" + pads + ",)" : "(" + pads + ")") : "\"VALID\"")
        + set("kernel_dilation", window.dilation)
        + (window.groups == 1 ? "" : ", feature_group_count=" + std::to_string(window.groups)) + ",");
    convolution.emplace_back("            kernel_init=kernel_init, bias_init=bias_init, name=f\"layer_{index}\")(x)");

    const PoolingCode pooling = pooling_code(plan, "max_pool", "avg_pool");
    const std::string pool = python_tuple(std::to_string(pooling.size), dimensions);
    return dense_code(experiment, plan,
        {.imports = jax_imports,
            .helpers = jax_functions(),
            .initializer = [&](const LawCode& law) { return with_fans(statements_of(jax_words, law), window); },
            .activation =
                [&](const Activation& activation) {
                    Lines lines = convolution;
                    const Lines behind = activated(activation);
                    lines.insert(lines.end(), behind.begin(), behind.end());
                    return lines;
                },
            .before = R"(class Network(nn.Module):
    @nn.compact
    def __call__(self, x):
        for index, (before, behind) in enumerate(zip(WIDTHS, WIDTHS[1:]), start=1):
)",
            .levels = 3,
            .after
            = indented(where_pooled(plan, "x = nn." + pooling.name + "(x, " + pool + ", strides=" + pool + ")"), 3)
                + sown,
            .main = jax_main(experiment, channels_last(window)),
            .entries = "WIDTHS[0] * " + std::to_string(window.positions_in())});
}

}   // namespace stepzero
