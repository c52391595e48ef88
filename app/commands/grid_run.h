// SPDX-License-Identifier: GPL-3.0-or-later
// `run` of a study: an experiment with lists in place of values.
#pragma once

#include "app/commands/options.h"
#include "app/commands/source.h"
#include "core/grid/grid_result.h"

namespace stepzero {

/// With the options of `run`. Interrupted, or when a cell fails, it writes the cells that are done and throws then.
/// Throws what a command may throw (command.h).
void run_grid(const SourceText& source, const Arguments& arguments);

/// To --output, or standard output, and to --csv.
void write_grid_result(const GridResult& result, const Arguments& arguments);

}   // namespace stepzero
