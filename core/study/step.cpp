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
    const auto l = std::size_t(layer - 1);
    const LayerPlan& plan = study.plan[l];
    StepNumbers n;
    n.layer = layer;
    n.depth = int(study.plan.size());
    n.fan_in = plan.fan_in;
    n.fan_out = plan.fan_out;
    const Shape shape {plan.fan_out, plan.fan_in};
    const Law weight = law_of(draw_of(plan.weight, shape, Role::weight), shape, Role::weight);
    const Law bias = law_of(draw_of(plan.bias, shape, Role::bias), shape, Role::bias);
    n.weight_variance = weight.variance;
    n.weight_mean = weight.mean;
    n.bias_variance = bias.variance;
    n.bias_mean = bias.mean;
    n.rule = variance_rule(plan);
    if (!study.prediction || l >= study.prediction->layers.size() || !study.prediction->layers[l])
        return n;

    const auto& layers = study.prediction->layers;
    n.prediction = &*layers[l];
    const Variances& variances = n.prediction->variances;
    if (l > 0) {
        n.log10_input_square = 2 * layers[l - 1]->log10_activation_rms;
    } else {
        const auto known = input_moments(study.experiment.input);
        const Distribution& measured = study.measurement->input;
        n.log10_input_square = known ? std::log10(known->mean_square) : 2 * measured.log10_of(measured.rms);
    }
    n.log10_length = log10_sum(std::log10(variances.weight) + n.log10_input_square, std::log10(variances.bias));
    const double chi = n.prediction->chi;
    n.derivative_square = variances.weight > 0 && chi > 0 && std::isfinite(chi)
        ? chi / variances.weight
        : std::numeric_limits<double>::quiet_NaN();
    if (l + 1 < layers.size() && layers[l + 1] && layers[l + 1]->log10_gradient_rms) {
        const LayerPrediction& next = *layers[l + 1];
        n.next = {study.plan[l + 1].fan_out, next.weight_std * next.weight_std, 2 * *next.log10_gradient_rms};
    }
    double product = 0;
    for (const auto& each : layers) {
        if (!each)
            return n;
        product = each->chi > 0 ? product + std::log10(each->chi) : -infinity;
    }
    if (!std::isnan(product))
        n.log10_chi_product = product;
    return n;
}

}   // namespace stepzero
