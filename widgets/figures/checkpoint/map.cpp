// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks and roles of a checkpoint as a map. The colour is the ratio of each tensor's standard deviation to its recipe,
// or its change since another checkpoint.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/figures/checkpoint/audit_cells.h"
#include "widgets/figures/checkpoint/audit_figure.h"
#include "widgets/figures/checkpoint/audit_words.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/frame/number_text.h"

namespace stepzero {

namespace {

constexpr double most_octaves = 3;   // end of the colour scale, to both sides
constexpr double label_pixels = 130;   // Style pixels for the names of rows

class AuditMapFigure : public AuditFigure<AxesFigure> {
public:
    explicit AuditMapFigure(QWidget* parent) : AuditFigure(parent)
    {
        addChoice(what_, QStringLiteral("what"),
            {{What::scale, "scale", tr("σ relative to the recipe")}, {What::change, "change", tr("Change ‖ΔW‖/‖W‖")},
                {What::spectral, "spectral", tr("Change ‖ΔW‖₂/√(fan_out/fan_in)")}});
        setFocusPolicy(Qt::StrongFocus);
    }

    FigureTable table() const override
    {
        FigureTable table {
            {QStringLiteral("tensor"), QStringLiteral("block"), QStringLiteral("role"), QStringLiteral("std"),
                QStringLiteral("recipe_std"), QStringLiteral("log2_ratio"), QStringLiteral("verdict"),
                QStringLiteral("relative_change"), QStringLiteral("spectral_change"), QStringLiteral("cosine")},
            {}};
        const AuditStudyPtr study = auditStudy();
        for (std::size_t place = 0; study && place < study->places.size(); ++place) {
            const AuditedPart& part = study->part(place);
            const bool drawn = part.law && part.law->below;
            const WeightChange* change = study->change_of(place);
            table.rows << QStringList {QString::fromStdString(study->name_of(place)),
                QString::number(study->tensor(place).understood.block), QString::fromStdString(part.role),
                exactNumber(part.entries.std), drawn ? exactNumber(part.law->std) : QString(),
                drawn && part.ratio() ? exactNumber(std::log2(*part.ratio())) : QString(),
                QString::fromLatin1(word(part.verdict)), change ? exactNumber(change->relative) : QString(),
                change && change->spectral ? exactNumber(*change->spectral) : QString(),
                change ? exactNumber(change->cosine) : QString()};
        }
        return table;
    }

protected:
    void rebuild() override
    {
        const AuditStudy& study = *auditStudy();
        cells_ = cellsOf(study);
        const bool compared = study.change != nullptr;
        offer(QStringLiteral("what"), compared);
        known_ = std::ranges::any_of(study.audit->tensors, [](const AuditedTensor& tensor) {
            return std::ranges::any_of(
                tensor.judged(), [](const AuditedPart* part) { return part->law && part->law->below; });
        });
        findColors(study);

        Frame f;
        f.xScale = f.yScale = Scale::linear;
        f.right = 64;
        f.xHome = {0.5, std::max(1, cells_.blocks) + 0.5};
        f.yHome = {cells_.bottom, std::max(cells_.top, cells_.bottom + 1)};
        f.xLabel = cells_.blocks > 0 ? tr("block") : QString();
        f.yLabel = isChange() ? (what_.is(What::spectral) ? tr("change since %1, ‖ΔW‖₂/√(fan_out/fan_in)")
                                                          : tr("change since %1, ‖ΔW‖/‖W‖"))
                                    .arg(QString::fromStdString(study.against))
            : known_ ? tr("σ / recipe's σ")
                     : tr("no known recipe: $σ√fan_in$ instead");
        f.xTicks = [blocks = cells_.blocks](const Range& range, int most) {
            return blocks > 0 ? ticksOf(Scale::count, range, most) : Ticks();
        };
        setRowTicks(f);
        f.noteRow = true;
        if (const QString signs = signsText(study); !signs.isEmpty())
            f.notes << signs;
        if (cells_.lines.isEmpty())
            f.quiet = tr("no tensors");
        setFrame(f);
    }

    void drawContent(QPainter& painter, const QSize&, const Canvas& c) override
    {
        const AuditStudy& study = *shownAudit();
        painter.save();
        painter.setClipRect(c.plot, Qt::IntersectClip);
        painter.setRenderHint(QPainter::Antialiasing, false);
        for (const AuditLine& line : cells_.lines)
            for (const AuditCell& cell : line.cells)
                drawCell(painter, study, cell, placeOf(c, cell), line.name.isEmpty());
        if (study.chosen)
            if (const AuditCell* cell = cells_.of(*study.chosen))
                outline(painter, placeOf(c, *cell), 2);
        painter.restore();
    }

