// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/missing_text.h"

#include <QObject>

#include "core/kinds/tokens.h"
#include "widgets/language/language.h"

namespace stepzero {

QString lostSignalText(const Study& study)
{
    const Measurement& m = *study.measurement;
    const Distribution* last = m.output(study.plan->depth());
    if (m.remarks.empty() || (last && last->count > 0))
        return {};
    return translated(m.remarks.front().text);
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
    return isMeasured(study) ? study.measurement->tokens : sequence_length(study.experiment);
}

bool isOneToken(const Study& study) { return study.plan->kind->has_tokens() && tokensOf(study) < 2; }

QString previewText(const Study& study)
{
    const int taken = tokensOf(study), all = sequence_length(study.experiment);
    return study.stage == Stage::preview && taken < all
        ? QObject::tr("preview of %1 of %n token(s)", nullptr, all).arg(taken)
        : QString();
}

}   // namespace stepzero
