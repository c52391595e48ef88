// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/spoken_figure.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QVector>
#include <algorithm>
#include <cmath>

#include "widgets/figures/frame/figure.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

constexpr int mostLines = 6;   // as many as a listener can follow

/// Returns the finite numbers of a column; none if it contains words.
QVector<double> numbersOf(const FigureTable& table, qsizetype column)
{
    QVector<double> numbers;
    for (const QStringList& row : table.rows) {
        if (row[column].isEmpty())
            continue;
        bool good = false;
        const double number = row[column].toDouble(&good);
        if (!good)
            return {};
        if (std::isfinite(number))
            numbers << number;
    }
    return numbers;
}

/// Translates a column header, such as "preactivation_rms", word by word.
QString nameOf(const QString& header)
{
    QStringList words = header.split(QLatin1Char('_'));
    for (QString& word : words)
        word = translated(Text::whole(word.toStdString()));
    return words.join(QLatin1Char(' '));
}

QString trendOf(const QVector<double>& numbers)
{
    const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
    const double reach = *most - *least, size = std::max(std::abs(*most), std::abs(*least));
    constexpr double level = 0.1, inside = 0.25;   // relative to the size; to the range
    const double first = numbers.first(), last = numbers.last();
    if (reach <= level * size)
        return QObject::tr("level");
    if (*most > std::max(first, last) + inside * reach || *least < std::min(first, last) - inside * reach)
        return QObject::tr("non-monotonic");
    return last > first ? QObject::tr("rises") : QObject::tr("falls");
}

/// Returns whether a table has names in its first column and numbers in its second, and nothing else.
bool isNamedNumbers(const FigureTable& table)
{
    return table.header.size() == 2 && numbersOf(table, 0).isEmpty() && !numbersOf(table, 1).isEmpty();
}

/// Precondition: isNamedNumbers().
QStringList namedNumbers(const FigureTable& table)
{
    QStringList lines;
    for (const QStringList& row : table.rows)
        if (!row[1].isEmpty() && lines.size() < mostLines)
            lines << nameOf(row[0]) + QLatin1Char(' ') + pretty(row[1].toDouble());
    return lines;
}

/// Returns the range and trend of each column of numbers after the first.
QStringList columnRanges(const FigureTable& table)
{
    QStringList lines;
    for (qsizetype column = 1; column < table.header.size() && lines.size() < mostLines; ++column) {
        const QVector<double> numbers = numbersOf(table, column);
        if (numbers.size() < 2)
            continue;
        const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
        lines << QObject::tr("%1 from %2 to %3, %4")
                     .arg(nameOf(table.header[column]), pretty(*least), pretty(*most), trendOf(numbers));
    }
    return lines;
}

class SpokenFigure : public QAccessibleWidget {
public:
    explicit SpokenFigure(Figure* figure) : QAccessibleWidget(figure, QAccessible::Chart), figure_(figure) { }

    QString text(QAccessible::Text kind) const override
    {
        if (kind == QAccessible::Name)
            return figure_->wholeTitle();
        return kind == QAccessible::Description ? spokenFigure(*figure_) : QAccessibleWidget::text(kind);
    }

private:
    Figure* figure_;
};

QAccessibleInterface* interfaceOf(const QString&, QObject* object)
{
    auto* figure = qobject_cast<Figure*>(object);
    return figure ? new SpokenFigure(figure) : nullptr;
}

}   // namespace

QString spokenFigure(Figure& figure)
{
    const QString title = figure.wholeTitle(), why = figure.whyEmpty();
    if (!figure.exhibit() || !why.isEmpty())
        return title + QStringLiteral(": ") + (why.isEmpty() ? QObject::tr("not computed") : why);
    QStringList said {title};
    if (const QString finding = figure.gravest(); !finding.isEmpty())
        said << finding;
    const qsizetype before = said.size();
    const FigureTable table = figure.table();
    if (isNamedNumbers(table))
        said << namedNumbers(table);
    else
        said << columnRanges(table);
    if (said.size() == before)
        said << QObject::tr("%n row(s)", nullptr, int(table.rows.size()));
    return joinedText(said, "; ");
}

void installFigureAccess() { QAccessible::installFactory(interfaceOf); }

}   // namespace stepzero
