// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the progress of a command on one line of the terminal.
#pragma once

#include <chrono>
#include <functional>

#include "core/base/run/context.h"

namespace stepzero {

/// Writes to standard error when that is a terminal and nothing otherwise; clears its line at the end.
class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const Progress& progress);
    void clear();

    /// Returns a report function for a Context. It reports a part that begins at `start` and takes `share` of the
    /// whole, both 0 to 1.
    std::function<void(const Progress&)> part(double start, double share);

private:
    bool terminal_ = false, shown_ = false;
    std::chrono::steady_clock::time_point last_;
};

}   // namespace stepzero
