// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace stepzero {

/// A sentence for the person at the terminal: "stepzero: …" on standard error, a line a line.
void note(const std::string& sentences);

}   // namespace stepzero
