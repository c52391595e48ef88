// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and checks family files. For the format, see resources/manual/audit.md.
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

/// A law in a family file. Numbers are texts for recipe_number().
struct FamilyLaw {
    Initializer initializer {"zeros", {}};   ///< parameters may be texts of numbers
    std::string factor {};   ///< additional factor; empty: 1
    std::string row {};   ///< not empty: formula of every row, over `column`; there is no scheme
    std::string low {}, high {};   ///< not empty: all entries lie from low to high; there is no scheme
    Text source {};
};

/// The law of a tensor: names of laws, of which the first that the recipe has applies; a law of the tensor itself; or
/// nothing known.
using FamilyLawChoice = std::variant<std::monostate, std::vector<std::string>, FamilyLaw>;

struct FamilyVariable {
    std::string name;
    std::vector<std::string> config;   ///< keys of config.json; the first that exists applies
    std::string blocks, rows, columns;   ///< tensor name or pattern that determines the value if the config does not
    std::string by_default;   ///< used when neither determines it; empty: no value
    bool free = false;   ///< each team chooses it, so it is fitted when the tensors agree on another value
};

struct FamilyPart {
    std::string role, size;
    FamilyLawChoice law;
};

enum class FamilyLayout {
    out_in,   ///< also [out, in, kernel …]
    in_out,
    table,   ///< rows are all axes but the last
    experts,   ///< [experts, out, in]
};

struct FamilyTensor {
    std::vector<NamePattern> names, biases;   ///< `biases` end in .bias instead of .weight; empty: no bias
    std::string role;
    TensorKind kind = TensorKind::weight;
    FamilyLayout layout = FamilyLayout::out_in;
    bool vocabulary = false, padded = false;
    double plus = 0;   ///< see UnderstoodTensor::plus and from_row
    int from_row = 0;
    int axis = 0;   ///< axis along which parts lie
    std::vector<FamilyPart> parts;
    FamilyLawChoice law, bias;
    std::string tied;   ///< name of another tensor, whose law applies when the config ties them
};

/// One of the initializations of the family's models.
struct FamilyRecipe {
    RecipeName name;
    bool padded = true;   ///< rows of padding are zero
    std::map<std::string, FamilyLaw> laws;

    /// Returns the first of these laws that the recipe has; null when it has none.
    const FamilyLaw* law(const std::vector<std::string>& words) const;
};

struct FamilyFile {
    std::vector<std::string> prefixes;   ///< longest first
    std::vector<std::string> model_types;
    std::vector<NamePattern> recognize, absent;
    std::string where;   ///< condition on variables, not 0 for models of the family; empty: names are sufficient
    std::vector<FamilyVariable> variables;
    std::vector<FamilyTensor> tensors;
    std::vector<FamilyRecipe> recipes;   ///< at least one
    std::optional<FamilyVariable> padding, tied;
    std::optional<FamilyRun> run;   ///< absent: its models can be audited but not run
    bool by_config = false;   ///< another family has the same names, and only config.json distinguishes them
    bool overlay = false;   ///< its tensors may occur in the files of any family
};

/// Returns the variables that a law may use in addition to those of the family.
inline const std::vector<std::string>& tensor_variables()
{
    static const std::vector<std::string> names {"block", "column", "fan_in", "fan_out"};
    return names;
}

/// Reads a family. When `problems` is not empty afterwards, the result is unusable.
Family read_family(std::string_view text, Problems& problems);

}   // namespace stepzero
