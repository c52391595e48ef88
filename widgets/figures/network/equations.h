// SPDX-License-Identifier: GPL-3.0-or-later
// Equations of one layer or block with the present numbers put in: lines for people, and exact numbers for files.
#pragma once

#include "core/study/compared.h"
#include "widgets/figures/frame/formula_panel.h"

namespace stepzero {

/// How a Compared is written: a size by its log10, its square, or a plain number, and how a plain one is spelled.
struct Spelling {
    QString (*text)(double);
    QString (*exact)(double);
};
extern const Spelling asSize, asSquare, asNumber;

class Equations {
public:
    void line(int rank, const QString& subject, const char* left, const QVector<FormulaPiece>& right);
    /// left = begun… = theory, measured · 0.2 σ; no line, and false, where both are missing. With a row of the table.
    bool compare(int rank, const QString& subject, const char* left, QVector<FormulaPiece> begun, const char* symbol,
        const Compared& numbers, FormulaInk ink, const Spelling& as = asSize);
    void also(const FormulaPiece& piece) { lines_.last().right << piece; }   ///< at the end of the last line
    void add(const QString& symbol, const QString& value, const QString& measured = {}, const QString& sigmas = {});

    const QVector<FormulaLine>& lines() const { return lines_; }
    const FigureTable& table() const { return table_; }

private:
    QVector<FormulaLine> lines_;
    FigureTable table_ {
        {QStringLiteral("symbol"), QStringLiteral("value"), QStringLiteral("measured"), QStringLiteral("sigmas_off")},
        {}};
};

/// "= 1.25"
FormulaPiece equals(const QString& number);
/// With brackets around a number that has a times sign or a minus of its own.
QString factor(const QString& number);
QString powerText(double log10);   ///< for files: 10^log10, also beyond the range of double

/// Of the chosen layer or block.
Equations layerEquations(const Study& study);
Equations blockEquations(const Study& study);
Equations recurrentEquations(const Study& study);

}   // namespace stepzero
