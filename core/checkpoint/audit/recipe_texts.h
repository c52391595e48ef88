// SPDX-License-Identifier: GPL-3.0-or-later
// The recipe of an audit in words, for reports.
#pragma once

#include "core/base/words/text.h"
#include "core/checkpoint/audit/audit.h"

namespace stepzero {

/// Returns the names of family and recipe, such as "GPT-2, Hugging Face's transformers". Empty without a family.
Text recipe_text(const Understanding& understanding);
/// Returns a sentence that names the recipes which fit the file equally well, or gives the likelihood ratio of the best
/// recipe to the next one. Empty when the family has a single recipe.
Text ranking_text(const Audit& audit);

}   // namespace stepzero
