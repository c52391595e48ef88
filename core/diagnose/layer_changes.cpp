// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/layer_changes.h"

#include <algorithm>
#include <cmath>

#include <boost/math/tools/toms748_solve.hpp>

#include "core/diagnose/thresholds.h"
#include "core/theory/decorrelation_map.h"

namespace stepzero {

Initializer mean_field_weight(double variance, const char* distribution)
{
    return {"mean_field", {{"variance", variance}, {"distribution", std::string(distribution)}}};
}
Initializer mean_field_bias(double variance)
{
    return variance > 0 ? Initializer {"mean_field", {{"variance", variance}, {"distribution", std::string("normal")}}}
                        : Initializer {"zeros", {}};
}

/// Returns weights that are orthogonal as a map of whole samples. Absent when a kernel cannot be orthogonal.
std::optional<Initializer> orthogonal_weight(const LayerPlan& layer, double variance)
{
    if (layer.window.dimensions == 0)
        return mean_field_weight(variance, "orthogonal");
    if (layer.window.groups > 1 || layer.window.transposed || layer.units() < layer.inputs())
        return std::nullopt;
    return Initializer {"delta_orthogonal", {{"gain", std::sqrt(variance * layer.units() / layer.inputs())}}};
}

const MeanField& Theories::of(const Activation& activation)
{
    const auto found = std::find_if(known_.begin(), known_.end(), [&](const auto& k) { return k.first == activation; });
    if (found != known_.end())
        return *found->second;
    known_.emplace_back(activation, std::make_unique<MeanField>(ActivationFunction(activation)));
    return *known_.back().second;
}

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

namespace {

/// Returns whether `depth` layers of leaky ReLU keep enough of the difference between uncorrelated inputs. Weights
/// preserve lengths and there are no biases, so 1 − c depends neither on length nor on width.
bool leaves_difference(double slope, int depth)
{
    const GaussianExpectation expectation(ActivationFunction({"leaky_relu", {{"negative_slope", slope}}}));
    DecorrelationMap map;
    double d = 1;
    for (int left = depth - 1; left > 0 && d >= thresholds::tailored_difference; --left)
        d = 2 / (1 + slope * slope) * map.half_square_difference(expectation, 1, d, std::size_t(left));
    return d >= thresholds::tailored_difference;
}

}   // namespace

std::optional<double> tailored_slope(int depth, const Context& context)
{
    if (leaves_difference(0, depth))
        return std::nullopt;
    double low = 0, high = 1;
    while (high - low > 1e-3) {
        context.check();
        const double middle = (low + high) / 2;
        (leaves_difference(middle, depth) ? high : low) = middle;
    }
    return high;
}

Text times_as_wide(int factor) { return tr("Make the network %1× wider", factor); }

}   // namespace stepzero
