// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/init/fans.h"

namespace stepzero {

namespace {

const double infinity = std::numeric_limits<double>::infinity();

double log10_sum(double a, double b)
{
    const double larger = std::max(a, b);
    return std::isinf(larger) ? larger : larger + std::log10(1 + std::pow(10.0, std::min(a, b) - larger));
}

const char* words_of(const std::string& mode)
{
    if (mode == "fan_out")
        return "fan_out";
    if (mode == "fan_avg")
        return "(fan_in + fan_out)/2";
    return mode == "fan_geo_avg" ? "√(fan_in fan_out)" : "fan_in";
}

}   // namespace

std::optional<VarianceRule> variance_rule(const LayerPlan& layer)
{
    const Scheme* scheme = find_scheme(layer.weight.scheme);
    if (!scheme)
        return std::nullopt;
    const Parameters p = completed(scheme->parameters, layer.weight.parameters);
    const Shape shape {layer.fan_out, layer.fan_in};
    const double fan_in = layer.fan_in, fan_out = layer.fan_out;
    const std::string& name = scheme->name;
    if (name.starts_with("kaiming")) {
        const double g = gain(word(p, "nonlinearity"), number(p, "negative_slope"));
        return VarianceRule {"gain^2", words_of(word(p, "mode")), g * g, fan(word(p, "mode"), shape)};
    }
    if (name.starts_with("xavier")) {
        const double g = number(p, "gain");
        if (g == 1)
            return VarianceRule {"2", "fan_in + fan_out", 2, fan_in + fan_out};
        return VarianceRule {"2 gain^2", "fan_in + fan_out", 2 * g * g, fan_in + fan_out};
    }
    if (name.starts_with("lecun"))
        return VarianceRule {"1", "fan_in", 1, fan_in};
    if (name == "variance_scaling")
        return VarianceRule {"scale", words_of(word(p, "mode")), number(p, "scale"), fan(word(p, "mode"), shape)};
    if (name == "mean_field")
        return VarianceRule {"σ_w^2", "fan_in", number(p, "variance"), fan_in};
    if (name == "orthogonal") {
        const double g = number(p, "gain");
        return VarianceRule {"gain^2", "max(fan_in, fan_out)", g * g, std::max(fan_in, fan_out)};
    }
    if (name == "pytorch_linear")
        return VarianceRule {"1", "3 fan_in", 1, 3 * fan_in};
    if (name == "normal")
        return VarianceRule {"std^2", "", number(p, "std") * number(p, "std"), 1};
    if (name == "uniform") {
        const double wide = number(p, "high") - number(p, "low");
        return VarianceRule {"(high − low)^2", "12", wide * wide, 12};
    }
    return std::nullopt;
}

StepNumbers step_numbers(const Study& study, int layer)
{
    const BlockPlan& plan = study.plan->block(layer);
    const Prediction& p = *study.prediction;
    const auto law = [&](Role kind) {
        const ParameterPlan& parameter = *plan.find(study.plan->reading.weight, kind);
        return law_of(draw_of(parameter), parameter.shape, kind);
    };
    const Law weight = law(Role::weight), bias = law(Role::bias);
    StepNumbers n {.layer = layer,
        .depth = study.plan->depth(),
        .fan_in = plan.fan_in,
        .fan_out = plan.fan_out,
        .weight_variance = weight.variance,
        .weight_mean = weight.mean,
        .bias_variance = bias.variance,
        .bias_mean = bias.mean,
        .rule = variance_rule(study.plan->layers[std::size_t(layer - 1)]),
        .theory = {},
        .next = {},
        .log10_chi_product = {}};
    if (!p.covers(layer))
        return n;
    const Predicted *z = p.preactivation(layer, Quantity::rms), *gradient = p.gradient(layer),
                    *difference = p.preactivation(layer, Quantity::decorrelation);
    n.theory = {.weight_variance = p.preactivation(layer, Quantity::weight_variance)->value,
        .bias_variance = p.preactivation(layer, Quantity::bias_variance)->value,
        .log10_preactivation_rms = *z->log10,
        .log10_activation_rms = *p.output(layer, Quantity::rms)->log10,
        .log10_activation_std = *p.output(layer, Quantity::std)->log10,
        .activation_mean = p.output(layer, Quantity::mean)->value,
        .chi = p.preactivation(layer, Quantity::chi)->value,
        .log10_gradient_rms = gradient ? gradient->log10 : std::nullopt,
        .decorrelation = difference ? std::optional(difference->value) : std::nullopt,
        .preactivation_spread = z->spread};
    if (layer > 1) {
        n.log10_input_square = 2 * *p.output(layer - 1, Quantity::rms)->log10;
    } else {
        const auto known = input_moments(study.experiment.input);
        const Distribution& measured = study.measurement->input;
        n.log10_input_square = known ? std::log10(known->mean_square) : 2 * measured.log10_of(measured.rms);
    }
    const double weights = n.theory->weight_variance, chi = n.theory->chi;
    n.log10_length = log10_sum(std::log10(weights) + n.log10_input_square, std::log10(n.theory->bias_variance));
    n.derivative_square
        = weights > 0 && chi > 0 && std::isfinite(chi) ? chi / weights : std::numeric_limits<double>::quiet_NaN();
    if (layer < n.depth)
        if (const Predicted* next = p.gradient(layer + 1)) {
            const double std = p.preactivation(layer + 1, Quantity::weight_std)->value;
            n.next = {study.plan->block(layer + 1).fan_out, std * std, 2 * *next->log10};
        }
    double product = 0;
    for (int each = 1; each <= n.depth; ++each) {
        const Predicted* slope = p.preactivation(each, Quantity::chi);
        if (!slope)
            return n;
        product = slope->value > 0 ? product + std::log10(slope->value) : -infinity;
    }
    if (!std::isnan(product))
        n.log10_chi_product = product;
    return n;
}

}   // namespace stepzero
