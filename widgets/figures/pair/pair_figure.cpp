// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/pair/pair_figure.h"

#include <QPainter>
#include <QScopedValueRollback>
#include <cmath>

#include "core/kinds/kinds.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/language/language.h"

namespace stepzero {

PairFigure::PairFigure(const FigureKind& kind, QWidget* parent)
    : Figure(parent), kind_(kind), halves_ {kind.create(this), kind.create(this)}
{
    for (std::size_t side = 0; side < halves_.size(); ++side)
        connectHalf(side);
    auto* left = qobject_cast<AxesFigure*>(halves_[0]);
    if (auto* right = qobject_cast<AxesFigure*>(halves_[1]); left && right)
        AxesFigure::linkAxes(*left, *right);
}

void PairFigure::connectHalf(std::size_t side)
{
    Figure* half = halves_[side];
    half->hide();   // until it shows something
    connect(half, &Figure::layerHovered, this, &Figure::layerHovered);
    connect(half, &Figure::layerChosen, this, &Figure::layerChosen);
    connect(half, &Figure::readout, this, &Figure::readout);
    connect(half, &Figure::matrixChosen, this, &Figure::matrixChosen);
    connect(half, &Figure::comparisonChosen, this, &Figure::comparisonChosen);
    connect(half, &Figure::varianceChosen, this, &Figure::varianceChosen);
    connect(half, &Figure::stepChosen, this, &Figure::stepChosen);
    connect(half, &Figure::viewStateChanged, this, [this, half] { follow(half); });
    // Only one side can be edited here.
    const auto isLive = [this, side] { return exhibit() && pair().sides[side].live; };
    connect(half, &Figure::experimentEdited, this, [this, isLive](const Experiment& experiment, const EditInfo& info) {
        if (isLive())
            emit experimentEdited(experiment, info);
    });
    connect(half, &Figure::dragStarted, this, [this, isLive] {
        if (isLive())
            emit dragStarted();
    });
    connect(half, &Figure::dragEnded, this, &Figure::dragEnded);
    connect(half, &Figure::trainingRequested, this, [this, isLive] {
        if (isLive())
            emit trainingRequested();
    });
}

/// Gives the other half the same choices and legend. Linked axes have the same zoom already.
void PairFigure::follow(Figure* changed)
{
    if (following_)
        return;
    const QScopedValueRollback guard(following_, true);
    Figure* other = halves_[changed == halves_[0] ? 1 : 0];
    other->setAxesHeld(changed->axesHeld());
    if (other->viewState() != changed->viewState())
        other->setViewState(changed->viewState());
    emit viewStateChanged();
}

void PairFigure::setViewState(const QJsonObject& state)
{
    const QScopedValueRollback guard(following_, true);
    for (Figure* half : halves_)
        half->setViewState(state);
}

void PairFigure::goHome()
{
    for (Figure* half : halves_)
        half->goHome();
}

void PairFigure::setAxesHeld(bool held)
{
    for (Figure* half : halves_)
        half->setAxesHeld(held);
}

QString PairFigure::whyMissing(std::size_t side) const
{
    const PairSide& shown = pair().sides[side];
    if (!kind_.places.contains(subjectOf(kind_of(shown.experiment.network))))
        return tr("not available for this kind of network");
    return shown.study ? QString() : tr("computing…");
}

QString PairFigure::nothing() const
{
    QString first;
    for (std::size_t side = 0; side < halves_.size(); ++side) {
        const QString missing = whyMissing(side), why = missing.isEmpty() ? halves_[side]->whyEmpty() : missing;
        if (why.isEmpty())
            return {};
        if (first.isEmpty())
            first = why;
    }
    return first;
}

void PairFigure::rebuild()
{
    for (std::size_t side = 0; side < halves_.size(); ++side) {
        const bool any = shows(side);
        if (any) {
            halves_[side]->setExhibit(pair().sides[side].study);
            (void)halves_[side]->whyEmpty();   // makes it process the study now, because axes depend on both
        }
        halves_[side]->setVisible(any);
    }
    update();
}

void PairFigure::restyle()
{
    for (Figure* half : halves_) {
        half->setStyle(style());
        half->setTitleShown(titleShown());
        half->setReadoutShown(readoutHeight() > 0);
    }
    placeHalves();
}

void PairFigure::hoverChanged(int layer)
{
    for (Figure* half : halves_)
        half->setHoveredLayer(layer);
}

void PairFigure::draggingChanged(bool dragging)
{
    for (Figure* half : halves_)
        half->setDragging(dragging);
}

/// Between both is a gap, without which Qt would regard this figure as covered, and never paint it.
QRectF PairFigure::place(std::size_t side, const QSizeF& size) const
{
    const double gap = std::max(2.0, style().px(4)), wide = std::floor((size.width() - gap) / 2);
    return {side == 0 ? 0 : size.width() - wide, 0, wide, size.height()};
}

void PairFigure::placeHalves()
{
    for (std::size_t side = 0; side < halves_.size(); ++side)
        halves_[side]->setGeometry(place(side, size()).toRect());
}

QRect PairFigure::readoutRow() const { return place(0, size()).toRect() & lowestRow(); }

void PairFigure::drawMissing(QPainter& painter, std::size_t side, const QRectF& place) const
{
    painter.setFont(style().font());
    painter.setPen(style().theme.faint_text);
    painter.drawText(place, Qt::AlignCenter | Qt::TextWordWrap, exhibit() ? whyMissing(side) : waiting());
}

void PairFigure::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), style().theme.background);
    painter.fillRect(QRectF(width() / 2.0 - 0.5, 0, 1, height()), style().theme.grid);
    for (std::size_t side = 0; side < halves_.size(); ++side)
        if (!shows(side))
            drawMissing(painter, side, place(side, size()));
    notifyPainted();
}

