// SPDX-License-Identifier: GPL-3.0-or-later
// What can be changed in a network, dense or made of blocks.
#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include <boost/math/tools/toms748_solve.hpp>

#include "core/diagnose/case.h"
#include "core/diagnose/change.h"
#include "core/diagnose/lsuv.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/theory/gains.h"
#include "core/files/complete.h"

namespace stepzero {

namespace {

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

Law bias_law(const LayerPlan& layer)
{
    const Shape shape {layer.fan_out, layer.fan_in};
    return law_of(draw_of(layer.bias, shape, Role::bias), shape, Role::bias);
}

/// The scheme that papers and the course's checklist name for an activation, and for people: He for those that cut off
/// one side, LeCun for SELU, Xavier for the others.
std::pair<const char*, Initializer> textbook(const Activation& activation)
{
    if (activation.name == "selu")
        return {"LeCun", {"lecun_normal", {}}};
    if (ActivationFunction(activation).limits().bounded || activation.name == "sin" || activation.name == "linear")
        return {"Xavier", {"xavier_normal", {{"gain", 1.0}}}};
    Parameters p {{"mode", std::string("fan_in")}, {"nonlinearity", activation.name}};
    if (const auto slope = activation.parameters.find("negative_slope"); slope != activation.parameters.end())
        p["negative_slope"] = slope->second;
    return {"He", {"kaiming_normal", p}};
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

class DenseCandidates {
public:
    explicit DenseCandidates(const Case& c) : c_(c), at_(c.plan.layers.back())
    {
        std::set<double> variances;
        for (const LayerPlan& layer : c.plan.layers) {
            const Law law = bias_law(layer);
            offset_ = offset_ || law.mean != 0;
            variances.insert(law.variance);
        }
        many_biases_ = variances.size() > most_kinds;
    }

    std::vector<Candidate> all()
    {
        add_textbook();
        add_critical("normal", "");
        add_critical_bias();
        add_critical("orthogonal", ", orthogonal");
        add_unit_variance();
        if (offset_)
            add("biases to 0", [](const LayerPlan& l) { return Initializers {l.weight, zeros}; });
        add_standard_input();
        add_width();
        add_tailored();
        return std::move(all_);
    }

private:
    using Told = std::function<std::optional<Initializers>(const LayerPlan&)>;
    /// Of σ_w or of σ_b in one network: where every layer has its own, there is none to speak of.
    static constexpr std::size_t most_kinds = 16;

    /// Nothing when a layer cannot be told.
    std::optional<Experiment> changed(const Told& told) const
    {
        for (const LayerPlan& layer : c_.plan.layers)
            if (!told(layer))
                return std::nullopt;
        return with_initializers(c_.experiment, [&](const LayerPlan& layer) { return *told(layer); });
    }

    void add(const std::string& label, const Told& told)
    {
        const std::optional<Experiment> experiment = changed(told);
        if (experiment && is_new(*experiment))
            all_.push_back({label, *experiment});
    }

    /// Not the network itself, nor the same laws as those of another candidate.
    bool is_new(const Experiment& experiment) const
    {
        const auto same = [&](const Experiment& other) {
            const std::vector<LayerPlan> a = expand(experiment.network), b = expand(other.network);
            return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const LayerPlan& x, const LayerPlan& y) {
                const Shape shape {x.fan_out, x.fan_in};
                const Draw of_x = draw_of(x.weight, shape, Role::weight), of_y = draw_of(y.weight, shape, Role::weight);
                return of_x.base == of_y.base && std::abs(weight_std(x) - weight_std(y)) <= 1e-6 * weight_std(y)
                    && std::abs(bias_law(x).variance - bias_law(y).variance) <= 1e-9
                    && bias_law(x).mean == bias_law(y).mean;
            });
        };
        return !same(c_.experiment)
            && std::none_of(all_.begin(), all_.end(), [&](const Candidate& known) { return same(known.stand_in); });
    }

    /// An offset is never kept.
    std::optional<Initializer> bias() const { return offset_ ? std::optional(zeros) : std::nullopt; }
    std::string no_offset() const { return offset_ ? ", biases 0" : ""; }

    /// σ_w² of the last layer: the one that labels tell.
    double weight_variance() const { return at_.fan_in * weight_std(at_) * weight_std(at_); }

