// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/sample_lengths.h"

#include <algorithm>
#include <cmath>

#include "core/theory/log_sum.h"
#include "core/words/nan.h"

namespace stepzero {

namespace {

const double ln10 = std::log(10.0);

/// Σ w·RMS² of sizes given by their log10, and of what shifts make of them.
class MeanSquare {
public:
    void add(double weight, double log10, double shift = 0)
    {
        const double square = ln(weight) + 2 * ln10 * log10;
        sum_ = log_sum(sum_, square);
        shifted_ = log_sum(shifted_, square + 2 * shift);
    }
    double log10() const { return sum_ / 2 / ln10; }
    double shift() const { return sum_ == -infinity ? 0 : (shifted_ - sum_) / 2; }

private:
    double sum_ = -infinity, shifted_ = -infinity;
};

}   // namespace

std::vector<VectorLength> sample_lengths(double variance)
{
    const double a = 1 / variance;
    return length_rule(a, std::min(40, int(std::lround(8 + 16 / a))));
}

void average_over_lengths(const std::vector<AtLength>& at_lengths, DensePrediction& prediction)
{
    for (std::size_t l = 0; l < prediction.layers.size(); ++l) {
        if (!prediction.layers[l])
            continue;
        LayerPrediction& layer = *prediction.layers[l];
        MeanSquare z, x, gradient;
        double mean = 0, zeros = 0, saturated = 0;
        for (const auto& [weight, at] : at_lengths) {
            const LayerPrediction& here = at.layers[l].value();
            z.add(weight, here.log10_preactivation_rms, here.preactivation_shift);
            x.add(weight, here.log10_activation_rms, here.activation_shift);
            mean += weight * here.activation_mean;
            zeros += weight * here.zero_fraction;
            saturated += weight * here.saturated_fraction;
            if (here.log10_gradient_rms)
                gradient.add(weight, *here.log10_gradient_rms, here.gradient_shift);
        }
        layer.log10_preactivation_rms = z.log10();
        layer.log10_activation_rms = x.log10();
        layer.preactivation_shift = z.shift();
        layer.activation_shift = x.shift();
        layer.activation_mean = mean;
        layer.zero_fraction = zeros;
        layer.saturated_fraction = saturated;
        layer.preactivation_rms = std::pow(10, layer.log10_preactivation_rms);
        layer.activation_rms = std::pow(10, layer.log10_activation_rms);
        // Beside the variance at one length that of the mean's over lengths.
        MeanSquare variance;
        for (const auto& [weight, at] : at_lengths) {
            variance.add(weight, at.layers[l]->log10_activation_std);
            if (const double away = std::abs(at.layers[l]->activation_mean - mean); away > 0)
                variance.add(weight, std::log10(away));
        }
        layer.log10_activation_std = variance.log10();
        layer.activation_std = std::pow(10, layer.log10_activation_std);
        if (layer.log10_gradient_rms) {
            layer.log10_gradient_rms = gradient.log10();
            layer.gradient_shift = gradient.shift();
            layer.gradient_rms = std::pow(10, *layer.log10_gradient_rms);
        }
    }
}

}   // namespace stepzero
