// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/distance_bias.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace stepzero {

std::vector<double> alibi_slopes(int heads)
{
    const int power = int(std::bit_floor(unsigned(heads)));
    std::vector<double> slopes;
    for (int head = 1; head <= power; ++head)
        slopes.push_back(std::exp2(-8.0 * head / power));
    for (int head = 1; int(slopes.size()) < heads; head += 2)
        slopes.push_back(std::exp2(-4.0 * head / power));
    return slopes;
}

int DistanceBuckets::bucket_of(int offset) const
{
    const int first = !causal && offset > 0 ? of_one_side() : 0,
              distance = causal ? std::max(0, -offset) : std::abs(offset);
    if (distance < exact())
        return first + distance;
    const double part = std::log(double(distance) / exact()) / std::log(double(reach()) / exact());
    return first + std::min(exact() + int(part * (of_one_side() - exact())), of_one_side() - 1);
}

}   // namespace stepzero
