// SPDX-License-Identifier: GPL-3.0-or-later
// Weights of each cell of a study: the first layer's entries as small multiples, each with its density, mean and ±σ.
// This follows the first figure of the course notes.
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/words/nan.h"
#include "core/study/grid/cell_lines.h"
#include "core/study/grid/grid_json.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/grid/layer_numbers.h"
#include "widgets/figures/grid/panels.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// A single value that many entries have.
struct Atom {
    double value, share;
};

/// A cell's histogram as a density, and its outstanding bins as single values.
struct Drawn {
    double mean = nan, std = nan;
    double low = 0, high = 0;   // range of the bins
    QVector<double> heights;   // densities of the bins; empty when there are only atoms
    QVector<double> estimate;   // kernel density estimate at equal steps over [estimate_low, estimate_high]
    double estimate_low = 0, estimate_high = 0;
    QVector<Atom> atoms;

    bool empty() const { return heights.isEmpty() && atoms.isEmpty(); }
    double binWidth() const { return (high - low) / double(heights.size()); }
    double tallest() const { return heights.isEmpty() ? 0 : *std::max_element(heights.begin(), heights.end()); }
};

/// Returns the data in units of the standard deviation from the mean.
Drawn inSigmas(Drawn d)
{
    const double unit = d.std > 0 ? d.std : 1;
    const auto at = [&](double x) { return (x - d.mean) / unit; };
    for (double* x : {&d.low, &d.high, &d.estimate_low, &d.estimate_high})
        *x = at(*x);
    for (Atom& atom : d.atoms)
        atom.value = at(atom.value);
    for (QVector<double>* heights : {&d.heights, &d.estimate})
        for (double& height : *heights)
            height *= unit;
    d.mean = 0;
    d.std = d.std > 0 ? 1 : 0;
    return d;
}

/// Returns how many adjacent bins are drawn as one: a power of 2 that leaves about √(entries) bins and divides `bins`.
std::size_t joinedBins(std::size_t bins, double entries)
{
    constexpr std::size_t fewest = 8;
    std::size_t together = 1;
    for (std::size_t left = bins; left % 2 == 0 && left / 2 >= fewest && double(left) > 1.5 * std::sqrt(entries);
         left /= 2)
        together *= 2;
    return together;
}

Drawn drawnOf(const CellResult& cell)
{
    constexpr int few = 4;   // up to this number of non-empty bins, they are values without a density
    constexpr double stands_out = 6, much = 0.1, least = 30;   // an atom exceeds its neighbours by this factor, and has
                                                               // this fraction and this number of entries
    const CellWeights& w = cell.weights;
    const CellMoments& moments = cell.layers.front().weight.value;
    Drawn d;
    d.mean = moments.mean;
    d.std = moments.std;
    double total = 0;
    for (const double count : w.counts)
        total += count;
    if (!(total > 0) || !std::isfinite(w.low) || !std::isfinite(w.high - w.low) || !std::isfinite(d.std))
        return d;
    d.low = w.low;
    d.high = w.high;
    const std::size_t n = w.counts.size();
    const double width = (w.high - w.low) / double(n);
    if (!(width > 0)) {
        d.atoms << Atom {w.low, 1};
        return d;
    }
    const auto valueOf = [&](std::size_t i) {
        return i == 0 ? w.low : i + 1 == n ? w.high : w.low + (double(i) + 0.5) * width;
    };
    const bool values = std::ranges::count_if(w.counts, [](double count) { return count > 0; }) <= few;
    std::vector<double> rest = w.counts;
    for (std::size_t i = 0; i < n; ++i) {
        const double count = w.counts[i], share = count / total;
        const double beside = std::max(i > 0 ? w.counts[i - 1] : 0, i + 1 < n ? w.counts[i + 1] : 0);
        if (values ? count > 0 : count >= least && share > much && count > stands_out * beside) {
            d.atoms << Atom {valueOf(i), share};
            rest[i] = beside;   // the density is drawn as if the atom did not exist
        }
    }
    // Few entries in many bins would look like a comb.
    const std::size_t together = joinedBins(n, total);
    for (std::size_t i = 0; i < n; i += together)
        d.heights << std::accumulate(rest.begin() + std::ptrdiff_t(i), rest.begin() + std::ptrdiff_t(i + together), 0.0)
                / (total * width * double(together));
    if (values) {
        d.heights.clear();
        return d;
    }
    d.estimate = QVector<double>(w.density.begin(), w.density.end());
    d.estimate_low = w.density_low;
    d.estimate_high = w.density_high;
    return d;
}

