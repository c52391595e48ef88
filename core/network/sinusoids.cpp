// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/sinusoids.h"

#include <cmath>

namespace stepzero {

Eigen::MatrixXf sinusoids(int width, int positions)
{
    Eigen::MatrixXf table(width, positions);
    for (int entry = 0; entry < width; ++entry) {
        const double speed = std::pow(sinusoids_base, -double(entry - entry % 2) / width);
        for (int position = 0; position < positions; ++position) {
            const double angle = position * speed;
            table(entry, position) = float(entry % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
    }
    return table;
}

}   // namespace stepzero
