// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/number_text.h"

#include <QLocale>
#include <QObject>
#include <algorithm>
#include <cmath>

#include "core/base/words/off_scale.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

QString numberOf(const Distribution& distribution, double number)
{
    if (distribution.count == 0 && (number == 0 || std::isinf(number)))
        return offScaleText();
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

QString exactNumber(const std::optional<double>& number) { return number ? exactNumber(*number) : QString(); }

QString exactLog10(double log10, bool negative)
{
    if (is_off_scale(log10))
        return exactNumber(log10 < 0 ? 0 : negative ? -HUGE_VAL : HUGE_VAL);
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

QString offScaleText() { return translated(tr("off the scale")); }

QString whereText(const QString& subject, const QString& state, const std::vector<bool>& is, const QString& unit)
{
    const std::string what = subject.toStdString(), how = state.toStdString(), where = unit.toStdString();
    const auto count = std::count(is.begin(), is.end(), true);
    if (count == 0)
        return {};
    const auto depth = std::ssize(is);
    if (count == depth)
        return translated(tr("%1 is %2 in every %3", what, how, where));
    const auto first = std::find(is.begin(), is.end(), true) - is.begin() + 1;
    if (count == 1)
        return translated(tr("%1 is %2 in %3 %4", what, how, where, first));
    if (std::all_of(is.end() - count, is.end(), [](bool b) { return b; }))
        return translated(tr("%1 is %2 from %3 %4 on", what, how, where, first));
    if (std::all_of(is.begin(), is.begin() + count, [](bool b) { return b; }))
        return translated(tr("%1 is %2 below %3 %4", what, how, where, count + 1));
    return translated(tr("%1 is %2 in %3 of %4, first in %5 %6", what, how, count, depth, where, first));
}

}   // namespace stepzero
