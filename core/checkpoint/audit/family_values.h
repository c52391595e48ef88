// SPDX-License-Identifier: GPL-3.0-or-later
// Determines the values of a family's variables, such as the number of layers, for one model. They come from the
// config, else from the tensors, else from defaults.
#pragma once

#include "core/base/words/text.h"
#include "core/checkpoint/audit/family_file.h"
#include "core/checkpoint/audit/recipe_number.h"

namespace stepzero {

class FamilyValues {
public:
    /// All references must outlive this object. `outer`: see outer_prefix().
    FamilyValues(
        const std::vector<StoredTensor>& tensors, const Json& config, std::string outer, const FamilyFile& file);
    /// Sets variables that override the config and the tensors from now on.
    void set(RecipeVariables given) { given_ = std::move(given); }

    struct Given {
        std::string key;
        double number;
    };
    /// Returns the value in the config only.
    std::optional<Given> stated(const FamilyVariable& variable) const { return of_config(variable.config); }
    /// Returns the value from the config, else from the tensors, else its default, which may use the variables in
    /// `known`.
    std::optional<double> value(const FamilyVariable& variable, const RecipeVariables& known) const;
    RecipeVariables all() const;   ///< only variables that have a value
    /// Returns where config and tensors disagree: "n_layer is 12 in its config, but 2 by its tensors".
    std::vector<Text> contradictions() const;

private:
    std::optional<Given> of_config(const std::vector<std::string>& keys) const;
    std::optional<double> of_tensors(const FamilyVariable& variable) const;
    const StoredTensor* first_of(const std::string& pattern) const;
    int count_blocks(const std::string& pattern) const;

    const std::vector<StoredTensor>& tensors_;
    std::vector<const Json*> objects_;   // objects of the config, in lookup order
    std::string outer_;
    const FamilyFile& file_;
    RecipeVariables given_;
};

}   // namespace stepzero
