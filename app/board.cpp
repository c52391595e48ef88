// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board.h"

#include <map>

#include "app/board_view.h"
#include "app/layout_json.h"
#include "app/manual.h"
#include "app/notice.h"
#include "core/study/grid/difference.h"
#include "core/study/study.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/network/findings.h"
#include "widgets/figures/pair/pair_figure.h"
#include "widgets/language/language.h"

namespace stepzero {

Board::Board(const QStringList& subjects, QWidget* parent)
    : QWidget(parent), subject_(subjects.first()), room_(roomOf(size()))
{
    for (const FigureKind& kind : figureKindsFor(subjects.first()))
        if (std::any_of(subjects.begin(), subjects.end(), [&](const QString& s) { return kind.places.contains(s); }))
            addFigure(kind);
    for (const QString& subject : subjects)
        layouts_[subject] = defaultLayout(subject, room_);
    setAccessibleName(tr("figures"));
    view_ = new BoardView(docks_, this);
    notice_ = new Notice(this);
    connect(view_, &BoardView::edited, this, &Board::arrange);
    draw();
}

void Board::addFigure(const FigureKind& kind)
{
    auto* dock = new FigureDock(kind, this);
    docks_ << dock;
    Figure* figure = dock->figure();
    figure->installEventFilter(this);
    connect(figure, &Figure::layerChosen, this, &Board::layerChosen);
    connect(figure, &Figure::layerHovered, this, &Board::layerHovered);
    connect(figure, &Figure::readout, this,
        [this, figure](const QString& words) { emit readout(figure->readsOut(words) ? QString() : words); });
    connect(figure, &Figure::experimentEdited, this, &Board::experimentEdited);
    connect(figure, &Figure::dragStarted, this, &Board::dragStarted);
    connect(figure, &Figure::dragEnded, this, &Board::dragEnded);
    connect(figure, &Figure::matrixChosen, this, &Board::matrixChosen);
    connect(figure, &Figure::comparisonChosen, this, &Board::comparisonChosen);
    connect(figure, &Figure::varianceChosen, this, &Board::varianceChosen);
    connect(figure, &Figure::stepChosen, this, &Board::stepChosen);
    connect(figure, &Figure::trainingRequested, this, &Board::trainingRequested);
    connect(figure, &Figure::cellChosen, this, &Board::cellChosen);
    connect(figure, &Figure::cellOpened, this, &Board::cellOpened);
    for (auto* findings : figuresIn<FindingsFigure>(figure)) {
        connect(findings, &FindingsFigure::fixChosen, this, &Board::fixChosen);
        connect(findings, &FindingsFigure::fixPreviewed, this, &Board::fixPreviewed);
        connect(findings, &FindingsFigure::fixPreviewEnded, this, &Board::fixPreviewEnded);
    }
    for (auto* layered : figuresIn<AxesFigure>(figure))
        connect(layered, &AxesFigure::layersZoomed, this, [this, layered](const std::optional<Range>& layers) {
            for (const FigureDock* other : docks_)
                for (auto* linked : figuresIn<AxesFigure>(other->figure()))
                    if (linked != layered && applies(other))
                        linked->zoomLayers(layers);
        });
    connect(dock, &FigureDock::copyRequested, this, [this, dock] { emit copyRequested(dock); });
    connect(dock, &FigureDock::exportRequested, this, [this, dock] { emit exportRequested(dock); });
    connect(dock, &FigureDock::manualRequested, this, [this, dock] { emit manualRequested(manualPlaceOf(dock)); });
    connect(dock->toggleViewAction(), &QAction::triggered, this,
        [this, dock](bool shown) { setShown(dock->kind().id, shown); });
}

FigureDock* Board::dock(const QString& kind) const { return view_->dock(kind); }

void Board::setExhibit(const ExhibitPtr& exhibit)
{
    exhibit_ = exhibit;
    const QString subject = subjectOf(*exhibit);
    // Must be first: figures that the new layout shows are then drawn only once, with this exhibit.
    for (FigureDock* dock : docks_)
        if (dock->kind().places.contains(subject))
            dock->figure()->setExhibit(exhibit);
    setSubject(subject);
    markOld();
}

void Board::setSubject(const QString& subject)
{
    if (subject == subject_)
        return;
    layouts_[subject_].enlarged.clear();
    subject_ = subject;
    draw();
    emit subjectChanged();
}

void Board::setPins(const QVector<Pin>& pins)
{
    for (FigureDock* dock : docks_)
        dock->figure()->setPins(pins);
}

void Board::setStyle(const Style& style)
{
    for (FigureDock* dock : docks_)
        dock->figure()->setStyle(style);
    scale_ = style.scale;
    followRoom();
}

void Board::setHoveredLayer(int layer)
{
    for (FigureDock* dock : docks_)
        dock->figure()->setHoveredLayer(layer);
}

void Board::setWaiting(const QString& words)
{
    for (FigureDock* dock : docks_)
        dock->figure()->setWaiting(words);
}

void Board::setDragging(bool dragging)
{
    for (FigureDock* dock : docks_)
        dock->figure()->setDragging(dragging);
}

void Board::setNotice(const QString& sentence, QAbstractButton* answer) { notice_->setText(sentence, answer); }

QString Board::notice() const { return notice_->text(); }

void Board::setCurrent(const Experiment& experiment, int step, quint64 oldest)
{
    current_ = experiment;
    currentStep_ = step;
    oldestCurrent_ = oldest;
    markOld();
}

/// Compares the numbers too, because an earlier experiment may return.
void Board::markOld()
{
    std::map<const Exhibit*, QString> words;   // computed once per study, however many figures show it
    for (FigureDock* dock : docks_) {
        const Exhibit* shown = dock->figure()->exhibit().get();
        const auto [of, isNew] = words.try_emplace(shown);
        if (const auto* study = dynamic_cast<const Study*>(shown);
            isNew && study && study->generation < oldestCurrent_) {
            of->second = translated(difference(study->experiment, current_));
            if (of->second.isEmpty() && study->step != currentStep_)
                of->second = tr("step %1").arg(study->step);
        }
        dock->setOld(of->second);
    }
}

void Board::arrange(const BoardLayout& layout)
{
    const BoardLayout next = fitted(layout, defaultLayout(subject_, room_));
    if (next == arrangement())
        return;
    // Exactly one new front tab, or an enlarged figure, counts as touched.
    QStringList come = frontsOf(next);
    come.removeIf([now = frontsOf(arrangement())](const QString& front) { return now.contains(front); });
    if (come.size() == 1)
        touch(come.first());
    if (!next.enlarged.isEmpty())
        touch(next.enlarged);
    layouts_[subject_] = next;
    draw();
}

void Board::touch(const QString& kind)
{
    touched_.removeAll(kind);
    touched_.prepend(kind);
}

bool Board::eventFilter(QObject* watched, QEvent* event)
{
    if (const QEvent::Type type = event->type();
        type == QEvent::MouseButtonPress || type == QEvent::Wheel || type == QEvent::KeyPress)
        for (const FigureDock* dock : docks_)
            if (dock->figure() == watched)
                touch(dock->kind().id);
    return QWidget::eventFilter(watched, event);
}

void Board::setShown(const QString& kind, bool shown)
{
    arrange(shown ? shownAgain(arrangement(), kind) : closed(arrangement(), kind));
    markShown();   // needed even if the layout did not change, because triggering changed the action
}

void Board::markShown()
{
    for (FigureDock* dock : docks_)
        dock->toggleViewAction()->setChecked(isShown(dock->kind().id));
}

void Board::resetLayout() { arrange(defaultLayout(subject_, room_)); }

void Board::toggleMaximised(FigureDock* dock)
{
    arrange(maximised() ? restored(arrangement()) : enlarged(arrangement(), dock->kind().id));
}

void Board::restoreMaximised() { arrange(restored(arrangement())); }

void Board::draw()
{
    const bool otherEnlarged = view_->layoutValue().enlarged != arrangement().enlarged;
    view_->setLayoutValue(arrangement());
    markShown();
    if (otherEnlarged)
        emit maximisedChanged();
}

QJsonObject Board::layoutState() const
{
    QJsonObject state;
    for (auto layout = layouts_.begin(); layout != layouts_.end(); ++layout)
        state[layout.key()] = toJson(restored(*layout));
    return state;
}

void Board::restoreLayout(const QJsonObject& state)
{
    for (auto layout = layouts_.begin(); layout != layouts_.end(); ++layout) {
        const auto stored = layoutFromJson(state[layout.key()].toObject());
        const auto* good = std::get_if<BoardLayout>(&stored);
        const BoardLayout byDefault = defaultLayout(layout.key(), room_);
        *layout = good ? fitted(*good, byDefault) : byDefault;
    }
    followSize();
    draw();
}

void Board::goHome()
{
    for (const FigureDock* dock : docks_)
        dock->figure()->goHome();
}

QJsonObject Board::views() const
{
    QJsonObject all;
    for (const FigureDock* dock : docks_)
        if (const QJsonObject view = dock->figure()->viewState(); !view.isEmpty())
            all[dock->kind().id] = view;
    return all;
}

void Board::setViews(const QJsonObject& views)
{
    for (FigureDock* dock : docks_)
        if (const auto found = views.find(dock->kind().id); found != views.end())
            dock->figure()->setViewState(found->toObject());
}

PicturePart Board::partOf(const FigureDock* dock)
{
    return {dock->kind().id, dock->figure()->viewState(), {0, 0, 1, 1}, dock->figure()->pins()};
}

QVector<PicturePart> Board::parts() const
{
    QVector<PicturePart> parts;
    for (const FigureDock* dock : docks_) {
        if (dock->figure()->visibleRegion().isEmpty())
            continue;
        PicturePart part = partOf(dock);
        const QRectF place(dock->mapTo(this, QPointF(0, 0)), dock->size());
        part.place = {place.x() / width(), place.y() / height(), place.width() / width(), place.height() / height()};
        parts << part;
    }
    return parts;
}

QVector<PicturePart> Board::partsByAttention() const
{
    QVector<PicturePart> all = parts();
    const auto rank = [this](const PicturePart& part) {
        const qsizetype touched = touched_.indexOf(part.kind);
        return std::pair(touched < 0 ? touched_.size() : touched, -part.place.width() * part.place.height());
    };
    std::stable_sort(
        all.begin(), all.end(), [&](const PicturePart& a, const PicturePart& b) { return rank(a) < rank(b); });
    return all;
}

void Board::followSize()
{
    for (auto layout = layouts_.begin(); layout != layouts_.end(); ++layout)
        *layout = followingRoom(*layout, layout.key(), room_);
}

/// Updates how much room the board has, given the size of text in its figures.
void Board::followRoom()
{
    const BoardRoom room = roomOf(size() / scale_);
    if (room == room_)
        return;
    room_ = room;
    followSize();
    draw();
}

void Board::resizeEvent(QResizeEvent*)
{
    followRoom();
    view_->setGeometry(rect());
    notice_->raise();
}

}   // namespace stepzero
