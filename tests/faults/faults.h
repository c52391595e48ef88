// SPDX-License-Identifier: GPL-3.0-or-later
// A library that stands between a program and its system, and lets one call fail: linked or by LD_PRELOAD. Calls are
// counted from 1, over all threads; of a preloaded program, from main() on.
#pragma once

namespace faults {

enum class Call {
    file,   ///< whatever touches a file in the watched folder, or standard output
    room,   ///< those of them that need space on the disk
    half,   ///< a write to a file, which takes half of what it is given and says so
    thread,   ///< a new thread
    crowd,   ///< a new thread, while `at` − 1 that were started live
    object,   ///< operator new
    block,   ///< 64 KiB or more, by operator new or malloc()
    none
};

/// From now on the calls are counted anew, and the `at`-th fails with `error` (errno); with `lasts` all later ones too.
/// 0: none fails. A program that has the library preloaded is armed by
///   STEPZERO_FAULT="CALL AT ERROR LASTS"   STEPZERO_FAULT_FOLDER   STEPZERO_FAULT_COUNT=FILE, for the number of calls
void arm(Call call, long at, int error = 0, bool lasts = false);
void watch(const char* folder);
long count();

}   // namespace faults
