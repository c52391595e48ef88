// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how much memory malloc has handed out.
#pragma once

#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include <optional>

namespace stepzero {

/// In bytes. Absent where it is unknown: with other C libraries, and with sanitizers, whose malloc does its own
/// accounting.
inline std::optional<double> allocated()
{
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    const struct mallinfo2 info = mallinfo2();
    return double(info.uordblks) + double(info.hblkhd);
#else
    return std::nullopt;
#endif
}

}   // namespace stepzero
