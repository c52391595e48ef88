// SPDX-License-Identifier: GPL-3.0-or-later
// Where normal entries were cut off, and what that takes of their standard deviation.
#pragma once

#include "core/checkpoint/audit/tensor_numbers.h"
#include "core/network/init/scheme.h"

namespace stepzero {

struct EntryCut {
    double at = 0;   ///< in σ of the law before it was cut; 0: it is not
    double share = 1;   ///< of σ that is left: 0.8796 at 2, 0.9866 at 3
    bool as_value = false;   ///< the ends are ±2, whatever σ

    bool operator==(const EntryCut& other) const { return at == other.at; }
};

/// The standard deviation of N(0, 1) between ±at.
double share_left(double at);

/// Of a draw: none where less than a thousandth of the entries is cut off, or more on one side.
EntryCut cut_of(const Draw& draw);
/// Of entries, at 1, 1.5, 2, 2.5 or 3 σ or at the values ±2: where so many normal entries would reach further, and
/// those that are cut there would not stay further inside.
EntryCut cut_of(const EntryNumbers& entries);

}   // namespace stepzero
