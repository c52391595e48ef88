// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/recurrent_theory.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/math/quadrature/quadrature.h"
#include "core/theory/recurrent_samples.h"

namespace stepzero {

namespace {

class Drawn : public RecurrentInputs {
public:
    explicit Drawn(const RecurrentTheory& n) : n_(n) { }
    double covariance(int t, int s) const override
    {
        if (n_.first_step_only)
            return t == 0 && s == 0 ? n_.input_square : 0;
        return t == s ? n_.input_square : n_.input_correlation * n_.input_square;
    }

private:
    const RecurrentTheory& n_;
};

/// The output of a layer below. Steps far apart get the covariance at the longest known distance.
class FromBelow : public RecurrentInputs {
public:
    explicit FromBelow(std::vector<std::vector<double>> rows) : rows_(std::move(rows)) { }
    double covariance(int t, int s) const override
    {
        const auto& row = rows_[std::size_t(std::max(t, s))];
        return row[std::min(std::size_t(std::abs(t - s)), row.size() - 1)];
    }

private:
    std::vector<std::vector<double>> rows_;   // [t][t − s]
};

/// Determines up to which step a signal is predicted.
class Fading {
public:
    explicit Fading(int width) : width_(width) { }
    /// Adds a step; `slope` is d ln V/d ln q of the step. Returns whether the signal is still predicted.
    bool step(double r, double slope)
    {
        sum_ = std::min(1.0, std::abs(slope)) * sum_ + 1 / recurrent_reach(width_, r);
        return sum_ <= 1;
    }

private:
    int width_;
    double sum_ = 0;
};

/// Sets the mean squares of the gradient from one step to the one before, as long as they are predicted.
void tell_gradients(
    std::vector<RecurrentStep>& steps, const std::vector<double>& factors, const std::vector<double>& memory, int width)
{
    double ln = 0, sum = 0;
    for (std::size_t t = steps.size(); t-- > 0;) {
        steps[t].ln_gradient_rms = ln / 2;
        ln += std::log(factors[t]);
        sum += 1 / recurrent_reach(width, memory[t]);
        if (sum > 1)
            return;
    }
}

RecurrentLayerResult rnn(const RecurrentTheory& n, const RecurrentTheoryLayer& layer, const ActivationFunction& phi,
    const RecurrentInputs& inputs, bool top, const Context& context)
{
    const GaussianExpectation expectation(phi);
    const RecurrentPart& p = layer.parts.front();
    const double mean = p.mean_a + p.mean_b, bias = p.variance_a + p.variance_b;
    constexpr double longest = 1e12, shortest = 1e-12;   // range in which the expectation is exact
    RecurrentLayerResult result;
    std::vector<double> factors, memory;
    Fading fading(n.width);
    double square = 0, before_q = 0, before_slope = 0, product = 0;   // E[h_t²], q and its slope, E[h_t h_{t−1}]
    for (int t = 0; t < n.steps; ++t) {
        context.check();
        const double from_state = p.hidden * square, q = from_state + p.input * inputs.covariance(t, t) + bias;
        if (q > longest || (q > 0 && q < shortest)) {
            result.remark = tr("the signal leaves the range in which theory is exact");
            return result;
        }
        const PreactivationMoments m = expectation.moments(q, mean);
        double correlation = 0, next_product = 0;
        if (t > 0 && q > 0 && before_q > 0) {
            const double together = p.hidden * product + p.input * inputs.covariance(t, t - 1) + bias;
            correlation = mean == 0 ? std::clamp(together / std::sqrt(q * before_q), -1.0, 1.0) : 1;
            next_product = mean == 0 ? expectation.pair(q, before_q, 1 - correlation).product : m.square;
        }
        const double r = std::max(std::abs(correlation), q > 0 ? from_state / q : 0);
        const double slope = q > 0 ? p.hidden * before_slope * before_q / q : 0;
        if (!fading.step(r, slope)) {
            result.remark = recurrent_silence();
            return result;
        }
        RecurrentStep step {.h = {m.mean, m.square},
            .ln_rms = std::log(m.square) / 2,
            .ln_preactivation_rms = std::log(q + mean * mean) / 2};
        step.chi = p.hidden * m.derivative_square;
        factors.push_back(*step.chi);
        memory.push_back(r);
        result.steps.push_back(std::move(step));
        result.covariances.push_back({m.square, next_product});
        square = m.square;
        product = next_product;
        before_q = q;
        before_slope = m.square_slope;
    }
    if (top && n.gradient)
        tell_gradients(result.steps, factors, memory, n.width);
    if (top && n.gradient && !result.steps.front().ln_gradient_rms)
        result.remark = recurrent_silence();
    return result;
}

}   // namespace

double recurrent_reach(int width, double r)
{
    constexpr double part_of_memory = 0.85;
    return std::max(1e-9, std::sqrt(double(width)) * (1 - part_of_memory * r));
}

RecurrentResult predict_recurrent(const RecurrentTheory& network, const ActivationFunction& phi, const Context& context)
{
    RecurrentResult all;
    std::unique_ptr<RecurrentInputs> inputs = std::make_unique<Drawn>(network);
    for (std::size_t l = 0; l < network.layers.size(); ++l) {
        const bool top = l + 1 == network.layers.size();
        RecurrentTheory known = network;
        if (l > 0)   // steps that are predicted for the layer below
            known.steps = int(all.steps.size());
        RecurrentLayerResult own = network.form == RecurrentForm::rnn
            ? rnn(known, network.layers[l], phi, *inputs, top, context)
            : sampled_recurrent(known, network.layers[l], int(l), phi, *inputs, top, context);
        all.steps = std::move(own.steps);
        if (all.remark.empty())
            all.remark = own.remark;
        inputs = std::make_unique<FromBelow>(std::move(own.covariances));
    }
    if (int(all.steps.size()) < network.steps)   // the last gradient is not known
        for (RecurrentStep& step : all.steps)
            step.ln_gradient_rms.reset();
    return all;
}

}   // namespace stepzero
