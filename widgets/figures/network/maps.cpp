// SPDX-License-Identifier: GPL-3.0-or-later
// Iterated maps: the next layer's correlation or length over this layer's. A cobweb between the curve and the diagonal
// shows the path of a signal through depth.
#include <QPainter>
#include <cmath>

#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/fate_text.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/pin_table.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

class MapsFigure : public NetworkFigure<AxesFigure> {
public:
    explicit MapsFigure(QWidget* parent) : NetworkFigure(parent)
    {
        addChoice(length_, QStringLiteral("map"),
            {{false, "correlation", tr("Correlation map")}, {true, "length", tr("Variance map")}});
    }

    FigureTable table() const override
    {
        return withPins(study().get(), pins(), 0, [this](const Study* s) { return tableOf(s); });
    }

private:
    /// Returns the table of a study; for null, its header.
    FigureTable tableOf(const Study* study) const
    {
        FigureTable table {{QStringLiteral("kind"), QStringLiteral("x"), QStringLiteral("y")}, {}};
        const IteratedMap* m = study ? mapOf(*study) : nullptr;
        if (!m)
            return table;
        for (std::size_t i = 0; i < m->map.x.size(); ++i)
            table.rows << QStringList {QStringLiteral("map"), exactNumber(m->map.x[i]), exactNumber(m->map.y[i])};
        for (std::size_t i = 0; i < m->path.size(); ++i)
            table.rows << QStringList {QStringLiteral("layer"), QString::number(i + 1), exactNumber(m->path[i])};
        for (const IteratedMap::Point& p : m->fixed_points)
            table.rows << QStringList {stabilityText(p.stability), exactNumber(p.at), exactNumber(p.at)};
        return table;
    }

protected:
    bool followsSteps() const override { return false; }
    bool showsPins() const override { return true; }
    bool awaitsStudy(const Study&) const override { return false; }   // the figure needs only theory

    void rebuild() override
    {
        const Study& s = *study();
        const IteratedMap* m = mapOf(s);
        Frame f;
        f.xScale = f.yScale = Scale::linear;
        f.aspect = 1;
        f.xLabel = isLength() ? tr("length of this layer, $q_l$") : tr("correlation in this layer, $c_l$");
        f.yLabel = isLength() ? tr("next layer, $q_{l + 1}$") : tr("next layer, $c_{l + 1}$");
        f.xHome = f.yHome = isLength() ? Range {0, 1} : Range {0, 1.02};
        if (s.theory) {
            f.noteRow = true;
            f.notes << notes(*s.theory);
        }
        if (m) {
            Range x {m->map.x.front(), m->map.x.back()};
            for (const double value : m->path)
                x = x.united({value, value});
            collectPins(f);
            x = withPinnedX(f.pins, x);
            const double air = 0.02;
            // Both axes have the same range, so the diagonal is at 45°. A growing map leaves at the top.
            f.xHome = f.yHome = {isLength() ? x.low : x.low - air * x.span(), x.high + air * x.span()};
            const Theme& theme = style().theme;
            f.legend << LegendEntry {QStringLiteral("map"), tr("map"), theme.text, LegendEntry::Mark::line, {}}
                     << LegendEntry {
                            QStringLiteral("path"), tr("this network"), theme.forward, LegendEntry::Mark::line, {}};
        } else {
            f.quiet = reason(s);
        }
        setFrame(f);
    }

    void drawContent(QPainter& painter, const QSize&, const Canvas& c) override
    {
        const IteratedMap* m = mapOf(*shownStudy());
        if (!m)
            return;
        painter.save();
        painter.setClipRect(c.plot, Qt::IntersectClip);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(Qt::NoBrush);
        const double low = std::min(c.x.low, c.y.low), high = std::max(c.x.high, c.y.high);
        painter.setPen(pen(style().theme.faint_text, 1, Qt::DashLine));
        painter.drawLine(c.drawable(low, low), c.drawable(high, high));
        if (!isOff(QStringLiteral("path")) && !m->path.empty()) {
            QPolygonF web {c.drawable(m->path[0], m->path[0])};
            for (std::size_t i = 0; i + 1 < m->path.size(); ++i)
                web << c.drawable(m->path[i], m->path[i + 1]) << c.drawable(m->path[i + 1], m->path[i + 1]);
            painter.setPen(pen(style().theme.forward, 1.4));
            painter.drawPolyline(web);
        }
        if (!isOff(QStringLiteral("map"))) {
            painter.setPen(pen(style().theme.text, 1.8));
            QPolygonF curve;
            for (std::size_t i = 0; i < m->map.x.size(); ++i)
                if (std::isfinite(m->map.y[i]))
                    curve << c.drawable(m->map.x[i], m->map.y[i]);
            painter.drawPolyline(curve);
        }
        painter.restore();
    }