    void add_textbook()
    {
        const auto [name, initializer] = textbook(at_.activation);
        LayerPlan after = at_;
        after.weight = initializer;
        add("use " + std::string(name) + ": " + arrow_text("σ", weight_std(at_), weight_std(after)) + no_offset(),
            [this](const LayerPlan& l) {
                return Initializers {textbook(l.activation).second, bias()};
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

    void add_critical(const char* distribution, const std::string& how)
    {
        const std::optional<Variances> last = critical(at_);
        if (!last)
            return;
        add("σ_w and σ_b to critical" + how + ": " + arrow_text("σ_w²", weight_variance(), last->weight)
                + arrow_text(", σ_b²", bias_law(at_).variance, last->bias),
            [this, distribution](const LayerPlan& l) -> std::optional<Initializers> {
                const std::optional<Variances> v = critical(l);
                if (!v)
                    return std::nullopt;
                return Initializers {mean_field_weight(v->weight, distribution), mean_field_bias(v->bias)};
            });
    }

    void add_critical_bias()
    {
        if (const auto last = bias_at_which_critical(at_))
            add(arrow_text("σ_b to critical: σ_b²", bias_law(at_).variance, *last),
                [this](const LayerPlan& l) -> std::optional<Initializers> {
                    const auto variance = bias_at_which_critical(l);
                    return variance ? std::optional(Initializers {l.weight, mean_field_bias(*variance)}) : std::nullopt;
                });
    }

    /// LSUV. Theory is asked about orthogonal weights that give variance 1.
    void add_unit_variance()
    {
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
            all_.push_back({"LSUV: orthogonal, each layer scaled to variance 1", *stand_in,
                [experiment = c_.experiment](
                    NoiseCache& cache, const Context& context) { return lsuv(experiment, cache, context); }});
    }

    void add_standard_input()
    {
        const Input& input = c_.experiment.input;
        if (!input.file.empty() || (input.mean == 0 && input.std == 1))
            return;
        Experiment e = c_.experiment;
        e.input.mean = 0;
        e.input.std = 1;
        all_.push_back({"scale the input to mean 0 and std 1", e});
    }

    void add_width()
    {
        double spread = 0;
        for (int layer = 1; layer <= c_.plan.depth(); ++layer)
            if (const Predicted* z = c_.symptoms.prediction.preactivation(layer, Quantity::rms))
                spread = std::max(spread, z->spread.value_or(0));
        if (spread <= thresholds::spread)
            return;
        const int factor = int(std::ceil(std::pow(spread / (thresholds::margin * thresholds::spread), 2)));
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
        const auto leaky = [&](double slope) {
            Experiment e = with_initializers(c_.experiment, [&](const LayerPlan& l) {
                return Initializers {mean_field_weight(2 / (1 + slope * slope), "normal"),
                    bias_law(l).variance > 0 || offset_ ? std::optional(zeros) : std::nullopt};
            });
            e.network.activation = {"leaky_relu", {{"negative_slope", slope}}};
            return e;
        };
        const auto left = [&](double slope) {
            Experiment e = leaky(slope);
            e.measure.correlation_angle = 90;
            const auto last = predict(expand(e.network), e, c_.input).layers.back();
            return last ? last->decorrelation.value_or(0) : 0;
        };
        if (left(0) >= thresholds::tailored_difference)
            return;   // not deep enough for that: biases are to blame
        double low = 0, high = 1;
        while (high - low > 1e-3) {
            c_.context.check();
            const double middle = (low + high) / 2;
            (left(middle) < thresholds::tailored_difference ? low : high) = middle;
        }
        all_.push_back({"leaky ReLU, tailored to the depth: slope " + short_text(high) + ", biases 0", leaky(high)});
    }

    const Case& c_;
    const LayerPlan& at_;
    bool offset_ = false;   // a bias has a mean
    bool many_biases_ = false;   // σ_b is nothing to keep
    Theories theories_;
    Known<Variances> criticals_;
    Known<double> biases_;
    std::vector<Candidate> all_;
};

class BlockCandidates {
public:
    explicit BlockCandidates(const Case& c) : c_(c), e_(c.experiment), n_(c.network) { }

    std::vector<Candidate> all()
    {
        add_norm_scale();
        add_scaling();
        const bool starved = starved_norm(n_, c_.profile, 1).has_value();
        if (c_.plan.kind->takes_tokens) {
            add_attention();
            add_head();
            if (starved)
                add_embedding();
        } else if (starved) {
            add_input();
        }
        add_norm();
        add_weights();
        return std::move(all_);
    }

private:
    void add(const std::string& label, const Experiment& experiment)
    {
        if (!(experiment == e_))
            all_.push_back({label, experiment});
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

    void add_norm_scale()
    {
        if (n_.roles.contains("norm_scale"))
            add("norm scale to 1", with_role(e_, "norm_scale", ones));
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
            add(arrow_text("skip", option(n_, "skip"), 1), with_option(e_, "skip", 1.0));
        add(projections() + and_one(), scaled(e_, "inverse_sqrt_twice_depth"));
        add("scale branches by " + root_text(n_.depth) + and_one(), scaled(e_, "inverse_sqrt_depth"));
        add("start branches at 0 (SkipInit)" + and_one(), scaled(e_, "skipinit"));
    }

    void add_input()
    {
        const Input& input = e_.input;
        if (!input.file.empty() || (input.mean == 0 && input.std == 1))
            return;
        Experiment changed = e_;
        changed.input.mean = 0;
        changed.input.std = 1;
        add("scale the input to mean 0 and std 1", changed);
    }

    void add_embedding()
    {
        constexpr double usual = 0.02;   // GPT-2 and BERT
        Experiment changed = with_role(e_, "embedding", normal(usual));
        if (learns_positions())
            changed = with_role(changed, "position", normal(usual));
        add(arrow_text("embeddings: σ", std_of("embedding"), usual), changed);
        if (!option_flag(n_, "embedding_norm"))
            add("norm behind the embeddings", with_option(e_, "embedding_norm", std::string("true")));
    }
    bool learns_positions() const { return option_word(n_, "position") == "learned"; }

    void add_attention()
    {
        const auto both = [&](const Initializer& initializer) {
            return with_role(with_role(e_, "q", initializer), "k", initializer);
        };
        if (option_word(n_, "logit_scale") == "none")
            add("scale logits by 1/√d_h", with_option(e_, "logit_scale", std::string("1/sqrt(d_h)")));
        const double std = 1 / std::sqrt(double(n_.width));
        add(arrow_text("queries and keys of variance 1: σ", std_of("q"), std), both(normal(std)));
        add("norm queries and keys", with_option(e_, "qk_norm", std::string("true")));
    }

    void add_head()
    {
        constexpr double usual = 0.02;   // GPT-2 and BERT
        const bool tied = option_flag(n_, "tied");
        const std::string role = tied ? "embedding" : "head";
        for (const double std : {usual, 1 / std::sqrt(double(n_.width))})
            add(arrow_text((tied ? "embedding: σ" : "head: σ"), std_of(role), std), with_role(e_, role, normal(std)));
        if (tied)
            add("head of its own: σ " + short_text(usual),
                with_role(with_option(e_, "tied", std::string("false")), "head", normal(usual)));
        add("norm before the head", with_option(e_, "final_norm", std::string("true")));
    }

    void add_norm()
    {
        if (option_word(n_, "norm") != "none" && option_word(n_, "norm_placement") != "post")
            return;
        Experiment normed = with_option(e_, "norm", std::string("layer_norm"));
        normed.network.options["norm_placement"] = std::string("pre");
        add("LayerNorm before each branch", normed);
        add("LayerNorm before each branch, " + projections() + and_one(), scaled(normed, "inverse_sqrt_twice_depth"));
    }

    /// All matrices anew.
    void add_weights()
    {
        const bool transformer = c_.plan.kind->takes_tokens;
        Experiment anew = e_;
        for (const RoleInfo& role : roles_of(n_))
            if (role.kind == Role::weight)
                anew.network.roles.erase(role.name);
        anew.network.bias = zeros;
        anew.network.weight = transformer ? normal(0.02) : textbook_of_blocks();
        anew = with_completed_parameters(anew);
        const std::string what = transformer ? "σ = 0.02 everywhere" : "use He, biases 0";
        add(what, anew);
        add(what + ", " + projections() + and_one(), scaled(anew, "inverse_sqrt_twice_depth"));
    }

    /// A gated pair's gate has the activation's gain.
    Initializer textbook_of_blocks() const
    {
        return {"kaiming_normal", {{"mode", std::string("fan_in")}, {"nonlinearity", std::string("relu")}}};
    }

    double std_of(const std::string& role) const
    {
        for (const ParameterPlan& plan : c_.parameters)
            if (plan.role == role && plan.kind == Role::weight)
                return std::sqrt(law_of(draw_of(plan), plan.shape, plan.kind).variance);
        return 0;
    }

    const Case& c_;
    const Experiment& e_;
    const Network& n_;
    std::vector<Candidate> all_;
};

}   // namespace

std::vector<Candidate> candidates(const Case& c)
{
    return c.layered ? DenseCandidates(c).all() : BlockCandidates(c).all();
}

}   // namespace stepzero