    void drawUnder(QPainter&, const Canvas&) override { }

    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        if (cells_.lines.isEmpty())
            return;
        QVector<Tick> ticks;
        if (isChange()) {
            const int most = std::max(2, int(c.plot.height() / style().px(40)));
            for (const Tick& tick : ticksOf(Scale::log10, decades_, most).ticks)
                ticks << Tick {(tick.at - decades_.low) / decades_.span(), tick.label};
        } else {
            static const QStringList factors {QStringLiteral("≤ 1/8"), QStringLiteral("1/4"), QStringLiteral("1/2"),
                QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("4"), QStringLiteral("≥ 8")};
            for (qsizetype i = 0; i < factors.size(); ++i)
                ticks << Tick {double(i) / double(factors.size() - 1), factors[i]};
        }
        // The label at the left names the quantity.
        drawColorScale(painter, style(), c.plot, colors(), ticks, QString());
    }

    void drawLive(QPainter& painter, const Canvas& c) override
    {
        if (!hovered_ || !hasCell(*hovered_))
            return;
        painter.save();
        painter.setClipRect(c.plot, Qt::IntersectClip);
        outline(painter, placeOf(c, *cells_.of(*hovered_)), 1);
        painter.restore();
    }

    QString readoutAt(const QPointF& value) const override
    {
        const AuditCell* cell = cells_.at(value);
        if (!cell)
            return {};
        const AuditStudy& study = *shownAudit();
        const std::size_t place = cell->places.front();
        const QString more = cell->places.size() > 1 ? tr(" · and %1 more").arg(cell->places.size() - 1) : QString();
        const QString change = isChange() ? changeText(study, place) : QString();
        return (change.isEmpty() ? placeText(study, place)
                                 : QString::fromStdString(study.name_of(place)) + QStringLiteral(" · ") + change)
            + more;
    }

    void mouseMoveEvent(QMouseEvent* event) override
    {
        AuditFigure::mouseMoveEvent(event);
        const AuditCell* cell = cellAt(event->position());
        const auto hovered = cell ? std::optional(cell->places.front()) : std::nullopt;
        if (hovered != hovered_) {
            hovered_ = hovered;
            update();
        }
    }

    void leaveEvent(QEvent* event) override
    {
        hovered_.reset();
        AuditFigure::leaveEvent(event);
        update();
    }

    void mousePressEvent(QMouseEvent* event) override
    {
        pressed_ = event->pos();
        AuditFigure::mousePressEvent(event);
    }

    void mouseReleaseEvent(QMouseEvent* event) override
    {
        constexpr int still = 4;   // in pixels; a larger movement is a drag
        AuditFigure::mouseReleaseEvent(event);
        const bool click = event->button() == Qt::LeftButton && !(event->modifiers() & Qt::ShiftModifier)
            && (event->pos() - pressed_).manhattanLength() < still;
        if (const AuditCell* cell = click ? cellAt(event->position()) : nullptr)
            choose(*cell);
    }

    void keyPressEvent(QKeyEvent* event) override
    {
        const int right = event->key() == Qt::Key_Right ? 1
            : event->key() == Qt::Key_Left              ? -1
                                                        : 0,
                  down = event->key() == Qt::Key_Down ? 1
            : event->key() == Qt::Key_Up              ? -1
                                                      : 0;
        if ((right == 0 && down == 0) || !shownAudit() || cells_.lines.isEmpty())
            return AuditFigure::keyPressEvent(event);
        const AuditCell* cell = shownAudit()->chosen ? cells_.of(*shownAudit()->chosen) : nullptr;
        choose(cell ? *cells_.beside(*cell, right, down) : cells_.lines.first().cells.first());
    }

    void focusInEvent(QFocusEvent*) override { changed(); }
    void focusOutEvent(QFocusEvent*) override { changed(); }

private:
    bool isChange() const { return auditStudy()->change && !what_.is(What::scale); }
    ColorStops colors() const { return isChange() ? viridis() : diverging(style().theme); }

    /// Returns the number that a cell's colour shows: octaves, or decades of a change; NaN: none.
    double valueOf(const AuditStudy& study, std::size_t place) const
    {
        const AuditedPart& part = study.part(place);
        if (isChange()) {
            const WeightChange* change = study.change_of(place);
            if (!change || change->relative == 0)
                return std::nan("");
            return what_.is(What::change)                   ? std::log10(change->relative)
                : change->spectral && *change->spectral > 0 ? std::log10(*change->spectral)
                                                            : std::nan("");
        }
        if (known_)
            return part.law && part.law->below && part.ratio() ? std::log2(*part.ratio()) : std::nan("");
        const bool weight = part.kind == TensorKind::weight && part.entries.finite() > 0 && part.entries.std > 0;
        return weight ? std::log2(part.entries.std * std::sqrt(double(part.shape.fan_in))) : std::nan("");
    }

