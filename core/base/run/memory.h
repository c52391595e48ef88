// SPDX-License-Identifier: GPL-3.0-or-later
// Queries how much memory and how many threads the system still provides, and returns freed memory to it. Callers check
// before work that would fail without an exception.
#pragma once

#include <cstddef>

#include "core/base/words/text.h"

namespace stepzero {

/// Returns the bytes that are available without swapping (Linux: MemAvailable), or three quarters of the physical
/// memory when the system does not report it.
double available_memory();

/// Throws std::bad_alloc unless `bytes` can be allocated. Call it before Qt paints something large: Qt continues
/// silently without the memory that it could not allocate.
void need_memory(std::size_t bytes);

/// Returns whether this many more threads can be started. Qt waits forever for threads that cannot start.
bool can_start_threads(int threads);
inline Text no_threads() { return tr("the system does not let this program start more threads"); }

/// Returns freed memory to the system. Otherwise malloc keeps it for reuse, in the arenas of all threads.
void give_memory_back();

}   // namespace stepzero
