// SPDX-License-Identifier: GPL-3.0-or-later
// Text fields take the keys of Undo and Redo for their own text, even when nothing was typed. The window's undo would
// do nothing while a number box has the focus. This module gives the keys to the window unless a text is being edited.
#pragma once

class QEvent;
class QObject;

namespace stepzero {

/// Must be called for every event of the application. When it returns true, the event must not reach `watched`, so that
/// the window's action gets the keys.
bool leavesUndoToWindow(QObject* watched, QEvent* event);

}   // namespace stepzero
