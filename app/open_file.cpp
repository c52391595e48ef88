// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/open_file.h"

#include <QFileInfo>

#include "app/commands/source.h"
#include "core/grid/grid_json.h"
#include "core/lesson/lesson_json.h"

namespace stepzero {

std::optional<Opened> openFile(const QString& name, QStringList* problems)
{
    problems->clear();
    try {
        const SourceText source = source_text(name.toStdString());
        const QString path = source.folder ? QFileInfo(name).absoluteFilePath() : QString();
        if (is_grid(source.text))
            return OpenedGrid {grid_in(source), path};
        if (is_lesson(source.text))
            return OpenedLesson {lesson_in(source), path};
        return OpenedExperiment {experiment_in(source), path};
    } catch (const BadExperiment& error) {
        *problems = QString::fromUtf8(error.what()).split('\n', Qt::SkipEmptyParts);
        return std::nullopt;
    }
}

std::filesystem::path folderOf(const QString& path)
{
    return path.isEmpty() ? std::filesystem::path(".")
                          : std::filesystem::path(QFileInfo(path).absolutePath().toStdU16String());
}

}   // namespace stepzero
