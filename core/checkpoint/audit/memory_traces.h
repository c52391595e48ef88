// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that was allocated and never filled holds what was there before: pointers and small integers, which are
// denormal or huge as floats, and pages that stand there more than once. Weights of float16 are often denormal, and
// none is huge: there only the huge ones count.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/checkpoint/audit/value_counts.h"
#include "core/checkpoint/element_type.h"

namespace stepzero {

struct MemoryTraces {
    std::uint64_t denormal = 0;   ///< entries below 2^−126, and not 0
    std::uint64_t vast = 0;   ///< finite entries beyond vast_from(); 0 where they all are one number, as a mask has it
    std::uint64_t pages = 0;   ///< whole ones of 4096 bytes
    std::uint64_t repeated_pages = 0;   ///< equal to one before, and not constant

    bool any() const { return denormal > 0 || vast > 0 || repeated_pages > 0; }
};

/// No weight is so large: 1e30 in formats with the exponents of float32, 1e4 in float16, infinity in others.
double vast_from(ElementType type);

/// Adds what the entries of a part show.
void add_traces(MemoryTraces& traces, const std::vector<ValueBin>& bins, std::uint64_t zeros, ElementType type);

/// The pages of a tensor as it goes by.
class PageSums {
public:
    explicit PageSums(ElementType type);
    /// The pieces of a tensor in their order, all but the last of whole pages.
    void add(std::span<const double> numbers);
    void add_to(MemoryTraces& traces);   ///< once, at the end

private:
    std::size_t entries_ = 0;   // in a page; 0: pages are not looked at
    std::uint64_t pages_ = 0;
    std::vector<double> sums_;   // weighted sums of the pages that are not constant
};

}   // namespace stepzero
