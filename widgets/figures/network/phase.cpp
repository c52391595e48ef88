// SPDX-License-Identifier: GPL-3.0-or-later
// Phase diagram: how a network of such layers transforms signals, over its variances. The present network is a point
// that can be dragged.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/figures/figures.h"
#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/frame/contours.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/network/fate_text.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/phase_labels.h"
#include "widgets/figures/network/phase_point.h"
#include "widgets/figures/network/pin_table.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// A quantity that the colour map shows, and its colours: `low` and `high` are the ends of the scale.
struct Reading {
    double low, high;
    QVector<double> ticks;   // in units of the quantity
    QVector<double> levels;   // levels of the contours, within the scale
};

const Reading& chiReading()   // in log2 χ
{
    static const Reading reading {-1, 1, {0.5, 0.75, 1, 1.5, 2}, {0.5, 0.75, 1.25, 1.5, 2}};
    return reading;
}

const Reading& depthReading()   // in log10 ξ_c
{
    static const Reading reading {0, 2, {1, 3, 10, 30, 100}, {1, 2, 5, 10, 20, 50}};
    return reading;
}

class PhaseFigure : public NetworkFigure<PlotFigure> {
public:
    explicit PhaseFigure(QWidget* parent) : NetworkFigure(parent), image_(new QCPColorMap(plot().xAxis, plot().yAxis))
    {
        addChoice(depth_, QStringLiteral("show"),
            {{false, "chi", tr("Gradient growth per layer (χ₁)")}, {true, "depth", tr("Correlation depth scale (ξ)")}});
        image_->setInterpolate(true);
        image_->setTightBoundary(false);
        image_->setAntialiased(false);
        setToolTip(tr("Drag the point or click to set the variances of all layers. It snaps to the critical line "
                      "unless Shift is held. Ctrl-drag pans; the wheel zooms."));
    }

    FigureTable table() const override
    {
        return withPins(study().get(), pins(), 1, [this](const Study* s) {
            FigureTable table = tableOf(s);
            if (s != study().get())
                table.rows = table.rows.mid(0, 1);   // pins have only their point, since the map is that of the present
                                                     // network
            return table;
        });
    }

private:
    /// Returns the table of a study; for null, its header.
    static FigureTable tableOf(const Study* study)
    {
        FigureTable table {{QStringLiteral("kind"), QStringLiteral("weight_variance"), QStringLiteral("bias_variance"),
                               QStringLiteral("chi"), QStringLiteral("depth_scale"), QStringLiteral("name")},
            {}};
        if (!study || !study->theory)
            return table;
        const TheoryView& theory = *study->theory;
        const auto row
            = [&](const char* kind, Variances v, const QString& chi, const QString& depth, const QString& name) {
                  table.rows << QStringList {
                      QLatin1String(kind), exactNumber(v.weight), exactNumber(v.bias), chi, depth, name};
              };
        const auto number = [](const std::optional<double>& value) { return value ? exactNumber(*value) : QString(); };
        row("here", theory.variances, number(theory.fixed_point.chi_1), number(theory.fixed_point.xi_c),
            QString::fromLatin1(
                theory.fixed_point.phase ? word(*theory.fixed_point.phase) : word(theory.fixed_point.length)));
        for (const Landmark& landmark : theory.landmarks)
            row("landmark", landmark.variances, {}, {}, QString::fromStdString(landmark.label.english()));
        if (!theory.phase)
            return table;
        const PhaseMap& map = *theory.phase;
        for (const CriticalPoint& point : map.critical_line)
            if (!std::isnan(point.q))
                row("critical", point.variances, QStringLiteral("1"), {}, {});
        for (const CriticalPoint& point : map.edges)
            if (!std::isnan(point.q))
                row("edge", point.variances, {}, {}, {});
        for (std::size_t i = 0; i < map.chi.size(); ++i)
            row("cell", centreOf(map, i), exactNumber(double(map.chi[i])),
                map.depth_scale.empty() ? QString() : exactNumber(double(map.depth_scale[i])), {});
        return table;
    }

protected:
    bool followsSteps() const override { return false; }
    bool showsPins() const override { return true; }
    bool awaitsStudy(const Study&) const override { return false; }   // the figure needs only theory

