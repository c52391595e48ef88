// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vector_level.h"

#include "core/version.h"

namespace stepzero {

namespace {

struct Level {
    std::string_view name, registers;
};

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512CD__) && defined(__AVX512DQ__)                    \
    && defined(__AVX512VL__)
constexpr Level compiled_for {"v4", "AVX-512"};
#elif defined(__AVX2__) && defined(__FMA__)
constexpr Level compiled_for {"v3", "AVX2"};
#elif defined(__SSE2__)
constexpr Level compiled_for {"baseline", "SSE2"};
#elif defined(__ARM_NEON)
constexpr Level compiled_for {"baseline", "NEON"};
#else
constexpr Level compiled_for {"baseline", "scalar"};
#endif

}   // namespace

std::string_view vector_registers() { return compiled_for.registers; }
std::string_view vector_level() { return built_for_this_machine ? "native" : compiled_for.name; }

}   // namespace stepzero
