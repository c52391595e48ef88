// SPDX-License-Identifier: GPL-3.0-or-later
// How far a reader got in each lesson, kept in the settings under the lesson's key: the name of a built-in lesson, or
// the path of a file.
#pragma once

#include <QString>
#include <set>

namespace stepzero {

class Settings;
struct Lesson;

struct LessonProgress {
    int step = 0;   ///< shown last, from 0
    std::set<int> seen {}, solved {};   ///< steps that were shown, and those whose exercise was solved
    bool done = false;   ///< the last step was shown, in this pass or an earlier one

    bool operator==(const LessonProgress&) const = default;
};

/// Returns the progress without steps that the lesson does not have, since its file may have changed.
LessonProgress readProgress(const Settings& settings, const QString& key, const Lesson& lesson);
/// Stores the progress, and makes the lesson the latest one.
void keepProgress(Settings& settings, const QString& key, const LessonProgress& progress);
/// Returns the key of the lesson that was read last; empty: none.
QString latestLesson(const Settings& settings);

}   // namespace stepzero
