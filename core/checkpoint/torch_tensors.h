// SPDX-License-Identifier: GPL-3.0-or-later
// Common part of both torch.save formats: tensors of a pickle as views of storages in the file.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/checkpoint/pickle.h"
#include "core/checkpoint/placed_tensors.h"

namespace stepzero {

struct TorchStorage {
    std::uint64_t begin = 0, bytes = 0;   ///< position in the file
};

/// Returns the bytes per entry of a storage class such as "FloatStorage"; absent when unknown.
std::optional<std::uint64_t> torch_storage_width(std::string_view type);

/// Adds tensors. `find` looks up a storage by its key; absent when the file does not contain it. Tensors that cannot be
/// read as numbers are listed as left out. Throws FormatError for a tensor outside of its storage.
void add_torch_tensors(PlacedTensors& tensors, Pickle pickle,
    const std::function<std::optional<TorchStorage>(const std::string& key)>& find);

}   // namespace stepzero
