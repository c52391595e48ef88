// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/missing_text.h"

#include <QObject>

namespace stepzero {

QString lostSignalText(const Study& study)
{
    const Measurement& m = *study.measurement;
    if (m.remarks.empty() || m.output(m.depth())->count > 0)
        return {};
    return QString::fromStdString(m.remarks.front().text);
}

QString missingText(const Study& study)
{
    const QString lost = lostSignalText(study);
    return lost.isEmpty() ? QObject::tr("not measured") : lost;
}

bool isOneToken(const Study& study)
{
    return kind_of(study.experiment.network).takes_tokens && study.measurement->tokens < 2;
}

QString previewText(const Study& study)
{
    const int taken = study.measurement->tokens, all = study.experiment.input.tokens;
    return study.stage == Stage::preview && taken < all ? QObject::tr("preview of %1 of %2 tokens").arg(taken).arg(all)
                                                        : QString();
}

}   // namespace stepzero
