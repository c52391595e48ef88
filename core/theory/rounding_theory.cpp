// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/rounding_theory.h"

#include <boost/math/distributions/normal.hpp>
#include <cmath>

namespace stepzero {

namespace {

constexpr int points
    = 4096;   // halves of a distribution at evenly spaced quantiles: 1% of the noise, which jumps at powers of 2
constexpr double largest_error = 0.3;

/// Returns the positive half of a distribution with variance 1, at evenly spaced quantiles.
const std::vector<double>& quantiles(bool normal)
{
    static const auto make = [](bool of_normal) {
        const boost::math::normal law;
        std::vector<double> numbers(points);
        for (int i = 0; i < points; ++i) {
            const double share = (i + 0.5) / points;
            numbers[std::size_t(i)] = of_normal ? quantile(law, 0.5 + share / 2) : std::sqrt(3.0) * share;
        }
        return numbers;
    };
    static const std::vector<double> of_normal = make(true), of_uniform = make(false);
    return normal ? of_normal : of_uniform;
}

std::vector<float> rounded_all(std::vector<float> numbers, const FloatRange& range)
{
    round_numbers(numbers.data(), numbers.size(), range);
    return numbers;
}

/// Returns Σ (y − x)²/Σ x².
double noise_of(const std::vector<float>& exact, const std::vector<float>& rounded)
{
    double differences = 0, squares = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        differences += std::pow(double(rounded[i]) - exact[i], 2);
        squares += double(exact[i]) * exact[i];
    }
    return squares > 0 ? differences / squares : 0;
}

/// Returns the noise of φ(z), z ~ N(0, rms²), when z and then φ(z) are rounded. They are treated together, because z
/// has its largest errors where it is large, and φ may be flat there.
double output_noise(double rms, const ActivationFunction& phi, const FloatRange& range)
{
    std::vector<float> z;
    for (const double q : quantiles(true)) {
        z.push_back(float(rms * q));
        z.push_back(float(-rms * q));
    }
    const std::vector<float> rounded_z = rounded_all(z, range);
    std::vector<float> x(z.size()), found(z.size());
    phi.value(z.data(), x.data(), std::ptrdiff_t(x.size()));
    phi.value(rounded_z.data(), found.data(), std::ptrdiff_t(found.size()));
    return noise_of(x, rounded_all(std::move(found), range));
}

}   // namespace

double rounding_noise(double rms, bool normal, const FloatRange& range)
{
    std::vector<float> x;
    for (const double q : quantiles(normal))
        x.push_back(float(rms * q));
    return noise_of(x, rounded_all(x, range));
}

// e is the relative mean square error. That of W x + b comes from x, W and b. φ multiplies it by χ E[z²]/(σ_w² E[φ²])
// through its slopes; rounding z and φ(z) adds more.
std::vector<std::optional<double>> rounding_errors(
    double input_rms, const std::vector<RoundedLayer>& layers, const FloatRange& range)
{
    std::vector<std::optional<double>> errors(layers.size());
    double e = rounding_noise(input_rms, true, range);
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const RoundedLayer& layer = layers[l];
        const double square = layer.preactivation_rms * layer.preactivation_rms;
        const double of_output = layer.weight_variance * layer.output_rms * layer.output_rms;
        if (!(square > 0) || !(of_output > 0))
            return errors;
        const double from_product = (square - layer.bias_variance) / square;
        const double of_bias = layer.bias_variance > 0
            ? rounding_noise(std::sqrt(layer.bias_variance), true, range) * layer.bias_variance / square
            : 0;
        const double of_weights = rounding_noise(layer.weight_std, layer.normal_weights, range);
        e = from_product * (e + of_weights) + of_bias;
        e = e * layer.chi * square / of_output + output_noise(layer.preactivation_rms, *layer.phi, range);
        if (!(e < largest_error * largest_error))
            return errors;
        errors[l] = std::sqrt(e);
    }
    return errors;
}

}   // namespace stepzero
