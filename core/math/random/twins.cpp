// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/random/twins.h"

#include <cmath>

namespace stepzero {

void make_twins(float* entries, std::size_t rows, std::size_t columns, double noise)
{
    const auto share = float(1 / std::sqrt(1 + noise * noise)), own = float(noise / std::sqrt(1 + noise * noise));
    if (rows > 1)
        for (std::size_t j = 0; j < columns; ++j)
            entries[columns + j] = share * entries[j] + own * entries[columns + j];
    if (columns > 1)
        for (std::size_t i = 0; i < rows; ++i)
            entries[i * columns + 1] = share * entries[i * columns] + own * entries[i * columns + 1];
}

}   // namespace stepzero
