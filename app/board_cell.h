// SPDX-License-Identifier: GPL-3.0-or-later
// A cell of the board: figures in tabs, with a row of their names and the buttons of the front figure above it.
#pragma once

#include <QVector>
#include <QWidget>

#include "app/board_tabs.h"

class QStackedWidget;
class QToolButton;

namespace stepzero {

class FigureDock;

class BoardCell : public QWidget {
    Q_OBJECT
public:
    /// Takes the docks as children until another cell takes them.
    BoardCell(const QVector<FigureDock*>& docks, FigureDock* front, bool enlarged);

    const QVector<FigureDock*>& docks() const { return docks_; }
    FigureDock* front() const;
    void setFront(FigureDock* dock);

    BoardTabs* tabs() const { return tabs_; }
    QToolButton* menuButton() const { return menu_; }
    QToolButton* enlargeButton() const { return enlarge_; }
    QToolButton* closeButton() const { return close_; }   ///< visible while the pointer is over the row
    /// Returns the rectangle of the row of names, in the cell.
    QRect row() const;

    QSize minimumSizeHint() const override;

signals:
    void frontChanged(FigureDock* dock);
    void enlargeRequested(FigureDock* dock);
    void closeRequested(FigureDock* dock);
    void menuRequested(FigureDock* dock, const QPoint& global);
    void dragStarted(FigureDock* dock);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showFront(int tab);
    void setIcons();

    QVector<FigureDock*> docks_;
    bool enlarged_;
    QWidget* row_;
    BoardTabs* tabs_;
    QToolButton *menu_, *enlarge_, *close_;
    QStackedWidget* stack_;
};

}   // namespace stepzero
