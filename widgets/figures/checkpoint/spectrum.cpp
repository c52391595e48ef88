// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of the chosen matrix, with the distribution for independent entries of its size, and the outliers.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "core/checkpoint/audit/shown_laws.h"
#include "widgets/figures/checkpoint/audit_figure.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

class AuditSpectrumFigure : public AuditFigure<PlotFigure> {
public:
    explicit AuditSpectrumFigure(QWidget* parent) : AuditFigure(parent)
    {
        addChoice(
            sorted_, QStringLiteral("view"), {{false, "histogram", tr("Histogram")}, {true, "sorted", tr("Sorted")}});
    }

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("index"), QStringLiteral("singular_value")}, {}};
        const MatrixReading* reading = auditStudy() ? auditStudy()->reading.get() : nullptr;
        for (std::size_t i = 0; reading && i < reading->singular_values.size(); ++i)
            table.rows << QStringList {QString::number(i + 1), exactNumber(reading->singular_values[i])};
        return table;
    }

protected:
    void rebuild() override
    {
        clearGraphs(0);
        law_.reset();
        const AuditedPart* part = chosenPart(*auditStudy());
        const MatrixReading* reading = auditStudy()->reading.get();
        const bool sorted = isSorted();
        Frame f;
        f.xScale = sorted ? Scale::count : Scale::linear;
        f.yScale = Scale::linear;
        f.xLabel = sorted ? tr("index") : tr("singular value");
        f.yLabel = sorted ? tr("singular value") : tr("count");
        f.noteRow = true;
        f.xHome = {0, 1};
        f.yHome = {0, 1};
        f.quiet = obstacle(part, reading);
        if (part && part->spectrum)
            f.notes << edgeText(*part);
        if (!f.quiet.isEmpty())
            return setFrame(f);
        const std::vector<double>& values = reading->singular_values;
        f.notes.clear();
        law_ = singular_law(*part, reading->rows, reading->columns);
        f.yLabel
            = QString::fromStdString(auditStudy()->name_of(*auditStudy()->chosen)) + QStringLiteral(" · ") + f.yLabel;
        const double last = law_->edges().second, most = std::max(values.front(), last);
        const double limit = outlier_edge(*law_, reading->rows, reading->columns);
        const auto out = law_->single ? 0 : std::ranges::count_if(values, [limit](double s) { return s > limit; });
        f.notes << (tr("largest %1 (theory for independent entries: %2)").arg(aligned(values.front()), aligned(last))
            + (out == 1       ? tr(" · 1 stands out")
                    : out > 1 ? tr(" · %1 stand out").arg(out)
                              : QString()));
        const Theme& theme = style().theme;
        f.legend << LegendEntry {QStringLiteral("values"), tr("singular values"), theme.weights,
            sorted ? LegendEntry::Mark::line : LegendEntry::Mark::area, std::nullopt}
                 << LegendEntry {QStringLiteral("law"), tr("Marchenko–Pastur"), theme.text, LegendEntry::Mark::line,
                        std::nullopt};
        if (sorted)
            drawSorted(values);
        else
            drawHistogram(values, most);
        f.xHome = sorted ? Range {0, double(values.size()) + 1} : Range {0, 1.04 * most};
        f.yHome = {0, 1.08 * (sorted ? most : tallest_)};
        setFrame(f);
    }

    void drawUnder(QPainter&, const Canvas&) override { }

    /// Draws the edge, and every outlier, since a bar of one value is too low to be visible.
    void drawOver(QPainter& painter, const Canvas& c) override
    {
        const MatrixReading* reading = shownAudit()->reading.get();
        if (!law_ || isSorted() || !reading)
            return;
        const Theme& theme = style().theme;
        if (!isOff(QStringLiteral("law"))) {
            painter.setPen(pen(theme.text, 1, Qt::DashLine));
            const double x = std::round(c.px(law_->edges().second));
            painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
        }
        if (isOff(QStringLiteral("values")) || law_->single)
            return;
        const double limit = outlier_edge(*law_, reading->rows, reading->columns);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.warning);
        for (const double s : reading->singular_values) {
            if (s <= limit)
                break;
            const double x = c.px(s), y = c.plot.bottom() + 1, r = style().px(4);
            painter.drawPolygon(QPolygonF({{x, y}, {x - r, y - 2 * r}, {x + r, y - 2 * r}}));
        }
    }

    QString readoutAt(const QPointF& value) const override
    {
        const MatrixReading* reading = shownAudit()->reading.get();
        if (!reading || reading->singular_values.empty())
            return {};
        const std::vector<double>& values = reading->singular_values;
        if (isSorted()) {
            const auto i = std::clamp<std::ptrdiff_t>(std::lround(value.x()), 1, std::ptrdiff_t(values.size()));
            return tr("singular value %1 · %2").arg(i).arg(aligned(values[std::size_t(i - 1)]));
        }
        const auto larger = std::ranges::count_if(values, [&](double s) { return s > value.x(); });
        return tr("s = %1 · %2 of %3 are larger").arg(aligned(value.x())).arg(larger).arg(values.size());
    }

