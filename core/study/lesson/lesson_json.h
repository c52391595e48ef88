// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons as JSON text ("stepzero-lesson", version 1), and those that come with the program: each a file
// resources/lessons/NN-NAME.stepzero-lesson.json that the build embeds. As strict as an experiment file; what is wrong
// is told by step and field: `steps[2].claims[0].that: …`.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/json/embedded_files.h"
#include "core/base/words/problem.h"
#include "core/study/lesson/lesson.h"

namespace stepzero {

inline constexpr std::string_view lesson_ending = ".stepzero-lesson.json";

/// The lesson, or at least one problem. Relative files of its experiments are left as they are. Names of figures are
/// not looked up, and claims are read, not tried.
std::variant<Lesson, std::vector<Problem>> parse_lesson(std::string_view text);

/// Ends in a newline. parse(format(l)) formats to the same text.
std::string format_lesson(const Lesson& lesson);

/// Whether a text is meant as a lesson, however wrong it may be.
bool is_lesson(std::string_view text);

/// The lesson of a file, with its experiments' files as paths that can be opened from anywhere. Throws FileError when
/// it cannot be read.
std::variant<Lesson, std::vector<Problem>> load_lesson(const std::filesystem::path& path);

/// Throws FileError. Files of experiments in or below the folder of `path` are written as relative paths.
void save_lesson(const std::filesystem::path& path, const Lesson& lesson);

/// Those that come with the program, in the order of the course. A test holds them to have no problems.
const std::vector<Lesson>& lessons();
/// The file of one by its name, "02-xavier", or the part behind the number, "xavier"; nullptr when there is none.
const EmbeddedFile* find_lesson(std::string_view name);

}   // namespace stepzero
