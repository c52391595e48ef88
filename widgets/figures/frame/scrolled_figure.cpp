// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/scrolled_figure.h"

#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>

namespace stepzero {

ScrolledFigure::ScrolledFigure(QWidget* parent) : ViewFigure(parent), bar_(new QScrollBar(Qt::Vertical, this))
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(bar_, &QScrollBar::valueChanged, this, [this] { update(); });
}

void ScrolledFigure::paint(QPainter& painter, const QSizeF& size)
{
    refresh();
    painter.fillRect(QRectF(QPointF(0, 0), size), style().theme.background);
    if (!exhibit())
        return drawWaiting(painter, size);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.setRenderHint(QPainter::Antialiasing, false);
    drawTitle(painter, size.width());
    drawBody(painter, size);
    // an export has no scroll bar that would indicate more rows
    if (!isVisible() && length() > shownLength(size.height())) {
        painter.setFont(style().numberFont());
        painter.setPen(style().theme.faint_text);
        painter.drawText(QRectF(edge(), style().px(6), size.width() - 2 * edge(), style().px(18)),
            Qt::AlignRight | Qt::AlignVCenter, tr("too many to show here"));
    }
}

bool ScrolledFigure::fits()
{
    refresh();
    return !exhibit() || length() <= shownLength(height());
}

int ScrolledFigure::bodyWidth() const { return bar_->isVisible() ? width() - bar_->width() : width(); }

int ScrolledFigure::firstShown(double height) const
{
    return bar_->isVisible() ? bar_->value() : std::clamp(first_, 0, std::max(0, length() - shownLength(height)));
}

void ScrolledFigure::reveal(int from, int to)
{
    if (from < bar_->value())
        bar_->setValue(from);
    else if (to > bar_->value() + bar_->pageStep())
        bar_->setValue(to - bar_->pageStep());
}

void ScrolledFigure::placeBar()
{
    const int shown = shownLength(height()), all = exhibit() ? length() : 0, wide = bar_->sizeHint().width();
    bar_->setRange(0, std::max(0, all - shown));
    bar_->setPageStep(shown);
    bar_->setSingleStep(std::max(1, int(perNotch() / 3)));
    bar_->setVisible(all > shown);
    bar_->setGeometry(width() - wide, int(top()), wide, std::max(0, height() - int(top())));
}

QJsonObject ScrolledFigure::viewState() const
{
    QJsonObject state = ViewFigure::viewState();
    state[QStringLiteral("row")] = bar_->value();
    return state;
}

void ScrolledFigure::setViewState(const QJsonObject& state)
{
    first_ = state.value(QStringLiteral("row")).toInt();
    ViewFigure::setViewState(state);
    bar_->setValue(first_);
}

void ScrolledFigure::goHome() { bar_->setValue(0); }

void ScrolledFigure::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter, QSizeF(bodyWidth(), height()));
    if (bar_->isVisible())
        painter.fillRect(QRect(bodyWidth(), 0, width() - bodyWidth(), height()), style().theme.background);
    notifyPainted();
}

void ScrolledFigure::wheelEvent(QWheelEvent* event)
{
    bar_->setValue(bar_->value() - int(event->angleDelta().y() / 120.0 * perNotch()));
    event->accept();
}

}   // namespace stepzero
