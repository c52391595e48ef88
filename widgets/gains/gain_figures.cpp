// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gains/gain_figures.h"

#include <qcustomplot.h>

#include <cmath>
#include <limits>

#include "widgets/figures/frame/number_text.h"

namespace stepzero {

namespace {

QString titleOf(GainFigure::Kind kind)
{
    switch (kind) {
    case GainFigure::Kind::function:
        return GainFigure::tr("Activation and derivative");
    case GainFigure::Kind::gains:
        return GainFigure::tr("Gains vs. signal scale");
    default:
        return GainFigure::tr("Variance map");
    }
}

/// Interpolates linearly; NaN outside.
double valueAt(const std::vector<double>& x, const std::vector<double>& y, double at)
{
    const auto next = std::lower_bound(x.begin(), x.end(), at);
    if (next == x.begin() || next == x.end())
        return std::numeric_limits<double>::quiet_NaN();
    const auto i = std::size_t(next - x.begin());
    const double span = x[i] - x[i - 1];
    return span > 0 ? y[i - 1] + (y[i] - y[i - 1]) * (at - x[i - 1]) / span : y[i];
}

}   // namespace

GainFigure::GainFigure(Kind kind, QWidget* parent) : PlotFigure(parent), kind_(kind)
{
    setTitle(titleOf(kind));
    setAccessibleName(titleOf(kind));
    setGains(nullptr);
}

void GainFigure::setGains(GainsPtr gains, const QString& word)
{
    gains_ = std::move(gains);
    word_ = word;
    // A figure draws when it has a new exhibit. This one does not show any study, so an empty one suffices.
    setExhibit(std::make_shared<const Exhibit>());
}

QVector<GainFigure::Line> GainFigure::lines() const
{
    using Mark = LegendEntry::Mark;
    if (!gains_)
        return {};
    const Gains::Curves& c = gains_->curves;
    const Theme& theme = style().theme;
    switch (kind_) {
    case Kind::function:
        return {{QStringLiteral("value"), tr("φ"), &c.z, &c.value, theme.forward, Mark::line},
            {QStringLiteral("derivative"), tr("φ′"), &c.z, &c.derivative, theme.gradient, Mark::dashed}};
    case Kind::gains:
        return {{QStringLiteral("forward"), tr("forward"), &c.root_q, &c.forward, theme.forward, Mark::line},
            {QStringLiteral("variance"), tr("variance"), &c.root_q, &c.of_variance, theme.text, Mark::dotted},
            {QStringLiteral("backward"), tr("backward"), &c.root_q, &c.backward, theme.gradient, Mark::dashed}};
    default:
        return {
            {QStringLiteral("forward"), tr("forward gain"), &c.log10_q, &c.forward_ratio, theme.forward, Mark::line},
            {QStringLiteral("critical"), tr("critical"), &c.log10_q, &c.critical_ratio, theme.text, Mark::dashed}};
    }
}

void GainFigure::rebuild()
{
    Frame f;
    f.quiet = word_;
    switch (kind_) {
    case Kind::function:
        f.xLabel = QStringLiteral("z");
        f.yLabel = tr("φ(z), φ′(z)");
        f.xScale = Scale::linear;
        f.xHome = {-4, 4};
        break;
    case Kind::gains:
        f.xLabel = tr("√q, standard deviation of z");
        f.yLabel = tr("gain");
        f.xScale = Scale::linear;
        f.xHome = {0, 5};
        break;
    case Kind::length_map:
        f.xLabel = tr("q");
        f.yLabel = tr("V(q)/q");
        f.xScale = Scale::log10;
        f.xHome = {-3, 3};
        break;
    }
    double low = kind_ == Kind::function ? std::numeric_limits<double>::infinity() : 0;
    double high = kind_ == Kind::function ? -low : 1;
    int next = 0;
    for (const Line& line : lines()) {
        if (line.y->empty())
            continue;
        f.legend << LegendEntry {line.key, line.words, line.color, line.mark, std::nullopt};
        if (isOff(line.key))
            continue;
        // Diverging values at an end must not flatten the rest.
        double most = 4;
        if (kind_ == Kind::gains)
            for (const auto& at_q : {gains_->at_q.forward, gains_->at_q.of_variance, gains_->at_q.backward})
                most = std::max(most, 2 * at_q.value_or(0));
        for (const double y : *line.y) {
            if (!std::isfinite(y))
                continue;
            low = std::min(low, y);
            high = std::max(high, kind_ == Kind::function ? y : std::min(y, most));
        }
        QCPGraph* g = graph(next++);
        g->setPen(pen(line.color, line.mark == LegendEntry::Mark::line ? 2 : 1.6,
            line.mark == LegendEntry::Mark::dashed       ? Qt::DashLine
                : line.mark == LegendEntry::Mark::dotted ? Qt::DotLine
                                                         : Qt::SolidLine));
        g->setBrush(Qt::NoBrush);
        g->setScatterStyle(QCPScatterStyle::ssNone);
        g->setData(
            QVector<double>(line.x->begin(), line.x->end()), QVector<double>(line.y->begin(), line.y->end()), true);
        if (kind_ == Kind::function)
            f.xHome = {line.x->front(), line.x->back()};
    }
    clearGraphs(next);
    if (!(low < high))
        low = std::isfinite(low) ? low - 1 : -1, high = low + 2;
    f.yHome = roundedOut(Scale::linear, {low, high});
    setFrame(f);
}

void GainFigure::drawOver(QPainter& painter, const Canvas& c)
{
    if (!gains_)
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(pen(style().theme.faint_text, 1));
    if (kind_ != Kind::function) {   // marks the given length
        const double q = gains_->at_q.q, x = std::round(c.px(kind_ == Kind::gains ? std::sqrt(q) : std::log10(q)));
        painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
    }
    if (kind_ == Kind::length_map) {   // the diagonal, where lengths stay the same
        const double y = std::round(c.py(1));
        painter.drawLine(QPointF(c.plot.left(), y), QPointF(c.plot.right() + 1, y));
    }
}

QString GainFigure::readoutAt(const QPointF& value) const
{
    QStringList parts;
    for (const Line& line : lines()) {
        const double y = line.y->empty() ? std::nan("") : valueAt(*line.x, *line.y, value.x());
        if (std::isfinite(y))
            parts << line.words + QStringLiteral(" ") + pretty(y);
    }
    if (parts.isEmpty())
        return {};
    const QString where = kind_ == Kind::function ? QStringLiteral("z = %1").arg(pretty(value.x()))
        : kind_ == Kind::gains                    ? QStringLiteral("√q = %1").arg(pretty(value.x()))
                                                  : QStringLiteral("q = %1").arg(prettyLog10(value.x()));
    return where + QStringLiteral(" · ") + parts.join(QStringLiteral(" · "));
}

FigureTable GainFigure::table() const
{
    FigureTable table;
    table.header << (kind_ == Kind::function ? QStringLiteral("z")
            : kind_ == Kind::gains           ? QStringLiteral("root_q")
                                             : QStringLiteral("log10_q"));
    const QVector<Line> all = lines();
    for (const Line& line : all)
        table.header << line.key;
    for (std::size_t i = 0; !all.isEmpty() && i < all.first().x->size(); ++i) {
        QStringList row {exactNumber(all.first().x->at(i))};
        for (const Line& line : all)
            row << (line.y->empty() ? QString() : exactNumber(line.y->at(i)));
        table.rows << row;
    }
    return table;
}

}   // namespace stepzero
