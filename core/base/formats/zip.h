// SPDX-License-Identifier: GPL-3.0-or-later
// The directory of a zip archive (PKWARE's APPNOTE.TXT 6.3.10), with the fields of 64 bits; one archive a file, nothing
// encrypted. Safe on any bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/formats/file.h"
#include "core/base/formats/format_error.h"

namespace stepzero {

struct ZipMember {
    std::string name;
    bool deflated = false;   ///< else stored
    std::uint64_t begin = 0;   ///< of its bytes in the file
    std::uint64_t stored = 0;   ///< how many stand there
    std::uint64_t size = 0;   ///< once inflated
    std::uint32_t crc = 0;   ///< CRC-32 of those; 0: not told
};

/// By place; no two have a name or a byte in common. Throws FileError, FormatError.
std::vector<ZipMember> read_zip(const FileReader& file);

}   // namespace stepzero
