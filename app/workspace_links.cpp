// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace_links.h"

#include "app/board.h"
#include "app/workspace.h"
#include "core/study/study.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/layer_table.h"

namespace stepzero {

void connectBoard(Workspace& workspace, Board* board)
{
    QObject::connect(&workspace, &Workspace::studyChanged, board, [board](const StudyPtr& study) {
        if (study->stage != Stage::stopped)
            board->setNotice({});
        board->setExhibit(study);
    });
    QObject::connect(&workspace, &Workspace::currencyChanged, board, [&workspace, board] {
        board->setCurrent(workspace.experiment(), workspace.focus().step, workspace.runner().oldestCurrent());
    });
    QObject::connect(
        &workspace, &Workspace::pinsChanged, board, [&workspace, board] { board->setPins(workspace.shownPins()); });

    QObject::connect(board, &Board::experimentEdited, &workspace.document(), &Document::edit);
    QObject::connect(board, &Board::dragStarted, board, [board] { board->setDragging(true); });
    QObject::connect(board, &Board::dragEnded, board, [board] { board->setDragging(false); });
    QObject::connect(board, &Board::layerChosen, &workspace, &Workspace::chooseLayer);
    QObject::connect(board, &Board::layerHovered, board, &Board::setHoveredLayer);
    QObject::connect(board, &Board::matrixChosen, &workspace, &Workspace::chooseMatrix);
    QObject::connect(board, &Board::comparisonChosen, &workspace, &Workspace::chooseComparison);
    QObject::connect(board, &Board::varianceChosen, &workspace, &Workspace::chooseVariance);
    QObject::connect(board, &Board::fixChosen, &workspace, &Workspace::takeFix);
    QObject::connect(board, &Board::fixPreviewed, &workspace, &Workspace::previewFix);
    QObject::connect(board, &Board::fixPreviewEnded, &workspace.fixes(), &FixPreview::hide);
}

void connectPanel(Workspace& workspace, ExperimentPanel* panel)
{
    QObject::connect(&workspace, &Workspace::experimentChanged, panel, [&workspace, panel] {
        panel->setExperiment(workspace.experiment());
        panel->setLayer(workspace.focus().layer);
    });
    QObject::connect(&workspace, &Workspace::focusChanged, panel, [&workspace, panel](const Focus& before) {
        panel->setLayer(workspace.focus().layer);
        if (workspace.focus().matrix != before.matrix)
            panel->setMatrix(QString::fromStdString(workspace.focus().matrix));
    });
    QObject::connect(panel, &ExperimentPanel::edited, &workspace.document(), &Document::edit);
    QObject::connect(panel, &ExperimentPanel::matrixChosen, &workspace, &Workspace::chooseMatrix);
    QObject::connect(panel, &ExperimentPanel::layerChosen, &workspace, &Workspace::chooseLayer);
}

void connectTable(Workspace& workspace, LayerTable* table)
{
    QObject::connect(&workspace, &Workspace::experimentChanged, table, [&workspace, table] {
        table->setExperiment(workspace.experiment());
        table->setChosenLayer(workspace.focus().layer);
    });
    QObject::connect(&workspace, &Workspace::focusChanged, table,
        [&workspace, table] { table->setChosenLayer(workspace.focus().layer); });
    QObject::connect(table, &LayerTable::edited, &workspace.document(), &Document::edit);
    QObject::connect(table, &LayerTable::layerChosen, &workspace, &Workspace::chooseLayer);
}

}   // namespace stepzero
