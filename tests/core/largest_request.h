// SPDX-License-Identifier: GPL-3.0-or-later
// The largest piece of memory that was asked for.
#pragma once

#include <atomic>
#include <cstddef>

namespace stepzero {

/// In bytes, by one `new` since this was last set to 0. A program that names it has an operator new that keeps it.
extern std::atomic<std::size_t> largest_request;

}   // namespace stepzero
