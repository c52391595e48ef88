// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/mends.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/diagnose/change.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/files/title.h"
#include "core/math/quadrature/moments.h"

namespace stepzero {

namespace {

const Initializer zero_bias {"zeros", {}};

double ln_weight_variance(const LayerPlan& layer) { return std::log(layer.terms() * weight_law(layer).variance); }

/// Returns whether the biases of two layers have the same distribution, within a tenth of the variance.
bool same_bias(const Law& a, const Law& b)
{
    return a.mean == b.mean && std::abs(a.variance - b.variance) <= 0.1 * b.variance;
}

/// Among layers with the same weights, returns the first one with the most common bias.
const LayerPlan& most_common_bias(const std::vector<const LayerPlan*>& layers)
{
    std::vector<std::pair<Law, std::pair<int, const LayerPlan*>>> known;   // few distributions, however many layers
    for (const LayerPlan* layer : layers) {
        const Law law = bias_law(*layer);
        const auto found = std::ranges::find_if(known, [&](const auto& k) { return same_bias(law, k.first); });
        if (found != known.end())
            ++found->second.first;
        else if (known.size() < 64)
            known.push_back({law, {1, layer}});
    }
    return *std::ranges::max_element(known, {}, [](const auto& k) { return k.second.first; })->second.second;
}

/// Returns the layer to compare others with: one with the median σ_w² and the most common bias among those. Of two
/// layers, returns the one closer to its textbook scheme.
const LayerPlan& usual_layer(const std::vector<LayerPlan>& layers)
{
    const bool two = layers.size() == 2;
    std::vector<std::pair<double, const LayerPlan*>> sorted;
    for (const LayerPlan& layer : layers) {
        double standing = ln_weight_variance(layer);
        if (two) {
            LayerPlan wanted = layer;
            wanted.weight = textbook(layer.activation).second;
            standing = -std::abs(standing - ln_weight_variance(wanted));
        }
        sorted.emplace_back(standing, &layer);
    }
    const auto middle = sorted.begin() + std::ptrdiff_t(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    const double median = middle->first;
    std::vector<const LayerPlan*> usual;
    for (const auto& [standing, layer] : sorted)
        if (standing == median || std::abs(standing - median) <= 1e-9)
            usual.push_back(layer);
    std::ranges::sort(usual);   // in layer order
    return two ? *middle->second : most_common_bias(usual);
}

bool odd_weights(const LayerPlan& layer, const LayerPlan& usual)
{
    const double now = ln_weight_variance(layer), other = ln_weight_variance(usual);
    return (now != other && !(std::abs(now - other) <= thresholds::gain_mismatch))
        || (weight_law(layer).mean == 0) != (weight_law(usual).mean == 0);
}

bool odd_bias(const LayerPlan& layer, const LayerPlan& usual) { return !same_bias(bias_law(layer), bias_law(usual)); }

/// Returns "σ = 0.0001 (σ_w² = 2.56e-06)".
Text weights_text(const LayerPlan& layer)
{
    const Law law = weight_law(layer);
    const std::string mean = short_text(law.mean), std = short_text(weight_std(layer)),
                      variance = short_text(layer.terms() * law.variance);
    return law.variance == 0 ? tr("the constant value %1", mean)
        : law.mean == 0      ? tr("σ = %1 (σ_w² = %2)", std, variance)
                             : tr("mean %1 and σ = %2 (σ_w² = %3)", mean, std, variance);
}

Text law_text(const Law& law)
{
    return law.variance == 0 ? Text::name(short_text(law.mean))
        : law.mean == 0      ? tr("σ_b² = %1", short_text(law.variance))
                             : tr("mean %1, σ_b² = %2", short_text(law.mean), short_text(law.variance));
}

/// A layer with its corrected initializers.
struct Mend {
    const LayerPlan* layer = nullptr;
    LayerPlan after;
    bool weight = false, bias = false;

    Text label() const
    {
        const Law before = weight_law(*layer), now = weight_law(after);
        const Text weights = arrows_text(
            {{tr("mean"), before.mean, now.mean}, {Text::name("σ"), weight_std(*layer), weight_std(after)}});
        const Text old_bias = law_text(bias_law(*layer)), new_bias = law_text(bias_law(after));
        return !weight ? tr("Correct layer %1: bias %2 → %3", layer->layer, old_bias, new_bias)
            : !bias    ? tr("Correct layer %1: %2", layer->layer, weights)
                       : tr("Correct layer %1: %2, bias %3 → %4", layer->layer, weights, old_bias, new_bias);
    }
    Text blame(const LayerPlan& usual) const
    {
        return joined({weight ? blame_of_weights(usual) : Text(), bias ? blame_of_bias(usual) : Text()}, " ");
    }

private:
    Text blame_of_weights(const LayerPlan& usual) const
    {
        const Text now = weights_text(*layer);
        return after.weight == usual.weight
            ? tr("Layer %1 is at fault: its weights have %2, those of the other layers %3.", layer->layer, now,
                weights_text(usual))
            : tr("Layer %1 is at fault: its weights have %2, but weights for %3 should have %4.", layer->layer, now,
                activation_text(after.activation), weights_text(after));
    }
    Text blame_of_bias(const LayerPlan& usual) const
    {
        const Text now = law_text(bias_law(*layer)), then = law_text(bias_law(after));
        return after.bias == usual.bias
            ? tr("The bias of layer %1 is %2, that of the other layers %3.", layer->layer, now, then)
            : tr("The bias of layer %1 is %2, but should be %3.", layer->layer, now, then);
    }
};

Candidate candidate(const Experiment& experiment, const std::vector<Mend>& mends, const LayerPlan& usual)
{
    Candidate c;
    std::vector<LayerPlan> after;
    for (const Mend& mend : mends) {
        c.label = joined({c.label, mend.label()}, "; ");
        c.blame = joined({c.blame, mend.blame(usual)}, " ");
        after.push_back(mend.after);
    }
    c.stand_in = with_layers(experiment, after);
    return c;
}

}   // namespace

std::pair<const char*, Initializer> textbook(const Activation& activation)
{
    const ActivationFunction phi(activation);
    std::string usual = phi.info().usual_scheme;
    if (usual.empty() && phi.limits().bounded)
        usual = "xavier_normal";
    if (!usual.empty())
        return {find_scheme(usual)->person.c_str(), {usual, {}}};
    if (activation.name == formula_name) {
        const double gain = forward_gain(ActivationFunction(activation));
        return {"He",
            {"variance_scaling",
                {{"scale", gain * gain}, {"mode", std::string("fan_in")}, {"distribution", std::string("normal")}}}};
    }
    Parameters p {{"mode", std::string("fan_in")}, {"nonlinearity", activation.name}};
    if (const auto slope = activation.parameters.find("negative_slope"); slope != activation.parameters.end())
        p["negative_slope"] = slope->second;
    return {"He", {"kaiming_normal", p}};
}

Law weight_law(const LayerPlan& layer)
{
    const Shape shape = layer.shape();
    return law_of(draw_of(layer.weight, shape, Role::weight), shape, Role::weight);
}

Law bias_law(const LayerPlan& layer)
{
    const Shape shape = layer.shape();
    return law_of(draw_of(layer.bias, shape, Role::bias), shape, Role::bias);
}

bool same_moments(const LayerPlan& a, const LayerPlan& b)
{
    if (a.weight == b.weight && a.bias == b.bias)
        return true;
    return std::abs(weight_std(a) - weight_std(b)) <= 1e-6 * weight_std(b) && weight_law(a).mean == weight_law(b).mean
        && std::abs(bias_law(a).variance - bias_law(b).variance) <= 1e-9 && bias_law(a).mean == bias_law(b).mean;
}

bool same_laws(const LayerPlan& a, const LayerPlan& b)
{
    if (a.weight == b.weight && a.bias == b.bias)
        return true;
    const Shape shape = a.shape();
    return draw_of(a.weight, shape, Role::weight).base->name == draw_of(b.weight, shape, Role::weight).base->name
        && same_moments(a, b);
}

double mean_outlier(const LayerPlan& layer)
{
    const Draw draw = draw_of(layer.weight, layer.shape(), Role::weight);
    if (draw.scale == 0 || !draw.base->random())
        return 0;
    const Law law = weight_law(layer);
    const double in = std::sqrt(double(layer.fan_in)), out = std::sqrt(double(layer.shape().rows()));
    return std::abs(law.mean) * in * out / (std::sqrt(law.variance) * (in + out));
}

bool may_be_geometric(const std::vector<LayerPlan>& layers, int first)
{
    return first == int(layers.size()) && first > 1 && layers.back().units() == 1;
}
Text unless_geometric() { return tr("This is intended if the network starts as a sphere (geometric initialization)."); }

Text blame_of_mean(const std::vector<LayerPlan>& layers)
{
    const LayerPlan* worst = nullptr;
    double largest = 1;
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const bool known = l > 0 && layers[l].weight == layers[l - 1].weight && layers[l].fan_in == layers[l - 1].fan_in
            && layers[l].shape() == layers[l - 1].shape();
        if (const double size = known ? 0 : mean_outlier(layers[l]); size > largest) {
            worst = &layers[l];
            largest = size;
        }
    }
    if (!worst)
        return {};
    const Law law = weight_law(*worst);
    return tr("The weights have mean %1, not 0. All units share its contribution, fan_in·mean = %2, which outweighs "
              "σ√fan_in = %3.",
        short_text(law.mean), short_text(worst->fan_in * law.mean),
        short_text(std::sqrt(worst->fan_in * law.variance)));
}

std::vector<Candidate> mends(const Case& c)
{
    constexpr std::size_t most_pairs = 5, most_singles = 12;
    const std::vector<LayerPlan>& layers = c.plan.layers;
    const LayerPlan& usual = usual_layer(layers);
    std::vector<Mend> odd;
    for (const LayerPlan& layer : layers) {
        Mend mend {&layer, layer, odd_weights(layer, usual), odd_bias(layer, usual)};
        if (!mend.weight && !mend.bias)
            continue;
        if (mend.weight)
            mend.after.weight
                = layer.activation == usual.activation ? usual.weight : completed(textbook(layer.activation).second);
        if (mend.bias)
            mend.after.bias = bias_law(usual).mean == 0 ? usual.bias : zero_bias;
        if (!same_laws(mend.after, layer))
            odd.push_back(std::move(mend));
        if (2 * odd.size() > layers.size())
            return {};   // then no layer is the exception
    }
    std::vector<Candidate> all;
    if (odd.size() <= most_singles)
        for (const Mend& mend : odd) {
            if (mend.weight && mend.bias)
                for (const bool weight : {true, false}) {
                    Mend half = mend;
                    (weight ? half.bias : half.weight) = false;
                    (weight ? half.after.bias : half.after.weight) = weight ? mend.layer->bias : mend.layer->weight;
                    all.push_back(candidate(c.experiment, {half}, usual));
                }
            all.push_back(candidate(c.experiment, {mend}, usual));
        }
    if (odd.size() <= most_pairs)
        for (std::size_t i = 0; i < odd.size(); ++i)
            for (std::size_t j = i + 1; j < odd.size(); ++j)
                all.push_back(candidate(c.experiment, {odd[i], odd[j]}, usual));
    if (odd.size() > 2 && odd.size() <= most_singles)
        all.push_back(candidate(c.experiment, odd, usual));
    return all;
}

}   // namespace stepzero
