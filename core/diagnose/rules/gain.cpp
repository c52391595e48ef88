// SPDX-License-Identifier: GPL-3.0-or-later
// A scheme that is designed for another activation, as the cause of a drifting signal or gradient.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/files/title.h"
#include "core/network/init/fans.h"
#include "core/theory/gains.h"

namespace stepzero {

namespace {

constexpr std::array<Criterion, 4> drifts {vanishing_signal, exploding_signal, vanishing_gradient, exploding_gradient};

bool drifting(const Network& network, const Profile& profile, double part)
{
    return std::any_of(drifts.begin(), drifts.end(),
        [&](Criterion criterion) { return criterion(network, profile, part).has_value(); });
}

/// Caches σ_w² with χ = 1 by activation and σ_b².
class CriticalVariances {
public:
    explicit CriticalVariances(const Context& context) : context_(context) { }

    /// Uses the biases of the layer, else those that candidates() would choose. When all biases differ, not all layers
    /// have a value.
    std::optional<double> of(const LayerPlan& layer)
    {
        const Shape shape = layer.shape();
        const double bias = law_of(draw_of(layer.bias, shape, Role::bias), shape, Role::bias).variance;
        for (const Known& known : known_)
            if (known.activation == layer.activation && known.bias == bias)
                return known.variance;
        constexpr std::size_t most = 32;
        if (known_.size() == most)
            return std::nullopt;
        known_.push_back({layer.activation, bias, found(layer.activation, bias)});
        return known_.back().variance;
    }

private:
    struct Known {
        Activation activation;
        double bias = 0;
        std::optional<double> variance;
    };

    std::optional<double> found(const Activation& activation, double bias) const
    {
        const MeanField theory {ActivationFunction(activation)};
        if (const auto weight = theory.critical_weight_variance(bias))
            return weight;
        const auto usable = gains(theory, 1, context_).usable();
        return usable ? std::optional(usable->weight) : std::nullopt;
    }

    const Context& context_;
    std::vector<Known> known_;
};

std::vector<Finding> find_gain(const Case& c)
{
    if (!c.layered || has_norms(c.network) || !drifting(c.network, c.profile, 1))
        return {};   // a norm divides by any gain
    // Find the worst layer with a scheme designed for an activation. The first layer does not count, because no
    // activation precedes it.
    const LayerPlan* worst = nullptr;
    double missed = thresholds::gain_mismatch, variance = 0, critical = 0;
    int first = 0, last = 0;
    CriticalVariances variances(c.context);
    for (std::size_t l = 1; l < c.plan.layers.size(); ++l) {
        const LayerPlan& layer = c.plan.layers[l];
        if (const Scheme* scheme = find_scheme(layer.weight.scheme); !scheme || !scheme->fits_activation)
            continue;
        const std::optional<double> wanted = variances.of(layer);
        // Use the fan of the scheme; another rule reports a wrong fan.
        const auto mode = layer.weight.parameters.find("mode");
        const double fans = mode == layer.weight.parameters.end()
            ? layer.fan_in
            : fan_info(fan_of_mode(std::get<std::string>(mode->second))).size(layer.shape());
        const double now = fans * weight_std(layer) * weight_std(layer);
        if (!wanted || !(now > 0) || std::abs(std::log(now / *wanted)) <= thresholds::gain_mismatch)
            continue;
        first = first > 0 ? first : layer.layer;
        last = layer.layer;
        if (const double by = std::abs(std::log(now / *wanted)); by > missed) {
            missed = by;
            worst = &layer;
            variance = layer.terms() * weight_std(layer) * weight_std(layer);
            critical = *wanted;
        }
    }
    if (!worst)
        return {};
    const bool gradient_drifts
        = vanishing_gradient(c.network, c.profile, 1) || exploding_gradient(c.network, c.profile, 1);
    const bool mild = !exploding_signal(c.network, c.profile, 1)
        && (!gradient_drifts || gradient_severity(c.network, c.profile) == Severity::note)
        && (!vanishing_signal(c.network, c.profile, 1)
            || signal_severity(c.network, c.profile, true) == Severity::note);
    const Text scheme = scheme_text(worst->weight), activation = activation_text(worst->activation);
    return {with_fixes(c,
        {.id = "gain_mismatch",
            .severity = mild ? Severity::note : Severity::warning,
            .first_layer = first,
            .last_layer = last,
            .message = tr("%1 gives layer %2 σ_w² = %3, but %4 is critical at σ_w² = %5.", scheme, worst->layer,
                short_text(variance), activation, short_text(critical)),
            .cause = tr("The gain of %1 does not suit %2: χ is not 1.", scheme, activation),
            .formula = "χ = σ_w² E[φ'(z)²] = 1",
            .fixes = {}},
        [](const Experiment& e, const Profile& p) { return drifting(e.network, p, thresholds::margin); })};
}

}   // namespace

Rule rule_gain()
{
    return {"gain", "Glorot, Bengio 2010; He et al. 2015",
        {{"gain_mismatch", tr("mis-scaled"), tr("the gain is not the one that the activation needs"), 350,
            {"weights"}}},
        find_gain};
}

}   // namespace stepzero
