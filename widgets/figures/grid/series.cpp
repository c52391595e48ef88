// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/grid/series.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "core/study/grid/axis_numbers.h"
#include "core/study/grid_study.h"
#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/frame/elide.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

QColor between(const ColorStops& stops, double share)
{
    const double at = std::clamp(share, 0.0, 1.0) * double(stops.size() - 1);
    const int i = std::min(int(at), int(stops.size()) - 2);
    const double t = at - i;
    const auto mix = [t](int a, int b) { return qRound(a + t * (b - a)); };
    const QColor &a = stops[i], &b = stops[i + 1];
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

}   // namespace

const CellResult* cellOf(const GridResult& result, std::size_t index)
{
    const auto found = std::ranges::lower_bound(result.cells, index, {}, &CellResult::index);
    return found != result.cells.end() && found->index == index ? &*found : nullptr;
}

int chosenCell(const GridStudy& study)
{
    return study.cell && *study.cell < cell_count(study.result->grid) ? int(*study.cell) : -1;
}

QString listName(const GridAxis& list)
{
    if (!list.expression.empty())
        return QObject::tr("c in %1").arg(QString::fromStdString(list.expression));
    QString name = QString::fromStdString(list.path);
    if (name.startsWith(QLatin1String("network.")))
        name.remove(0, 8);
    name.replace(QLatin1Char('.'), QLatin1Char(' ')).replace(QLatin1Char('_'), QLatin1Char(' '));
    return translated(Text::whole(name.toStdString()));
}

QString listLabel(const GridAxis& list)
{
    if (!list.expression.empty())
        return listName(list);
    const auto numbers = axis_numbers(list);
    const std::string& path = numbers ? numbers->path : list.path;
    const auto& known = inEachLanguage([] {
        return std::map<std::string, QString> {
            {"network.depth", QObject::tr("depth")},
            {"network.width", QObject::tr("width")},
            {"network.activation", QObject::tr("activation")},
            {"network.weight", QObject::tr("weights")},
            {"network.weight.variance", QObject::tr("weight variance $σ_w²$")},
            {"network.weight.std", QObject::tr("weight std $σ$")},
            {"network.weight.gain", QObject::tr("weight gain")},
            {"network.bias", QObject::tr("biases")},
            {"network.bias.variance", QObject::tr("bias variance $σ_b²$")},
            {"network.bias.std", QObject::tr("bias std $σ$")},
            {"input.std", QObject::tr("input std")},
            {"input.samples", QObject::tr("samples")},
            {"seed", QObject::tr("seed")},
            {"replicas", QObject::tr("replicas")},
        };
    });
    const auto found = known.find(path);
    return found != known.end() ? found->second : QString::fromStdString(path);
}

QString valueText(const GridAxis& axis, std::size_t value)
{
    const QString label = QString::fromStdString(axis.labels.at(value));
    bool is_number = false;
    label.toDouble(&is_number);
    const QString name = axis.expression.empty() ? listName(axis) : QString::fromLatin1(expression_constant);
    return is_number ? name + QLatin1Char(' ') + label : label;
}

QString cellText(const Grid& grid, std::size_t cell)
{
    return lineText(grid, cell_position(grid, cell), grid.axes.size());
}

QString lineText(const Grid& grid, const std::vector<std::size_t>& position, std::size_t but)
{
    QStringList words;
    for (std::size_t a = 0; a < position.size(); ++a)
        if (a != but)
            words << valueText(grid.axes[a], position[a]);
    return joinedText(words, ", ");
}

QString partText(const GridResult& result)
{
    return result.complete()
        ? QString()
        : QObject::tr("%1 of %n cell(s)", nullptr, int(cell_count(result.grid))).arg(result.cells.size());
}

QString cellsNote(const QString& what, const Grid& grid, const QVector<std::size_t>& cells)
{
    constexpr int most = 2;
    if (cells.isEmpty())
        return {};
    QStringList names;
    for (int i = 0; i < std::min(most, int(cells.size())); ++i)
        names << cellText(grid, cells[i]);
    QString note = joinedText({what, joinedText(names, "; ")}, ": ");
    if (cells.size() > most)
        note += QObject::tr(" and %1 more").arg(cells.size() - most);
    return note;
}

void UndrawnCells::add(const CellResult& cell, const std::optional<OutcomeValue>& value)
{
    if (!value)
        lost << cell.index;
    else if (std::isinf(value->value))
        (value->value < 0 ? zero : beyond) << cell.index;
    deviations = deviations || (value && value->sd);
}

void UndrawnCells::tell(const GridResult& result, const Outcome& outcome, Frame& frame) const
{
    frame.yLabel = translated(outcome.label);
    if (deviations)
        frame.yLabel += QObject::tr(", ± 1 σ over replicas");
    if (!lost.isEmpty() && lost.size() == qsizetype(result.cells.size())) {
        frame.quiet = outcome.needs_replicas ? QObject::tr("needs replicas > 1") : QObject::tr("no data in any cell");
    } else {
        for (const QString& note :
            {cellsNote(QObject::tr("no value"), result.grid, lost), cellsNote(QObject::tr("zero"), result.grid, zero),
                cellsNote(QObject::tr("unbounded"), result.grid, beyond),
                cellsNote(QObject::tr("not on a logarithmic axis"), result.grid, off)})
            if (!note.isEmpty())
                frame.notes << note;
    }
    if (const QString part = partText(result); !part.isEmpty())
        frame.notes << part;
}

