// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a layout with its figures, and emits the layout that the user requests: by dragging a tab or a border, choosing
// a tab, enlarging, closing, or from a figure's menu. It never changes the layout itself.
#pragma once

#include <QPointer>
#include <QVector>
#include <QWidget>

#include "app/layout.h"

class QLabel;
class QMenu;
class QSplitter;

namespace stepzero {

class BoardCell;
class BoardTabs;
class DropMark;
class FigureDock;
struct Drop;

class BoardView : public QWidget {
    Q_OBJECT
public:
    /// Takes the docks as children. They are visible only where a layout contains them.
    explicit BoardView(const QVector<FigureDock*>& docks, QWidget* parent = nullptr);

    const BoardLayout& layoutValue() const { return layout_; }
    /// Draws another layout. Ends a drag, unless only front tabs or shares differ.
    void setLayoutValue(const BoardLayout& layout);

    /// Returns the drawn cells, row by row.
    const QVector<BoardCell*>& cells() const { return cells_; }
    FigureDock* dock(const QString& figure) const;   ///< null when there is none
    BoardCell* cellOf(const FigureDock* dock) const;   ///< null when it is not drawn
    const QVector<QSplitter*>& splitters() const { return splitters_; }
    bool isDragging() const;

signals:
    void edited(const stepzero::BoardLayout& layout);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void draw();
    QWidget* make(const BoardPart& part, std::vector<int> path);
    BoardCell* makeCell(const QStringList& figures, const QString& front);
    void follow();
    void showMenu(FigureDock* dock, const QPoint& global);
    void fillMoves(QMenu* menu, FigureDock* dock);
    void beginDrag(BoardTabs* tabs, FigureDock* dock);
    void drag(const QPoint& global);
    void drop(const QPoint& global);
    void endDrag();
    std::optional<Drop> dropAt(const QPoint& global) const;

    QVector<FigureDock*> docks_;
    BoardLayout layout_;
    QWidget* root_ = nullptr;
    QVector<BoardCell*> cells_;
    QVector<QSplitter*> splitters_;
    QLabel* nothing_;
    QMenu* menu_;
    DropMark* mark_;
    QPointer<FigureDock> dragged_;
    QPointer<BoardTabs> source_;   // source of the drag
};

}   // namespace stepzero
