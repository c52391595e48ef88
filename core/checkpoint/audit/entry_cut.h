// SPDX-License-Identifier: GPL-3.0-or-later
// Detects where a normal distribution was truncated, and how much that reduces its standard deviation. Frameworks
// truncate differently, which is a common reason for a deviating σ.
#pragma once

#include "core/checkpoint/audit/tensor_numbers.h"
#include "core/network/init/scheme.h"

namespace stepzero {

struct EntryCut {
    double at = 0;   ///< in σ of the distribution before truncation; 0: not truncated
    double share = 1;   ///< fraction of σ that remains: 0.8796 at 2, 0.9866 at 3
    bool as_value = false;   ///< the bounds are ±2, independent of σ

    bool operator==(const EntryCut& other) const { return at == other.at; }
};

/// Returns the standard deviation of N(0, 1) truncated to ±at.
double share_left(double at);

/// Returns the truncation of a draw; none when it removes less than a thousandth of the entries, or is asymmetric.
EntryCut cut_of(const Draw& draw);
/// Estimates the truncation of entries at 1, 1.5, 2, 2.5 or 3 σ, or at the values ±2. It needs enough entries that
/// normal ones would reach farther, and truncated ones would reach the bound.
EntryCut cut_of(const EntryNumbers& entries);

}   // namespace stepzero
