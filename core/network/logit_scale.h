// SPDX-License-Identifier: GPL-3.0-or-later
// The scale of attention logits, one of the choices that differ between standard transformers and μP.
#pragma once

namespace stepzero {

/// The factor that attention multiplies qᵀk by before the softmax.
enum class LogitScale {
    root,   ///< 1/√head_width
    width,   ///< 1/head_width (μP)
    none,   ///< 1
};

double factor_of(LogitScale scale, int head_width);

}   // namespace stepzero
