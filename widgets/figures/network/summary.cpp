// SPDX-License-Identifier: GPL-3.0-or-later
// Summary: the numbers of each layer or block in a row, under a line that summarizes the last one. The selected row is
// marked; hovering and clicking select one.
#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/base/words/off_scale.h"
#include "core/diagnose/deviation.h"
#include "core/kinds/recurrent.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/table_frame.h"
#include "widgets/figures/network/layer_text.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/pin_table.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

struct Column {
    enum Kind { count, number, signedNumber, percent, sigma };
    Text over, name;   ///< two lines of the header
    int rank;
    Kind kind;
    /// Returns the text of a cell, with all digits for a file if `exact`. Empty: there is no number.
    std::function<QString(const Study& study, int block, bool exact)> cell;
    QString csv {};   ///< name in files, unless empty
};

/// Return a distribution of a block, null when it was not measured, and the prediction of its RMS.
using Pick = const Distribution* (*)(const Study&, int);
using PickTheory = const Predicted* (*)(const Study&, int);

const Distribution* preactivationOf(const Study& s, int l) { return s.measurement->preactivation(l); }
const Distribution* outputOf(const Study& s, int l) { return s.measurement->output(l); }
const Distribution* gradientOf(const Study& s, int l) { return s.measurement->gradient(l); }
const Distribution* weightOf(const Study& s, int l) { return s.measurement->weight(l); }
const Predicted* preactivationTheory(const Study& s, int l) { return s.prediction->preactivation(l, Quantity::rms); }
const Predicted* outputTheory(const Study& s, int l) { return s.prediction->output(l, Quantity::rms); }
const Predicted* gradientTheory(const Study& s, int l) { return s.prediction->gradient(l); }

/// Returns the number of significant digits: three, or fewer where the exponent needs the room.
int digits(double log10) { return !(std::abs(log10) >= 100) || std::isinf(log10) ? 3 : std::abs(log10) < 1000 ? 2 : 1; }

QString numberText(const Distribution& d, double value, bool exact)
{
    if (exact)
        return exactNumber(d, value);
    const double log10 = d.log10_of(value);
    return digits(log10) == 3 ? numberOf(d, value) : alignedLog10(log10, value < 0, digits(log10));
}

QString log10Text(double log10, bool exact)
{
    if (!exact)
        return alignedLog10(log10, false, digits(log10));
    return std::isfinite(log10) ? exactLog10(log10, false) : exactNumber(log10 < 0 ? 0.0 : log10);
}

QString ratioText(double log10)
{
    return is_off_scale(log10) ? log10Text(log10, false) : QStringLiteral("×") + log10Text(log10, false);
}

QString plainText(const std::optional<double>& number, bool exact)
{
    return !number ? QString() : exact ? exactNumber(*number) : aligned(*number);
}

/// Formats a deviation from theory in standard deviations, with its sign.
QString sigmasText(const std::optional<double>& deviation, bool exact)
{
    if (!deviation || exact)
        return deviation ? exactNumber(*deviation) : QString();
    if (std::abs(*deviation) > 999)
        return QStringLiteral(">999 σ");
    return (*deviation < -0.05 ? QString(QChar(0x2212)) : QString()) + deviationText(*deviation);
}

/// Formats a deviation in percent of theory, with its sign.
QString percentOff(const Distribution* d, const Predicted* theory, bool exact)
{
    if (!d || !theory || !std::isfinite(theory->ln.value_or(HUGE_VAL)) || !(d->rms > 0) || !std::isfinite(d->rms))
        return {};
    const double percent = 100 * (std::pow(10.0, d->log10_of(d->rms) - *theory->log10()) - 1);
    if (exact)
        return exactNumber(percent);
    return std::abs(percent) >= 1000 ? QStringLiteral(">999%") : decimals(percent, 1) + QStringLiteral("%");
}

Column measured(const Text& over, const Text& name, int rank, Pick of, double Distribution::*which)
{
    return {over, name, rank, which == &Distribution::mean ? Column::signedNumber : Column::number,
        [of, which](const Study& s, int l, bool exact) {
            const Distribution* d = of(s, l);
            return d ? numberText(*d, d->*which, exact) : QString();
        }};
}

/// Returns columns for RMS, theory and the deviation. For plain layers it is in units of the scatter between such
/// networks.
QVector<Column> besideTheory(const Text& over, std::array<int, 3> ranks, Pick of, PickTheory theory, bool layered)
{
    const auto off
        = [of, theory](const Study& s, int l, bool exact) { return percentOff(of(s, l), theory(s, l), exact); };
    const auto sigmas = [gradient = of == gradientOf](const Study& s, int l, bool exact) {
        const Deviations d = deviations(*s.measurement, *s.prediction, l);
        return sigmasText(gradient ? d.gradient : d.preactivation, exact);
    };
    Column last {over, tr("% off"), ranks[2], Column::sigma, off};
    if (layered)
        last = {over, tr("σ off"), ranks[2], Column::sigma, sigmas};
    return {measured(over, tr("RMS"), ranks[0], of, &Distribution::rms),
        {over, tr("theory"), ranks[1], Column::number,
            [theory](const Study& s, int l, bool exact) {
                const Predicted* p = theory(s, l);
                return p && p->ln ? log10Text(*p->log10(), exact) : QString();
            }},
        last};
}

