// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a lesson as a handout: a document of its steps with texts, numbers, formulas, pictures, questions and answers.
// In HTML, a step with a control has a slider, and the reader predicts the curve first. Each picture is also written to
// a file, for slides.
#pragma once

#include <QString>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/study/lesson/lesson.h"
#include "core/study/lesson/lesson_stops.h"
#include "widgets/figures/picture.h"
#include "widgets/report/page.h"

namespace stepzero {

/// Returns the figure of a step, in its view.
PicturePart partOf(const LessonFigure& figure);

struct HandoutOptions {
    std::string language;   ///< one of lesson_languages()
    QString format = QStringLiteral("png");   ///< format of the pictures: png, svg or pdf
    QVector<PageLink> links {};   ///< links of handout.html
    PictureOptions picture;   ///< options of the pictures; the theme also applies to the figures of the document
    /// Called before each figure with the completed fraction. May be empty, and may throw to stop.
    std::function<void(double fraction)> progress;
};

/// A lesson with its studies.
struct ComputedLesson {
    Lesson lesson;
    std::vector<StudyPtr> studies;   ///< one full study per step
    std::vector<std::optional<StepStops>> stops;   ///< one per step
};
/// Throws what full_study() throws.
ComputedLesson computed(const Lesson& lesson, StudyCaches& caches, const Context& context);

/// Writes into a folder, which is created if needed: NN-STEP-FIGURE.FORMAT for every figure of every step, handout.html
/// and handout.pdf. Throws FileError, and what options.progress throws.
void writeHandout(const std::filesystem::path& folder, const ComputedLesson& lesson, const HandoutOptions& options);

/// Returns handout.html.
QString handoutHtml(const ComputedLesson& lesson, const HandoutOptions& options);

}   // namespace stepzero
