// SPDX-License-Identifier: GPL-3.0-or-later
// Model families, as data. A family lists the names of its tensors, the role of each, and how the published recipe
// initializes it. Families are files in resources/families, or the user's own (see resources/manual/audit.md for the
// format).
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

/// The entries of a tensor, or of a part of it, as a recipe expects them.
struct Expected {
    Draw draw {};   ///< the scheme's draw times its factor; meaningless when `row` or `range` is set
    std::vector<double> row {};   ///< not empty: every row equals this (A_log of Mamba)
    std::optional<std::pair<double, double>> range {};   ///< interval of all entries, when nothing else is known
    Initializer initializer {"zeros", {}};   ///< complete, with all expressions evaluated
    double factor = 1;   ///< additional factor: the depth scaling
    Shape shape {};   ///< shape whose fans the scheme used
    std::string formula {};   ///< with the numbers filled in: "0.02/√(2·12)"; a plain number or scheme is unchanged
    Text source {};   ///< paper or code

    /// Returns the draw of a matrix if the scheme had used the fans of another shape.
    Draw draw_with(Shape other) const;
};

enum class TensorKind {
    weight,   ///< a matrix, a kernel or a table
    bias,   ///< an additive vector, including β of a norm
    scale,   ///< a multiplicative vector: γ of a norm, LayerScale
    constant,   ///< other parameters: A_log, sinusoidal positions; judged only with a recipe
    buffer,   ///< not a parameter: masks, running means, counters; listed, not judged
};

/// Several matrices packed along `axis` of one tensor. The parts take turns with `sizes` entries each, repeating until
/// the axis ends.
struct Packing {
    int axis = 0;
    std::vector<std::uint64_t> sizes;   ///< one per part

    std::size_t part_of(std::uint64_t position) const;   ///< position along the axis
};

struct TensorPart {
    std::string role;
    Shape shape;   ///< shape of this part only
    std::optional<Expected> expected;
};

/// Interpretation of a checkpoint's tensor by a family, or by its name only.
struct UnderstoodTensor {
    std::string role;   ///< "attention_out"; without a family, "weight" or "bias" according to the name
    std::string pattern;   ///< name with * for the block (and expert), identical in all blocks
    int block = 0;   ///< counts from 1; 0 outside the blocks
    int expert = 0;   ///< counts from 1; 0: no expert, or all of them
    bool stacked = false;   ///< [experts, out, in]; parts lie along `out`, and packing sizes are multiplied by `in`
    TensorKind kind = TensorKind::weight;
    bool transposed = false;   ///< stored as [in, out]
    bool vocabulary = false;   ///< rows are tokens
    bool padded = false;   ///< the recipe makes row Understanding::padding_row zero
    double plus = 0;   ///< constant that the model adds to each entry: 1 for the scales of Gemma's norms
    std::uint64_t from_row = 0;   ///< first row that the model uses: 2 for RoBERTa's positions
    Shape shape;   ///< fans; for packed tensors, those of the whole
    std::optional<Packing> packing;
    std::vector<TensorPart> parts;   ///< one per packing size
    std::optional<Expected> expected;   ///< expectation of the whole; absent when unknown, or when parts have theirs
};

/// One of the published initializations of a family.
struct RecipeName {
    std::string name;   ///< "transformers"
    Text label;   ///< "as Hugging Face's transformers"
    Text source;
};

/// A number of a recipe that each team chooses, such as σ of N(0, σ²).
struct FreeNumber {
    std::string name;   ///< name of the variable
    double value = 0;
    std::string key {};   ///< key of the config that states it; empty: the family's default
    std::optional<double> fitted {};   ///< value that the tensors agree on instead
    int agreeing = 0, drawn = 0;   ///< number of tensors that match `fitted`, and number of tensors initialized with it

    std::string symbol() const { return name == "sigma" ? "σ" : name; }
};

struct FamilyFile;   // core/checkpoint/audit/family_file.h

struct Family {
    std::string name;   ///< "gpt2"
    Text label;   ///< "GPT-2"
    std::vector<std::string> sources;
    std::vector<RecipeName> recipes;   ///< at least one; the first is the default
    std::shared_ptr<const FamilyFile> file;   ///< data used by the functions below
};

/// Returns the built-in families, in the order in which they are tried.
const std::vector<Family>& families();
const Family* find_family(std::string_view name);   ///< returns nullptr when not found
/// Throws FileError with a sentence for each problem of the file.
Family load_family(const std::filesystem::path& path);

/// Interpretation of all tensors of a checkpoint.
struct Understanding {
    const Family* family = nullptr;   ///< null: no family; tensors are grouped by their names
    std::shared_ptr<const Family> own;   ///< owns a family that the user provided
    std::string recipe;   ///< name of one of the family's recipes; empty without one
    std::map<std::string, double> variables;   ///< values of "layers", "width", "vocabulary", "sigma", …
    std::optional<FreeNumber> free {};   ///< free number of the family, even if the recipe does not use it
    std::shared_ptr<const Json> config {};   ///< config used; null for an experiment
    std::vector<UnderstoodTensor> tensors;   ///< one per tensor of the checkpoint
    std::vector<std::string> unknown;   ///< names that the family does not contain
    std::optional<std::uint64_t> padding_row;   ///< row of the vocabulary, from the config (pad_token_id) or the family
    std::vector<Text> contradictions {};   ///< sentences about differences between config and tensors
    bool tied = false;   ///< the config ties output layer and embedding
};

/// Values of variables that override the config and the tensors.
using GivenVariables = std::map<std::string, double>;

/// Interprets tensors. `family` null: the first one whose names match, preferring families that the config's model_type
/// names; else none. `config`: content of config.json, an object or null. A model inside a larger one is also found (by
/// a prefix such as "model." or "transformer."). `recipe`: name of one of the family's; the first if empty or unknown.
/// Recipes differ only in what is expected.
Understanding understand(
    const std::vector<StoredTensor>& tensors, const Json& config, const Family* family, std::string_view recipe = {});
/// Returns one interpretation per recipe of the family, in its order; a single one without a family.
std::vector<Understanding> understand_all(const std::vector<StoredTensor>& tensors, const Json& config,
    const Family* family, const GivenVariables& given = {});
/// Interprets tensors of an experiment, as `run --tensors` writes them, by its plan.
Understanding understand_experiment(const std::vector<StoredTensor>& tensors, const Experiment& experiment);

}   // namespace stepzero
