// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stepzero {

/// What multiplies qᵀk before the softmax of attention.
enum class LogitScale {
    root,   ///< 1/√head_width
    width,   ///< 1/head_width (μP)
    none,   ///< 1
};

double factor_of(LogitScale scale, int head_width);

}   // namespace stepzero
