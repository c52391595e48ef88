// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/layer_candidates.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/diagnose/fan_choice.h"
#include "core/diagnose/layer_changes.h"
#include "core/diagnose/lsuv.h"
#include "core/diagnose/mends.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/files/title.h"
#include "core/theory/gains.h"

namespace stepzero {

namespace {

const Initializer zeros {"zeros", {}};

/// Returns the same distribution with mean 0.
Initializer centred(const Initializer& initializer, const Law& law)
{
    Initializer now = initializer;
    if (now.scheme == "uniform") {
        const double half = (law.high - law.low) / 2;
        now.parameters["low"] = -half;
        now.parameters["high"] = half;
        return now;
    }
    return {"normal", {{"mean", 0.0}, {"std", std::sqrt(law.variance)}}};
}

/// Returns whether a layer's initializer has a mean in addition to noise.
bool has_mean(const LayerPlan& layer)
{
    const Draw draw = draw_of(layer.weight, layer.shape(), Role::weight);
    return weight_law(layer).mean != 0 && draw.scale != 0 && draw.base->random();
}

class LayerCandidates {
public:
    explicit LayerCandidates(const Case& c) : c_(c)
    {
        std::set<double> variances;
        for (const Span& span : spans_) {
            const Law law = bias_law(c.plan.layers[std::size_t(span.first - 1)]);
            offset_ = offset_ || law.mean != 0;
            variances.insert(law.variance);
        }
        many_biases_ = variances.size() > most_kinds;
    }

    std::vector<Candidate> all()
    {
        for (Candidate& mend : mends(c_))
            if (is_new(mend.stand_in))
                all_.push_back(std::move(mend));
        add_centred();
        add_fan_in();
        add_standard_input();
        add_textbook();
        add_critical(tr("Set σ_w and σ_b to the critical point"), true,
            [](const LayerPlan&, double variance) { return std::optional(mean_field_weight(variance, "normal")); });
        add_critical_bias();
        add_critical(tr("Set σ_w and σ_b to the critical point (orthogonal)"), false, orthogonal_weight);
        add_offers();
        add_unit_variance();
        if (c_.symptoms.jacobian)
            add_orthogonal();
        if (offset_)
            add(tr("Set biases to 0"), [](const LayerPlan& l) { return Initializers {l.weight, zeros}; });
        add_width();
        add_tailored();
        return std::move(all_);
    }

private:
    using Told = std::function<std::optional<Initializers>(const LayerPlan&)>;
    /// Maximum number of values of σ_w or σ_b in a network. With more, no single value describes it.
    static constexpr std::size_t most_kinds = 16;

    struct Changed {
        Experiment experiment;
        Span layers {};   ///< from the first to the last changed layer
        int count = 0;   ///< number of changed layers
        LayerPlan last {};   ///< last changed layer, after the change
    };

    /// Returns nothing when `told` fails for a layer. A layer whose distribution would not change keeps its
    /// initializer.
    std::optional<Changed> changed(const Told& told) const
    {
        Changed now;
        std::vector<Filled> filled;
        for (const Span& span : spans_) {
            const LayerPlan& layer = c_.plan.layers[std::size_t(span.first - 1)];
            const std::optional<Initializers> its = told(layer);
            if (!its)
                return std::nullopt;
            LayerPlan after = layer;
            after.weight = completed(its->weight);
            after.bias = completed(its->bias.value_or(layer.bias));
            if (same_laws(after, layer)) {
                after = layer;
            } else {
                now.layers = {now.count > 0 ? now.layers.first : span.first, span.last};
                now.count += span.last - span.first + 1;
                now.last = after;
            }
            filled.push_back({span, {std::move(after.weight), std::move(after.bias)}});
        }
        now.experiment = with_initializers(c_.experiment, filled);
        return now;
    }

    /// Adds a candidate. Its label names the layers unless most of them change; `how` describes the change of the last
    /// one.
    void add(const Text& what, const Told& told,
        const std::function<Text(const LayerPlan& before, const LayerPlan& after)>& how = {})
    {
        const std::optional<Changed> now = changed(told);
        if (!now || !is_new(now->experiment))
            return;
        Text label = what;
        if (2 * now->count < c_.plan.depth())
            label = tr("%1 in %2", label, span_text(c_.network, now->layers.first, now->layers.last));
        const Text change = how ? how(c_.plan.layers[std::size_t(now->layers.last - 1)], now->last) : Text();
        all_.push_back({joined({joined({label, change}, ": "), left()}, " "), now->experiment});
    }