Column share(const Text& name, int rank, Quantity quantity)
{
    return {{}, name, rank, Column::percent, [quantity](const Study& s, int l, bool exact) {
                const auto found = s.measurement->number(l, quantity);
                return !found ? QString()
                    : exact   ? exactNumber(*found)
                              : QString::number(100 * *found, 'f', 1) + QStringLiteral("%");
            }};
}

Column overHeads(const Text& name, int rank, double AttentionHead::*member)
{
    return {tr("attention"), name, rank, Column::number, [member](const Study& s, int l, bool exact) {
                const SiteRecord* found = s.measurement->block(l).find("attention");
                if (!found || found->heads.empty())
                    return QString();
                double sum = 0;
                for (const AttentionHead& head : found->heads)
                    sum += head.*member;
                return plainText(sum / double(found->heads.size()), exact);
            }};
}

/// Returns a column for the memory of a scan, in tokens.
Column memory(const Text& name, int rank, Quantity quantity)
{
    return {tr("memory"), name, rank, Column::number, [quantity](const Study& s, int l, bool exact) {
                return plainText(s.measurement->block(l).number("scan", quantity), exact);
            }};
}

/// Returns whether a network has a gate that its kind may have.
bool isGateOf(const NetworkPlan& plan, const SiteInfo& gate)
{
    if (!plan.kind->steps_of_input)
        return false;
    const std::vector<std::string>& parts = cell_info(spec_of<RecurrentSpec>(plan).cell).parts;
    return std::find(parts.begin(), parts.end(), gate.role) != parts.end();
}

/// Returns the columns for a plan of layers, or of blocks and their steps.
QVector<Column> columnsOf(const NetworkPlan& plan)
{
    const bool layered = plan.kind->layered;
    const Text output = tr("output");
    QVector<Column> all {
        {{}, plan.kind->unit(), 0, Column::count, [](const Study&, int l, bool) { return QString::number(l); }}};
    if (layered) {
        all << Column {{}, Text::name("fan_in"), 14, Column::count,
            [](const Study& s, int l, bool) { return QString::number(s.plan->layers[std::size_t(l - 1)].fan_in); }};
        all << measured(tr("weight"), tr("std"), 8, weightOf, &Distribution::std);
        all << besideTheory(tr("preact."), {1, 5, 2}, preactivationOf, preactivationTheory, true);
        all << measured(output, tr("mean"), 13, outputOf, &Distribution::mean)
            << measured(output, tr("std"), 4, outputOf, &Distribution::std)
            << measured(output, tr("RMS"), 6, outputOf, &Distribution::rms);
    } else {
        all << besideTheory(plan.steps.empty() ? tr("state") : tr("stream"), {1, 4, 6}, outputOf, outputTheory, false);
    }
    for (const SiteInfo& gate : plan.kind->gates)
        if (isGateOf(plan, gate))
            all << Column {tr("gates"), Text::name(gate.role.substr(0, gate.role.find('_'))), 8, Column::number,
                [role = gate.role](const Study& s, int l, bool exact) {
                    const Distribution* d = s.measurement->block(l).value(role);
                    return d ? numberText(*d, d->mean, exact) : QString();
                }};
    for (const StepInfo& step : plan.steps)
        all << Column {step.label, plan.steps.size() > 1 ? tr("adds") : tr("RMS"), 5, Column::number,
            [role = step.word + "_branch"](const Study& s, int l, bool exact) {
                const Distribution* d = s.measurement->block(l).value(role);
                return d ? numberText(*d, d->rms, exact) : QString();
            }};
    if (plan.kind->attends)
        all << overHeads(tr("entropy"), 3, &AttentionHead::entropy)
            << overHeads(tr("logit std"), 9, &AttentionHead::logit_std);
    if (plan.kind->scans)
        all << memory(tr("shortest"), 9, Quantity::shortest_memory)
            << memory(tr("longest"), 3, Quantity::longest_memory);
    if (plan.kind->has_tokens())
        all << Column {tr("token"), tr("similarity"), 8, Column::number, [](const Study& s, int l, bool exact) {
                           return plainText(s.measurement->number(l, Quantity::similarity), exact);
                       }};
    all << besideTheory(
        tr("gradient"), layered ? std::array {3, 9, 7} : std::array {2, 7, 10}, gradientOf, gradientTheory, layered);
    if (layered)
        all << share(tr("zero"), 10, Quantity::zero_fraction)
            << share(tr("saturated"), 12, Quantity::saturated_fraction)
            << share(tr("dead"), 11, Quantity::dead_fraction);
    return all;
}

