// SPDX-License-Identifier: GPL-3.0-or-later
// Reports the processors for which the loaded core library was compiled. The library exists in several versions, and
// the fastest supported one is loaded.
#pragma once

#include <string_view>

namespace stepzero {

/// Returns the vector registers in use: "AVX-512", "AVX2", "SSE2", "NEON", "scalar".
std::string_view vector_registers();
/// Returns "v4" or "v3" of x86-64, or "baseline", for a core that runs on any machine; "native" for one built for this
/// machine.
std::string_view vector_level();

}   // namespace stepzero
