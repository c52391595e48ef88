// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/open_experiment.h"

#include <QFileInfo>

#include "core/exchange/file.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/presets.h"

namespace stepzero {

std::optional<OpenedExperiment> openExperiment(const QString& name, QStringList* problems)
{
    problems->clear();
    OpenedExperiment opened;
    std::string text;
    if (const Preset* preset = QFileInfo::exists(name) ? nullptr : find_preset(name.toStdString())) {
        text = preset->text;
    } else {
        try {
            text = read_file(name.toStdString());
        } catch (const FileError& error) {
            *problems << QString::fromUtf8(error.what());
            return std::nullopt;
        }
        opened.path = name;
    }
    auto result = parse_experiment(text);
    if (const auto* found = std::get_if<std::vector<Problem>>(&result)) {
        const std::string file = QFileInfo(name).fileName().toStdString();
        for (const Problem& problem : *found)
            *problems << QString::fromStdString(sentence(file, problem));
        return std::nullopt;
    }
    opened.experiment = std::get<Experiment>(std::move(result));
    return opened;
}

}   // namespace stepzero
