// SPDX-License-Identifier: GPL-3.0-or-later
// What can be changed in a network, dense or made of blocks.
#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include <boost/math/tools/toms748_solve.hpp>

#include "core/diagnose/case.h"
#include "core/diagnose/change.h"
#include "core/diagnose/fan_choice.h"
#include "core/diagnose/lsuv.h"
#include "core/diagnose/mends.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/files/complete.h"
#include "core/files/title.h"
#include "core/kinds/recurrent.h"
#include "core/theory/decorrelation_map.h"
#include "core/theory/gains.h"

namespace stepzero {

namespace {

constexpr const char* standard_input_label = "scale the input to mean 0 and std 1";
const Initializer zeros {"zeros", {}}, ones {"ones", {}};

Initializer normal(double std) { return {"normal", {{"mean", 0.0}, {"std", std}}}; }
Initializer mean_field_weight(double variance, const char* distribution)
{
    return {"mean_field", {{"variance", variance}, {"distribution", std::string(distribution)}}};
}
Initializer mean_field_bias(double variance)
{
    return variance > 0 ? Initializer {"mean_field", {{"variance", variance}, {"distribution", std::string("normal")}}}
                        : zeros;
}

/// Whether there is an input that is not standardized, and can be.
bool can_be_standard(const Input& input) { return input.file.empty() && (input.mean != 0 || input.std != 1); }

std::string input_blame(const Input& input)
{
    return "the input is not standardized: it has mean " + short_text(input.mean) + " and σ " + short_text(input.std)
        + ", so the first weights read RMS " + short_text(std::hypot(input.mean, input.std)) + " where 1 is meant";
}

Experiment with_standard_input(Experiment e)
{
    if (can_be_standard(e.input)) {
        e.input.mean = 0;
        e.input.std = 1;
    }
    return e;
}

/// Mean-field theory of the activations of a network, each made once.
class Theories {
public:
    const MeanField& of(const Activation& activation)
    {
        const auto found
            = std::find_if(known_.begin(), known_.end(), [&](const auto& k) { return k.first == activation; });
        if (found != known_.end())
            return *found->second;
        known_.emplace_back(activation, std::make_unique<MeanField>(ActivationFunction(activation)));
        return *known_.back().second;
    }

private:
    std::vector<std::pair<Activation, std::unique_ptr<MeanField>>> known_;
};

/// σ_b² at which σ_w² is critical, on the part of the line where lengths are stable.
std::optional<double> critical_bias_variance(const GaussianExpectation& expectation, double weight_variance)
{
    const auto missing = [&](double ln_q) {
        return std::log(critical_point(expectation, std::exp(ln_q)).variances.weight / weight_variance);
    };
    constexpr double low = -14, high = 7;   // ln q
    const double at_low = missing(low), at_high = missing(high);
    if (!(at_low * at_high < 0))
        return std::nullopt;
    std::uintmax_t iterations = 100;
    const auto [a, b] = boost::math::tools::toms748_solve(
        missing, low, high, at_low, at_high, boost::math::tools::eps_tolerance<double>(40), iterations);
    const CriticalPoint point = critical_point(expectation, std::exp((a + b) / 2));
    return point.variances.bias >= 0 && point.length_slope < 1 ? std::optional(point.variances.bias) : std::nullopt;
}

/// Whether so many layers of leaky ReLU leave enough of the difference of uncorrelated inputs, with weights that keep
/// lengths and no biases: 1 − c then depends neither on the length nor on widths.
bool leaves_difference(double slope, int depth)
{
    const GaussianExpectation expectation(ActivationFunction({"leaky_relu", {{"negative_slope", slope}}}));
    DecorrelationMap map;
    double d = 1;
    for (int left = depth - 1; left > 0 && d >= thresholds::tailored_difference; --left)
        d = 2 / (1 + slope * slope) * map.half_square_difference(expectation, 1, d, std::size_t(left));
    return d >= thresholds::tailored_difference;
}

/// Of the same kind, without its mean.
Initializer centred(const Initializer& initializer, const Law& law)
{
    Initializer now = initializer;
    if (now.scheme == "uniform") {
        const double half = (law.high - law.low) / 2;
        now.parameters["low"] = -half;
        now.parameters["high"] = half;
        return now;
    }
    return normal(std::sqrt(law.variance));
}

/// Whether the mean of what a layer is drawn from is apart from its noise.
bool has_mean(const LayerPlan& layer)
{
    const Draw draw = draw_of(layer.weight, layer.shape(), Role::weight);
    return weight_law(layer).mean != 0 && draw.scale != 0 && draw.base != Base::constant && draw.base != Base::identity;
}

/// Orthogonal as a map of whole samples. Absent where a kernel cannot be.
std::optional<Initializer> orthogonal_weight(const LayerPlan& layer, double variance)
{
    if (layer.window.dimensions == 0)
        return mean_field_weight(variance, "orthogonal");
    if (layer.window.groups > 1 || layer.units() < layer.inputs())
        return std::nullopt;
    return Initializer {"delta_orthogonal", {{"gain", std::sqrt(variance * layer.units() / layer.inputs())}}};
}

class DenseCandidates {
public:
    explicit DenseCandidates(const Case& c) : c_(c)
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
        add_critical(
            "", [](const LayerPlan&, double variance) { return std::optional(mean_field_weight(variance, "normal")); });
        add_critical_bias();
        add_critical(", orthogonal", orthogonal_weight);
        add_circular();
        add_unit_variance();
        if (c_.symptoms.jacobian)
            add_orthogonal();
        if (offset_)
            add("biases to 0", [](const LayerPlan& l) { return Initializers {l.weight, zeros}; });
        add_width();
        add_tailored();
        return std::move(all_);
    }

