// SPDX-License-Identifier: GPL-3.0-or-later
// Families of models, as data: what their tensors are called, what each is, and how the published recipe draws it. A
// family is a file in resources/families, or one of the user's (resources/manual/audit.md says how it is written).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/json/json.h"
#include "core/base/words/text.h"
#include "core/checkpoint/checkpoint.h"
#include "core/network/experiment/experiment.h"
#include "core/network/init/scheme.h"

namespace stepzero {

/// What a recipe says of the entries of a tensor, or of a part of it.
struct Expected {
    Draw draw {};   ///< its scheme's, times its factor; means nothing where `row` or `range` stands in its place
    std::vector<double> row {};   ///< not empty: each row is this (A_log of Mamba)
    std::optional<std::pair<double, double>> range {};   ///< all entries lie in it, and no more is known
    Initializer initializer {"zeros", {}};   ///< completed, its numbers worked out
    double factor = 1;   ///< on top of the scheme: the depth scaling
    Shape shape {};   ///< whose fans the scheme counted
    std::string formula {};   ///< with the numbers put in: "0.02/√(2·12)"; of a plain number or scheme as it is
    Text source {};   ///< paper or code

    /// Of a matrix: had the scheme counted the fans of another shape.
    Draw draw_with(Shape other) const;
};

enum class TensorKind {
    weight,   ///< a matrix, a kernel or a table
    bias,   ///< a vector that is added; also a norm's β
    scale,   ///< a vector that multiplies: a norm's γ, LayerScale
    constant,   ///< of neither: A_log, positions of sines; judged by its recipe alone
    buffer,   ///< no parameter: masks, running means, counters; listed, not judged
};

/// Several matrices side by side in one tensor: along `axis`, `sizes` entries of each part in turn, again and again
/// until the axis ends.
struct Packing {
    int axis = 0;
    std::vector<std::uint64_t> sizes;   ///< one a part

    std::size_t part_of(std::uint64_t position) const;   ///< along the axis
};

struct TensorPart {
    std::string role;
    Shape shape;   ///< of this part alone
    std::optional<Expected> expected;
};

/// A tensor of a checkpoint as a family, or its name alone, explains it.
struct UnderstoodTensor {
    std::string role;   ///< "attention_out"; without a family that of a weight or bias by its name: "weight", "bias"
    std::string pattern;   ///< its name with * for the block (and expert): what all blocks have in common
    int block = 0;   ///< counts from 1; 0 outside the blocks
    int expert = 0;   ///< counts from 1; 0: of none, or of all
    bool stacked = false;   ///< [experts, out, in]; parts lie along `out`, in sizes of their packing over `in`
    TensorKind kind = TensorKind::weight;
    bool transposed = false;   ///< kept as [in, out]
    bool vocabulary = false;   ///< rows are tokens
    bool padded = false;   ///< its row Understanding::padding_row is zeros by the recipe
    double plus = 0;   ///< what the model adds to every entry: 1 to the scales of Gemma's norms
    std::uint64_t from_row = 0;   ///< the first row that the model reads: 2 of RoBERTa's positions
    Shape shape;   ///< its fans; of packed ones those of the whole
    std::optional<Packing> packing;
    std::vector<TensorPart> parts;   ///< one a size of the packing
    std::optional<Expected> expected;   ///< of the whole; absent where parts have theirs, or nothing is known
};

/// Of families that are initialized in more than one published way, each is a recipe.
struct RecipeName {
    std::string name;   ///< "transformers"
    Text label;   ///< "as Hugging Face's transformers"
    Text source;
};

/// A number of a recipe that each team chooses, such as the σ of N(0, σ²).
struct FreeNumber {
    std::string name;   ///< of the variable
    double value = 0;
    std::string key {};   ///< of the config, which states it; empty: it is the family's usual number
    std::optional<double> fitted {};   ///< what the tensors agree on in its place
    int agreeing = 0, drawn = 0;   ///< tensors that have the fitted one, of those that are drawn by it

    std::string symbol() const { return name == "sigma" ? "σ" : name; }
};

struct FamilyFile;   // core/checkpoint/audit/family_file.h

struct Family {
    std::string name;   ///< "gpt2"
    Text label;   ///< "GPT-2"
    std::vector<std::string> sources;
    std::vector<RecipeName> recipes;   ///< at least one; the first is the usual one
    std::shared_ptr<const FamilyFile> file;   ///< what the functions below read
};

/// Those of the program, in the order in which they are tried.
const std::vector<Family>& families();
const Family* find_family(std::string_view name);   ///< nullptr when there is none
/// Throws FileError with a sentence for every problem of the file.
Family load_family(const std::filesystem::path& path);

/// What is known of a checkpoint.
struct Understanding {
    const Family* family = nullptr;   ///< null: of no family, tensors are grouped by their names
    std::shared_ptr<const Family> own;   ///< holds the family where it is the user's
    std::string recipe;   ///< which of the family's; empty without one
    std::map<std::string, double> variables;   ///< "layers", "width", "vocabulary", "sigma", … with their values
    std::optional<FreeNumber> free {};   ///< of the family, whether or not the recipe uses it
    std::shared_ptr<const Json> config {};   ///< by which it was understood; null of an experiment
    std::vector<UnderstoodTensor> tensors;   ///< one for each of the checkpoint's
    std::vector<std::string> unknown;   ///< names that the family does not have
    std::optional<std::uint64_t> padding_row;   ///< of the vocabulary, by the config (pad_token_id) or the family
    std::vector<Text> contradictions {};   ///< between the config and the tensors, as sentences
    bool tied = false;   ///< head and embedding are one by the config
};

/// Values of variables, whatever the config and the tensors say.
using GivenVariables = std::map<std::string, double>;

/// `family` null: the first whose names fit, of those before others that the config's model_type names; else none.
/// `config`: of config.json, an object or null. A model inside a larger one (a prefix such as "model." or
/// "transformer.") is found too. `recipe`: of the family's, by name; empty or of no such name: the first. Recipes
/// differ in what is expected only.
Understanding understand(
    const std::vector<StoredTensor>& tensors, const Json& config, const Family* family, std::string_view recipe = {});
/// By each of the family's recipes, in its order; one reading where no family is known.
std::vector<Understanding> understand_all(const std::vector<StoredTensor>& tensors, const Json& config,
    const Family* family, const GivenVariables& given = {});
/// The same of an experiment's tensors, as `run --tensors` writes them: the recipe is its plan's.
Understanding understand_experiment(const std::vector<StoredTensor>& tensors, const Experiment& experiment);

}   // namespace stepzero
