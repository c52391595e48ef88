// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_panels.h"

#include <QAction>
#include <QSpinBox>
#include <QToolBar>

#include "app/board.h"
#include "app/board_window.h"
#include "app/dial_bar.h"
#include "app/history_panel.h"
#include "app/layer_chooser.h"
#include "app/lesson_bar.h"
#include "app/manual.h"
#include "app/pin_panel.h"
#include "app/problem_box.h"
#include "app/side_panel.h"
#include "app/time_bar.h"
#include "app/verdict_bar.h"
#include "app/workspace.h"
#include "app/workspace_links.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/initialization_section.h"
#include "widgets/editors/input_section.h"
#include "widgets/editors/layer_table.h"
#include "widgets/editors/run_section.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

QVector<PresetChoice> presetChoices()
{
    QVector<PresetChoice> choices;
    for (const PresetGroup& group : preset_groups())
        for (const Preset* preset : presets_of(group)) {
            auto parsed = parse_experiment(preset->text);
            if (auto* experiment = std::get_if<Experiment>(&parsed))
                choices.push_back({QString::fromStdString(preset->name), translated(preset->title),
                    std::move(*experiment), translated(group.title), translated(preset->info.about),
                    QString::fromStdString(source_line(preset->info)), QString::fromStdString(preset->info.figure),
                    preset->info.welcome});
        }
    return choices;
}

}   // namespace

// Slots are called in the order of their connection, so the board is connected first and shows a new study first.
MainPanels::MainPanels(BoardWindow& window, Workspace& workspace)
    : experiment(new ExperimentPanel(presetChoices())), layers(new LayerTable), pins(new PinPanel(workspace.pins())),
      side(new SidePanel(experiment, layers, new HistoryPanel(workspace, window.settings()), pins, &window)),
      time(new TimeBar), dials(new DialBar), verdict(new VerdictBar), workspace_(workspace), window_(window),
      controls_(side, experiment)
{
    connectBoard(workspace, window.board());
    connectPanel(workspace, experiment);
    connectTable(workspace, layers);
    time->setWorkspace(workspace);
    dials->setWorkspace(workspace);
    verdict->setWorkspace(workspace);
    lesson = new LessonBar(workspace, window.board(), [this](const QString& path) { return controls_.show(path); });
    window.setPanel(side, {verdict, time, dials, lesson});
    connectParts();
    controls_.add("verdict", verdict);
    controls_.add("step", time);
    const QVector<QPair<QWidget*, QString>> places {{experiment, "networks.md"},
        {experiment->activation(), "activations.md"}, {experiment->initialization(), "schemes.md"},
        {experiment->input(), "networks.md#input"}, {experiment->run(), "networks.md#run"},
        {layers, "networks.md#per-layer-settings"}, {pins, "first-steps.md#compare"}, {verdict, "findings.md"},
        {lesson, "lessons.md"}};
    for (const auto& [widget, place] : places)
        setManualPlace(widget, place);
}

void MainPanels::connectParts()
{
    Board* board = window_.board();
    QObject::connect(experiment, &ExperimentPanel::dragStarted, board, [board] { board->setDragging(true); });
    QObject::connect(experiment, &ExperimentPanel::dragEnded, board, [board] { board->setDragging(false); });
    QObject::connect(layers, &LayerTable::layerHovered, board, &Board::setHoveredLayer);
    // Only dense networks have individual layers, which the table edits.
    QObject::connect(board, &Board::subjectChanged, side,
        [this, board] { side->setLayersApply(board->subject() == networkLayers); });
    QObject::connect(board, &Board::trainingRequested, experiment, [this] { experiment->setTrained(true); });
    QObject::connect(&workspace_.pins(), &PinList::changed, side,
        [this] { side->setPinCount(int(workspace_.pins().entries().size())); });
    QObject::connect(pins, &PinPanel::swapRequested, &workspace_, &Workspace::swapPin);
    // A screen reader reads the verdict once for the board, not with every figure.
    QObject::connect(verdict, &VerdictBar::wordsChanged, board, &QWidget::setAccessibleDescription);
    QObject::connect(verdict, &VerdictBar::moreRequested, board, [board] { board->setShown("findings", true); });
    QObject::connect(&workspace_, &Workspace::fixFailed, &window_, [this](const QString& sentence) {
        showProblems(&window_, BoardWindow::tr("Could not apply the fix"), {sentence}, "findings.md");
    });
}

void MainPanels::fillToolBar(QToolBar* bar)
{
    const auto action = [this](const char* name) { return window_.findChild<QAction*>(QLatin1String(name)); };
    bar->addActions({action("undo"), action("redo")});
    bar->addSeparator();
    bar->addActions({action("reroll"), action("pin")});
    bar->addSeparator();
    layer = new LayerChooser(workspace_, window_.board(), bar);
    setManualPlace(layer, "first-steps.md#layers");
    bar->addWidget(layer);
    auto* space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    bar->addActions({action("find"), action("copyBoard"), action("exportBoard")});
    controls_.add("layer", layer->box());
    controls_.add("seed", bar->widgetForAction(action("reroll")));
    controls_.add("export", bar->widgetForAction(action("exportBoard")));
}

}   // namespace stepzero
