// SPDX-License-Identifier: GPL-3.0-or-later
// Training by step: the loss, or numbers of every matrix coloured by depth. These are the sizes of the gradient, of the
// weights, and of a step's change relative to the weights, which is ideally about a thousandth. Others are spectral
// norms, stable ranks, and the distance between the two nearest units.
#include <qcustomplot.h>

#include <QAction>
#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "core/network/init/parameter_use.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

constexpr double good_update = -3;   // log10 of update over weight (Karpathy)

enum class TrainingShow { loss, right, update, gradient, weight, matrix };

/// A view that shows one number of every matrix.
struct MatrixShow {
    const char* word;
    float MatrixMove::*number;
    QString name, label;
};

const QVector<MatrixShow>& matrixShows()
{
    const auto& all = inEachLanguage([] {
        return QVector<MatrixShow> {
            {"norm", &MatrixMove::norm, QObject::tr("Spectral norm"), QObject::tr("‖W‖₂ over √(fan_out/fan_in)")},
            {"update_norm", &MatrixMove::update_norm, QObject::tr("Spectral norm of a step"),
                QObject::tr("‖ΔW‖₂ over √(fan_out/fan_in)")},
            {"change_norm", &MatrixMove::change_norm, QObject::tr("Spectral norm of the total change"),
                QObject::tr("‖W − W₀‖₂ over √(fan_out/fan_in)")},
            {"rank", &MatrixMove::rank, QObject::tr("Stable rank"), QObject::tr("stable rank of W")},
            {"update_rank", &MatrixMove::update_rank, QObject::tr("Stable rank of a step"),
                QObject::tr("stable rank of ΔW")},
            {"change_rank", &MatrixMove::change_rank, QObject::tr("Stable rank of the total change"),
                QObject::tr("stable rank of W − W₀")},
            {"unit_distance", &MatrixMove::unit_distance, QObject::tr("Nearest units"),
                QObject::tr("distance between the two nearest units")},
            {"unit_gradient_distance", &MatrixMove::unit_gradient_distance,
                QObject::tr("Gradients of the nearest units"), QObject::tr("distance between their gradients")}};
    });
    return all;
}

struct TrainingLine {
    QString name;
    int block = 0;
    QColor color;
    QVector<double> y;   // in axis coordinates, from step 1 on; NaN where there is nothing to draw
    bool dashed = false;
    char factor = 0;   // the factor of an adapter: TrainedParameter::factor
};

double log10Of(double number) { return number > 0 ? std::log10(number) : nan; }

QString nameOf(const ParameterPlan& plan)
{
    return QString::fromStdString(plan.name).remove(QStringLiteral(".weight"));
}

class TrainingFigure : public NetworkFigure<PlotFigure> {
public:
    explicit TrainingFigure(QWidget* parent)
        : NetworkFigure(parent), train_(new QAction(tr("Train this network"), this))
    {
        QVector<Option<View>> views {{{TrainingShow::loss}, "loss", tr("Loss")},
            {{TrainingShow::right}, "right", tr("Accuracy")},
            {{TrainingShow::update}, "update", tr("Update-to-weight ratio")},
            {{TrainingShow::gradient}, "gradient", tr("Gradient")}, {{TrainingShow::weight}, "weight", tr("Weights")}};
        for (int i = 0; i < matrixShows().size(); ++i)
            views << Option<View> {{TrainingShow::matrix, i}, matrixShows()[i].word, matrixShows()[i].name};
        addChoice(view_, QStringLiteral("show"), views);
        train_->setToolTip(tr("Train from step 0, with the defaults of the network's kind"));
        connect(train_, &QAction::triggered, this, &Figure::trainingRequested);
    }

