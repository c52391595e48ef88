// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/table_text.h"

namespace stepzero {

QString csvText(const FigureTable& table)
{
    QString text;
    const auto add = [&text](QStringList row) {
        for (QString& field : row)
            if (field.contains(QLatin1Char(',')) || field.contains(QLatin1Char('"'))
                || field.contains(QLatin1Char('\n')) || field.contains(QLatin1Char('\r')))
                field = QLatin1Char('"') + field.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
        text += row.join(QLatin1Char(',')) + QStringLiteral("\r\n");
    };
    add(table.header);
    for (const QStringList& row : table.rows)
        add(row);
    return text;
}

}   // namespace stepzero