/// Returns log10 of a block's RMS relative to a pinned network; NaN unless both exist and the latter is not zero.
double log10Ratio(const Study& s, const Study& pinned, int block, Pick pick)
{
    if (block > std::min(s.plan->depth(), pinned.plan->depth()))
        return std::nan("");
    const Distribution *a = pick(s, block), *b = pick(pinned, block);
    return a && b && b->rms != 0 ? a->log10_of(a->rms) - b->log10_of(b->rms) : std::nan("");
}

/// Adds a column for the ratio to a pinned network after the last one of its group.
void addRatio(QVector<Column>& columns, const Text& group, const char* csv, int rank, const Pin& pin, Pick pick)
{
    constexpr int longest = 9;   // maximum length of a name
    const auto last = std::find_if(columns.rbegin(), columns.rend(), [&](const Column& c) { return c.over == group; });
    const QString name = QString(pinSign(pin.style)) + QLatin1Char(' ')
        + (pin.name.size() > longest ? pin.name.left(longest - 1) + QChar(0x2026) : pin.name);
    columns.insert(last.base(),
        {tr("%1, ratio to", group), Text::name(name.toStdString()), rank, Column::signedNumber,
            [pinned = pin.study, pick](const Study& s, int l, bool exact) {
                const double log10 = log10Ratio(s, *pinned, l, pick);
                return std::isnan(log10) ? QString() : exact ? log10Text(log10, true) : ratioText(log10);
            },
            QString::fromLatin1(csv)});
}

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
            const QVector<Column> shown = s == study().get() ? columnsWithPin(*s) : columnsOf(*s->plan);
            for (const Column& column : shown)
                table.header << (!column.csv.isEmpty()
                        ? column.csv
                        : QString::fromStdString(joined({column.over, column.name}, "_").english())
                              .replace(QStringLiteral("preact."), QStringLiteral("preactivation"))
                              .replace(QStringLiteral("σ off"), QStringLiteral("sigmas_off"))
                              .toLower());
            for (int l = 1; l <= s->plan->depth(); ++l) {
                QStringList row;
                for (const Column& column : shown)
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
        for (const Column& c : columns_) {
            const QString longest = c.kind == Column::count    ? QStringLiteral("00000")
                : c.kind == Column::percent                    ? QStringLiteral("100.0%")
                : c.kind == Column::sigma                      ? QStringLiteral("−00.0 σ")
                : exponents_ || c.kind == Column::signedNumber ? QStringLiteral("−0.00×10⁻⁰⁰")
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

    QVector<Column> columnsWithPin(const Study& s) const
    {
        constexpr int kept = 2;   // ranks up to this one keep their priority
        QVector<Column> columns = columnsOf(*s.plan);
        const Pin* pin = pinOf(s);
        if (!pin)
            return columns;
        const bool layered = is_layered(s);
        for (Column& column : columns)
            if (column.rank > kept)
                column.rank += layered ? 3 : 2;
        if (layered)
            addRatio(columns, stepzero::tr("preact."), "preactivation_rms_ratio", 3, *pin, preactivationOf);
        addRatio(columns, layered ? stepzero::tr("output") : stepzero::tr("stream"),
            layered ? "output_rms_ratio" : "stream_rms_ratio", layered ? 5 : 3, *pin, outputOf);
        addRatio(columns, stepzero::tr("gradient"), "gradient_rms_ratio", 4, *pin, gradientOf);
        return columns;
    }

    /// Returns whether numbers are written with powers of ten and need more room.
    static bool needsExponents(const Study& s)
    {
        const auto isFar = [](const Distribution* d, double Distribution::*number) {
            const double log10 = d ? d->log10_of(d->*number) : 0;
            return std::isfinite(log10) && (log10 < -3 || log10 >= 3);
        };
        for (int l = 1; l <= s.plan->depth(); ++l) {
            bool far = isFar(outputOf(s, l), &Distribution::rms) || isFar(gradientOf(s, l), &Distribution::rms);
            if (is_layered(s))
                far = far || isFar(preactivationOf(s, l), &Distribution::rms)
                    || isFar(outputOf(s, l), &Distribution::std) || isFar(weightOf(s, l), &Distribution::std);
            for (const StepInfo& step : s.plan->steps)
                far = far || isFar(s.measurement->block(l).value(step.word + "_branch"), &Distribution::rms);
            for (const Predicted* p : {outputTheory(s, l), gradientTheory(s, l)})
                far = far || (!isMeasured(s) && p && std::abs(p->log10().value_or(0)) > 3);
            if (far)
                return true;
        }
        return false;
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
            const double log10 = log10Ratio(s, *pin->study, m.depth(), outputOf);
            if (!std::isnan(log10))
                parts << HeadlinePart {2, tr("last RMS %1 vs. %2").arg(ratioText(log10), pin->name)};
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
        parts << HeadlinePart {
            5, s.stage == Stage::preview ? tr("preview") : tr("%1 ms").arg(qRound(1000 * s.seconds))};
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

    QVector<Column> columns_;
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
