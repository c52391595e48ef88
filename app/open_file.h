// SPDX-License-Identifier: GPL-3.0-or-later
// Opens what the windows work on: an experiment, a study of many, a lesson or a capture, from a file or by a known
// name.
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
    QString path;   ///< empty for a built-in lesson
};

/// A file that its window reads itself, in another thread.
struct OpenedCapture {
    QString path;
};

using Opened = std::variant<OpenedExperiment, OpenedGrid, OpenedLesson, OpenedCapture>;

/// Opens a file or a preset of this name; returns nothing and a sentence for every problem on failure. A file has
/// priority over a preset of its name.
std::optional<Opened> openFile(const QString& name, QStringList* problems);

/// Returns the folder that relative input files of a study refer to.
std::filesystem::path folderOf(const QString& path);

}   // namespace stepzero
