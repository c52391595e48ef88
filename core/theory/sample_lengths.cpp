// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/sample_lengths.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "core/theory/log_sum.h"

namespace stepzero {

namespace {

/// Accumulates Σ w·RMS² of sizes given by their logarithms, with and without their shifts.
class MeanSquare {
public:
    void add(double weight, double ln_size, double shift = 0)
    {
        const double square = ln(weight) + 2 * ln_size;
        sum_ = log_sum(sum_, square);
        shifted_ = log_sum(shifted_, square + 2 * shift);
    }
    /// Replaces a size by the result; `size` keeps its spread.
    void put(Predicted& size) const
    {
        size.ln = sum_ / 2;
        size.value = std::exp(*size.ln);
        size.shift = sum_ == -infinity ? 0 : (shifted_ - sum_) / 2;
    }

private:
    double sum_ = -infinity, shifted_ = -infinity;
};

/// A number at all lengths, each with the weight of the length.
using Everywhere = std::vector<std::pair<double, const Predicted*>>;

void average_size(const Everywhere& at_lengths, Predicted& size)
{
    MeanSquare sum;
    for (const auto& [weight, here] : at_lengths)
        sum.add(weight, *here->ln, here->shift);
    sum.put(size);
}

double mean_over(const Everywhere& at_lengths)
{
    double mean = 0;
    for (const auto& [weight, here] : at_lengths)
        mean += weight * here->value;
    return mean;
}

/// Sets the variance of a mixture: the mean of the variances plus the variance of the means over lengths.
void average_std(const Everywhere& stds, const Everywhere& means, double mean, Predicted& std)
{
    MeanSquare variance;
    for (std::size_t i = 0; i < stds.size(); ++i) {
        variance.add(stds[i].first, *stds[i].second->ln);
        if (const double away = std::abs(means[i].second->value - mean); away > 0)
            variance.add(means[i].first, std::log(away));
    }
    variance.put(std);
}

}   // namespace

std::vector<VectorLength> sample_lengths(double variance)
{
    const double a = 1 / variance;
    return length_rule(a, std::min(40, int(std::lround(8 + 16 / a))));
}

void average_over_lengths(const std::vector<AtLength>& at_lengths, Prediction& prediction)
{
    const Reading& reading = prediction.reading;
    for (std::size_t block = 1; block < prediction.blocks.size() && prediction.covers(int(block)); ++block) {
        const auto everywhere = [&](const std::string& role, Quantity quantity) {
            Everywhere all;
            for (const auto& [weight, at] : at_lengths)
                all.emplace_back(weight, at.blocks[block].find(role, quantity));
            return all;
        };
        BlockPrediction& here = prediction.blocks[block];
        SitePrediction &z = here.at(reading.preactivation), &x = here.at(reading.output),
                       &delta = here.at(reading.gradient);
        average_size(everywhere(reading.preactivation, Quantity::rms), z.at(Quantity::rms));
        average_size(everywhere(reading.output, Quantity::rms), x.at(Quantity::rms));
        if (delta.find(Quantity::gradient_rms))
            average_size(everywhere(reading.gradient, Quantity::gradient_rms), delta.at(Quantity::gradient_rms));
        for (const Quantity quantity : {Quantity::mean, Quantity::zero_fraction, Quantity::saturated_fraction})
            x.at(quantity).value = mean_over(everywhere(reading.output, quantity));
        average_std(everywhere(reading.output, Quantity::std), everywhere(reading.output, Quantity::mean),
            x.at(Quantity::mean).value, x.at(Quantity::std));
    }
}

}   // namespace stepzero
