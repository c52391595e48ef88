// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/recipe_texts.h"

#include <algorithm>

#include "core/diagnose/text.h"

namespace stepzero {

Text recipe_text(const Understanding& understanding)
{
    const Family* family = understanding.family;
    if (!family)
        return {};
    const auto recipe = std::ranges::find(family->recipes, understanding.recipe, &RecipeName::name);
    const bool other = recipe != family->recipes.end() && recipe->label != family->label;
    const Text name = joined({family->label, other ? recipe->label : Text()}, ", ");
    const auto& free = understanding.free;
    if (!free || !free->fitted)
        return name;
    return tr("%1 with %2 = %3 (fitted to the tensors)", name, free->symbol(), short_text(*free->fitted));
}

Text ranking_text(const Audit& audit)
{
    const std::vector<RankedRecipe>& all = audit.recipes;
    if (all.size() < 2)
        return {};
    std::vector<Text> alike;
    std::size_t next = 1;
    for (; next < all.size() && all[next].behind == 0; ++next)
        alike.push_back(all[next].label);
    if (!alike.empty())
        return tr("These recipes fit the file equally well: %1.", joined(alike, ", "));
    return tr("The next best recipe is %1; the file is %2 times as likely under the first.", all[next].label,
        exp_text(all[next].behind));
}

}   // namespace stepzero
