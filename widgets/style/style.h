// SPDX-License-Identifier: GPL-3.0-or-later
// How figures look: colours that mean the same everywhere, one font family, one scale.
#pragma once

#include <QColor>
#include <QFont>
#include <QPen>
#include <QString>
#include <QStringList>
#include <QVector>

namespace stepzero {

/// Colours of one theme. All opaque: translucent fills are slow without OpenGL, so tints are pre-blended.
struct Theme {
    QString name;   ///< "light", "dark" or "print", as on the command line
    bool dark = false;
    QColor background, text, faint_text, grid;
    QColor forward;   ///< the forward signal: #0072B2, lightened for a dark ground
    QColor gradient;   ///< the gradient: #D55E00
    QColor weights;   ///< weights: #009E73
    QColor warning;   ///< dead, saturated, overflow
    QVector<QColor> palette;   ///< Okabe and Ito, for categories
    QVector<QColor> pins;   ///< pinned experiments: hues that are not those of signal, gradient and weights
    /// `color` at `share` (0 to 1) over the background.
    QColor tint(const QColor& color, double share) const;
};

const Theme& theme(const QString& name);   ///< light when there is no such theme
QStringList themeNames();

/// A theme at a scale. Sizes are logical pixels (96 to the inch) times scale.
struct Style {
    Theme theme;
    double scale = 1;   ///< enlarges fonts, lines and markers: 1 on a desk, 1.6 in a hall
    double px(double size) const { return size * scale; }
    /// Of a width in px(): flat ends, round corners.
    QPen pen(const QColor& color, double width, Qt::PenStyle line = Qt::SolidLine) const;
    QFont font() const;   ///< labels: 12 px
    QFont titleFont() const;   ///< titles: 13 px, semibold
    QFont numberFont() const;   ///< ticks and tables, 11 px: to be right-aligned in fixed fields
};

/// Registers the bundled family with the application. Call once, after QGuiApplication.
void installFonts();

/// "10⁻³", "1", "10²⁵⁶" for powers of ten. Precondition: a whole number. Here and in all that follows, what is off the
/// scale (off_scale.h) is that, in words.
QString powerOfTen(double exponent);
/// A power of two for people, beyond the range of double too.
QString powerOfTwo(double log2);
/// A number for people: four significant digits, "−" as minus, powers of ten as ×10⁻³; "∞" for infinite.
QString pretty(double value);
/// The same for 10^log10: works beyond the range of double, and infinity is off the scale.
QString prettyLog10(double log10);
/// For columns: three significant digits that are always written out, so that numbers keep their width.
QString aligned(double value);
QString alignedLog10(double log10, bool negative, int digits = 3);
/// So many decimals; what rounds to 0 has no sign.
QString decimals(double value, int count);

}   // namespace stepzero
