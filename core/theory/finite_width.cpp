// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/finite_width.h"

#include <algorithm>
#include <cmath>

#include "core/theory/input_moments.h"

namespace stepzero {

namespace {

constexpr double largest_variance = 1;   // variance of ln q, where its map is not a straight line

/// Variance of the sum of ln of n units' mean, in the log-normal form of Hanin and Nica.
double of_log(double variance_per_unit, int units)
{
    return std::log1p(std::max(variance_per_unit, -0.999 * units) / units);
}

/// Returns whether ln q performs a random walk.
bool walks(double slope, double share) { return share > 1 - 1e-6 && std::abs(slope - 1) < 1e-3; }

/// Returns the excess kurtosis of a unit's z given the layer below; `kurtosis` is that of its inputs.
double excess_of(const LayerWidths& layer, double kurtosis)
{
    const double of_weights = layer.orthogonal ? -6 / (std::max(layer.units, layer.inputs) + 2.0)
                                               : layer.weight_excess * kurtosis / layer.inputs;
    return squared(layer.share) * of_weights + squared(1 - layer.share) * layer.bias_excess;
}

}   // namespace

double TwoInputs::square() const { return std::min(correlation * correlation + variance, 1.0); }

TwoInputs TwoInputs::through_weights(double share) const
{
    return {share * correlation + 1 - share, share * share * variance};
}

TwoInputs TwoInputs::through_units(const UnitNoise& noise, const LayerWidths& layer) const
{
    const auto product = [&](double c) { return noise.mean * noise.mean + noise.of_values(c); };
    const double n = layer.units, kept = kept_forward(layer);
    const double squares = 1 + mean(noise.of_squares);
    // Moments of x_aᵀx_b over n units, and of x_aᵀx_a x_bᵀx_b.
    const double slope = mean([&](double c) { return squared(noise.of_values.slope(c)); });
    const double from_own = 2 * squared(noise.square_slope) * square();
    const double second = mean([&](double c) { return squared(product(c)); }) * (1 - 1 / n)
        + (squares - kept * slope * (1 + square())) / n;
    const double lengths = 1 - 1 / n + (squares - kept * from_own) / n;
    const double correlation_now = std::clamp(mean(product), -1.0, 1.0);
    return {correlation_now,
        std::clamp(second / lengths - correlation_now * correlation_now, 0.0, 1 - correlation_now * correlation_now)};
}

double kept_forward(const LayerWidths& layer)
{
    return layer.orthogonal ? std::min(1.0, double(layer.units) / layer.inputs) : 0;
}

double kept_backward(const LayerWidths& layer)
{
    return layer.orthogonal ? std::min(1.0, double(layer.inputs) / layer.units) : 0;
}

FiniteWidth::FiniteWidth(const InputMoments& input, int input_width, double samples)
    : samples_(samples), signal_ {std::log1p(input.length_variance(input_width)), 0},
      own_(signal_.one), inputs_ {input.correlation, input.chance(input_width)}, kurtosis_(input.kurtosis)
{
}

/// Returns the spread of ln RMS of the batch.
double FiniteWidth::spread_of_log(Pair variance) const
{
    const double one = std::max(variance.one, 0.0), two = std::max(variance.two, 0.0);
    if (one < 1)
        return std::sqrt(std::log1p(std::expm1(one) / samples_ + std::expm1(two) * (1 - 1 / samples_))) / 2;
    // Avoids overflow in networks so deep that e^variance is beyond double.
    const double a = one - std::log(samples_), b = two + std::log1p(-1 / samples_);
    return std::sqrt(std::max(a, b) + std::log1p(std::exp(-std::abs(a - b)))) / 2;
}

void FiniteWidth::layer(const LayerWidths& widths, const UnitNoise& noise)
{
    if (!lawful_)
        return;
    const int n = widths.units;
    const double share = widths.share, bias = 1 - share, part = widths.length_part, kept = kept_forward(widths);
    inputs_.variance /= widths.receptive;
    const TwoInputs before = inputs_.through_weights(share);
    Layer layer;
    layer.widths = widths;
    layer.length = {share * share * signal_.one, share * share * signal_.two};
    // The positions of a window have separate fluctuations, which the window averages.
    const int seen = widths.receptive;
    layer.own_length = share * share * (seen == 1 ? own_ : signal_.two + (own_ - signal_.two) / seen);

    // Preactivations are z = m + g with E[g_a g_b] = c q. M is of second order in W x, which an orthogonal W preserves.
    const double c = before.correlation, c2 = before.square();
    const Pair of_product {share * share, before.mean([&](double x) { return squared(x - bias); })};
    const double bias_part = widths.bias_excess * bias * bias, shift_part = 4 * part * (1 - part);
    const Pair z {part * part * (2 + bias_part - 2 * kept * of_product.one) + shift_part,
        part * part * (2 * c2 + bias_part - 2 * kept * of_product.two) + shift_part * c};
    layer.length_shift = share * signal_shift_;
    preactivation_ = {spread_of_log({part * part * layer.length.one + of_log(z.one, n),
                          part * part * layer.length.two + of_log(z.two, n)}),
        part * layer.length_shift / 2};

    /// Returns C for functions with these slopes by ln q.
    const auto units = [&](const CovarianceSeries& series, double slopes) {
        return Pair {
            series(1) - 2 * kept * slopes * of_product.one, before.mean(series) - 2 * kept * slopes * of_product.two};
    };
    const auto grown = [&](double slope, const CovarianceSeries& series) {
        const Pair added = units(series, slope * slope);
        return Pair {slope * slope * layer.length.one + of_log(added.one, n),
            slope * slope * layer.length.two + of_log(added.two, n)};
    };
    const double e = noise.square_slope, g = noise.derivative_slope;
    const Pair forward = units(noise.of_squares, e * e), cross = units(noise.of_both, e * g);
    signal_ = grown(e, noise.of_squares);
    own_ = e * e * layer.own_length + of_log(forward.one, n);
    layer.excess = excess_of(widths, kurtosis_);
    // When ln q walks beyond its largest variance, the map is taken as straight.
    const double bent = layer.own_length < largest_variance ? layer.own_length / 2 + layer.excess / 6 : 0;
    signal_shift_ = e * layer.length_shift + noise.square_curvature * bent;
    kurtosis_ = 1 + noise.of_squares(1);
    activation_ = {spread_of_log(signal_), signal_shift_ / 2};
    deviation_ = spread_of_log(grown(noise.deviation_slope, noise.of_deviations));
    const Pair values = units(noise.of_values, squared(noise.mean_slope));
    const double mean_one = squared(noise.mean_slope) * layer.length.one + values.one / n;
    const double mean_two = squared(noise.mean_slope) * layer.length.two + values.two / n;
    mean_ = mean_one < largest_variance
        ? std::optional(std::sqrt(std::max(mean_one / samples_ + mean_two * (1 - 1 / samples_), 0.0)))
        : std::nullopt;

    layer.square_slope = e;
    layer.derivative_slope = g;
    layer.square_curvature = noise.square_curvature;
    layer.derivative_curvature = noise.derivative_curvature;
    layer.alignment = noise.alignment;
    layer.squares_together = 1 + noise.of_both(1);
    layer.forward = {of_log(forward.one, n), of_log(forward.two, n)};
    layer.cross = {cross.one / n, cross.two / n};
    layer.alike
        = before.mean([&](double x) { return squared(squared(noise.derivative_mean) + noise.of_derivatives(x)); });
    layer.backward = {noise.of_derivative_squares(1), before.mean(noise.of_derivative_squares)};
    layer.squares_alike = 1 + layer.backward.two;
    layer.kept = {2 * kept * g * g * of_product.one, 2 * kept * g * g * of_product.two};
    layers_.push_back(layer);

    inputs_ = before.through_units(noise, widths);
    if (!(noise.square > 0) || (own_ > largest_variance && !walks(e, share)))
        lawful_ = false;
}

std::vector<std::optional<WidthLaw>> FiniteWidth::gradients() const
{
    std::vector<std::optional<WidthLaw>> laws(layers_.size());
    if (!lawful_)
        return laws;
    Pair added;   // variance of ln of the mean square that the layers from here on contribute
    Pair of_slopes;   // its part due to ln q
    double by_length = 0;   // d ln of the mean square / d ln of the mean square of x_l
    double alike = 0;   // E[ρ²] of y_a and y_b
    double kept = 0;   // part of yᵀy' preserved by the weights above
    double shift = 0;   // shift of ln of the mean square of y
    double growing = 0;   // absolute values of its parts that grow by a factor per layer
    double curvature = 0;   // second derivative of the mean square by that of x_l, both relative
    double along = 0;   // p of the weights above
    double along_own = 0;   // contribution of the weights' kurtosis to p, for each unit below alone
    for (std::size_t l = layers_.size(); l-- > 0;) {
        const Layer& layer = layers_[l];
        const int n = layer.widths.units, seen = l + 1 < layers_.size() ? layers_[l + 1].widths.receptive : 1;
        const auto windowed = [seen](Pair each) { return each.two + (each.one - each.two) / seen; };
        const double forward = windowed(layer.forward);
        const auto total = [&](double slopes, double pair, double removed, double outer, double cross, double squares) {
            return of_log((1 + slopes) * (1 + 2 * pair) - 1 - 2 * kept * pair - removed, n) + outer
                + 2 * by_length * cross + by_length * by_length * squares;
        };
        added = {total(layer.backward.one, 1, layer.kept.one, added.one, layer.cross.one, layer.forward.one),
            total(layer.backward.two, alike, layer.kept.two, added.two, layer.cross.two, layer.forward.two)};
        of_slopes.one += 2 * std::abs(by_length * layer.cross.one) + by_length * by_length * layer.forward.one;
        shift += (along * (layer.squares_together - kept) + along_own * layer.squares_together) / n
            + (layer.derivative_curvature + by_length * layer.square_curvature) * layer.excess / 6
            + by_length * windowed(layer.cross) + curvature * forward / 2;
        growing += std::max(along, 0.0) * layer.squares_together / n + std::abs(curvature) * forward / 2;
        curvature = layer.derivative_curvature + 2 * layer.derivative_slope * layer.square_slope * by_length
            + layer.square_curvature * by_length + squared(layer.square_slope) * curvature;
        by_length = layer.derivative_slope + layer.square_slope * by_length;
        const Pair below {by_length * by_length * layer.length.one, by_length * by_length * layer.length.two};
        if (!(of_slopes.one + below.one < largest_variance)
            || !(growing + std::abs(curvature) * layer.own_length / 2 < largest_variance / 2))
            break;
        laws[l] = WidthLaw {spread_of_log({added.one + below.one, added.two + below.two}),
            (shift + by_length * layer.length_shift + curvature * layer.own_length / 2) / 2};
        const double share = layer.widths.share;
        by_length *= share;
        curvature *= share * share;
        along = share * (2 * layer.derivative_slope + along * layer.alignment) / layer.widths.receptive;
        along_own = share * layer.derivative_slope * layer.widths.weight_excess / layer.widths.receptive;

        const double both = layer.squares_alike * (1 + 2 * alike);
        const double second = layer.alike * alike * (1 - 1.0 / n) + (both - kept * layer.alike * (1 + alike)) / n;
        alike = std::clamp(second / (1 - 1.0 / n + (both - 2 * kept * alike) / n), 0.0, 1.0) / layer.widths.receptive;
        kept = kept_backward(layer.widths);
    }
    return laws;
}

}   // namespace stepzero
