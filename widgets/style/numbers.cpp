// SPDX-License-Identifier: GPL-3.0-or-later
// Formats numbers for people.
#include <cmath>

#include "core/base/words/off_scale.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

QString offScale() { return translated(tr("off the scale")); }

const QChar minus(0x2212);
const QString times = QString(QChar(0x00d7));

QString superscript(double number)
{
    static const char16_t digits[] = u"⁰¹²³⁴⁵⁶⁷⁸⁹";
    QString text;
    for (const QChar c : QString::number(number, 'f', 0))
        text += c == '-' ? QChar(0x207b) : QChar(digits[c.digitValue()]);
    return text;
}

QString trimmed(QString text)
{
    if (!text.contains('.'))
        return text;
    while (text.endsWith('0'))
        text.chop(1);
    if (text.endsWith('.'))
        text.chop(1);
    return text;
}

/// Returns mantissa·10^exponent with 1 ≤ |mantissa| < 10.
QString decimal(double mantissa, int exponent, int digits, bool trim)
{
    QString text = QString::number(std::abs(mantissa), 'f', digits - 1);
    if (text.startsWith(QLatin1String("10"))) {   // 9.9996 rounds up to the next power
        ++exponent;
        text = QString::number(1.0, 'f', digits - 1);
    }
    if (exponent >= -3 && exponent < digits) {
        const double value = std::abs(text.toDouble()) * std::pow(10.0, exponent);
        text = QString::number(value, 'f', std::max(0, digits - 1 - exponent));
        text = trim ? trimmed(text) : text;
    } else {
        text = trim ? trimmed(text) : text;
        text = text == QLatin1String("1") && trim ? powerOfTen(exponent) : text + times + powerOfTen(exponent);
    }
    return mantissa < 0 ? minus + text : text;
}

QString written(double value, int digits, bool trim)
{
    if (std::isnan(value))
        return QStringLiteral("not a number");
    if (std::isinf(value))
        return value < 0 ? minus + QString(QChar(0x221e)) : QString(QChar(0x221e));
    if (value == 0)
        return QStringLiteral("0");
    const int exponent = int(std::floor(std::log10(std::abs(value))));
    // Subnormal powers of ten are inaccurate in double, so the division has two steps.
    const double mantissa = value / std::pow(10.0, exponent / 2) / std::pow(10.0, exponent - exponent / 2);
    return decimal(mantissa, exponent, digits, trim);
}

QString writtenLog10(double log10, int digits, bool trim)
{
    if (is_off_scale(log10))
        return offScale();
    if (!std::isfinite(log10))
        return written(log10 < 0 ? 0.0 : log10, digits, trim);
    const double exponent = std::floor(log10);
    return decimal(std::pow(10.0, log10 - exponent), int(exponent), digits, trim);
}

}   // namespace

QString powerOfTen(double exponent)
{
    return is_off_scale(exponent) ? offScale()
        : exponent == 0           ? QStringLiteral("1")
                                  : QStringLiteral("10") + (exponent == 1 ? QString() : superscript(exponent));
}

QString powerOfTwo(double log2)
{
    if (is_off_scale(log2 * std::log10(2.0)))
        return offScale();
    if (log2 == std::round(log2))
        return log2 == 0 ? QStringLiteral("1") : log2 == 1 ? QStringLiteral("2") : QLatin1Char('2') + superscript(log2);
    return prettyLog10(log2 * std::log10(2.0));
}

QString pretty(double value) { return written(value, 4, true); }
QString prettyLog10(double log10) { return writtenLog10(log10, 4, true); }

QString aligned(double value) { return written(value, 3, false); }
QString alignedLog10(double log10, bool negative, int digits)
{
    const QString text = writtenLog10(log10, digits, false);
    return negative && !is_off_scale(log10) ? minus + text : text;
}

QString decimals(double value, int count)
{
    const QString text = QString::number(std::abs(value), 'f', count);
    return value < 0 && text.toDouble() != 0 ? minus + text : text;
}

}   // namespace stepzero
