// SPDX-License-Identifier: GPL-3.0-or-later
// The appearance of figures: colours that mean the same everywhere, one font family, one scale.
#pragma once

#include <QColor>
#include <QFont>
#include <QPen>
#include <QString>
#include <QStringList>
#include <QVector>

namespace stepzero {

/// Colours of one theme. All are opaque: translucent fills are slow without OpenGL, so tints are pre-blended.
struct Theme {
    QString name;   ///< "light", "dark" or "print", as on the command line
    bool dark = false;
    QColor background, text, faint_text, grid;
    QColor forward;   ///< the forward signal: #0072B2, lightened for a dark ground
    QColor gradient;   ///< the gradient: \#D55E00
    QColor weights;   ///< weights: #009E73
    QColor warning;   ///< dead, saturated, overflow
    QVector<QColor> palette;   ///< colours of Okabe and Ito, for categories
    QVector<QColor> pins;   ///< pinned experiments: hues that differ from those of signal, gradient and weights
    /// Returns `color` at opacity `share` (0 to 1) over the background.
    QColor tint(const QColor& color, double share) const;
};

const Theme& theme(const QString& name);   ///< the light theme when there is no such name
QStringList themeNames();

/// A theme at a scale. Sizes are logical pixels (96 per inch) times scale.
struct Style {
    Theme theme;
    double scale = 1;   ///< enlarges fonts, lines and markers: 1 on a desk, 1.6 in a lecture hall
    double px(double size) const { return size * scale; }
    /// Returns a pen whose width is px(width), with flat ends and round corners.
    QPen pen(const QColor& color, double width, Qt::PenStyle line = Qt::SolidLine) const;
    QFont font() const;   ///< labels: 12 px
    QFont titleFont() const;   ///< titles: 13 px, semibold
    QFont numberFont() const;   ///< ticks and tables, 11 px: right-align these in fixed fields
};

/// Registers the bundled family with the application. Call once, after QGuiApplication.
void installFonts();

/// Returns "10⁻³", "1", "10²⁵⁶" for powers of ten. Precondition: the exponent is an integer. Here and below, numbers
/// off the scale (off_scale.h) become those words.
QString powerOfTen(double exponent);
/// Returns a power of two for people, also beyond the range of double.
QString powerOfTwo(double log2);
/// Returns a number for people: four significant digits, "−" as minus, powers of ten as ×10⁻³; "∞" for infinity.
QString pretty(double value);
/// Formats 10^log10 in the same way, also beyond the range of double. Infinity is off the scale.
QString prettyLog10(double log10);
/// Formats for columns: three significant digits that are always written out, so that numbers keep their width.
QString aligned(double value);
QString alignedLog10(double log10, bool negative, int digits = 3);
/// Formats with `count` decimals. What rounds to 0 has no sign.
QString decimals(double value, int count);

}   // namespace stepzero
