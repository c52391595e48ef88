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

bool isComing(const Study& study) { return study.stage == Stage::preview && study.measurement->block(1).sites.empty(); }

QString missingText(const Study& study)
{
    const QString lost = lostSignalText(study);
    return !lost.isEmpty() ? lost : isComing(study) ? QObject::tr("computing…") : QObject::tr("not measured");
}

int tokensOf(const Study& study) { return isComing(study) ? study.experiment.input.tokens : study.measurement->tokens; }

bool isOneToken(const Study& study) { return study.plan->kind->takes_tokens && tokensOf(study) < 2; }

QString previewText(const Study& study)
{
    const int taken = tokensOf(study), all = study.experiment.input.tokens;
    return study.stage == Stage::preview && taken < all ? QObject::tr("preview of %1 of %2 tokens").arg(taken).arg(all)
                                                        : QString();
}

}   // namespace stepzero
