// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/random/time_steps.h"

#include <algorithm>
#include <cmath>

#include "core/math/random/double_math.h"

namespace stepzero {

void fill_log_ordinals(float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; ++i)
        out[i] = float(log_of(double(i + 1)));
}

double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

double softplus_inverse(double step, double log_step)
{
    constexpr double small = 0.5;   // below it, the series of ln((e^Δ − 1)/Δ) avoids cancellation
    if (step >= small)
        return step + log_of(1 - exp_of(-step));
    const double square = step * step;
    return log_step + step / 2 + square * (1.0 / 24 - square * (1.0 / 2880 - square / 181440));
}

void to_softplus_inverse(float* numbers, std::size_t n, double low, double high, double floor)
{
    const double from = log_of(low), span = log_of(high) - from, least = floor > low ? log_of(floor) : from;
    std::transform(numbers, numbers + n, numbers, [=](float u) {
        const double log_step = std::max(from + span * ((double(u) + 1) / 2), least);
        return float(softplus_inverse(exp_of(log_step), log_step));
    });
}

}   // namespace stepzero
