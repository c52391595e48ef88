// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix that the figures of a study show. A block has several matrices; the user selects one by its role.
#pragma once

#include <string>

#include "core/study/study.h"

namespace stepzero {

/// Sets Study::matrix to the matrix with this role in the study's block or outside the blocks. An empty or unknown role
/// selects the first matrix of the block (Focus::matrix). Among experts, selects the first unless the role names one.
void choose_matrix(Study& study, const std::string& role);

}   // namespace stepzero
