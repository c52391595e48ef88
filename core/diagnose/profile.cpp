// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/profile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/diagnose/criteria.h"
#include "core/diagnose/thresholds.h"
#include "core/theory/output_ranges.h"
#include "core/words/nan.h"
#include "core/words/off_scale.h"

namespace stepzero {

namespace {

const double ln10 = std::log(10.0);

/// A signal that was lost below what is followed (a count of 0) is no exact zero, but off the scale.
double ln_of(const Distribution& d, double number)
{
    return d.count == 0 && number == 0 ? -1.01 * most_decades * ln10 : d.log10_of(number) * ln10;
}

/// ln(1 − cosine), from what is measured to within rounding.
double ln_difference(double difference) { return difference > 0 ? std::log(difference) : -infinity; }

/// Shares of a standard normal preactivation, of every layer; asked for once per activation.
std::vector<double> unit_saturations(const NetworkPlan& plan)
{
    std::vector<double> shares;
    for (std::size_t l = 0; l < plan.layers.size(); ++l)
        shares.push_back(l > 0 && plan.layers[l].activation == plan.layers[l - 1].activation
                ? shares.back()
                : OutputRanges(ActivationFunction(plan.layers[l].activation)).saturated_fraction(0, 1));
    return shares;
}

/// ln of the norm's units: those of gradients of layers, whose widths may differ.
double ln_units(const NetworkPlan& plan, int block)
{
    if (!plan.kind->layered)
        return 0;
    const LayerPlan& layer = plan.layers[std::size_t(block - 1)];
    return std::log(double(layer.units()) * layer.window.positions_out()) / 2;   // of z, before a pooling
}

AttentionProfile mean_of(const std::vector<AttentionHead>& heads)
{
    AttentionProfile mean;
    for (const AttentionHead& head : heads) {
        mean.spread += head.logit_spread / double(heads.size());
        mean.entropy += head.entropy / double(heads.size());
        mean.log_visible += head.log_visible / double(heads.size());
    }
    return mean;
}

double ln_of(const Predicted& size) { return *size.log10 * ln10; }

RouterProfile router_profile(const Network& network, double entropy, double load_spread)
{
    const ExpertsStructure experts = *structure_of(network).experts;
    const double count = experts.count;
    return {entropy, std::log(count), load_spread, std::sqrt(count / experts.chosen - 1)};
}

constexpr double largest_logits = 1e300;   // as AttentionHead has it

/// Of either's record of a block: `number` finds one of a site. Forward through its last step, backward through its
/// first.
template <class Number>
std::optional<GainProfile> gain_profile(const NetworkPlan& plan, const Number& number)
{
    if (plan.steps.empty())
        return std::nullopt;
    const std::optional<double> forward = number(plan.steps.back().word + "_stream", Quantity::forward_gain_log10),
                                backward
        = number(plan.steps.front().word + "_stream", Quantity::backward_gain_to_end_log10);
    if (!forward || !backward)
        return std::nullopt;
    return GainProfile {*forward * ln10, *backward * ln10};
}

/// Of the numbers at a scan's site.
std::optional<MemoryProfile> memory_profile(
    std::optional<double> shortest, std::optional<double> longest, std::optional<double> spread)
{
    return shortest && longest && spread ? std::optional(MemoryProfile {*shortest, *longest, *spread}) : std::nullopt;
}

/// Whether a unit is silent on one side of 0: a layer of n is for one sample with a chance of 2^−n.
bool is_half_silent(const Activation& activation)
{
    const ActivationFunction phi(activation);
    const auto silent = [&](double z) { return phi.value(z) == 0 && phi.derivative(z) == 0; };
    return silent(-1) || silent(1);
}

/// Units of the narrowest layer that passes on what it is given.
int narrowest(const NetworkPlan& plan)
{
    int units = plan.layers.front().units();
    for (int l = 1; l < body(plan.network, plan.depth()); ++l)
        units = std::min(units, plan.layers[std::size_t(l)].units());
    return units;
}

/// Whether a law of the spread that is missing at some layer is so for the network's width. Of very few units it is
/// missing from the first layer on.
bool ends_by_width(const NetworkPlan& plan, const Predicted& first)
{
    return depth_over_width(plan) > thresholds::narrow && (first.spread || narrowest(plan) < thresholds::lawful_units);
}

/// Where theory has a law of the spread, or has none since the network is narrow. There whatever theory does not
/// foresee is chance: it counts as having no drift.
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
    std::optional<Profile> theory;   // made where it counts
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
        return expected(ln_of(*at) - ln_of(*first), at->spread, {vanishing_signal, exploding_signal});
    };
    profile.signal = signal_at(end);
    profile.body_signal = signal_at(judged);
    if (const Predicted* last = prediction.preactivation(end, Quantity::rms); last->spread)
        profile.spread = *last->spread;
    const Predicted *first_gradient = prediction.gradient(1), *last_gradient = prediction.gradient(judged);
    if (first_gradient && last_gradient)
        profile.gradient
            = expected(ln_of(*first_gradient) - ln_of(*last_gradient) + ln_units(plan, 1) - ln_units(plan, judged),
                first_gradient->spread, {vanishing_gradient, exploding_gradient});
    const Predicted* difference = prediction.preactivation(judged, Quantity::decorrelation);
    if (difference && difference->value > 0) {
        const std::optional<double> spread
            = difference->spread ? std::optional(*difference->spread / difference->value) : std::nullopt;
        profile.difference
            = expected(std::log(difference->value) - *profile.ln_start_difference, spread, {alike_inputs});
    }
}

