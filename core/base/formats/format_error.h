// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/words/text_error.h"

namespace stepzero {

/// Bytes that are not what their format demands. what() goes on from a file's name: "is not an .npy file".
struct FormatError : TextError {
    using TextError::TextError;
};

}   // namespace stepzero
