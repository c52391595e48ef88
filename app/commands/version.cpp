// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/version.h"

#include <Eigen/Core>

#include "core/vector_level.h"
#include "core/version.h"
#include "widgets/versions.h"

#define STEPZERO_TEXT_OF(macro) STEPZERO_TEXT(macro)
#define STEPZERO_TEXT(words) #words

namespace stepzero {

namespace {

#ifdef __clang__
constexpr const char* compiler = "Clang " __clang_version__;
#else
constexpr const char* compiler = "GCC " __VERSION__;
#endif
constexpr const char* eigen = STEPZERO_TEXT_OF(EIGEN_WORLD_VERSION) "." STEPZERO_TEXT_OF(
    EIGEN_MAJOR_VERSION) "." STEPZERO_TEXT_OF(EIGEN_MINOR_VERSION);

}   // namespace

std::string version_text()
{
    return std::string("stepzero ") + version + "\nbuild: " + build_type + ", " + compiler
        + "\ncore: " + std::string(vector_level()) + " (" + std::string(vector_registers())
        + ")\nlibraries: " + widgetVersions() + ", Eigen " + eigen + "\n";
}

}   // namespace stepzero
