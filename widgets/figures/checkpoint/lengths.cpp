// SPDX-License-Identifier: GPL-3.0-or-later
// The lengths of the rows and columns of the chosen matrix in increasing order, compared with independent entries.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "core/checkpoint/audit/shown_laws.h"
#include "widgets/figures/checkpoint/audit_figure.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"

namespace stepzero {

namespace {

/// Returns the root mean square of each row or column, in increasing order.
QVector<double> lengthsOf(const std::vector<double>& square_sums, std::uint64_t entries)
{
    QVector<double> lengths;
    for (const double sum : square_sums)
        lengths << std::sqrt(sum / std::max(1.0, double(entries)));
    std::ranges::sort(lengths);
    return lengths;
}

class AuditLengthsFigure : public AuditFigure<PlotFigure> {
public:
    using AuditFigure::AuditFigure;

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("of"), QStringLiteral("index"), QStringLiteral("rms")}, {}};
        const auto add = [&](const char* of, const std::vector<double>& sums, std::uint64_t entries) {
            for (std::size_t i = 0; i < sums.size(); ++i)
                table.rows << QStringList {QString::fromLatin1(of), QString::number(i),
                    exactNumber(std::sqrt(sums[i] / std::max(1.0, double(entries))))};
        };
        const AuditedPart* part = auditStudy() ? chosenPart(*auditStudy()) : nullptr;
        if (part && part->rows)
            add("row", part->rows->square_sums, part->rows->columns);
        if (part && auditStudy()->reading)
            add("column", auditStudy()->reading->column_square_sums, auditStudy()->reading->rows);
        return table;
    }

protected:
    void rebuild() override
    {
        clearGraphs(0);
        rows_.clear();
        columns_.clear();
        Frame f;
        f.xScale = Scale::percent;
        f.yScale = Scale::linear;
        f.xLabel = tr("fraction of rows or columns that are shorter");
        f.yLabel = tr("RMS of a row or column");
        f.noteRow = true;
        f.xHome = {0, 1};
        f.yHome = {0, 1};
        const AuditedPart* part = chosenPart(*auditStudy());
        if (!part || !part->rows || part->rows->square_sums.empty()) {
            f.quiet = part ? tr("this tensor is not a matrix") : tr("choose a tensor");
            return setFrame(f);
        }
        f.yLabel = QString::fromStdString(auditStudy()->name_of(*auditStudy()->chosen)) + QStringLiteral(" · ")
            + tr("RMS of a row or column");
        const MatrixReading* reading = auditStudy()->reading.get();
        const Theme& theme = style().theme;
        rows_ = lengthsOf(part->rows->square_sums, part->rows->columns);
        if (reading)
            columns_ = lengthsOf(reading->column_square_sums, reading->rows);
        double tallest = 0;
        const auto add = [&](int number, const QString& key, const QString& words, const QVector<double>& lengths,
                             const QColor& color, std::uint64_t entries) {
            if (lengths.isEmpty())
                return;
            const bool dashed = number > 0;
            f.legend << LegendEntry {
                key, words, color, dashed ? LegendEntry::Mark::dashed : LegendEntry::Mark::line, std::nullopt};
            if (isOff(key))
                return;
            tallest = std::max(tallest, lengths.last());
            drawLine(number, lengths, pen(color, 1.8, dashed ? Qt::DashLine : Qt::SolidLine));
            if (isOff(QStringLiteral("law")) || part->entries.constant())
                return;
            const std::vector<double> law = row_lengths(*part, entries, law_points);
            drawLine(number + 1, QVector<double>(law.begin(), law.end()), pen(theme.text, 1));
            tallest = std::max(tallest, law.back());
        };
        add(0, QStringLiteral("rows"), tr("%n row(s)", nullptr, int(rows_.size())), rows_, theme.weights,
            part->rows->columns);
        add(2, QStringLiteral("columns"), tr("%n column(s)", nullptr, int(columns_.size())), columns_, theme.forward,
            reading ? reading->rows : 1);
        if (!part->entries.constant())
            f.legend << LegendEntry {
                QStringLiteral("law"), tr("independent entries"), theme.text, LegendEntry::Mark::line, std::nullopt};
        if (part->rows->dead > 0)
            f.notes << tr("%n row(s) of zeros", nullptr, int(part->rows->dead));
        if (part->rows->repeated > 0)
            f.notes << tr("%n row(s) equal to another", nullptr, int(part->rows->repeated));
        f.yHome = {0, tallest > 0 ? 1.08 * tallest : 1};
        setFrame(f);
    }

    void drawUnder(QPainter&, const Canvas&) override { }

    QString readoutAt(const QPointF& value) const override
    {
        QStringList words;
        const auto say = [&](const QString& name, const QVector<double>& lengths) {
            if (lengths.isEmpty())
                return;
            const auto i = std::clamp<qsizetype>(qsizetype(value.x() * double(lengths.size())), 0, lengths.size() - 1);
            words
                << tr("%1: %2 of %3 are shorter than %4").arg(name).arg(i).arg(lengths.size()).arg(aligned(lengths[i]));
        };
        say(tr("rows"), rows_);
        say(tr("columns"), columns_);
        return words.join(QStringLiteral(" · "));
    }

private:
    static constexpr int law_points = 200;

    void drawLine(int number, const QVector<double>& lengths, const QPen& line)
    {
        // More points would not be visible.
        constexpr qsizetype most = 2000;
        const qsizetype step = std::max<qsizetype>(1, lengths.size() / most);
        QVector<double> x, y;
        const auto add = [&](qsizetype i) {
            x << (double(i) + 0.5) / double(lengths.size());
            y << lengths[i];
        };
        for (qsizetype i = 0; i < lengths.size(); i += step)
            add(i);
        if ((lengths.size() - 1) % step != 0)
            add(lengths.size() - 1);
        QCPGraph* g = graph(number);
        g->setLineStyle(QCPGraph::lsLine);
        g->setAntialiased(true);
        g->setPen(line);
        g->setBrush(Qt::NoBrush);
        g->setScatterStyle(lengths.size() == 1 ? QCPScatterStyle(QCPScatterStyle::ssDisc, line.color(), style().px(5))
                                               : QCPScatterStyle(QCPScatterStyle::ssNone));
        g->setData(x, y, true);
    }

    QVector<double> rows_, columns_;
};

}   // namespace

FigureKind figure_audit_lengths()
{
    return {QStringLiteral("audit_lengths"), QObject::tr("Rows and columns of the selected tensor"),
        created<AuditLengthsFigure>, {{oneCheckpoint, 5}}, QObject::tr("Rows and columns")};
}

}   // namespace stepzero
