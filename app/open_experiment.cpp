// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/open_experiment.h"

#include <QFileInfo>

#include "app/commands/source.h"

namespace stepzero {

std::optional<OpenedExperiment> openExperiment(const QString& name, QStringList* problems)
{
    problems->clear();
    try {
        return OpenedExperiment {experiment_from(name.toStdString()), QFileInfo::exists(name) ? name : QString()};
    } catch (const BadExperiment& error) {
        *problems = QString::fromUtf8(error.what()).split('\n', Qt::SkipEmptyParts);
        return std::nullopt;
    }
}

}   // namespace stepzero
