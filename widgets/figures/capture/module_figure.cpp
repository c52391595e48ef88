// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/capture/module_figure.h"

#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "widgets/figures/frame/bands.h"

namespace stepzero {

namespace {

constexpr double label_width = 60;   // Style pixels for the name of one module

/// Returns the last parts of a path, which tell modules apart: "attn.c_proj" for "transformer.h.0.attn.c_proj".
QString shortName(const CapturedModule& module)
{
    const QString path = QString::fromStdString(module.path);
    return path.section(QLatin1Char('.'), module.block > 0 ? -2 : -1);
}

}   // namespace

ModuleFigure::ModuleFigure(QWidget* parent) : CaptureFigure(parent) { setFocusPolicy(Qt::StrongFocus); }

void ModuleFigure::addModuleChoice()
{
    chooses_ = true;
    addChoice(filter_, QStringLiteral("modules"),
        {{ModuleFilter::all, "all", tr("All modules")}, {ModuleFilter::linear, "linear", tr("Linear and convolution")},
            {ModuleFilter::activations, "activations", tr("Activations")},
            {ModuleFilter::norms, "norms", tr("Normalizations")},
            {ModuleFilter::attention, "attention", tr("Attention")},
            {ModuleFilter::blocks, "blocks", tr("Outputs of blocks")}});
}

const CapturedModule& ModuleFigure::moduleAt(qsizetype i) const
{
    return captureStudy()->capture->modules[modules_[std::size_t(i)]];
}

void ModuleFigure::showModules(Frame& f)
{
    const ModuleFilter filter = chooses_ ? filter_.value() : ModuleFilter::all;
    showModules(f, modules_of(*captureStudy()->capture, filter));
    if (!modules_.empty() || captureStudy()->capture->modules.empty())
        return;
    f.quiet = filter == ModuleFilter::blocks ? tr("no output of a whole block is recorded")
                                             : tr("no module of this kind in this model");
}

void ModuleFigure::showModules(Frame& f, std::vector<std::size_t> modules)
{
    const Capture& capture = *captureStudy()->capture;
    modules_ = std::move(modules);
    runs_ = block_runs(capture, modules_);
    f.xScale = Scale::linear;
    f.xHome = {0.5, std::max<double>(1, double(modules_.size())) + 0.5};
    f.noteRow = true;
    if (modules_.empty())
        f.quiet = tr("no modules were recorded");
    const bool blocks = std::ranges::any_of(runs_, [](const BlockRun& run) { return run.block > 0; });
    f.xLabel = blocks ? tr("module in the order of execution, by block") : tr("module in the order of execution");
    const QFontMetricsF metrics(style().numberFont());
    QVector<Tick> names, numbers;
    for (std::size_t i = 0; i < modules_.size(); ++i)
        names << Tick {double(i) + 1,
            metrics.elidedText(shortName(capture.modules[modules_[i]]), Qt::ElideLeft, style().px(label_width))};
    for (const BlockRun& run : runs_)
        if (run.block > 0)
            numbers << Tick {1 + double(run.first + run.last) / 2, QString::number(run.block)};
    f.xTicks = [names, numbers](const Range& range, int most) {
        const auto within = [&](const QVector<Tick>& all) {
            QVector<Tick> in;
            for (const Tick& tick : all)
                if (range.contains(tick.at))
                    in << tick;
            return in;
        };
        const QVector<Tick> near = within(names);
        constexpr int per_name = 2;   // block numbers are that much shorter than names
        const QVector<Tick> all = near.size() <= most || numbers.isEmpty() ? near : within(numbers);
        const qsizetype room = all.size() == near.size() ? most : qsizetype(most) * per_name;
        const auto every = std::max<qsizetype>(1, (all.size() + room - 1) / std::max<qsizetype>(1, room));
        Ticks ticks;
        for (qsizetype i = 0; i < all.size(); i += every)
            ticks.ticks << all[i];
        return ticks;
    };
}

bool ModuleFigure::addLine(Frame& f, ModuleLine line)
{
    if (std::ranges::none_of(line.value, [](double value) { return std::isfinite(value); }))
        return false;
    f.legend << LegendEntry {line.key, line.name, line.color,
        line.pen == Qt::SolidLine   ? LegendEntry::Mark::line
            : line.pen == Qt::NoPen ? LegendEntry::Mark::point
                                    : LegendEntry::Mark::dashed,
        std::nullopt};
    if (isOff(line.key))
        return false;
    lines_ << std::move(line);
    return true;
}

Range ModuleFigure::rangeOfLines() const
{
    Range range {1e300, -1e300};
    for (const ModuleLine& line : lines_)
        range = rangeOf({&line.value}, range);
    return range;
}

/// Shades every second block.
void ModuleFigure::drawUnder(QPainter& painter, const Canvas& c)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const BlockRun& run : runs_)
        if (run.block % 2 == 1) {
            const double left = std::max(c.px(double(run.first) + 0.5), c.plot.left() - 1.0),
                         right = std::min(c.px(double(run.last) + 1.5), c.plot.right() + 2.0);
            if (left < right)
                painter.fillRect(QRectF(left, c.plot.top(), right - left, c.plot.height() + 1),
                    style().theme.tint(style().theme.grid, 0.45));
        }
}

