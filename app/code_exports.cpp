// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/code_exports.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QMenu>
#include <QStatusBar>

#include "app/board_window.h"
#include "app/commands/run_texts.h"
#include "app/file_names.h"
#include "app/long_work.h"
#include "app/worker.h"
#include "app/workspace.h"
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

void addCodeExports(QMenu* file, BoardWindow& window, Workspace& workspace)
{
    QMenu* home = file->addMenu(BoardWindow::tr("Export code and &data"));
    home->setToolTipsVisible(true);
    const auto add = [&](const QString& name, const QString& title, const QString& ending, const QString& filter,
                         const Writer& write) {
        QAction* action = home->addAction(title, &window, [=, &window, &workspace] {
            const QString path = window.askForExport(plainWords(title), workspace.document().path(),
                window.fileName() + ending, {ending}, filter, homePlace);
            const Experiment experiment = workspace.experiment();
            if (!path.isEmpty()
                && doLongWork(&window, BoardWindow::tr("Writing %1…").arg(QFileInfo(path).fileName()),
                    BoardWindow::tr("Could not write the file"), homePlace,
                    [&](const Context& context) { write(experiment, pathOf(path), context); }))
                window.statusBar()->showMessage(BoardWindow::tr("Wrote %1").arg(QDir::toNativeSeparators(path)), 5000);
        });
        action->setObjectName("home-" + name);
        return action;
    };
    const QVector<QPair<Framework, QString>> frameworks {{Framework::pytorch, BoardWindow::tr("&PyTorch code…")},
        {Framework::jax, BoardWindow::tr("&JAX code…")}, {Framework::keras, BoardWindow::tr("&Keras code…")}};
    for (const auto& [framework, title] : frameworks) {
        const std::string& word = framework_names()[std::size_t(framework)];
        QAction* code = add(QString::fromStdString(word), title, ".py", BoardWindow::tr("Python (*.py)"),
            [framework = framework](const Experiment& experiment, const std::filesystem::path& path, const Context&) {
                write_file(path, framework_code(experiment, framework));
            });
        QObject::connect(home, &QMenu::aboutToShow, code, [&workspace, code, framework = framework] {
            code->setEnabled(has_code(workspace.experiment().network, framework));
            code->setToolTip(code->isEnabled()
                    ? QString()
                    : BoardWindow::tr("Networks made of blocks can be exported to PyTorch only"));
        });
    }
    home->addSeparator();
    add("results", BoardWindow::tr("&Results…"), ".json", BoardWindow::tr("All numbers (*.json)"), writeResults);
    add("table", BoardWindow::tr("&Table of layers…"), ".csv", BoardWindow::tr("Comma-separated values (*.csv)"),
        writeTable);
    add("tensors", BoardWindow::tr("Te&nsors…"), ".safetensors", BoardWindow::tr("Weights and input (*.safetensors)"),
        writeTensors);
}

void addCodeCopy(QMenu* edit, BoardWindow& window, Workspace& workspace)
{
    edit->addAction(BoardWindow::tr("Copy PyTorch co&de"), &window,
            [&window, &workspace] {
                const auto failure = failureOf([&workspace] {
                    QApplication::clipboard()->setText(
                        QString::fromStdString(framework_code(workspace.experiment(), Framework::pytorch)));
                });
                window.statusBar()->showMessage(
                    failure ? asSentence(*failure) : BoardWindow::tr("Copied PyTorch code to the clipboard"), 5000);
            })
        ->setObjectName("copyCode");
}

}   // namespace stepzero
