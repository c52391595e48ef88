// SPDX-License-Identifier: GPL-3.0-or-later
// A file that is read block by block, for contents that need not fit into memory.
#pragma once

#include <filesystem>
#include <streambuf>
#include <string>

namespace stepzero {

/// The file is open only while a block is read, so that any number of them may be read side by side. What cannot be
/// read is a FileError, at the read.
class FileBuffer : public std::streambuf {
public:
    FileBuffer(std::filesystem::path path, std::size_t block) : path_(std::move(path)), size_(block) { }

protected:
    int_type underflow() override;
    pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode) override;
    pos_type seekpos(pos_type position, std::ios_base::openmode) override;

private:
    std::filesystem::path path_;
    std::size_t size_;
    std::string block_;
    std::uint64_t begin_ = 0;   // where in the file the block stands
};

}   // namespace stepzero