QVector<QPair<QString, QString>> outcomeOptions()
{
    QVector<QPair<QString, QString>> options;
    for (const Outcome& outcome : outcomes()) {
        QString words = translated(outcome.label);
        words[0] = words[0].toUpper();
        options << qMakePair(QString::fromStdString(outcome.id), words);
    }
    return options;
}

QString outcomeNumber(const Outcome& outcome, double value)
{
    return outcome.logarithmic ? alignedLog10(value, false) : aligned(value);
}

QString outcomeDeviation(const Outcome& outcome, double value, double sd)
{
    return outcome.logarithmic ? alignedLog10(value + std::log10(sd * std::numbers::ln10), false, 2) : aligned(sd);
}

double outcomeReach(const Outcome& outcome, double sd)
{
    return outcome.logarithmic ? std::log10(1 + sd * std::numbers::ln10) : sd;
}

QString outcomeText(const Outcome& outcome, const OutcomeValue& value)
{
    const auto number = [&](double v, const std::optional<double>& sd) {
        QString text = outcomeNumber(outcome, v);
        if (sd && std::isfinite(v))
            text += QStringLiteral(" ± ") + outcomeDeviation(outcome, v, *sd);
        return text;
    };
    QString text = translated(outcome.label) + QLatin1Char(' ') + number(value.value, value.sd);
    if (value.theory)
        text += QObject::tr(" · theory ") + number(*value.theory, value.theory_sd);
    return text;
}

QStringList pathsOf(const Grid& grid)
{
    QStringList paths;
    for (const GridAxis& axis : grid.axes)
        paths << QString::fromStdString(axis.path);
    return paths;
}

QStringList labelsOf(const CellResult& cell)
{
    QStringList labels;
    for (const std::string& label : cell.labels)
        labels << QString::fromStdString(label);
    return labels;
}

QString cellOutcomeText(const GridResult& result, std::size_t index, const Outcome& outcome)
{
    const CellResult* cell = cellOf(result, index);
    const auto value = cell ? outcome.of(*cell) : std::nullopt;
    const QString name = cellText(result.grid, index);
    return value ? name + QStringLiteral(" · ") + outcomeText(outcome, *value) : name;
}

FigureTable outcomeTable(const GridResult& result, const Outcome& outcome)
{
    FigureTable table;
    const QString name
        = (outcome.logarithmic ? QStringLiteral("log10_") : QString()) + QString::fromStdString(outcome.id);
    table.header << pathsOf(result.grid) << name << name + QStringLiteral("_sd") << QStringLiteral("predicted_") + name
                 << QStringLiteral("predicted_%1_sd").arg(name);
    for (const CellResult& cell : result.cells) {
        QStringList row = labelsOf(cell);
        const auto value = outcome.of(cell);
        if (value)
            row << exactNumber(value->value) << exactNumber(value->sd) << exactNumber(value->theory)
                << exactNumber(value->theory_sd);
        else
            row << QString() << QString() << QString() << QString();
        table.rows << row;
    }
    return table;
}

SeriesLook seriesLook(int series, int count, const Theme& theme)
{
    if (series < most_named_series)
        return {series, pinLook(series, theme).color, true};
    // Without the ends of viridis, which would be hard to see on a dark or a light ground.
    constexpr double low = 0.15, high = 0.85;
    const int rest = count - most_named_series;
    const double share = rest > 1 ? double(series - most_named_series) / (rest - 1) : 0.5;
    return {series % 64, between(viridis(), low + share * (high - low)), false};
}

void drawMark(QPainter& painter, const QPointF& at, const SeriesLook& look, const Style& style)
{
    // A sample of length zero is only the mark.
    drawPinSample(painter, QRectF(at, QSizeF(0, 0)), look.style, style, look.color);
}

void drawWords(QPainter& painter, const Canvas& c, const QStringList& words, const Style& style)
{
    constexpr double enough = 34;   // Style pixels of a long word
    const QFontMetricsF metrics(style.numberFont());
    double longest = 0;
    for (const QString& word : words)
        longest = std::max(longest, metrics.horizontalAdvance(word));
    const double each = c.plot.width() / c.x.span(), gap = style.px(6);
    const int step = std::max(1, int(std::ceil(std::min(longest + gap, style.px(enough)) / each)));
    const double wide = step * each - gap;
    painter.setFont(style.numberFont());
    painter.setPen(style.theme.faint_text);
    for (int i = 0; i < words.size(); i += step)
        if (c.x.contains(i))
            painter.drawText(QRectF(c.px(i) - wide / 2, c.plot.bottom() + 1 + style.px(5), wide, style.px(16)),
                Qt::AlignHCenter | Qt::AlignTop | Qt::TextDontClip, elidedAmong(metrics, words[i], words, wide));
}

Ticks noTicks(const Range&, int) { return {}; }

Scale outcomeScale(const Outcome& outcome)
{
    return outcome.logarithmic ? Scale::log10 : outcome.id.ends_with("_fraction") ? Scale::percent : Scale::linear;
}

QColor outcomeColor(const Outcome& outcome, const Theme& theme)
{
    const auto is_about = [&](const char* word) { return outcome.id.find(word) != std::string::npos; };
    return is_about("gradient") ? theme.gradient : is_about("weight") ? theme.weights : theme.forward;
}

}   // namespace stepzero
