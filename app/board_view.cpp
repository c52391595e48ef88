// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <algorithm>
#include <numeric>

#include "app/board_cell.h"
#include "app/board_drop.h"
#include "app/figure_dock.h"

namespace stepzero {

namespace {

using Kind = BoardPart::Kind;

/// A splitter that keeps shares instead of pixels, so that a temporarily small window changes nothing.
class ShareSplitter : public QSplitter {
public:
    ShareSplitter(Qt::Orientation orientation, std::vector<int> path) : QSplitter(orientation), path_(std::move(path))
    {
        setChildrenCollapsible(false);
        setHandleWidth(5);
    }
    const std::vector<int>& path() const { return path_; }
    void setShares(const std::vector<double>& shares)
    {
        shares_ = shares;
        apply();
    }

protected:
    /// QSplitter would first distribute the room in its own way.
    void resizeEvent(QResizeEvent*) override { apply(); }

private:
    void apply()
    {
        const int length = (orientation() == Qt::Horizontal ? width() : height()) - (count() - 1) * handleWidth();
        const double sum = std::accumulate(shares_.begin(), shares_.end(), 0.0);
        QList<int> sizes;
        for (const double share : shares_)
            sizes << std::max(1, qRound(share / sum * length));
        setSizes(sizes);
    }

    std::vector<int> path_;   // path of its part in the layout
    std::vector<double> shares_;
};

/// Returns a part without front tabs and shares. Two layouts with equal skeletons can use the same widgets.
BoardPart skeleton(const BoardLayout& layout, BoardPart part)
{
    part.share = 1;
    part.front.clear();
    part.figures.removeIf([&](const QString& figure) { return layout.hidden.contains(figure); });
    for (BoardPart& child : part.parts)
        child = skeleton(layout, std::move(child));
    return part;
}

bool sameWidgets(const BoardLayout& a, const BoardLayout& b)
{
    return a.enlarged == b.enlarged && skeleton(a, a.root) == skeleton(b, b.root);
}

}   // namespace

BoardView::BoardView(const QVector<FigureDock*>& docks, QWidget* parent)
    : QWidget(parent), docks_(docks),
      nothing_(new QLabel(tr("Every figure is hidden. The View menu shows them again."), this)), menu_(new QMenu(this)),
      mark_(new DropMark(this))
{
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setWordWrap(true);
    for (FigureDock* dock : docks_) {
        dock->setParent(this);
        connect(dock, &FigureDock::menuRequested, this, [this, dock](const QPoint& at) { showMenu(dock, at); });
    }
}

FigureDock* BoardView::dock(const QString& figure) const
{
    const auto found
        = std::find_if(docks_.begin(), docks_.end(), [&](const FigureDock* dock) { return dock->kind().id == figure; });
    return found == docks_.end() ? nullptr : *found;
}

BoardCell* BoardView::cellOf(const FigureDock* dock) const
{
    for (BoardCell* cell : cells_)
        if (cell->docks().contains(const_cast<FigureDock*>(dock)))
            return cell;
    return nullptr;
}

void BoardView::setLayoutValue(const BoardLayout& layout)
{
    const bool same = root_ && sameWidgets(layout, layout_);
    layout_ = layout;
    if (same)
        follow();
    else
        draw();
}

void BoardView::draw()
{
    endDrag();
    // Also applies to an inactive window, which would otherwise have lost the focus when it becomes active again.
    QPointer<QWidget> focus = isAncestorOf(window()->focusWidget()) ? window()->focusWidget() : nullptr;
    FigureDock* focused = nullptr;
    for (BoardCell* cell : std::as_const(cells_)) {
        if (focus && focus == cell->tabs())
            focused = cell->front();
        cell->disconnect(this);
        cell->tabs()->disconnect(this);
    }
    QWidget* before = root_;
    if (before)
        before->hide();   // otherwise a background tab would appear when others leave
    cells_.clear();
    splitters_.clear();
    // The new root takes its figures from the old one.
    if (!layout_.enlarged.isEmpty())
        root_ = makeCell({layout_.enlarged}, layout_.enlarged);
    else
        root_ = anyShown(layout_, layout_.root) ? make(layout_.root, {}) : new QWidget;
    for (FigureDock* dock : docks_)
        if (!root_->isAncestorOf(dock) && dock->parentWidget() != this)
            dock->setParent(this);
    if (before)
        before->deleteLater();   // the clicked button may belong to it
    nothing_->setVisible(cells_.isEmpty());
    root_->setParent(this);
    root_->setGeometry(rect());
    root_->setVisible(!cells_.isEmpty());
    mark_->raise();
    if (BoardCell* cell = focused ? cellOf(focused) : nullptr)
        cell->tabs()->setFocus(Qt::OtherFocusReason);
    else if (focus && isAncestorOf(focus) && focus->isVisible())
        focus->setFocus(Qt::OtherFocusReason);
}

QWidget* BoardView::make(const BoardPart& part, std::vector<int> path)
{
    if (part.kind == Kind::tabs)
        return makeCell(part.figures, part.front);
    const std::vector<double> shares = shownShares(layout_, path);
    auto* splitter
        = shares.size() > 1 ? new ShareSplitter(part.kind == Kind::row ? Qt::Horizontal : Qt::Vertical, path) : nullptr;
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
        if (!anyShown(layout_, part.parts[i]))
            continue;
        path.push_back(int(i));
        QWidget* made = make(part.parts[i], path);
        if (!splitter)
            return made;   // the only visible part needs no splitter
        splitter->addWidget(made);
        path.pop_back();
    }
    splitter->setShares(shares);
    for (int i = 1; i < splitter->count(); ++i)
        splitter->handle(i)->setToolTip(tr("Drag to resize"));
    connect(splitter, &QSplitter::splitterMoved, this, [this, splitter] {
        const QList<int> sizes = splitter->sizes();
        emit edited(withShares(layout_, splitter->path(), {sizes.begin(), sizes.end()}));
    });
    splitters_ << splitter;
    return splitter;
}

