// SPDX-License-Identifier: GPL-3.0-or-later
// Summary of a network made of blocks: a row a block.
#include <cmath>

#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/block_data.h"
#include "widgets/figures/network/figures.h"
#include "widgets/figures/network/table_figure.h"

namespace stepzero {

namespace {

/// A number that may not have been recorded.
QString seen(const Distribution* d, bool exact) { return d ? tableNumber(*d, d->rms, exact) : QString(); }

QString plain(double number, bool exact)
{
    return std::isnan(number) ? QString() : exact ? exactNumber(number) : aligned(number);
}

int block(std::size_t row) { return int(row) + 1; }

double meanOverHeads(const Study& s, std::size_t row, double AttentionHead::*member)
{
    const SiteRecord* found = s.measurement->block(block(row)).find("attention");
    if (!found || found->heads.empty())
        return std::nan("");
    double sum = 0;
    for (const AttentionHead& head : found->heads)
        sum += head.*member;
    return sum / double(found->heads.size());
}

/// Signed, in percent of theory.
QString percentOff(const Distribution* d, const std::optional<double>& log10_theory, bool exact)
{
    if (!d || !log10_theory || !std::isfinite(*log10_theory) || !(d->rms > 0) || !std::isfinite(d->rms))
        return {};
    const double percent = 100 * (std::pow(10.0, d->log10_of(d->rms) - *log10_theory) - 1);
    if (exact)
        return exactNumber(percent);
    return std::abs(percent) >= 1000
        ? QStringLiteral(">999 %")
        : QString::number(percent, 'f', 1).replace('-', QChar(0x2212)) + QStringLiteral(" %");
}

QVector<TableColumn> columnsOf(const std::vector<StepInfo>& steps)
{
    const auto stream = [](const Study& s, std::size_t row) { return s.measurement->output(block(row)); };
    const auto gradient = [](const Study& s, std::size_t row) { return s.measurement->gradient(block(row)); };
    const auto log10_of = [](const Predicted* p) { return p ? p->log10 : std::nullopt; };
    const auto predicted_stream = [log10_of](const Study& s, std::size_t row) {
        return log10_of(s.prediction->output(block(row), Quantity::rms));
    };
    const auto predicted_gradient
        = [log10_of](const Study& s, std::size_t row) { return log10_of(s.prediction->gradient(block(row))); };
    const bool attends = steps.size() > 1;
    QVector<TableColumn> all {
        {{}, QStringLiteral("block"), 0, TableColumn::count,
            [](const Study&, std::size_t row, bool) { return QString::number(block(row)); }},
        {QStringLiteral("stream"), QStringLiteral("RMS"), 1, TableColumn::number,
            [stream](const Study& s, std::size_t row, bool e) { return seen(stream(s, row), e); }},
        {QStringLiteral("stream"), QStringLiteral("theory"), 4, TableColumn::number,
            [predicted_stream](
                const Study& s, std::size_t row, bool e) { return tableLog10(predicted_stream(s, row), e); }},
        {QStringLiteral("stream"), QStringLiteral("% off"), 6, TableColumn::sigma,
            [stream, predicted_stream](const Study& s, std::size_t row, bool e) {
                return percentOff(stream(s, row), predicted_stream(s, row), e);
            }},
    };
    for (std::size_t k = 0; k < steps.size(); ++k)
        all << TableColumn {QString::fromStdString(steps[k].label),
            attends ? QStringLiteral("adds") : QStringLiteral("RMS"), 5, TableColumn::number,
            [k](const Study& s, std::size_t row, bool e) {
                const BlockSource source = blockSource(s);
                const int place = int(row * source.steps().size() + k) + 1;
                return seen(source.distribution(source.branchSite(place), Quantity::rms), e);
            }};
    if (attends) {
        all << TableColumn {QStringLiteral("attention"), QStringLiteral("entropy"), 3, TableColumn::number,
            [](const Study& s, std::size_t row, bool e) {
                return plain(meanOverHeads(s, row, &AttentionHead::entropy), e);
            }};
        all << TableColumn {QStringLiteral("attention"), QStringLiteral("logit std"), 9, TableColumn::number,
            [](const Study& s, std::size_t row, bool e) {
                return plain(meanOverHeads(s, row, &AttentionHead::logit_std), e);
            }};
        all << TableColumn {QStringLiteral("token"), QStringLiteral("similarity"), 8, TableColumn::number,
            [](const Study& s, std::size_t row, bool e) {
                return plain(s.measurement->number(block(row), Quantity::similarity).value_or(std::nan("")), e);
            }};
    }
    all << TableColumn {QStringLiteral("gradient"), QStringLiteral("RMS"), 2, TableColumn::number,
        [gradient](const Study& s, std::size_t row, bool e) { return seen(gradient(s, row), e); }};
    all << TableColumn {QStringLiteral("gradient"), QStringLiteral("theory"), 7, TableColumn::number,
        [predicted_gradient](
            const Study& s, std::size_t row, bool e) { return tableLog10(predicted_gradient(s, row), e); }};
    all << TableColumn {QStringLiteral("gradient"), QStringLiteral("% off"), 10, TableColumn::sigma,
        [gradient, predicted_gradient](const Study& s, std::size_t row, bool e) {
            return percentOff(gradient(s, row), predicted_gradient(s, row), e);
        }};
    return all;
}

/// Of the stream, or of its gradient, behind each block.
double blockRatio(const Study& s, const Study& pinned, std::size_t row, bool gradient)
{
    const auto find = [&](const Study& study) -> const Distribution* {
        const Measurement& m = *study.measurement;
        return block(row) > m.depth() ? nullptr : gradient ? m.gradient(block(row)) : m.output(block(row));
    };
    return log10Ratio(find(s), find(pinned));
}

const QVector<RatioColumn>& ratios()
{
    static const QVector<RatioColumn> all {
        {QStringLiteral("stream"), QStringLiteral("stream_rms_ratio"), 3,
            [](const Study& s, const Study& pinned, std::size_t row) { return blockRatio(s, pinned, row, false); }},
        {QStringLiteral("gradient"), QStringLiteral("gradient_rms_ratio"), 4,
            [](const Study& s, const Study& pinned, std::size_t row) { return blockRatio(s, pinned, row, true); }}};
    return all;
}

class BlockSummaryFigure : public TableFigure {
public:
    using TableFigure::TableFigure;

protected:
    QString obstacle(const Study& study) const override
    {
        return is_layered(study) ? tr("the network has no blocks") : QString();
    }

