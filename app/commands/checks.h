// SPDX-License-Identifier: GPL-3.0-or-later
// What `stepzero doctor` looks at: each check is given what was found, and decides whether that is good.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

struct Check {
    Text subject;   ///< a word or two
    Text found;   ///< half a line
    Text advice {};   ///< what to do; empty: all is well
};

/// `missing`: why no window can be opened.
Check check_display(const std::optional<Text>& missing, const std::string& platform);
/// `plugins`: the files in Qt's folder of platforms, "libqxcb.so".
Check check_platforms(const std::string& folder, const std::vector<std::string>& plugins);
/// `own`: how many files of the program's typeface were read. `families`: how many font families the system has.
/// `wide`: how many of those have Chinese characters.
Check check_fonts(int own, int families, int wide);
/// `quota`: the number of processors that a container may use at a time.
Check check_cores(int cores, std::optional<double> quota);
Check check_memory(double bytes);
/// `best`: the highest level that the processor has, of "baseline", "v3" and "v4".
Check check_vectors(std::string_view level, std::string_view registers, std::string_view best);
/// A folder that is written to; it need not exist yet.
Check check_folder(const Text& subject, const std::string& path);
/// `known`: whether the C library has the locale that the environment names.
Check check_locale(const std::string& name, bool known, const std::string& encoding);

/// Processors that cgroup v2 grants: "150000 100000" is 1.5, "max 100000" has no limit.
std::optional<double> quota_of(const std::string& cpu_max);

}   // namespace stepzero
