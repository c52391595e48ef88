// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/bases.h"

namespace stepzero {

const std::vector<std::shared_ptr<const Base>>& bases()
{
#define STEPZERO_ENTRY(name, parameters) base_##name(),
    static const std::vector<std::shared_ptr<const Base>> all {STEPZERO_BASES(STEPZERO_ENTRY)};
#undef STEPZERO_ENTRY
    return all;
}

}   // namespace stepzero
