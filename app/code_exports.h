// SPDX-License-Identifier: GPL-3.0-or-later
// Exports the window's experiment as code, numbers or tensors, with the same content as the commands write.
#pragma once

class QMenu;

namespace stepzero {

class BoardWindow;
class Workspace;

void addCodeExports(QMenu* file, BoardWindow& window, Workspace& workspace);
/// Adds an entry that copies PyTorch code, which every network has, to the clipboard.
void addCodeCopy(QMenu* edit, BoardWindow& window, Workspace& workspace);

}   // namespace stepzero
