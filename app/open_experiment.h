// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment for the window, from a file or a preset's name.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>

#include "core/experiment/experiment.h"

namespace stepzero {

struct OpenedExperiment {
    Experiment experiment;
    QString path;   ///< empty for a preset
};

/// The experiment, or nothing and every problem as a sentence. A file stands before a preset of its name.
std::optional<OpenedExperiment> openExperiment(const QString& name, QStringList* problems);

}   // namespace stepzero
