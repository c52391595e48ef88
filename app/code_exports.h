// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's experiment becomes elsewhere: code, numbers and tensors, the same as the commands write.
#pragma once

class QMenu;

namespace stepzero {

class BoardWindow;
class Workspace;

void addCodeExports(QMenu* file, BoardWindow& window, Workspace& workspace);

}   // namespace stepzero