bool sameWeights(const CellResult& a, const CellResult& b)
{
    return a.weights.low == b.weights.low && a.weights.high == b.weights.high && a.weights.counts == b.weights.counts;
}

/// Returns whether a list affects the first layer's weights, judged by its path.
bool namesWeights(const std::string& path)
{
    for (const char* word : {"weight", "width", "roles", "overrides", "seed", "kind", "replicas"})
        if (path.find(word) != std::string::npos)
            return true;
    return false;
}

/// Returns the lists along which weights differ. A list is judged by its path until two of its cells are computed.
std::vector<std::size_t> listsOfWeights(const GridResult& result)
{
    std::vector<std::size_t> lists;
    for (std::size_t list = 0; list < result.grid.axes.size(); ++list) {
        if (result.grid.axes[list].values.size() == 1)
            continue;
        bool compared = false, differs = false;
        for (const CellLine& line : cells_along(result.grid, list)) {
            const CellResult* first = nullptr;
            for (const std::size_t index : line.cells) {
                const CellResult* cell = cellOf(result, index);
                if (cell && first) {
                    compared = true;
                    differs = differs || !sameWeights(*first, *cell);
                }
                first = first ? first : cell;
            }
        }
        if (compared ? differs : namesWeights(result.grid.axes[list].path))
            lists.push_back(list);
    }
    return lists;
}

/// Returns "0.1%"; never 0 or 100 for a number that is not exactly so.
QString percent(double share)
{
    if (share == 1)
        return QStringLiteral("100%");
    return pretty(std::round(1e3 * std::clamp(share, 1e-3, 0.999)) / 10) + QStringLiteral("%");
}

class CellWeightsFigure : public PanelFigure {
public:
    explicit CellWeightsFigure(QWidget* parent) : PanelFigure(parent)
    {
        addChoice(axes_, QStringLiteral("x"),
            {{Axes::automatic, "auto", tr("Shared axes unless scales are far apart")},
                {Axes::shared, "shared", tr("Shared axes")}, {Axes::own, "own", tr("Separate axes")},
                {Axes::sigma, "sigma", tr("In units of its σ")}});
        addToggle(QStringLiteral("marks"), tr("Show mean and ±σ"), true);
    }