    /// Everything anew, by what is sound at any depth; wider too where that takes it.
    std::vector<Candidate> anew()
    {
        if (const auto wide = wider(c_.experiment, factor()); wide && factor() > 1)
            all_.push_back({times_as_wide(), *wide});
        add_anew({"tanh", {}}, "Xavier", {"xavier_normal", {{"gain", 1.0}}});
        add_anew({"relu", {}}, "He", textbook({"relu", {}}).second);
        const auto can_be = [](const LayerPlan& layer) { return orthogonal_weight(layer, 1).has_value(); };
        if (std::ranges::all_of(c_.plan.layers, can_be))
            add_anew({"tanh", {}}, "orthogonal", *orthogonal_weight(c_.plan.layers.back(), 1));
        add_anew_tailored();
        for (std::size_t i = 0, count = all_.size(); i < count; ++i)
            if (const auto e = all_[i].experiment ? std::nullopt : circular(all_[i].stand_in))
                all_.push_back({all_[i].label + ", padding circular", *e});
        return std::move(all_);
    }

private:
    using Told = std::function<std::optional<Initializers>(const LayerPlan&)>;
    /// Of σ_w or of σ_b in one network: where every layer has its own, there is none to speak of.
    static constexpr std::size_t most_kinds = 16;

    struct Changed {
        Experiment experiment;
        Span layers {};   ///< from the first to the last that have other laws than before
        int count = 0;   ///< of them
        LayerPlan last {};   ///< as it is now
    };

    /// Nothing when a layer cannot be told. What would be the same law stays as it stands.
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

    /// Layers are named where most do not change; `how` tells what becomes of the last of them.
    void add(const std::string& what, const Told& told,
        const std::function<std::string(const LayerPlan& before, const LayerPlan& after)>& how = {})
    {
        const std::optional<Changed> now = changed(told);
        if (!now || !is_new(now->experiment))
            return;
        std::string label = what;
        if (2 * now->count < c_.plan.depth())
            label += " in " + span_text(c_.network, now->layers.first, now->layers.last);
        if (const std::string change
            = how ? how(c_.plan.layers[std::size_t(now->layers.last - 1)], now->last) : std::string();
            !change.empty())
            label += ": " + change;
        all_.push_back({label + left(), now->experiment});
    }

    /// What an edit of the whole network leaves.
    std::string left() const
    {
        const auto& overrides = c_.network.overrides;
        const auto own = std::count_if(
            overrides.begin(), overrides.end(), [](const LayerOverride& o) { return o.activation.has_value(); });
        if (own == 0)
            return {};
        const auto one = std::find_if(
            overrides.begin(), overrides.end(), [](const LayerOverride& o) { return o.activation.has_value(); });
        return own == 1 ? " (layer " + std::to_string(one->layer) + " stays " + one->activation->name + ")"
                        : " (" + std::to_string(own) + " layers keep activations of their own)";
    }

