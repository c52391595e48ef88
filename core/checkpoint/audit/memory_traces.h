// SPDX-License-Identifier: GPL-3.0-or-later
// Detects memory that was allocated and never filled. It holds its previous content: pointers and small integers, which
// are denormal or huge as floats, and repeated pages. Weights in float16 are often denormal but never huge, so only
// huge entries count there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/checkpoint/audit/value_counts.h"
#include "core/checkpoint/element_type.h"

namespace stepzero {

struct MemoryTraces {
    std::uint64_t denormal = 0;   ///< nonzero entries below 2^−126
    std::uint64_t vast = 0;   ///< finite entries beyond vast_from(); 0 when all of them are one number, as in a mask
    std::uint64_t pages = 0;   ///< whole pages of 4096 bytes
    std::uint64_t repeated_pages = 0;   ///< equal to an earlier one, and not constant

    bool any() const { return denormal > 0 || vast > 0 || repeated_pages > 0; }
};

/// Returns a bound above any weight: 1e30 in formats with the exponent range of float32, 1e4 in float16, infinity in
/// others.
double vast_from(ElementType type);

/// Adds the traces in the entries of a part.
void add_traces(MemoryTraces& traces, const std::vector<ValueBin>& bins, std::uint64_t zeros, ElementType type);

/// Hashes the pages of a tensor in one pass.
class PageSums {
public:
    explicit PageSums(ElementType type);
    /// Adds the next piece of a tensor; all but the last must consist of whole pages.
    void add(std::span<const double> numbers);
    void add_to(MemoryTraces& traces);   ///< call once, at the end

private:
    std::size_t entries_ = 0;   // per page; 0: pages are not checked
    std::uint64_t pages_ = 0;
    std::vector<double> sums_;   // weighted sums of the pages that are not constant
};

}   // namespace stepzero
