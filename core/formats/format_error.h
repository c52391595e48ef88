// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>

namespace stepzero {

/// Bytes that are not what their format demands. what() goes on from a file's name: "is not an .npy file".
struct FormatError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}   // namespace stepzero
