// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/attention_numbers.h"

#include <QObject>
#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "widgets/figures/frame/number_text.h"

namespace stepzero {

QString natsText(double value) { return QString::number(value, 'f', 3); }

double attentionNumber(AttentionView view, const HeadMean& mean)
{
    return view == AttentionView::rms   ? mean.logit_rms
        : view == AttentionView::spread ? mean.logit_spread
                                        : mean.entropy;
}

double attentionCoordinate(AttentionView view, const HeadMean& mean)
{
    const double value = attentionNumber(view, mean);
    const double y = view == AttentionView::entropy || view == AttentionView::law ? value : std::log10(value);
    return std::isfinite(y) ? y : nan;
}

AttentionByBlock attentionByBlock(const std::vector<BlockHeads>& blocks, AttentionView view, int depth)
{
    std::size_t heads = 0;
    for (const BlockHeads& of : blocks)
        heads += of.heads.size();
    AttentionByBlock lines;
    lines.zero.assign(std::size_t(depth), false);
    for (const BlockHeads& of : blocks) {
        QVector<double> all;
        for (const AttentionHead& head : of.heads)
            all << attentionCoordinate(view, mean_of({head}));
        if (heads > most_attention_dots && !all.isEmpty()) {
            const auto [least, most] = std::ranges::minmax(all);
            all = {least, most};
        }
        lines.headX << QVector<double>(all.size(), of.block);
        lines.headY << all;
        lines.several = lines.several || of.heads.size() > 1;
        lines.blocks << of.block;
        lines.means << (of.mean ? attentionCoordinate(view, *of.mean) : nan);
        lines.spreads.push_back((of.mean ? *of.mean : *of.theory).logit_spread);
        lines.predicted << (of.theory ? attentionCoordinate(view, *of.theory) : nan);
        lines.hasTheory = lines.hasTheory || std::isfinite(lines.predicted.last());
        lines.zero[std::size_t(of.block - 1)]
            = view != AttentionView::entropy && of.mean && attentionNumber(view, *of.mean) == 0;
    }
    return lines;
}

FigureTable attentionTable(const Study* study)
{
    FigureTable table {
        {QStringLiteral("block"), QStringLiteral("head"), QStringLiteral("entropy"), QStringLiteral("log_visible"),
            QStringLiteral("logit_mean"), QStringLiteral("logit_std"), QStringLiteral("logit_spread"),
            QStringLiteral("logit_max"), QStringLiteral("gaussian_entropy"), QStringLiteral("predicted_entropy"),
            QStringLiteral("predicted_logit_rms"), QStringLiteral("predicted_logit_spread")},
        {}};
    const auto exact = [](std::initializer_list<double> numbers) {
        QStringList cells;
        for (const double number : numbers)
            cells << exactNumber(number);
        return cells;
    };
    for (const BlockHeads& of : study ? heads_by_block(*study) : std::vector<BlockHeads>()) {
        const QString block = QString::number(of.block);
        const QStringList theory = of.theory
            ? exact({of.theory->entropy, of.theory->logit_rms, of.theory->logit_spread})
            : exact({nan, nan, nan});
        if (of.heads.empty())   // not measured yet
            table.rows << QStringList {block, {}} + exact({nan, nan, nan, nan, nan, nan, nan}) + theory;
        for (std::size_t i = 0; i < of.heads.size(); ++i) {
            const AttentionHead& h = of.heads[i];
            table.rows << QStringList {block, QString::number(i + 1)}
                    + exact({h.entropy, h.log_visible, h.logit_mean, h.logit_std, h.logit_spread, h.logit_max,
                        gaussian_entropy(*study, h.logit_spread)})
                    + theory;
        }
    }
    return table;
}

QString attentionText(int block, const BlockHeads* of, double log_visible)
{
    QStringList parts {QObject::tr("block %1").arg(block)};
    if (!of)
        return parts.first() + QObject::tr(" · not measured");
    const auto add = [&](const QString& name, double HeadMean::*which, QString (*text)(double)) {
        QString part = name;
        if (of->mean)
            part += QLatin1Char(' ') + text((*of->mean).*which);
        if (of->theory)
            part += QObject::tr(" (theory %1)").arg(text((*of->theory).*which));
        parts << part;
    };
    add(QObject::tr("entropy"), &HeadMean::entropy, natsText);
    if (of->heads.size() > 1)
        parts << QObject::tr("heads %1 to %2").arg(natsText(of->least_entropy), natsText(of->most_entropy));
    parts << QObject::tr("ln T %1").arg(natsText(log_visible));
    add(QObject::tr("logit RMS"), &HeadMean::logit_rms, aligned);
    add(QObject::tr("std over keys"), &HeadMean::logit_spread, aligned);
    if (!of->heads.empty())
        parts << QObject::tr("largest logit %1")
                     .arg(aligned(std::ranges::max(of->heads, {}, &AttentionHead::logit_max).logit_max));
    return parts.join(QStringLiteral(" · "));
}

}   // namespace stepzero
