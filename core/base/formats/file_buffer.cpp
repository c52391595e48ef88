// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/formats/file_buffer.h"

#include "core/base/formats/file.h"

namespace stepzero {

std::streambuf::int_type FileBuffer::underflow()
{
    begin_ += block_.size();
    block_ = read_file(path_, begin_, size_);
    setg(block_.data(), block_.data(), block_.data() + block_.size());
    return block_.empty() ? traits_type::eof() : traits_type::to_int_type(block_.front());
}

std::streambuf::pos_type FileBuffer::seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode mode)
{
    const off_type here = off_type(begin_) + (gptr() - eback());
    if (from == std::ios_base::end)
        return pos_type(off_type(-1));   // not needed
    const off_type position = from == std::ios_base::cur ? here + offset : offset;
    return position == here ? pos_type(here) : seekpos(position, mode);
}

std::streambuf::pos_type FileBuffer::seekpos(pos_type position, std::ios_base::openmode)
{
    const auto place = std::uint64_t(off_type(position));
    if (place < begin_ || place > begin_ + block_.size()) {
        begin_ = place;
        block_.clear();
    }
    setg(block_.data(), block_.data() + (place - begin_), block_.data() + block_.size());
    return position;
}

}   // namespace stepzero
