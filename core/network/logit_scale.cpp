// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/logit_scale.h"

#include <cmath>

namespace stepzero {

double factor_of(LogitScale scale, int head_width)
{
    switch (scale) {
    case LogitScale::root:
        return 1 / std::sqrt(double(head_width));
    case LogitScale::width:
        return 1.0 / head_width;
    case LogitScale::none:
        break;
    }
    return 1;
}

}   // namespace stepzero
