// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/random/blocks.h"

#include <Random123/philox.h>
#include <bit>
#include <cstring>
#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "core/math/random/float_math.h"

namespace stepzero {

namespace {

constexpr int lanes = block_columns / 4;

#ifdef __SSE2__
// Philox4x32-10 of all lanes of a block. Each number of a counter is the lower half of 64 bits, of which the processor
// multiplies only that half; upper halves are left over and never read. Random123's loop is compiled to full 64-bit
// products and shuffles, which take twice as long.
#ifdef __AVX512F__
using Halves = __m512i;
inline Halves product(Halves a, Halves b) { return _mm512_mul_epu32(a, b); }
#elif defined(__AVX2__)
using Halves = __m256i;
inline Halves product(Halves a, Halves b) { return _mm256_mul_epu32(a, b); }
#else
using Halves = __m128i;
inline Halves product(Halves a, Halves b) { return _mm_mul_epu32(a, b); }
#endif

void philox(const r123::Philox4x32::ctr_type& first, r123::Philox4x32::key_type key, BitBlock& bits)
{
    constexpr int width = sizeof(Halves) / sizeof(std::uint64_t), parts = lanes / width;
    using Words = std::uint32_t __attribute__((vector_size(sizeof(Halves) / 2)));
    using Numbers = std::uint64_t __attribute__((vector_size(sizeof(Halves)), may_alias));
    const auto all = [](std::uint64_t number) { return Numbers {} + number; };
    Numbers c[4][parts];
    for (int part = 0; part < parts; ++part) {
        Numbers lane;
        for (int i = 0; i < width; ++i)
            lane[i] = std::uint64_t(part * width + i);
        for (int k = 0; k < 4; ++k)
            c[k][part] = all(first.v[k]);
        c[0][part] += lane;
    }
    const Numbers m0 = all(PHILOX_M4x32_0), m1 = all(PHILOX_M4x32_1);
    for (int round = 0; round < 10; ++round) {
        const Numbers k0 = all(key.v[0]), k1 = all(key.v[1]);
        for (int part = 0; part < parts; ++part) {
            const auto p0 = Numbers(product(Halves(m0), Halves(c[0][part]))),
                       p1 = Numbers(product(Halves(m1), Halves(c[2][part])));
            c[0][part] = (p1 >> 32) ^ c[1][part] ^ k0;
            c[1][part] = p1;
            c[2][part] = (p0 >> 32) ^ c[3][part] ^ k1;
            c[3][part] = p0;
        }
        key.v[0] += PHILOX_W32_0;
        key.v[1] += PHILOX_W32_1;
    }
    for (int k = 0; k < 4; ++k)
        for (int part = 0; part < parts; ++part) {
            const Words words = __builtin_convertvector(c[k][part], Words);
            std::memcpy(bits.words + k * lanes + part * width, &words, sizeof words);
        }
}
#else
void philox(const r123::Philox4x32::ctr_type& first, const r123::Philox4x32::key_type& key, BitBlock& bits)
{
    for (int i = 0; i < lanes; ++i) {
        r123::Philox4x32::ctr_type counter = first;
        counter.v[0] += std::uint32_t(i);
        const r123::Philox4x32::ctr_type words = philox4x32_R(10, counter, key);
        for (int k = 0; k < 4; ++k)
            bits.words[k * lanes + i] = words.v[k];
    }
}
#endif

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
    philox({{block * lanes, row, tensor, stream.replica}}, key, bits);
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
