// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/diagnose/layer_candidates.h"
#include "core/diagnose/layer_changes.h"
#include "core/diagnose/mends.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/files/complete.h"
#include "core/files/title.h"
#include "core/network/experiment/overrides.h"

namespace stepzero {

namespace {

const Initializer no_bias {"zeros", {}};

class LayersAnew {
public:
    explicit LayersAnew(const Case& c) : c_(c) { }

    std::vector<Candidate> all()
    {
        if (const auto wide = wider(c_.experiment, factor()); wide && factor() > 1)
            all_.push_back({times_as_wide(factor()), *wide});
        add_anew({"tanh", {}}, Text::name("Xavier"), {"xavier_normal", {{"gain", 1.0}}});
        add_anew({"relu", {}}, Text::name("He"), textbook({"relu", {}}).second);
        const auto can_be = [](const LayerPlan& layer) { return orthogonal_weight(layer, 1).has_value(); };
        if (std::ranges::all_of(c_.plan.layers, can_be))
            add_anew({"tanh", {}}, tr("orthogonal"), *orthogonal_weight(c_.plan.layers.back(), 1));
        add_anew_tailored();
        for (std::size_t i = 0, count = all_.size(); i < count; ++i)
            add_offers(all_[i]);
        return std::move(all_);
    }

private:
    /// Adds the candidate together with each offer of the kind.
    void add_offers(Candidate candidate)
    {
        const Experiment& e = candidate.stand_in;
        if (c_.plan.kind->offers)
            for (Offer& offer : c_.plan.kind->offers(e, plan_of(e.network), {}))
                all_.push_back({joined({candidate.label, offer.label}, ", "), std::move(offer.experiment)});
    }

    /// Returns the network with one activation in all layers except for a linear head, biases 0, and a standardized
    /// input.
    Experiment sound(Experiment e, const Activation& activation, const Initializer& weight) const
    {
        Network& n = e.network;
        const bool linear_head = c_.plan.layers.back().activation.name == "linear" && has_head(n);
        n.activation = activation;
        n.weight = weight;
        n.bias = no_bias;
        for (LayerOverride& override : n.overrides) {
            override.activation.reset();
            override.weight.reset();
            override.bias.reset();
        }
        remove_empty_overrides(n);
        if (linear_head) {
            LayerOverride& head = override_of(n, depth(n));
            head.activation = Activation {"linear", {}};
            head.weight = textbook({"linear", {}}).second;
        }
        return with_completed_parameters(with_standard_input(std::move(e)));
    }

    void add_anew(const Activation& activation, const Text& scheme, const Initializer& weight)
    {
        const Text own = activation_text(c_.network.activation), other = activation_text(activation);
        const Text label = other == own ? tr("Switch to %1 initialization, zero biases", scheme)
                                        : tr("Switch to %1 with %2 initialization, zero biases", other, scheme);
        add_sound(label, [&](const Experiment& e) { return sound(e, activation, weight); });
    }

    void add_anew_tailored()
    {
        const auto slope = tailored_slope(c_.plan.depth(), c_.context);
        if (!slope)
            return;
        const Activation activation {"leaky_relu", {{"negative_slope", *slope}}};
        const std::string size = short_text(*slope);
        for (const char* distribution : {"normal", "orthogonal"})
            add_sound(distribution == std::string("normal")
                    ? tr("Switch to leaky ReLU (slope %1), He initialization, zero biases", size)
                    : tr("Switch to leaky ReLU (slope %1), orthogonal He initialization, zero biases", size),
                [&](const Experiment& e) {
                    return sound(e, activation, mean_field_weight(2 / (1 + *slope * *slope), distribution));
                });
    }

    void add_sound(const Text& label, const std::function<Experiment(const Experiment&)>& made)
    {
        const Text input = can_be_standard(c_.experiment.input) ? tr("standardize the input") : Text();
        const auto wide = factor() > 1 ? wider(c_.experiment, factor()) : std::nullopt;
        const Text width = wide ? tr("make the network %1× wider", factor()) : Text();
        all_.push_back({joined({label, input, width}, ", "), made(wide.value_or(c_.experiment))});
    }

    /// Returns the factor by which a network must be wider for the theory of the spread to hold, and for a small
    /// spread. Var(ln RMS) is about 5/4 Σ 1/width for ReLU, and less for others.
    int factor() const
    {
        double thin = 0;
        int narrowest = thresholds::lawful_units;
        for (const LayerPlan& layer : c_.plan.layers) {
            thin += 1.0 / layer.units();
            if (layer.layer < c_.plan.depth())
                narrowest = std::min(narrowest, layer.units());
        }
        const double spread = std::sqrt(1.25 * thin) / (thresholds::margin * thresholds::spread);
        return int(std::ceil(std::max(spread * spread, double(thresholds::lawful_units) / narrowest)));
    }

    const Case& c_;
    std::vector<Candidate> all_;
};

}   // namespace

std::vector<Candidate> layers_anew(const Case& c) { return LayersAnew(c).all(); }

}   // namespace stepzero
