// SPDX-License-Identifier: GPL-3.0-or-later
// Files in and out, whole and in pieces. Writing goes to a temporary name beside the target, is synced and renamed: a
// crash or a full disk never leaves half a file, and the old one stays untouched. What a killed program has left of a
// temporary goes when somebody else writes to the same target. What is no regular file (a pipe, a device) is opened
// as it was given.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/base/words/text_error.h"

namespace stepzero {

/// what() is a sentence that names the file and the reason.
struct FileError : TextError {
    using TextError::TextError;
};

/// An output that is also an input of the running command. what() is a sentence.
struct InputOverwritten : FileError {
    using FileError::FileError;
};

/// Keeps a command from overwriting its inputs. While a guard exists, every regular file that is read is remembered by
/// device and inode, so that links and other paths to it are recognized, and a FileWriter to it throws
/// InputOverwritten. The window has none: it saves to the file that it opened. At most one at a time.
class OverwriteGuard {
public:
    OverwriteGuard();
    ~OverwriteGuard();
    OverwriteGuard(const OverwriteGuard&) = delete;
    OverwriteGuard& operator=(const OverwriteGuard&) = delete;

    static bool exists();
    int files_written() const;   ///< committed since it exists
};

/// Remembers a file that will be read later, so that an output to it is refused before the computation.
void mark_as_input(const std::filesystem::path& path);
void mark_as_input(int descriptor);
/// Throws InputOverwritten.
void refuse_input(const std::filesystem::path& path);
void refuse_input(int descriptor, const std::filesystem::path& name);

/// More than any experiment, study, lesson or configuration has: 32 MB.
inline constexpr std::size_t most_text = std::size_t(32) << 20;

/// All of it, at most `most` bytes: what is larger is refused, a regular file before it is read.
std::string read_file(const std::filesystem::path& path, std::size_t most = most_text);
/// The same of an open descriptor, whose name is for messages.
std::string read_descriptor(int descriptor, const std::string& name, std::size_t most = most_text);
/// A piece of a regular file, shorter only where the file ends.
std::string read_file(const std::filesystem::path& path, std::uint64_t begin, std::size_t size);
void write_file(const std::filesystem::path& path, std::string_view bytes);
/// With those above it; one that is there is left as it is.
void make_folder(const std::filesystem::path& path);

/// A file that is open for pieces of it to be read, by any number of threads at once. Throws FileError.
class FileReader {
public:
    explicit FileReader(const std::filesystem::path& path);
    FileReader(FileReader&& other) noexcept;
    ~FileReader();

    const std::filesystem::path& path() const { return path_; }
    std::uint64_t size() const { return size_; }   ///< when it was opened
    bool is_regular() const { return regular_; }   ///< no pipe, device or folder
    /// How many bytes came: fewer only where the file ends.
    std::size_t read(std::uint64_t begin, std::span<char> bytes) const;
    std::string read(std::uint64_t begin, std::size_t size) const;

private:
    std::filesystem::path path_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
    bool regular_ = false;
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
