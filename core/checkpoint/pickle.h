// SPDX-License-Identifier: GPL-3.0-or-later
// Python's pickles (PEP 307, PEP 3154, PEP 574; Lib/pickletools.py), protocols 2 to 5, as far as torch.save needs them
// for tensors in dicts and lists. Nothing is run and nothing is looked up: the few classes and functions that tensors
// are made of are known by name (torch/_utils.py). What any other makes (a Namespace of arguments, NumPy's arrays,
// sets, sparse and quantized tensors) stays a name without contents. Opcodes that neither needs are refused. Safe on
// any bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/formats/format_error.h"
#include "core/checkpoint/pickle_machine.h"

namespace stepzero {

/// A tensor as it was pickled: a view of a storage.
struct PickledTensor {
    std::string name;   ///< keys and places on the way to it, with dots between
    std::string type;   ///< PyTorch's word for it or for the storage: "float8_e5m2", "BFloat16Storage"
    std::string storage;   ///< its key: in an archive the name of a member
    std::uint64_t offset = 0;   ///< in entries of the storage
    std::vector<std::uint64_t> shape, strides;
};

/// An object that only code could make, which is not run.
struct PickledObject {
    std::string name;   ///< as a tensor's
    std::string type;   ///< the class or function by its full name: "argparse.Namespace"
};

/// In the order in which they stand; of objects, those that stand where a tensor could.
struct Pickle {
    std::vector<PickledTensor> tensors;
    std::vector<PickledObject> objects;
};

/// Throw FormatError, also where there are objects and no tensor.
Pickle read_pickle(std::string_view bytes);
Pickle tensors_of(const PickleObjects& objects);

}   // namespace stepzero
