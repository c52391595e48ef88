// SPDX-License-Identifier: GPL-3.0-or-later
// The places of a finding by name: tensors of a checkpoint, or modules and parameters of a capture. Places in all
// blocks have one name with * for the block's number.
#pragma once

#include <string>
#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

struct NamedPlace {
    std::string pattern;   ///< common to all blocks: "h.*.attn.c_attn.weight"
    std::string name;
};

/// Returns one pattern for all blocks when all are chosen, else their names; each once.
std::vector<std::string> shortest_names(const std::vector<NamedPlace>& all, const std::vector<NamedPlace>& chosen);

/// Lists the first names, and the number of the rest: "wte.weight, wpe.weight, h.*.ln_1.weight and 3 more".
Text list_of(const std::vector<std::string>& names);

}   // namespace stepzero
