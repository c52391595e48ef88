// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the controls of a window that a user can operate.
#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QTabBar>
#include <QVector>

namespace stepzero {

template <class... Types>
bool isA(const QWidget* widget)
{
    return (qobject_cast<const Types*>(widget) || ...);
}

/// Returns the visible widgets that can be operated and are not a part of another such widget.
inline QVector<QWidget*> controlsOf(QWidget* window)
{
    QVector<QWidget*> controls;
    for (QWidget* widget : window->findChildren<QWidget*>())
        if (isA<QAbstractButton, QComboBox, QAbstractSpinBox, QAbstractSlider, QLineEdit, QTabBar, QAbstractItemView>(
                widget)
            && !isA<QScrollBar, QHeaderView>(widget) && widget->isVisible() && widget->window() == window
            && !widget->objectName().startsWith("qt_") && !widget->objectName().startsWith("Scroll")   // Qt's own
            && !isA<QAbstractSpinBox, QComboBox, QLineEdit, QAbstractItemView>(widget->parentWidget()))
            controls << widget;
    return controls;
}

}   // namespace stepzero
