// SPDX-License-Identifier: GPL-3.0-or-later
// Reads Python pickles (PEP 307, PEP 3154, PEP 574; Lib/pickletools.py), protocols 2 to 5, as far as torch.save uses
// them for tensors in dicts and lists. No code is executed or imported. The few classes and functions that make up
// tensors are known by name (torch/_utils.py). Any other object (a Namespace of arguments, NumPy arrays, sets, sparse
// and quantized tensors) becomes a name without contents. Opcodes that are not needed are rejected. Safe on any bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/formats/format_error.h"
#include "core/checkpoint/pickle_machine.h"

namespace stepzero {

/// A pickled tensor, which is a view of a storage.
struct PickledTensor {
    std::string name;   ///< keys and indices on the path to it, joined by dots
    std::string type;   ///< PyTorch's name of the type or storage: "float8_e5m2", "BFloat16Storage"
    std::string storage;   ///< key of the storage: in an archive, the name of a member
    std::uint64_t offset = 0;   ///< in entries of the storage
    std::vector<std::uint64_t> shape, strides;
};

/// An object that only executing code could construct.
struct PickledObject {
    std::string name;   ///< path, as for tensors
    std::string type;   ///< qualified name of the class or function: "argparse.Namespace"
};

/// The contents in pickling order; `objects` lists foreign objects at positions where a tensor could be.
struct Pickle {
    std::vector<PickledTensor> tensors;
    std::vector<PickledObject> objects;
};

/// These throw FormatError, also when there are objects but no tensors.
Pickle read_pickle(std::string_view bytes);
Pickle tensors_of(const PickleObjects& objects);

}   // namespace stepzero
