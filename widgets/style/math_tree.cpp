// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/math_tree.h"

namespace stepzero {

namespace {

using MathKind = MathNode::Kind;

const QString superscripts = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹⁻");
const QString plainDigits = QStringLiteral("0123456789−");
const QString subscripts = QStringLiteral("₀₁₂₃₄₅₆₇₈₉");
const QString relations = QStringLiteral("=≈<>≤≥→≠");
const QString operators = QStringLiteral("+-−×·±");

QChar closing(QChar open) { return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : QChar(); }

/// Returns a numerator or denominator without the brackets around all of it.
MathNode withoutBrackets(MathNode node)
{
    const bool round = node.kind == MathKind::brackets && node.text[0] == '(';
    return round ? MathNode(std::move(node.parts[0])) : node;
}

class Parser {
public:
    explicit Parser(const QString& source) : source_(source) { }

    /// Parses from position i up to `stop` or the end, and leaves i after it.
    MathNode row(int& i, QChar stop, bool tight = false) const
    {
        MathNode line {.kind = MathKind::row, .tight = tight};
        bool operand = false;   // the last part was one
        bool spaced = false;
        while (i < source_.size() && source_[i] != stop) {
            const QChar c = source_[i];
            if (c == ' ') {
                spaced = true;
                ++i;
                continue;
            }
            if (relations.contains(c)) {
                line.parts.push_back({.kind = MathKind::relation, .text = c});
                operand = false;
                ++i;
            } else if (operators.contains(c)) {
                // A sign is close to its operand: in "a −b" it belongs to the number, in "a − b" and "a−b" to the
                // difference.
                const bool apart = spaced && i + 1 < source_.size() && source_[i + 1] != ' ';
                line.parts.push_back({.kind = !operand || apart ? MathKind::unary : MathKind::binary, .text = c});
                operand = false;
                ++i;
            } else if (c == ',' || c == ';') {
                line.parts.push_back({.kind = MathKind::comma, .text = c});
                operand = false;
                ++i;
            } else {
                line.parts.push_back(factor(i));
                operand = true;
            }
            line.parts.back().spaced = spaced;
            spaced = false;
        }
        if (i < source_.size())
            ++i;
        return line;
    }

private:
    QChar at(int i) const { return i < source_.size() ? source_[i] : QChar(); }

    /// Returns an atom, or the fraction whose numerator it is.
    MathNode factor(int& i) const
    {
        MathNode above = atom(i);
        int slash = i;
        while (at(slash) == ' ')
            ++slash;
        if (at(slash) != '/' || (above.kind == MathKind::symbol && above.text == QChar(u'|')))   // |x|/|y|
            return above;
        i = slash + 1;
        while (at(i) == ' ')
            ++i;
        if (i >= source_.size())
            return above;
        return {.kind = MathKind::fraction, .parts = {withoutBrackets(std::move(above)), withoutBrackets(atom(i))}};
    }

    /// Returns a letter, word, number or group with its scripts and arguments; after ∂, including its variable.
    MathNode atom(int& i) const
    {
        if (at(i) == u'∂' && i + 1 < source_.size()) {
            MathNode sign {.kind = MathKind::symbol, .text = at(i++)};
            return {.kind = MathKind::sequence, .parts = {std::move(sign), atom(i)}};
        }
        bool called = false;
        MathNode base = scripts(i, nucleus(i, called));
        if (!called || (at(i) != '(' && at(i) != '['))
            return base;
        bool unused = false;
        MathNode arguments = nucleus(i, unused);
        arguments = scripts(i, std::move(arguments));
        return {.kind = MathKind::sequence, .parts = {std::move(base), std::move(arguments)}};
    }

