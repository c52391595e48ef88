// SPDX-License-Identifier: GPL-3.0-or-later
// The structure of a formula in the notation of typeset(): which part is a fraction, a root or an index. typeset()
// makes boxes of it, and latexOf() makes LaTeX.
#pragma once

#include <QString>
#include <vector>

namespace stepzero {

struct MathNode {
    enum class Kind {
        row,   ///< parts next to each other, with spaces around signs
        sequence,   ///< parts without spaces: a derivative, a function with its arguments
        words,   ///< copied verbatim
        number,
        name,   ///< a letter or a word
        symbol,   ///< any other character, set verbatim
        relation,
        binary,   ///< an operator between two operands
        unary,   ///< a sign of one operand
        comma,
        brackets,   ///< the row inside; text: the opening and the closing bracket
        fraction,   ///< numerator and denominator
        root,   ///< what is under it
        scripts,   ///< base, exponents and indices, the latter two as sequences; text: the primes
        indexed,   ///< base and index under a root
    };
    Kind kind = Kind::row;
    QString text {};
    std::vector<MathNode> parts {};
    bool spaced = false;   ///< in a row: a space precedes it
    bool tight = false;   ///< of a row: in a script, where spaces are narrow
    bool upright = true;   ///< of a name
};

/// Parses a formula. Text that cannot be parsed becomes symbols.
MathNode parsedMath(const QString& formula);

}   // namespace stepzero