    /// Not the network itself, nor the same laws as those of another candidate.
    bool is_new(const Experiment& experiment)
    {
        while (plans_.size() < all_.size())
            plans_.push_back(expand(all_[plans_.size()].stand_in.network));
        const std::vector<LayerPlan> now = expand(experiment.network);
        const auto same = [&](const Input& input, const std::vector<LayerPlan>& known) {
            return experiment.input == input && now.size() == known.size()
                && std::equal(now.begin(), now.end(), known.begin(), [](const LayerPlan& a, const LayerPlan& b) {
                       return a == b || (a.window == b.window && same_laws(a, b));
                   });
        };
        bool found = same(c_.experiment.input, c_.plan.layers);
        for (std::size_t i = 0; i < all_.size() && !found; ++i)
            found = same(all_[i].stand_in.input, plans_[i]);
        return !found;
    }

    /// An offset is never kept.
    std::optional<Initializer> bias() const { return offset_ ? std::optional(zeros) : std::nullopt; }

    static double weight_variance(const LayerPlan& layer) { return layer.fan_in * weight_law(layer).variance; }

    static Change mean_change(const LayerPlan& before, const LayerPlan& after)
    {
        return {"mean", weight_law(before).mean, weight_law(after).mean};
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
        all_.push_back({arrow_text("weights: mean", law.mean, 0), now->experiment, {}, blame_of_mean(c_.plan.layers)});
    }

    /// Where fans swing the signal.
    void add_fan_in()
    {
        const int sign = exploding_signal(c_.network, c_.profile, 1) ? 1
            : vanishing_signal(c_.network, c_.profile, 1)            ? -1
                                                                     : 0;
        const LayerPlan* worst = worst_fan(c_.plan.layers, sign);
        const std::optional<Changed> now = worst ? changed([](const LayerPlan& l) -> std::optional<Initializers> {
            return Initializers {counting_inputs(l.weight), std::nullopt};
        })
                                                 : std::nullopt;
        if (!now || !is_new(now->experiment))
            return;
        const bool outputs = counts_outputs(worst->weight);
        LayerPlan right = *worst;
        right.weight = counting_inputs(worst->weight);
        all_.push_back({outputs ? "scale by fan_in" : "hand it over as [out, in]", now->experiment, {},
            (outputs ? "the weights are scaled by fan_out, and widths differ: layer "
                     : "the weights are handed to their scheme in the other layout, and widths differ: layer ")
                + std::to_string(worst->layer) + ", of fan_in " + std::to_string(worst->fan_in) + " and fan_out "
                + std::to_string(worst->fan_out) + ", has σ_w² = " + short_text(weight_variance(*worst))
                + " where fan_in gives " + short_text(weight_variance(right))});
    }

    void add_textbook()
    {
        const std::string name = textbook(c_.plan.layers.back().activation).first;
        if (is_of_lsuv())   // which was made by measuring: a rule leads back to where it came from
            return;
        add(
            "use " + name,
            [this](const LayerPlan& l) {
                LayerPlan after = l;
                after.weight = completed(textbook(l.activation).second);
                return Initializers {same_moments(after, l) ? l.weight : after.weight, bias()};
            },
            [this](const LayerPlan& before, const LayerPlan& after) {
                const std::string text
                    = arrows_text({mean_change(before, after), {"σ", weight_std(before), weight_std(after)}});
                return !offset_ ? text : text.empty() ? std::string("biases 0") : text + ", biases 0";
            });
    }

    /// χ₁ = 1: at the biases as they are if signals settle there, else at q = 1 or without biases.
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
        const double variance = layer.fan_in * weight_std(layer) * weight_std(layer);
        if (!(variance > 0) || ActivationFunction(layer.activation).limits().homogeneous)
            return std::nullopt;
        if (biases_.size() > most_kinds)
            return std::nullopt;
        return once(biases_, {layer.activation, variance},
            [&] { return critical_bias_variance(theories_.of(layer.activation).expectation(), variance); });
    }

    /// What was found for an activation and a number, or is found now.
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