    /// Describes the overrides that a change of the whole network keeps.
    Text left() const
    {
        const auto& overrides = c_.network.overrides;
        const auto own = std::count_if(
            overrides.begin(), overrides.end(), [](const LayerOverride& o) { return o.activation.has_value(); });
        if (own == 0)
            return {};
        const auto one = std::find_if(
            overrides.begin(), overrides.end(), [](const LayerOverride& o) { return o.activation.has_value(); });
        return own == 1 ? tr("(layer %1 stays %2)", one->layer, one->activation->name)
                        : tr("(%1 layers keep their own activations)", own);
    }

    /// Returns whether an experiment differs from the current network and from all other candidates.
    bool is_new(const Experiment& experiment)
    {
        while (plans_.size() < all_.size())
            plans_.push_back(expand(all_[plans_.size()].stand_in.network));
        const std::vector<LayerPlan> now = expand(experiment.network);
        const auto same = [&](const Experiment& other, const std::vector<LayerPlan>& known) {
            return experiment.input == other.input && experiment.network.options == other.network.options
                && experiment.network.roles == other.network.roles && now.size() == known.size()
                && std::equal(now.begin(), now.end(), known.begin(), [](const LayerPlan& a, const LayerPlan& b) {
                       return a == b || (a.window == b.window && same_laws(a, b));
                   });
        };
        bool found = same(c_.experiment, c_.plan.layers);
        for (std::size_t i = 0; i < all_.size() && !found; ++i)
            found = same(all_[i].stand_in, plans_[i]);
        return !found;
    }

    /// A bias with a mean is never kept.
    std::optional<Initializer> bias() const { return offset_ ? std::optional(zeros) : std::nullopt; }

    static double weight_variance(const LayerPlan& layer) { return layer.terms() * weight_law(layer).variance; }

    static Change mean_change(const LayerPlan& before, const LayerPlan& after)
    {
        return {tr("mean"), weight_law(before).mean, weight_law(after).mean};
    }

    void add_centred()
    {
        const LayerPlan* worst = nullptr;
        std::optional<Changed> now = changed([&](const LayerPlan& l) -> std::optional<Initializers> {
            if (!has_mean(l))
                return Initializers {l.weight, std::nullopt};
            worst = worst ? worst : &l;
            return Initializers {centred(l.weight, weight_law(l)), std::nullopt};
        });
        if (!worst || !is_new(now->experiment))
            return;
        const Law law = weight_law(*worst);
        all_.push_back({tr("Set the mean of the weights to 0: %1", arrow_text(tr("mean"), law.mean, 0)),
            now->experiment, {}, blame_of_mean(c_.plan.layers)});
    }

    /// Adds fan_in when fans make the signal drift.
    void add_fan_in()
    {
        const int sign = exploding_signal(c_.network, c_.profile, 1) ? 1
            : vanishing_signal(c_.network, c_.profile, 1)            ? -1
                                                                     : 0;
        const LayerPlan* worst = worst_fan(c_.plan.layers, sign);
        const std::optional<Changed> now = worst ? changed([](const LayerPlan& l) -> std::optional<Initializers> {
            return Initializers {counting_inputs(l.weight, l.shape()), std::nullopt};
        })
                                                 : std::nullopt;
        if (!now || !is_new(now->experiment))
            return;
        const bool outputs = counts_outputs(worst->weight);
        LayerPlan right = *worst;
        right.weight = counting_inputs(worst->weight, worst->shape());
        if (const Fan fan = transposed_fan(worst->weight, worst->shape()); fan != Fan::none) {
            all_.push_back({tr("Scale by the weights that reach an output"), now->experiment, {},
                tr("Layer %1 is a transposed convolution. With %2 = %3 it has σ_w² = %4; the %5 weights that reach an "
                   "output give %6.",
                    worst->layer, fan_info(fan).name, short_text(fan_info(fan).size(worst->shape())),
                    short_text(weight_variance(*worst)), short_text(worst->terms()),
                    short_text(weight_variance(right)))});
            return;
        }
        all_.push_back({outputs ? tr("Scale by fan_in") : tr("Use the layout [out, in]"), now->experiment, {},
            joined({outputs ? tr("The weights are scaled by fan_out, but widths differ.")
                            : tr("The weights are initialized in the wrong layout, but widths differ."),
                       tr("Layer %1 with fan_in %2 and fan_out %3 has σ_w² = %4; fan_in gives %5.", worst->layer,
                           worst->fan_in, worst->fan_out, short_text(weight_variance(*worst)),
                           short_text(weight_variance(right)))},
                " ")});
    }

