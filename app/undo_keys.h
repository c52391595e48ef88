// SPDX-License-Identifier: GPL-3.0-or-later
// Text fields take the keys of Undo and Redo for their own text, even when nothing is typed in them, so that the window's
// undo would do nothing while a number box has the focus. This gives the keys to the window unless a text is half typed.
#pragma once

class QEvent;
class QObject;

namespace stepzero {

/// To be called for every event of the application. True: the event must not reach `watched`, so that the window's
/// action takes the keys.
bool leavesUndoToWindow(QObject* watched, QEvent* event);

}   // namespace stepzero
