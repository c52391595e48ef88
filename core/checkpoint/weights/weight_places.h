// SPDX-License-Identifier: GPL-3.0-or-later
// Assigns the parameters of a network to the tensors of a checkpoint. Tensors are recognized by the names that the
// program itself writes, or by the checkpoint's family.
#pragma once

#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/checkpoint/audit/family.h"
#include "core/checkpoint/checkpoint.h"
#include "core/network/plan.h"

namespace stepzero {

/// A tensor and the parameters that lie in it.
struct WeightPlace {
    std::size_t tensor = 0;   ///< index in Checkpoint::tensors()
    bool transposed = false;   ///< matrices are stored as [fan_in, fan_out]
    double plus = 0;   ///< added to every entry
    std::uint64_t from_row = 0;   ///< rows before this one belong to no parameter
    Packing packing {};   ///< without sizes when there is a single parameter
    std::vector<const ParameterPlan*> parts {};
};

struct WeightPlaces {
    std::vector<WeightPlace> places;
    std::vector<const ParameterPlan*> zeros;   ///< biases that no block of the file has
    std::optional<std::size_t> added_to_positions;   ///< tensor whose first row is added: BERT's token types
    std::vector<std::size_t> twins;   ///< heads that must equal the tied embedding
    std::vector<Text> notes;   ///< sentences
};

/// Assigns all parameters of `plan`. Throws BadInput with a sentence that names the file, the tensor, its shape and the
/// required shape. A tensor that is left over in a block is an error as well, since a network without it would be a
/// different one. A tensor that is left over elsewhere becomes a note.
/// `family` is the family's name; when empty, the names of tensors and config.json determine it.
WeightPlaces weight_places(const Checkpoint& checkpoint, const NetworkPlan& plan, const std::string& family);

}   // namespace stepzero
