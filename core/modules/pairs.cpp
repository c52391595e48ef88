// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/pairs.h"

#include <limits>

namespace stepzero {

namespace {

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

/// Returns Σ term(i) over i in [0, n), in lanes: it is fast, and the order of additions does not depend on machine and
/// address.
template <class Term>
double sum(Eigen::Index n, const Term& term)
{
    constexpr int lanes = 8;
    double sums[lanes] = {};
    Eigen::Index i = 0;
    for (; i + lanes <= n; i += lanes)
        for (int k = 0; k < lanes; ++k)
            sums[k] += term(i + k);
    for (int k = 0; i < n; ++i, ++k)
        sums[k] += term(i);
    double all = 0;
    for (const double part : sums)
        all += part;
    return all;
}

double length(const float* z, Eigen::Index n)
{
    return std::sqrt(sum(n, [z](Eigen::Index i) { return double(z[i]) * z[i]; }));
}

/// Returns |â − b̂|²/2 for two signals of the given lengths. This form gives exactly 0 for equal signals, even when the
/// compiler contracts operations.
double decorrelation_of(const float* a, const float* b, Eigen::Index n, double length_a, double length_b)
{
    const double ratio = length_a / length_b;
    const double square = sum(n, [&](Eigen::Index i) {
        const double difference = a[i] - b[i] * ratio;
        return difference * difference;
    });
    return square / (2 * length_a * length_a);
}

}   // namespace

PairSignals::PairSignals(const Experiment& experiment, int replica, double rms) : x_(draw_pairs(experiment, replica))
{
    followed_ = rms > 0 && x_.cols() > 0;
    const SplitFactor factor = split_factor(rms);
    x_ *= float(factor.fraction);
    exponents_.fill(factor.exponent);
}

void PairSignals::begin_layer(const ActivationFunction& phi, const ScaledMatrix& weights, const Eigen::VectorXf& bias)
{
    if (!followed_)
        return;
    z_.resize(weights.rows(), columns);
    product_.emplace(Left::transposed, weights.base->entries.transpose(), x_, z_);
    weights_ = &weights;
    bias_ = &bias;
    largest_bias_ = bias.size() ? bias.cwiseAbs().maxCoeff() : 0;
    phi_ = &phi;
}

void PairSignals::follow(int pair)
{
    decorrelation_[std::size_t(pair)] = absent;
    if (lost_[std::size_t(pair)])
        return;
    const Eigen::Index units = z_.rows();
    double lengths[2];
    bool zero = false;
    for (int side = 0; side < 2; ++side) {
        const int column = 2 * pair + side;
        std::int64_t& exponent = exponents_[std::size_t(column)];
        auto z = z_.col(column);
        const SumUnits sums = sum_units(exponent + weights_->exponent, largest_bias_);
        const float offset = weights_->shift == 0 ? 0 : float(weights_->shift * sums.product) * x_.col(column).sum();
        z = (z.array() * float(weights_->scale * sums.product) + offset).matrix() + *bias_ * float(sums.bias);
        const float largest = z.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
        const std::int64_t shift = std::isfinite(largest) ? normalizing_shift(largest, sums.exponent) : 0;
        exponent = sums.exponent + shift;
        if (!std::isfinite(largest) || std::abs(exponent) > followed_exponent) {
            lost_[std::size_t(pair)] = true;
            return;
        }
        if (shift != 0 && largest > 0)
            z = (z.cast<double>() * std::ldexp(1.0, int(-shift))).cast<float>();
        zero = zero || largest == 0;
        lengths[side] = length(z.data(), units);
    }
    if (!zero)
        decorrelation_[std::size_t(pair)]
            = decorrelation_of(z_.col(2 * pair).data(), z_.col(2 * pair + 1).data(), units, lengths[0], lengths[1]);
    for (int column = 2 * pair; column < 2 * pair + 2; ++column) {
        std::int64_t& exponent = exponents_[std::size_t(column)];
        const ScaledActivation<float> scaled(*phi_, exponent);
        float* z = z_.col(column).data();
        scaled.value(z, z, units);
        exponent = scaled.value_exponent();
    }
}

std::optional<double> PairSignals::finish_layer()
{
    if (!followed_)
        return std::nullopt;
    x_.swap(z_);
    double mean = 0;
    for (const double d : decorrelation_)
        mean += d / correlation_pairs;
    return std::isnan(mean) ? std::nullopt : std::optional(mean);
}

void PairRecorder::value(const Site& site, const Signal& signal, const Context& context)
{
    if (site.role != role_)
        return;
    const Eigen::Index n = signal.rows() * signal.positions;
    const auto pairs = int(signal.columns() / signal.positions / 2);
    std::vector<double> all(std::size_t(pairs), absent);
    context.parallel(pairs, [&](int pair) {
        const float *a = signal.numbers.data() + 2 * pair * n, *b = a + n;
        const double length_a = length(a, n), length_b = length(b, n);
        if (length_a > 0 && length_b > 0)
            all[std::size_t(pair)] = decorrelation_of(a, b, n, length_a, length_b);
    });
    double mean = 0;
    for (const double d : all)
        mean += d / pairs;
    if (!std::isnan(mean))
        decorrelations_.emplace_back(site.block, mean);
}

}   // namespace stepzero
