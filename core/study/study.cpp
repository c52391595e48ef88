// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study.h"

#include "core/kinds/kinds.h"

namespace stepzero {

bool is_layered(const Study& study) { return study.plan->kind->layered; }

}   // namespace stepzero
