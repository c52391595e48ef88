// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/element_type.h"

#include <algorithm>
#include <array>
#include <bit>

#include "core/base/formats/bytes.h"

namespace stepzero {

namespace {

constexpr std::size_t block_entries = 32;   // entries per block in GGUF's plain types

constexpr std::array<ElementInfo, 20> infos {{
    {ElementType::f64, "F64", 1, 8},
    {ElementType::f32, "F32", 1, 4},
    {ElementType::f16, "F16", 1, 2},
    {ElementType::bf16, "BF16", 1, 2},
    {ElementType::f8_e4m3, "F8_E4M3", 1, 1},
    {ElementType::f8_e5m2, "F8_E5M2", 1, 1},
    {ElementType::i64, "I64", 1, 8},
    {ElementType::i32, "I32", 1, 4},
    {ElementType::i16, "I16", 1, 2},
    {ElementType::i8, "I8", 1, 1},
    {ElementType::u64, "U64", 1, 8},
    {ElementType::u32, "U32", 1, 4},
    {ElementType::u16, "U16", 1, 2},
    {ElementType::u8, "U8", 1, 1},
    {ElementType::boolean, "BOOL", 1, 1},
    {ElementType::q4_0, "Q4_0", block_entries, 18},
    {ElementType::q4_1, "Q4_1", block_entries, 20},
    {ElementType::q5_0, "Q5_0", block_entries, 22},
    {ElementType::q5_1, "Q5_1", block_entries, 24},
    {ElementType::q8_0, "Q8_0", block_entries, 34},
}};

template <class Number>
void decode_plain(std::span<const char> bytes, double* numbers)
{
    const std::size_t n = bytes.size() / sizeof(Number);
    for (std::size_t i = 0; i < n; ++i)
        numbers[i] = double(number_at<Number>(bytes.data() + i * sizeof(Number)));
}

void decode_bf16(std::span<const char> bytes, double* numbers)
{
    const std::size_t n = bytes.size() / 2;
    for (std::size_t i = 0; i < n; ++i)
        numbers[i] = double(std::bit_cast<float>(std::uint32_t(number_at<std::uint16_t>(bytes.data() + 2 * i)) << 16));
}

/// Returns all bits set when number ≥ limit, else 0. Both must be below 2^31.
constexpr std::uint32_t at_least(std::uint32_t number, std::uint32_t limit) { return ((number - limit) >> 31) - 1; }

/// Converts a small format with a sign, exponent bits and fraction bits. Its bits are moved to their positions in a
/// float, and the exponent bias is corrected. Subnormal numbers are multiples of the smallest one. Bit patterns from
/// `special` on (without the sign) are infinite or NaN. There are no branches, so that loops vectorize.
template <class Bits, int exponent_bits, unsigned special>
double small_float(Bits bits)
{
    constexpr int width = 8 * sizeof(Bits), fraction = width - 1 - exponent_bits;
    constexpr std::uint32_t zero = 127 - ((1U << (exponent_bits - 1)) - 1);
    constexpr float smallest = std::bit_cast<float>((zero + 1 - fraction) << 23);
    const std::uint32_t all = bits, sign = all >> (width - 1) << 31, magnitude = all & ((1U << (width - 1)) - 1);
    const std::uint32_t normal = (magnitude << (23 - fraction)) + (zero << 23);
    const auto subnormal = std::bit_cast<std::uint32_t>(float(std::int32_t(magnitude)) * smallest);
    const std::uint32_t is_normal = at_least(magnitude, 1U << fraction), is_special = at_least(magnitude, special);
    return double(
        std::bit_cast<float>(sign | (normal & is_normal) | (subnormal & ~is_normal) | (0x7F800000 & is_special)));
}

double half(std::uint16_t bits) { return small_float<std::uint16_t, 5, 0x7C00>(bits); }

template <class Bits, int exponent_bits, unsigned special>
void decode_small(std::span<const char> bytes, double* numbers)
{
    const std::size_t n = bytes.size() / sizeof(Bits);
    for (std::size_t i = 0; i < n; ++i)
        numbers[i] = small_float<Bits, exponent_bits, special>(number_at<Bits>(bytes.data() + i * sizeof(Bits)));
}

void decode_boolean(std::span<const char> bytes, double* numbers)
{
    for (std::size_t i = 0; i < bytes.size(); ++i)
        numbers[i] = bytes[i] != 0;
}

/// Decodes one block. Its layout is d, then m if `with_minimum`, then the fifth bits of all entries if `with_fifth`,
/// then four bits per entry. The first half of the entries has the lower four bits of the bytes, the second half the
/// upper ones.
template <bool with_minimum, bool with_fifth>
void decode_nibbles(const char* block, double* numbers)
{
    const double d = half(number_at<std::uint16_t>(block));
    const double m = with_minimum ? half(number_at<std::uint16_t>(block + 2)) : 0;
    constexpr int zero = with_minimum ? 0 : with_fifth ? 16 : 8;   // offset of q
    block += with_minimum ? 4 : 2;
    const std::uint32_t fifths = with_fifth ? number_at<std::uint32_t>(block) : 0;
    block += with_fifth ? 4 : 0;
    for (std::size_t i = 0; i < block_entries / 2; ++i) {
        const auto both = std::uint32_t(static_cast<unsigned char>(block[i]));
        const std::uint32_t low = (both & 15) | (fifths >> i & 1) << 4,
                            high = both >> 4 | (fifths >> (i + 16) & 1) << 4;
        numbers[i] = d * double(int(low) - zero);
        numbers[i + 16] = d * double(int(high) - zero);
        if (with_minimum) {
            numbers[i] += m;
            numbers[i + 16] += m;
        }
    }
}

void decode_q8(const char* block, double* numbers)
{
    const double d = half(number_at<std::uint16_t>(block));
    for (std::size_t i = 0; i < block_entries; ++i)
        numbers[i] = d * double(static_cast<signed char>(block[2 + i]));
}

template <class Decode>
void decode_blocks(std::span<const char> bytes, std::size_t block, double* numbers, const Decode& decode_block)
{
    for (std::size_t i = 0; i < bytes.size() / block; ++i)
        decode_block(bytes.data() + i * block, numbers + i * block_entries);
}

}   // namespace

const ElementInfo& element_info(ElementType type) { return infos[std::size_t(type)]; }

std::optional<ElementType> element_type(std::string_view word)
{
    const auto* const found
        = std::find_if(infos.begin(), infos.end(), [&](const auto& info) { return info.word == word; });
    return found == infos.end() ? std::nullopt : std::optional(found->type);
}

bool is_floating(ElementType type) { return type <= ElementType::f8_e5m2; }

bool is_quantized(ElementType type) { return type >= ElementType::q4_0; }

std::optional<FloatFormat> float_format(ElementType type)
{
    switch (type) {
    case ElementType::f32:
        return FloatFormat::float32;
    case ElementType::f16:
        return FloatFormat::float16;
    case ElementType::bf16:
        return FloatFormat::bfloat16;
    case ElementType::f8_e4m3:
        return FloatFormat::e4m3;
    case ElementType::f8_e5m2:
        return FloatFormat::e5m2;
    default:
        return {};
    }
}

void decode(ElementType type, std::span<const char> bytes, double* numbers)
{
    const std::size_t block = element_info(type).bytes;
    switch (type) {
    case ElementType::f64:
        return decode_plain<double>(bytes, numbers);
    case ElementType::f32:
        return decode_plain<float>(bytes, numbers);
    case ElementType::f16:
        return decode_small<std::uint16_t, 5, 0x7C00>(bytes, numbers);
    case ElementType::bf16:
        return decode_bf16(bytes, numbers);
    case ElementType::f8_e4m3:
        return decode_small<std::uint8_t, 4, 0x7F>(bytes, numbers);
    case ElementType::f8_e5m2:
        return decode_small<std::uint8_t, 5, 0x7C>(bytes, numbers);
    case ElementType::i64:
        return decode_plain<std::int64_t>(bytes, numbers);
    case ElementType::i32:
        return decode_plain<std::int32_t>(bytes, numbers);
    case ElementType::i16:
        return decode_plain<std::int16_t>(bytes, numbers);
    case ElementType::i8:
        return decode_plain<std::int8_t>(bytes, numbers);
    case ElementType::u64:
        return decode_plain<std::uint64_t>(bytes, numbers);
    case ElementType::u32:
        return decode_plain<std::uint32_t>(bytes, numbers);
    case ElementType::u16:
        return decode_plain<std::uint16_t>(bytes, numbers);
    case ElementType::u8:
        return decode_plain<std::uint8_t>(bytes, numbers);
    case ElementType::boolean:
        return decode_boolean(bytes, numbers);
    case ElementType::q4_0:
        return decode_blocks(bytes, block, numbers, decode_nibbles<false, false>);
    case ElementType::q4_1:
        return decode_blocks(bytes, block, numbers, decode_nibbles<true, false>);
    case ElementType::q5_0:
        return decode_blocks(bytes, block, numbers, decode_nibbles<false, true>);
    case ElementType::q5_1:
        return decode_blocks(bytes, block, numbers, decode_nibbles<true, true>);
    case ElementType::q8_0:
        return decode_blocks(bytes, block, numbers, decode_q8);
    }
}

}   // namespace stepzero
