// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files in and out. Writing goes to a temporary name beside the target, is synced and renamed: a
// crash or a full disk never leaves half a file, and the old one stays untouched.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace stepzero {

/// what() is a sentence that names the file and the reason.
struct FileError : std::runtime_error { using std::runtime_error::runtime_error; };

std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::string_view bytes);

}   // namespace stepzero
