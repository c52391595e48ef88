// SPDX-License-Identifier: GPL-3.0-or-later
// What empty axes offer: a sentence with a button for each thing that would fill them. A picture has the sentence alone.
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

    /// Of actions that are visible. None: the widget is hidden.
    void set(const QString& words, const QList<QAction*>& actions);
    /// Into the middle of a room: a button each, in columns, or one with a menu where that is too small.
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
