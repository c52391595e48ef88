// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/pin_table.h"

#include <QHash>

#include "core/study/study.h"

namespace stepzero {

namespace {
QString keyOf(const QStringList& row, int keys) { return row.mid(0, keys).join(QLatin1Char('\n')); }
}   // namespace

FigureTable withPins(
    const Study* study, const QVector<Pin>& pins, int keys, const std::function<FigureTable(const Study*)>& tableOf)
{
    FigureTable own = tableOf(study);
    if (!study)
        return own;
    QHash<QString, qsizetype> known;
    for (qsizetype i = 0; keys > 0 && i < own.rows.size(); ++i)
        known.insert(keyOf(own.rows[i], keys), i);
    for (const Pin& pin : pins) {
        if (!isComparable(*study, *pin.study))
            continue;
        const FigureTable other = tableOf(pin.study.get());
        if (other.rows.isEmpty())
            continue;
        const auto before = own.header.size();
        for (const QString& column : other.header.mid(keys))
            own.header << pin.name + QStringLiteral(": ") + column;
        const auto emptyRow = [&] { return QStringList(QVector<QString>(before)); };
        for (qsizetype i = 0; i < other.rows.size(); ++i) {
            const QStringList& row = other.rows[i];
            const QString key = keyOf(row, keys);
            const qsizetype place = keys > 0 ? known.value(key, own.rows.size()) : i;
            if (place == own.rows.size()) {
                own.rows << row.mid(0, keys) + emptyRow().mid(keys);
                if (keys > 0)
                    known.insert(key, place);
            }
            own.rows[place] << row.mid(keys);
        }
        for (QStringList& row : own.rows)
            while (row.size() < own.header.size())
                row << QString();
    }
    return own;
}

bool isComparable(const Study& a, const Study& b) { return is_layered(a) == is_layered(b); }

}   // namespace stepzero