    void findColors(const AuditStudy& study)
    {
        decades_ = {1e300, -1e300};
        for (std::size_t place = 0; isChange() && place < study.places.size(); ++place)
            if (const double value = valueOf(study, place); std::isfinite(value))
                decades_ = decades_.united({value, value});
        decades_ = decades_.low > decades_.high ? Range {-1, 0} : roundedOut(Scale::log10, decades_);
    }

    QColor colorOf(double value) const
    {
        const double share = isChange() ? (value - decades_.low) / decades_.span() : 0.5 + value / (2 * most_octaves);
        const ColorStops stops = colors();
        const double at = std::clamp(share, 0.0, 1.0) * double(stops.size() - 1);
        const auto i = std::min(qsizetype(at), stops.size() - 2);
        const double t = at - double(i);
        const QColor &a = stops[i], &b = stops[i + 1];
        return QColor::fromRgbF(float(std::lerp(a.redF(), b.redF(), t)), float(std::lerp(a.greenF(), b.greenF(), t)),
            float(std::lerp(a.blueF(), b.blueF(), t)));
    }

    static bool isConstantByRecipe(const AuditedPart& part) { return part.law && !part.law->below; }

    static bool isMarked(const AuditStudy& study, std::size_t place)
    {
        const AuditFinding* finding = study.finding_of(place);
        return study.part(place).verdict == AuditVerdict::deviates || (finding && finding->severity != Severity::note);
    }

    QRectF placeOf(const Canvas& c, const AuditCell& cell) const
    {
        const double left = std::round(c.px(cell.area.left())), right = std::round(c.px(cell.area.right())),
                     top = std::round(c.py(cell.area.bottom())), bottom = std::round(c.py(cell.area.top()));
        const double gap = right - left > style().px(6) && bottom - top > style().px(6) ? 1 : 0;
        return {left, top, right - left - gap, bottom - top - gap};
    }

    void drawCell(
        QPainter& painter, const AuditStudy& study, const AuditCell& cell, const QRectF& place, bool named) const
    {
        const std::size_t first = cell.places.front();
        const AuditedPart& part = study.part(first);
        const Theme& theme = style().theme;
        const double value = valueOf(study, first);
        // White text on the dark end of viridis. On a diverging map the text colour is readable everywhere.
        QColor ink = theme.text;
        if (std::isfinite(value)) {
            const QColor color = colorOf(value);
            painter.fillRect(place, color);
            if (isChange())
                ink = color.lightnessF() < 0.45F ? QColor(Qt::white) : QColor(Qt::black);
        } else {
            painter.fillRect(place, theme.tint(theme.grid, 0.6));
            if (!isConstantByRecipe(part) || isChange())
                hatch(painter, place);
        }
        if (named) {
            const QFont font = style().numberFont();
            const QFontMetricsF metrics(font);
            const QRectF room = place.adjusted(style().px(4), 0, -style().px(16), 0);
            if (room.width() > metrics.horizontalAdvance(QStringLiteral("…"))
                && place.height() >= 0.8 * metrics.height()) {
                const QString words = metrics.elidedText(roleText(study, first), Qt::ElideMiddle, room.width());
                if (!std::isfinite(value))   // hide the hatch under the text
                    painter.fillRect(QRectF(room.left() - style().px(2), place.top() + 1,
                                         metrics.horizontalAdvance(words) + style().px(4), place.height() - 2),
                        theme.tint(theme.grid, 0.6));
                painter.setFont(font);
                painter.setPen(ink);
                painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, words);
            }
        }
        const QRectF corner
            = named ? QRectF(place.right() - style().px(16), place.top(), style().px(16), place.height()) : place;
        if (std::ranges::any_of(cell.places, [&](std::size_t at) { return isMarked(study, at); }))
            drawCross(painter, corner, ink);
        else if (!isChange() && isConstantByRecipe(part))
            drawEquals(painter, corner, part.verdict == AuditVerdict::follows);
    }

    /// Hatches with lines that rise to the right.
    void hatch(QPainter& painter, const QRectF& place) const
    {
        painter.setPen(pen(style().theme.faint_text, 1));
        const double w = place.width(), h = place.height(), step = style().px(6);
        for (double t = step / 2; t < w + h; t += step)
            painter.drawLine(place.topLeft() + QPointF(std::max(0.0, t - h), std::min(t, h)),
                place.topLeft() + QPointF(std::min(t, w), std::max(0.0, t - w)));
    }

    void drawCross(QPainter& painter, const QRectF& place, const QColor& ink) const
    {
        const double r = std::min({style().px(4), place.width() / 2 - 1, place.height() / 2 - 1});
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(pen(ink, r > style().px(2.5) ? 1.6 : 1));
        const QPointF m = place.center();
        painter.drawLine(m + QPointF(-r, -r), m + QPointF(r, r));
        painter.drawLine(m + QPointF(-r, r), m + QPointF(r, -r));
        painter.restore();
    }

