// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine has for us, and what we give back.
#pragma once

namespace stepzero {

/// Bytes that can be had without swapping (Linux: MemAvailable), or three quarters of the machine's where nothing says.
double available_memory();

/// What was freed, back to the system: malloc keeps it for the next time, in arenas of all the threads.
void give_memory_back();

}   // namespace stepzero
