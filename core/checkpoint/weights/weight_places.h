// SPDX-License-Identifier: GPL-3.0-or-later
// Which tensors of a checkpoint a network's parameters are: by the names that the program writes itself, or by the
// checkpoint's family.
#pragma once

#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/checkpoint/audit/family.h"
#include "core/checkpoint/checkpoint.h"
#include "core/network/plan.h"

namespace stepzero {

/// A tensor, and the parameters that lie in it.
struct WeightPlace {
    std::size_t tensor = 0;   ///< of Checkpoint::tensors()
    bool transposed = false;   ///< matrices lie as [fan_in, fan_out]
    double plus = 0;   ///< is added to every entry
    std::uint64_t from_row = 0;   ///< the rows before belong to none
    Packing packing {};   ///< of one parameter alone: without sizes
    std::vector<const ParameterPlan*> parts {};
};

struct WeightPlaces {
    std::vector<WeightPlace> places;
    std::vector<const ParameterPlan*> zeros;   ///< biases that no block of the file has
    std::optional<std::size_t> added_to_positions;   ///< whose first row is: BERT's token types
    std::vector<std::size_t> twins;   ///< heads that must be the tied embedding
    std::vector<Text> notes;   ///< sentences
};

/// Throws BadInput: a sentence that names file, tensor, the shape that it has and the one that it must have. What is
/// left over in the blocks is refused too, for a network without it would be another; what is left over outside of
/// them is a note.
/// `family`: by its name; empty: told by the names of tensors and config.json.
WeightPlaces weight_places(const Checkpoint& checkpoint, const NetworkPlan& plan, const std::string& family);

}   // namespace stepzero
