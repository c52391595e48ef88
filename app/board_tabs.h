// SPDX-License-Identifier: GPL-3.0-or-later
// The tabs of a part of the board: the one title row that its figures have. A tab is dragged, enlarged by a double
// click or Return, closed by the middle button or Delete, and has a menu.
#pragma once

#include <QTabBar>

namespace stepzero {

class BoardTabs : public QTabBar {
    Q_OBJECT
public:
    explicit BoardTabs(QWidget* parent = nullptr);

    bool isDragging() const { return drag_ == Drag::running; }
    /// Until the button is let go, moves mean nothing any more.
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
    /// The tab there, or that in front where the row is empty.
    int tabUnder(const QPoint& at) const;
    QRect seen() const;

    enum class Drag { none, possible, running };
    Drag drag_ = Drag::none;
    QPoint pressed_;
};

}   // namespace stepzero
