// SPDX-License-Identifier: GPL-3.0-or-later
// Attention map: how much each query of the chosen block attends to each key, for one head or for all side by side.
#include <qcustomplot.h>

#include <QActionGroup>
#include <QMenu>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/words/nan.h"
#include "core/kinds/tokens.h"
#include "core/kinds/transformer.h"
#include "core/study/attention_cells.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/figures/network/network_figure.h"

namespace stepzero {

namespace {

constexpr int most_maps = 64;   // side by side; with more heads, the first ones are shown
constexpr double most_cells = 200000;   // cells of a picture that is drawn within 10 ms
constexpr int submenu = 16;   // heads per submenu
constexpr double shown_decades = 6;
constexpr double narrowest = 0.01, widest = 1;   // range of ratios to uniform attention, in decades to both sides

using Cells = AttentionCells;
using Maps = std::vector<Eigen::MatrixXf>;

/// Returns the tokens of a cell, counted from 1: "3", "4–6".
QString textOf(const Cells& cells, int cell)
{
    const int first = cells.first(cell) + 1, last = cells.last(cell) + 1;
    return first == last ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(last);
}

class AttentionMapFigure : public NetworkFigure<PlotFigure> {
public:
    explicit AttentionMapFigure(QWidget* parent)
        : NetworkFigure(parent), image_(new QCPColorMap(plot().xAxis, plot().yAxis)), heads_(new QActionGroup(this)),
          menu_(std::make_unique<QMenu>(tr("Head")))
    {
        addChoice(shown_, QStringLiteral("scale"),
            {{Shown::log, "log", tr("Weight, logarithmic")}, {Shown::linear, "linear", tr("Weight, linear")},
                {Shown::relative, "relative", tr("Weight relative to uniform attention")}});
        image_->setGradient(gradientOf(viridis()));
        image_->setInterpolate(false);
        image_->setTightBoundary(false);
        image_->setAntialiased(false);
        setFocusPolicy(Qt::StrongFocus);
        connect(heads_, &QActionGroup::triggered, this, [this](QAction* action) { choose(action->data().toInt()); });
    }

    QList<QAction*> choices() const override
    {
        QList<QAction*> all = PlotFigure::choices();
        if (!heads_->actions().isEmpty())
            all << menu_->menuAction();
        return all;
    }

    QJsonObject viewState() const override
    {
        QJsonObject state = PlotFigure::viewState();
        state[QStringLiteral("head")] = head_;
        return state;
    }

    void setViewState(const QJsonObject& state) override
    {
        head_ = std::max(0, state.value(QStringLiteral("head")).toInt());
        PlotFigure::setViewState(state);
    }

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("head"), QStringLiteral("first_query"), QStringLiteral("last_query"),
                               QStringLiteral("first_key"), QStringLiteral("last_key"), QStringLiteral("weight")},
            {}};
        const Maps* maps = study() ? attention_maps(*study()) : nullptr;
        if (!maps)
            return table;
        const Cells cells = attention_cells(*study());
        for (const int head : shownHeads(int(maps->size())))
            for (int q = 0; q < cells.count; ++q)
                for (int k = 0; k < cells.count; ++k)
                    if (cells.is_seen(k, q))
                        table.rows << QStringList {QString::number(head), QString::number(cells.first(q) + 1),
                            QString::number(cells.last(q) + 1), QString::number(cells.first(k) + 1),
                            QString::number(cells.last(k) + 1),
                            exactNumber(double((*maps)[std::size_t(head - 1)](k, q)))};
        return table;
    }