    /// Draws points unclipped, even at the corners of the axes, where fixed points often lie.
    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        const IteratedMap* m = mapOf(*shownStudy());
        if (!m)
            return;
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme& theme = style().theme;
        if (!isOff(QStringLiteral("path")) && !m->path.empty()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.forward);
            dot(painter, c, m->path[0], m->path[0], 3.5);
            const auto layer = std::size_t(shownStudy()->layer);
            if (layer < m->path.size()) {
                painter.setPen(pen(theme.text, 1.5));
                dot(painter, c, m->path[layer - 1], m->path[layer], 4);
            }
        }
        for (const IteratedMap::Point& p : m->fixed_points) {
            painter.setPen(pen(theme.text, 1.5));
            painter.setBrush(p.stability == Stability::stable ? theme.text : theme.background);
            dot(painter, c, p.at, p.at, 5);
            if (p.stability == Stability::half_stable && isOn(c, p.at, p.at)) {
                painter.setBrush(theme.text);
                const QPointF middle = c.at(p.at, p.at);
                const double r = style().px(5);
                painter.drawChord(QRectF(middle.x() - r, middle.y() - r, 2 * r, 2 * r), 90 * 16, 180 * 16);
            }
        }
        name(painter, c, *m);
    }

    QString readoutAt(const QPointF& value) const override
    {
        const Study& s = *shownStudy();
        const IteratedMap* m = mapOf(s);
        if (!m)
            return {};
        const QString letter = isLength() ? QStringLiteral("q") : QStringLiteral("c");
        const Canvas c = canvas(size());
        for (const IteratedMap::Point& p : m->fixed_points)
            if (QLineF(c.at(p.at, p.at), c.at(value.x(), value.y())).length() <= style().px(7))
                return tr("%1 fixed point · %2 %3").arg(stabilityText(p.stability), letter, number(p.at));
        const auto& x = m->map.x;
        const auto next = std::lower_bound(x.begin(), x.end(), value.x());
        if (next == x.begin() || next == x.end())
            return {};
        const auto i = std::size_t(next - x.begin());
        const double share = (value.x() - x[i - 1]) / (x[i] - x[i - 1]);
        return tr("%1 %2 in this layer · %3 in the next")
            .arg(letter, number(value.x()), number(std::lerp(m->map.y[i - 1], m->map.y[i], share)));
    }

