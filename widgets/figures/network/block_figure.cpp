// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/block_figure.h"

#include <qcustomplot.h>

#include <cmath>

#include "widgets/figures/network/missing_text.h"

namespace stepzero {

namespace {

constexpr double most_marks = 64;   // marks per line across the axes; more would overlap
constexpr double some_marks = 24;   // marks of lines that have more points than that

QCPScatterStyle::ScatterShape shapeOf(BlockMark mark)
{
    switch (mark) {
    case BlockMark::disc:
    case BlockMark::circle:
        return QCPScatterStyle::ssCircle;
    case BlockMark::triangle:
    case BlockMark::opened:
        return QCPScatterStyle::ssTriangle;
    case BlockMark::square:
    case BlockMark::box:
        return QCPScatterStyle::ssSquare;
    case BlockMark::diamond:
        return QCPScatterStyle::ssDiamond;
    case BlockMark::inverted:
        return QCPScatterStyle::ssTriangleInverted;
    }
    return QCPScatterStyle::ssCircle;
}

bool isHollow(BlockMark mark)
{
    return mark == BlockMark::circle || mark == BlockMark::box || mark == BlockMark::opened;
}

void bare(QCPGraph* g)
{
    g->setChannelFillGraph(nullptr);
    g->setBrush(Qt::NoBrush);
    g->setScatterStyle(QCPScatterStyle::ssNone);
    g->setLineStyle(QCPGraph::lsLine);
}

/// Draws steps, which need an end beyond the last layer.
void setSteps(QCPGraph* g, QVector<double> x, QVector<double> y)
{
    if (x.isEmpty())
        return;
    x.prepend(x.first() - 1);
    y.prepend(y.first());
    x << x.last() + 1;
    y << y.last();
    g->setLineStyle(QCPGraph::lsStepCenter);
    g->setAntialiased(false);
    g->setAntialiasedFill(false);
    g->setData(x, y, true);
}

}   // namespace

QChar markSign(BlockMark mark)
{
    switch (mark) {
    case BlockMark::disc:
        return QChar(0x25cf);
    case BlockMark::triangle:
        return QChar(0x25b2);
    case BlockMark::square:
        return QChar(0x25a0);
    case BlockMark::diamond:
        return QChar(0x25c6);
    case BlockMark::inverted:
        return QChar(0x25bc);
    case BlockMark::circle:
        return QChar(0x25cb);
    case BlockMark::box:
        return QChar(0x25a1);
    case BlockMark::opened:
        return QChar(0x25b3);
    }
    return {};
}

void BlockFigure::clear()
{
    lines_.clear();
    theory_.clear();
    widthBands_.fill({});
}

void BlockFigure::add(const BlockLine& line)
{
    if (!isOff(line.key))
        lines_ << line;
}

void BlockFigure::add(const BlockTheory& theory)
{
    if (!isOff(theory.key) && !isOff(QStringLiteral("theory"))
        && std::any_of(theory.y.begin(), theory.y.end(), [](double y) { return std::isfinite(y); }))
        theory_ << theory;
}

void BlockFigure::addWidthBands(const QString& key, const QColor& color, const std::function<Band(double sigmas)>& band)
{
    if (isOff(key) || isOff(QStringLiteral("theory")))
        return;
    for (std::size_t i = 0; i < widthBands_.size(); ++i) {
        Band one = band(i == 0 ? 2 : 1);
        one.color = style().theme.tint(color, i == 0 ? 0.10 : 0.20);
        one.edge = style().theme.tint(color, 0.45);
        if (std::any_of(one.low.begin(), one.low.end(), [](double y) { return std::isfinite(y); }))
            widthBands_[i] << one;
    }
}

QString BlockFigure::bandEndText(
    const QString& subject, const Band& band, const QVector<double>& theory, const std::function<QString(int)>& name)
{
    const int n = int(std::min(band.low.size(), theory.size()));
    int first = -1, last = -1;
    bool before = false, after = false;   // theory without a band, before and after it
    for (int i = 0; i < n; ++i) {
        if (!std::isfinite(theory[i]))
            continue;
        if (std::isfinite(band.low[i])) {
            first = first < 0 ? i : first;
            last = i;
            after = false;
        } else
            (first < 0 ? before : after) = true;
    }
    if (first < 0 || !(before || after))
        return {};
    const QString where = before && after ? tr("from %1 to %2").arg(name(first), name(last))
        : before                          ? tr("from %1 on").arg(name(first))
                                          : tr("up to %1").arg(name(last));
    return tr("band of %1: valid %2; elsewhere, networks vary too much").arg(subject, where);
}

Range BlockFigure::drawn(bool logarithmic) const
{
    constexpr double much_larger = 1.5;
    Range range {1e300, -1e300};
    const auto take = [&](const QVector<double>& values, double most) {
        for (const double y : values)
            if (std::isfinite(y) && std::abs(y) <= most)
                range = range.united({y, y});
    };
    for (const BlockLine& line : lines_)
        for (const QVector<double>* values : {&line.y, &line.low, &line.high})
            take(*values, 1e300);
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    const bool all = logarithmic || range.low > range.high || largest == 0;
    for (const BlockTheory& theory : theory_)
        take(theory.y, all ? 1e300 : much_larger * largest);
    return range;
}

std::optional<double> BlockFigure::endOf(const QVector<double>& y)
{
    return y.isEmpty() || !std::isfinite(y.last()) ? std::nullopt : std::optional(y.last());
}

std::optional<TheoryCurve> BlockFigure::theoryCurve(const QSize& size) const
{
    if (theory_.isEmpty())
        return std::nullopt;
    const BlockTheory& theory = theory_.first();
    const Canvas c = canvas(size);
    TheoryCurve curve {{}, c.plot, gridLines(c)};
    for (const LegendEntry& entry : frame().legend)
        if (entry.key == theory.key)
            curve.name = entry.text;
    // The band of the first theory is the first band, if it has any.
    const QVector<Band>& bands = widthBands_.front();
    const bool banded = !bands.isEmpty() && bands.first().low.size() == theory.y.size();
    const double top = c.plot.top(), bottom = c.plot.bottom() + 1;
    for (qsizetype i = 0; i < theory.y.size(); ++i) {
        const double x = theory.x[i], y = theory.y[i];
        if (!std::isfinite(y) || !c.x.contains(x) || !c.y.contains(y))
            continue;
        const double low = banded ? bands.first().low[i] : y, high = banded ? bands.first().high[i] : y;
        const bool around = low <= y && y <= high;
        curve.x << c.px(x);
        curve.y << c.py(y);
        curve.top << std::max(top, c.py(around ? high : y));
        curve.bottom << std::min(bottom, c.py(around ? low : y));
    }
    return curve.x.isEmpty() ? std::nullopt : std::optional(curve);
}

LegendEntry BlockFigure::theoryEntry() const
{
    return {QStringLiteral("theory"), tr("theory"), style().theme.text, LegendEntry::Mark::line, std::nullopt};
}

QString BlockFigure::obstacle(const Study& study)
{
    return is_layered(study) ? tr("the network has no blocks") : QString();
}

void BlockFigure::finish(Frame& f, int depth, const std::optional<Range>& home)
{
    if (!f.quiet.isEmpty()) {
        clear();
        f.legend.clear();
        f.pins.clear();
    } else if (!isMeasured(*study())) {
        f.notes << missingText(*study());
    }
    const double deepest = withPinnedX(f.pins, {0, double(depth)}).high, air = std::max(0.25, 0.015 * deepest);
    putLayersOnX(f);
    f.xHome = study()->plan->steps.empty() ? Range {0.5, deepest + 0.5} : Range {-air, deepest + air};
    const Range values = withPinnedY(f.pins, drawn(f.yScale == Scale::log10));
    if (home)
        f.yHome = *home;
    else if (values.low <= values.high)
        f.yHome = roundedOut(f.yScale, values);
    else
        f.yHome = f.yScale == Scale::log10 ? Range {-0.5, 0.5} : Range {0, 1};
    fill(int(deepest));
    setFrame(f);
}

void BlockFigure::fill(int depth)
{
    int next = 0;
    for (const BlockLine& line : lines_)
        next = fillLine(line, depth, next);
    for (const BlockTheory& theory : theory_) {
        QCPGraph* g = graph(next++);
        bare(g);
        g->setData(theory.x, theory.y, true);
        // Lines of hundreds of blocks are as thin as theory, so the theory is dashed to leave them visible.
        QPen thin = pen(theory.color, 1, theory.line);
        if (theory.x.size() > 256 && theory.line != Qt::DotLine)
            thin.setDashPattern(theory.line == Qt::SolidLine ? QVector<qreal> {9, 7} : QVector<qreal> {3, 7});
        g->setPen(thin);
        if (drawsSteps())
            setSteps(g, theory.x, theory.y);
    }
    clearGraphs(next);
}

int BlockFigure::fillLine(const BlockLine& line, int depth, int next)
{
    const int points = int(line.x.size());
    if (line.width > 0) {
        QCPGraph* g = graph(next++);
        bare(g);
        g->setData(line.x, line.y, true);
        // With hundreds of blocks the line is thin: Qt is ten times slower with thick ones.
        g->setPen(pen(line.color, points <= 256 ? line.width : std::min(1.0, line.width), line.style));
    }
    if (drawsSteps()) {
        QCPGraph* g = graph(next - 1);
        g->setBrush(line.fill.isValid() ? QBrush(line.fill) : QBrush(Qt::NoBrush));
        setSteps(g, line.x, line.y);
    }
    const auto marks = [&](const QVector<double>& x, const QVector<double>& y, BlockMark mark, double size) {
        QCPGraph* g = graph(next++);
        bare(g);
        g->setData(x, y, true);
        g->setLineStyle(QCPGraph::lsNone);
        g->setAntialiasedScatters(true);
        const QColor inside = isHollow(mark) ? style().theme.background : line.color;
        g->setScatterStyle(QCPScatterStyle(shapeOf(mark), pen(line.color, 1.2), inside, style().px(size)));
    };
    if (!line.marked)
        return next;
    // The number of marks depends on the length of the line, which may end long before the axis does.
    const double share = points < 2 ? 1 : (line.x.last() - line.x.first()) / depth;
    if (points <= most_marks * share || points < 2) {
        marks(line.x, line.y, line.mark, points <= most_marks * share / 2 ? 6.5 : 5);
        return next;
    }
    // Only some of many points have the shape. All others are visible as the line, or as small dots.
    if (line.width == 0)
        marks(line.x, line.y, BlockMark::disc, 1.5);
    QVector<double> x, y;
    const int step = std::max(2, int(std::ceil(points / (some_marks * share))));
    for (int i = points - 1; i >= 0; i -= step) {
        x.prepend(line.x[i]);
        y.prepend(line.y[i]);
    }
    marks(x, y, line.mark, 6);
    return next;
}

/// Draws bands below the grid.
void BlockFigure::drawUnder(QPainter& painter, const Canvas& c)
{
    QVector<Band> bands = widthBands_[0] + widthBands_[1];
    for (const BlockLine& line : lines_)
        bands << Band {style().theme.tint(line.color, 0.32), line.low, line.high, line.x};
    drawBands(painter, c, bands, style());
    if (!drawsSteps())
        PlotFigure::drawUnder(painter, c);
}

void BlockFigure::drawOver(QPainter& painter, const Canvas& c)
{
    if (drawsSteps())
        PlotFigure::drawUnder(painter, c);
}

/// Draws the dot of each line at the chosen layer, unclipped at the edge of the axes; marks of other shapes get a ring.
void BlockFigure::drawBeside(QPainter& painter, const Canvas& c)
{
    if (drawsSteps())
        return;
    const int block = shownStudy()->layer;
    for (const BlockLine& line : lines_) {
        const auto first = std::upper_bound(line.x.begin(), line.x.end(), block - 1 + 1e-6) - line.x.begin();
        for (int i = int(first); i < line.x.size() && line.x[i] < block + 1e-6; ++i) {
            const bool disc = line.mark == BlockMark::disc && line.width > 0;
            drawChosenMark(painter, c, line.x[i], line.y[i], disc ? line.color : QColor(), style(), disc ? 4.5 : 5.5);
        }
    }
}

}   // namespace stepzero
