// SPDX-License-Identifier: GPL-3.0-or-later
// Types any text with keys. QTest::keyClicks() knows ASCII only.
#pragma once

#include <QTest>

namespace stepzero {

inline void typeText(QWidget* widget, const QString& text)
{
    for (const QChar c : text)
        if (c.unicode() < 128)
            QTest::keyClick(widget, c.toLatin1());
        else
            QTest::sendKeyEvent(QTest::Click, widget, Qt::Key_unknown, QString(c), Qt::NoModifier);
}

/// Types a text in place of that of a box.
template <class Box>
void retype(Box* box, const QString& text)
{
    box->setFocus();
    box->selectAll();
    typeText(box, text);
}

}   // namespace stepzero