    void rebuild() override
    {
        const Study& s = *study();
        const TheoryView* theory = s.theory.get();
        const bool depth = showsDepth();
        Frame f;
        f.xScale = f.yScale = Scale::linear;
        f.xLabel = tr("weight variance $σ_w²$");
        f.yLabel = tr("bias variance $σ_b²$");
        f.right = 64;
        f.tickGap = 9;   // clears the ticks of schemes, and the point at σ_b² = 0
        std::shared_ptr<const PhaseMap> map;
        if (theory) {
            map = theory->phase;
            const bool kept = map_ && map_->activation == s.plan->block(theory->layer).activation;
            if (kept && (!map || (depth && map->depth_scale.empty() && map->range == map_->range)))
                map = map_;   // until the new map is computed, which is the same or slightly wider
            f.noteRow = true;
            f.notes << hereText(*theory) << tr("theory: %1").arg(stateText(*theory));
        }
        if (map && depth && map->depth_scale.empty())
            map.reset();
        const PhaseRange range = map ? map->range : map_ ? map_->range : PhaseRange();
        f.xHome = holding({0, range.weight}, theory ? theory->variances.weight : 0);
        f.yHome = holding({0, range.bias}, theory ? theory->variances.bias : 0);
        if (!theory)
            f.quiet = s.prediction && !s.prediction->remark.empty()
                ? translated(s.prediction->remark)
                : tr("mean-field theory does not cover these weights");
        else if (!map)
            f.quiet = tr("computing…");
        show(map);
        if (theory)
            collectPins(f);
        if (point_.put() && !dragged_ && (!theory || !point_.isPassed(theory->variances)))
            point_.forget();   // the study has caught up, or is another one
        setFrame(f);
    }

    void restyle() override
    {
        lettering_.reset();
        PlotFigure::restyle();
    }

    /// Draws lines and text over the map, which hides the grid. On the screen they are cached, since a study that moves
    /// the point does not change them.
    void drawOver(QPainter& painter, const Canvas& c) override
    {
        if (!map_)
            return;
        const PhaseLettering& letters = letteringOn(c);
        if (painter.device()->devType() != QInternal::Pixmap)
            return drawLettering(painter, c, letters);
        const double ratio = painter.device()->devicePixelRatioF();
        if (written_.isNull() || written_.devicePixelRatio() != ratio) {
            written_ = QPixmap((QSizeF(c.plot.size()) * ratio).toSize());
            written_.setDevicePixelRatio(ratio);
            written_.fill(Qt::transparent);
            QPainter inner(&written_);
            inner.setRenderHints(painter.renderHints());
            inner.translate(-c.plot.topLeft());
            drawLettering(inner, c, letters);
        }
        painter.drawPixmap(c.plot.topLeft(), written_);
    }

