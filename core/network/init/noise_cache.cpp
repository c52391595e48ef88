// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/noise_cache.h"

#include <algorithm>

#include "core/network/init/noise.h"

namespace stepzero {

namespace {

/// Rounded entries depend on the scale, so it is kept for them.
Draw without_scale(Draw draw)
{
    if (draw.format == FloatFormat::float32) {
        draw.scale = 1;
        draw.shift = 0;
    }
    return draw;
}

/// Returns a hash of a tensor's stream.
std::uint64_t tensor_of(const Stream& stream)
{
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;   // spreads its factor over all bits (Knuth, 6.4)
    std::uint64_t number = stream.seed;
    for (const std::uint64_t next :
        {std::uint64_t(stream.replica), std::uint64_t(stream.role), std::uint64_t(stream.layer)})
        number = (number + next) * odd;
    return number;
}

bool same(const Stream& a, const Stream& b)
{
    return a.seed == b.seed && a.replica == b.replica && a.role == b.role && a.layer == b.layer;
}

std::size_t bytes_of(const BaseNoise& noise) { return std::size_t(noise.entries.size()) * sizeof(float); }

}   // namespace

NoiseCache::Place NoiseCache::find(const Draw& key, const Stream& stream, int rows, int columns)
{
    const auto [first, last] = index_.equal_range(tensor_of(stream));
    const auto found = std::find_if(first, last, [&](const auto& indexed) {
        const Entry& entry = *indexed.second;
        return entry.rows == rows && entry.columns == columns && same(entry.stream, stream) && entry.draw == key;
    });
    return found == last ? entries_.end() : found->second;
}

std::shared_ptr<const BaseNoise> NoiseCache::base(
    const Draw& draw, const Stream& stream, int rows, int columns, const Context& context)
{
    const Draw key = without_scale(draw);
    {
        const std::lock_guard lock(mutex_);
        if (const Place found = find(key, stream, rows, columns); found != entries_.end()) {
            entries_.splice(entries_.begin(), entries_, found);
            return found->noise;
        }
    }
    // Sample without the lock: two threads may sample the same bits at once, which is only wasteful.
    auto noise = std::make_shared<const BaseNoise>(draw_base(key, stream, rows, columns, context));
    const std::size_t bytes = bytes_of(*noise);
    const std::lock_guard lock(mutex_);
    if (const Place found = find(key, stream, rows, columns); found != entries_.end())
        return found->noise;
    if (bytes > limit_)
        return noise;
    forget_beyond(limit_ - bytes);
    entries_.push_front({key, stream, rows, columns, noise});
    index_.emplace(tensor_of(stream), entries_.begin());
    used_ += bytes;
    return noise;
}

std::size_t NoiseCache::bytes() const
{
    const std::lock_guard lock(mutex_);
    return used_;
}

void NoiseCache::shrink(std::size_t bytes)
{
    const std::lock_guard lock(mutex_);
    forget_beyond(bytes);
}

void NoiseCache::forget_beyond(std::size_t bytes)
{
    while (used_ > bytes) {
        const Place oldest = std::prev(entries_.end());
        const auto [first, last] = index_.equal_range(tensor_of(oldest->stream));
        index_.erase(std::find_if(first, last, [&](const auto& indexed) { return indexed.second == oldest; }));
        used_ -= bytes_of(*oldest->noise);
        entries_.erase(oldest);
    }
}

}   // namespace stepzero
