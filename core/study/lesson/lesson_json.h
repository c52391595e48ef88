// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons as JSON text ("stepzero-lesson", version 1). Built-in lessons are files
// resources/lessons/NN-NAME.stepzero-lesson.json that the build embeds. Reading is as strict as for experiment files;
// problems name step and field: `steps[2].claims[0].that: …`.
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

/// Returns the lesson, or at least one problem. Relative paths of its experiments are unchanged. Names of figures are
/// not checked, and claims are parsed but not evaluated.
std::variant<Lesson, std::vector<Problem>> parse_lesson(std::string_view text);

/// Returns text that ends in a newline. parse(format(l)) formats to the same text.
std::string format_lesson(const Lesson& lesson);

/// Returns whether a text is intended as a lesson, even if it is invalid.
bool is_lesson(std::string_view text);

/// Returns the lesson of a file, with paths of its experiments that are valid from any folder. Throws FileError when
/// the file cannot be read.
std::variant<Lesson, std::vector<Problem>> load_lesson(const std::filesystem::path& path);

/// Throws FileError. Files of experiments in or below the folder of `path` are written as relative paths.
void save_lesson(const std::filesystem::path& path, const Lesson& lesson);

/// Returns the built-in lessons, in course order. A test checks that they have no problems.
const std::vector<Lesson>& lessons();
/// Returns a built-in lesson by its name, "02-xavier", or by the part after the number, "xavier"; nullptr when not
/// found.
const EmbeddedFile* find_lesson(std::string_view name);

}   // namespace stepzero
