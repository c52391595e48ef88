// SPDX-License-Identifier: GPL-3.0-or-later
// Figures in tabs: one row with their names and the buttons of the one in front, and that one below.
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
    /// Takes the docks as children, until another cell does.
    BoardCell(const QVector<FigureDock*>& docks, FigureDock* front, bool enlarged);

    const QVector<FigureDock*>& docks() const { return docks_; }
    FigureDock* front() const;
    void setFront(FigureDock* dock);

    BoardTabs* tabs() const { return tabs_; }
    QToolButton* menuButton() const { return menu_; }
    QToolButton* enlargeButton() const { return enlarge_; }
    QToolButton* closeButton() const { return close_; }   ///< seen while the pointer is over the row
    /// The row of names, in the cell.
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
