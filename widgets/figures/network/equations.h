// SPDX-License-Identifier: GPL-3.0-or-later
// Equations of one layer or block with the present numbers inserted: lines for people, and exact numbers for files.
#pragma once

#include "core/study/compared.h"
#include "widgets/figures/frame/formula_panel.h"

namespace stepzero {

/// The notation of a Compared: a size by its log10, its square, or a plain number, and the format of a plain one.
struct Spelling {
    QString (*text)(double);
    QString (*exact)(double);
};
extern const Spelling asSize, asSquare, asNumber;

class Equations {
public:
    void line(int rank, const QString& subject, const char* left, const QVector<FormulaPiece>& right);
    /// Adds the line left = begun… = theory, measured · 0.2 σ, and its row of the table. Adds nothing and returns false
    /// when both numbers are missing.
    bool compare(int rank, const QString& subject, const char* left, QVector<FormulaPiece> begun, const char* symbol,
        const Compared& numbers, FormulaInk ink, const Spelling& as = asSize);
    void also(const FormulaPiece& piece) { lines_.last().right << piece; }   ///< appends to the last line
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
/// Puts brackets around a number that contains a times sign or a minus sign.
QString factor(const QString& number);
QString powerText(double log10);   ///< returns 10^log10 for files, also beyond the range of double

/// Equations of the chosen layer or block.
Equations layerEquations(const Study& study);
Equations blockEquations(const Study& study);
Equations recurrentEquations(const Study& study);
/// Adds the expressions that were typed in the initializers of a layer or block, and their values there.
void addTypedNumbers(Equations& to, const NetworkPlan& plan, int block);

}   // namespace stepzero