    MathNode nucleus(int& i, bool& called) const
    {
        const QChar c = at(i);
        if (c == '"') {
            const int found = int(source_.indexOf('"', i + 1)), end = found < 0 ? int(source_.size()) : found;
            const QString words = source_.mid(i + 1, end - i - 1);
            i = end + 1;
            return {.kind = MathKind::words, .text = words};
        }
        if (c == u'√') {
            ++i;
            return {.kind = MathKind::root, .parts = {argument(i, false)}};
        }
        if (const QChar close = closing(c); !close.isNull()) {
            ++i;
            MathNode inside = row(i, close);
            if (c == '{')
                return inside;
            return {.kind = MathKind::brackets, .text = QString(c) + close, .parts = {std::move(inside)}};
        }
        if (c.isDigit()) {
            const int from = i;
            while (at(i).isDigit() || (at(i) == '.' && at(i + 1).isDigit()))
                ++i;
            return {.kind = MathKind::number, .text = source_.mid(from, i - from)};
        }
        if (c.isLetter() && !superscripts.contains(c)) {
            const int from = i++;
            called = true;
            if (c.unicode() < 128)
                while (at(i).unicode() < 128 && at(i).isLetter())
                    ++i;
            const bool upright = i - from > 1 || (c.unicode() >= 128 && c.isUpper()) || (c == 'E' && at(i) == '[');
            return {.kind = MathKind::name, .text = source_.mid(from, i - from), .upright = upright};
        }
        ++i;
        return {.kind = MathKind::symbol, .text = c};
    }

    /// Returns the contents of a script or a root: one token, or a group without its brackets.
    MathNode argument(int& i, bool tight) const
    {
        if (const QChar close = closing(at(i)); !close.isNull()) {
            ++i;
            return row(i, close, tight);
        }
        if (operators.contains(at(i)) && i + 1 < source_.size()) {   // x^−1
            MathNode sign {.kind = MathKind::symbol, .text = at(i)};
            ++i;
            return {.kind = MathKind::sequence, .parts = {std::move(sign), argument(i, tight)}};
        }
        bool called = false;
        MathNode base = nucleus(i, called);
        if (at(i) != '_' || at(i - 1) == '_')
            return base;
        ++i;   // √q_l: the index belongs under the root
        return {.kind = MathKind::indexed, .parts = {std::move(base), argument(i, true)}};
    }

    /// Returns the base with the primes, exponents and indices that follow it.
    MathNode scripts(int& i, MathNode base) const
    {
        QString primes;
        MathNode above {.kind = MathKind::sequence}, below {.kind = MathKind::sequence};
        for (;;) {
            const QChar c = at(i);
            if (c == u'′') {
                primes += c;
                ++i;
            } else if (!c.isNull() && superscripts.contains(c)) {
                QString digits;
                while (!at(i).isNull() && superscripts.contains(at(i)))
                    digits += plainDigits[superscripts.indexOf(source_[i++])];
                above.parts.push_back({.kind = MathKind::number, .text = digits});
            } else if (!c.isNull() && subscripts.contains(c)) {
                QString digits;
                while (!at(i).isNull() && subscripts.contains(at(i)))
                    digits += plainDigits[subscripts.indexOf(source_[i++])];
                below.parts.push_back({.kind = MathKind::number, .text = digits});
            } else if ((c == '_' || c == '^') && i + 1 < source_.size()) {
                ++i;
                // An index is one token here: in x_l^2 the exponent belongs to the base, and both scripts are above
                // each other.
                bool called = false;
                const bool group = !closing(at(i)).isNull() || operators.contains(at(i));
                (c == '_' ? below : above).parts.push_back(group ? argument(i, true) : nucleus(i, called));
            } else {
                break;
            }
        }
        if (primes.isEmpty() && above.parts.empty() && below.parts.empty())
            return base;
        return {
            .kind = MathKind::scripts, .text = primes, .parts = {std::move(base), std::move(above), std::move(below)}};
    }

    const QString& source_;
};

}   // namespace

MathNode parsedMath(const QString& formula)
{
    int i = 0;
    return Parser(formula).row(i, QChar());
}

}   // namespace stepzero
