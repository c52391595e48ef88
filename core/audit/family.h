// SPDX-License-Identifier: GPL-3.0-or-later
// Families of models, as data: what their tensors are called, what each is, and how the published recipe draws it. A
// family is a file in resources/families, or one of the user's (resources/manual/audit.md says how it is written).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/init/scheme.h"
#include "core/json/json.h"

namespace stepzero {

/// What a recipe says of the entries of a tensor, or of a part of it.
struct Expected {
    Initializer initializer;   ///< completed, its numbers worked out
    double factor = 1;   ///< on top of the scheme: the depth scaling
    Shape shape;   ///< whose fans the scheme counts
    std::string formula;   ///< with the numbers put in: "0.02/√(2·12)"; of a plain number or scheme as it is
    std::string source;   ///< paper or code

    /// The scheme's, times the factor. Of a vector and of a matrix alike, since a recipe names what its scheme sees.
    Draw draw() const { return draw_with(shape); }
    Draw draw_with(Shape other) const;   ///< had the scheme counted the fans of another shape
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
    TensorKind kind = TensorKind::weight;
    bool transposed = false;   ///< kept as [in, out]
    bool vocabulary = false;   ///< rows are tokens
    Shape shape;   ///< its fans; of packed ones those of the whole
    std::optional<Packing> packing;
    std::vector<TensorPart> parts;   ///< one a size of the packing
    std::optional<Expected> expected;   ///< of the whole; absent where parts have theirs, or nothing is known
};

struct Family {
    std::string name;   ///< "gpt2"
    std::string label;   ///< "GPT-2"
    std::vector<std::string> sources;
    Json json;   ///< the file, whose members the functions below read
};

/// Those of the program, in the order in which they are tried.
const std::vector<Family>& families();
/// Throws FileError with a sentence for every problem of the file.
Family load_family(const std::filesystem::path& path);

/// What is known of a checkpoint.
struct Understanding {
    const Family* family = nullptr;   ///< null: of no family, tensors are grouped by their names
    std::map<std::string, double> variables;   ///< "layers", "width", "vocabulary", "sigma", … with their values
    std::vector<UnderstoodTensor> tensors;   ///< one for each of the checkpoint's
    std::vector<std::string> unknown;   ///< names that the family does not have
    std::optional<std::uint64_t> padding_row;   ///< of the vocabulary, by the config (pad_token_id) or the family
    bool tied = false;   ///< head and embedding are one by the config
};

/// `family` null: the first whose names fit, else none. `config`: of config.json, an object or null. A model inside a
/// larger one (a prefix such as "model." or "transformer.") is found too.
Understanding understand(const std::vector<StoredTensor>& tensors, const Json& config, const Family* family);

}   // namespace stepzero