    FigureTable table() const override
    {
        FigureTable table;
        if (!gridStudy())
            return table;
        const GridResult& result = *gridStudy()->result;
        const std::vector<std::size_t> lists = listsOfWeights(result);
        for (const std::size_t list : lists)
            table.header << QString::fromStdString(result.grid.axes[list].path);
        table.header << QStringLiteral("mean") << QStringLiteral("std") << QStringLiteral("bin_low")
                     << QStringLiteral("bin_high") << QStringLiteral("count") << QStringLiteral("share");
        for (const Panel& panel : panelsOver(result, lists).panels) {
            const CellResult* cell = shownOf(result, panel);
            if (!cell)
                continue;
            QStringList head;
            for (const std::size_t list : lists)
                head << QString::fromStdString(cell->labels[list]);
            const CellMoments& moments = cell->layers.front().weight.value;
            head << exactNumber(moments.mean) << exactNumber(moments.std);
            const CellWeights& w = cell->weights;
            double total = 0;
            for (const double count : w.counts)
                total += count;
            const double n = double(w.counts.size());
            for (std::size_t i = 0; i < w.counts.size(); ++i)
                table.rows << head
                        + QStringList {exactNumber(w.low + (w.high - w.low) * double(i) / n),
                            exactNumber(w.low + (w.high - w.low) * double(i + 1) / n), exactNumber(w.counts[i]),
                            exactNumber(w.counts[i] / total)};
        }
        return table;
    }

protected:
    void rebuildPanels() override
    {
        const GridResult& result = *gridStudy()->result;
        lists_ = listsOfWeights(result);
        const bool sigma = axes_.is(Axes::sigma);
        PanelFrame f = panelsOver(result, lists_);
        drawn_.clear();
        bool continuous = false;
        for (Panel& panel : f.panels) {
            const CellResult* cell = shownOf(result, panel);
            drawn_ << (cell ? drawnOf(*cell) : Drawn());
            Drawn& d = drawn_.last();
            if (!cell)
                continue;
            if (d.empty())
                panel.quiet = tr("no finite weights");
            else
                f.remarked = true;
            if (sigma)
                d = inSigmas(d);
            continuous = continuous || !d.heights.isEmpty();
        }
        const bool own = axes_.is(Axes::own) || (axes_.is(Axes::automatic) && areFarApart());
        unit_ = sigma ? QStringLiteral(" σ") : QString();
        f.x = {0, 0};
        bool any = false;
        for (const Drawn& d : drawn_)
            if (!d.empty() && (!continuous || !d.heights.isEmpty())) {
                const Range range = reachOf(d);
                f.x = any ? f.x.united(range) : range;
                any = true;
            }
        f.x = any ? withAir(f.x) : Range {-1, 1};
        double tallest = 0;
        for (const Drawn& d : drawn_)
            tallest = std::max(tallest, d.tallest());
        f.y = {0, tallest > 0 ? 1.08 * tallest : 1};
        if (own)
            for (int i = 0; i < drawn_.size(); ++i) {
                const Drawn& d = drawn_[i];
                f.panels[i].x = d.empty() ? Range {-1, 1} : withAir(reachOf(d));
                f.panels[i].y = Range {0, d.tallest() > 0 ? 1.08 * d.tallest() : 1};
            }
        f.yTicks = !own && continuous;
        const QString word = layerWord(result.grid);
        f.xLabel = sigma ? tr("weight of %1 1 − mean, in $σ$").arg(word) : tr("weight of %1 1").arg(word);
        f.yLabel = !continuous ? tr("fraction of entries") : own ? tr("density, separate scales") : tr("density");
        const Theme& theme = style().theme;
        using Mark = LegendEntry::Mark;
        f.legend << PanelName {QStringLiteral("histogram"), tr("samples"), Mark::area, theme.weights};
        if (continuous)
            f.legend << PanelName {QStringLiteral("estimate"), tr("density estimate"), Mark::line, theme.weights, 1.5};
        if (toggled(QStringLiteral("marks")))
            f.legend << PanelName {{}, tr("mean"), Mark::line, theme.text, 1}
                     << PanelName {{}, tr("±σ"), Mark::dashed, theme.text, 1};
        if (const QString part = partText(result); !part.isEmpty())
            f.notes << part;
        setFrame(f);
    }

