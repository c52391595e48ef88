// SPDX-License-Identifier: GPL-3.0-or-later
// Writes formulas as LaTeX, for papers and notes.
#pragma once

#include <QString>
#include <QVector>

namespace stepzero {

/// Returns a formula in the notation of typeset() as LaTeX for math mode. It needs amsmath for words, and has no other
/// characters than pdfLaTeX reads, except in words of other scripts than Latin and Greek.
QString latexOf(const QString& formula);

/// Both sides of an equation, the right one with its sign.
struct LatexLine {
    QString left, right;
};
/// Returns one line as it is, and several as an environment of amsmath that aligns them between their sides.
QString latexLines(const QVector<LatexLine>& lines);

/// A figure whose formulas can be copied.
class ShowsFormulas {
public:
    virtual ~ShowsFormulas() = default;
    virtual QString latex() = 0;   ///< all of them; empty: none
};

}   // namespace stepzero