    void add_critical(
        const std::string& how, const std::function<std::optional<Initializer>(const LayerPlan&, double)>& weight_of)
    {
        add(
            "σ_w and σ_b to critical" + how,
            [this, weight_of, plain = how.empty()](const LayerPlan& l) -> std::optional<Initializers> {
                const std::optional<Variances> v = critical(l);
                const std::optional<Initializer> weight = v ? weight_of(l, v->weight) : std::nullopt;
                if (!weight)
                    return std::nullopt;
                const auto same = [](double a, double b) { return std::abs(a - b) <= 1e-6 * b; };
                if (plain && !has_mean(l) && same(weight_variance(l), v->weight) && same(bias_law(l).variance, v->bias))
                    return Initializers {l.weight, std::nullopt};   // another distribution of the same variances
                return Initializers {*weight, mean_field_bias(v->bias)};
            },
            [](const LayerPlan& before, const LayerPlan& after) {
                return arrows_text(
                    {mean_change(before, after), {"σ_w²", weight_variance(before), weight_variance(after)},
                        {"σ_b²", bias_law(before).variance, bias_law(after).variance}});
            });
    }

    void add_orthogonal()
    {
        add("orthogonal weights of the same σ_w", [](const LayerPlan& l) -> std::optional<Initializers> {
            const std::optional<Initializer> weight = orthogonal_weight(l, weight_variance(l));
            return weight ? std::optional(Initializers {*weight, std::nullopt}) : std::nullopt;
        });
    }

    /// Of zeros beyond the edge every layer makes the signal smaller there.
    void add_circular()
    {
        if (const auto e = circular(c_.experiment); e && is_new(*e))
            all_.push_back({"padding: zeros → circular", *e, {},
                "windows at the edge see zeros beyond it, which add nothing: there the signal loses a part in every "
                "layer, and from there inwards"});
    }

    /// With padding that goes around in place of zeros, where there are any.
    static std::optional<Experiment> circular(Experiment e)
    {
        if (const Window window = window_of_layer(e.network, 1);
            window.border != Border::zeros || window.receptive() == 1)
            return std::nullopt;
        e.network.options["padding"] = std::string("circular");
        std::vector<Problem> problems;
        kind_of(e.network).check(e, problems);
        return problems.empty() ? std::optional(e) : std::nullopt;
    }

    void add_critical_bias()
    {
        add(
            "σ_b to critical",
            [this](const LayerPlan& l) -> std::optional<Initializers> {
                const auto variance = bias_at_which_critical(l);
                return variance ? std::optional(Initializers {l.weight, mean_field_bias(*variance)}) : std::nullopt;
            },
            [](const LayerPlan& before, const LayerPlan& after) {
                return arrows_text({{"σ_b²", bias_law(before).variance, bias_law(after).variance}});
            });
    }

    /// What LSUV made, it would make again: orthogonal layers with gains of their own.
    bool is_of_lsuv() const
    {
        const std::vector<LayerPlan>& layers = c_.plan.layers;
        return std::all_of(layers.begin(), layers.end(),
                   [](const LayerPlan& l) { return l.weight.scheme == "orthogonal" && bias_law(l).variance == 0; })
            && std::any_of(
                layers.begin(), layers.end(), [&](const LayerPlan& l) { return !(l.weight == layers.front().weight); });
    }

