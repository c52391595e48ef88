// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a range into tiles for the thread pool. Their width does not depend on the number of threads, so that no
// result does.
#pragma once

#include <Eigen/Core>
#include <algorithm>

#include "core/base/run/context.h"

namespace stepzero {

/// Runs body(first, count) for tiles of [0, n). `work` is the number of operations of all tiles together. Work that
/// takes less time than waking the pool stays in the calling thread, in the same tiles. Throws Stopped.
template <class Body>
void for_tiles(Eigen::Index n, Eigen::Index width, double work, const Context& context, const Body& body)
{
    constexpr double worth_a_thread = 1e6;
    const int tiles = int((n + width - 1) / width);
    const auto tile = [&](int i) {
        const Eigen::Index first = i * width;
        body(first, std::min(width, n - first));
    };
    if (work >= worth_a_thread) {
        context.parallel(tiles, tile);
        return;
    }
    for (int i = 0; i < tiles; ++i)
        tile(i);
    context.check();
}

}   // namespace stepzero
