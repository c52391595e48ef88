// SPDX-License-Identifier: GPL-3.0-or-later
// Connects a workspace with what knows none: editors of widgets/, and the board, which shows other things elsewhere.
// From then on each shows what the workspace has, and what the user does with it goes there.
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
