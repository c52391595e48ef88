// SPDX-License-Identifier: GPL-3.0-or-later
// The objects that a pickle makes, as far as tensors need them. Internal to the readers of torch.save's files; pickle.h
// says what is read and what is refused.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/formats/format_error.h"

namespace stepzero {

/// other: of no account; foreign: made by something that is not run, and so without contents.
enum class PickleKind { other, whole, text, tuple, list, dict, global, storage, tensor, foreign };

/// What a name in the pickle stands for.
enum class PickleGlobal { dict, tensor, typed_tensor, parameter, size, device, dtype, storage };

struct PickleObject {
    PickleKind kind = PickleKind::other;
    std::int64_t number = 0;   ///< a whole number; the entry where a storage begins in the storage of its key
    PickleGlobal global = PickleGlobal::dtype;
    std::string_view text {};   ///< the text; the last name of what is named; the name of a storage's type
    std::string_view module {};   ///< the module of what makes a foreign object
    std::vector<std::uint32_t> items {};   ///< a dict's keys and values in turn; a storage's key; a tensor's
                                           ///< storage, offset, shape, strides and, where it is given, dtype
};

/// All that a pickle has made. Texts point into its bytes.
struct PickleObjects {
    std::vector<PickleObject> all;
    std::uint32_t made = 0;   ///< index of the result

    const PickleObject& operator[](std::uint32_t index) const { return all[index]; }
};

/// More than any file of tensors has.
inline constexpr std::size_t most_pickle_objects = std::size_t(1) << 22;

/// Takes one pickle off the front of `bytes`. Throws FormatError.
PickleObjects run_pickle(std::string_view& bytes);

[[noreturn]] void refuse_large_pickle();

}   // namespace stepzero
