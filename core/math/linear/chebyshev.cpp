// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/linear/chebyshev.h"

namespace stepzero {

void to_chebyshev_terms(std::span<double> values)
{
    const std::size_t n = values.size(), period = 4 * n;
    thread_local std::vector<double> cosines, given;   // cos(π m/2n)
    if (cosines.size() != period) {
        cosines.resize(period);
        for (std::size_t m = 0; m < period; ++m)
            cosines[m] = std::cos(std::numbers::pi * double(m) / double(2 * n));
    }
    given.assign(values.begin(), values.end());
    for (std::size_t k = 0; k < n; ++k) {
        double sum = 0;
        for (std::size_t j = 0; j < n; ++j)
            sum += given[j] * cosines[k * (2 * j + 1) % period];
        values[k] = sum * (k == 0 ? 1.0 : 2.0) / double(n);
    }
}

}   // namespace stepzero
