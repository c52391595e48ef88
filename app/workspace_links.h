// SPDX-License-Identifier: GPL-3.0-or-later
// Connects a workspace with parts that do not depend on it: the editors of widgets/, and the board, which other windows
// use too. Each part then shows the content of the workspace, and the user's input is sent to the workspace.
#pragma once

namespace stepzero {

class Board;
class ExperimentPanel;
class LayerTable;
class Workspace;

void connectBoard(Workspace& workspace, Board* board);
void connectPanel(Workspace& workspace, ExperimentPanel* panel);
void connectTable(Workspace& workspace, LayerTable* table);

}   // namespace stepzero