    void add_textbook()
    {
        const std::string name = textbook(c_.plan.layers.back().activation).first;
        if (is_of_lsuv())   // LSUV is based on measurements; a rule would revert it
            return;
        add(
            tr("Switch to %1 initialization", name),
            [this](const LayerPlan& l) {
                LayerPlan after = l;
                after.weight = completed(textbook(l.activation).second);
                return Initializers {same_moments(after, l) ? l.weight : after.weight, bias()};
            },
            [this](const LayerPlan& before, const LayerPlan& after) {
                const Text text = arrows_text(
                    {mean_change(before, after), {Text::name("σ"), weight_std(before), weight_std(after)}});
                return offset_ ? joined({text, tr("biases 0")}, ", ") : text;
            });
    }

    /// Returns the variances with χ₁ = 1: with the current biases if signals converge then, else at q = 1 or without
    /// biases.
    std::optional<Variances> critical(const LayerPlan& layer)
    {
        const double bias = offset_ || many_biases_ ? 0 : bias_law(layer).variance;
        return once(criticals_, {layer.activation, bias}, [&]() -> std::optional<Variances> {
            const MeanField& theory = theories_.of(layer.activation);
            if (bias > 0)
                if (const auto weight = theory.critical_weight_variance(bias))
                    return Variances {*weight, bias};
            return gains(theory, 1, c_.context).usable();
        });
    }

    std::optional<double> bias_at_which_critical(const LayerPlan& layer)
    {
        const double variance = layer.terms() * weight_std(layer) * weight_std(layer);
        if (!(variance > 0) || ActivationFunction(layer.activation).limits().homogeneous)
            return std::nullopt;
        if (biases_.size() > most_kinds)
            return std::nullopt;
        return once(biases_, {layer.activation, variance},
            [&] { return critical_bias_variance(theories_.of(layer.activation).expectation(), variance); });
    }

    /// Caches results per activation and number.
    template <class Value>
    using Known = std::vector<std::pair<std::pair<Activation, double>, std::optional<Value>>>;
    template <class Value, class Find>
    static std::optional<Value> once(Known<Value>& known, std::pair<Activation, double> key, const Find& find)
    {
        const auto found = std::find_if(known.begin(), known.end(), [&](const auto& k) { return k.first == key; });
        if (found != known.end())
            return found->second;
        known.emplace_back(std::move(key), find());
        return known.back().second;
    }

    void add_critical(const Text& label, bool plain,
        const std::function<std::optional<Initializer>(const LayerPlan&, double)>& weight_of)
    {
        add(
            label,
            [this, weight_of, plain](const LayerPlan& l) -> std::optional<Initializers> {
                const std::optional<Variances> v = critical(l);
                const std::optional<Initializer> weight = v ? weight_of(l, v->weight) : std::nullopt;
                if (!weight)
                    return std::nullopt;
                const auto same = [](double a, double b) { return std::abs(a - b) <= 1e-6 * b; };
                if (plain && !has_mean(l) && same(weight_variance(l), v->weight) && same(bias_law(l).variance, v->bias))
                    return Initializers {l.weight, std::nullopt};   // a different distribution with the same variances
                return Initializers {*weight, mean_field_bias(v->bias)};
            },
            [](const LayerPlan& before, const LayerPlan& after) {
                return arrows_text(
                    {mean_change(before, after), {Text::name("σ_w²"), weight_variance(before), weight_variance(after)},
                        {Text::name("σ_b²"), bias_law(before).variance, bias_law(after).variance}});
            });
    }

    void add_orthogonal()
    {
        add(tr("Switch to orthogonal weights with the same σ_w"),
            [](const LayerPlan& l) -> std::optional<Initializers> {
                const std::optional<Initializer> weight = orthogonal_weight(l, weight_variance(l));
                return weight ? std::optional(Initializers {*weight, std::nullopt}) : std::nullopt;
            });
    }

    /// Adds the offers of the kind, which are not about the initializers of layers.
    void add_offers()
    {
        if (c_.plan.kind->offers)
            for (Offer& offer : c_.plan.kind->offers(c_.experiment, c_.plan, {}))
                if (is_new(offer.experiment))
                    all_.push_back({std::move(offer.label), std::move(offer.experiment), {}, std::move(offer.blame)});
    }

