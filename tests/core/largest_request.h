// SPDX-License-Identifier: GPL-3.0-or-later
// Records the largest single memory request.
#pragma once

#include <atomic>
#include <cstddef>

namespace stepzero {

/// The largest `new` in bytes since this was last set to 0. A program that uses it gets an operator new that updates
/// it.
extern std::atomic<std::size_t> largest_request;

}   // namespace stepzero
