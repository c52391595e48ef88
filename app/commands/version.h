// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace stepzero {

/// What --version prints: the version in a line of its own, then how the program was built and what it has loaded.
std::string version_text();

}   // namespace stepzero
