// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/scan_theory.h"

#include <algorithm>
#include <cmath>

#include "core/math/random/time_steps.h"
#include "core/theory/log_sum.h"

namespace stepzero {

using Eigen::ArrayXXd;
using Eigen::Index;

namespace {

/// Return Σ_{s ≤ t} decay^(t − s) x(s, ·), and the same over s ≥ t, for each row t.
ArrayXXd gathered(ArrayXXd x, double decay)
{
    for (Index t = 1; t < x.rows(); ++t)
        x.row(t) += decay * x.row(t - 1);
    return x;
}
ArrayXXd gathered_back(ArrayXXd x, double decay)
{
    for (Index t = x.rows() - 1; t-- > 0;)
        x.row(t) += decay * x.row(t + 1);
    return x;
}

}   // namespace

ScanTheory::ScanTheory(const Law& dt_bias, const Law& a_log, int states) : rates_(law_rule(a_log, 5)), states_(states)
{
    const auto memory = [](double log_rate, double bias) -> std::optional<double> {
        const double tokens = std::exp(-log_rate) / softplus(bias);
        return tokens > 0 && std::isfinite(tokens) ? std::optional(tokens) : std::nullopt;
    };
    shortest_ = memory(a_log.high, dt_bias.high);
    longest_ = memory(a_log.low, dt_bias.low);
    for (LawNode& rate : rates_)
        rate.value = std::exp(std::min(rate.value, 80.0));
    const int panels = std::isfinite(dt_bias.high) ? 3 : 5;   // tails are cut off at 7 σ
    for (const LawNode& bias : law_rule(dt_bias, panels))
        biases_.push_back({softplus(bias.value), 1 / (1 + std::exp(-bias.value)), bias.weight});
}

ScanTheory::Steps ScanTheory::steps_of(const Bias& bias, double square, const ArrayXXd& p)
{
    const double curved = bias.slope * (1 - bias.slope);   // softplus''
    const double mean = bias.step + curved * square / 2;
    return {mean, bias.slope, mean * mean + bias.slope * bias.slope * p};
}

template <class Body>
void ScanTheory::each(const ArrayXXd& x, const ArrayXXd& b, const ArrayXXd& p, const Body& body) const
{
    const double square = p.matrix().diagonal().mean();
    for (const Bias& bias : biases_) {
        const Steps steps = steps_of(bias, square, p);
        const ArrayXXd written = steps.pair * b * x;
        for (const LawNode& rate : rates_)
            body(steps, rate.value, std::exp(-steps.mean * rate.value), bias.weight * rate.weight * states_, written);
    }
}

ArrayXXd ScanTheory::forward(const ArrayXXd& x, const ArrayXXd& b, const ArrayXXd& p) const
{
    ArrayXXd sum = ArrayXXd::Zero(x.rows(), x.cols());
    each(x, b, p, [&](const Steps&, double, double decay, double weight, const ArrayXXd& written) {
        sum += weight * gathered(gathered(written, decay).transpose(), decay);
    });
    return b * sum;
}

ScanTheory::Back ScanTheory::backward(
    const ArrayXXd& x, const ArrayXXd& b, const ArrayXXd& p, const ArrayXXd& g, int channels) const
{
    const ArrayXXd none = ArrayXXd::Zero(x.rows(), x.cols());
    Back back {none, none, none, none};
    const ArrayXXd read = b * g;
    each(x, b, p, [&](const Steps& steps, double rate, double decay, double weight, const ArrayXXd& written) {
        const ArrayXXd lambda = gathered_back(gathered_back(read, decay).transpose(), decay),
                       once = gathered(written, decay), h = gathered(once.transpose(), decay);
        back.x += weight * steps.pair * b * lambda;
        back.b += weight / states_ * channels * steps.pair * x * lambda;
        back.c += weight / states_ * channels * g * h;
        // ∂/∂Δ: λ (B x − rate·e^(−Δ rate) h), with h of the token before.
        ArrayXXd within = b * x;
        const Index rest = x.rows() - 1;
        const double kept = rate * decay;
        const ArrayXXd mixed = kept / steps.mean * once;   // [h of s, B x of s']
        within.bottomRows(rest) -= mixed.topRows(rest);
        within.rightCols(rest) -= mixed.transpose().leftCols(rest);
        within.bottomRightCorner(rest, rest) += kept * kept * h.topLeftCorner(rest, rest);
        back.p += weight * steps.slope * steps.slope * lambda * within;
    });
    return back;
}

void ScanTheory::tell(SitePrediction& site, double square, double common) const
{
    double time_step = 0, decay = 0, log_mean = 0, log_square = 0;
    for (const Bias& bias : biases_) {
        const Steps steps = steps_of(bias, square, ArrayXXd::Zero(1, 1));
        time_step += bias.weight * steps.mean;
        const double log_step = ln(steps.mean), relative = bias.slope / bias.step;
        log_mean += bias.weight * log_step;
        log_square += bias.weight * (log_step * log_step + relative * relative * common);
        for (const LawNode& rate : rates_) {
            const double moved = rate.value * bias.slope;
            decay += bias.weight * rate.weight * std::exp(-steps.mean * rate.value) * (1 + moved * moved * square / 2);
        }
    }
    double rate_mean = 0, rate_square = 0;
    for (const LawNode& rate : rates_) {
        const double log_rate = ln(rate.value);
        rate_mean += rate.weight * log_rate;
        rate_square += rate.weight * log_rate * log_rate;
    }
    site.set(Quantity::time_step, {time_step});
    site.set(Quantity::decay, {decay});
    site.set(Quantity::memory_spread,
        {std::sqrt(std::max(0.0, log_square - log_mean * log_mean + rate_square - rate_mean * rate_mean))});
    if (shortest_)
        site.set(Quantity::shortest_memory, {*shortest_});
    if (longest_)
        site.set(Quantity::longest_memory, {*longest_});
}

}   // namespace stepzero
