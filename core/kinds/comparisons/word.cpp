// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of transformers of words.
#include "core/kinds/comparisons/groups.h"

#include <cmath>

#include "core/base/words/words.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

std::vector<Variant> embedding_multiplier(const Experiment& e)
{
    return {variant_with(e, Text::name("× 1"), "embedding_multiplier", 1.0),
        variant_with(e, Text::name("× √d"), "embedding_multiplier", std::sqrt(double(e.network.width)))};
}

std::vector<Variant> new_rows(const Experiment& e)
{
    Experiment added = e;
    if (option(e.network, "new_tokens") == 0)
        added.network.options["new_tokens"] = std::max(1.0, std::floor(option(e.network, "vocabulary") / 16));
    return {variant_with(added, tr("random"), "new_rows", std::string("drawn")),
        variant_with(added, tr("mean of the others"), "new_rows", std::string("mean")),
        variant_with(added, tr("mean, with spread"), "new_rows", std::string("mean_with_spread"))};
}

}   // namespace

std::vector<ComparisonKind> word_comparisons()
{
    return {
        {"embedding_multiplier", tr("Embedding × 1 and × √d"),
            tr("at σ = 0.02 the first branches outweigh the stream; × √d makes it as large as they are"), nullptr,
            embedding_multiplier},
        {"new_rows", tr("New-token rows"),
            tr("rows for tokens added to a vocabulary: random rows differ in length and direction. The mean of the "
               "others is near 0 before training and the same for all"),
            nullptr, new_rows},
    };
}

}   // namespace stepzero
