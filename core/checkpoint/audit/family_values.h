// SPDX-License-Identifier: GPL-3.0-or-later
// The variables of a family, of one model.
#pragma once

#include "core/base/words/text.h"
#include "core/checkpoint/audit/family_file.h"
#include "core/checkpoint/audit/recipe_number.h"

namespace stepzero {

class FamilyValues {
public:
    /// All must live as long. `outer`: of outer_prefix().
    FamilyValues(
        const std::vector<StoredTensor>& tensors, const Json& config, std::string outer, const FamilyFile& file);
    /// From now on these variables have these values, whatever the config and the tensors say.
    void set(RecipeVariables given) { given_ = std::move(given); }

    struct Given {
        std::string key;
        double number;
    };
    /// By the config alone.
    std::optional<Given> stated(const FamilyVariable& variable) const { return of_config(variable.config); }
    /// Of the config, else of the tensors, else its default, which may use those that are known.
    std::optional<double> value(const FamilyVariable& variable, const RecipeVariables& known) const;
    RecipeVariables all() const;   ///< those that have a value
    /// Where the config says another number than the tensors: "n_layer is 12 in its config, but 2 by its tensors".
    std::vector<Text> contradictions() const;

private:
    std::optional<Given> of_config(const std::vector<std::string>& keys) const;
    std::optional<double> of_tensors(const FamilyVariable& variable) const;
    const StoredTensor* first_of(const std::string& pattern) const;
    int count_blocks(const std::string& pattern) const;

    const std::vector<StoredTensor>& tensors_;
    std::vector<const Json*> objects_;   // of the config, in the order in which they are asked
    std::string outer_;
    const FamilyFile& file_;
    RecipeVariables given_;
};

}   // namespace stepzero
