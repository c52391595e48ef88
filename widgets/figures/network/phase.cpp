// SPDX-License-Identifier: GPL-3.0-or-later
// Phase diagram: how a network of such layers transforms signals, over its variances. The present network is a point
// that can be dragged.
#include <qcustomplot.h>

#include <algorithm>
#include <limits>

#include "widgets/figures/figures.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/phase_image.h"
#include "widgets/figures/network/phase_labels.h"
#include "widgets/figures/network/phase_marks.h"
#include "widgets/figures/network/phase_point.h"
#include "widgets/figures/network/phase_text.h"
#include "widgets/figures/network/pin_table.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

class PhaseFigure : public NetworkFigure<PlotFigure> {
public:
    explicit PhaseFigure(QWidget* parent) : NetworkFigure(parent), image_(plot())
    {
        addChoice(depth_, QStringLiteral("show"),
            {{false, "chi", tr("Gradient growth per layer (χ₁)")}, {true, "depth", tr("Correlation depth scale (ξ)")}});
        setToolTip(tr("Drag the point or click to set the variances of all layers. It snaps to the critical line "
                      "unless Shift is held. Ctrl-drag pans; the wheel zooms."));
    }

    FigureTable table() const override
    {
        return withPins(study().get(), pins(), 1, [this](const Study* s) {
            FigureTable table = phaseTable(s);
            if (s != study().get())
                table.rows = table.rows.mid(0, 1);   // pins have only their point, since the map is that of the present
                                                     // network
            return table;
        });
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
        std::shared_ptr<const PhaseMap> shown;
        if (theory) {
            shown = theory->phase;
            const bool kept = map() && map()->activation == s.plan->block(theory->layer).activation;
            if (kept && (!shown || (depth && shown->depth_scale.empty() && shown->range == map()->range)))
                shown = map();   // until the new map is computed, which is the same or slightly wider
            f.noteRow = true;
            f.notes << phaseHereText(s, *theory) << tr("theory: %1").arg(phaseStateText(*theory));
        }
        if (shown && depth && shown->depth_scale.empty())
            shown.reset();
        const PhaseRange range = shown ? shown->range : map() ? map()->range : PhaseRange();
        f.xHome = holding({0, range.weight}, theory ? theory->variances.weight : 0);
        f.yHome = holding({0, range.bias}, theory ? theory->variances.bias : 0);
        if (!theory)
            f.quiet = s.prediction && !s.prediction->remark.empty()
                ? translated(s.prediction->remark)
                : tr("mean-field theory does not cover these weights");
        else if (!shown)
            f.quiet = tr("computing…");
        if (image_.show(shown, depth, style().theme))
            lettering_.reset();
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
        if (!map())
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
        for (const QPolygonF& line : image_.lines().critical)
            draw(inPixels(line, c));
        heavy.setStyle(Qt::DashLine);
        painter.setPen(heavy);
        for (const QPolygonF& line : image_.lines().edges)
            draw(inPixels(line, c));
        for (const PhaseLettering::Label& label : letters.labels)
            drawOutlined(painter, label.text, label.baseline, label.color, theme.background);
    }

    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        if (!map())
            return;
        image_.drawScale(painter, style(), c.plot);
        painter.setRenderHint(QPainter::Antialiasing);
        drawPhaseSchemes(painter, c, shownStudy()->theory->landmarks, style());
        drawPhasePins(painter, c, frame(), letteringOn(c).taken, style());
    }

    void drawLive(QPainter& painter, const Canvas& c) override
    {
        if (!map() || !shownStudy() || !shownStudy()->theory)
            return;
        const QPointF at = shownMarkerOn(c);
        painter.setRenderHint(QPainter::Antialiasing);
        drawPhaseMarker(painter, at, markerOn(c), style());
    }

    QString readoutAt(const QPointF& value) const override
    {
        const StudyPtr s = shownStudy();
        if (!map() || !s->theory)
            return {};
        const Canvas c = canvas(size());
        const QPointF at = c.at(value.x(), value.y());
        const auto close = [&](const QPointF& mark) { return QLineF(at, mark).length() <= style().px(7); };
        if (close(shownMarkerOn(c)))
            return tr("current network · %1 · drag to move").arg(phaseWhereText(*s->theory));
        for (const PinLine& line : frame().pins)
            if (close(c.at(line.x.first(), line.y.first())))
                return tr("pinned %1 · %2").arg(line.pin.name, variancesText({line.x.first(), line.y.first()}));
        if (value.x() < 0 || value.x() > map()->range.weight || value.y() < 0 || value.y() > map()->range.bias)
            return variancesText({value.x(), value.y()});
        const QString text = phaseCellText(*map(), value);
        return text + (criticalNear(c, at) ? tr(" · click to snap to χ₁ = 1") : tr(" · click to move here"));
    }

    // A press on the map moves the point; with Ctrl it moves the axes, as in other figures.

    void mousePressEvent(QMouseEvent* event) override
    {
        const bool ours = event->button() == Qt::LeftButton && !(event->modifiers() & Qt::ControlModifier) && map()
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
            const QString schemes = map() && shownStudy() && shownStudy()->theory
                ? phaseSchemesAt(event->position(), canvas(size()), shownStudy()->theory->landmarks, style())
                : QString();
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
    const std::shared_ptr<const PhaseMap>& map() const { return image_.map(); }   ///< the shown map; may be null
    bool showsDepth() const { return depth_.value(); }
    /// Doubles an axis until it contains a number, as maps are made, without waiting for that map.
    static Range holding(Range axis, double number)
    {
        while (axis.high < number && axis.high < std::numeric_limits<double>::max() / 4)
            axis.high *= 2;
        return axis;
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
        lettering_ = phaseLettering(*map(), image_.lines(), marks, c, style());
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
        return nearestCritical(*map(), c, at, style().px(reach));
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
        const bool critical = std::any_of(map()->critical_line.begin(), map()->critical_line.end(),
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

    PhaseImage image_;
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
