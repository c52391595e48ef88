// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/step.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/words/nan.h"
#include "core/base/words/shown_text.h"
#include "core/network/init/fans.h"
#include "core/theory/input_moments.h"
#include "core/theory/log_sum.h"

namespace stepzero {

namespace {

double log10_sum(double a, double b)
{
    using std::numbers::ln10;
    return log_sum(a * ln10, b * ln10) / ln10;
}

/// Returns the variance of the layer's scheme as numerator and denominator, before truncation and rounding.
std::optional<VarianceRule> as_written(const LayerPlan& layer)
{
    const Scheme* scheme = find_scheme(layer.weight.scheme);
    if (!scheme || !scheme->variance)
        return std::nullopt;
    const Parameters p = completed(scheme->parameters, layer.weight.parameters);
    const bool other = misread(p);   // the scheme confuses inputs with outputs
    if (other && layer.window.dimensions > 0)
        return std::nullopt;   // such fans have no simple formula
    const Shape shape = other ? shape_misread(layer.shape()) : layer.shape();
    if (scheme->counts_terms(shape))
        return std::nullopt;   // σ_w² is divided by the number of terms, which is not a fan
    const FanVariance v = scheme->variance(p, Role::weight);
    const std::string times = v.times == 1 ? "" : short_text(v.times);
    if (v.fan == Fan::average)
        return VarianceRule {v.text == "1" ? "2" : "2 " + v.text, fan_info(v.fan).formula, 2 * v.value,
            v.times * (shape.fan_in + shape.fan_out)};
    const Fan named = !other ? v.fan : v.fan == Fan::in ? Fan::out : v.fan == Fan::out ? Fan::in : v.fan;
    const std::string below = fan_info(named).formula;
    return VarianceRule {v.text, times + (times.empty() || below.empty() ? "" : " ") + below, v.value,
        v.times * fan_info(v.fan).size(shape)};
}

}   // namespace

std::optional<VarianceRule> variance_rule(const LayerPlan& layer)
{
    auto rule = as_written(layer);
    if (rule && rule->above > 0) {
        const Shape shape = layer.shape();
        const double left = law_of(draw_of(layer.weight, shape, Role::weight), shape, Role::weight).variance
            * rule->below / rule->above;
        rule->left = std::abs(left - 1) < 1e-6 ? 1 : left;
    }
    return rule;
}

namespace {

/// Sets the numbers of theory that lead from the layer's input to its preactivation.
void add_forward_theory(const Study& study, StepNumbers& n)
{
    const Prediction& p = *study.prediction;
    const Measurement& m = *study.measurement;
    const LayerPlan& own = study.plan->layers[std::size_t(n.layer - 1)];
    const auto theory = [&](Quantity quantity) { return p.preactivation(n.layer, quantity)->value; };
    n.sigma_w2 = theory(Quantity::weight_variance);
    n.sigma_b2 = theory(Quantity::bias_variance);
    n.chi = theory(Quantity::chi);
    n.spread = p.preactivation(n.layer, Quantity::rms)->spread;
    // The mean has no logarithmic form, so it is known only within the range of double.
    if (!(n.output_rms.theory.value_or(0) > -300) || !std::isfinite(n.output_mean.theory.value_or(0)))
        n.output_mean.theory.reset();
    if (n.layer > 1) {
        const Predicted* pooled = p.block(n.layer - 1).find("pooled", Quantity::rms);
        n.log10_input_square = 2 * *(pooled ? pooled : p.output(n.layer - 1, Quantity::rms))->log10();
    } else {
        const auto known = input_moments(study.experiment);
        n.log10_input_square = known ? std::log10(known->mean_square) : 2 * m.input.log10_of(m.input.rms);
    }
    n.log10_length = log10_sum(std::log10(n.sigma_w2) + n.log10_input_square, std::log10(n.sigma_b2));
    if (n.normed)
        n.log10_length = 2 * *p.preactivation(n.layer, Quantity::rms)->log10();
    if (own.window.dimensions > 0 && n.log10_length > -infinity && n.bias_mean == 0) {
        const double log10_q = 2 * *p.preactivation(n.layer, Quantity::rms)->log10();
        n.inside = std::pow(10, log10_q - n.log10_length);
        n.log10_length = log10_q;
    }
    n.derivative_square = !n.normed && n.sigma_w2 > 0 && n.chi > 0 && std::isfinite(n.chi)
        ? n.chi / n.sigma_w2
        : std::numeric_limits<double>::quiet_NaN();
}

/// Sets the numbers of theory that lead from the gradient of the next layer to that of this one.
void add_backward_theory(const Study& study, StepNumbers& n)
{
    const Prediction& p = *study.prediction;
    const LayerPlan& own = study.plan->layers[std::size_t(n.layer - 1)];
    const Predicted* next = n.layer < n.depth && own.pooling == Pooling::none ? p.gradient(n.layer + 1) : nullptr;
    if (!next)
        return;
    const double std = p.preactivation(n.layer + 1, Quantity::weight_std)->value;
    const LayerPlan& above = study.plan->layers[std::size_t(n.layer)];
    n.next = {above.reach(), std * std, 2 * *next->log10(), above.norm != UnitNorm::none};
    if (const Predicted* here = p.gradient(n.layer); here && own.window.dimensions > 0)
        n.inside_back = std::pow(10, 2 * *here->log10() - n.next->log10_gradient_square)
            / (n.next->units * n.next->weight_variance * n.derivative_square);
}

/// Returns log10 of the product of χ over all layers.
std::optional<double> log10_chi_product(const Study& study)
{
    if (std::ranges::any_of(study.plan->layers, [](const LayerPlan& l) { return l.pooling != Pooling::none; }))
        return std::nullopt;   // pooling contributes another factor, which χ lacks
    double product = 0;
    for (int each = 1; each <= study.plan->depth(); ++each) {
        const Predicted* slope = study.prediction->preactivation(each, Quantity::chi);
        if (!slope)
            return std::nullopt;
        product = slope->value > 0 ? product + std::log10(slope->value) : -infinity;
    }
    return std::isnan(product) ? std::nullopt : std::optional(product);
}

}   // namespace

StepNumbers step_numbers(const Study& study, int layer)
{
    const BlockPlan& plan = study.plan->block(layer);
    const LayerPlan& own = study.plan->layers[std::size_t(layer - 1)];
    const Reading& reading = study.plan->reading;
    const auto law = [&](Role kind) {
        const ParameterPlan& parameter = *plan.find(reading.weight, kind);
        return law_of(draw_of(parameter), parameter.shape, kind);
    };
    const Law weight = law(Role::weight), bias = law(Role::bias);
    const Site z {layer, reading.preactivation}, x {layer, reading.output};
    StepNumbers n {.layer = layer,
        .depth = study.plan->depth(),
        .fan_in = own.fan_in,
        .fan_out = own.fan_out,
        .terms = own.terms(),
        .weight_variance = weight.variance,
        .weight_mean = weight.mean,
        .bias_variance = bias.variance,
        .bias_mean = bias.mean,
        .rule = variance_rule(own),
        .weight_std = {std::sqrt(weight.variance), {}},
        .preactivation_rms = compared(study, z, Quantity::rms),
        .output_rms = compared(study, x, Quantity::rms),
        .output_std = compared(study, x, Quantity::std),
        .gradient_rms = compared(study, {layer, reading.gradient}, Quantity::gradient_rms),
        .output_mean = compared(study, x, Quantity::mean),
        .decorrelation = compared(study, z, Quantity::decorrelation),
        .normed = own.norm != UnitNorm::none,
        .theory = study.prediction->covers(layer),
        .next = {},
        .log10_chi_product = {},
        .spread = {}};
    if (const Distribution* entries = study.measurement->weight(layer))
        n.weight_std.measured = entries->plain(entries->std);
    if (!n.theory)
        return n;
    add_forward_theory(study, n);
    add_backward_theory(study, n);
    n.log10_chi_product = log10_chi_product(study);
    return n;
}

}   // namespace stepzero
