// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presented.h"

#include <QJsonArray>
#include <numeric>

namespace stepzero {

namespace {

const QString figuresKey = QStringLiteral("figures"), figureKey = QStringLiteral("figure"),
              shareKey = QStringLiteral("share"), dialsKey = QStringLiteral("dials"),
              controlKey = QStringLiteral("control"), valuesKey = QStringLiteral("values");

/// Divides a rectangle into columns or rows without gaps.
QVector<QRect> divided(const QRect& room, const QVector<double>& shares, bool columns)
{
    const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
    const int length = columns ? room.width() : room.height();
    QVector<QRect> parts;
    double sum = 0;
    for (const double share : shares) {
        const int from = qRound(sum / all * length), to = qRound((sum + share) / all * length);
        sum += share;
        parts << (columns ? QRect(room.left() + from, room.top(), to - from, room.height())
                          : QRect(room.left(), room.top() + from, room.width(), to - from));
    }
    return parts;
}

}   // namespace

QJsonObject toJson(const Presented& presented)
{
    QJsonArray figures, dials;
    for (const LessonFigure& figure : presented.figures)
        figures << QJsonObject {{figureKey, QString::fromStdString(figure.figure)}, {shareKey, figure.share}};
    for (const LessonDial& dial : presented.dials)
        dials << QJsonObject {
            {controlKey, QString::fromStdString(dial.path)}, {valuesKey, QString::fromStdString(dial.values)}};
    return {{figuresKey, figures}, {dialsKey, dials}};
}

Presented presentedFrom(const QJsonObject& json)
{
    Presented presented;
    for (const QJsonValue& each : json[figuresKey].toArray()) {
        const double share = each[shareKey].toDouble();
        if (qsizetype(presented.figures.size()) < mostPresented && share > 0 && share <= 1)
            presented.figures.push_back({each[figureKey].toString().toStdString(), share});
    }
    for (const QJsonValue& each : json[dialsKey].toArray())
        if (presented.dials.size() < most_dials)
            presented.dials.push_back(
                {each[controlKey].toString().toStdString(), each[valuesKey].toString().toStdString()});
    return presented;
}

QVector<QRect> figurePlaces(const QRect& room, const QVector<double>& shares, bool stacked)
{
    if (stacked || shares.size() < 3)
        return divided(room, shares, !stacked);
    const bool grid = shares.size() > 3;
    const double first = grid ? shares[0] + shares[1] : shares[0];
    const qsizetype one = grid ? 2 : 1;
    double rest = 0;
    for (qsizetype i = one; i < shares.size(); ++i)
        rest += shares[i];
    const QVector<QRect> halves = divided(room, {first, rest}, !grid);
    return divided(halves[0], shares.first(one), true) + divided(halves[1], shares.sliced(one), grid);
}

}   // namespace stepzero
