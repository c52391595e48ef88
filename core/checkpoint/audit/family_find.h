// SPDX-License-Identifier: GPL-3.0-or-later
// Which family a checkpoint is of, and where in its names the family's begin.
#pragma once

#include "core/checkpoint/audit/family_file.h"

namespace stepzero {

/// Whether a checkpoint is of a family, by its names and sizes; `named`: its config says so, and one name is enough.
bool recognizes(const std::vector<StoredTensor>& tensors, const Json& config, const FamilyFile& file, bool named);

/// What stands before all of the family's names in a file, beside the family's own prefixes; absent: it is none of the
/// family. `named`: that it is one is known, and the first of its names tells where it is.
std::optional<std::string> outer_prefix(const std::vector<StoredTensor>& tensors, const FamilyFile& file, bool named);

/// The names that a tensor may have in the family: without the outer prefix, and without one of the family's. None of a
/// tensor outside.
std::vector<std::string_view> inner_names(std::string_view name, std::string_view outer, const FamilyFile& file);

/// The objects of a config.json in which the family's values are looked up, in this order: that of its model_type, at
/// the root or one below ("text_config"), then the root, then its text_config.
std::vector<const Json*> config_objects(const Json& config, const FamilyFile& file);

/// The first that fits; nullptr when there is none.
const Family* recognized(const std::vector<StoredTensor>& tensors, const Json& config);

}   // namespace stepzero
