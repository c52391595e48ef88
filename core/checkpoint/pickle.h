// SPDX-License-Identifier: GPL-3.0-or-later
// Python's pickles (PEP 307, PEP 3154, PEP 574; Lib/pickletools.py), protocols 2 to 5, as far as torch.save needs them
// for tensors in dicts and lists. Nothing is run and nothing is looked up: the few classes and functions that tensors
// are made of are known by name (torch/_utils.py), every other and every other opcode is refused by its name. Safe on
// any bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/format_error.h"

namespace stepzero {

/// A tensor as it was pickled: a view of a storage.
struct PickledTensor {
    std::string name;   ///< keys and places on the way to it, with dots between
    std::string type;   ///< PyTorch's word for it or for the storage: "float8_e5m2", "BFloat16Storage"
    std::string storage;   ///< key: a name in the archive
    std::uint64_t offset = 0;   ///< in entries
    std::vector<std::uint64_t> shape, strides;
};

/// In the order in which they stand. Throws FormatError.
std::vector<PickledTensor> read_pickle(std::string_view bytes);

}   // namespace stepzero
