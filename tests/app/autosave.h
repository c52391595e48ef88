// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a window save its state soon after an edit, for tests that wait for it.
#pragma once

#include <QTest>
#include <QTimer>

#include "app/board_window.h"

namespace stepzero {

inline void hastenAutosave(BoardWindow& window)
{
    auto* timer = window.findChild<QTimer*>(QStringLiteral("autosave"), Qt::FindDirectChildrenOnly);
    QVERIFY(timer);
    timer->setInterval(20);
}

}   // namespace stepzero
