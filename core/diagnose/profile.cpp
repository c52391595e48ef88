// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/profile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/words/nan.h"
#include "core/base/words/off_scale.h"
#include "core/diagnose/criteria.h"
#include "core/diagnose/thresholds.h"
#include "core/kinds/tokens.h"
#include "core/network/experiment/overrides.h"
#include "core/theory/layer_theory.h"
#include "core/theory/output_ranges.h"

namespace stepzero {

namespace {
using std::numbers::ln10;

/// Returns ln of a block's size, measured or predicted. A signal lost below the range that is followed (a count of 0)
/// is not an exact zero, but off the scale.
double ln_of(const Distribution& d, double number)
{
    return d.count == 0 && number == 0 ? -1.01 * most_decades * ln10 : d.log10_of(number) * ln10;
}
std::optional<double> ln_of(const BlockRecord& block, const std::string& role, Quantity size)
{
    const Distribution* d = block.distribution(role, size);
    return d ? std::optional(ln_of(*d, size == Quantity::std ? d->std : d->rms)) : std::nullopt;
}
std::optional<double> ln_of(const BlockPrediction& block, const std::string& role, Quantity size)
{
    const Predicted* found = block.find(role, size);
    return found ? found->ln : std::nullopt;
}

/// Returns ln(1 − cosine) of a measured difference.
double ln_difference(double difference) { return difference > 0 ? std::log(difference) : -infinity; }

/// Returns the saturated fraction of a standard normal preactivation for every layer; computed once per activation.
std::vector<double> unit_saturations(const NetworkPlan& plan)
{
    std::vector<double> shares;
    for (std::size_t l = 0; l < plan.layers.size(); ++l)
        shares.push_back(l > 0 && plan.layers[l].activation == plan.layers[l - 1].activation
                ? shares.back()
                : OutputRanges(ActivationFunction(plan.layers[l].activation)).saturated_fraction(0, 1));
    return shares;
}

/// Returns ln of the factor between norm and RMS of a layer's gradient, because widths may differ.
double ln_units(const NetworkPlan& plan, int block)
{
    if (!plan.kind->layered)
        return 0;
    const LayerPlan& layer = plan.layers[std::size_t(block - 1)];
    return std::log(double(layer.units()) * layer.window.positions_out()) / 2;   // units of z, before pooling
}

/// Returns the mean over heads.
std::optional<AttentionProfile> attention_of(const SiteRecord& site)
{
    if (site.heads.empty())
        return std::nullopt;
    AttentionProfile mean;
    for (const AttentionHead& head : site.heads) {
        mean.spread += head.logit_spread / double(site.heads.size());
        mean.entropy += head.entropy / double(site.heads.size());
        mean.log_visible += head.log_visible / double(site.heads.size());
    }
    return mean;
}
std::optional<AttentionProfile> attention_of(const SitePrediction& site)
{
    const auto& a = site.attention;
    return a ? std::optional(AttentionProfile {a->logit_spread, a->entropy, a->log_visible}) : std::nullopt;
}

/// Returns the fraction of dead units. Theory predicts zero entries only.
double dead_of(const Measurement& m, int block) { return m.number(block, Quantity::dead_fraction).value_or(0); }
double dead_of(const Prediction& prediction, int block)
{
    const double fraction = prediction.number(block, Quantity::zero_fraction).value_or(0);
    return fraction > thresholds::zeros ? fraction : 0;
}

constexpr double largest_logits = 1e300;   // same limit as in AttentionHead

/// Returns whether φ is constantly zero on one side of 0. For one sample, a layer of n such units is silent with
/// probability 2^−n.
bool is_half_silent(const Activation& activation)
{
    const ActivationFunction phi(activation);
    const auto silent = [&](double z) { return phi.value(z) == 0 && phi.derivative(z) == 0; };
    return silent(-1) || silent(1);
}

/// Returns the units of the narrowest layer, without the head.
int narrowest(const NetworkPlan& plan)
{
    int units = plan.layers.front().units();
    for (int l = 1; l < body(plan.network, plan.depth()); ++l)
        units = std::min(units, plan.layers[std::size_t(l)].units());
    return units;
}

/// Returns whether theory gives no spread at some layer because the network is too narrow. With very few units, it is
/// missing from the first layer on.
bool ends_by_width(const NetworkPlan& plan, const Predicted& first)
{
    return depth_over_width(plan) > thresholds::narrow && (first.spread || narrowest(plan) < thresholds::lawful_units);
}

/// Sets the expectations if theory gives the spread, or if it is missing because the network is narrow. In the latter
/// case, any change that theory does not predict is random, and its expected drift is 0.
void add_expectations(Profile& profile, const Prediction& prediction, const NetworkPlan& plan)
{
    const int end = plan.depth(), judged = body(plan.network, end);
    if (judged < 1 || !prediction.covers(1) || !prediction.covers(end))
        return;
    const Predicted* first = prediction.preactivation(1, Quantity::rms);
    const bool narrow = ends_by_width(plan, *first);
    if (!first->spread && !narrow)
        return;
    double dying = 0;
    for (int l = 0; l < judged; ++l) {
        const LayerPlan& layer = plan.layers[std::size_t(l)];
        if (layer.units() < 64 && is_half_silent(layer.activation))
            dying += std::pow(0.5, layer.units());
    }
    const bool few_units = narrowest(plan) < thresholds::lawful_units;
    std::optional<Profile> theory;   // computed on demand
    const auto foreseen = [&](std::initializer_list<Criterion> criteria) {
        if (!theory) {
            theory = profile_of(prediction, plan);
            theory->ln_start_difference = profile.ln_start_difference;
        }
        return std::any_of(criteria.begin(), criteria.end(),
            [&](Criterion criterion) { return criterion(plan.network, *theory, 1).has_value(); });
    };
    const auto expected = [&](double drift, const std::optional<double>& spread,
                              std::initializer_list<Criterion> criteria) -> std::optional<Profile::Expected> {
        const bool lawful = spread && *spread <= thresholds::spread && !few_units;
        if (!spread && !narrow)
            return std::nullopt;
        return Profile::Expected {lawful || foreseen(criteria) ? drift : 0, spread.value_or(infinity), lawful,
            dying > thresholds::chance_of_death};
    };
    const auto signal_at = [&](int layer) {
        const Predicted* at = prediction.preactivation(layer, Quantity::rms);
        return expected(*at->ln - *first->ln, at->spread, {vanishing_signal, exploding_signal});
    };
    profile.signal = signal_at(end);
    profile.body_signal = signal_at(judged);
    if (const Predicted* last = prediction.preactivation(end, Quantity::rms); last->spread)
        profile.spread = *last->spread;
    const Predicted *first_gradient = prediction.gradient(1), *last_gradient = prediction.gradient(judged);
    if (first_gradient && last_gradient)
        profile.gradient
            = expected(*first_gradient->ln - *last_gradient->ln + ln_units(plan, 1) - ln_units(plan, judged),
                first_gradient->spread, {vanishing_gradient, exploding_gradient});
    const Predicted* difference = prediction.preactivation(judged, Quantity::decorrelation);
    if (difference && difference->value > 0) {
        const std::optional<double> spread
            = difference->spread ? std::optional(*difference->spread / difference->value) : std::nullopt;
        profile.difference
            = expected(std::log(difference->value) - *profile.ln_start_difference, spread, {alike_inputs});
    }
}

Network first_layers(Network network, int layers)
{
    network.depth = layers;
    if (!network.widths.empty())
        network.widths.resize(std::size_t(layers));
    std::erase_if(network.overrides, [&](const LayerOverride& o) { return o.layer > layers; });
    return network;
}

/// Returns the spread over networks of plain layers. It only grows with depth, so the first layers of a very deep
/// network are checked before the whole.
double spread_over_networks(Experiment experiment, const InputMoments& known, const Context& context)
{
    constexpr int deep = 400, step = 4;
    experiment.measure.correlation = false;   // not needed
    for (int few = deep; few * step <= depth(experiment.network); few *= step) {
        context.check();
        const NetworkPlan plan = plan_of(first_layers(experiment.network, few));
        if (const double spread = spread_of(predict_layers(plan, experiment, known), plan, false);
            spread > thresholds::spread)
            return spread;
    }
    return 0;
}

/// Returns 0 for a block that is not a layer.
double at(const std::vector<double>& shares, int block)
{
    return shares.empty() ? 0 : shares.at(std::size_t(block - 1));
}

/// Returns the profile of a layer or block of a Measurement or a Prediction; its output must exist.
template <class Source>
LayerProfile layer_profile(const Source& source, const NetworkPlan& plan, int number, double unit_saturation)
{
    const auto& block = source.block(number);
    const Reading& at = plan.reading;
    const bool layered = plan.kind->layered;
    const std::optional<double> inner = ln_of(block, at.preactivation, Quantity::rms);
    const double output = *ln_of(block, at.output, Quantity::rms);
    LayerProfile layer {.ln_signal = layered ? *inner : output,
        .ln_inner = layered ? std::nullopt : inner,
        .ln_output = output,
        .ln_output_std = ln_of(block, at.output, Quantity::std).value_or(output)};
    if (const auto share = source.number(number, Quantity::saturated_fraction))
        layer.saturated = *share - unit_saturation;
    layer.dead = dead_of(source, number);
    if (const auto gradient = ln_of(block, at.gradient, Quantity::gradient_rms))
        layer.ln_gradient = *gradient + ln_units(plan, number);
    layer.rounding_error = source.number(number, Quantity::rounding_error);
    if (const auto difference = source.number(number, Quantity::decorrelation))
        layer.ln_difference = ln_difference(*difference);
    if (const auto similarity = source.number(number, Quantity::similarity))
        layer.ln_difference = ln_difference(1 - *similarity);
    if (const auto* site = block.find("attention"))
        layer.attention = attention_of(*site);
    const auto entropy = block.number("router", Quantity::router_entropy),
               load_spread = block.number("router", Quantity::load_spread);
    if (entropy && load_spread) {
        const ExpertsStructure experts = *structure_of(plan.network).experts;
        const double count = experts.count;
        layer.router = {*entropy, std::log(count), *load_spread, std::sqrt(count / experts.chosen - 1)};
    }
    if (!plan.steps.empty()) {   // forwards through the last step, backwards through the first
        const auto forward = block.number(plan.steps.back().word + "_stream", Quantity::forward_gain_log10),
                   backward = block.number(plan.steps.front().word + "_stream", Quantity::backward_gain_to_end_log10);
        if (forward && backward)
            layer.gains = {*forward * ln10, *backward * ln10};
    }
    const auto shortest = block.number("scan", Quantity::shortest_memory),
               longest = block.number("scan", Quantity::longest_memory),
               spread = block.number("scan", Quantity::memory_spread);
    if (shortest && longest && spread)
        layer.memory = {*shortest, *longest, *spread};
    return layer;
}

/// Returns the profile of the input and of all blocks up to the first one without an output.
template <class Source>
Profile profile_over(const Source& source, const NetworkPlan& plan)
{
    const std::vector<double> unit = unit_saturations(plan);
    Profile profile;
    profile.ln_start = ln_of(source.block(0), plan.reading.start, Quantity::rms).value_or(0);
    if (const auto similarity = source.block(0).number(plan.reading.start, Quantity::similarity))
        profile.ln_start_difference = ln_difference(1 - *similarity);
    for (int block = 1; block <= plan.depth() && ln_of(source.block(block), plan.reading.output, Quantity::rms);
         ++block)
        profile.layers.push_back(layer_profile(source, plan, block, at(unit, block)));
    return profile;
}

}   // namespace

double depth_over_width(const NetworkPlan& plan)
{
    double sum = 0;
    for (int l = 0; l < body(plan.network, plan.depth()); ++l)
        sum += 1.0 / plan.layers[std::size_t(l)].units();
    return sum;
}

double spread_of(const Prediction& prediction, const NetworkPlan& plan, bool of_gradients)
{
    double largest = 0;
    for (int block = 1; block <= plan.depth(); ++block)
        for (const Predicted* size :
            {prediction.preactivation(block, Quantity::rms), of_gradients ? prediction.gradient(block) : nullptr})
            if (size)
                largest = std::max(largest, size->spread.value_or(0));
    const Predicted *first = prediction.preactivation(1, Quantity::rms),
                    *last = prediction.preactivation(plan.depth(), Quantity::rms), *gradient = prediction.gradient(1);
    const bool lawful = first && (first->spread || (of_gradients && ends_by_width(plan, *first)));
    return lawful && ((last && !last->spread) || (gradient && !gradient->spread)) ? infinity : largest;
}

double ln_input_difference(double degrees)
{
    const double sine = std::sin(degrees / 360 * std::numbers::pi);
    return std::log(2 * sine * sine);
}

bool Profile::Expected::explains(double measured) const
{
    if (!lawful || (may_die && measured == -infinity))
        return true;
    // The mean of ln RMS lies spread² below ln of the prediction.
    return std::abs(measured - drift) <= thresholds::luck * spread + spread * spread;
}

bool has_head(const Network& network)
{
    const int end = depth(network);
    const auto linear = [&](int layer) {
        return is_identity(ActivationFunction(value_of_layer(network, layer, activation_setting).first));
    };
    return width_of_layer(network, end) < width_of_layer(network, end - 1)
        || (linear(end) && (end == 1 || !linear(end - 1)));
}

int body(const Network& network, int layers)
{
    return kind_of(network).layered && layers == depth(network) && has_head(network) ? layers - 1 : layers;
}

Profile measured_profile(const Symptoms& symptoms)
{
    const Measurement& m = symptoms.measurement;
    const NetworkPlan& plan = symptoms.plan;
    Profile profile = profile_over(m, plan);
    const BlockRecord& outside = m.block(0);
    if (!outside.value(plan.reading.start))
        profile.ln_start = ln_of(m.input, m.input.rms);
    if (const Distribution* logits = outside.value("logits"))
        profile.logit_std = std::min(logits->plain(logits->std), largest_logits);
    profile.cross_entropy = outside.number("logits", Quantity::cross_entropy);
    profile.prior = head_prior(plan);
    if (plan.kind->layered) {
        profile.ln_start_difference = ln_input_difference(symptoms.experiment.measure.correlation_angle);
        add_expectations(profile, symptoms.prediction, plan);
    }
    return profile;
}

Profile profile_of(const Prediction& prediction, const NetworkPlan& plan)
{
    Profile profile = profile_over(prediction, plan);
    if (prediction.head) {
        profile.logit_std = std::min(std::sqrt(prediction.head->logit_variance), largest_logits);
        profile.cross_entropy = prediction.head->cross_entropy;
        profile.prior = head_prior(plan);
    }
    return profile;
}

Profile predicted_profile(const Experiment& experiment, const Asked& asked, const Context& context)
{
    context.check();
    Experiment bare = experiment;
    bare.measure.gradient = true;
    bare.measure.correlation = asked.differences;
    Profile random;
    if (kind_of(bare.network).layered && !has_norms(bare.network))
        random.spread = spread_over_networks(bare, asked.known, context);
    if (random.spread > thresholds::spread)
        return random;
    const NetworkPlan plan = plan_of(experiment.network);
    const Prediction prediction = plan.kind->predict(bare, plan, asked.extent, asked.known, context);
    const double spread = plan.kind->layered ? spread_of(prediction, plan, false) : 0;
    random.spread = spread;
    if (spread > thresholds::spread)
        return random;
    Profile profile = profile_of(prediction, plan);
    profile.spread = spread;
    if (plan.kind->layered && asked.differences)
        profile.ln_start_difference = ln_input_difference(experiment.measure.correlation_angle);
    return profile;
}

}   // namespace stepzero
