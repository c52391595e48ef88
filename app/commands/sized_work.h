// SPDX-License-Identifier: GPL-3.0-or-later
// Runs and reports the work of commands that train a network at several sizes.
#pragma once

#include <functional>

#include "app/commands/sized_training.h"
#include "core/base/run/context.h"
#include "core/network/init/noise_cache.h"

namespace stepzero {

struct SizedWork {
    std::string json, table;
    bool good = true;
};

/// Shows progress and can be interrupted. Writes the JSON to --output and the table to standard output. Throws
/// BadVerdict when the result of the work is not good.
void write_sized_work(const Arguments& arguments, const std::function<SizedWork(NoiseCache&, const Context&)>& work);

}   // namespace stepzero