/// Largest over the layers. Infinite where it ends with depth: the law holds while fluctuations are small.
double spread_of(const DensePrediction& prediction)
{
    double largest = 0;
    for (const auto& layer : prediction.layers)
        if (layer)
            largest = std::max(largest, layer->preactivation_spread.value_or(0));
    const auto &first = prediction.layers.front(), &last = prediction.layers.back();
    const bool lawful = first && first->preactivation_spread;
    const bool ended = lawful && last && !last->preactivation_spread;
    const bool ends_backward = lawful && first->log10_gradient_rms && !first->gradient_spread;
    return ended || ends_backward ? infinity : largest;
}

Network first_layers(Network network, int layers)
{
    network.depth = layers;
    if (!network.widths.empty())
        network.widths.resize(std::size_t(layers));
    std::erase_if(network.overrides, [&](const LayerOverride& o) { return o.layer > layers; });
    return network;
}

/// Of layers. Their spread only grows with depth: that of a very deep network is looked at in its first layers before
/// the whole is worked out.
double spread_over_networks(Experiment experiment, const InputMoments& known, const Context& context)
{
    constexpr int deep = 400, step = 4;
    experiment.measure.correlation = false;   // no part of it
    for (int few = deep; few * step <= depth(experiment.network); few *= step) {
        context.check();
        const DensePrediction first = predict(expand(first_layers(experiment.network, few)), experiment, known);
        if (const double spread = spread_of(first); spread > thresholds::spread)
            return spread;
    }
    return 0;
}

/// Of a block that theory covers.
LayerProfile predicted_layer(const Prediction& prediction, const NetworkPlan& plan, int block, double unit_saturation)
{
    const bool layered = plan.kind->layered;
    const Predicted *z = prediction.preactivation(block, Quantity::rms), *x = prediction.output(block, Quantity::rms),
                    *std = prediction.output(block, Quantity::std);
    LayerProfile layer {
        .ln_signal = ln_of(layered ? *z : *x), .ln_output = ln_of(*x), .ln_output_std = ln_of(std ? *std : *x)};
    if (!layered && z)
        layer.ln_inner = ln_of(*z);
    if (const Predicted* share = prediction.output(block, Quantity::saturated_fraction))
        layer.saturated = share->value - unit_saturation;
    if (const Predicted* zero = prediction.output(block, Quantity::zero_fraction);
        zero && zero->value > thresholds::zeros)
        layer.dead = zero->value;
    if (const Predicted* gradient = prediction.gradient(block))
        layer.ln_gradient = ln_of(*gradient) + ln_units(plan, block);
    if (const Predicted* difference = prediction.preactivation(block, Quantity::decorrelation))
        layer.ln_difference = ln_difference(difference->value);
    if (const Predicted* similarity = prediction.output(block, Quantity::similarity))
        layer.ln_difference = ln_difference(1 - similarity->value);
    if (const SitePrediction* site = prediction.block(block).find("attention"); site && site->attention)
        layer.attention = {site->attention->logit_spread, site->attention->entropy, site->attention->log_visible};
    if (const SitePrediction* site = prediction.block(block).find("router"))
        layer.router = router_profile(
            plan.network, site->find(Quantity::router_entropy)->value, site->find(Quantity::load_spread)->value);
    layer.gains = gain_profile(plan, [&](const std::string& site, Quantity gain) {
        const Predicted* found = prediction.block(block).find(site, gain);
        return found ? std::optional(found->value) : std::nullopt;
    });
    const auto of_scan = [&](Quantity quantity) {
        const Predicted* found = prediction.block(block).find("scan", quantity);
        return found ? std::optional(found->value) : std::nullopt;
    };
    layer.memory = memory_profile(
        of_scan(Quantity::shortest_memory), of_scan(Quantity::longest_memory), of_scan(Quantity::memory_spread));
    return layer;
}

