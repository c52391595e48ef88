// SPDX-License-Identifier: GPL-3.0-or-later
// "Export animation": asks for everything, computes beside the window, draws and writes. It does what the command
// `stepzero animate` does.
#pragma once

namespace stepzero {

class BoardWindow;
class DialBar;
class Workspace;

/// At first the board as it is seen, over the values that the dials would play.
void exportAnimation(BoardWindow& window, Workspace& workspace, const DialBar& dials);

}   // namespace stepzero
