// SPDX-License-Identifier: GPL-3.0-or-later
// The gains of the activation over the scale of its input. Other views are the activation with its derivative, and the
// variance map. A click chooses the scale at which the gain calculator gives its numbers.
#include <qcustomplot.h>

#include <QKeyEvent>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/pin_table.h"

namespace stepzero {

namespace {

constexpr double leastScale = 1e-6, mostScale = 1e6;   // limits of the scale √q that can be chosen

/// Interpolates linearly; NaN outside.
double interpolated(const std::vector<double>& x, const std::vector<double>& y, double at)
{
    const auto next = std::lower_bound(x.begin(), x.end(), at);
    if (next == x.begin() || next == x.end())
        return std::numeric_limits<double>::quiet_NaN();
    const auto i = std::size_t(next - x.begin());
    const double span = x[i] - x[i - 1];
    return span > 0 ? y[i - 1] + (y[i] - y[i - 1]) * (at - x[i - 1]) / span : y[i];
}

/// Rounds a number above 0 to two significant digits.
double twoDigits(double value)
{
    const double unit = std::pow(10.0, 1 - std::floor(std::log10(value)));
    return std::round(value * unit) / unit;
}

QVector<double> vectorOf(const std::vector<double>& values) { return {values.begin(), values.end()}; }

class GainsFigure : public NetworkFigure<PlotFigure> {
public:
    explicit GainsFigure(QWidget* parent) : NetworkFigure(parent)
    {
        addChoice(view_, QStringLiteral("show"),
            {{View::gains, "gains", tr("Gains")}, {View::function, "function", tr("Activation and derivative")},
                {View::map, "map", tr("Variance map")}});
        setFocusPolicy(Qt::StrongFocus);
        setToolTip(tr("Click, or press ← or →, to choose the √q of the gain calculator."));
    }

    FigureTable table() const override
    {
        return withPins(study().get(), pins(), 1, [this](const Study* s) { return tableOf(s); });
    }

protected:
    bool followsSteps() const override { return false; }
    bool showsPins() const override { return true; }
    bool awaitsStudy(const Study& s) const override { return is_coming(s, s.gains); }

    void rebuild() override
    {
        const Study& s = *study();
        Frame f;
        if (showsFunction()) {
            f.title = tr("Activation and derivative");
            f.xLabel = QStringLiteral("z");
            f.yLabel = tr("φ(z), φ′(z)");
        } else if (showsMap()) {
            f.title = tr("Variance map");
            f.xLabel = tr("q");
            f.yLabel = tr("V(q)/q");
        } else {
            f.xLabel = tr("√q, standard deviation of z");
            f.yLabel = tr("gain");
        }
        f.xScale = showsMap() ? Scale::log10 : Scale::linear;
        f.xHome = showsFunction() ? Range {-4, 4} : showsMap() ? Range {-3, 3} : Range {0, 5};
        if (s.gains.is(Absence::impossible))
            f.quiet = tr("%1 is not a function of one number and has no single gain")
                          .arg(QString::fromStdString(s.plan->block(s.layer).activation.name));
        else if (!s.gains)
            f.quiet = tr("computing…");
        Range y = showsFunction()
            ? Range {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()}
            : Range {0, 1};
        int drawn = 0;
        for (const Line& line : lines(s)) {
            if (line.y->empty())
                continue;
            f.legend << LegendEntry {line.key, line.words, line.color, line.mark, std::nullopt};
            if (isOff(line.key))
                continue;
            extend(y, s, *line.y);
            if (showsFunction())
                f.xHome = {line.x->front(), line.x->back()};
            draw(line, drawn++);
        }
        clearGraphs(drawn);
        collectPins(f, y);
        if (!(y.low < y.high))
            y = std::isfinite(y.low) ? Range {y.low - 1, y.low + 1} : Range {-1, 1};
        f.yHome = roundedOut(Scale::linear, y);
        setFrame(f);
    }

    /// Draws the scale and, in the variance map, the variances that stay the same.
    void drawMarks(QPainter& painter, const Canvas& c) override
    {
        const GainsPart& gains = shownStudy()->gains;
        if (!gains || showsFunction())
            return;
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(pen(style().theme.faint_text, 1));
        const double q = gains->at_q.q, x = std::round(c.px(showsMap() ? std::log10(q) : std::sqrt(q)));
        painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
        const double one = std::round(c.py(1));
        if (showsMap())
            painter.drawLine(QPointF(c.plot.left(), one), QPointF(c.plot.right() + 1, one));
    }

    QString readoutAt(const QPointF& value) const override
    {
        QStringList parts;
        for (const Line& line : lines(*shownStudy())) {
            const double y = line.y->empty() ? std::nan("") : interpolated(*line.x, *line.y, value.x());
            if (std::isfinite(y))
                parts << line.words + QLatin1Char(' ') + pretty(y);
        }
        if (parts.isEmpty())
            return {};
        parts.prepend(showsFunction() ? QStringLiteral("z = %1").arg(pretty(value.x()))
                : showsMap()          ? QStringLiteral("q = %1").arg(prettyLog10(value.x()))
                                      : QStringLiteral("√q = %1").arg(pretty(value.x())));
        return parts.join(QStringLiteral(" · "));
    }

    void clickedAt(const QPointF& value) override
    {
        const double scale = showsMap() ? std::pow(10.0, value.x() / 2) : value.x();
        if (!showsFunction() && scale > 0)
            chooseScale(twoDigits(scale));
    }

