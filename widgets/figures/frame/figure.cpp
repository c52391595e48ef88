// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/figure.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "widgets/language/glossary.h"
#include "widgets/language/language.h"

namespace stepzero {

QString titleIn(const QString& title, const QString& unit)
{
    const QString written = QObject::tr("layer");
    const qsizetype at = title.lastIndexOf(written);
    const bool anywhere = !isEnglish();   // in other languages a title ends in its unit
    return at < 0 || (!anywhere && !title.endsWith(written)) ? title : QString(title).replace(at, written.size(), unit);
}

void Figure::setExhibit(ExhibitPtr exhibit)
{
    if (exhibit && !shows(*exhibit))
        exhibit.reset();
    if (exhibit && awaits(*exhibit)) {
        coming_ = is_coming(exhibit->stage);
        if (!exhibit_)   // otherwise the previous picture stays
            update();
        return;
    }
    exhibit_ = std::move(exhibit);
    // Qt reports a dock behind a tab as visible. It gets its paint event when it comes to the front.
    if (isVisible() && !visibleRegion().isEmpty())
        refresh();
    update();
}

void Figure::setPins(const QVector<Pin>& pins)
{
    QVector<Pin> shown;
    std::copy_if(
        pins.begin(), pins.end(), std::back_inserter(shown), [](const Pin& pin) { return pin.visible && pin.study; });
    if (shown == pins_)
        return;
    pins_ = shown;
    if (showsPins())
        rebuildView();
}

bool Figure::event(QEvent* event)
{
    if (event->type() == QEvent::Paint)
        refresh();
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), withDefinition(labelAt(help->pos()), shortenedAt(help->pos())), this);
        return true;
    }
    return QWidget::event(event);
}

void Figure::refresh()
{
    if (!exhibit_ || exhibit_ == shown_)
        return;
    shown_ = exhibit_;
    notified_ = false;
    ++recomputations_;
    rebuild();
}

void Figure::rebuildView()
{
    if (!shown_)
        return;
    if (isVisible()) {
        rebuild();
        update();
    } else {
        shown_.reset();
    }
}

void Figure::setStyle(const Style& style)
{
    style_ = style;
    restyle();
    update();
}

void Figure::drawWaiting(QPainter& painter, const QSizeF& size) const
{
    painter.setFont(style_.font());
    painter.setPen(style_.theme.faint_text);
    painter.drawText(QRectF(QPointF(0, 0), size), Qt::AlignCenter, waiting());
}

void Figure::setWaiting(const QString& words)
{
    if (words == waiting_)
        return;
    waiting_ = words;
    if (!exhibit_)
        update();
}

QString Figure::whyEmpty()
{
    refresh();
    return exhibit_ ? nothing() : waiting();
}

QString Figure::wholeTitle() const
{
    return when().isEmpty() ? shownTitle() : shownTitle() + QStringLiteral(" · ") + when();
}

void Figure::drawTitle(QPainter& painter, double width) const
{
    if (!titleShown_)
        return;
    const double edge = style_.px(10), room = width - edge;
    QFont font = style_.titleFont();
    // In a narrow picture the title is smaller, and only below this scale it is shortened.
    constexpr double smallest = 0.75;
    if (const double wide = QFontMetricsF(font).horizontalAdvance(wholeTitle()); wide > room)
        font.setPixelSize(int(font.pixelSize() * std::max(room / wide, smallest)));
    painter.setFont(font);
    painter.setPen(style_.theme.text);
    painter.drawText(QRectF(edge, style_.px(6), room, style_.px(18)), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(font).elidedText(wholeTitle(), Qt::ElideRight, room));
}

void Figure::setTitleShown(bool shown)
{
    titleShown_ = shown;
    restyle();
    update();
}

void Figure::setReadoutShown(bool shown)
{
    readoutShown_ = shown;
    restyle();
    update();
}

QRect Figure::lowestRow() const
{
    const int high = int(std::ceil(readoutHeight()));
    return {0, height() - high, width(), high};
}

bool Figure::readsOut(const QString& words) const
{
    const QRect row = readoutRow();
    return !row.isEmpty() && QFontMetricsF(style_.font()).horizontalAdvance(words) <= row.width() - 2 * style_.px(10);
}

void Figure::drawReadout(QPainter& painter, const QString& words) const
{
    const QRectF row = QRectF(readoutRow()).adjusted(style_.px(10), 0, -style_.px(10), 0);
    if (words.isEmpty() || row.isEmpty())
        return;
    const QFontMetricsF metrics(style_.font());
    painter.setFont(style_.font());
    painter.setPen(style_.theme.text);
    painter.drawText(row, Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextDontClip,
        metrics.elidedText(words, Qt::ElideRight, row.width()));
}

void Figure::setHoveredLayer(int layer) { hoverChanged(layer); }
void Figure::setDragging(bool dragging) { draggingChanged(dragging); }

void Figure::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
    update();
}

void Figure::notifyPainted()
{
    if (notified_ || !shown_)
        return;
    notified_ = true;
    emit painted(shown_->generation, int(shown_->stage));
}

}   // namespace stepzero
