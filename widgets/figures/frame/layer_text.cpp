// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/layer_text.h"

#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "core/diagnose/deviation.h"
#include "widgets/style/style.h"

namespace stepzero {

QString numberOf(const Distribution& distribution, double number)
{
    if (distribution.exponent == 0 || number == 0 || !std::isfinite(number))
        return aligned(number);
    return alignedLog10(distribution.log10_of(number), number < 0);
}

QString exactNumber(double number)
{
    if (std::isnan(number))
        return {};
    if (std::isinf(number))
        return number < 0 ? QStringLiteral("-inf") : QStringLiteral("inf");
    return QString::number(number, 'g', QLocale::FloatingPointShortest);
}

QString exactLog10(double log10, bool negative)
{
    const double exponent = std::floor(log10);
    return (negative ? QStringLiteral("-") : QString())
        + QStringLiteral("%1e%2")
              .arg(QString::number(std::pow(10.0, log10 - exponent), 'g', 12))
              .arg(exponent, 0, 'f', 0);
}

QString exactNumber(const Distribution& distribution, double number)
{
    const double plain = distribution.plain(number);
    if (distribution.exponent == 0 || number == 0 || !std::isfinite(number) || (plain != 0 && std::isfinite(plain)))
        return exactNumber(plain);
    return exactLog10(distribution.log10_of(number), number < 0);
}

QString deviationText(double sigmas)
{
    const double size = std::abs(sigmas);
    return (size < 100 ? QString::number(size, 'f', 1) : pretty(size)) + QStringLiteral(" σ");
}

namespace {

/// "block 3 · stream RMS 0.12 (theory 0.12) · preactivation RMS … · gradient RMS …"
QString blockText(const Study& study, int block)
{
    const LayerMeasurement& m = study.measurement->layers[std::size_t(block - 1)];
    QString text = QStringLiteral("block %1 · stream RMS %2").arg(block).arg(numberOf(m.output, m.output.rms));
    const auto& steps = study.blocks->prediction.steps;
    const std::size_t last = std::size_t(block) * study.blocks->steps.size() - 1;
    if (last < steps.size())
        text += QStringLiteral(" (theory %1)").arg(prettyLog10(steps[last].log10_stream_rms));
    text += QStringLiteral(" · preactivation RMS %1").arg(numberOf(m.preactivation, m.preactivation.rms));
    if (m.gradient)
        text += QStringLiteral(" · gradient RMS %1").arg(numberOf(*m.gradient, m.gradient->rms));
    return text;
}

}   // namespace

QString layerText(const Study& study, int layer)
{
    if (study.blocks)
        return blockText(study, layer);
    const auto l = std::size_t(layer - 1);
    const LayerMeasurement& m = study.measurement->layers[l];
    const LayerPrediction* p = study.prediction && l < study.prediction->layers.size() && study.prediction->layers[l]
        ? &*study.prediction->layers[l]
        : nullptr;
    const Deviations off = deviations(*study.measurement, *study.prediction, layer);
    QString text = QStringLiteral("layer %1").arg(layer);
    const auto say = [&](const QString& what, const Distribution& d, std::optional<double> log10_theory,
                         const std::optional<double>& sigmas) {
        text += QStringLiteral(" · %1 RMS %2").arg(what, numberOf(d, d.rms));
        if (!log10_theory)
            return;
        const QString theory = QStringLiteral("theory ") + alignedLog10(*log10_theory, false);
        text += QStringLiteral(" (%1)").arg(sigmas ? theory + QStringLiteral(", ") + deviationText(*sigmas) : theory);
    };
    say(QStringLiteral("preactivation"), m.preactivation, p ? std::optional(p->log10_preactivation_rms) : std::nullopt,
        off.preactivation);
    say(QStringLiteral("output"), m.output, p ? std::optional(p->log10_activation_rms) : std::nullopt, off.activation);
    if (m.gradient)
        say(QStringLiteral("gradient"), *m.gradient, p ? p->log10_gradient_rms : std::nullopt, off.gradient);
    return text;
}

QString whereText(const QString& subject, const QString& state, const std::vector<bool>& is)
{
    const auto count = std::count(is.begin(), is.end(), true);
    if (count == 0)
        return {};
    const QString head = subject + QStringLiteral(" is ") + state + QLatin1Char(' ');
    const auto depth = std::ssize(is);
    if (count == depth)
        return head + QStringLiteral("in every layer");
    const auto first = std::find(is.begin(), is.end(), true) - is.begin() + 1;
    if (count == 1)
        return head + QStringLiteral("in layer %1").arg(first);
    if (std::all_of(is.end() - count, is.end(), [](bool b) { return b; }))
        return head + QStringLiteral("from layer %1 on").arg(first);
    if (std::all_of(is.begin(), is.begin() + count, [](bool b) { return b; }))
        return head + QStringLiteral("below layer %1").arg(count + 1);
    return head + QStringLiteral("in %1 layers, the first is %2").arg(count).arg(first);
}

}   // namespace stepzero