protected:
    void rebuild() override
    {
        const Study& s = *study();
        const Maps* maps = attention_maps(s);
        fillMenu(maps ? int(maps->size()) : 0);
        drawn_.clear();

        Frame f;
        f.noteRow = true;
        f.right = 64;
        if (!maps) {
            setTokenAxes(f);
            f.quiet = missingText(s);
            image_->setVisible(false);
            setFrame(f);
            return;
        }
        cells_ = attention_cells(s);
        drawn_ = shownHeads(int(maps->size()));
        const bool single = drawn_.size() == 1;
        columns_ = columnsFor(int(drawn_.size()));
        const int rows = (int(drawn_.size()) + columns_ - 1) / columns_;
        copies_ = (9 + cells_.count) / cells_.count;
        merged_ = 1;
        while (double(drawn_.size()) * cells_.count * cells_.count > most_cells * merged_ * merged_)
            ++merged_;
        gap_ = single ? 0 : std::max(1, side() / 10);

        if (single) {
            setTokenAxes(f);
        } else {
            f.xLabel = tr("keys (all heads)");
            f.yLabel = tr("queries");
            f.xHome = {0, placeOf(columns_) - placeOf(1) + 1};
            f.yHome = {-placeOf(rows) + placeOf(1) - 1, 0};
            f.xTicks = f.yTicks = [](const Range&, int) { return Ticks(); };
        }
        fillImage(*maps, rows);
        addNotes(f, int(maps->size()));
        f.aspect = f.xHome.span() / f.yHome.span();   // a token is as wide as it is high
        setFrame(f);
    }

    /// Side by side, every head has its number in the corner that a causal mask leaves free.
    void drawOver(QPainter& painter, const Canvas& c) override
    {
        if (drawn_.size() < 2)
            return;
        const QFontMetricsF metrics(style().numberFont());
        const double wide = c.px(1) - c.px(0), high = c.py(0) - c.py(1);
        if (wide < 1.5 * metrics.horizontalAdvance(QString::number(drawn_.last())) || high < metrics.height())
            return;
        for (int i = 0; i < drawn_.size(); ++i) {
            const MathBox number = mathLine(QString::number(drawn_[i]), style().numberFont());
            const QPointF corner(c.px(placeOf(i % columns_) + 1), c.py(-placeOf(i / columns_)));
            drawOutlined(painter, number,
                corner + QPointF(-number.width - style().px(3), number.ascent + style().px(2)), style().theme.text,
                style().theme.background);
        }
    }

    /// Keys and queries are not layers, so nothing is marked.
    void drawUnder(QPainter&, const Canvas&) override { }

    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        if (drawn_.isEmpty())
            return;
        QVector<Tick> ticks;
        if (isRelative()) {
            for (const double at : {0.0, 0.5, 1.0})
                ticks << Tick {at, QString::number(std::pow(10.0, colors_.low + at * colors_.span()), 'g', 3)};
        } else {
            const int most = std::max(2, int(c.plot.height() / style().px(40)));
            for (const Tick& tick : ticksOf(isLog() ? Scale::log10 : Scale::linear, colors_, most).ticks)
                ticks << Tick {(tick.at - colors_.low) / colors_.span(), isLog() ? tick.label : pretty(tick.at)};
        }
        QRect beside = c.plot;   // at the right end of the figure, below the end of the caption
        beside.setRight(c.room.right());
        drawColorScale(painter, style(), beside, viridis(), ticks, isRelative() ? tr("ratio") : tr("weight"));
    }

    QString readoutAt(const QPointF& value) const override
    {
        const Maps* maps = attention_maps(*shownStudy());
        const auto at = placeAt(value);
        if (!maps || !at)
            return {};
        const QString where = tr("head %1 · query %2 · key %3")
                                  .arg(QString::number(at->head), textOf(cells_, at->query), textOf(cells_, at->key));
        if (!cells_.is_seen(at->key, at->query))
            return where + tr(" · masked");
        const double weight = (*maps)[std::size_t(at->head - 1)](at->key, at->query);
        const double uniform = cells_.uniform(at->key, at->query);
        return where
            + tr(" · weight %1 · uniform would be %2")
                  .arg(weight == 0 ? QStringLiteral("0") : aligned(weight), aligned(uniform));
    }

    /// A click on one of many maps shows it alone, and a click on that shows all again.
    void mouseReleaseEvent(QMouseEvent* event) override
    {
        const bool click
            = event->button() == Qt::LeftButton && pressed_ && (event->pos() - *pressed_).manhattanLength() < 4;
        pressed_.reset();
        PlotFigure::mouseReleaseEvent(event);
        const Canvas c = canvas(size());
        if (!click || !shownStudy() || drawn_.isEmpty() || !c.plot.contains(event->pos()))
            return;
        if (drawn_.size() == 1)
            choose(0);
        else if (const auto at = placeAt({c.vx(event->pos().x() + 0.5), c.vy(event->pos().y() + 0.5)}))
            choose(at->head);
    }

    void mousePressEvent(QMouseEvent* event) override
    {
        if (event->button() == Qt::LeftButton)
            pressed_ = event->pos();
        PlotFigure::mousePressEvent(event);
    }

    void keyPressEvent(QKeyEvent* event) override
    {
        const int heads = std::max(0, int(heads_->actions().size()) - 1);
        const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
        if (step == 0 || heads == 0)
            return PlotFigure::keyPressEvent(event);
        choose((std::min(head_, heads) + step + heads + 1) % (heads + 1));
    }

