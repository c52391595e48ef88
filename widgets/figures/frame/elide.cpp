// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/elide.h"

#include <QPainter>
#include <algorithm>

namespace stepzero {

QString elidedAmong(const QFontMetricsF& metrics, const QString& name, const QStringList& names, double width)
{
    const auto isAlone = [&](auto&& shortened) {
        const QString mine = shortened(name);
        return std::none_of(names.begin(), names.end(),
            [&](const QString& other) { return other != name && shortened(other) == mine; });
    };
    for (const Qt::TextElideMode mode : {Qt::ElideRight, Qt::ElideLeft, Qt::ElideMiddle}) {
        const auto shortened = [&](const QString& text) { return metrics.elidedText(text, mode, width); };
        if (isAlone(shortened))
            return shortened(name);
    }
    qsizetype shared = 0;   // with the one that is most like it
    for (const QString& other : names)
        if (other != name) {
            const auto differs = std::mismatch(name.begin(), name.end(), other.begin(), other.end());
            shared = std::max(shared, qsizetype(differs.first - name.begin()));
        }
    while (shared > 0 && name[shared - 1].isLetterOrNumber())   // a word or number is not cut
        --shared;
    if (shared == 0)
        return metrics.elidedText(name, Qt::ElideRight, width);
    return metrics.elidedText(QChar(0x2026) + name.mid(shared), Qt::ElideRight, width);
}

QString elidedCaption(const QString& caption, double width, const std::function<double(const QString&)>& wideOf)
{
    QString kept = caption;
    for (qsizetype end = caption.size(); wideOf(kept) > width;) {
        end = caption.left(end).lastIndexOf(QStringLiteral(" · "));
        if (end <= 0)
            return caption;
        kept = caption.left(end) + QStringLiteral(" · …");
    }
    return kept;
}

static double readoutEdge(const Style& style) { return style.px(10); }

bool readoutFits(const Style& style, double width, const QString& words)
{
    return QFontMetricsF(style.font()).horizontalAdvance(words) <= width - 2 * readoutEdge(style);
}

void drawReadout(QPainter& painter, const Style& style, const QRectF& row, const QString& words)
{
    if (words.isEmpty())
        return;
    const QRectF inner = row.adjusted(readoutEdge(style), 0, -readoutEdge(style), 0);
    painter.fillRect(row, style.theme.background);
    painter.setFont(style.font());
    painter.setPen(style.theme.text);
    painter.drawText(inner, Qt::AlignHCenter | Qt::AlignTop,
        QFontMetricsF(style.font()).elidedText(words, Qt::ElideRight, inner.width()));
}

}   // namespace stepzero
