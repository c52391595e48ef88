// SPDX-License-Identifier: GPL-3.0-or-later
// Dead and saturated by layer: shares of outputs that are zero or saturated, and of units that never speak.
#include <qcustomplot.h>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/network/figures.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/pin_table.h"

namespace stepzero {

namespace {

struct Share {
    QString key, words;
    Quantity quantity;
    bool predicted;   // else theory says nothing of it
    LegendEntry::Mark mark;
};

class FractionsFigure : public NetworkFigure<PlotFigure> {
public:
    explicit FractionsFigure(QWidget* parent) : NetworkFigure(parent)
    {
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
    }

    FigureTable table() const override { return withPins(study().get(), pins(), 1, tableOf); }

private:
    /// Of no study, the header.
    static FigureTable tableOf(const Study* study)
    {
        FigureTable table {{QStringLiteral("layer")}, {}};
        for (const Share& share : shares())
            table.header << share.key + QStringLiteral("_fraction");
        for (const Share& share : shares())
            if (share.predicted)
                table.header << QStringLiteral("predicted_%1_fraction").arg(share.key);
        for (int layer = 1; study && layer <= study->measurement->depth(); ++layer) {
            QStringList row {QString::number(layer)};
            for (const Share& share : shares())
                row << exactNumber(measured(*study, layer, share));
            for (const Share& share : shares())
                if (share.predicted)
                    row << exactNumber(theoryOf(*study, layer, share));
            table.rows << row;
        }
        return table;
    }

protected:
    bool showsPins() const override { return true; }

    void rebuild() override
    {
        const int depth = study()->measurement->depth();
        Frame f;
        putLayersOnX(f);
        f.yLabel = tr("share");
        f.xHome = {0.5, depth + 0.5};
        f.yScale = Scale::percent;
        f.yHome = {0, 1.02};
        // A step needs an end beyond its last layer.
        QVector<double> x(depth + 2), y(depth + 2);
        std::iota(x.begin(), x.end(), 0.0);
        int next = 0;
        bool any = false;
        for (const Share& share : shares()) {
            const QColor color = colorOf(share);
            // Hundreds of steps in thick dashes would be a blot.
            const bool thin = depth > 100 && share.mark != LegendEntry::Mark::area;
            const LegendEntry::Mark mark = thin ? LegendEntry::Mark::line : share.mark;
            f.legend << LegendEntry {share.key, share.words, color, mark, std::nullopt};
            for (int layer = 1; layer <= depth; ++layer) {
                y[layer] = measured(*study(), layer, share);
                any = any || y[layer] > 0;
            }
            if (isOff(share.key))
                continue;
            y.front() = y[1];
            y.back() = y[depth];
            QCPGraph* g = graph(next++);
            g->setLineStyle(QCPGraph::lsStepCenter);
            g->setData(x, y, true);
            g->setAntialiased(false);
            g->setAntialiasedFill(false);
            const bool area = share.mark == LegendEntry::Mark::area;
            g->setBrush(area ? QBrush(style().theme.tint(color, 0.35)) : QBrush(Qt::NoBrush));
            g->setPen(
                pen(color, area || thin ? 1 : 2, mark == LegendEntry::Mark::dashed ? Qt::DashLine : Qt::SolidLine));
        }
        if (toggled(QStringLiteral("theory"))) {
            bool theory = false;
            for (const Share& share : shares()) {
                if (!share.predicted)
                    continue;
                for (int layer = 1; layer <= depth; ++layer)
                    y[layer] = theoryOf(*study(), layer, share);
                y.front() = y[1];
                y.back() = y[depth];
                if (std::none_of(y.begin(), y.end(), [](double value) { return value > 0; }))
                    continue;   // a line on the axis
                theory = true;
                if (isOff(QStringLiteral("theory")) || isOff(share.key))
                    continue;
                any = true;
                QCPGraph* g = graph(next++);
                g->setLineStyle(QCPGraph::lsStepCenter);
                g->setData(x, y, true);
                g->setAntialiased(false);
                g->setBrush(Qt::NoBrush);
                g->setPen(pen(style().theme.text, 1));
            }
            if (theory)
                f.legend << LegendEntry {
                    QStringLiteral("theory"), tr("theory"), style().theme.text, LegendEntry::Mark::line, std::nullopt};
        }
        collectPins(f);
        f.xHome.high = withPinnedX(f.pins, {1, double(depth)}).high + 0.5;
        if (!any && f.pins.isEmpty())
            f.quiet = tr("nothing is zero, saturated or dead");
        clearGraphs(next);
        setFrame(f);
    }

