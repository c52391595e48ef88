// SPDX-License-Identifier: GPL-3.0-or-later
// Formulas, typeset: variables in italics, functions and numbers upright, scripts, fractions and roots.
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
/// A space between two factors is a thin one. A minus is a sign where a space is before it and none behind it. Numbers
/// may be those of pretty(): "1.2×10⁻³⁰⁰". What does not parse is set as it stands.
MathBox typeset(const QString& formula, double pixels);

/// A sentence of the core with its symbols between dollar signs, as mathLine() reads them: "$σ_w²$ is too small".
/// Powers of ten and minus signs are those of pretty(). Names of tensors, files and parameters stay as they are, and so
/// does what is between dollar signs already.
QString withFormulas(const QString& sentence);
/// The same sentence where there are lines of text only: symbols in italics, indices lowered.
QString htmlWithFormulas(const QString& sentence);
struct FormattedWords {
    QString text;
    QVector<QTextLayout::FormatRange> formats;
};
FormattedWords formattedWithFormulas(const QString& sentence);
/// ... and in a document, except in code.
void setFormulas(QTextDocument& document);

}   // namespace stepzero