    void drawPanel(QPainter& painter, int panel, const Canvas& c) const override
    {
        const Theme& theme = style().theme;
        const Drawn& d = drawn_[panel];
        if (!d.heights.isEmpty() && !isOff(QStringLiteral("histogram")))
            drawHistogram(painter, d, c);
        if (!d.estimate.isEmpty() && !isOff(QStringLiteral("estimate"))) {
            QPolygonF line;
            const double step = (d.estimate_high - d.estimate_low) / double(d.estimate.size() - 1);
            for (int i = 0; i < d.estimate.size(); ++i)
                line << c.drawable(d.estimate_low + i * step, d.estimate[i]);
            if (d.estimate.first() > 0)   // entries end abruptly
                line.prepend(c.drawable(d.estimate_low, 0));
            if (d.estimate.last() > 0)
                line << c.drawable(d.estimate_high, 0);
            painter.setPen(pen(theme.weights, 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawPolyline(line);
        }
        if (toggled(QStringLiteral("marks")) && std::isfinite(d.mean)) {
            painter.setRenderHint(QPainter::Antialiasing, false);
            for (const int sigmas : {-1, 0, 1}) {
                if (sigmas != 0 && !(d.std > 0))
                    continue;
                const double x = std::round(c.drawable(d.mean + sigmas * d.std, 0).x());
                painter.setPen(pen(theme.text, 1, sigmas == 0 ? Qt::SolidLine : Qt::DashLine));
                painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
            }
            painter.setRenderHint(QPainter::Antialiasing);
        }
        drawAtoms(painter, d, c);
    }

    QString readoutIn(int panel, const Canvas& c, const QPointF& place) const override
    {
        const GridResult& result = *shownGridStudy()->result;
        const Panel& p = panels()[panel];
        const CellResult* cell = shownOf(result, p);
        if (!cell)
            return wordsOf(panel).title + tr(" · not computed yet");
        const CellMoments& moments = cell->layers.front().weight.value;
        QString text
            = wordsOf(panel).title + tr(" · mean %1 · std %2").arg(aligned(moments.mean), aligned(moments.std));
        if (const auto& theory = cell->layers.front().prediction.weight_std)
            text += tr(" (distribution %1)").arg(aligned(*theory));
        const Drawn& d = drawn_[panel];
        constexpr double near = 6;   // in Style pixels
        for (const Atom& atom : d.atoms)
            if (std::abs(c.drawable(atom.value, 0).x() - place.x()) <= style().px(near))
                return text + tr(" · %1 at %2").arg(percent(atom.share), aligned(atom.value) + unit_);
        const double x = c.vx(place.x());
        if (!d.heights.isEmpty() && x >= d.low && x < d.high)
            text += tr(" · density %1 at %2").arg(aligned(d.heights[heightAt(d, x)]), aligned(x) + unit_);
        return text;
    }

private:
    /// Returns the cell that represents a panel, whose cells all have the same weights.
    static const CellResult* shownOf(const GridResult& result, const Panel& panel)
    {
        for (const std::size_t index : panel.cells)
            if (const CellResult* cell = cellOf(result, index))
                return cell;
        return nullptr;
    }

    /// Returns whether the narrowest density would be a line next to the widest.
    bool areFarApart() const
    {
        constexpr double far = 60;
        double least = std::numeric_limits<double>::infinity(), most = 0;
        for (const Drawn& d : drawn_)
            if (!d.heights.isEmpty()) {
                least = std::min(least, reachOf(d).span());
                most = std::max(most, reachOf(d).span());
            }
        return most > far * least;
    }

    QStringList remarksOf(int panel) const override
    {
        const Grid& grid = shownGridStudy()->result->grid;
        const CellResult* cell = shownOf(*shownGridStudy()->result, panels()[panel]);
        const Drawn d = cell ? drawnOf(*cell) : Drawn();
        if (d.empty())
            return {};
        const bool single = d.atoms.size() == 1 && d.heights.isEmpty();
        const QString scale = single ? tr("all %1").arg(pretty(d.atoms.first().value)) : tr("σ %1").arg(aligned(d.std));
        QStringList remarks;
        if (lists_.size() == 1) {
            const GridAxis& axis = grid.axes[lists_.front()];
            const std::size_t value = cell_position(grid, cell->index)[lists_.front()];
            const QString words = translated(Text::whole(default_label(axis.values[value])));
            if (words != QString::fromStdString(axis.labels[value]) && words.size() < 40)
                remarks << words + QStringLiteral(" · ") + scale;
        }
        return remarks << scale;
    }

    /// Returns the range of the data. Beyond five sigmas there are too few entries to be visible.
    static Range reachOf(const Drawn& d)
    {
        constexpr double far = 5;
        if (!d.heights.isEmpty())
            return {std::max(d.low, d.mean - far * d.std), std::min(d.high, d.mean + far * d.std)};
        Range range {d.atoms.first().value, d.atoms.first().value};
        for (const Atom& atom : d.atoms)
            range = range.united({atom.value, atom.value});
        return range;
    }

    static Range withAir(const Range& range)
    {
        const double largest = std::max(std::abs(range.low), std::abs(range.high));
        const double air = range.span() > 1e-9 * largest ? 0.05 * range.span() : largest > 0 ? 0.5 * largest : 1;
        return {range.low - air, range.high + air};
    }

    static int heightAt(const Drawn& d, double x)
    {
        return std::clamp(int((x - d.low) / d.binWidth()), 0, int(d.heights.size()) - 1);
    }

    void drawHistogram(QPainter& painter, const Drawn& d, const Canvas& c) const
    {
        QPolygonF outline {c.drawable(d.low, 0)};
        for (int i = 0; i < d.heights.size(); ++i) {
            outline << c.drawable(d.low + i * d.binWidth(), d.heights[i]);
            outline << c.drawable(d.low + (i + 1) * d.binWidth(), d.heights[i]);
        }
        outline << c.drawable(d.high, 0);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(Qt::NoPen);
        painter.setBrush(style().theme.tint(style().theme.weights, 0.35));
        painter.drawPolygon(outline);
        painter.setRenderHint(QPainter::Antialiasing);
    }

    /// Draws single values as stems whose height is their fraction. One beyond the axes is drawn at the edge with an
    /// arrow.
    void drawAtoms(QPainter& painter, const Drawn& d, const Canvas& c) const
    {
        const QFontMetricsF metrics(style().numberFont());
        const double base = c.plot.bottom() + 1, room = c.plot.height() - style().px(14);
        painter.setFont(style().numberFont());
        for (const Atom& atom : d.atoms) {
            const bool low = atom.value<c.x.low, high = atom.value> c.x.high;
            const double x = low ? c.plot.left() + style().px(5)
                : high           ? c.plot.right() - style().px(5)
                                 : c.drawable(atom.value, 0).x();
            const double y = base - std::max(style().px(3), atom.share * room);
            painter.setPen(pen(style().theme.weights, 2));
            painter.drawLine(QPointF(x, base), QPointF(x, y));
            painter.setPen(Qt::NoPen);
            painter.setBrush(style().theme.weights);
            painter.drawEllipse(QPointF(x, y), style().px(3.5), style().px(3.5));
            QString text = percent(atom.share);
            if (low || high)
                text = high ? tr("%1 at %2 →").arg(text, placeText(atom)) : tr("← %1 at %2").arg(text, placeText(atom));
            const double wide = metrics.horizontalAdvance(text), beside = style().px(7);
            const bool left = x + beside + wide > c.plot.right();
            const QPointF at(left ? x - beside - wide : x + beside,
                std::clamp(
                    y + metrics.ascent() / 2 - style().px(1), c.plot.top() + metrics.ascent(), base - style().px(5)));
            drawOutlined(
                painter, mathLine(text, style().numberFont()), at, style().theme.text, style().theme.background);
        }
    }

    QString placeText(const Atom& atom) const
    {
        return unit_.isEmpty() ? pretty(atom.value) : aligned(atom.value) + unit_;
    }

    std::vector<std::size_t> lists_;   // lists along which weights differ
    QVector<Drawn> drawn_;   // one per panel
    QString unit_;   // unit of the x axis, written after a number
    enum class Axes { automatic, shared, own, sigma };
    ChoiceOf<Axes> axes_;
};

}   // namespace

FigureKind figure_study_weights()
{
    return {QStringLiteral("study_weights"), QObject::tr("Weights of each cell"), created<CellWeightsFigure>,
        {{manyExperiments, 1}}, QObject::tr("Weights"), InReport::panels};
}

}   // namespace stepzero
