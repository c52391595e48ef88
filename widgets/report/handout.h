// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson to take home: its steps as a document with texts, numbers, formulas, pictures and questions, the answers at
// the end, and each picture as a file for slides.
#pragma once

#include <QString>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/study/lesson/lesson.h"
#include "widgets/figures/picture.h"

namespace stepzero {

/// The figure of a step, in its view.
PicturePart partOf(const LessonFigure& figure);

struct HandoutOptions {
    std::string language;   ///< of lesson_languages()
    QString format = QStringLiteral("png");   ///< of the pictures: png, svg or pdf
    PictureOptions picture;   ///< of them; its theme is that of the document's figures too
    /// Called before each figure with the share that is done. May be empty, and may throw to stop.
    std::function<void(double fraction)> progress;
};

/// Writes into a folder, which is made where it is not there: NN-STEP-FIGURE.FORMAT of every figure of every step,
/// handout.html and handout.pdf. `studies`: a full one a step. Throws FileError, and what options.progress throws.
void writeHandout(const std::filesystem::path& folder, const Lesson& lesson, const std::vector<StudyPtr>& studies,
    const HandoutOptions& options);

}   // namespace stepzero