    FigureTable table() const override { return tableOf(study().get()); }

private:
    /// Returns the table of a study; for null, its header. Each step has a row of the loss, followed by one per
    /// parameter.
    static FigureTable tableOf(const Study* study)
    {
        FigureTable table {
            {QStringLiteral("step"), QStringLiteral("loss"), QStringLiteral("right"), QStringLiteral("parameter"),
                QStringLiteral("gradient_rms"), QStringLiteral("weight_rms"), QStringLiteral("update_rms")},
            {}};
        QStringList nothing;
        for (const auto& [name, number] : matrix_numbers()) {
            table.header << QString::fromLatin1(name);
            nothing << QString();
        }
        if (!study || !study->training)
            return table;
        const TrainingRun& run = *study->training;
        int number = 0;
        for (const TrainingStep& step : run.steps) {
            const QString at = QString::number(++number), none;
            table.rows << QStringList {at, exactNumber(step.loss), step.right ? exactNumber(*step.right) : none, none,
                              none, none, none}
                    + nothing;
            for (std::size_t i = 0; i < step.moves.size(); ++i) {
                const ParameterMove& move = step.moves[i];
                table.rows << QStringList {at, none, none, QString::fromStdString(run.parameters[i].plan.name),
                    exactNumber(double(move.gradient)), exactNumber(double(move.weight)),
                    exactNumber(double(move.update))};
                for (const auto& [name, member] : matrix_numbers())
                    table.rows.last() << (move.matrix ? exactNumber(double((*move.matrix).*member)) : none);
            }
        }
        return table;
    }

protected:
    bool awaitsStudy(const Study& study) const override
    {
        return NetworkFigure::awaitsStudy(study) || study.training.is(Absence::not_yet);
    }

    bool followsSteps() const override { return false; }
    bool showsPins() const override { return true; }
    void rebuild() override
    {
        lines_.clear();
        Frame f;
        f.xLabel = tr("step");
        f.xScale = Scale::count;
        f.xHome = {0.5, 1.5};
        const TrainingRun* run = study()->training.get();
        offer(QStringLiteral("show"), run != nullptr);
        if (!run) {
            const bool asked = !study()->training.is(Absence::not_asked);
            f.quiet = asked ? missingText(*study()) : tr("not trained");
            if (!asked)
                f.offers << train_;
            clearGraphs(0);
            return setFrame(f);
        }
        show_ = view_.value().show;
        matrix_ = show_ == TrainingShow::matrix ? &matrixShows()[view_.value().matrix] : nullptr;
        f.xHome = {1, std::max(2.0, double(study()->experiment.train->steps) + 1)};
        f.yScale = show_ == TrainingShow::right ? Scale::percent : Scale::log10;
        f.yLabel = label(*run);
        if (show_ == TrainingShow::loss || show_ == TrainingShow::right)
            collectWhole(*run, f);
        else
            collectMatrices(*run, f);
        if (run->diverged)
            f.notes << tr("diverged at step %1").arg(run->steps.size());
        frameY(f);
        fill();
        setFrame(f);
    }

    /// The loss of step t + 1 is measured after step t.
    void clickedAt(const QPointF& value) override { emit stepChosen(std::max(0, int(std::lround(value.x())) - 1)); }

    /// Drawn over the grid, which may have a line at a thousandth, too.
    void drawOver(QPainter& painter, const Canvas& c) override
    {
        const StudyPtr s = shownStudy();
        if (!s->training)
            return;
        if (show_ == TrainingShow::update) {
            painter.setPen(style().pen(style().theme.text, 1, Qt::DashLine));
            painter.drawLine(c.drawable(c.x.low, good_update), c.drawable(c.x.high, good_update));
        }
        if (s->step == 0)
            return;
        painter.setPen(style().pen(style().theme.text, 1));
        painter.drawLine(c.drawable(s->step + 1, c.y.low), c.drawable(s->step + 1, c.y.high));
    }

