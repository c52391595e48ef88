// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/image_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/words/nan.h"
#include "core/math/linear/chebyshev.h"
#include "core/theory/log_sum.h"
#include "core/theory/residual_theory.h"

namespace stepzero {

namespace {

/// Returns the means of m(o + t) over all outputs o, one per tap; m is in plain numbers, 0 beyond the edge.
std::vector<double> means_by_tap(const Taps& taps, int outputs, const std::vector<double>& m)
{
    std::vector<double> means(std::size_t(taps.taps()), 0.0);
    for (int o = 0; o < outputs; ++o)
        for (int t = 0; t < taps.taps(); ++t)
            if (const int input = taps.input(o, t); input >= 0)
                means[std::size_t(t)] += m[m.size() == 1 ? 0 : std::size_t(input)];
    for (double& mean : means)
        mean /= outputs;
    return means;
}

/// The effect of an activation φ at the lengths of a field.
class ImageUnitTable {
public:
    ImageUnitTable(const GaussianExpectation* phi, const PositionField& q) : phi_(phi)
    {
        double low = infinity, high = -infinity;
        for (const double ln_q : q.ln())
            if (ln_q > -infinity) {
                low = std::min(low, ln_q);
                high = std::max(high, ln_q);
            }
        if (high > -infinity)
            table_ = Chebyshev<3>(low, high, [&](double ln_q) {
                const UnitStep step = unit_step(phi_, ln_q);
                return std::array {step.output.log_square - ln_q, step.output.mean, step.log_derivative_square};
            });
    }
    UnitStep operator()(double ln_q) const
    {
        if (ln_q == -infinity)
            return unit_step(phi_, ln_q);
        const auto [gain, mean, slope] = table_(ln_q);
        return {{ln_q + gain, mean}, slope};
    }

private:
    const GaussianExpectation* phi_;
    Chebyshev<3> table_;
};

}   // namespace

PositionField go_back_through(const std::vector<ImageBackStep>& steps, PositionField gradient)
{
    for (std::size_t i = steps.size(); i-- > 0;)
        gradient
            = steps[i].window ? gradient.backward(*steps[i].window, steps[i].factor) : gradient.times(steps[i].chi);
    return gradient;
}

ImageField through(const ImageField& x, const ConvolutionLaw& law, std::vector<ImageBackStep>& way)
{
    way.push_back({.window = law.window, .factor = std::log(law.units_per_input) + ln(law.weight)});
    const double unit = *std::max_element(x.q.ln().begin(), x.q.ln().end());
    const bool alike = x.uniform() && law.window.uniform();
    const Taps taps(law.window);
    const int outputs = alike ? 1 : law.window.positions_out();
    std::vector<double> m, square;
    for (std::size_t o = 0; o < x.q.ln().size(); ++o) {
        square.push_back(unit == -infinity ? 0 : std::exp(x.q.ln()[o] - unit));
        m.push_back(x.mean[o] * std::sqrt(square.back()));
    }
    const std::vector<double> means = means_by_tap(taps, alike ? law.window.positions_out() : outputs, m);
    ImageField z {PositionField(0), {}, {}};
    std::vector<double> ln_q;
    const double n = law.window.taps_per_output(), of_means = std::accumulate(means.begin(), means.end(), 0.0) / n;
    for (int o = 0; o < outputs; ++o) {
        double q = 0, c = 0, sum = 0;
        for (int t = 0; t < taps.taps(); ++t)
            if (const int input = alike ? 0 : taps.input(o, t); input >= 0) {
                const std::size_t at = x.at(std::size_t(input));
                q += square[at] / n;
                c += m[at] * means[std::size_t(t)] / n;
                sum += m[at] / n;
            }
        if (law.standardized) {
            q = std::max(0.0, q - sum * sum);
            c -= sum * of_means;
        }
        const double ln_here = log_sum(ln(law.weight) + ln(q) + unit, ln(law.bias));
        ln_q.push_back(ln_here);
        z.mean.push_back(0);
        z.common.push_back(ln_here == -infinity
                ? 0
                : c * std::exp(ln(law.weight) + unit - ln_here) + std::exp(ln(law.bias) - ln_here));
    }
    z.q = PositionField(std::move(ln_q));
    return z;
}

ImageField through(const ImageField& z, const ImageNormLaw& law, std::vector<ImageBackStep>& way)
{
    using Over = ImageNormLaw::Over;
    const double unit = z.q.mean();
    // A mean and a direction are removed from the gradient. For a batch, E[1/v] compensates: v is χ² over as many
    // numbers.
    const double left = law.over == Over::batch ? 0 : ln(std::max(0.0, 1 - 2 / law.numbers)),
                 scale = ln(law.scale_square);
    ImageField x {z.q, z.mean, z.common};
    if (unit == -infinity) {
        way.push_back({.window = {}, .chi = PositionField(scale + left - std::log(law.epsilon))});
        return x;
    }
    const double common = z.common_square(unit);
    const double together = law.over == Over::batch ? 1 - common : 1 - common / law.channels;
    // When few channels are normalized together, their means vary v between samples: E[1/v] is 1 + Var(v)/v².
    const double few = law.over == Over::group ? std::log1p(2 * common * common / law.channels) : 0;
    std::vector<double> ln_q, chi;
    for (std::size_t o = 0; o < z.q.ln().size(); ++o) {
        const double here = std::exp(z.q.ln()[o] - unit);
        const double v = law.over == Over::layer ? here * (1 - 1 / law.channels) : std::max(0.0, together);
        const double divisor = log_sum(ln(v) + unit, std::log(law.epsilon));
        double kept = here * together;
        if (law.over == Over::batch)
            kept = std::max(0.0, here * (1 - 2 * z.common[o]) + common);
        else if (law.over == Over::layer)
            kept = v;
        ln_q.push_back(scale + ln(kept) + unit - divisor);
        chi.push_back(scale + left + few - divisor);
        if (law.over == Over::batch)
            x.common[o] = 0;
    }
    x.q = PositionField(std::move(ln_q));
    const double all = log_sum(ln(std::max(0.0, together)) + unit, std::log(law.epsilon));
    way.push_back({.window = {},
        .chi = PositionField(std::move(chi)),
        .channels = law.channels,
        .over_batch = law.over == Over::batch,
        .of_epsilon = std::exp(std::log(law.epsilon) - all)});
    return x;
}

void share_means(ImageField& x)
{
    const double unit = x.q.mean();
    double mean = 0;
    if (unit > -infinity)
        for (std::size_t o = 0; o < x.mean.size(); ++o)
            mean += x.mean[o] * std::exp((x.q.ln()[o] - unit) / 2) / double(x.mean.size());
    for (std::size_t o = 0; o < x.mean.size(); ++o)
        x.common[o] = x.q.ln()[o] == -infinity ? 0 : x.mean[o] * mean * std::exp((unit - x.q.ln()[o]) / 2);
}

ImageField through(const ImageField& z, const ImageUnitLaw& law, std::vector<ImageBackStep>& way)
{
    const ImageUnitTable phi(law.phi.get(), z.q);
    std::vector<double> ln_q, slope;
    ImageField x = z;
    for (std::size_t o = 0; o < z.q.ln().size(); ++o) {
        const UnitStep step = phi(z.q.ln()[o]);
        ln_q.push_back(step.output.log_square);
        slope.push_back(step.log_derivative_square);
        x.mean[o] = step.output.mean;
    }
    x.q = PositionField(std::move(ln_q));
    const double before = z.q.mean(), after = x.q.mean();
    const double shared = before == -infinity ? 0 : z.common_square(before);
    if (shared < 1e-9 || !law.phi || std::abs(before) > 100)
        share_means(x);
    else   // positions of a channel are correlated through what they share
        x.common.assign(x.common.size(),
            law.phi->pair(std::exp(before), std::exp(before), std::max(0.0, 1 - shared)).product / std::exp(after));
    way.push_back({.window = {}, .chi = PositionField(std::move(slope))});
    return x;
}

}   // namespace stepzero
