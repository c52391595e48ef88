// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files in and out. Writing goes to a temporary name beside the target, is synced and renamed: a
// crash or a full disk never leaves half a file, and the old one stays untouched. What a killed program has left of a
// temporary goes when somebody else writes to the same target.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace stepzero {

/// what() is a sentence that names the file and the reason.
struct FileError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

std::string read_file(const std::filesystem::path& path);
/// A piece of a regular file, shorter only where the file ends.
std::string read_file(const std::filesystem::path& path, std::uint64_t begin, std::size_t size);
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// A file that is written piece by piece, for contents that need not fit into memory. Until commit() has
/// returned nothing stands under the file's name; without it the pieces are removed again.
class FileWriter {
public:
    explicit FileWriter(const std::filesystem::path& path);
    ~FileWriter();
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;

    void write(std::string_view bytes);
    void commit();

private:
    std::filesystem::path path_;   // as given, for messages
    std::filesystem::path target_;   // where symbolic links lead
    std::filesystem::path temporary_;   // beside the target; empty once renamed, and for pipes and devices
    int descriptor_ = -1;
};

}   // namespace stepzero
