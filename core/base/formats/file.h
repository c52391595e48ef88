// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes files, whole or in pieces. Output goes to a temporary file next to the target, is synced, and then
// renamed. Thus a crash or a full disk never leaves a partial file, and the old one stays intact. Temporary files left
// by a killed process are removed when the same target is written again. Anything other than a regular file (a pipe, a
// device) is opened directly.
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

/// An output is also an input of the running command. what() is a sentence.
struct InputOverwritten : FileError {
    using FileError::FileError;
};

/// Prevents a command from overwriting its inputs. While a guard exists, it remembers every regular file that is read
/// by device and inode. Thus links and other paths to it are recognized. A FileWriter to such a file throws
/// InputOverwritten. The window does not use a guard, because it saves to the file that it opened. At most one guard
/// may exist.
class OverwriteGuard {
public:
    OverwriteGuard();
    ~OverwriteGuard();
    OverwriteGuard(const OverwriteGuard&) = delete;
    OverwriteGuard& operator=(const OverwriteGuard&) = delete;

    static bool exists();
    int files_written() const;   ///< committed during its lifetime
};

/// Remembers a file that will be read later, so that output to it is rejected before the computation.
void mark_as_input(const std::filesystem::path& path);
void mark_as_input(int descriptor);
/// Throws InputOverwritten.
void refuse_input(const std::filesystem::path& path);
void refuse_input(int descriptor, const std::filesystem::path& name);

/// Limit above the size of any experiment, study, lesson or configuration: 32 MB.
inline constexpr std::size_t most_text = std::size_t(32) << 20;

/// Reads a whole file. Throws FileError when it has more than `most` bytes; for a regular file, before reading.
std::string read_file(const std::filesystem::path& path, std::size_t most = most_text);
/// Reads from an open descriptor in the same way; `name` is used in messages.
std::string read_descriptor(int descriptor, const std::string& name, std::size_t most = most_text);
/// Reads a piece of a regular file; the result is shorter only at the end of the file.
std::string read_file(const std::filesystem::path& path, std::uint64_t begin, std::size_t size);
void write_file(const std::filesystem::path& path, std::string_view bytes);
/// Creates a folder and its parents; does nothing if it exists.
void make_folder(const std::filesystem::path& path);

/// An open file whose pieces can be read by several threads at once. Throws FileError.
class FileReader {
public:
    explicit FileReader(const std::filesystem::path& path);
    FileReader(FileReader&& other) noexcept;
    ~FileReader();

    const std::filesystem::path& path() const { return path_; }
    std::uint64_t size() const { return size_; }   ///< at the time of opening
    bool is_regular() const { return regular_; }   ///< not a pipe, device or folder
    /// Returns the number of bytes read, smaller than requested only at the end of the file.
    std::size_t read(std::uint64_t begin, std::span<char> bytes) const;
    std::string read(std::uint64_t begin, std::size_t size) const;

private:
    std::filesystem::path path_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
    bool regular_ = false;
};

/// Writes a file piece by piece, for contents larger than memory. The file appears under its name when commit()
/// returns; without commit(), the pieces are removed.
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
    std::filesystem::path target_;   // after following symbolic links
    std::filesystem::path temporary_;   // next to the target; empty once renamed, and for pipes and devices
    int descriptor_ = -1;
};

}   // namespace stepzero
