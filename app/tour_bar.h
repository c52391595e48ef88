// SPDX-License-Identifier: GPL-3.0-or-later
// The tour in the window: a bar above the board with the text of a step, Back, Next and End.
#pragma once

#include <QFrame>
#include <QPointer>
#include <functional>

#include "app/tour.h"

class QLabel;
class QPushButton;

namespace stepzero {

class Board;
class Document;

class TourBar : public QFrame {
    Q_OBJECT
public:
    /// `control`: makes one that is named in a step visible; null when there is none.
    TourBar(Document& document, Board* board, std::function<QWidget*(const QString&)> control);

    void start();
    void end();
    bool isRunning() const { return step_ >= 0; }
    int step() const { return step_; }   ///< from 0; −1: none
    const QVector<QPointer<QWidget>>& framed() const { return framed_; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void go(int step);
    void frame();
    void keepHeight();

    Document& document_;
    Board* board_;
    std::function<QWidget*(const QString&)> control_;
    int step_ = -1;
    QLabel *title_, *text_, *place_;
    QPushButton *back_, *next_, *end_;
    QVector<QPointer<QWidget>> frames_, framed_;   // what is drawn, and around what
};

}   // namespace stepzero