    void keyPressEvent(QKeyEvent* event) override
    {
        const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
        if (step == 0 || !study() || !study()->gains)
            return PlotFigure::keyPressEvent(event);
        const double scale = std::sqrt(study()->gains->at_q.q);
        constexpr double decades = 0.05, tenth = 0.1;   // steps on a logarithmic and a linear axis
        const double next = showsMap() ? twoDigits(scale * std::pow(10.0, step * decades))
                                       : std::max(tenth, std::round(10 * scale + step) / 10);
        // At the limits, and below a tenth on the linear axis, a key has no effect.
        if (const double chosen = std::clamp(next, leastScale, mostScale); step > 0 ? chosen > scale : chosen < scale)
            chooseScale(chosen);
    }

private:
    enum class View { gains, function, map };
    struct Line {
        QString key, words;
        const std::vector<double>*x, *y;
        QColor color;
        LegendEntry::Mark mark;
    };

    bool showsFunction() const { return view_.is(View::function); }
    bool showsMap() const { return view_.is(View::map); }

    /// Returns the lines of the view, of which some may have no points.
    QVector<Line> lines(const Study& study) const
    {
        using Mark = LegendEntry::Mark;
        if (!study.gains)
            return {};
        const Gains::Curves& c = study.gains->curves;
        const Theme& theme = style().theme;
        if (showsFunction())
            return {{QStringLiteral("value"), tr("φ"), &c.z, &c.value, theme.forward, Mark::line},
                {QStringLiteral("derivative"), tr("φ′"), &c.z, &c.derivative, theme.gradient, Mark::dashed}};
        if (showsMap())
            return {{QStringLiteral("forward"), tr("forward gain"), &c.log10_q, &c.forward_ratio, theme.forward,
                        Mark::line},
                {QStringLiteral("critical"), tr("critical"), &c.log10_q, &c.critical_ratio, theme.text, Mark::dashed}};
        return {{QStringLiteral("forward"), tr("forward"), &c.root_q, &c.forward, theme.forward, Mark::line},
            {QStringLiteral("variance"), tr("variance"), &c.root_q, &c.of_variance, theme.text, Mark::dotted},
            {QStringLiteral("backward"), tr("backward"), &c.root_q, &c.backward, theme.gradient, Mark::dashed}};
    }

    QString xKey() const
    {
        return showsFunction() ? QStringLiteral("z")
            : showsMap()       ? QStringLiteral("log10_q")
                               : QStringLiteral("root_q");
    }

    /// Returns the table of a study; for null, its header.
    FigureTable tableOf(const Study* study) const
    {
        FigureTable table {{xKey()}, {}};
        const QVector<Line> all = study ? lines(*study) : QVector<Line>();
        if (all.isEmpty())
            return table;
        for (const Line& line : all)
            table.header << line.key;
        for (std::size_t i = 0; i < all.first().x->size(); ++i) {
            QStringList row {exactNumber(all.first().x->at(i))};
            for (const Line& line : all)
                row << (line.y->empty() ? QString() : exactNumber(line.y->at(i)));
            table.rows << row;
        }
        return table;
    }

    void chooseScale(double scale)
    {
        scale = std::clamp(scale, leastScale, mostScale);
        emit varianceChosen(scale * scale);
    }

    void draw(const Line& line, int number)
    {
        using Mark = LegendEntry::Mark;
        QCPGraph* g = graph(number);
        g->setPen(pen(line.color, line.mark == Mark::line ? 2 : 1.6,
            line.mark == Mark::dashed       ? Qt::DashLine
                : line.mark == Mark::dotted ? Qt::DotLine
                                            : Qt::SolidLine));
        g->setBrush(Qt::NoBrush);
        g->setScatterStyle(QCPScatterStyle::ssNone);
        g->setData(vectorOf(*line.x), vectorOf(*line.y), true);
    }

    /// Extends a range to the values of a line. Gains that diverge at an end do not flatten the rest.
    void extend(Range& range, const Study& s, const std::vector<double>& values) const
    {
        double most = showsFunction() ? std::numeric_limits<double>::infinity() : 4;
        if (!showsFunction() && !showsMap())
            for (const auto& gain : {s.gains->at_q.forward, s.gains->at_q.of_variance, s.gains->at_q.backward})
                most = std::max(most, 2 * gain.value_or(0));
        for (const double value : values)
            if (std::isfinite(value))
                range = range.united({value, std::min(value, most)});
    }

    void collectPins(Frame& f, Range& y) const
    {
        constexpr std::array<PinFill, 3> fills {PinFill::filled, PinFill::open, PinFill::dotted};
        const QVector<Line> own = lines(*study());
        for (const Pin& pin : pins()) {
            if (!isComparable(*study(), *pin.study))
                continue;
            const QVector<Line> all = lines(*pin.study);
            for (qsizetype i = 0; i < all.size(); ++i) {
                if (all[i].y->empty() || isOff(all[i].key))
                    continue;
                addPin(f, {pin, vectorOf(*all[i].x), vectorOf(*all[i].y), fills[std::size_t(i)]});
                if (!isOff(pin))
                    extend(y, *pin.study, *all[i].y);
            }
        }
        if (f.pins.isEmpty())
            return;
        QStringList words;
        for (qsizetype i = 0; i < own.size(); ++i)
            words << QStringList {QStringLiteral("●"), QStringLiteral("○"), QStringLiteral("◉")}[i] + QLatin1Char(' ')
                    + own[i].words;
        f.notes << tr("pinned: %1").arg(joinedText(words, ", "));
    }

    ChoiceOf<View> view_;
};

}   // namespace

FigureKind figure_gains()
{
    return {QStringLiteral("gains"), QObject::tr("Gains vs. signal scale"), created<GainsFigure>,
        {{networkLayers, -1}, {networkStream, -1}, {networkTokens, -1}}, QObject::tr("Gains")};
}

}   // namespace stepzero
