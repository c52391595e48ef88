// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/input_moments.h"

#include <algorithm>

#include "core/network/input/distributions.h"
#include "core/network/input/input.h"

namespace stepzero {

// For x = m + s·g, Cov(g) = C with n entries: Var(|x|²) = 4 m²s² 1ᵀC1 + 2 s⁴ tr C², Var(xᵀx') = 2 m²s² 1ᵀC1 + s⁴ tr C².
double InputMoments::length_variance(int entries) const
{
    const double drawn = 1 - correlation;
    return alike ? 4 * correlation * drawn * alike->correlation + 2 * drawn * drawn * alike->square
                 : std::max(kurtosis - 1, 0.0) / entries;
}

double InputMoments::chance(int entries) const
{
    const double drawn = 1 - correlation;
    return alike ? 2 * correlation * drawn * alike->correlation + drawn * drawn * alike->square
                 : (1 - correlation * correlation) / entries;
}

std::optional<InputMoments> input_moments(const Experiment& experiment)
{
    const Input& input = experiment.input;
    const InputDistribution* distribution = find_input_distribution(input.distribution);
    if (!input.file.empty() || !distribution)
        return std::nullopt;
    const double mean2 = input.mean * input.mean, variance = input.std * input.std, square = mean2 + variance;
    if (square == 0)
        return InputMoments {0, 1, 1};
    // E[x⁴] = m⁴ + 6 m² s² + κ s⁴
    const double a = mean2 / square, b = variance / square;
    InputMoments moments {square, a, a * a + 6 * a * b + distribution->kurtosis * b * b};
    if (!distribution->independent) {
        const PositionShape shape = position_shape(experiment.network);
        moments.alike = natural_likeness(shape.dimensions, shape.side);
    }
    return moments;
}

}   // namespace stepzero