    void drawUnder(QPainter&, const Canvas&) override { }   // steps are not layers

    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        const int depth = shownStudy()->plan->depth();
        if (!coloured_ || depth < 2)
            return;
        QVector<Tick> ticks;
        for (const double share : {0.0, 0.5, 1.0})
            ticks << Tick {share, QString::number(std::lround(1 + share * (depth - 1)))};
        drawColorScale(painter, style(), c.plot, viridis(), ticks, unit());
    }

    QString readoutAt(const QPointF& value) const override
    {
        const StudyPtr s = shownStudy();
        if (!s->training || s->training->steps.empty())
            return {};
        const int step = std::clamp(int(std::lround(value.x())), 1, int(s->training->steps.size()));
        const TrainingLine* nearest = nullptr;
        for (const TrainingLine& line : lines_)
            if (const double y = line.y[step - 1];
                std::isfinite(y) && (!nearest || std::abs(y - value.y()) < std::abs(nearest->y[step - 1] - value.y())))
                nearest = &line;
        if (!nearest)
            return tr("step %1").arg(step);
        const double y = nearest->y[step - 1];
        return tr("step %1: %2 %3")
            .arg(step)
            .arg(nearest->name, show_ == TrainingShow::right ? tr("%1%").arg(decimals(100 * y, 1)) : prettyLog10(y));
    }

