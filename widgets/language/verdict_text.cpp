// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/language/verdict_text.h"

#include "core/diagnose/verdict.h"
#include "widgets/language/language.h"

namespace stepzero {

static QString signOf(const Verdict& verdict)
{
    if (!verdict.severity)
        return verdict.state == Verdict::State::healthy ? QStringLiteral("✓ ") : QString();
    return QString::fromUtf8(sign(*verdict.severity)) + QLatin1Char(' ');
}

QString headOf(const Verdict& verdict)
{
    const QString word = translated(verdict.word);
    return signOf(verdict) + word.left(1).toUpper() + word.mid(1);
}

}   // namespace stepzero
