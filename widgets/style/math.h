// SPDX-License-Identifier: GPL-3.0-or-later
// Formulas, typeset: variables in italics, functions and numbers upright, scripts, fractions and roots.
#pragma once

#include <QColor>
#include <QFont>
#include <QPointF>
#include <QPolygonF>
#include <QString>
#include <QVector>

class QPainter;

namespace stepzero {

/// A typeset formula about the origin of its baseline.
struct MathBox {
    struct Text {
        QPointF at;   ///< left end of the baseline
        QString text;
        QFont font;
    };
    struct Stroke {
        QPolygonF points;
        double width;
    };
    double width = 0, ascent = 0, descent = 0;   ///< pixels; ascent and descent hold all ink
    QVector<Text> texts;
    QVector<Stroke> strokes;

    double height() const { return ascent + descent; }
    void draw(QPainter& painter, const QPointF& baseline, const QColor& color) const;
};

/// Sets a formula written as in a program, at a font size in pixels:
///   x_l  x^2  x_(l−1)^2   scripts of one token or a group in () or {}, whose brackets vanish; ² and ⁻³ do as well
///   a/b  √(q)             a fraction and a root of one token, call or group
///   E[…]  tanh(z)  Var    words of two letters and more, and capital Greek, are upright; single letters italic
///   {…}                   holds together, not seen
///   "words"               as they are
/// A space between two factors is a thin one. Numbers may be those of pretty(): "1.2×10⁻³⁰⁰".
/// What does not parse is set as it stands.
MathBox typeset(const QString& formula, double pixels);

}   // namespace stepzero