BoardCell* BoardView::makeCell(const QStringList& figures, const QString& front)
{
    QVector<FigureDock*> docks;
    for (const QString& figure : figures)
        if (!layout_.hidden.contains(figure))
            docks << dock(figure);
    auto* cell = new BoardCell(docks, dock(front), !layout_.enlarged.isEmpty());
    connect(cell, &BoardCell::frontChanged, this,
        [this](FigureDock* dock) { emit edited(inFront(layout_, dock->kind().id)); });
    connect(cell, &BoardCell::enlargeRequested, this, [this](FigureDock* dock) {
        emit edited(layout_.enlarged.isEmpty() ? enlarged(layout_, dock->kind().id) : restored(layout_));
    });
    connect(cell, &BoardCell::closeRequested, this,
        [this](FigureDock* dock) { emit edited(closed(layout_, dock->kind().id)); });
    connect(cell, &BoardCell::menuRequested, this, &BoardView::showMenu);
    connect(cell, &BoardCell::dragStarted, this, [this, cell](FigureDock* dock) { beginDrag(cell->tabs(), dock); });
    connect(cell->tabs(), &BoardTabs::dragMoved, this, &BoardView::drag);
    connect(cell->tabs(), &BoardTabs::dropped, this, &BoardView::drop);
    cells_ << cell;
    return cell;
}

/// Updates the front tabs and the sizes of the existing widgets.
void BoardView::follow()
{
    for (BoardCell* cell : std::as_const(cells_)) {
        const QSignalBlocker blocker(cell);
        for (const QString& front : frontsOf(layout_))
            if (FigureDock* dock = this->dock(front); dock && cell->docks().contains(dock))
                cell->setFront(dock);
    }
    for (QSplitter* splitter : std::as_const(splitters_)) {
        auto* shared = static_cast<ShareSplitter*>(splitter);
        shared->setShares(shownShares(layout_, shared->path()));
    }
}

void BoardView::showMenu(FigureDock* dock, const QPoint& global)
{
    menu_->clear();
    qDeleteAll(menu_->findChildren<QMenu*>(Qt::FindDirectChildrenOnly));
    dock->fillMenu(menu_);
    menu_->addSeparator();
    const QString figure = dock->kind().id;
    if (layout_.enlarged.isEmpty()) {
        menu_->addAction(tr("Enlarge"), this, [this, figure] { emit edited(enlarged(layout_, figure)); });
        fillMoves(menu_->addMenu(tr("Move")), dock);
    } else {
        menu_->addAction(tr("Show all figures"), this, [this] { emit edited(restored(layout_)); });
    }
    menu_->addAction(tr("Hide"), this, [this, figure] { emit edited(closed(layout_, figure)); });
    menu_->popup(global);   // popup() returns at once: the chosen action may delete the widget that opened the menu
}

