// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sizes/size_figures.h"

#include <qcustomplot.h>

#include <cmath>

#include "core/base/words/nan.h"
#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// Returns log10 of the geometric mean over seeds.
double log10Mean(const std::vector<double>& seeds)
{
    double sum = 0;
    for (const double number : seeds)
        sum += std::log10(number) / double(seeds.size());
    return std::isfinite(sum) ? sum : nan;
}

Range rangeOf(const QVector<double>& numbers)
{
    Range range {1, -1};
    for (const double number : numbers)
        if (std::isfinite(number))
            range = range.low > range.high ? Range {number, number} : range.united({number, number});
    return range;
}

}   // namespace

SizeFigure::SizeFigure(const QString& title, QWidget* parent) : PlotFigure(parent)
{
    setTitle(title);
    setAccessibleName(title);
}

// A figure draws when it has a new exhibit. These do not show any study, so an empty one suffices.
void SizeFigure::renew() { setExhibit(std::make_shared<const Exhibit>()); }

void SizeFigure::draw(Frame f, const QString& xName, QVector<double> x, QVector<SizeLine> lines)
{
    constexpr int mostNames = 8;   // maximum in the legend
    xName_ = xName;
    x_ = std::move(x);
    lines_ = std::move(lines);
    f.xScale = f.yScale = Scale::log10;
    const Range across = rangeOf(x_);
    f.xHome = across.low > across.high ? Range {0, 1} : Range {across.low - 0.05, across.high + 0.05};
    Range range {1, -1};
    int next = 0;
    for (int i = 0; i < lines_.size(); ++i) {
        const SizeLine& line = lines_[i];
        if (lines_.size() <= mostNames || i == 0 || i + 1 >= lines_.size() - 1)
            f.legend << LegendEntry {line.name, line.name, line.color, LegendEntry::Mark::line, {}};
        if (isOff(line.name))
            continue;
        if (const Range own = rangeOf(line.y); own.low <= own.high)
            range = range.low > range.high ? own : range.united(own);
        QCPGraph* g = graph(next++);
        g->setPen(pen(line.color, 1.6));
        g->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, line.color, style().px(5)));
        g->setData(x_, line.y, true);
    }
    clearGraphs(next);
    f.yHome = range.low > range.high ? Range {-1, 1} : roundedOut(Scale::log10, range);
    setFrame(f);
}

QString SizeFigure::readoutAt(const QPointF& value) const
{
    if (x_.isEmpty())
        return {};
    const auto nearest = std::ranges::min_element(
        x_, [&](double a, double b) { return std::abs(a - value.x()) < std::abs(b - value.x()); });
    const qsizetype at = nearest - x_.begin();
    const SizeLine* found = nullptr;
    for (const SizeLine& line : lines_)
        if (std::isfinite(line.y[at]) && !isOff(line.name)
            && (!found || std::abs(line.y[at] - value.y()) < std::abs(found->y[at] - value.y())))
            found = &line;
    const QString where = QStringLiteral("%1 %2").arg(xName_, prettyLog10(*nearest));
    return found ? QStringLiteral("%1: %2 %3%4").arg(where, found->name, prettyLog10(found->y[at]), found->words)
                 : where;
}

FigureTable SizeFigure::table() const
{
    FigureTable table {{xName_.isEmpty() ? QStringLiteral("x") : xName_}, {}};
    for (const SizeLine& line : lines_)
        table.header << line.name;
    for (qsizetype i = 0; i < x_.size(); ++i) {
        QStringList row {exactNumber(std::pow(10, x_[i]))};
        for (const SizeLine& line : lines_)
            row << exactNumber(std::pow(10, line.y[i]));
        table.rows << row;
    }
    return table;
}

CheckFigure::CheckFigure(QWidget* parent) : SizeFigure(tr("Coordinate check"), parent)
{
    addChoice(first_, QStringLiteral("when"),
        {{false, "change", tr("Change over the steps")}, {true, "first", tr("At step 0")}});
    setCheck(nullptr);
}

