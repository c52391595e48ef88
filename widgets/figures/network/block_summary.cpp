// SPDX-License-Identifier: GPL-3.0-or-later
// Summary of a network made of blocks: a row a block.
#include <cmath>

#include "widgets/figures/frame/layer_text.h"
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

/// Behind the last step of a block.
int lastPlace(const BlockSource& s, std::size_t row) { return block(row) * int(s.steps->size()); }

double meanOverHeads(const Study& s, std::size_t row, double AttentionHead::*member)
{
    const auto found = s.measurement->recording->attention.find({block(row), "attention"});
    if (found == s.measurement->recording->attention.end() || found->second.empty())
        return std::nan("");
    double sum = 0;
    for (const AttentionHead& head : found->second)
        sum += head.*member;
    return sum / double(found->second.size());
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
    const auto stream = [](const Study& s, std::size_t row) {
        const BlockSource source = blockSource(s);
        return distributionAt(source.recording->values, source.streamSite(lastPlace(source, row)));
    };
    const auto gradient = [](const Study& s, std::size_t row) {
        const BlockSource source = blockSource(s);
        return distributionAt(source.recording->gradients, source.streamSite(lastPlace(source, row)));
    };
    const auto predicted = [](const Study& s, std::size_t row) {
        const BlockSource source = blockSource(s);
        return source.predicted(lastPlace(source, row));
    };
    const auto predicted_stream = [predicted](const Study& s, std::size_t row) {
        const StepPrediction* p = predicted(s, row);
        return p ? std::optional(p->log10_stream_rms) : std::nullopt;
    };
    const auto predicted_gradient = [predicted](const Study& s, std::size_t row) {
        const StepPrediction* p = predicted(s, row);
        return p ? p->log10_stream_gradient_rms : std::nullopt;
    };
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
                const int place = int(row * source.steps->size() + k) + 1;
                return seen(distributionAt(source.recording->values, source.branchSite(place)), e);
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
                const BlockSource source = blockSource(s);
                return plain(
                    scalarAt(*source.recording, source.streamSite(lastPlace(source, row)), Scalar::similarity), e);
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
        if (!study.measurement->recording || row >= study.measurement->layers.size())
            return nullptr;
        const BlockSource source = blockSource(study);
        return distributionAt(gradient ? source.recording->gradients : source.recording->values,
            source.streamSite(lastPlace(source, row)));
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
        return study.blocks && study.measurement->recording ? QString() : tr("the network has no blocks");
    }

    const QVector<TableColumn>& columns(const Study& study) const override
    {
        static const QVector<TableColumn> one = columnsOf(residual_kind().body->steps),
                                          two = columnsOf(transformer_kind().body->steps);
        return withPin(study.blocks->steps.size() == 1 ? one : two, firstPin(true), ratios());
    }

    bool needsExponents(const Study& s) const override
    {
        const auto far = [](const std::map<Site, Distribution>& all) {
            for (const auto& [site, d] : all) {
                const double log10 = d.log10_of(d.rms);
                if (std::isfinite(log10) && (log10 < -3 || log10 >= 3)
                    && (site.role.ends_with("_stream") || site.role.ends_with("_branch")))
                    return true;
            }
            return false;
        };
        return far(s.measurement->recording->values) || far(s.measurement->recording->gradients);
    }

    QVector<HeadlinePart> headline(const Study& s) const override
    {
        const Measurement& m = *s.measurement;
        const Recording& seenAll = *m.recording;
        QVector<HeadlinePart> parts;
        const BlockSource source = blockSource(s);
        if (const Distribution* last = distributionAt(seenAll.values, source.streamSite(source.places() - 1)))
            parts << HeadlinePart {0, tr("last stream RMS %1").arg(numberOf(*last, last->rms))};
        else if (!m.remarks.empty())
            parts << HeadlinePart {0, QString::fromStdString(m.remarks.front().text)};
        if (const double loss = scalarAt(seenAll, {0, "logits"}, Scalar::cross_entropy); !std::isnan(loss)) {
            const double vocabulary = option(s.experiment.network, "vocabulary");
            parts << HeadlinePart {
                1, tr("cross-entropy %1, ln V = %2").arg(aligned(loss), aligned(std::log(vocabulary)))};
        }
        if (!s.blocks->prediction.remark.empty())
            parts << HeadlinePart {2, QString::fromStdString(s.blocks->prediction.remark)};
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
