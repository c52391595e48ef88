// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/variance_scaling.h"

namespace stepzero {

std::string VarianceScaling::variance(double times) const
{
    return python_number(times * scale) + " / " + fan_info(fan).python;
}

}   // namespace stepzero
