// SPDX-License-Identifier: GPL-3.0-or-later
// Summary: the numbers of each layer or block in a row, under a line that summarizes the last one. The selected row is
// marked; hovering and clicking select one.
#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/diagnose/deviation.h"
#include "core/kinds/kinds.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/table_frame.h"
#include "widgets/figures/network/layer_text.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/pin_table.h"
#include "widgets/figures/network/summary_columns.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// A part of the headline. Parts that do not fit are left out, the highest ranks first.
struct HeadlinePart {
    int rank;
    QString text;
};

class SummaryFigure : public NetworkFigure<TableFrame> {
public:
    using NetworkFigure::NetworkFigure;

    FigureTable table() const override
    {
        return withPins(study().get(), pins(), 1, [this](const Study* s) {
            FigureTable table;
            if (!s)
                return table;
            // Pins are tabulated with their own numbers.
            const QVector<SummaryColumn> shown = s == study().get() ? columnsWithPin(*s) : summaryColumns(*s->plan);
            for (const SummaryColumn& column : shown)
                table.header << (!column.csv.isEmpty()
                        ? column.csv
                        : QString::fromStdString(joined({column.over, column.name}, "_").english())
                              .replace(QStringLiteral("preact."), QStringLiteral("preactivation"))
                              .replace(QStringLiteral("σ off"), QStringLiteral("sigmas_off"))
                              .toLower());
            for (int l = 1; l <= s->plan->depth(); ++l) {
                QStringList row;
                for (const SummaryColumn& column : shown)
                    row << column.cell(*s, l, true);
                table.rows << row;
            }
            return table;
        });
    }

protected:
    bool showsPins() const override { return true; }
    bool awaitsStudy(const Study&) const override { return false; }   // theory alone is worth drawing

    void rebuild() override
    {
        columns_ = columnsWithPin(*study());
        exponents_ = needsExponents(*study());
        placeBar();
        if (study()->layer != layer_) {   // follow the chosen layer, but never scroll while the user reads
            layer_ = study()->layer;
            reveal(layer_ - 1, layer_);
        }
    }

    int rows() const override { return study() ? study()->plan->depth() : 0; }

    QVector<TableHead> heads() const override
    {
        const QFontMetricsF metrics(style().numberFont());
        QVector<TableHead> heads;
        for (const SummaryColumn& c : columns_) {
            const QString longest = c.kind == SummaryColumn::count    ? QStringLiteral("00000")
                : c.kind == SummaryColumn::percent                    ? QStringLiteral("100.0%")
                : c.kind == SummaryColumn::sigma                      ? QStringLiteral("−00.0 σ")
                : exponents_ || c.kind == SummaryColumn::signedNumber ? QStringLiteral("−0.00×10⁻⁰⁰")
                                                                      : QStringLiteral("0.00000");
            const QString over = translated(c.over), name = translated(c.name);
            heads << TableHead {over, name, c.rank,
                std::max({metrics.horizontalAdvance(longest), metrics.horizontalAdvance(over),
                    metrics.horizontalAdvance(name)}),
                false, heads.isEmpty()};
        }
        return heads;
    }

    QString headline(const QFontMetricsF& metrics, double width) const override
    {
        const QVector<HeadlinePart> parts = headlineParts(*study());
        int most = 0;
        for (const HeadlinePart& part : parts)
            most = std::max(most, part.rank);
        for (;; --most) {
            QStringList shown;
            for (const HeadlinePart& part : parts)
                if (part.rank <= most)
                    shown << part.text;
            const QString text = shown.join(QStringLiteral(" · "));
            if (most == 0 || metrics.horizontalAdvance(text) <= width)
                return metrics.elidedText(text, Qt::ElideRight, width);
        }
    }

    void drawRow(QPainter& painter, int row, const QRectF& area, const QVector<Placed>& placed) const override
    {
        const Study& s = *study();
        const int layer = row + 1;
        if (layer == s.layer)
            painter.fillRect(area, style().theme.tint(style().theme.text, 0.12));
        else if (layer == hovered_)
            painter.fillRect(area, style().theme.grid);
        painter.setPen(style().theme.text);
        for (const Placed& p : placed) {
            const QString text = columns_[p.column].cell(s, layer, false);
            painter.drawText(QRectF(p.from, area.top(), p.to - p.from, area.height()),
                Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                text.isEmpty() && isMeasured(s) ? QStringLiteral("–") : text);
        }
    }

    void hoverChanged(int layer) override
    {
        if (std::exchange(hovered_, layer) != layer)
            update();
    }

    void mouseMoveEvent(QMouseEvent* event) override
    {
        const int layer = rowAt(event->position()) + 1;
        emit layerHovered(layer);
        emit readout(layer > 0 ? layerText(*shownStudy(), layer) : QString());
    }

