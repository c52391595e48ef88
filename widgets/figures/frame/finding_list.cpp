// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/finding_list.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace stepzero {

void FindingList::rebuild()
{
    findings_ = findings();
    hovered_ = std::min(hovered_, int(findings_.size()) - 1);
    focused_ = std::min(focused_, int(findings_.size()) - 1);
    placeBar();
}

void FindingList::drawBody(QPainter& painter, const QSizeF& size)
{
    const Theme& theme = style().theme;
    const QRectF body(0, top(), size.width(), std::max(0.0, size.height() - top()));
    painter.setFont(style().font());
    if (findings_.isEmpty()) {
        painter.setPen(theme.faint_text);
        painter.drawText(body.adjusted(edge(), 0, -edge(), 0), Qt::AlignCenter | Qt::TextWordWrap, healthyText());
        return;
    }
    painter.save();
    painter.setClipRect(body, Qt::IntersectClip);
    painter.translate(0, top() - firstShown(size.height()));
    for (const Item& item : layOut(size.width())) {
        if (item.words.isEmpty()) {   // the background of a whole finding
            if (item.finding == (hasFocus() ? focused_ : hovered_))
                painter.fillRect(item.area, theme.tint(theme.grid, 0.7));
            continue;
        }
        painter.setPen(item.color);
        painter.drawText(item.area, Qt::TextWordWrap | Qt::AlignLeft, item.words);
    }
    painter.restore();
}

/// Returns the length next to a scroll bar, whether or not there is one.
int FindingList::length() const
{
    double high = 0;
    for (const Item& item : layOut(width() - bar().sizeHint().width()))
        high = std::max(high, item.area.bottom());
    return int(std::ceil(high));
}

void FindingList::mouseMoveEvent(QMouseEvent* event)
{
    const int finding = findingAt(event->position());
    setCursor(finding >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (std::exchange(hovered_, finding) != finding)
        update();
}

void FindingList::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        choose(findingAt(event->position()));
}

void FindingList::leaveEvent(QEvent*)
{
    hovered_ = -1;
    update();
}

void FindingList::keyPressEvent(QKeyEvent* event)
{
    const int all = shownExhibit() ? int(findings_.size()) : 0;
    const bool on = event->key() == Qt::Key_Down, back = event->key() == Qt::Key_Up;
    if (all == 0 || !(on || back || event->key() == Qt::Key_Return || event->key() == Qt::Key_Space))
        return event->ignore();
    if (!on && !back)
        return choose(focused_);
    focused_ = std::clamp(focused_ + (on ? 1 : -1), 0, all - 1);
    for (const Item& item : layOut(bodyWidth()))
        if (item.finding == focused_ && item.words.isEmpty())
            reveal(int(item.area.top()), int(item.area.bottom()));
    update();
}

QVector<FindingList::Item> FindingList::layOut(double width) const
{
    QVector<Item> items;
    const Theme& theme = style().theme;
    const double indent = style().px(28), gap = style().px(4), room = std::max(style().px(60), width - indent - edge());
    const QFontMetricsF metrics(style().font());
    double y = 0;
    for (int i = 0; i < int(findings_.size()); ++i) {
        const ListedFinding& finding = findings_[i];
        const qsizetype ground = items.size();
        const double from = y;
        items << Item {i, {}, {}};
        items << Item {i, QString::fromUtf8(sign(finding.severity)),
            QRectF(edge(), y, indent - edge(), metrics.height()),
            finding.severity == Severity::note ? theme.faint_text : theme.warning};
        for (const auto& [words, color] : {std::pair(finding.message, theme.text),
                 std::pair(finding.cause, theme.faint_text), std::pair(finding.fix, theme.text)}) {
            if (words.isEmpty())
                continue;
            const QRectF box = metrics.boundingRect(QRectF(0, 0, room, 1e6), Qt::TextWordWrap | Qt::AlignLeft, words);
            items << Item {i, words, QRectF(indent, y, room, box.height()), color};
            y += box.height() + gap;
        }
        items[ground].area = QRectF(edge() / 2, from - gap, width - edge(), y - from + gap);
        y += style().px(10);
    }
    return items;
}

int FindingList::findingAt(const QPointF& at) const
{
    if (shownExhibit() && at.y() >= top())
        for (const Item& item : layOut(bodyWidth()))
            if (item.words.isEmpty() && item.area.translated(0, top() - firstShown(height())).contains(at))
                return item.finding;
    return -1;
}

}   // namespace stepzero
