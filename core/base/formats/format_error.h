// SPDX-License-Identifier: GPL-3.0-or-later
// The exception that all readers of file formats throw for invalid bytes.
#pragma once

#include "core/base/words/text_error.h"

namespace stepzero {

/// Bytes that violate their format. what() continues a sentence after the file name: "is not an .npy file".
struct FormatError : TextError {
    using TextError::TextError;
};

}   // namespace stepzero