void BoardView::fillMoves(QMenu* menu, FigureDock* dock)
{
    const QVector<QPair<Side, QString>> sides {{Side::left, tr("Left of")}, {Side::right, tr("Right of")},
        {Side::above, tr("Above")}, {Side::below, tr("Below")}, {Side::tabs, tr("Into the tabs of")}};
    const QString figure = dock->kind().id;
    for (const auto& [side, words] : sides) {
        QMenu* targets = menu->addMenu(words);
        const auto add = [&, side = side](const QString& title, const QString& target) {
            targets->addAction(
                title, this, [this, figure, target, side] { emit edited(moved(layout_, figure, target, side)); });
        };
        for (const BoardCell* cell : std::as_const(cells_)) {
            const bool own = cell->docks().contains(dock);
            if (own && (cell->docks().size() == 1 || side == Side::tabs))
                continue;
            const FigureDock* target = cell->front() != dock ? cell->front()
                : cell->docks().first() != dock              ? cell->docks().first()
                                                             : cell->docks().last();
            add(target->kind().title, target->kind().id);
        }
        if (side != Side::tabs && cells_.size() > 1)
            add(tr("The whole board"), {});
        targets->setEnabled(!targets->isEmpty());
    }
}

bool BoardView::isDragging() const { return dragged_ != nullptr; }

void BoardView::beginDrag(BoardTabs* tabs, FigureDock* dock)
{
    if (!layout_.enlarged.isEmpty())
        return tabs->cancelDrag();   // there is no other place
    dragged_ = dock;
    source_ = tabs;
    qApp->installEventFilter(this);
}

std::optional<Drop> BoardView::dropAt(const QPoint& global) const
{
    const QPoint at = mapFromGlobal(global);
    for (const BoardCell* cell : cells_) {
        const QRect area(cell->mapTo(this, QPoint(0, 0)), cell->size());
        const QRect row = cell->row().translated(area.topLeft());
        // The target is another figure of the cell, never the dragged one.
        const auto other = std::find_if(
            cell->docks().begin(), cell->docks().end(), [this](const FigureDock* dock) { return dock != dragged_; });
        if (other == cell->docks().end() || !area.contains(at))
            continue;
        const QString target = (*other)->kind().id;
        if (row.contains(at)) {
            if (auto edge = dropAtEdge(size(), at); edge && edge->side == Side::above)
                return edge;
            const BoardTabs* tabs = cell->tabs();
            const QPoint inTabs = tabs->mapFrom(this, at);
            int before = 0, left = tabs->mapTo(this, QPoint(0, 0)).x();
            for (int tab = 0; tab < tabs->count(); ++tab) {
                if (tabs->tabRect(tab).center().x() > inTabs.x())
                    break;
                left = tabs->mapTo(this, tabs->tabRect(tab).bottomRight()).x();
                before += cell->docks()[tab] == dragged_ ? 0 : 1;
            }
            return Drop {target, Side::tabs, before, QRect(left - 1, row.top(), 4, row.height())};
        }
        if (auto edge = dropAtEdge(size(), at))
            return edge;
        return dropInCell(target, area.adjusted(0, row.height(), 0, 0), at);
    }
    return dropAtEdge(size(), at);
}

void BoardView::drag(const QPoint& global)
{
    const std::optional<Drop> drop = isDragging() ? dropAt(global) : std::nullopt;
    mark_->setVisible(drop.has_value());
    if (drop)
        mark_->setGeometry(drop->mark);
}

void BoardView::drop(const QPoint& global)
{
    if (!isDragging())
        return;
    const std::optional<Drop> drop = dropAt(global);
    const QString figure = dragged_->kind().id;
    endDrag();
    if (drop)
        emit edited(moved(layout_, figure, drop->target, drop->side, drop->at));
}

void BoardView::endDrag()
{
    if (!isDragging())
        return;
    qApp->removeEventFilter(this);
    dragged_ = nullptr;
    mark_->hide();
    if (source_)
        source_->cancelDrag();
}

void BoardView::resizeEvent(QResizeEvent*)
{
    nothing_->setGeometry(rect());
    if (root_)
        root_->setGeometry(rect());
}

/// While a tab is dragged, Escape cancels the drag, and so does anything that deactivates the window.
bool BoardView::eventFilter(QObject* watched, QEvent* event)
{
    const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (isDragging() && key && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();   // keeps Escape from being a shortcut of the window
        if (event->type() == QEvent::KeyPress)
            endDrag();
        return true;
    }
    if (isDragging() && event->type() == QEvent::WindowDeactivate && watched == window())
        endDrag();
    return QWidget::eventFilter(watched, event);
}

}   // namespace stepzero
