// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/capture/capture_words.h"

#include <QObject>
#include <algorithm>
#include <cmath>

#include "core/capture/output_layer.h"
#include "core/capture/rules.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

QString rounded(double count)
{
    return count < 1e4  ? QString::number(count, 'f', 0)
        : count < 1e6   ? QStringLiteral("%1K").arg(count / 1e3, 0, 'f', count < 1e5 ? 1 : 0)
        : count < 999e6 ? QStringLiteral("%1M").arg(count / 1e6, 0, 'f', count < 1e7 ? 1 : 0)
                        : QStringLiteral("%1B").arg(count / 1e9, 0, 'f', 1);
}

}   // namespace

QString captureNumber(double value) { return value == 0 ? QStringLiteral("0") : aligned(value); }

QString shapeText(const CapturedMoments& moments)
{
    QStringList sizes;
    for (const std::uint64_t size : moments.shape)
        sizes << QString::number(size);
    return sizes.isEmpty() ? QObject::tr("a number") : sizes.join(QStringLiteral(" × "));
}

QString findingText(const CaptureFinding& finding)
{
    return QString::fromUtf8(sign(finding.severity)) + QLatin1Char(' ') + translated(word_of(finding));
}

QString placeText(const CaptureStudy& study, std::size_t place)
{
    const CapturedModule* module = study.module(place);
    const CapturedParameter* parameter = study.parameter(place);
    QStringList words {QString::fromStdString(study.name_of(place)),
        QString::fromStdString(module ? module->class_name : parameter->module_class)};
    const auto add = [&](const QString& text, const CapturedMoments* moments) {
        if (moments && moments->rms)
            words << text.arg(captureNumber(*moments->rms));
        if (moments && moments->not_finite > 0)
            words << QObject::tr("%1 of %2 not finite").arg(moments->not_finite).arg(moments->count);
    };
    if (module) {
        add(QObject::tr("output RMS %1"), module->output ? &*module->output : nullptr);
        add(QObject::tr("gradient RMS %1"), module->gradient ? &*module->gradient : nullptr);
    } else {
        words << shapeText(parameter->value);
        add(QObject::tr("RMS %1"), &parameter->value);
        add(QObject::tr("gradient RMS %1"), parameter->gradient ? &*parameter->gradient : nullptr);
        if (parameter->update)
            words << QObject::tr("update ratio %1").arg(captureNumber(*parameter->update));
    }
    if (const CaptureFinding* finding = study.finding_of(place))
        words << findingText(*finding);
    words.removeAll(QString());
    return words.join(QStringLiteral(" · "));
}

QString verdictText(const CaptureStudy& study)
{
    QString word = translated(capture_verdict(study.findings));
    if (!word.isEmpty())
        word[0] = word[0].toUpper();
    return (study.findings.empty() ? QStringLiteral("✓") : QString::fromUtf8(sign(study.findings.front().severity)))
        + QLatin1Char(' ') + word;
}

QString lossText(const Capture& capture)
{
    if (!capture.loss || capture.loss->kind == CapturedLossKind::random_projection)
        return {};
    if (!capture.loss->value)
        return QObject::tr("loss not finite");
    QString text = QObject::tr("loss %1").arg(captureNumber(*capture.loss->value));
    if (const std::optional<double> uniform = uniform_loss(*capture.loss))
        text = QObject::tr("%1, ln %2 = %3")
                   .arg(text)
                   .arg(std::llround(std::exp(*uniform)))
                   .arg(captureNumber(*uniform));
    return text;
}

QString sizeText(const CaptureStudy& study)
{
    double entries = 0;
    for (const CapturedParameter& one : study.capture->parameters)
        entries += double(one.value.count);
    const auto& all = study.capture->modules;
    const auto modules
        = std::ranges::count_if(all, [](const CapturedModule& one) { return one.call == 1 && !is_block_output(one); });
    return joinedText(
        {QObject::tr("%n module(s)", nullptr, int(modules)), QObject::tr("%1 parameters").arg(rounded(entries))}, ", ");
}

QString summaryText(const CaptureStudy& study)
{
    const Capture& capture = *study.capture;
    QStringList words {verdictText(study), QString::fromStdString(capture.model),
        QObject::tr("step %1").arg(capture.step), lossText(capture), sizeText(study),
        study.before ? QObject::tr("compared with %1").arg(translated(study.against)) : QString()};
    words.removeAll(QString());
    return words.join(QStringLiteral(" · "));
}

QStringList passTexts(const Capture& capture)
{
    QStringList words {QString::fromStdString(capture.model), QString::fromStdString(capture.framework),
        QString::fromStdString(capture.device),
        capture.training ? QObject::tr("training mode") : QObject::tr("evaluation mode"),
        capture.batch > 0 ? QObject::tr("batch of %1").arg(capture.batch) : QString(),
        QObject::tr("step %1").arg(capture.step), lossText(capture)};
    words.removeAll(QString());
    return words;
}

}   // namespace stepzero