private:
    struct Place {
        int head, key, query;
    };

    bool isLog() const { return shown_.is(Shown::log); }
    bool isRelative() const { return shown_.is(Shown::relative); }
    int side() const { return (cells_.count + merged_ - 1) / merged_ * copies_; }
    // cells of a map, including the missing part of its last merged row
    int cellsAcross() const { return side() * merged_ / copies_; }
    int pitch() const { return side() + gap_; }
    /// Returns where map number i of a row or column begins, on axes whose unit is a map.
    double placeOf(int i) const { return double(i) * pitch() / side(); }

    /// Sets axes of tokens. Queries count downwards, so their coordinates are negative numbers. A preview of fewer
    /// tokens fills a corner.
    void setTokenAxes(Frame& f) const
    {
        const Study& s = *study();
        const int tokens = s.stage == Stage::preview ? std::max(s.measurement->tokens, sequence_length(s.experiment))
                                                     : s.measurement->tokens;
        f.xLabel = tr("key");
        f.yLabel = tr("query");
        f.xHome = {0.5, tokens + 0.5};
        f.yHome = {-tokens - 0.5, -0.5};
        f.yTicks = [](const Range& range, int most) {
            Ticks ticks = ticksOf(Scale::count, {-range.high, -range.low}, most);
            for (Tick& tick : ticks.ticks)
                tick.at = -tick.at;
            return ticks;
        };
    }

    /// Returns the number of columns for maps side by side. It prefers full rows, and a shape about as wide as panels
    /// are.
    static int columnsFor(int maps)
    {
        const double wanted = std::sqrt(2.2 * maps);
        int best = maps;
        double least = std::numeric_limits<double>::infinity();
        for (int columns = int(std::sqrt(maps)); columns <= std::min<double>(maps, 2.2 * std::sqrt(maps)); ++columns) {
            const int empty = (columns - maps % columns) % columns;
            const double cost = empty + std::abs(std::log(columns / wanted));
            if (cost < least) {
                least = cost;
                best = columns;
            }
        }
        return best;
    }

    /// Returns the numbers of the shown heads, from 1: the chosen head, or the first ones.
    QVector<int> shownHeads(int heads) const
    {
        if (head_ > 0)
            return {std::min(head_, heads)};
        QVector<int> all;
        for (int head = 1; head <= std::min(heads, most_maps); ++head)
            all << head;
        return all;
    }

    void choose(int head)
    {
        QJsonObject state = viewState();
        state[QStringLiteral("head")] = head;
        state.remove(QStringLiteral("x"));   // the axes have another meaning now
        state.remove(QStringLiteral("y"));
        setViewState(state);
        emit viewStateChanged();
    }

    void fillMenu(int heads)
    {
        if (heads_->actions().size() != (heads > 0 ? heads + 1 : 0)) {
            menu_->clear();
            qDeleteAll(heads_->actions());
            QMenu* part = menu_.get();
            for (int head = 0; heads > 0 && head <= heads; ++head) {
                if (heads > submenu && head % submenu == 1)
                    part = menu_->addMenu(tr("Heads %1 to %2").arg(head).arg(std::min(heads, head + submenu - 1)));
                QAction* action = heads_->addAction(head == 0 ? tr("All heads") : tr("Head %1").arg(head));
                action->setData(head);
                action->setCheckable(true);
                part->addAction(action);
            }
        }
        for (QAction* action : heads_->actions())
            action->setChecked(action->data().toInt() == std::min(head_, heads));
    }

    std::optional<Place> placeAt(const QPointF& value) const
    {
        if (drawn_.isEmpty())
            return std::nullopt;
        Place place {drawn_.first(), 0, 0};
        double x = (value.x() - 0.5) / cells_.size, y = (-value.y() - 0.5) / cells_.size;
        if (drawn_.size() > 1) {
            const int column = int(std::floor(value.x() / placeOf(1))), row = int(std::floor(-value.y() / placeOf(1)));
            const int i = row * columns_ + column;
            if (column < 0 || column >= columns_ || row < 0 || i >= drawn_.size())
                return std::nullopt;
            place.head = drawn_[i];
            x = (value.x() - placeOf(column)) * cellsAcross();
            y = (-value.y() - placeOf(row)) * cellsAcross();
        }
        if (x < 0 || y < 0 || x >= cells_.count || y >= cells_.count)
            return std::nullopt;
        place.key = int(x);
        place.query = int(y);
        return place;
    }

    void fillImage(const Maps& maps, int rows)
    {
        const int drawn = side() / copies_;
        const bool relative = isRelative(), logarithmic = relative || isLog();
        const Eigen::MatrixXd uniform = relative ? cells_.uniform() : Eigen::MatrixXd();
        const int wide = columns_ * pitch() - gap_, high = rows * pitch() - gap_;
        QCPColorMapData* grid = image_->data();
        if (grid->keySize() != wide || grid->valueSize() != high)
            grid->setSize(wide, high);
        grid->fill(nan);
        const bool single = drawn_.size() == 1;
        const double cell = single ? double(cells_.size) / copies_ : 1.0 / side(), left = single ? 0.5 : 0;
        // The outermost cells of QCustomPlot are centred on the ends of the range.
        grid->setRange(QCPRange(left + cell / 2, left + (wide - 0.5) * cell),
            QCPRange(-left - (high - 0.5) * cell, -left - cell / 2));
        Range found {1e300, -1e300};
        for (int i = 0; i < drawn_.size(); ++i) {
            const Eigen::MatrixXf& map = maps[std::size_t(drawn_[i] - 1)];
            const int x = i % columns_ * pitch(), y = i / columns_ * pitch();
            for (int q = 0; q < drawn; ++q)
                for (int k = 0; k < drawn; ++k) {
                    const double weight = mean_weight(cells_, map, k, q, merged_, relative ? &uniform : nullptr);
                    const double value = logarithmic ? std::log10(weight) : weight;
                    if (std::isfinite(value))
                        found = found.united({value, value});
                    for (int copy = 0; copy < copies_ * copies_ && !std::isnan(value); ++copy)
                        grid->setCell(x + k * copies_ + copy % copies_, high - 1 - y - q * copies_ - copy / copies_,
                            std::max(value, -300.0));
                }
        }
        if (found.span() < 0)
            found = {0, 1};
        if (isRelative()) {
            const double half = std::clamp(std::max(-found.low, found.high), narrowest, widest);
            found = {-half, half};
        } else if (isLog()) {
            found.high = std::min(0.0, std::ceil(found.high - 1e-6));
            found.low = std::clamp(std::floor(found.low), found.high - shown_decades, found.high - 1);
        } else {
            found = {0, found.high > 0 ? found.high : 1};
        }
        colors_ = found;
        image_->setDataRange(QCPRange(found.low, found.high));
        image_->setVisible(true);
    }

    void addNotes(Frame& f, int heads) const
    {
        const Study& s = *study();
        const SiteRecord* found = s.measurement->block(s.layer).find("attention");
        const auto nats = [](double value) { return QString::number(value, 'f', 3); };
        const QString block = tr("block %1").arg(s.layer)
            + (drawn_.size() == 1           ? tr(", head %1").arg(drawn_.first())
                    : heads > drawn_.size() ? tr(": heads 1 to %1 of %2").arg(drawn_.size()).arg(heads)
                                            : tr(": %n head(s)", nullptr, heads));
        if (found && found->heads.size() == std::size_t(heads)) {
            double least = std::numeric_limits<double>::infinity(), most = 0, visible = 0;
            for (const int head : drawn_) {
                const AttentionHead& h = found->heads[std::size_t(head - 1)];
                least = std::min(least, h.entropy);
                most = std::max(most, h.entropy);
                visible = h.queries > 0 ? h.log_visible : 0;
            }
            if (visible > 0)
                f.notes
                    << (drawn_.size() == 1 ? tr("entropy %1") : tr("entropy %1 to %2").arg(nats(least))).arg(nats(most))
                        + tr(" of %1").arg(nats(visible));
        }
        f.notes << block;
        if (const QString preview = previewText(s); !preview.isEmpty())
            f.notes << preview;
        if (!s.plan->kind->takes_tokens) {
            const bool first = spec_of<TransformerSpec>(*s.plan).image->class_token;
            f.notes << (first ? tr("token 1 is the class token; patches follow row by row")
                              : tr("tokens are patches, row by row"));
        }
        if (cells_.size > 1)
            f.notes << tr("a cell covers %1 tokens: the sum over its keys, the mean over its queries").arg(cells_.size);
    }

    QCPColorMap* image_;   // owned by the plot
    QActionGroup* heads_;
    std::unique_ptr<QMenu> menu_;
    int head_ = 0;   // the chosen head, from 1; 0: all heads

    Cells cells_;   // cells of the shown study, like the members below
    QVector<int> drawn_;   // the drawn heads
    // For maps side by side. Small maps draw a cell as several, so that the gap between maps can be narrow; large ones
    // draw several cells as one.
    int columns_ = 1, copies_ = 1, merged_ = 1, gap_ = 0;
    Range colors_;
    std::optional<QPoint> pressed_;
    enum class Shown { log, linear, relative };
    ChoiceOf<Shown> shown_;
};

}   // namespace

FigureKind figure_attention_map()
{
    return {QStringLiteral("attention_map"), QObject::tr("Attention map"), created<AttentionMapFigure>,
        {{networkTokens, 3}}};
}

}   // namespace stepzero
