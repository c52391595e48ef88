// SPDX-License-Identifier: GPL-3.0-or-later
// Typesets formulas: variables in italics, functions and numbers upright, scripts, fractions and roots.
#pragma once

#include <QColor>
#include <QFont>
#include <QPointF>
#include <QPolygonF>
#include <QString>
#include <QTextLayout>
#include <QVector>

class QPainter;
class QTextDocument;

namespace stepzero {

/// A typeset formula relative to the origin of its baseline.
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
    double width = 0, ascent = 0, descent = 0;   ///< in pixels; ascent and descent include all ink
    QVector<Text> texts;
    QVector<Stroke> strokes;

    double height() const { return ascent + descent; }
    void draw(QPainter& painter, const QPointF& baseline, const QColor& color) const;
};

/// Typesets a formula written as in a program, at a font size in pixels:
///   x_l  x^2  x_(l−1)^2   scripts of one token or a group in () or {}, whose brackets vanish; ² and ⁻³ work too
///   a/b  √(q)             a fraction and a root of one token, call or group
///   E[…]  tanh(z)  Var    words of two letters and more, and capital Greek, are upright; single letters italic
///   {…}                   an invisible group
///   "words"               copied verbatim
///
/// A space between two factors is a thin space. A minus is a sign if a space precedes it and none follows. Numbers may
/// have the form of pretty(): "1.2×10⁻³⁰⁰". Text that cannot be parsed is set verbatim.
MathBox typeset(const QString& formula, double pixels);

/// Returns a sentence of the core with its symbols between dollar signs, for mathLine(): "$σ_w²$ is too small". Powers
/// of ten and minus signs take the form of pretty(). Names of tensors, files and parameters stay unchanged, and so does
/// text between dollar signs.
QString withFormulas(const QString& sentence);
/// Returns the sentence for places that take only lines of text: symbols in italics, subscripts lowered.
QString htmlWithFormulas(const QString& sentence);
struct FormattedWords {
    QString text;
    QVector<QTextLayout::FormatRange> formats;
};
FormattedWords formattedWithFormulas(const QString& sentence);
/// Formats the symbols in a document in this way, except in code.
void setFormulas(QTextDocument& document);

}   // namespace stepzero
