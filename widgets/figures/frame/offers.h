// SPDX-License-Identifier: GPL-3.0-or-later
// Buttons in the middle of empty axes, below a sentence: each does something that would fill the axes. Pictures show the
// sentence only.
#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QGridLayout;
class QLabel;
class QPushButton;

namespace stepzero {

struct Style;

class Offers : public QWidget {
    Q_OBJECT
public:
    explicit Offers(QWidget* parent);

    /// Shows a button for each visible action; without any the widget is hidden.
    void set(const QString& words, const QList<QAction*>& actions);
    /// Places the buttons in the middle of `room`, in columns; where that is too small, one button with a menu.
    void place(const QRect& room, const Style& style);

private:
    void arrange(int columns);

    QLabel* words_;
    QGridLayout* grid_;
    QList<QAction*> offered_;
    QList<QPushButton*> buttons_;   // one each
    QPushButton* more_;   // with a menu of all
};

}   // namespace stepzero
