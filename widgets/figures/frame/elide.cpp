// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/elide.h"

#include <algorithm>

namespace stepzero {

QString elidedAmong(const QFontMetricsF& metrics, const QString& name, const QStringList& names, double width)
{
    const QString plain = metrics.elidedText(name, Qt::ElideRight, width);
    if (plain == name)
        return name;
    constexpr QChar ellipsis(0x2026);
    for (const Qt::TextElideMode mode : {Qt::ElideRight, Qt::ElideLeft, Qt::ElideMiddle}) {
        const QString mine = mode == Qt::ElideRight ? plain : metrics.elidedText(name, mode, width);
        const qsizetype cut = mine.indexOf(ellipsis);
        const QStringView head = QStringView(mine).first(std::max(qsizetype(0), cut)),
                          tail = QStringView(mine).sliced(cut + 1);
        // Only names with the same ends can look the same. This test saves measuring, since there may be ten thousand
        // names.
        const bool shared = std::any_of(names.begin(), names.end(), [&](const QString& other) {
            return other != name && other.startsWith(head) && other.endsWith(tail)
                && metrics.elidedText(other, mode, width) == mine;
        });
        if (!shared)
            return mine;
    }
    qsizetype shared = 0;   // length in common with the most similar name
    for (const QString& other : names)
        if (other != name) {
            const auto differs = std::mismatch(name.begin(), name.end(), other.begin(), other.end());
            shared = std::max(shared, qsizetype(differs.first - name.begin()));
        }
    while (shared > 0 && name[shared - 1].isLetterOrNumber())   // words and numbers are not cut
        --shared;
    if (shared == 0)
        return plain;
    return metrics.elidedText(ellipsis + name.mid(shared), Qt::ElideRight, width);
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

}   // namespace stepzero
