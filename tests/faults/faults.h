// SPDX-License-Identifier: GPL-3.0-or-later
// A library that makes one call of a program to the system fail. It is linked, or loaded by LD_PRELOAD. Calls are
// counted from 1, over all threads; in a program that preloads it, from main() on.
#pragma once

namespace faults {

enum class Call {
    file,   ///< any call on a file in the watched folder, or on standard output
    room,   ///< those of these calls that need disk space
    half,   ///< a write to a file, which writes only half of the data and returns that number
    thread,   ///< a new thread
    crowd,   ///< a new thread, while `at` − 1 started ones are alive
    object,   ///< operator new
    block,   ///< 64 KiB or more, by operator new or malloc()
    none
};

/// Restarts the count, and makes the `at`-th call fail with `error` (errno); with `lasts`, all later ones too. 0: none
/// fails. A program that has the library preloaded is configured by
///   STEPZERO_FAULT="CALL AT ERROR LASTS"   STEPZERO_FAULT_FOLDER   STEPZERO_FAULT_COUNT=FILE, for the number of calls
void arm(Call call, long at, int error = 0, bool lasts = false);
void watch(const char* folder);
long count();

}   // namespace faults
