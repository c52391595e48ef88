// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a lesson as a handout: a document of its steps with texts, numbers, formulas, pictures and questions, with the
// answers at the end. Each picture is also written to a file, for slides.
#pragma once

#include <QString>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/study/lesson/lesson.h"
#include "widgets/figures/picture.h"

namespace stepzero {

/// Returns the figure of a step, in its view.
PicturePart partOf(const LessonFigure& figure);

struct HandoutOptions {
    std::string language;   ///< one of lesson_languages()
    QString format = QStringLiteral("png");   ///< format of the pictures: png, svg or pdf
    PictureOptions picture;   ///< options of the pictures; the theme also applies to the figures of the document
    /// Called before each figure with the completed fraction. May be empty, and may throw to stop.
    std::function<void(double fraction)> progress;
};

/// Writes into a folder, which is created if needed: NN-STEP-FIGURE.FORMAT for every figure of every step, handout.html
/// and handout.pdf. `studies` has one full study per step. Throws FileError, and what options.progress throws.
void writeHandout(const std::filesystem::path& folder, const Lesson& lesson, const std::vector<StudyPtr>& studies,
    const HandoutOptions& options);

}   // namespace stepzero
