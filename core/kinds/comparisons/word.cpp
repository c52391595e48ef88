// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of transformers of words.
#include "core/kinds/comparisons/groups.h"

#include <cmath>

#include "core/kinds/kinds.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

std::vector<Variant> embedding_multiplier(const Experiment& e)
{
    return {variant_with(e, "× 1", "embedding_multiplier", 1.0),
        variant_with(e, "× √d", "embedding_multiplier", std::sqrt(double(e.network.width)))};
}

std::vector<Variant> new_rows(const Experiment& e)
{
    Experiment added = e;
    if (option(e.network, "new_tokens") == 0)
        added.network.options["new_tokens"] = std::max(1.0, std::floor(option(e.network, "vocabulary") / 16));
    return {variant_with(added, "random", "new_rows", std::string("drawn")),
        variant_with(added, "mean of the others", "new_rows", std::string("mean")),
        variant_with(added, "mean, with spread", "new_rows", std::string("mean_with_spread"))};
}

}   // namespace

std::vector<ComparisonKind> word_comparisons()
{
    return {
        {"embedding_multiplier", "Embedding × 1 and × √d",
            "σ = 0.02 makes a stream that the first branches outweigh; × √d makes it as large as they are", nullptr,
            embedding_multiplier},
        {"new_rows", "New-token rows",
            "tokens that are added to a vocabulary: drawn rows have lengths of their own, and each a direction of its "
            "own; the "
            "mean of the others is next to 0 before training, all alike",
            nullptr, new_rows},
    };
}

}   // namespace stepzero