    const QVector<TableColumn>& columns(const Study& study) const override
    {
        static const QVector<TableColumn> one = columnsOf(residual_kind().steps),
                                          two = columnsOf(transformer_kind().steps);
        return withPin(study.plan->steps.size() == 1 ? one : two, firstPin(true), ratios());
    }

    bool needsExponents(const Study& s) const override
    {
        const auto far = [](const std::optional<Distribution>& d) {
            const double log10 = d ? d->log10_of(d->rms) : 0;
            return std::isfinite(log10) && (log10 < -3 || log10 >= 3);
        };
        for (const BlockRecord& block : s.measurement->record)
            for (const SiteRecord& site : block.sites)
                if ((site.role.ends_with("_stream") || site.role.ends_with("_branch"))
                    && (far(site.value) || far(site.gradient)))
                    return true;
        return false;
    }

    QVector<HeadlinePart> headline(const Study& s) const override
    {
        const Measurement& m = *s.measurement;
        QVector<HeadlinePart> parts;
        if (const Distribution* last = m.output(m.depth()); last->count > 0)
            parts << HeadlinePart {0, tr("last stream RMS %1").arg(numberOf(*last, last->rms))};
        else if (!m.remarks.empty())
            parts << HeadlinePart {0, QString::fromStdString(m.remarks.front().text)};
        if (const auto loss = m.block(0).number("logits", Quantity::cross_entropy)) {
            const double vocabulary = option(s.experiment.network, "vocabulary");
            parts << HeadlinePart {
                1, tr("cross-entropy %1, ln V = %2").arg(aligned(*loss), aligned(std::log(vocabulary)))};
        }
        if (!s.prediction->remark.empty())
            parts << HeadlinePart {2, QString::fromStdString(s.prediction->remark)};
        parts << HeadlinePart {
            4, m.tokens > 1 ? tr("%1 × %2 tokens").arg(m.samples).arg(m.tokens) : tr("%1 samples").arg(m.samples)};
        if (m.replicas > 1)
            parts << HeadlinePart {3, tr("%1 replicas").arg(m.replicas)};
        parts << HeadlinePart {
            5, s.stage == Stage::preview ? tr("preview") : tr("%1 ms").arg(qRound(1000 * s.seconds))};
        return parts;
    }
};

}   // namespace

Figure* createBlockSummary(QWidget* parent) { return new BlockSummaryFigure(parent); }

}   // namespace stepzero
