// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/missing_text.h"

#include <QObject>

#include "core/kinds/kinds.h"

namespace stepzero {

QString lostSignalText(const Study& study)
{
    const Measurement& m = *study.measurement;
    const Distribution* last = m.output(study.plan->depth());
    if (m.remarks.empty() || (last && last->count > 0))
        return {};
    return QString::fromStdString(m.remarks.front().text);
}

bool isMeasured(const Study& study) { return study.measurement->samples > 0; }

QString missingText(const Study& study)
{
    const QString lost = lostSignalText(study);
    return !lost.isEmpty()       ? lost
        : isMeasured(study)      ? QObject::tr("not measured")
        : is_coming(study.stage) ? QObject::tr("computing…")
                                 : QObject::tr("not computed");
}

int tokensOf(const Study& study)
{
    return isMeasured(study) ? study.measurement->tokens : study.experiment.input.tokens;
}

bool isOneToken(const Study& study) { return study.plan->kind->takes_tokens && tokensOf(study) < 2; }

QString previewText(const Study& study)
{
    const int taken = tokensOf(study), all = study.experiment.input.tokens;
    return study.stage == Stage::preview && taken < all ? QObject::tr("preview of %1 of %2 tokens").arg(taken).arg(all)
                                                        : QString();
}

}   // namespace stepzero
