// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: `stepzero run`, `export`, `theory`, `code`, `presets`, `--help` and `--version`.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace stepzero {

/// Runs what the arguments request and returns its exit status: 0 done, 1 the verdict is bad, 2 bad usage or a bad
/// file, 3 the computation failed or its result could not be written, 130 interrupted. Returns nothing when the
/// arguments request the window: no argument, a FILE, or options of Qt. Must be called first in main, because it makes
/// sure that the standard streams exist, and creates the parts of Qt that it needs.
std::optional<int> run_command(int argc, char** argv);

/// Takes --language out of the arguments and returns its value, or an empty string where it is absent.
std::string asked_language(std::vector<std::string>& arguments);

}   // namespace stepzero