private:
    bool isLength() const { return length_.value(); }

    /// Returns null when there is none.
    const IteratedMap* mapOf(const Study& s) const
    {
        if (!s.theory)
            return nullptr;
        const IteratedMap* m = isLength() ? &s.theory->length
            : s.theory->correlation       ? &*s.theory->correlation
                                          : nullptr;
        return m && m->map.x.size() > 1 ? m : nullptr;
    }

    /// Adds the curves of pins and their fixed points.
    void collectPins(Frame& f) const
    {
        bool settled = false;
        for (const Pin& pin : pins()) {
            const IteratedMap* m = isComparable(*study(), *pin.study) ? mapOf(*pin.study) : nullptr;
            if (!m)
                continue;
            PinLine curve {pin, QVector<double>(m->map.x.begin(), m->map.x.end())};
            for (const double y : m->map.y)
                curve.y << (std::isfinite(y) ? y : std::numeric_limits<double>::quiet_NaN());
            addPin(f, curve);
            if (const auto star = starOf(*pin.study)) {
                settled = true;
                addPin(f, {pin, {*star}, {*star}, PinFill::dotted});
            }
        }
        if (settled)
            f.notes << tr("pinned: ◉ fixed point");
    }

    /// Returns the fixed point that signals converge to.
    std::optional<double> starOf(const Study& s) const
    {
        const FixedPoint& point = s.theory->fixed_point;
        return isLength() ? point.q_star : point.angles ? point.angles->c_star : std::nullopt;
    }

    QString reason(const Study& s) const
    {
        if (!s.theory)
            return s.prediction && !s.prediction->remark.empty() ? translated(s.prediction->remark)
                                                                 : tr("mean-field theory does not cover these weights");
        return !isLength() && s.theory->length.map.x.size() > 1 ? tr("no signal is left: correlations are undefined")
                                                                : tr("computing…");
    }

    QStringList notes(const TheoryView& theory) const
    {
        const FixedPoint& p = theory.fixed_point;
        QStringList all;
        if (isLength()) {
            all << (p.chi_1 ? tr("χ₁ %1").arg(aligned(*p.chi_1)) : QString())
                << (p.xi_q ? tr("%1 · $ξ_q$ %2").arg(lengthText(p), aligned(*p.xi_q)) : lengthText(p)) << basinText(p);
        } else if (p.angles) {
            all << tr("slope at 1: %1").arg(aligned(p.angles->slope)) << angleText(*p.angles);
        }
        all.removeAll(QString());
        if (!all.isEmpty())
            all.front() = tr("theory: %1").arg(all.front());
        return all;
    }

    static QString number(double value) { return value == 0 ? QStringLiteral("0") : aligned(value); }

    static bool isOn(const Canvas& c, double x, double y) { return c.x.contains(x) && c.y.contains(y); }

    void dot(QPainter& painter, const Canvas& c, double x, double y, double radius) const
    {
        if (isOn(c, x, y))
            painter.drawEllipse(c.at(x, y), style().px(radius), style().px(radius));
    }

    /// Writes the name of the fixed point on the side of the diagonal without the curve.
    void name(QPainter& painter, const Canvas& c, const IteratedMap& m) const
    {
        const auto star = starOf(*shownStudy());
        if (!star || !isOn(c, *star, *star))
            return;
        const MathBox text = mathLine((isLength() ? tr("q* = %1") : tr("c* = %1")).arg(number(*star)), style().font());
        const QPointF middle = c.at(*star, *star);
        const double gap = style().px(10);
        const QRectF inside = QRectF(c.plot).adjusted(style().px(2), style().px(2), -style().px(2), -style().px(2));
        const QPointF corners[]
            = {{middle.x() + gap, middle.y() + gap + text.ascent}, {middle.x() - gap - text.width, middle.y() - gap},
                {middle.x() - text.width - gap, middle.y() + gap + text.ascent}, {middle.x() + gap, middle.y() - gap},
                {middle.x() - text.width / 2, middle.y() - 3 * gap},
                // For a point in the upper right corner: below the diagonal, which is at 45°.
                {middle.x() - text.width, middle.y() + text.width + text.ascent}};
        std::optional<QPointF> best;
        double least = std::numeric_limits<double>::infinity();
        for (const QPointF& baseline : corners) {
            const QRectF place(baseline.x(), baseline.y() - text.ascent, text.width, text.height());
            if (!inside.contains(place))
                continue;
            double covered = 0;
            for (std::size_t i = 0; i < m.map.x.size(); ++i)
                covered += place.contains(c.drawable(m.map.x[i], m.map.y[i])) ? 1 : 0;
            for (std::size_t i = 0; i + 1 < m.path.size(); ++i)
                covered += place.contains(c.drawable(m.path[i], m.path[i + 1])) ? 1 : 0;
            for (int i = 0; i <= 20; ++i) {   // the diagonal
                const double x = place.left() + i / 20.0 * place.width();
                covered += place.contains(c.drawable(c.vx(x), c.vx(x))) ? 0.5 : 0;
            }
            if (covered < least) {
                least = covered;
                best = baseline;
            }
        }
        if (best)
            drawOutlined(painter, text, *best, style().theme.text, style().theme.background);
    }

    ChoiceOf<bool> length_;
};

}   // namespace

FigureKind figure_maps()
{
    return {QStringLiteral("maps"), QObject::tr("Length and correlation maps"), created<MapsFigure>,
        {{networkLayers, 4}}, QObject::tr("Maps")};
}

}   // namespace stepzero
