// SPDX-License-Identifier: GPL-3.0-or-later
// What commands share that train a network at several sizes: how they work and answer.
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

/// Shows progress, can be interrupted, writes the JSON to --output and the table to standard output, and throws
/// BadVerdict where the work is not good.
void write_sized_work(const Arguments& arguments, const std::function<SizedWork(NoiseCache&, const Context&)>& work);

}   // namespace stepzero
