// SPDX-License-Identifier: GPL-3.0-or-later
// Base noise of a tensor, drawn once and kept while memory allows. A kept draw is the same bits as a new
// one, so the cache never changes a result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "core/base/run/context.h"
#include "core/math/random/stream.h"
#include "core/network/init/scheme.h"

namespace stepzero {

struct BaseNoise;

/// Least-recently-used base noise, up to a number of bytes. Safe to use from several threads.
class NoiseCache {
public:
    explicit NoiseCache(std::size_t bytes) : limit_(bytes) { }

    /// The base noise of a draw, from memory or drawn now. Draws in float32 that differ in scale and shift only share
    /// it.
    std::shared_ptr<const BaseNoise> base(
        const Draw& draw, const Stream& stream, int rows, int columns, const Context& context);

    std::size_t bytes() const;   ///< that are kept
    std::size_t limit() const { return limit_; }
    /// Forgets what was not used for longest, until no more than so many bytes are kept.
    void shrink(std::size_t bytes);

private:
    struct Entry {
        Draw draw;   // scale 1, shift 0, unless it is rounded
        Stream stream;
        int rows, columns;
        std::shared_ptr<const BaseNoise> noise;
    };
    using Place = std::list<Entry>::iterator;
    Place find(const Draw& key, const Stream& stream, int rows, int columns);
    void forget_beyond(std::size_t bytes);

    mutable std::mutex mutex_;
    std::list<Entry> entries_;   // most recently used first
    std::unordered_multimap<std::uint64_t, Place> index_;   // by the tensor; deep networks have tens of thousands
    std::size_t limit_, used_ = 0;
};

}   // namespace stepzero