    void drawLettering(QPainter& painter, const Canvas& c, const PhaseLettering& letters) const
    {
        const Theme& theme = style().theme;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(pen(theme.text, 0.8));
        QVector<QRectF> words;   // lines leave these out
        for (const PhaseLettering::Label& label : letters.labels)
            words << phasePlaceOf(label.text, label.baseline, style());
        const auto draw = [&](const QPolygonF& line) {
            for (const QPolygonF& part : piecesOutside(line, words))
                painter.drawPolyline(part);
        };
        for (const QPolygonF& line : letters.lines)
            draw(line);
        QPen heavy = pen(theme.text, 2.5);
        heavy.setCapStyle(Qt::RoundCap);
        painter.setPen(heavy);
        for (const QPolygonF& line : lines_.critical)
            draw(inPixels(line, c));
        heavy.setStyle(Qt::DashLine);
        painter.setPen(heavy);
        for (const QPolygonF& line : lines_.edges)
            draw(inPixels(line, c));
        for (const PhaseLettering::Label& label : letters.labels)
            drawOutlined(painter, label.text, label.baseline, label.color, theme.background);
    }

    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        if (!map_)
            return;
        const Reading& reading = readingOf();
        QVector<Tick> ticks;
        for (const double value : reading.ticks) {
            const double at = (logOf(value) - reading.low) / (reading.high - reading.low);
            const QString beyond = at > 0.999 ? QStringLiteral("≥ ") : at < 0.001 ? QStringLiteral("≤ ") : QString();
            ticks << Tick {at, beyond + pretty(value)};
        }
        drawColorScale(
            painter, style(), c.plot, stops(), ticks, showsDepth() ? QStringLiteral("$ξ_c$") : QStringLiteral("χ₁"));
        painter.setRenderHint(QPainter::Antialiasing);
        drawSchemes(painter, c);
        drawPins(painter, c);
    }

    void drawLive(QPainter& painter, const Canvas& c) override
    {
        if (!map_ || !shownStudy() || !shownStudy()->theory)
            return;
        const QPointF at = shownMarkerOn(c);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(pen(style().theme.background, 5.5));
        painter.drawEllipse(at, style().px(6.5), style().px(6.5));
        painter.setPen(pen(style().theme.text, 2.5));
        painter.setBrush(style().theme.background);
        painter.drawEllipse(at, style().px(6.5), style().px(6.5));
        painter.setPen(Qt::NoPen);
        painter.setBrush(style().theme.text);
        painter.drawEllipse(at, style().px(2.2), style().px(2.2));
        if (const QLineF way(at, markerOn(c)); way.length() > 1) {   // the point lies beyond zoomed axes
            const QPointF unit = (way.p2() - way.p1()) / way.length(), across(-unit.y(), unit.x());
            const double tip = style().px(17), base = style().px(10), half = style().px(4.5);
            painter.drawPolygon(
                QPolygonF {at + tip * unit, at + base * unit + half * across, at + base * unit - half * across});
        }
    }

    QString readoutAt(const QPointF& value) const override
    {
        const StudyPtr s = shownStudy();
        if (!map_ || !s->theory)
            return {};
        const Canvas c = canvas(size());
        const QPointF at = c.at(value.x(), value.y());
        const auto close = [&](const QPointF& mark) { return QLineF(at, mark).length() <= style().px(7); };
        if (close(shownMarkerOn(c)))
            return tr("current network · %1 · drag to move").arg(whereText(*s->theory));
        for (const PinLine& line : frame().pins)
            if (close(c.at(line.x.first(), line.y.first())))
                return tr("pinned %1 · %2").arg(line.pin.name, variancesText({line.x.first(), line.y.first()}));
        if (value.x() < 0 || value.x() > map_->range.weight || value.y() < 0 || value.y() > map_->range.bias)
            return variancesText({value.x(), value.y()});
        const int i = std::min(int(value.x() / map_->range.weight * map_->columns), map_->columns - 1);
        const int j = std::min(int(value.y() / map_->range.bias * map_->rows), map_->rows - 1);
        const auto cell = std::size_t(j * map_->columns + i);
        QString text = variancesText({value.x(), value.y()}) + tr(" · χ₁ %1").arg(aligned(double(map_->chi[cell])));
        if (!map_->depth_scale.empty())
            text += tr(" · ξ_c %1 layers").arg(aligned(double(map_->depth_scale[cell])));
        text += QStringLiteral(" · ")
            + (map_->grows[cell] ? tr("length grows without bound")
                                 : translated(label_of(phase_of(double(map_->chi[cell])))));
        return text + (criticalNear(c, at) ? tr(" · click to snap to χ₁ = 1") : tr(" · click to move here"));
    }

    // A press on the map moves the point; with Ctrl it moves the axes, as in other figures.

    void mousePressEvent(QMouseEvent* event) override
    {
        const bool ours = event->button() == Qt::LeftButton && !(event->modifiers() & Qt::ControlModifier) && map_
            && shownStudy() && shownStudy()->theory;
        const Canvas c = canvas(size());
        const QPointF at = pixelOf(*event), marker = ours ? shownMarkerOn(c) : QPointF();
        // At σ_b² = 0 half of the marker lies outside the axes.
        onMarker_ = ours && QLineF(at, marker).length() <= style().px(9);
        if (!ours || !(onMarker_ || c.plot.contains(event->pos())))
            return PlotFigure::mousePressEvent(event);
        pressed_ = event->pos();
        // Taken by its rim, the point does not jump to the pointer.
        grip_ = onMarker_ ? marker - at : QPointF();
    }

    void mouseMoveEvent(QMouseEvent* event) override
    {
        if (!pressed_) {
            const QString schemes = schemesAt(event->position());
            return schemes.isEmpty() ? PlotFigure::mouseMoveEvent(event) : say(schemes);
        }
        if (!(event->buttons() & Qt::LeftButton))
            return finish();   // the button was released without an event
        if (!dragged_ && (event->pos() - *pressed_).manhattanLength() < 4)
            return;
        if (!dragged_) {
            dragged_ = true;
            point_.begin();
            emit dragStarted();
        }
        moveTo(targetOf(*event), true);
    }

    void mouseReleaseEvent(QMouseEvent* event) override
    {
        if (event->button() != Qt::LeftButton || !pressed_)
            return PlotFigure::mouseReleaseEvent(event);
        if (dragged_) {
            point_.putAt(targetOf(*event));
            return finish();
        }
        pressed_.reset();
        const Canvas c = canvas(size());
        const QPointF at = pixelOf(*event) + grip_;
        const bool snaps = !(event->modifiers() & Qt::ShiftModifier) && criticalNear(c, at);
        if (onMarker_ && !snaps)
            return;   // the point is there already
        before_ = study()->experiment;
        point_.begin();
        moveTo(targetOf(*event), false);
    }

    /// The first click of a double click has moved the point. It is moved back before the axes return home.
    void mouseDoubleClickEvent(QMouseEvent* event) override
    {
        if (event->button() == Qt::LeftButton && before_) {
            point_.forget();
            emit experimentEdited(*before_, {tr("Variances"), point_.key(), false});
            before_.reset();
        }
        PlotFigure::mouseDoubleClickEvent(event);
    }

    void hideEvent(QHideEvent* event) override
    {
        if (pressed_)
            finish();
        PlotFigure::hideEvent(event);
    }