void CheckFigure::setCheck(std::shared_ptr<const CoordinateCheck> check)
{
    check_ = std::move(check);
    renew();
}

void CheckFigure::rebuild()
{
    Frame f;
    f.yLabel = tr("RMS");
    QVector<double> x;
    QVector<SizeLine> lines;
    QString name = tr("width");
    if (check_) {
        const bool first = first_.value();
        const CheckRequest& request = check_->request;
        f.yLabel = first ? tr("RMS at step 0") : tr("RMS of the change in %n step(s)", nullptr, request.steps);
        if (request.depths)
            name = tr("depth");
        Ticks sizes;
        for (const int size : request.sizes) {
            x << std::log10(double(size));
            sizes.ticks << Tick {x.last(), QString::number(size)};
        }
        f.xTicks = [sizes](const Range&, int) { return sizes; };
        for (const CheckedSite& site : check_->sites) {
            const auto& slope = first ? site.first : site.change;
            SizeLine line {translated(site.label),
                slope ? QStringLiteral("; ") + translated(slope_text(*slope)) : QString(),
                site.end ? style().theme.text
                         : lineColor(style().theme, int(lines.size()), int(check_->sites.size()) - 1),
                {}};
            for (const auto& seeds : first ? site.rms.front() : site.rms.back())
                line.y << log10Mean(seeds);
            lines << line;
        }
        f.notes << tr("dotted: independent of %1").arg(name);
    } else {
        f.quiet = tr("not checked yet");
    }
    f.xLabel = name;
    draw(f, name, x, lines);
}

void CheckFigure::drawUnder(QPainter& painter, const Canvas& c)
{
    for (const SizeLine& line : lines()) {
        if (isOff(line.name) || !std::isfinite(line.y.first()))
            continue;
        painter.setPen(style().pen(line.color, 1, Qt::DotLine));
        painter.drawLine(c.drawable(x().first(), line.y.first()), c.drawable(x().last(), line.y.first()));
    }
}

TransferFigure::TransferFigure(QWidget* parent) : SizeFigure(tr("Loss by learning rate"), parent)
{
    setTransfer(nullptr);
}

void TransferFigure::setTransfer(std::shared_ptr<const Transfer> transfer)
{
    transfer_ = std::move(transfer);
    renew();
}

void TransferFigure::rebuild()
{
    Frame f;
    f.xLabel = tr("learning rate");
    f.yLabel = tr("loss");
    QVector<double> x;
    QVector<SizeLine> lines;
    if (transfer_) {
        const TransferRequest& request = transfer_->request;
        f.yLabel = tr("loss after %n step(s)", nullptr, transfer_->steps);
        for (const double rate : request.rates)
            x << std::log10(rate);
        for (std::size_t i = 0; i < request.sizes.size(); ++i) {
            SizeLine line {(request.depths ? tr("depth %1") : tr("width %1")).arg(request.sizes[i]), {},
                lineColor(style().theme, int(i), int(request.sizes.size())), {}};
            for (const auto& seeds : transfer_->losses[i])
                line.y << log10Mean(seeds);
            lines << line;
        }
        f.notes << tr("ticks: best learning rates");
    } else {
        f.quiet = tr("not trained yet");
    }
    draw(f, tr("learning rate"), x, lines);
}

void TransferFigure::drawOver(QPainter& painter, const Canvas& c)
{
    if (!transfer_)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const double high = style().px(12);
    for (qsizetype i = 0; i < lines().size(); ++i) {
        if (isOff(lines()[i].name))
            continue;
        painter.setPen(style().pen(lines()[i].color, 2));
        for (const double ln : transfer_->best[std::size_t(i)])
            if (std::isfinite(ln)) {
                const double at = c.px(ln / std::log(10.0));
                painter.drawLine(QPointF(at, c.plot.bottom() + 1), QPointF(at, c.plot.bottom() + 1 - high));
            }
    }
}

}   // namespace stepzero
