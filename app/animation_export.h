// SPDX-License-Identifier: GPL-3.0-or-later
// Implements "Export animation" and "Export page": opens a dialog, computes the studies in another thread, draws the
// frames and writes the file. The command `stepzero animate` does the same without a window.
#pragma once

namespace stepzero {

class BoardWindow;
class DialBar;
class Workspace;

enum class Exported { animation, page };
/// The dialog initially proposes the board as shown, or its first figure for a page, over the values that the dials
/// would play.
void exportAnimation(Exported what, BoardWindow& window, Workspace& workspace, const DialBar& dials);

}   // namespace stepzero
