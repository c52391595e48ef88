// SPDX-License-Identifier: GPL-3.0-or-later
// What the windows open: an experiment, a study of many or a lesson, from a file or the name of one that is known.
#pragma once

#include <QString>
#include <QStringList>
#include <filesystem>
#include <optional>
#include <variant>

#include "core/network/experiment/experiment.h"
#include "core/study/grid/grid.h"
#include "core/study/lesson/lesson.h"

namespace stepzero {

struct OpenedExperiment {
    Experiment experiment;
    QString path;   ///< empty for a preset
};

struct OpenedGrid {
    Grid grid;
    QString path;   ///< empty for a preset
};

struct OpenedLesson {
    Lesson lesson;
    QString path;   ///< empty for one that comes with the program
};

using Opened = std::variant<OpenedExperiment, OpenedGrid, OpenedLesson>;

/// What the name leads to, or nothing and every problem as a sentence. A file stands before a preset of its name.
std::optional<Opened> openFile(const QString& name, QStringList* problems);

/// What a relative input file of a study is relative to.
std::filesystem::path folderOf(const QString& path);

}   // namespace stepzero