    /// LSUV. Theory is asked about orthogonal weights that give variance 1.
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
            all_.push_back({"LSUV: orthogonal, each layer scaled to variance 1" + left(), stand_in->experiment,
                [experiment = c_.experiment](
                    NoiseCache& cache, const Context& context) { return lsuv(experiment, cache, context); }});
    }

    void add_standard_input()
    {
        const Input& input = c_.experiment.input;
        if (!can_be_standard(input))
            return;
        all_.push_back({standard_input_label, with_standard_input(c_.experiment), {}, input_blame(input)});
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
            all_.push_back({std::to_string(factor) + " times as wide", *changed});
    }

    /// Rectifiers bring all inputs together, whatever their weights. A leaky one does so the slower the larger its
    /// slope: the slope at which uncorrelated inputs keep a tenth of their difference (Zhang et al. 2022: deep learning
    /// without shortcuts).
    void add_tailored()
    {
        const Limits limits = ActivationFunction(c_.network.activation).limits();
        const auto& overrides = c_.network.overrides;
        if (limits.bounded || limits.degree != 1 || !alike_inputs(c_.network, c_.profile, 1)
            || std::any_of(overrides.begin(), overrides.end(), [](const auto& o) { return o.activation.has_value(); }))
            return;
        if (const auto slope = tailored_slope())
            all_.push_back({"leaky ReLU, tailored to the depth: slope " + short_text(*slope) + ", biases 0",
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

    /// Absent where plain ReLU leaves enough: not deep enough, biases are to blame.
    std::optional<double> tailored_slope() const
    {
        if (leaves_difference(0, c_.plan.depth()))
            return std::nullopt;
        double low = 0, high = 1;
        while (high - low > 1e-3) {
            c_.context.check();
            const double middle = (low + high) / 2;
            (leaves_difference(middle, c_.plan.depth()) ? high : low) = middle;
        }
        return high;
    }

    /// The network's activation in all layers, but for a linear head; biases 0; a standard input.
    Experiment sound(Experiment e, const Activation& activation, const Initializer& weight) const
    {
        Network& n = e.network;
        const bool linear_head = c_.plan.layers.back().activation.name == "linear" && has_head(n);
        n.activation = activation;
        n.weight = weight;
        n.bias = zeros;
        n.overrides.clear();
        if (linear_head)
            n.overrides.push_back({depth(n), Activation {"linear", {}}, textbook({"linear", {}}).second, std::nullopt});
        return with_completed_parameters(with_standard_input(std::move(e)));
    }

    void add_anew(const Activation& activation, const char* scheme, const Initializer& weight)
    {
        const std::string own = activation_text(c_.network.activation), other = activation_text(activation);
        const std::string use
            = other == own ? std::string("use ") + scheme : "use " + other + " in place of " + own + " with " + scheme;
        add_sound(use + ", biases 0", [&](const Experiment& e) { return sound(e, activation, weight); });
    }

    void add_anew_tailored()
    {
        const auto slope = tailored_slope();
        if (!slope)
            return;
        const Activation activation {"leaky_relu", {{"negative_slope", *slope}}};
        const std::string use = "use leaky ReLU of slope " + short_text(*slope) + " with He";
        for (const char* distribution : {"normal", "orthogonal"})
            add_sound(use + (distribution == std::string("normal") ? "" : ", orthogonal") + ", biases 0",
                [&](const Experiment& e) {
                    return sound(e, activation, mean_field_weight(2 / (1 + *slope * *slope), distribution));
                });
    }

    void add_sound(const std::string& label, const std::function<Experiment(const Experiment&)>& made)
    {
        const bool standard
            = c_.experiment.input.file.empty() && (c_.experiment.input.mean != 0 || c_.experiment.input.std != 1);
        const std::string all = label + (standard ? ", input of mean 0 and std 1" : "");
        const auto wide = factor() > 1 ? wider(c_.experiment, factor()) : std::nullopt;
        all_.push_back({wide ? all + ", " + times_as_wide() : all, made(wide.value_or(c_.experiment))});
    }

    /// By which a network must be wider for a law to hold, and its spread to be small. Var(ln RMS) is about 5/4 Σ
    /// 1/width for ReLU, and less for others.
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
    std::string times_as_wide() const { return std::to_string(factor()) + " times as wide"; }

    const Case& c_;
    const std::vector<Span> spans_ = spans_alike(c_.plan.layers);
    bool offset_ = false;   // a bias has a mean
    bool many_biases_ = false;   // σ_b is nothing to keep
    Theories theories_;
    Known<Variances> criticals_;
    Known<double> biases_;
    std::vector<Candidate> all_;
    std::vector<std::vector<LayerPlan>> plans_;   // of the first of them
};

class BlockCandidates {
    static constexpr double usual_epsilon = 1e-5;   // PyTorch's

public:
    explicit BlockCandidates(const Case& c) : c_(c), e_(c.experiment), n_(c.network) { }

    std::vector<Candidate> all()
    {
        add_streams();
        add_norm_scale();
        add_scaling();
        const bool starved = starved_norm(n_, c_.profile, 1).has_value();
        if (c_.plan.kind->attends) {
            add_attention();
            add_router();
        }
        if (c_.plan.kind->has_tokens())
            add_head();
        if (starved && c_.plan.kind->takes_tokens)
            add_embedding();
        else if (starved)
            add_input();
        if (starved)
            add(arrows_text({{"norm ε", option(n_, "norm_epsilon"), usual_epsilon}}),
                with_option(e_, "norm_epsilon", usual_epsilon));
        add_norm();
        add_weights();
        return std::move(all_);
    }

    /// Everything anew: norms, scaling, all initial weights.
    std::vector<Candidate> anew()
    {
        if (has_option(n_, "order"))
            return images_anew();
        Experiment e = scaled(all_weights_anew(), "inverse_sqrt_twice_depth");
        e = with_norm(e);
        e.network.options["norm_epsilon"] = usual_epsilon;
        if (has_option(n_, "streams"))
            e.network.options["streams"] = 1.0;
        e.network.roles.clear();
        if (c_.plan.kind->has_tokens())
            e.network.options["final_norm"] = std::string("true");
        if (c_.plan.kind->attends) {
            e.network.options["logit_scale"] = std::string("1/sqrt(d_h)");
            e.network.options["qk_norm"] = std::string("false");   // of which theory says nothing
            for (const char* name : {"embedding_multiplier", "attention_multiplier", "logits_multiplier"})
                if (has_option(n_, name))
                    e.network.options[name] = 1.0;
            for (const char* name : {"attention_softcap", "logits_softcap"})
                e.network.options[name] = 0.0;
        }
        add_anew(
            std::move(e), is_state_space() ? "silu" : "gelu", norm_words() + ", " + projections() + ", usual weights");
        return std::move(all_);
    }

private:
    /// A norm that no batch is too small for, and a stream that no φ stands on.
    std::vector<Candidate> images_anew()
    {
        Experiment e = scaled(all_weights_anew(), "skipinit");
        e.network.roles.clear();
        for (const auto& [name, word] :
            {std::pair("norm", "group_norm"), {"order", "pre_activation"}, {"weight_standardization", "none"}})
            e.network.options[name] = std::string(word);
        e.network.options["norm_groups"] = 1.0;
        e.network.options["norm_epsilon"] = usual_epsilon;
        add_anew(std::move(e), "relu", "pre-activation, GroupNorm, branches that start at 0 (SkipInit), usual weights");
        return std::move(all_);
    }

    /// With the present activation, and with another.
    void add_anew(Experiment e, const std::string& activation, const std::string& what)
    {
        if (!c_.plan.kind->takes_tokens)
            e = with_standard_input(std::move(e));
        add("all anew: " + what, with_completed_parameters(e));
        e.network.activation = {activation, {}};
        add("all anew: " + activation + ", " + what, with_completed_parameters(e));
    }

    /// `blame`: what is wrong, where the change mends that and no more.
    void add(const std::string& label, const Experiment& experiment, const std::string& blame = {})
    {
        if (!(experiment == e_))
            all_.push_back({label, experiment, {}, blame});
    }

    static Experiment scaled(const Experiment& e, const char* scheme)
    {
        Experiment changed = with_option(e, "residual_scaling", std::string(scheme));
        for (const char* factor : {"skip", "branch"})
            changed.network.options[factor] = 1.0;
        return changed;
    }
    std::string root_text(int under) const { return "1/√" + std::to_string(under); }
    std::string projections() const { return "scale projections by " + root_text(2 * n_.depth); }

    /// Roles filled with a normal distribution of this σ, unless they have that σ and no mean: another distribution of
    /// the same moments mends nothing. The label shows the first role that changes.
    void add_std(const std::string& label, double std, const std::vector<std::string>& roles)
    {
        Experiment changed = e_;
        for (const std::string& role : roles)
            changed = with_role(changed, role, normal(std));
        for (const std::string& role : roles) {
            const Law law = law_of_role(role);
            if (const std::string change = arrows_text({{"mean", law.mean, 0}, {"σ", std::sqrt(law.variance), std}});
                !change.empty())
                return add(label + ": " + change, changed);
        }
    }

    void add_multiplier(const char* name, const char* label)
    {
        if (has_option(n_, name) && option(n_, name) != 1)
            add(arrow_text(label, option(n_, name), 1), with_option(e_, name, 1.0),
                std::string("the multiplier is ") + short_text(option(n_, name)) + ", not 1 (" + label + ")");
    }

    void add_streams()
    {
        if (!has_option(n_, "streams") || option(n_, "streams") == 1)
            return;
        const Experiment identity = with_option(e_, "stream_mixing", std::string("identity"));
        add("H_res begins as the identity", with_option(identity, "mixing_std", 0.0));
        add("H_res doubly stochastic", with_option(e_, "stream_mixing", std::string("doubly_stochastic")));
    }

    bool is_state_space() const { return has_option(n_, "d_state"); }

    void add_norm_scale()
    {
        if (!n_.roles.contains("norm_scale"))
            return;
        const Shape shape {n_.width, n_.width};
        const Law law
            = law_of(draw_of(initializer_of(n_, "norm_scale", Role::bias), shape, Role::bias), shape, Role::bias);
        const double rms = std::hypot(law.mean, std::sqrt(law.variance));
        std::string cause;
        if (rms > thresholds::norm_scale)
            cause = "the norms' scale γ has RMS " + short_text(rms)
                + ", not 1: the layers after the norms get inputs that are too large";
        else if (rms < 1 / thresholds::norm_scale)
            cause = "the norms' scale γ has RMS " + short_text(rms)
                + ", not 1: the layers after the norms get inputs that are too small";
        add("norm scale to 1", with_role(e_, "norm_scale", ones), cause);
    }

    /// What scaled() does beside.
    std::string and_one() const
    {
        std::string also;
        for (const char* factor : {"skip", "branch"})
            if (option(n_, factor) != 1)
                also += arrow_text(std::string(", ") + factor, option(n_, factor), 1);
        return also;
    }

    void add_scaling()
    {
        if (option(n_, "skip") != 1)
            add(arrow_text("skip", option(n_, "skip"), 1), with_option(e_, "skip", 1.0),
                "the skip multiplies the stream by " + short_text(option(n_, "skip")) + " in every block");
        add(projections() + and_one(), scaled(e_, "inverse_sqrt_twice_depth"));
        add("scale branches by " + root_text(n_.depth) + and_one(), scaled(e_, "inverse_sqrt_depth"));
        add("start branches at 0 (SkipInit)" + and_one(), scaled(e_, "skipinit"));
    }

    void add_input()
    {
        if (can_be_standard(e_.input))
            add(standard_input_label, with_standard_input(e_), input_blame(e_.input));
        if (!c_.plan.kind->attends)
            return;
        add("patches: LeCun", with_role(e_, "patch", {"lecun_normal", {}}));
        add_embedding_norm();
    }

    void add_embedding()
    {
        constexpr double usual = 0.02;   // GPT-2 and BERT
        std::vector<std::string> roles {"embedding"};
        if (learns_positions())
            roles.emplace_back("position");
        add_multiplier("embedding_multiplier", "embeddings: multiplier");
        add_std("embeddings", usual, roles);
        add_embedding_norm();
    }
    void add_embedding_norm()
    {
        if (has_option(n_, "embedding_norm") && !option_flag(n_, "embedding_norm"))
            add("norm behind the embeddings", with_option(e_, "embedding_norm", std::string("true")));
    }
    bool learns_positions() const { return has_option(n_, "position") && option_word(n_, "position") == "learned"; }

    void add_attention()
    {
        if (option_word(n_, "logit_scale") == "none")
            add("scale logits by 1/√d_h", with_option(e_, "logit_scale", std::string("1/sqrt(d_h)")));
        add_multiplier("attention_multiplier", "logits of attention: multiplier");
        add_std("queries and keys of variance 1", 1 / std::sqrt(double(n_.width)), {"q", "k"});
        add("norm queries and keys", with_option(e_, "qk_norm", std::string("true")));
    }

    void add_router()
    {
        if (option(n_, "experts") == 0)
            return;
        constexpr double usual = 0.02;   // Mixtral, OLMoE
        for (const double std : {usual, 1 / std::sqrt(double(n_.width))})
            add_std("router", std, {"router"});
    }

    void add_head()
    {
        constexpr double usual = 0.02;   // GPT-2 and BERT
        const bool tied = option_flag(n_, "tied");
        const std::string role = tied ? "embedding" : "head";
        add_multiplier("logits_multiplier", "logits: multiplier");
        for (const double std : {usual, 1 / std::sqrt(double(n_.width))})
            add_std(tied ? "embedding" : "head", std, {role});
        if (tied)
            add("head of its own: σ " + short_text(usual),
                with_role(with_option(e_, "tied", std::string("false")), "head", normal(usual)));
        add("norm before the head", with_option(e_, "final_norm", std::string("true")));
    }

    bool places_norms() const { return has_option(n_, "norm_placement"); }
    std::string norm_words() const
    {
        return places_norms() ? "LayerNorm before each branch" : "BatchNorm of each convolution";
    }
    Experiment with_norm(const Experiment& e) const
    {
        Experiment normed = with_option(e, "norm", std::string(places_norms() ? "layer_norm" : "batch_norm"));
        if (places_norms())
            normed.network.options["norm_placement"] = std::string("pre");
        return normed;
    }

    void add_norm()
    {
        if (has_norms(n_) && !norms_hold_stream(n_))
            return;
        const Experiment normed = with_norm(e_);
        add(norm_words(), normed);
        add(norm_words() + ", " + projections() + and_one(), scaled(normed, "inverse_sqrt_twice_depth"));
    }

    /// All matrices anew.
    void add_weights()
    {
        const Experiment anew = all_weights_anew();
        const std::string what = is_state_space() ? "Mamba's weights everywhere"
            : c_.plan.kind->attends               ? "σ = 0.02 everywhere"
                                                  : "use He, biases 0";
        const bool starved = has_option(n_, "order") && starved_norm(n_, c_.profile, 1);
        add(what, anew,
            starved ? "the weights are so small that the norms' ε = " + short_text(option(n_, "norm_epsilon"))
                    + " outweighs the variances that they read"
                    : "");
        add(what + ", " + projections() + and_one(), scaled(anew, "inverse_sqrt_twice_depth"));
    }

    Experiment all_weights_anew() const
    {
        Experiment anew = e_;
        for (const RoleInfo& role : roles_of(n_))
            if (role.kind == Role::weight)
                anew.network.roles.erase(role.name);
        if (is_state_space()) {
            anew.network.weight = state_space_kind().network.weight;
            anew.network.bias = state_space_kind().network.bias;
            return with_completed_parameters(anew);
        }
        anew.network.bias = zeros;
        anew.network.weight = c_.plan.kind->attends ? normal(0.02) : textbook_of_blocks();
        return with_completed_parameters(anew);
    }

    /// A gated pair's gate has the activation's gain.
    Initializer textbook_of_blocks() const
    {
        return {"kaiming_normal", {{"mode", std::string("fan_in")}, {"nonlinearity", std::string("relu")}}};
    }

    Law law_of_role(const std::string& role) const
    {
        for (const ParameterPlan& plan : c_.parameters)
            if (plan.role == role && plan.kind == Role::weight)
                return law_of(draw_of(plan), plan.shape, plan.kind);
        return {};
    }

    const Case& c_;
    const Experiment& e_;
    const Network& n_;
    std::vector<Candidate> all_;
};

}   // namespace

namespace {

/// Without those that change nothing, or the same as one before them, or that would be called the same.
std::vector<Candidate> distinct(std::vector<Candidate> all, const Experiment& now)
{
    std::vector<Candidate> kept;
    const Experiment before = with_completed_parameters(now);
    std::vector<Experiment> stand_ins;
    for (Candidate& candidate : all) {
        const bool stands_for_itself = !candidate.experiment;
        Experiment changed = with_completed_parameters(candidate.stand_in);
        if (candidate.label.empty() || std::ranges::count(kept, candidate.label, &Candidate::label) > 0
            || (stands_for_itself && (changed == before || std::ranges::count(stand_ins, changed) > 0)))
            continue;
        if (stands_for_itself)
            stand_ins.push_back(std::move(changed));
        kept.push_back(std::move(candidate));
    }
    return kept;
}

}   // namespace

namespace {

/// A recurrent network has no stream that single changes could help; its rules bring their own fixes.
std::vector<Candidate> through_time_anew(const Case& c)
{
    Experiment anew = with_standard_input(c.experiment);
    anew.network = recurrent_anew(anew.network);
    return {{"all anew: tanh, orthogonal hidden weights, biases 0", with_completed_parameters(anew), {}}};
}

std::vector<Candidate> all_anew(const Case& c)
{
    return c.layered                  ? DenseCandidates(c).anew()
        : c.plan.kind->steps_of_input ? through_time_anew(c)
                                      : BlockCandidates(c).anew();
}

}   // namespace

std::vector<Candidate> candidates(const Case& c)
{
    if (c.plan.kind->steps_of_input)
        return distinct(through_time_anew(c), c.experiment);
    return distinct(c.layered ? DenseCandidates(c).all() : BlockCandidates(c).all(), c.experiment);
}

std::vector<Candidate> last_resorts(const Case& c) { return distinct(all_anew(c), c.experiment); }

}   // namespace stepzero
