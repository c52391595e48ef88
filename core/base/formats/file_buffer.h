// SPDX-License-Identifier: GPL-3.0-or-later
// A stream buffer that reads a file block by block, for contents larger than memory.
#pragma once

#include <filesystem>
#include <streambuf>
#include <string>

namespace stepzero {

/// The file is open only while a block is read, so that any number of files can be read at once. Read errors throw
/// FileError.
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
    std::uint64_t begin_ = 0;   // position of the block in the file
};

}   // namespace stepzero
