// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine has for us, and what we give back.
#pragma once

#include <cstddef>

#include "core/base/words/text.h"

namespace stepzero {

/// Bytes that can be had without swapping (Linux: MemAvailable), or three quarters of the machine's where nothing says.
double available_memory();

/// Throws std::bad_alloc unless so many bytes can be had. For what is drawn by Qt, which goes on without what it could
/// not allocate.
void need_memory(std::size_t bytes);

/// Whether so many threads can be started beside those that run. Qt waits forever for those that cannot.
bool can_start_threads(int threads);
inline Text no_threads() { return tr("the system does not let this program start more threads"); }

/// What was freed, back to the system: malloc keeps it for the next time, in arenas of all the threads.
void give_memory_back();

}   // namespace stepzero
