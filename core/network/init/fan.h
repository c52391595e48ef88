// SPDX-License-Identifier: GPL-3.0-or-later
// The fan that a scheme divides a variance by: inputs, outputs, or a mean of both.
#pragma once

#include <string_view>

#include "core/network/init/base.h"

namespace stepzero {

enum class Fan { in, out, average, geometric, larger, none };

struct FanInfo {
    Fan fan;
    const char* name;   ///< the mode of schemes in files: "fan_avg"; empty: not a mode
    const char* formula;   ///< "√(fan_in fan_out)"; for the average, the sum that it is half of
    const char* python;   ///< code from `fan_in` and `fan_out`; empty where no code needs it
    double (*size)(Shape);   ///< 1 without a fan
};

const FanInfo& fan_info(Fan fan);
/// Returns the fan of a mode; fan_in for an unknown mode, which validation reports.
Fan fan_of_mode(std::string_view mode);

}   // namespace stepzero
