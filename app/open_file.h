// SPDX-License-Identifier: GPL-3.0-or-later
// What the windows open: an experiment or a study of many, from a file or a preset's name.
#pragma once

#include <QString>
#include <QStringList>
#include <filesystem>
#include <optional>
#include <variant>

#include "core/experiment/experiment.h"
#include "core/grid/grid.h"

namespace stepzero {

struct OpenedExperiment {
    Experiment experiment;
    QString path;   ///< empty for a preset
};

struct OpenedGrid {
    Grid grid;
    QString path;   ///< empty for a preset
};

using Opened = std::variant<OpenedExperiment, OpenedGrid>;

/// What the name leads to, or nothing and every problem as a sentence. A file stands before a preset of its name.
std::optional<Opened> openFile(const QString& name, QStringList* problems);

/// What a relative input file of a study is relative to.
std::filesystem::path folderOf(const QString& path);

}   // namespace stepzero
