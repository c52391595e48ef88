// SPDX-License-Identifier: GPL-3.0-or-later
// The tabs of a part of the board, which are the only title row of its figures. A tab can be dragged. Double click or
// Return enlarges it, the middle button or Delete closes it, and it has a menu.
#pragma once

#include <QTabBar>

namespace stepzero {

class BoardTabs : public QTabBar {
    Q_OBJECT
public:
    explicit BoardTabs(QWidget* parent = nullptr);

    bool isDragging() const { return drag_ == Drag::running; }
    /// Ignores further moves until the button is released.
    void cancelDrag();

signals:
    void dragStarted(int tab);
    void dragMoved(const QPoint& global);
    void dropped(const QPoint& global);
    void enlargeRequested(int tab);
    void closeRequested(int tab);
    void menuRequested(int tab, const QPoint& global);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    QSize tabSizeHint(int tab) const override;
    QSize minimumTabSizeHint(int tab) const override;

private:
    /// Returns the tab at a position, or the front tab where the row is empty.
    int tabUnder(const QPoint& at) const;
    QRect seen() const;

    enum class Drag { none, possible, running };
    Drag drag_ = Drag::none;
    QPoint pressed_;
};

}   // namespace stepzero