private:
    bool showsDepth() const { return depth_.value(); }
    const Reading& readingOf() const { return showsDepth() ? depthReading() : chiReading(); }
    double logOf(double value) const { return showsDepth() ? std::log10(value) : std::log2(value); }
    ColorStops stops() const { return showsDepth() ? viridis() : diverging(style().theme); }

    static Variances centreOf(const PhaseMap& map, std::size_t i)
    {
        const std::size_t column = i % std::size_t(map.columns), row = i / std::size_t(map.columns);
        return {
            (double(column) + 0.5) * map.range.weight / map.columns, (double(row) + 0.5) * map.range.bias / map.rows};
    }

    /// Doubles an axis until it contains a number, as maps are made, without waiting for that map.
    static Range holding(Range axis, double number)
    {
        while (axis.high < number && axis.high < std::numeric_limits<double>::max() / 4)
            axis.high *= 2;
        return axis;
    }

    // Schemes

    /// Draws schemes as ticks below the axis, hollow where theory does not hold.
    void drawSchemes(QPainter& painter, const Canvas& c) const
    {
        const double base = c.plot.bottom() + 1, half = style().px(4), high = style().px(7);
        std::vector<Landmark> all = shownStudy()->theory->landmarks;
        std::stable_partition(all.begin(), all.end(), [](const Landmark& l) { return !l.covered; });
        for (const Landmark& scheme : all) {
            const double x = c.px(scheme.variances.weight);
            if (x < c.plot.left() - 1 || x > c.plot.right() + 1)
                continue;
            painter.setPen(pen(style().theme.text, 1));
            painter.setBrush(scheme.covered ? style().theme.text : style().theme.background);
            painter.drawPolygon(QPolygonF {{x, base}, {x - half, base + high}, {x + half, base + high}});
        }
    }

    /// Returns the names of the schemes whose ticks are at a position.
    QString schemesAt(const QPointF& at) const
    {
        if (!map_ || !shownStudy() || !shownStudy()->theory)
            return {};
        const Canvas c = canvas(size());
        const double below = at.y() - c.plot.bottom();
        QStringList names;
        Variances variances;
        for (const Landmark& scheme : shownStudy()->theory->landmarks)
            if (below > 0 && below <= style().px(20)
                && std::abs(c.px(scheme.variances.weight) - at.x()) <= style().px(5)) {
                names << translated(scheme.label)
                        + (scheme.covered ? QString() : tr(" (mean-field theory does not hold for it)"));
                variances = scheme.variances;
            }
        return names.isEmpty() ? QString() : joinedText(names, ", ") + QStringLiteral(" · ") + variancesText(variances);
    }

    // Pins

    /// Adds the points of pins. A point with another activation than the map is labelled with it.
    void collectPins(Frame& f) const
    {
        const auto activationOf = [](const Study& s) { return s.plan->block(s.theory->layer).activation; };
        for (const Pin& pin : pins()) {
            if (!isComparable(*study(), *pin.study) || !pin.study->theory)
                continue;
            const Variances v = pin.study->theory->variances;
            PinLine line {pin, {v.weight}, {v.bias}};
            if (!(activationOf(*pin.study) == activationOf(*study())))
                line.remark = QString::fromStdString(activationOf(*pin.study).name);
            addPin(f, line);
        }
    }

    /// Draws unclipped marks with their names. Those beyond the map are drawn at its edge, with an arrow and their
    /// numbers.
    void drawPins(QPainter& painter, const Canvas& c)
    {
        QVector<QRectF> taken = letteringOn(c).taken;
        const double gap = style().px(7);
        const QRectF inside = QRectF(c.plot).adjusted(style().px(2), style().px(2), -style().px(2), -style().px(2));
        for (const PinLine& line : frame().pins) {
            const Variances v {line.x.first(), line.y.first()};
            QPointF at = c.at(v.weight, v.bias);
            QString beyond;
            if (v.weight > frame().xHome.high && at.x() > c.plot.right()) {
                beyond = tr(" · σ_w² %1 →").arg(aligned(v.weight));
                at.setX(c.plot.right());
            }
            if (v.bias > frame().yHome.high && at.y() < c.plot.top()) {
                beyond += tr(" · σ_b² %1 ↑").arg(aligned(v.bias));
                at.setY(c.plot.top());
            }
            if (!isOn(c, at))
                continue;
            drawPinLine(
                painter, {line.pin, {0}, {0}}, QRectF(c.plot), [at](double, double) { return at; }, style());
            QString words
                = (line.remark.isEmpty() ? line.pin.name : line.pin.name + QStringLiteral(" · ") + line.remark)
                + beyond;
            const MathBox text = elidedLine(
                words.remove(QLatin1Char('$')), style().numberFont(), style().px(beyond.isEmpty() ? 130 : 190));
            const double right = at.x() + gap, left = at.x() - gap - text.width;
            const auto fits = [&](const QPointF& baseline) {
                const QRectF place = phasePlaceOf(text, baseline, style());
                return inside.contains(place) && isFree(taken, place);
            };
            // Next to the mark, otherwise on the nearest free row above or below it, connected by a line.
            for (int row = 0; row < 12; ++row) {
                const int away = (row % 2 == 0 ? 1 : -1) * ((row + 1) / 2);
                const double shift = away * (text.height() + style().px(1));
                const double baseline = at.y() + (text.ascent - text.descent) / 2 + shift;
                const double x = fits({right, baseline}) ? right : left;
                if (!fits({x, baseline}))
                    continue;
                if (std::abs(shift) > 1.5 * text.height()) {
                    painter.setPen(pen(style().theme.text, 0.8));
                    painter.drawLine(at + QPointF(0, shift > 0 ? gap : -gap), QPointF(at.x(), at.y() + shift));
                }
                taken << phasePlaceOf(text, {x, baseline}, style());
                drawOutlined(painter, text, {x, baseline}, style().theme.text, style().theme.background);
                break;
            }
        }
    }

    // Words

    static QString variancesText(Variances v)
    {
        return tr("σ_w² %1 · σ_b² %2").arg(aligned(v.weight), aligned(v.bias));
    }

    static QString whereText(const TheoryView& theory)
    {
        return variancesText(theory.variances) + tr(" · theory: %1").arg(stateText(theory).remove(QLatin1Char('$')));
    }

    QString hereText(const TheoryView& theory) const
    {
        const auto& overrides = study()->experiment.network.overrides;
        const bool own = std::any_of(overrides.begin(), overrides.end(),
            [&](const LayerOverride& o) { return o.layer == theory.layer && (o.weight || o.bias); });
        return tr("$σ_w²$ %1 · $σ_b²$ %2").arg(aligned(theory.variances.weight), aligned(theory.variances.bias))
            + (own ? tr(" (layer %1 differs)").arg(theory.layer) : QString());
    }

    static QString stateText(const TheoryView& theory)
    {
        const FixedPoint& p = theory.fixed_point;
        QStringList parts;
        if (p.chi_1)
            parts << tr("χ₁ %1").arg(aligned(*p.chi_1));
        parts << phaseText(p) << lengthText(p) << basinText(p);
        if (p.angles)
            parts << angleText(*p.angles);
        parts.removeAll(QString());
        return parts.join(QStringLiteral(" · "));
    }

    // The map

    /// Shows a map. It is a function of activation, range and size, so the image is rebuilt only when these change.
    void show(const std::shared_ptr<const PhaseMap>& map)
    {
        const bool same = map && map_
            && (map == map_
                || (map->activation == map_->activation && map->range == map_->range
                    && map->input_square == map_->input_square && map->columns == map_->columns
                    && map->rows == map_->rows && map->depth_scale.empty() == map_->depth_scale.empty()));
        const Reading& reading = readingOf();
        map_ = map;
        image_->setVisible(bool(map));
        if (!map)
            return;
        image_->setGradient(gradientOf(stops()));
        if (same && &reading == reading_)
            return;
        lettering_.reset();
        reading_ = &reading;
        const std::vector<float>& values = showsDepth() ? map->depth_scale : map->chi;
        QCPColorMapData* grid = image_->data();
        if (grid->keySize() != map->columns || grid->valueSize() != map->rows)
            grid->setSize(map->columns, map->rows);
        const double halfX = map->range.weight / map->columns / 2, halfY = map->range.bias / map->rows / 2;
        grid->setRange(QCPRange(halfX, map->range.weight - halfX), QCPRange(halfY, map->range.bias - halfY));
        for (int j = 0; j < map->rows; ++j)
            for (int i = 0; i < map->columns; ++i)
                grid->setCell(i, j,
                    std::clamp(logOf(double(values[std::size_t(j * map->columns + i)])), reading.low, reading.high));
        image_->setDataRange(QCPRange(reading.low, reading.high));
        trace(*map, values);
    }

    static QVector<QPolygonF> piecesOf(const std::vector<CriticalPoint>& points)
    {
        QVector<QPolygonF> pieces;
        bool open = false;
        for (const CriticalPoint& point : points) {
            if (!std::isnan(point.q)) {
                if (!open)
                    pieces << QPolygonF();
                pieces.last() << QPointF(point.variances.weight, point.variances.bias);
            }
            open = !std::isnan(point.q);
        }
        return pieces;
    }

    void trace(const PhaseMap& map, const std::vector<float>& values)
    {
        lines_.critical = piecesOf(map.critical_line);
        lines_.edges = piecesOf(map.edges);
        // Depth scales are infinite on the critical line, but their inverses are smooth enough to be interpolated.
        const bool inverse = showsDepth();
        std::vector<double> cells(values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            cells[i] = inverse ? 1 / double(values[i]) : double(values[i]);
        const NodeGrid grid = gridOfCells(cells, map.columns, map.rows, map.range.weight, map.range.bias);
        lines_.levels.clear();
        for (const double level : readingOf().levels)
            lines_.levels << PhaseLevel {pretty(level), contours(grid, inverse ? 1 / level : level)};
    }

    // Lettering

    /// Returns the areas of the point and of pins.
    QVector<QRectF> marksOn(const Canvas& c) const
    {
        const auto around = [&](const QPointF& at) {
            const QPointF corner(style().px(9), style().px(9));
            return QRectF(at - corner, at + corner);
        };
        QVector<QRectF> marks {around(shownMarkerOn(c))};
        for (const PinLine& line : frame().pins)
            marks << around(c.at(line.x.first(), line.y.first()));
        return marks;
    }

    const PhaseLettering& letteringOn(const Canvas& c)
    {
        const QVector<QRectF> marks = marksOn(c);
        const auto isHidden = [&](const PhaseLettering::Label& label) {
            return !isFree(marks, phasePlaceOf(label.text, label.baseline, style()));
        };
        if (lettering_ && letteredPlot_ == c.plot && letteredX_ == c.x && letteredY_ == c.y
            && std::ranges::none_of(lettering_->labels, isHidden))
            return *lettering_;
        letteredPlot_ = c.plot;
        letteredX_ = c.x;
        letteredY_ = c.y;
        written_ = QPixmap();
        lettering_ = phaseLettering(*map_, lines_, marks, c, style());
        return *lettering_;
    }

    // The point

    static QPointF pixelOf(const QMouseEvent& event) { return event.position() + QPointF(0.5, 0.5); }

    QPointF markerOn(const Canvas& c) const
    {
        const Variances v = point_.put().value_or(shownStudy()->theory->variances);
        return c.at(v.weight, v.bias);
    }

    /// Returns the marker's position, or the nearest one between the axes.
    QPointF shownMarkerOn(const Canvas& c) const
    {
        const QPointF at = markerOn(c);
        const QRectF plot = QRectF(c.plot).adjusted(0, 0, 1, 1);
        return {std::clamp(at.x(), plot.left(), plot.right()), std::clamp(at.y(), plot.top(), plot.bottom())};
    }

    /// Returns the critical point that a position snaps to.
    std::optional<Variances> criticalNear(const Canvas& c, const QPointF& at) const
    {
        constexpr double reach = 6;   // in Style pixels
        return nearestCritical(*map_, c, at, style().px(reach));
    }

    Variances targetOf(const QMouseEvent& event) const
    {
        const Canvas c = canvas(size());
        const QPointF at = pixelOf(event) + grip_;
        if (!(event.modifiers() & Qt::ShiftModifier))
            if (const auto critical = criticalNear(c, at))
                return *critical;
        return variancesAt(c, at);
    }

    void moveTo(Variances v, bool dragging)
    {
        point_.putAt(v);
        update();
        const bool critical = std::any_of(map_->critical_line.begin(), map_->critical_line.end(),
            [v](const CriticalPoint& p) { return p.variances.weight == v.weight && p.variances.bias == v.bias; });
        say(variancesText(v) + (critical ? tr(" · on the critical line, χ₁ = 1") : QString()));
        emit experimentEdited(with_variances(study()->experiment, v), {tr("Variances"), point_.key(), dragging});
    }

    void finish()
    {
        pressed_.reset();
        if (!dragged_)
            return;
        dragged_ = false;
        before_.reset();
        moveTo(*point_.put(), false);
        emit dragEnded();
    }

    QCPColorMap* image_;   // owned by the plot
    std::shared_ptr<const PhaseMap> map_;   // the shown map; may be null
    const Reading* reading_ = nullptr;   // the reading that the image was made for
    PhaseLines lines_;
    std::optional<PhaseLettering> lettering_;
    QPixmap written_;   // lettering and critical line, for the screen
    QRect letteredPlot_;
    Range letteredX_, letteredY_;

    std::optional<QPoint> pressed_;
    QPointF grip_;   // vector from the pointer to the middle of the point
    bool onMarker_ = false, dragged_ = false;
    PhasePoint point_;
    std::optional<Experiment> before_;   // the experiment before the last click
    ChoiceOf<bool> depth_;
};

}   // namespace

FigureKind figure_phase()
{
    return {QStringLiteral("phase"), QObject::tr("Phase diagram"), created<PhaseFigure>, {{networkLayers, 4}},
        QObject::tr("Phases")};
}

}   // namespace stepzero
