// SPDX-License-Identifier: GPL-3.0-or-later
// What a family file says, read and checked. resources/manual/audit.md tells how one is written.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/words/choices.h"
#include "core/base/words/problem.h"
#include "core/checkpoint/audit/family.h"
#include "core/checkpoint/audit/family_pattern.h"
#include "core/checkpoint/audit/family_run.h"

namespace stepzero {

/// Numbers are texts that recipe_number() reads.
struct FamilyLaw {
    Initializer initializer {"zeros", {}};   ///< of a number, its text may stand in the place
    std::string factor {};   ///< on top of the scheme; empty: 1
    std::string row {};   ///< not empty: each row is this, by its `column`, and there is no scheme
    std::string low {}, high {};   ///< not empty: all entries lie from low to high, and there is no scheme
    Text source {};
};

/// Words of the recipes' laws, of which the first counts that the recipe has, or one that is the tensor's own; nothing:
/// none is known.
using FamilyLawChoice = std::variant<std::monostate, std::vector<std::string>, FamilyLaw>;

struct FamilyVariable {
    std::string name;
    std::vector<std::string> config;   ///< keys of config.json, the first that is there
    std::string blocks, rows, columns;   ///< a tensor's name or pattern; of the tensors, where config says nothing
    std::string by_default;   ///< where neither does; empty: it has no value then
    bool free = false;   ///< each team chooses it, so it is fitted where tensors agree on another value
};

struct FamilyPart {
    std::string role, size;
    FamilyLawChoice law;
};

enum class FamilyLayout {
    out_in,   ///< or [out, in, kernel …]
    in_out,
    table,   ///< rows are all axes but the last
    experts,   ///< [experts, out, in]
};

struct FamilyTensor {
    std::vector<NamePattern> names, biases;   ///< the second end in .bias for .weight; empty: it has none
    std::string role;
    TensorKind kind = TensorKind::weight;
    FamilyLayout layout = FamilyLayout::out_in;
    bool vocabulary = false, padded = false;
    double plus = 0;   ///< UnderstoodTensor::plus, from_row
    int from_row = 0;
    int axis = 0;   ///< along which parts lie
    std::vector<FamilyPart> parts;
    FamilyLawChoice law, bias;
    std::string tied;   ///< the name of another tensor, whose law it has where the config ties them
};

/// One way in which models of the family are initialized.
struct FamilyRecipe {
    RecipeName name;
    bool padded = true;   ///< rows of padding are zeros
    std::map<std::string, FamilyLaw> laws;

    /// The first of these that it has; null when it has none.
    const FamilyLaw* law(const std::vector<std::string>& words) const;
};

struct FamilyFile {
    std::vector<std::string> prefixes;   ///< longest first
    std::vector<std::string> model_types;
    std::vector<NamePattern> recognize, absent;
    std::string where;   ///< of variables, not 0 where a model is of the family; empty: its names are enough
    std::vector<FamilyVariable> variables;
    std::vector<FamilyTensor> tensors;
    std::vector<FamilyRecipe> recipes;   ///< at least one
    std::optional<FamilyVariable> padding, tied;
    std::optional<FamilyRun> run;   ///< absent: its models are audited and not run
    bool by_config = false;   ///< another family has the same names: only config.json tells
    bool overlay = false;   ///< its tensors may stand in any family's file
};

/// Numbers that a law may use beside the variables.
inline const std::vector<std::string>& tensor_variables()
{
    static const std::vector<std::string> names {"block", "column", "fan_in", "fan_out"};
    return names;
}

/// Whatever is wrong is told in `problems`, and then the family is of no use.
Family read_family(std::string_view text, Problems& problems);

}   // namespace stepzero