/// Draws both halves below the names of their experiments, which the window shows elsewhere.
void PairFigure::paint(QPainter& painter, const QSizeF& size)
{
    refresh();
    painter.fillRect(QRectF(QPointF(0, 0), size), style().theme.background);
    if (!exhibit())
        return drawWaiting(painter, size);
    const double edge = style().px(10), head = style().px(titleShown() ? 22 : 0);
    for (std::size_t side = 0; side < halves_.size(); ++side) {
        const QRectF at = place(side, size).adjusted(0, head, 0, 0);
        if (head > 0) {
            painter.setFont(style().titleFont());
            painter.setPen(style().theme.faint_text);
            painter.drawText(QRectF(at.left() + edge, 0, at.width() - 2 * edge, head), Qt::AlignLeft | Qt::AlignBottom,
                QFontMetricsF(style().titleFont())
                    .elidedText(translated(pair().sides[side].name), Qt::ElideRight, at.width() - 2 * edge));
        }
        if (!shows(side)) {
            drawMissing(painter, side, at);
            continue;
        }
        halves_[side]->resize(at.size().toSize());   // some figures use their own size for the layout
        painter.save();
        painter.translate(at.topLeft());
        painter.setClipRect(QRectF(QPointF(0, 0), at.size()), Qt::IntersectClip);
        halves_[side]->paint(painter, at.size());
        painter.restore();
    }
}

FigureTable PairFigure::table() const
{
    FigureTable both;
    for (std::size_t side = 0; side < halves_.size(); ++side) {
        if (!shows(side))
            continue;
        halves_[side]->setExhibit(pair().sides[side].study);
        const FigureTable own = halves_[side]->table();
        QVector<qsizetype> columns;
        for (const QString& column : own.header)
            if (const qsizetype known = both.header.indexOf(column, 1); known > 0)
                columns << known;
            else {
                if (both.header.isEmpty())
                    both.header << QStringLiteral("experiment");
                columns << both.header.size();
                both.header << column;
            }
        for (const QStringList& row : own.rows) {
            QStringList next(both.header.size());
            next[0] = QString::fromStdString(pair().sides[side].name.english());
            for (qsizetype i = 0; i < row.size(); ++i)
                next[columns[i]] = row[i];
            both.rows << next;
        }
    }
    for (QStringList& row : both.rows)
        row.resize(both.header.size());
    return both;
}

}   // namespace stepzero
