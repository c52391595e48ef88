// SPDX-License-Identifier: GPL-3.0-or-later
// How many cases a test runs. All tests together have a limited time, so those with many similar cases run a part of
// them: fewer random ones, and combinations in which every value appears. With the environment variable STEPZERO_FULL=1
// they run all; a larger number also multiplies the random ones. `sh tests/checks.sh full` sets it.
#pragma once

#include <QtGlobal>
#include <algorithm>
#include <cstddef>

namespace tested {

/// Returns whether all cases are run, including those of large networks.
inline bool every_case() { return qEnvironmentVariableIsSet("STEPZERO_FULL"); }

/// Returns how many times as many random cases are run: the number in STEPZERO_FULL, or 1.
inline int times() { return std::max(1, qEnvironmentVariableIntValue("STEPZERO_FULL")); }

/// Returns the number of random cases: a third of `full`, unless all are run.
inline int cases(int full) { return every_case() ? full * times() : (full + 2) / 3; }

/// Returns whether this one of many similar cases is run: every third.
inline bool in_turn(std::size_t index) { return every_case() || index % 3 == 0; }

}   // namespace tested
