// SPDX-License-Identifier: GPL-3.0-or-later
// Synthetic studies for tests of figures: any depth and any scale, without running a simulation.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>

#include "core/diagnose/finding.h"
#include "core/kinds/kinds.h"
#include "core/study/study.h"

namespace stepzero {

struct Sample {
    int depth = 32;
    double growth = 1;   ///< factor of the RMS from layer to layer
    std::int64_t exponent = 0;   ///< binary exponent of the last layer
    bool dead = false;   ///< all zero from layer 3 on, as the gradient is before the last layers
    bool infinite = false;   ///< not finite in the last layer
    bool gradient = true, spectra = true;
    int replicas = 1;
    int layer = 0;   ///< the chosen layer; 0: the middle one
    Stage stage = Stage::full;
    std::uint64_t generation = 1;
    bool identity = false;   ///< weights consist of atoms only, and theory makes no prediction
    bool theory = true;
};

/// A normal distribution of scale `std`, in units of 2^exponent. std 0: all entries are `mean`.
inline Distribution sampleNormal(double std, double mean = 0, std::int64_t exponent = 0)
{
    Distribution d;
    d.count = 65536;
    d.mean = mean;
    d.std = std;
    d.rms = std::hypot(mean, std);
    d.exponent = exponent;
    d.min = d.histogram.low = mean - 4 * std;
    d.max = d.histogram.high = mean + 4 * std;
    const double z[] = {-2.326, -1.645, -0.6745, 0, 0.6745, 1.645, 2.326};
    for (std::size_t i = 0; i < d.quantiles.size(); ++i)
        d.quantiles[i] = mean + z[i] * std;
    if (std == 0) {
        d.histogram.counts = {d.count};
        return d;
    }
    for (int i = 0; i < 128; ++i) {
        const double g = -4 + (i + 0.5) / 16;
        d.histogram.counts.push_back(std::round(d.count / 16 * std::exp(-g * g / 2) / std::sqrt(2 * std::numbers::pi)));
    }
    return d;
}

/// Returns the distribution after a ReLU: half of the entries are zero.
inline Distribution sampleRectified(const Distribution& z)
{
    Distribution x = z;
    for (double& q : x.quantiles)
        q = std::max(0.0, q);
    x.min = x.histogram.low = 0;
    x.mean = 0.399 * z.std;
    x.rms = 0.707 * z.std;
    x.std = 0.584 * z.std;
    if (z.std > 0) {
        x.histogram.counts.assign(z.histogram.counts.begin() + 64, z.histogram.counts.end());
        x.histogram.counts.front() += z.count / 2;
    }
    return x;
}

/// Returns the record of a layer, for tests that change it.
inline SiteRecord& preactivationOf(Measurement& m, int layer)
{
    return m.record.at(std::size_t(layer)).at(m.reading.preactivation);
}
inline SiteRecord& outputOf(Measurement& m, int layer) { return m.record.at(std::size_t(layer)).at(m.reading.output); }

/// Removes a number, as if it had not been measured.
inline void forget(SiteRecord& site, Quantity quantity)
{
    std::erase_if(site.numbers, [quantity](const auto& number) { return number.first == quantity; });
}

/// Returns the prediction for a site, for tests that change it.
inline Predicted& predictedOf(Prediction& prediction, int layer, const std::string& role, Quantity quantity)
{
    for (auto& [which, predicted] : prediction.blocks.at(std::size_t(layer)).at(role).numbers)
        if (which == quantity)
            return predicted;
    throw std::out_of_range("theory has no such number of " + role);
}

/// Returns the signal of sampleStudy() without its wobble, with spreads that grow with depth.
inline Prediction samplePrediction(const Sample& s, const NetworkPlan& plan)
{
    constexpr double log10_of_2 = 0.30102999566398119521;
    Prediction prediction = silent_prediction(plan);
    prediction.blocks.front().at(plan.reading.start).set(Quantity::rms, predicted_size(0));
    if (s.identity) {
        prediction.remark
            = stepzero::tr("the weights of layer %1 do not have mean 0, which mean-field theory does not cover", 1);
        return prediction;
    }
    for (int l = 1; l <= s.depth; ++l) {
        const double share = s.depth > 1 ? double(l - 1) / (s.depth - 1) : 1;
        const auto reached = [&](double part) { return std::round(double(s.exponent) * part) * log10_of_2; };
        const auto size = [](double log10, std::optional<double> spread = {}) {
            Predicted predicted = predicted_size(log10 * std::numbers::ln10);
            predicted.spread = spread;
            return predicted;
        };
        BlockPrediction& layer = prediction.blocks[std::size_t(l)];
        const double log10_rms = l * std::log10(s.growth) + reached(share), spread = 0.03 * std::sqrt(double(l));
        SitePrediction z {.role = plan.reading.preactivation};
        z.set(Quantity::rms, size(log10_rms, spread));
        if (s.gradient)
            z.set(Quantity::gradient_rms,
                size((s.depth - l) * std::log10(s.growth) + reached(1 - share), 0.02 * std::sqrt(s.depth - l + 1.0)));
        z.set(Quantity::weight_variance, {2});
        z.set(Quantity::bias_variance, {0});
        z.set(Quantity::weight_std, {std::sqrt(2.0 / plan.block(l).features_in)});
        z.set(Quantity::chi, {s.growth * s.growth});
        if (s.exponent == 0) {
            const double decorrelation = 0.5 * std::pow(0.9, l);
            z.set(Quantity::decorrelation, {.value = decorrelation, .spread = 0.05 * decorrelation});
        }
        SitePrediction x {.role = plan.reading.output};
        x.set(Quantity::mean, {0.3989 * std::pow(10.0, log10_rms)});
        x.set(Quantity::std, size(log10_rms + std::log10(0.5838)));
        x.set(Quantity::rms, size(log10_rms + std::log10(0.7071), spread));
        x.set(Quantity::zero_fraction, {0.5});
        x.set(Quantity::saturated_fraction, {0.08 * share});
        layer.sites = {z, x};
    }
    FixedPoint fixed;
    fixed.chi_1 = s.growth * s.growth;
    fixed.phase = phase_of(*fixed.chi_1);
    fixed.xi_c = fixed.phase == Phase::critical ? std::numeric_limits<double>::infinity()
                                                : 1 / std::abs(std::log(*fixed.chi_1));
    prediction.fixed_point = fixed;
    return prediction;
}

/// Returns the distribution of s = 10^(top + slope·log10 u), with u uniform in (from, 1); the remaining values are
/// zero.
inline SpectrumLaw samplePowerLaw(double top, double slope, double from)
{
    SpectrumLaw law;
    for (int i = 0; i <= 400; ++i) {
        const double u = std::pow(10.0, std::log10(std::max(from, 1e-3)) * (1 - i / 400.0));
        law.density.x.push_back(top + slope * std::log10(u));
        law.density.y.push_back(std::log(10.0) * u / slope);
    }
    law.zero = from;
    law.log10_upper_edge = top;
    // E[s²] = ∫ u^(2 slope) du, and E[s⁴] accordingly.
    const auto power = [&](double p) { return (1 - std::pow(from, p + 1)) / (p + 1); };
    law.log10_mean_square = 2 * top + std::log10(power(2 * slope));
    law.relative_variance = power(4 * slope) / std::pow(power(2 * slope), 2) - 1;
    return law;
}

inline StudyPtr sampleStudy(const Sample& s = {})
{
    auto study = std::make_shared<Study>();
    auto m = std::make_shared<Measurement>();
    study->experiment.network.depth = s.depth;
    study->experiment.replicas = m->replicas = s.replicas;
    study->generation = s.generation;
    study->stage = s.stage;
    study->layer = s.layer > 0 ? s.layer : (s.depth + 1) / 2;
    study->seconds = 0.123;
    m->samples = 256;
    m->input = sampleNormal(1);
    const auto plan = std::make_shared<const NetworkPlan>(plan_of(study->experiment.network));
    study->plan = plan;
    study->matrix = *plan->block(study->layer).find(plan->reading.weight);
    m->reading = plan->reading;
    m->record.resize(std::size_t(s.depth) + 1);
    m->record.front().at(plan->reading.start).value = m->input;
    for (int l = 1; l <= s.depth; ++l) {
        BlockRecord& layer = m->record[std::size_t(l)];
        const bool dead = s.dead && l > 2;
        const double share = s.depth > 1 ? double(l - 1) / (s.depth - 1) : 1;
        const auto exponent = std::int64_t(std::lround(double(s.exponent) * share));
        const double wobble = 1 + 0.1 * std::sin(1.7 * l);
        layer.weights.emplace_back(plan->reading.weight, sampleNormal(s.identity ? 0 : std::sqrt(2.0 / 256)));
        SiteRecord z {.role = plan->reading.preactivation}, x {.role = plan->reading.output};
        z.value = sampleNormal(dead ? 0 : wobble * std::pow(s.growth, l), 0, exponent);
        x.value = sampleRectified(*z.value);
        if (s.infinite && l == s.depth)
            for (Distribution* d : {&*z.value, &*x.value}) {
                *d = Distribution();
                d->count = 65536;
                d->mean = d->std = d->rms = d->min = d->max = std::numeric_limits<double>::infinity();
                d->quantiles.fill(std::numeric_limits<double>::infinity());
            }
        if (s.gradient)
            z.gradient = sampleNormal(s.dead && l < s.depth ? 0 : std::pow(s.growth, s.depth - l) * (2 - wobble), 0,
                std::int64_t(std::lround(double(s.exponent) * (1 - share))));
        x.set(Quantity::zero_fraction, dead ? 1 : 0.5);
        x.set(Quantity::dead_fraction, dead ? 1 : 0.01 * l / s.depth);
        x.set(Quantity::saturated_fraction, 0.1 * share);
        if (s.exponent == 0 && !dead)
            z.set(Quantity::decorrelation, 0.5 * std::pow(0.9, l) * (1 + 0.04 * std::sin(2.3 * l)));
        layer.sites = {z, x};
    }
    if (s.replicas > 1) {
        m->spread = m->record;
        for (int l = 0; l <= s.depth; ++l)
            for (SiteRecord& site : m->spread[std::size_t(l)].sites)
                for (std::optional<Distribution>* d : {&site.value, &site.gradient})
                    if (*d)
                        for (double* number : {&(*d)->mean, &(*d)->std, &(*d)->rms})
                            *number = std::abs(*number) * 0.02 * l;
    }
    if (s.infinite)
        m->remarks.push_back({s.depth, Text::name("the signal overflows at layer " + std::to_string(s.depth))});
    study->measurement = m;
    study->prediction
        = std::make_shared<const Prediction>(s.theory ? samplePrediction(s, *plan) : silent_prediction(*plan));
    static const auto gainsOfRelu = std::make_shared<const Gains>(gains(ActivationFunction(Activation()), 1));
    study->gains = gainsOfRelu;

    WeightView w;
    w.layer = study->layer;
    w.sample = *m->weight(study->layer);
    if (s.identity) {
        w.law.atoms = {{0, 255.0 / 256}, {1, 1.0 / 256}};
        w.law.mean = 1.0 / 256;
        w.law.variance = 255.0 / 65536;
        w.law.high = 1;
        w.sample = sampleNormal(0);
        w.sample.mean = w.law.mean;
        w.sample.std = std::sqrt(w.law.variance);
        w.sample.max = w.sample.histogram.high = 1;
        w.sample.histogram.counts.assign(64, 0);
        w.sample.histogram.counts.front() = 65280;
        w.sample.histogram.counts.back() = 256;
    } else {
        const double std = w.sample.std;
        w.law.variance = std * std;
        w.law.low = -std::numeric_limits<double>::infinity();
        w.law.high = -w.law.low;
        w.law.density
            = [std](double x) { return std::exp(-x * x / (2 * std * std)) / std / std::sqrt(2 * std::numbers::pi); };
        for (int i = 0; i <= 200; ++i) {
            const double x = (-4 + i / 25.0) * std;
            w.density.x.push_back(x);
            w.density.y.push_back(w.law.density(x));
        }
        w.estimate = w.density;
        for (std::size_t i = 0; i < w.estimate.x.size(); ++i)
            w.estimate.y[i] *= 1 + 0.05 * std::sin(0.3 * double(i));
    }
    study->weights = std::make_shared<WeightView>(w);

    if (s.spectra) {
        auto spectra = std::make_shared<LayerSpectra>();
        spectra->layer = study->layer;
        auto jacobian = std::make_shared<LogSpectrum>();
        for (int i = 0; i < 256; ++i) {
            const double u = 1 - (i + 0.5) / 256;
            spectra->weight.push_back(s.identity ? 1 : 2.8 * u);
            spectra->jacobian.push_back(i < 128 && !s.dead ? std::optional(std::log10(2 * u)) : std::nullopt);
            jacobian->push_back(i < 128 && !s.dead
                    ? std::optional(double(s.exponent) * 0.3 + 1 + s.depth * 0.2 * std::log10(u * u))
                    : std::nullopt);
        }
        study->layer_spectra = spectra;
        study->jacobian = jacobian;
        if (s.theory) {
            auto laws = std::make_shared<SpectrumLaws>();
            laws->weights = samplePowerLaw(std::log10(2.8), 1, 0);
            if (s.identity) {
                laws->weights = SpectrumLaw();
                laws->weights->atoms = {{0, 1}};
                laws->weights->log10_upper_edge = 0;
            }
            laws->layer_jacobian = samplePowerLaw(std::log10(2.0), 1, 0.5);
            laws->jacobian = samplePowerLaw(double(s.exponent) * 0.3 + 1, 0.4 * s.depth, 0.5);
            study->laws = laws;
        }
    }
    const auto same = [e = study->experiment](NoiseCache&, const Context&) { return e; };
    study->findings = std::make_shared<const std::vector<Finding>>(std::vector<Finding> {
        {"vanishing_signal", Severity::error, 2, s.depth,
            Text::name("The signal vanishes: the RMS of z is 0.317 at layer 1."),
            Text::name("σ_w² = 0.1 is too small for ReLU: each layer shrinks the signal."), "q_l = σ_w² E[φ²] + σ_b²",
            {{Text::name("Switch to He initialization: σ 0.01 → 0.0447"), same},
                {Text::name("Apply LSUV: orthogonal, each layer scaled to variance 1"), same}}},
        {"gain_mismatch", Severity::note, 1, 1, Text::name("Xavier gives σ_w² = 1, but ReLU is critical at σ_w² = 2."),
            {}, "", {}}});
    return study;
}

}   // namespace stepzero