private:
    static constexpr int least_bins = 8, most_bins = 60, a_bin = 4, law_points = 240;

    bool isSorted() const { return sorted_.value(); }

    QString obstacle(const AuditedPart* part, const MatrixReading* reading) const
    {
        if (!part)
            return tr("choose a tensor");
        if (!part->rows)
            return tr("this tensor is not a matrix");
        if (part->entries.constant() && part->entries.min == 0)
            return tr("all singular values are 0");
        if (!reading)
            return is_coming(auditStudy()->stage) ? tr("computing…") : tr("not computed");
        if (reading->singular_values.empty())
            return reading->obstacle.empty() ? tr("an empty matrix")
                                             : tr("%1: not computed").arg(translated(reading->obstacle));
        return {};
    }

    /// Describes the largest singular value of the rows that the audit sampled.
    static QString edgeText(const AuditedPart& part)
    {
        const QString largest
            = tr("largest of %n row(s): %1", nullptr, int(part.spectrum->rows)).arg(aligned(part.spectrum->largest));
        return part.edge ? largest + tr(" (theory for independent entries: %1)").arg(aligned(*part.edge)) : largest;
    }

    void drawHistogram(const std::vector<double>& values, double most)
    {
        const double low = std::min(values.back(), law_->edges().first),
                     wanted = std::clamp(int(values.size()) / a_bin, least_bins, most_bins),
                     width = std::max((most - low) / wanted, 1e-12 * most);
        const int bins = int(wanted) + 1;
        QVector<double> at, counts(bins + 2, 0);
        for (int i = 0; i < bins + 2; ++i)
            at << low + (i - 0.5) * width;
        for (const double s : values)
            ++counts[1 + std::clamp(int((s - low) / width), 0, bins - 1)];
        tallest_ = *std::max_element(counts.begin(), counts.end());
        if (!isOff(QStringLiteral("values"))) {
            QCPGraph* g = graph(0);
            g->setLineStyle(QCPGraph::lsStepCenter);
            g->setAntialiased(false);
            g->setAntialiasedFill(false);
            g->setPen(pen(style().theme.weights, 1));
            g->setBrush(style().theme.tint(style().theme.weights, 0.35));
            g->setData(at, counts, true);
        }
        if (law_->single || isOff(QStringLiteral("law")))
            return;
        QVector<double> x, y;
        const auto [from, to] = law_->edges();
        for (int i = 0; i <= law_points; ++i) {
            x << from + (to - from) * i / law_points;
            y << double(values.size()) * width * law_->density(x.last());
        }
        QVector<double> heights = y;   // for square matrices the density has a pole at 0
        std::ranges::sort(heights);
        tallest_ = std::max(tallest_, heights[heights.size() * 9 / 10]);
        drawLine(1, x, y, style().theme.text);
    }

    void drawSorted(const std::vector<double>& values)
    {
        QVector<double> x, y(values.begin(), values.end());
        for (std::size_t i = 0; i < values.size(); ++i)
            x << double(i + 1);
        if (!isOff(QStringLiteral("values")))
            drawLine(0, x, y, style().theme.weights);
        if (law_->single || isOff(QStringLiteral("law")))
            return;
        // The distribution function is accumulated from the largest value downwards.
        const auto [from, to] = law_->edges();
        QVector<double> index, s;
        double above = 0;
        const double step = (to - from) / law_points;
        for (int i = law_points - 1; i >= 0; --i) {
            const double middle = from + (i + 0.5) * step;
            above += step * law_->density(middle);
            index << 0.5 + above * double(values.size());
            s << middle - step / 2;
        }
        drawLine(1, index, s, style().theme.text);
    }

    void drawLine(int number, const QVector<double>& x, const QVector<double>& y, const QColor& color)
    {
        QCPGraph* g = graph(number);
        g->setLineStyle(QCPGraph::lsLine);
        g->setAntialiased(true);
        g->setPen(pen(color, 1.5));
        g->setBrush(Qt::NoBrush);
        g->setData(x, y, true);
    }

    std::optional<SingularValueLaw> law_;
    double tallest_ = 1;
    ChoiceOf<bool> sorted_;
};

}   // namespace

FigureKind figure_audit_spectrum()
{
    return {QStringLiteral("audit_spectrum"), QObject::tr("Singular values of the selected tensor"),
        created<AuditSpectrumFigure>, {{oneCheckpoint, 4}}, QObject::tr("Singular values")};
}

}   // namespace stepzero