    /// Over the areas, which would hide it.
    void drawUnder(QPainter&, const Canvas&) override { }
    void drawOver(QPainter& painter, const Canvas& c) override { AxesFigure::drawUnder(painter, c); }

    QString readoutAt(const QPointF& value) const override
    {
        const int layer = std::clamp(int(std::lround(value.x())), 1, shownStudy()->measurement->depth());
        QString text = tr("layer %1").arg(layer);
        for (const Share& share : shares()) {
            const auto percent = [](double number) { return QString::number(100 * number, 'f', 1); };
            text
                += QStringLiteral(" · %1 %2 %").arg(share.words, percent(measured(*shownStudy(), layer, share)));
            const double theory = theoryOf(*shownStudy(), layer, share);
            if (!std::isnan(theory))
                text += QStringLiteral(" (theory %1 %)").arg(percent(theory));
        }
        return text;
    }

private:
    /// The shares that are shown and not zero everywhere: a line on the axis says nothing.
    void collectPins(Frame& f) const
    {
        static constexpr std::array<PinFill, 3> fills {PinFill::filled, PinFill::open, PinFill::dotted};
        static constexpr std::array<char16_t, 3> signs {0x25cf, 0x25cb, 0x25c9};
        QStringList words;
        for (std::size_t i = 0; i < fills.size(); ++i) {
            const Share& share = shares()[int(i)];
            bool any = false;
            for (const Pin& pin : pins()) {
                if (!isComparable(*study(), *pin.study) || isOff(share.key))
                    continue;
                PinLine line {pin, {}};
                line.fill = fills[i];
                for (int layer = 1; layer <= pin.study->measurement->depth(); ++layer) {
                    line.x << layer;
                    line.y << measured(*pin.study, layer, share);
                }
                if (std::none_of(line.y.begin(), line.y.end(), [](double y) { return y > 0; }))
                    continue;
                any = true;
                addPin(f, line);
            }
            if (any)
                words << QChar(signs[i]) + QLatin1Char(' ') + share.words;
        }
        if (!words.isEmpty())
            f.notes << tr("pinned: %1").arg(words.join(QStringLiteral(", ")));
    }

    /// NaN where theory is silent.
    static double theoryOf(const Study& study, int layer, const Share& share)
    {
        const Predicted* p = study.prediction->output(layer, share.quantity);
        return p ? p->value : std::numeric_limits<double>::quiet_NaN();
    }
    /// NaN where it was not measured.
    static double measured(const Study& study, int layer, const Share& share)
    {
        return study.measurement->number(layer, share.quantity).value_or(std::numeric_limits<double>::quiet_NaN());
    }
    static const QVector<Share>& shares()
    {
        static const QVector<Share> all {
            {QStringLiteral("zero"), tr("zero"), Quantity::zero_fraction, true,
                LegendEntry::Mark::area},
            {QStringLiteral("saturated"), tr("saturated"), Quantity::saturated_fraction, true, LegendEntry::Mark::line},
            {QStringLiteral("dead"), tr("dead units"), Quantity::dead_fraction, false,
                LegendEntry::Mark::dashed},
        };
        return all;
    }
    QColor colorOf(const Share& share) const
    {
        return share.key == QLatin1String("zero") ? style().theme.forward
            : share.key == QLatin1String("dead")  ? style().theme.text
                                                  : style().theme.warning;
    }
};

}   // namespace

Figure* createFractions(QWidget* parent) { return new FractionsFigure(parent); }

}   // namespace stepzero