    void mouseReleaseEvent(QMouseEvent* event) override
    {
        if (const int row = rowAt(event->position()); row >= 0 && event->button() == Qt::LeftButton)
            emit layerChosen(row + 1);
    }

    void leaveEvent(QEvent*) override
    {
        emit layerHovered(0);
        emit readout(QString());
    }

private:
    /// Returns the first pin that the study can be compared with; null when there is none.
    const Pin* pinOf(const Study& s) const
    {
        const auto first
            = std::find_if(pins().begin(), pins().end(), [&](const Pin& pin) { return isComparable(s, *pin.study); });
        return first == pins().end() ? nullptr : &*first;
    }

    QVector<SummaryColumn> columnsWithPin(const Study& s) const
    {
        const Pin* pin = pinOf(s);
        return pin ? summaryColumns(s, *pin) : summaryColumns(*s.plan);
    }

    QVector<HeadlinePart> headlineParts(const Study& s) const
    {
        const Measurement& m = *s.measurement;
        if (!isMeasured(s))
            return {{0, missingText(s)}};
        const Distribution* last = m.output(m.depth());
        QVector<HeadlinePart> parts;
        if (last && is_layered(s)) {
            const QString luck = luckText(s);
            parts << HeadlinePart {0, tr("final activation std %1").arg(numberOf(*last, last->std))};
            if (!luck.isEmpty())
                parts << HeadlinePart {1, luck};
        } else if (last && last->count > 0) {
            parts << HeadlinePart {0,
                (s.plan->steps.empty() ? tr("last state RMS %1") : tr("last stream RMS %1"))
                    .arg(numberOf(*last, last->rms))};
        } else if (!m.remarks.empty()) {
            parts << HeadlinePart {0, translated(m.remarks.front().text)};
        }
        if (const Pin* pin = is_layered(s) ? pinOf(s) : nullptr) {
            const QString ratio = outputRatioText(s, *pin->study, m.depth());
            if (!ratio.isEmpty())
                parts << HeadlinePart {2, tr("last RMS %1 vs. %2").arg(ratio, pin->name)};
        }
        if (const auto loss = m.block(0).number("logits", Quantity::cross_entropy))
            parts << HeadlinePart {1,
                tr("cross-entropy %1, ln %2 = %3")
                    .arg(aligned(*loss), outcomesSign(s.experiment.network),
                        aligned(std::log(double(structure_of(s.experiment.network).softmax->outcomes))))};
        if (!is_layered(s) && !s.prediction->remark.empty())
            parts << HeadlinePart {2, translated(s.prediction->remark)};
        parts << HeadlinePart {4,
            m.tokens > 1 ? tr("%1 × %n token(s)", nullptr, m.tokens).arg(m.samples)
                         : tr("%n sample(s)", nullptr, m.samples)};
        if (m.replicas > 1)
            parts << HeadlinePart {3, tr("%n replica(s)", nullptr, m.replicas)};
        if (s.stage == Stage::preview)
            parts << HeadlinePart {5, tr("preview")};
        return parts;
    }

    /// Compares the last layer's signal with theory: random scatter or a fault. Empty when no spread is known.
    static QString luckText(const Study& s)
    {
        const int l = s.measurement->depth();
        const std::optional<double> off = deviations(*s.measurement, *s.prediction, l).preactivation;
        if (!off)
            return {};
        const Distribution& z = *s.measurement->preactivation(l);
        const bool lawful = is_wide(*s.plan) && is_lawful(*s.prediction->preactivation(l, Quantity::rms));
        if (z.rms == 0)
            return lawful ? tr("deviates from theory: the final signal is zero")
                          : tr("the final signal is zero, as happens in networks this narrow");
        const double size = std::abs(*off);
        const QString far = tr("%1 from theory").arg(deviationText(*off));
        if (size > 2 && !lawful)
            return tr("too narrow for theory to predict the scatter");
        if (size <= 2)
            return tr("%1, normal for this width").arg(far);
        if (size <= 3)
            return tr("%1, unusual for this width").arg(far);
        if (size <= 4)
            return tr("%1, very unusual for this width").arg(far);
        const double log10_ratio = z.log10_of(z.rms) - *s.prediction->preactivation(l, Quantity::rms)->log10();
        return log10_ratio < 0 ? tr("%1, ÷%2 relative to theory").arg(far, prettyLog10(-log10_ratio))
                               : tr("%1, ×%2 relative to theory").arg(far, prettyLog10(log10_ratio));
    }

    QVector<SummaryColumn> columns_;
    int layer_ = 0, hovered_ = 0;
    bool exponents_ = false;
};

}   // namespace

FigureKind figure_summary()
{
    return {QStringLiteral("summary"), QObject::tr("Summary"), created<SummaryFigure>,
        {{networkLayers, 5}, {networkStream, 5}, {networkTokens, 5}}, {}, InReport::table};
}

}   // namespace stepzero
