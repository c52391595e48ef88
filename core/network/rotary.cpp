// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/rotary.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stepzero {

namespace {

double scaled(const Rotary& rotary, double speed)
{
    constexpr double few = 1, many = 4;   // turns within the context
    const double turns = rotary.context * speed / (2 * std::numbers::pi);
    const double kept = rotary.scaling == Rotary::Scaling::none ? 1
        : rotary.scaling == Rotary::Scaling::linear             ? 0
                                                                : std::clamp((turns - few) / (many - few), 0.0, 1.0);
    return speed * (kept + (1 - kept) / rotary.factor);
}

}   // namespace

std::vector<double> rotary_speeds(const Rotary& rotary, int head_width)
{
    const int pairs = int(rotary.share * head_width + 1e-9) / 2;
    std::vector<double> speeds;
    for (int i = 0; i < pairs; ++i)
        speeds.push_back(scaled(rotary, std::pow(rotary.base, -double(i) / pairs)));
    return speeds;
}

}   // namespace stepzero
