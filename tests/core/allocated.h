// SPDX-License-Identifier: GPL-3.0-or-later
// What malloc has given out.
#pragma once

#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include <optional>

namespace stepzero {

/// In bytes; absent where nothing says: other C libraries, and sanitizers, whose malloc keeps books of its own.
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