    void add_critical_bias()
    {
        add(
            tr("Set σ_b to the critical point"),
            [this](const LayerPlan& l) -> std::optional<Initializers> {
                const auto variance = bias_at_which_critical(l);
                return variance ? std::optional(Initializers {l.weight, mean_field_bias(*variance)}) : std::nullopt;
            },
            [](const LayerPlan& before, const LayerPlan& after) {
                return arrows_text({{Text::name("σ_b²"), bias_law(before).variance, bias_law(after).variance}});
            });
    }

    /// Returns whether LSUV made this network, so that it need not be offered: orthogonal layers with individual gains.
    bool is_of_lsuv() const
    {
        const std::vector<LayerPlan>& layers = c_.plan.layers;
        return std::all_of(layers.begin(), layers.end(),
                   [](const LayerPlan& l) { return l.weight.scheme == "orthogonal" && bias_law(l).variance == 0; })
            && std::any_of(
                layers.begin(), layers.end(), [&](const LayerPlan& l) { return !(l.weight == layers.front().weight); });
    }

    /// Adds LSUV. Its stand-in for theory has orthogonal weights that give variance 1.
    void add_unit_variance()
    {
        if (is_of_lsuv())
            return;
        const auto stand_in = changed([this](const LayerPlan& l) -> std::optional<Initializers> {
            double square = c_.input.mean_square;
            if (l.layer > 1) {
                const PreactivationMoments m
                    = theories_.of(c_.plan.layers[std::size_t(l.layer - 2)].activation).expectation().moments(1);
                square = m.square;
            }
            if (!(square > 0))
                return std::nullopt;
            return Initializers {mean_field_weight(1 / square, "orthogonal"), zeros};
        });
        if (stand_in)
            all_.push_back({joined({tr("Apply LSUV: orthogonal, each layer scaled to variance 1"), left()}, " "),
                stand_in->experiment, [experiment = c_.experiment](NoiseCache& cache, const Context& context) {
                    return lsuv(experiment, cache, context);
                }});
    }

    void add_standard_input()
    {
        if (!can_be_standard(c_.experiment.input))
            return;
        Offer offer = standard_input_offer(c_.experiment);
        all_.push_back({std::move(offer.label), std::move(offer.experiment), {}, std::move(offer.blame)});
    }

    void add_width()
    {
        double spread = 0;
        for (int layer = 1; layer <= c_.plan.depth(); ++layer)
            if (const Predicted* z = c_.symptoms.prediction.preactivation(layer, Quantity::rms))
                spread = std::max(spread, z->spread.value_or(0));
        if (spread <= thresholds::spread)
            return;
        const int factor = width_factor(spread);
        if (const auto changed = wider(c_.experiment, factor))
            all_.push_back({times_as_wide(factor), *changed});
    }

    /// Rectifiers make all inputs similar, whatever the weights. For a leaky one, a larger slope slows this down. The
    /// offered slope keeps a tenth of the difference between uncorrelated inputs (Zhang et al. 2022: deep learning
    /// without shortcuts).
    void add_tailored()
    {
        const Limits limits = ActivationFunction(c_.network.activation).limits();
        const auto& overrides = c_.network.overrides;
        if (limits.bounded || limits.degree != 1 || !alike_inputs(c_.network, c_.profile, 1)
            || std::any_of(overrides.begin(), overrides.end(), [](const auto& o) { return o.activation.has_value(); }))
            return;
        if (const auto slope = tailored_slope(c_.plan.depth(), c_.context))
            all_.push_back(
                {tr("Switch to leaky ReLU tailored to the depth (slope %1), zero biases", short_text(*slope)),
                    leaky(*slope, "normal")});
    }

    Experiment leaky(double slope, const char* distribution) const
    {
        Experiment e = with_initializers(c_.experiment, c_.plan.layers, [&](const LayerPlan& l) {
            return Initializers {mean_field_weight(2 / (1 + slope * slope), distribution),
                bias_law(l).variance > 0 || offset_ ? std::optional(zeros) : std::nullopt};
        });
        e.network.activation = {"leaky_relu", {{"negative_slope", slope}}};
        return e;
    }

    const Case& c_;
    const std::vector<Span> spans_ = spans_alike(c_.plan.layers);
    bool offset_ = false;   // a bias has a mean
    bool many_biases_ = false;   // σ_b is not kept
    Theories theories_;
    Known<Variances> criticals_;
    Known<double> biases_;
    std::vector<Candidate> all_;
    std::vector<std::vector<LayerPlan>> plans_;   // cached plans of the first candidates
};

}   // namespace

std::vector<Candidate> layer_candidates(const Case& c) { return LayerCandidates(c).all(); }

}   // namespace stepzero
