// SPDX-License-Identifier: GPL-3.0-or-later
// Executes a pickle and keeps the objects that it makes, as far as tensors need them. Internal to the readers of
// torch.save files; pickle.h lists what is supported.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/formats/format_error.h"

namespace stepzero {

/// other: irrelevant; foreign: made by code that is not executed, so without contents.
enum class PickleKind { other, whole, text, tuple, list, dict, global, storage, tensor, foreign };

/// The meaning of a known global.
enum class PickleGlobal { dict, tensor, typed_tensor, parameter, size, device, dtype, storage };

struct PickleObject {
    PickleKind kind = PickleKind::other;
    std::int64_t number = 0;   ///< value of a whole number; offset of a storage within the storage of its key
    PickleGlobal global = PickleGlobal::dtype;
    std::string_view text {};   ///< content of a text; last component of a name; type name of a storage
    std::string_view module {};   ///< module of the class or function that makes a foreign object
    std::vector<std::uint32_t> items {};   ///< alternating keys and values of a dict; key of a storage; a tensor's
                                           ///< storage, offset, shape, strides and optional dtype
};

/// All objects that a pickle has made. Texts point into its bytes.
struct PickleObjects {
    std::vector<PickleObject> all;
    std::uint32_t made = 0;   ///< index of the result

    const PickleObject& operator[](std::uint32_t index) const { return all[index]; }
};

/// Limit above the number of objects in any file of tensors.
inline constexpr std::size_t most_pickle_objects = std::size_t(1) << 22;

/// Executes the pickle at the front of `bytes` and removes it. Throws FormatError.
PickleObjects run_pickle(std::string_view& bytes);

[[noreturn]] void refuse_large_pickle();

}   // namespace stepzero
