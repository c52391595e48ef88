// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/open_file.h"

#include <QFileInfo>

#include "app/capture_runner.h"
#include "app/commands/source.h"
#include "core/base/words/shown_text.h"
#include "core/study/grid/grid_json.h"
#include "core/study/lesson/lesson_json.h"
#include "widgets/file_path.h"
#include "widgets/language/language.h"

namespace stepzero {

std::optional<Opened> openFile(const QString& name, QStringList* problems)
{
    problems->clear();
    const std::filesystem::path file = pathOf(name);
    std::error_code ignored;
    // reading from a device or pipe might never return
    if (std::filesystem::is_other(std::filesystem::symlink_status(file, ignored))) {
        *problems << translated(tr("%1 is a pipe or a device, but the window opens only files", shown(file.native())));
        return std::nullopt;
    }
    if (isCapture(name))
        return OpenedCapture {QFileInfo(name).absoluteFilePath()};
    try {
        const SourceText source = source_text(file.native());
        const QString path = source.folder ? QFileInfo(name).absoluteFilePath() : QString();
        if (is_grid(source.text))
            return OpenedGrid {grid_in(source), path};
        if (is_lesson(source.text))
            return OpenedLesson {lesson_in(source), path};
        return OpenedExperiment {experiment_in(source), path};
    } catch (const BadExperiment& error) {
        *problems = translated(error.text()).split('\n', Qt::SkipEmptyParts);
        return std::nullopt;
    }
}

std::filesystem::path folderOf(const QString& path)
{
    return path.isEmpty() ? std::filesystem::path(".") : pathOf(QFileInfo(path).absolutePath());
}

}   // namespace stepzero
