// SPDX-License-Identifier: GPL-3.0-or-later
// For which processors the core was compiled that this process has loaded.
#pragma once

#include <string_view>

namespace stepzero {

/// What it computes with: "AVX-512", "AVX2", "SSE2", "NEON", "scalar".
std::string_view vector_registers();
/// "v4" or "v3" of x86-64, or "baseline", of a core for every machine, "native" of one for the machine that built it.
std::string_view vector_level();

}   // namespace stepzero
