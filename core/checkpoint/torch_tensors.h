// SPDX-License-Identifier: GPL-3.0-or-later
// What both formats of torch.save have in common: the tensors of a pickle as views of storages that lie in the file.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/checkpoint/pickle.h"
#include "core/checkpoint/placed_tensors.h"

namespace stepzero {

struct TorchStorage {
    std::uint64_t begin = 0, bytes = 0;   ///< in the file
};

/// Bytes of an entry of a storage by the name of its class, "FloatStorage"; absent where it is not known.
std::optional<std::uint64_t> torch_storage_width(std::string_view type);

/// `find`: by the storage's key; absent where the file has none. What cannot be read as numbers is listed as left out.
/// Throws FormatError of a tensor that does not lie in its storage.
void add_torch_tensors(PlacedTensors& tensors, Pickle pickle,
    const std::function<std::optional<TorchStorage>(const std::string& key)>& find);

}   // namespace stepzero
