// SPDX-License-Identifier: GPL-3.0-or-later
// Implements "Export animation": opens a dialog, computes the studies in another thread, draws the frames and writes
// the file. The command `stepzero animate` does the same without a window.
#pragma once

namespace stepzero {

class BoardWindow;
class DialBar;
class Workspace;

/// The dialog initially proposes the board as shown, over the values that the dials would play.
void exportAnimation(BoardWindow& window, Workspace& workspace, const DialBar& dials);

}   // namespace stepzero