void ModuleFigure::drawMarks(QPainter& painter, const Canvas& c)
{
    const auto chosen = captureStudy()->chosen_module();
    const auto at = chosen ? std::ranges::find(modules_, *chosen) : modules_.end();
    if (at == modules_.end() || !frame().quiet.isEmpty())   // the line would cross that text
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(style().theme.faint_text, style().px(hasFocus() ? 2 : 1)));
    const double x = std::round(c.px(double(at - modules_.begin()) + 1));
    painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
}

void ModuleFigure::drawContent(QPainter& painter, const QSize&, const Canvas& c)
{
    painter.save();
    painter.setClipRect(c.plot, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    drawLines(painter, c);
    painter.restore();
}

void ModuleFigure::drawLines(QPainter& painter, const Canvas& c)
{
    const bool dots = c.px(2) - c.px(1) >= style().px(5);
    for (const ModuleLine& line : lines_) {
        painter.setPen(pen(line.color, line.width, line.pen));
        painter.setBrush(Qt::NoBrush);
        QPolygonF run, all;
        for (qsizetype i = 0; i <= line.value.size(); ++i) {
            if (i < line.value.size() && std::isfinite(line.value[i])) {
                run << c.drawable(double(i) + 1, line.value[i]);
                continue;
            }
            if (run.size() > 1 && line.pen != Qt::NoPen)
                painter.drawPolyline(run);
            if (dots || run.size() == 1 || line.pen == Qt::NoPen)
                all += run;
            run.clear();
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(line.color);
        for (const QPointF& point : all)
            painter.drawEllipse(point, style().px(2.2), style().px(2.2));
    }
}

void ModuleFigure::drawEdgeMarks(
    QPainter& painter, const Canvas& c, const std::vector<bool>& is, const QColor& color, bool top) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const double r = style().px(4), edge = top ? c.plot.top() + 1 : c.plot.bottom(), way = top ? 1 : -1;
    for (std::size_t i = 0; i < is.size(); ++i)
        if (is[i] && c.x.contains(double(i) + 1)) {
            const double x = c.px(double(i) + 1);
            painter.drawPolygon(QPolygonF({{x, edge}, {x - r, edge + way * 1.6 * r}, {x + r, edge + way * 1.6 * r}}));
        }
}

QVector<QPolygonF> ModuleFigure::drawnLines() const
{
    QVector<QPolygonF> all;
    for (const ModuleLine& line : lines_) {
        QPolygonF points;
        for (qsizetype i = 0; i < line.value.size(); ++i)
            if (std::isfinite(line.value[i]))
                points << QPointF(double(i) + 1, line.value[i]);
        all << points;
    }
    return all;
}

int ModuleFigure::nearest(double x) const
{
    const int i = int(std::lround(std::clamp(x, 0.0, double(modules_.size()) + 1))) - 1;
    return i >= 0 && i < int(modules_.size()) ? i : -1;
}

QString ModuleFigure::readoutAt(const QPointF& value) const
{
    const int i = nearest(value.x());
    return i < 0 ? QString() : textOf(modules_[std::size_t(i)]);
}

void ModuleFigure::clickedAt(const QPointF& value)
{
    if (const int i = nearest(value.x()); i >= 0)
        emit cellChosen(int(modules_[std::size_t(i)]));
}

void ModuleFigure::keyPressEvent(QKeyEvent* event)
{
    const int way = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (way == 0 || !shownExhibit() || modules_.empty())
        return CaptureFigure::keyPressEvent(event);
    const auto chosen = captureStudy()->chosen_module();
    const auto at = chosen ? std::ranges::find(modules_, *chosen) : modules_.end();
    // Without a chosen module among these, the first one after it, or before it.
    const auto next = at != modules_.end() ? at - modules_.begin() + way
        : chosen ? std::ranges::lower_bound(modules_, *chosen) - modules_.begin() + std::min(way, 0)
                 : 0;
    emit cellChosen(
        int(modules_[std::size_t(std::clamp<std::ptrdiff_t>(next, 0, std::ptrdiff_t(modules_.size()) - 1))]));
}

}   // namespace stepzero