LayerProfile measured_layer(const Measurement& m, const NetworkPlan& plan, int block, double unit_saturation)
{
    const bool layered = plan.kind->layered;
    const Distribution &z = *m.preactivation(block), &x = *m.output(block);
    LayerProfile layer {.ln_signal = layered ? ln_of(z, z.rms) : ln_of(x, x.rms),
        .ln_output = ln_of(x, x.rms),
        .ln_output_std = ln_of(x, x.std)};
    if (!layered)
        layer.ln_inner = ln_of(z, z.rms);
    if (const auto share = m.number(block, Quantity::saturated_fraction))
        layer.saturated = *share - unit_saturation;
    layer.dead = m.number(block, Quantity::dead_fraction).value_or(0);
    if (const Distribution* gradient = m.gradient(block))
        layer.ln_gradient = ln_of(*gradient, gradient->rms) + ln_units(plan, block);
    if (const auto difference = m.number(block, Quantity::decorrelation))
        layer.ln_difference = ln_difference(*difference);
    if (const auto similarity = m.number(block, Quantity::similarity))
        layer.ln_difference = ln_difference(1 - *similarity);
    if (const SiteRecord* site = m.block(block).find("attention"); site && !site->heads.empty())
        layer.attention = mean_of(site->heads);
    if (const SiteRecord* site = m.block(block).find("router"); site && !site->experts.empty())
        layer.router = router_profile(
            plan.network, *site->number(Quantity::router_entropy), *site->number(Quantity::load_spread));
    layer.gains
        = gain_profile(plan, [&](const std::string& site, Quantity gain) { return m.block(block).number(site, gain); });
    const auto of_scan = [&](Quantity quantity) { return m.block(block).number("scan", quantity); };
    layer.memory = memory_profile(
        of_scan(Quantity::shortest_memory), of_scan(Quantity::longest_memory), of_scan(Quantity::memory_spread));
    return layer;
}

/// 0 for a block that is no layer.
double at(const std::vector<double>& shares, int block)
{
    return shares.empty() ? 0 : shares.at(std::size_t(block - 1));
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
        for (const LayerOverride& o : network.overrides)
            if (o.layer == layer && o.activation)
                return is_identity(ActivationFunction(*o.activation));
        return is_identity(ActivationFunction(network.activation));
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
    const std::vector<double> unit = unit_saturations(plan);
    Profile profile;
    const BlockRecord& outside = m.block(0);
    const Distribution* start = outside.value(plan.reading.start);
    profile.ln_start = start ? ln_of(*start, start->rms) : ln_of(m.input, m.input.rms);
    if (const auto similarity = outside.number(plan.reading.start, Quantity::similarity))
        profile.ln_start_difference = ln_difference(1 - *similarity);
    for (int block = 1; block <= m.depth(); ++block)
        profile.layers.push_back(measured_layer(m, plan, block, at(unit, block)));
    if (const Distribution* logits = outside.value("logits"))
        profile.logit_std = std::min(logits->plain(logits->std), largest_logits);
    profile.cross_entropy = outside.number("logits", Quantity::cross_entropy);
    if (plan.kind->layered) {
        profile.ln_start_difference = ln_input_difference(symptoms.experiment.measure.correlation_angle);
        add_expectations(profile, symptoms.prediction, plan);
    }
    return profile;
}

Profile profile_of(const Prediction& prediction, const NetworkPlan& plan)
{
    const std::vector<double> unit = unit_saturations(plan);
    Profile profile;
    if (const Predicted* start = prediction.block(0).find(plan.reading.start, Quantity::rms))
        profile.ln_start = ln_of(*start);
    if (const Predicted* similarity = prediction.block(0).find(plan.reading.start, Quantity::similarity))
        profile.ln_start_difference = ln_difference(1 - similarity->value);
    for (int block = 1; block <= plan.depth() && prediction.output(block, Quantity::rms); ++block)
        profile.layers.push_back(predicted_layer(prediction, plan, block, at(unit, block)));
    if (prediction.head) {
        profile.logit_std = std::min(std::sqrt(prediction.head->logit_variance), largest_logits);
        profile.cross_entropy = prediction.head->cross_entropy;
    }
    return profile;
}

Profile predicted_profile(const Experiment& experiment, const Asked& asked, const Context& context)
{
    context.check();
    Experiment bare = experiment;
    bare.measure.gradient = true;
    bare.measure.correlation = asked.differences;
    if (kind_of(bare.network).layered && spread_over_networks(bare, asked.known, context) > thresholds::spread)
        return {};
    const NetworkPlan plan = plan_of(experiment.network);
    const Prediction prediction = plan.kind->predict(bare, plan, asked.extent, asked.known, context);
    const double spread = plan.kind->layered ? spread_of(prediction, plan, false) : 0;
    if (spread > thresholds::spread)
        return {};
    Profile profile = profile_of(prediction, plan);
    profile.spread = spread;
    if (plan.kind->layered && asked.differences)
        profile.ln_start_difference = ln_input_difference(experiment.measure.correlation_angle);
    return profile;
}

}   // namespace stepzero
