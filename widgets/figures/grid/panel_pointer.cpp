// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse handling of small multiples.
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include "widgets/figures/grid/panels.h"

namespace stepzero {

void PanelFigure::resizeEvent(QResizeEvent*) { placeBar(); }

void PanelFigure::wheelEvent(QWheelEvent* event)
{
    if (!bar_->isVisible())
        return event->ignore();
    constexpr int notch = 120;
    const int turned = event->angleDelta().y();
    bar_->setValue(bar_->value() - (std::abs(turned) < notch ? (turned > 0) - (turned < 0) : turned / notch));
    event->accept();
}

void PanelFigure::mouseMoveEvent(QMouseEvent* event)
{
    if (!framed_ || !shownGridStudy())
        return;
    const QVector<Placed> all = placed(QSize(bodyWidth(), height()));
    const Placed* p = panelAt(all, event->position());
    const int panel = p ? p->panel : -1;
    if (panel != hovered_) {
        hovered_ = panel;
        update();
    }
    say(p ? readoutIn(panel, p->canvas, event->position()) : QString());
}

void PanelFigure::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !framed_ || !shownGridStudy())
        return event->ignore();
    if (opened_) {   // this release ends a double click
        opened_ = false;
        return;
    }
    const QSize body(bodyWidth(), height());
    const Layout g = layoutOf(body);
    for (const Written& written : header(body, g).legend)
        if (written.place.contains(event->position()) && !frame_.legend[written.entry].key.isEmpty())
            return clickName(frame_.legend[written.entry].key);
    const QVector<Placed> all = placed(g);
    if (const Placed* p = panelAt(all, event->position())) {
        const int cell = int(cellIn(p->panel, p->canvas, event->position()));
        emit cellChosen(cell == chosenCell(*shownGridStudy()) ? -1 : cell);
    }
}

void PanelFigure::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !framed_ || !shownGridStudy())
        return event->ignore();
    const QVector<Placed> all = placed(QSize(bodyWidth(), height()));
    if (const Placed* p = panelAt(all, event->position())) {
        opened_ = true;
        emit cellOpened(int(cellIn(p->panel, p->canvas, event->position())));
    }
}

QString PanelFigure::shortenedAt(const QPoint& place) const
{
    if (!framed_)
        return {};
    const QSize body(bodyWidth(), height());
    const Layout g = layoutOf(body);
    for (const Head& head : heads(body, g))
        if (head.shown != head.whole && head.place.contains(place))
            return head.whole;
    const Header h = header(body, g);
    const QFontMetricsF metrics(style().font());
    for (const Written& written : h.legend)
        if (const QString& name = frame_.legend[written.entry].text; written.place.contains(place)
            && metrics.horizontalAdvance(name) > written.place.width() - style().px(22) + 1)
            return name;
    return place.y() < rowTop(h.rows) ? h.cut.join('\n') : QString();
}

QString PanelFigure::labelAt(const QPoint& place) const
{
    if (!framed_)
        return {};
    const QSize body(bodyWidth(), height());
    for (const Written& written : header(body, layoutOf(body)).legend)
        if (written.place.contains(place))
            return frame_.legend[written.entry].text;
    const double left = style().px(edge), high = style().px(16);
    const double up = mathLine(frame_.yLabel, style().font()).width;
    if (QRectF(left, rowTop(titleShown() ? 1 : 0), up, high).contains(place))
        return frame_.yLabel;
    const double across = mathLine(frame_.xLabel, style().font()).width;
    const QPointF below((body.width() - across) / 2, body.height() - style().px(19) - readoutHeight());
    return QRectF(below, QSizeF(across, high)).contains(place) ? frame_.xLabel : QString();
}

void PanelFigure::leaveEvent(QEvent*)
{
    hovered_ = -1;
    say(QString());
}

void PanelFigure::say(const QString& words)
{
    words_ = words;
    update();
    emit readout(words);
}

}   // namespace stepzero
