// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace stepzero {

/// Returns the text of --version: the version on a separate line, then how the program was built and what it has
/// loaded.
std::string version_text();

}   // namespace stepzero
