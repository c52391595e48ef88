// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the course for a web server: every lesson as a page with sliders, in several languages with links between
// them, and an index page for each language.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "widgets/report/handout.h"

namespace stepzero {

struct CourseOptions {
    std::vector<Lesson> lessons;   ///< with names, which become names of files
    std::vector<std::string>
        languages;   ///< some of lesson_languages(); pages of the first have no language in their name
    /// Returns the studies of a lesson, given its number. May throw to stop.
    std::function<ComputedLesson(std::size_t)> computed;
    /// Called while a lesson is drawn, with its number and the completed fraction of its pages. May throw to stop.
    std::function<void(std::size_t lesson, double fraction)> progress;
};

/// Writes into a folder, which must exist: index.html and NAME.html, index.zh.html and NAME.zh.html. Must run in the
/// GUI thread; sets the language of all texts. Throws FileError, and what the functions throw.
void writeCourse(const std::filesystem::path& folder, const CourseOptions& options);

/// Returns the index page in one of the languages. The language of all texts must be that one.
QString courseIndex(const CourseOptions& options, const std::string& language);

}   // namespace stepzero
