// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/layer_text.h"

#include <QObject>

#include "core/diagnose/deviation.h"
#include "core/kinds/kinds.h"
#include "core/study/study.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

/// Returns "preactivation RMS 0.12 (theory 0.12, 0.3 σ)"; empty when not measured.
QString sizeText(
    const QString& what, const Distribution* d, const Predicted* predicted, const std::optional<double>& sigmas)
{
    if (!d)
        return {};
    QString text = QStringLiteral(" · %1 RMS %2").arg(what, numberOf(*d, d->rms));
    if (!predicted)
        return text;
    const QString theory = QObject::tr("theory %1").arg(alignedLog10(*predicted->log10(), false));
    return text + QStringLiteral(" (%1)").arg(sigmas ? joinedText({theory, deviationText(*sigmas)}, ", ") : theory);
}

}   // namespace

QString layerText(const Study& study, int layer)
{
    const Measurement& m = *study.measurement;
    const Prediction& p = *study.prediction;
    const Deviations off = deviations(m, p, layer);
    const QString preactivation = sizeText(
        QObject::tr("preactivation"), m.preactivation(layer), p.preactivation(layer, Quantity::rms), off.preactivation);
    const Predicted* output = p.output(layer, Quantity::rms);
    const QString gradient = sizeText(QObject::tr("gradient"), m.gradient(layer), p.gradient(layer), off.gradient);
    if (is_layered(study))
        return QObject::tr("layer %1").arg(layer) + preactivation
            + sizeText(QObject::tr("output"), m.output(layer), output, off.activation) + gradient;
    const QString what = study.plan->steps.empty() ? QObject::tr("state") : QObject::tr("stream");
    return translated(study.plan->kind->numbered_unit(layer)) + sizeText(what, m.output(layer), output, off.activation)
        + preactivation + gradient;
}

QString outcomesSign(const Network& network) { return QLatin1String(kind_of(network).takes_tokens ? "V" : "n"); }

}   // namespace stepzero
