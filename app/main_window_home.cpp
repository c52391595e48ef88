// SPDX-License-Identifier: GPL-3.0-or-later
// Exports of the window's experiment: code, numbers and tensors, identical to what the commands write.
#include <QDir>
#include <QMenu>
#include <QStatusBar>

#include "app/commands/run_texts.h"
#include "app/file_names.h"
#include "app/long_work.h"
#include "app/main_window.h"
#include "core/base/formats/file.h"
#include "core/checkpoint/weights/given_weights.h"
#include "core/exchange/code.h"
#include "core/exchange/result.h"
#include "core/exchange/tensors.h"
#include "core/kinds/kinds.h"
#include "core/simulate/simulate.h"
#include "widgets/file_path.h"

namespace stepzero {

namespace {

const QString homePlace = QStringLiteral("export.md#export-code-and-data");

using Writer = std::function<void(const Experiment&, const std::filesystem::path&, const Context&)>;

void writeResults(const Experiment& experiment, const std::filesystem::path& path, const Context& context)
{
    NoiseCache cache(longWorkNoise);
    write_file(path, run_texts(experiment, plan_of(experiment, context), cache, context).result);
}

void writeTable(const Experiment& experiment, const std::filesystem::path& path, const Context& context)
{
    NoiseCache cache(longWorkNoise);
    const NetworkPlan plan = plan_of(experiment, context);
    write_file(path, format_csv(plan, simulate(experiment, plan, cache, context)));
}

void writeTensors(const Experiment& experiment, const std::filesystem::path& path, const Context& context)
{
    NoiseCache cache(longWorkNoise);
    write_tensors(path, experiment, plan_of(experiment, context), cache, context);
}

}   // namespace

void MainWindow::addHomeActions(QMenu* file)
{
    QMenu* home = file->addMenu(tr("Export code and &data"));
    home->setToolTipsVisible(true);
    const auto add = [&](const QString& name, const QString& title, const QString& ending, const QString& filter,
                         const Writer& write) {
        QAction* action = home->addAction(title, this, [=, this] {
            const QString path
                = askForExport(plainWords(title), document_.path(), fileName() + ending, {ending}, filter, homePlace);
            const Experiment experiment = document_.experiment();
            if (!path.isEmpty()
                && doLongWork(this, tr("Writing %1…").arg(QFileInfo(path).fileName()), tr("Could not write the file"),
                    homePlace, [&](const Context& context) { write(experiment, pathOf(path), context); }))
                statusBar()->showMessage(tr("Wrote %1").arg(QDir::toNativeSeparators(path)), 5000);
        });
        action->setObjectName("home-" + name);
        return action;
    };
    const QVector<QPair<Framework, QString>> frameworks {{Framework::pytorch, tr("&PyTorch code…")},
        {Framework::jax, tr("&JAX code…")}, {Framework::keras, tr("&Keras code…")}};
    for (const auto& [framework, title] : frameworks) {
        const std::string& word = framework_names()[std::size_t(framework)];
        QAction* code = add(QString::fromStdString(word), title, ".py", tr("Python (*.py)"),
            [framework = framework](const Experiment& experiment, const std::filesystem::path& path, const Context&) {
                write_file(path, framework_code(experiment, framework));
            });
        connect(home, &QMenu::aboutToShow, code, [this, code, framework = framework] {
            code->setEnabled(has_code(document_.experiment().network, framework));
            code->setToolTip(
                code->isEnabled() ? QString() : tr("Networks made of blocks can be exported to PyTorch only"));
        });
    }
    home->addSeparator();
    add("results", tr("&Results…"), ".json", tr("All numbers (*.json)"), writeResults);
    add("table", tr("&Table of layers…"), ".csv", tr("Comma-separated values (*.csv)"), writeTable);
    add("tensors", tr("Te&nsors…"), ".safetensors", tr("Weights and input (*.safetensors)"), writeTensors);
}

}   // namespace stepzero
