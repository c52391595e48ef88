// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes the family of a checkpoint by its config, tensor names and sizes. It also finds where the family's names
// begin, because models are often part of a larger one.
#pragma once

#include "core/checkpoint/audit/family_file.h"

namespace stepzero {

/// Returns whether a checkpoint belongs to a family, by names and sizes. `named`: the config names the family, so one
/// matching name is sufficient.
bool recognizes(const std::vector<StoredTensor>& tensors, const Json& config, const FamilyFile& file, bool named);

/// Returns the prefix of all the family's names in a file, apart from the family's own prefixes; absent when it does
/// not belong to the family. `named`: it is known to belong, and the first matching name determines the prefix.
std::optional<std::string> outer_prefix(const std::vector<StoredTensor>& tensors, const FamilyFile& file, bool named);

/// Returns the names that a tensor may have in the family: without the outer prefix, and without one of the family's
/// prefixes. Empty for a tensor outside.
std::vector<std::string_view> inner_names(std::string_view name, std::string_view outer, const FamilyFile& file);

/// Returns the objects of config.json in lookup order: the one with the model_type of the family, at the root or one
/// level below ("text_config"), then the root, then its text_config.
std::vector<const Json*> config_objects(const Json& config, const FamilyFile& file);

/// Returns the first matching family; nullptr when there is none.
const Family* recognized(const std::vector<StoredTensor>& tensors, const Json& config);

}   // namespace stepzero
