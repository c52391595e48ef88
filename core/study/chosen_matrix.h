// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix that the figures of a study show.
#pragma once

#include <string>

#include "core/study/study.h"

namespace stepzero {

/// Chooses the matrix of a role, or the first in the study's block if it has none: see Focus::matrix. Of experts the
/// first, unless one is named.
void choose_matrix(Study& study, const std::string& role);

}   // namespace stepzero