private:
    QString label(const TrainingRun& run) const
    {
        switch (show_) {
        case TrainingShow::right:
            return tr("accuracy");
        case TrainingShow::update:
            return tr("update-to-weight ratio (RMS)");
        case TrainingShow::gradient:
            return tr("gradient RMS of weights");
        case TrainingShow::weight:
            return tr("RMS of weights");
        case TrainingShow::matrix:
            return matrix_->label;
        case TrainingShow::loss:
            break;
        }
        return translated(run.loss->axis);
    }

    void collectWhole(const TrainingRun& run, Frame& f)
    {
        coloured_ = false;
        TrainingLine line {show_ == TrainingShow::right ? tr("accuracy") : tr("loss"), 0, style().theme.forward, {}};
        for (const TrainingStep& step : run.steps)
            line.y << (show_ == TrainingShow::right ? step.right.value_or(nan) : log10Of(step.loss));
        if (show_ == TrainingShow::right && !run.classes)
            f.quiet = tr("the task is regression, without classes");
        lines_ << line;
        const bool linear = show_ == TrainingShow::loss && run.linearized && !run.linearized->losses.empty();
        if (linear) {
            TrainingLine tangent {tr("linearized"), 0, style().theme.text, {}};
            for (const double loss : run.linearized->losses)
                tangent.y << log10Of(loss);
            tangent.y.resize(std::min<qsizetype>(tangent.y.size(), std::max<qsizetype>(1, line.y.size())));
            tangent.dashed = true;
            f.legend << LegendEntry {
                QStringLiteral("linearized"), tangent.name, tangent.color, LegendEntry::Mark::dashed, {}};
            lines_ << tangent;
            if (run.linearized->largest_rate)
                f.notes << tr("linearized, theory: stable up to a learning rate of %1")
                               .arg(pretty(*run.linearized->largest_rate));
        }
        for (const Pin& pin : pins())
            if (const TrainingRun* other = pin.study->training.get(); other && other->loss == run.loss) {
                PinLine pinned {pin, {}};
                for (const TrainingStep& step : other->steps) {
                    pinned.x << double(pinned.x.size() + 1);
                    pinned.y << (show_ == TrainingShow::right ? step.right.value_or(nan) : log10Of(step.loss));
                }
                addPin(f, pinned);
            }
    }

    void collectMatrices(const TrainingRun& run, Frame& f)
    {
        coloured_ = true;
        f.right = 64;
        const int depth = study()->plan->depth();
        QCPColorGradient colors = stepzero::gradientOf(viridis());
        for (std::size_t i = 0; i < run.parameters.size(); ++i) {
            const ParameterPlan& plan = run.parameters[i].plan;
            if (plan.kind != Role::weight || plan.expert > 1 || (matrix_ && !is_map(plan)))
                continue;
            const double share = depth > 1 ? double(plan.block - 1) / (depth - 1) : 0.5;
            TrainingLine line {nameOf(plan), plan.block,
                plan.block == 0 ? style().theme.faint_text : QColor(colors.color(share, QCPRange(0, 1))), {}};
            for (const TrainingStep& step : run.steps)
                line.y << (step.moves.empty() ? nan : numberOf(step.moves[i]));
            line.factor = run.parameters[i].factor;
            lines_ << line;
        }
        if (matrix_ && matrix_->number == &MatrixMove::unit_distance && hasEqualUnits(run))
            f.notes << tr("gap at 0: two identical units");
        if (show_ == TrainingShow::update)
            f.notes << tr("dashed: 10⁻³, a common target");
        if (std::ranges::any_of(lines_, [](const TrainingLine& line) { return line.block == 0; }))
            f.legend << LegendEntry {QStringLiteral("outside"), tr("outside the %1s").arg(unit()),
                style().theme.faint_text, LegendEntry::Mark::line, {}};
        if (std::ranges::any_of(lines_, [](const TrainingLine& line) { return line.factor != 0; }))
            for (const auto& [factor, mark] :
                {std::pair('A', LegendEntry::Mark::line), {'B', LegendEntry::Mark::dashed}})
                f.legend << LegendEntry {
                    factorKey(factor), tr("%1 of adapters").arg(factor), style().theme.text, mark, {}};
    }

    static bool hasEqualUnits(const TrainingRun& run)
    {
        return std::ranges::any_of(run.steps, [](const TrainingStep& step) {
            return std::ranges::any_of(
                step.moves, [](const ParameterMove& move) { return move.matrix && move.matrix->unit_distance == 0; });
        });
    }

    static QString factorKey(char factor) { return QStringLiteral("factor") + QLatin1Char(factor); }

    double numberOf(const ParameterMove& move) const
    {
        return matrix_                        ? log10Of(double((*move.matrix).*matrix_->number))
            : show_ == TrainingShow::update   ? log10_update_ratio(move)
            : show_ == TrainingShow::gradient ? log10Of(double(move.gradient))
                                              : log10Of(double(move.weight));
    }

    void frameY(Frame& f) const
    {
        if (show_ == TrainingShow::right) {
            f.yHome = {0, 1};
            return;
        }
        Range range {1, -1};
        for (const TrainingLine& line : lines_)
            for (const double y : line.y)
                if (std::isfinite(y))
                    range = range.low > range.high ? Range {y, y} : range.united({y, y});
        range = withPinnedY(f.pins, range);
        if (range.low > range.high) {
            f.quiet = f.quiet.isEmpty() ? tr("no positive values") : f.quiet;
            range = {-1, 1};
        }
        if (show_ == TrainingShow::update)
            range = range.united({good_update, good_update});
        f.yHome = roundedOut(Scale::log10, range);
    }

    void fill()
    {
        int next = 0;
        for (const TrainingLine& line : lines_) {
            if (isOff(line.block == 0 && coloured_ ? QStringLiteral("outside")
                        : line.dashed              ? QStringLiteral("linearized")
                                                   : QString())
                || (line.factor && isOff(factorKey(line.factor))))
                continue;
            QVector<double> x;
            for (int step = 1; step <= line.y.size(); ++step)
                x << step;
            QCPGraph* g = graph(next++);
            g->setScatterStyle(line.y.size() < 2 ? QCPScatterStyle(QCPScatterStyle::ssDisc, line.color, style().px(5))
                                                 : QCPScatterStyle(QCPScatterStyle::ssNone));
            g->setData(x, line.y, true);
            g->setPen(style().pen(line.color, lines_.size() > 40 ? 1 : 1.6,
                line.factor == 'B' || line.dashed ? Qt::DashLine : Qt::SolidLine));
        }
        clearGraphs(next);
    }

    struct View {
        TrainingShow show;
        int matrix = 0;   // index in matrixShows(), for TrainingShow::matrix
    };
    ChoiceOf<View> view_;
    TrainingShow show_ = TrainingShow::loss;
    QAction* train_;
    const MatrixShow* matrix_ = nullptr;
    bool coloured_ = false;
    QVector<TrainingLine> lines_;
};

}   // namespace

FigureKind figure_training()
{
    return {QStringLiteral("training"), QObject::tr("Training curves"), created<TrainingFigure>,
        {{networkLayers, 5}, {networkStream, 5}, {networkTokens, 5}}, QObject::tr("Training")};
}

}   // namespace stepzero
