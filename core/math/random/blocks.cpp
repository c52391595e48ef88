// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/random/blocks.h"

#include <Random123/philox.h>
#include <bit>

#include "core/math/random/float_math.h"

namespace stepzero {

namespace {

constexpr int lanes = block_columns / 4;

// Sets (x, y) to a point at a uniform angle on the circle. 29 bits place it in an octant, and three more mirror it into
// one of eight.
inline void point_on_circle(std::uint32_t bits, float& x, float& y)
{
    const float a = (float(std::int32_t(bits >> 3)) + 0.5f) * (0.785398163397448f / 536870912.0f);
    const float a2 = a * a;
    const float sine = a * (1 + a2 * (-1.0f / 6 + a2 * (1.0f / 120 + a2 * (-1.0f / 5040 + a2 * (1.0f / 362880)))));
    const float cosine
        = 1 + a2 * (-0.5f + a2 * (1.0f / 24 + a2 * (-1.0f / 720 + a2 * (1.0f / 40320 - a2 * (1.0f / 3628800)))));
    // Integer arithmetic instead of branches lets the loop over a block vectorize.
    const std::uint32_t c = std::bit_cast<std::uint32_t>(cosine);
    const std::uint32_t mirror = (c ^ std::bit_cast<std::uint32_t>(sine)) & (0u - ((bits >> 2) & 1u));
    x = std::bit_cast<float>(c ^ mirror ^ (bits << 31));
    y = std::bit_cast<float>(std::bit_cast<std::uint32_t>(sine) ^ mirror ^ ((bits << 30) & 0x80000000u));
}

}   // namespace

BitBlock random_bits(const Stream& stream, Purpose purpose, std::uint32_t row, std::uint32_t block)
{
    // Layers have 28 bits, roles have two and one, purposes have one.
    const auto role = std::uint32_t(stream.role);
    const std::uint32_t tensor
        = stream.layer ^ ((role & 3) << 28) ^ (std::uint32_t(purpose) << 30) ^ ((role >> 2) << 31);
    const r123::Philox4x32::key_type key {{std::uint32_t(stream.seed), std::uint32_t(stream.seed >> 32)}};
    BitBlock bits;
    for (int i = 0; i < lanes; ++i) {
        const r123::Philox4x32::ctr_type counter {{block * lanes + std::uint32_t(i), row, tensor, stream.replica}};
        const r123::Philox4x32::ctr_type words = philox4x32_R(10, counter, key);
        for (int k = 0; k < 4; ++k)
            bits.words[k * lanes + i] = words.v[k];
    }
    return bits;
}

void normal_block(const BitBlock& bits, float* out)
{
    constexpr std::uint32_t pairs = block_columns / 2;
    for (std::uint32_t i = 0; i < pairs; ++i) {
        // Uses 31 bits. The factor is slightly below 2^-31, so that u stays below 1 where float rounds up. A radius is
        // never 0.
        const float u = (float(std::int32_t(bits.words[i] >> 1)) + 0.5f) * 0x1.fffffep-32f;
        const float radius = root_of(-2 * log_of(u));
        float x, y;
        point_on_circle(bits.words[pairs + i], x, y);
        out[i] = radius * x;
        out[pairs + i] = radius * y;
    }
}

}   // namespace stepzero
