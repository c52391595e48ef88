// SPDX-License-Identifier: GPL-3.0-or-later
// The checks of `stepzero doctor`. Each check receives what was found, and decides whether that is acceptable.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text.h"
#include "core/diagnose/finding.h"

namespace stepzero {

struct Check {
    Text subject;   ///< a word or two
    Text found;   ///< half a line
    Text advice {};   ///< advice on what to do; empty: the check passed
    Severity severity = Severity::warning;   ///< shown with advice; a note concerns something optional
};

/// `missing` is the reason why no window can be opened.
Check check_display(const std::optional<Text>& missing, const std::string& platform);
/// `plugins` are the files in Qt's folder of platforms, such as "libqxcb.so".
Check check_platforms(const std::string& folder, const std::vector<std::string>& plugins);
/// `own` counts the program's font files that were loaded. `families` counts the font families of the system, and
/// `wide` those of them with Chinese characters.
Check check_fonts(int own, int families, int wide);
/// `quota` is the number of processors that a container may use at a time.
Check check_cores(int cores, std::optional<double> quota);
Check check_memory(double bytes);
/// `best` is the highest level of the processor, one of "baseline", "v3" and "v4".
Check check_vectors(std::string_view level, std::string_view registers, std::string_view best);
/// Checks a folder for output; it need not exist yet.
Check check_folder(const Text& subject, const std::string& path);
/// `known` is true when the C library has the locale that the environment names.
Check check_locale(const std::string& name, bool known, const std::string& encoding);
/// `python` is false when there is no python3. `package` is the file of the package stepzero that it finds; empty:
/// none. `torch` is true when it finds PyTorch, which the package needs.
Check check_python(bool python, const std::string& package, bool torch);

/// Returns the number of processors that cgroup v2 grants: "150000 100000" is 1.5, "max 100000" has no limit.
std::optional<double> quota_of(const std::string& cpu_max);

}   // namespace stepzero
