// SPDX-License-Identifier: GPL-3.0-or-later
// Caches the base noise of tensors while memory allows. A cached sample is bit-identical to a new one, so the cache
// never changes a result.
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

/// A least-recently-used cache of base noise, limited to a number of bytes. Thread-safe.
class NoiseCache {
public:
    explicit NoiseCache(std::size_t bytes) : limit_(bytes) { }

    /// Returns the base noise of a draw, from the cache or sampled now. Draws in float32 that differ only in scale and
    /// shift share it.
    std::shared_ptr<const BaseNoise> base(
        const Draw& draw, const Stream& stream, int rows, int columns, const Context& context);

    std::size_t bytes() const;   ///< number of cached bytes
    std::size_t limit() const { return limit_; }
    /// Removes the least recently used entries until at most `bytes` are cached.
    void shrink(std::size_t bytes);

private:
    struct Entry {
        Draw draw;   // scale 1, shift 0, unless rounded
        Stream stream;
        int rows, columns;
        std::shared_ptr<const BaseNoise> noise;
    };
    using Place = std::list<Entry>::iterator;
    Place find(const Draw& key, const Stream& stream, int rows, int columns);
    void forget_beyond(std::size_t bytes);

    mutable std::mutex mutex_;
    std::list<Entry> entries_;   // most recently used first
    std::unordered_multimap<std::uint64_t, Place> index_;   // by tensor; deep networks have tens of thousands
    std::size_t limit_, used_ = 0;
};

}   // namespace stepzero
