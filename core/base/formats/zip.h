// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the directory of a zip archive (PKWARE's APPNOTE.TXT 6.3.10), including 64-bit fields. A file is a single
// archive without encryption. Safe on any bytes.
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
    std::uint64_t begin = 0;   ///< position of the data in the file
    std::uint64_t stored = 0;   ///< size in the file
    std::uint64_t size = 0;   ///< uncompressed size
    std::uint32_t crc = 0;   ///< CRC-32 of the uncompressed data; 0: unknown
};

/// Returns the members sorted by position; names are unique and data do not overlap. Throws FileError, FormatError.
std::vector<ZipMember> read_zip(const FileReader& file);

}   // namespace stepzero
