// SPDX-License-Identifier: GPL-3.0-or-later
// Buttons in the middle of empty axes, below a sentence. Each starts something that would fill the axes. Pictures show
// only the sentence.
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
    /// Places the buttons in columns in the middle of `room`. Where that is too small, one button with a menu replaces
    /// them.
    void place(const QRect& room, const Style& style);

private:
    void arrange(int columns);

    QLabel* words_;
    QGridLayout* grid_;
    QList<QAction*> offered_;
    QList<QPushButton*> buttons_;   // one per action
    QPushButton* more_;   // opens a menu of all actions
};

}   // namespace stepzero