    void drawEquals(QPainter& painter, const QRectF& place, bool equal) const
    {
        const double r = std::min({style().px(3.5), place.width() / 2 - 2, place.height() / 2 - 1});
        painter.setPen(pen(style().theme.faint_text, 1));
        const QPointF m(std::round(place.center().x()), std::round(place.center().y()));
        for (const double y : {-r / 2, r / 2})
            painter.drawLine(m + QPointF(-r, std::round(y)), m + QPointF(r, std::round(y)));
        if (!equal)
            painter.drawLine(m + QPointF(-r, r), m + QPointF(r, -r));
    }

    /// Draws an outline in the text colour, and one in the background colour inside it, to be visible on every colour.
    void outline(QPainter& painter, const QRectF& place, double width) const
    {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setBrush(Qt::NoBrush);
        if (const double inner = width + 1; place.height() > style().px(18)) {   // unless it would cover a name
            painter.setPen(pen(style().theme.background, width));
            painter.drawRect(place.adjusted(inner, inner, -inner, -inner));
        }
        painter.setPen(pen(style().theme.text, hasFocus() ? width + 1 : width));
        painter.drawRect(place.adjusted(0, 0, -1, -1));
    }

    void setRowTicks(Frame& f) const
    {
        const QFontMetricsF metrics(style().numberFont());
        double widest = 0;
        QVector<Tick> ticks;
        for (const AuditLine& line : cells_.lines) {
            const bool apart = line.name.isEmpty();
            const QString name = apart ? (ticks.isEmpty() ? tr("outside blocks") : QString())
                                       : metrics.elidedText(line.name, Qt::ElideLeft, style().px(label_pixels));
            widest = std::max(widest, metrics.horizontalAdvance(name));
            ticks << Tick {line.cells.first().area.center().y(), name};
        }
        f.left = std::max(54.0, widest / style().scale + 14);
        const double letters = metrics.height() / style().px(1);
        f.yTicks = [ticks, letters](const Range& range, int most) {
            constexpr double a_tick = 34;   // Style pixels that AxesFigure reserves for each of `most`
            const double row = a_tick * most / range.span();
            const auto every = std::max<qsizetype>(1, qsizetype(std::ceil(0.75 * letters / row)));
            Ticks shown;
            for (qsizetype i = 0; i < ticks.size(); i += every)
                if (range.contains(ticks[i].at) && !ticks[i].label.isEmpty())
                    shown.ticks << ticks[i];
            return shown;
        };
    }

    /// Explains those signs that occur in the cells.
    QString signsText(const AuditStudy& study) const
    {
        bool cross = false, equals = false, differs = false, none = false;
        for (const AuditLine& line : cells_.lines)
            for (const AuditCell& cell : line.cells) {
                const std::size_t place = cell.places.front();
                const bool marked = isMarked(study, place), constant = isConstantByRecipe(study.part(place));
                cross = cross || marked;
                const bool signed_ = constant && !marked && !isChange(),
                           same = study.part(place).verdict == AuditVerdict::follows;
                equals = equals || (signed_ && same);
                differs = differs || (signed_ && !same);
                none = none || (!std::isfinite(valueOf(study, place)) && (!constant || isChange()));
            }
        QStringList words;
        if (cross)
            words << tr("✕ deviates");
        if (equals)
            words << tr("= constant, as the recipe specifies");
        if (differs)
            words << tr("≠ differs from the recipe's constant");
        if (none)
            words << (isChange() ? tr("hatched: unchanged, or not in both checkpoints")
                    : known_     ? tr("hatched: no recipe")
                                 : tr("hatched: no weight"));
        return words.join(QStringLiteral(" · "));
    }

    const AuditCell* cellAt(const QPointF& at) const
    {
        const Canvas c = canvas(size());
        return shownAudit() && c.plot.contains(at.toPoint()) ? cells_.at({c.vx(at.x() + 0.5), c.vy(at.y() + 0.5)})
                                                             : nullptr;
    }

    bool hasCell(std::size_t place) const { return place < shownAudit()->places.size() && cells_.of(place); }

    void choose(const AuditCell& cell) { emit cellChosen(int(cell.places.front())); }

    AuditCells cells_;
    bool known_ = false;   // true when a recipe is known
    Range decades_;   // range of the changes
    std::optional<std::size_t> hovered_;
    QPoint pressed_;
    enum class What { scale, change, spectral };
    ChoiceOf<What> what_;
};

}   // namespace

FigureKind figure_audit_map()
{
    return {QStringLiteral("audit_map"), QObject::tr("Tensors by block and role"), created<AuditMapFigure>,
        {{oneCheckpoint, 0}}, QObject::tr("Map")};
}

}   // namespace stepzero
