// SPDX-License-Identifier: GPL-3.0-or-later
// Files in and out, whole and in pieces. Writing goes to a temporary name beside the target, is synced and renamed: a
// crash or a full disk never leaves half a file, and the old one stays untouched. What a killed program has left of a
// temporary goes when somebody else writes to the same target.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
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

/// A file that is open for pieces of it to be read, by any number of threads at once. Throws FileError.
class FileReader {
public:
    explicit FileReader(const std::filesystem::path& path);
    FileReader(FileReader&& other) noexcept;
    ~FileReader();

    const std::filesystem::path& path() const { return path_; }
    std::uint64_t size() const { return size_; }   ///< when it was opened
    /// How many bytes came: fewer only where the file ends.
    std::size_t read(std::uint64_t begin, std::span<char> bytes) const;
    std::string read(std::uint64_t begin, std::size_t size) const;

private:
    std::filesystem::path path_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

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
