// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/latex.h"

#include <QHash>

#include "widgets/style/math_tree.h"

namespace stepzero {

namespace {

using MathKind = MathNode::Kind;

/// Returns the LaTeX of a character in math mode; empty: LaTeX reads the character itself.
QString latexOfChar(QChar c)
{
    static const QHash<QChar, QString> all = [] {
        QHash<QChar, QString> made;
        const auto add = [&made](const QString& characters, std::initializer_list<const char*> commands) {
            qsizetype i = 0;
            for (const char* command : commands)
                made[characters[i++]] = QLatin1String(command);
        };
        add(QStringLiteral("αβγδεζηθικλμνξοπρσςτυφχψω"),
            {"\\alpha", "\\beta", "\\gamma", "\\delta", "\\varepsilon", "\\zeta", "\\eta", "\\theta", "\\iota",
                "\\kappa", "\\lambda", "\\mu", "\\nu", "\\xi", "o", "\\pi", "\\rho", "\\sigma", "\\varsigma", "\\tau",
                "\\upsilon", "\\varphi", "\\chi", "\\psi", "\\omega"});
        add(QStringLiteral("ΓΔΘΛΞΠΣΥΦΨΩµℓ∂∇∞ϕ"),
            {"\\Gamma", "\\Delta", "\\Theta", "\\Lambda", "\\Xi", "\\prod", "\\sum", "\\Upsilon", "\\Phi", "\\Psi",
                "\\Omega", "\\mu", "\\ell", "\\partial", "\\nabla", "\\infty", "\\phi"});
        add(QStringLiteral("≈≤≥→≠←↦⇒∝∼∈≪≫≡"),
            {"\\approx", "\\le", "\\ge", "\\to", "\\ne", "\\leftarrow", "\\mapsto", "\\Rightarrow", "\\propto", "\\sim",
                "\\in", "\\ll", "\\gg", "\\equiv"});
        add(QStringLiteral("−×·±∗∘⊙⊗⋯…⋮√∑∏∫–—"),
            {"-", "\\times", "\\cdot", "\\pm", "\\ast", "\\circ", "\\odot", "\\otimes", "\\cdots", "\\ldots", "\\vdots",
                "\\surd", "\\sum", "\\prod", "\\int", "\\text{--}", "\\text{---}"});
        add(QStringLiteral("⌊⌋⌈⌉‖⟨⟩½¼¾°"),
            {"\\lfloor", "\\rfloor", "\\lceil", "\\rceil", "\\Vert", "\\langle", "\\rangle", "\\tfrac{1}{2}",
                "\\tfrac{1}{4}", "\\tfrac{3}{4}", "^{\\circ}"});
        add(QStringLiteral("′"), {"'"});
        add(QStringLiteral("%#&$_{}\\^~"),
            {"\\%", "\\#", "\\&", "\\$", "\\_", "\\{", "\\}", "\\backslash", "\\wedge", "\\sim"});
        const QString raised = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿᵀ"), lowered = QStringLiteral("₀₁₂₃₄₅₆₇₈₉₋₊ₙᵢⱼₗ");
        const QStringList up {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "-", "+", "n", "\\top"},
            down {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "-", "+", "n", "i", "j", "l"};
        for (qsizetype i = 0; i < raised.size(); ++i)
            made[raised[i]] = QStringLiteral("^{%1}").arg(up[i]);
        for (qsizetype i = 0; i < lowered.size(); ++i)
            made[lowered[i]] = QStringLiteral("_{%1}").arg(down[i]);
        return made;
    }();
    return all.value(c);
}

/// Puts one piece of LaTeX after another. A command ends before a letter only with a space.
void join(QString& line, const QString& more)
{
    const auto isLetter = [](QChar c) { return c.unicode() < 128 && c.isLetter(); };
    qsizetype letters = line.size();
    while (letters > 0 && isLetter(line[letters - 1]))
        --letters;
    if (letters < line.size() && letters > 0 && line[letters - 1] == '\\' && !more.isEmpty() && isLetter(more[0]))
        line += QLatin1Char(' ');
    line += more;
}

/// Returns words for text mode, with symbols in math mode.
QString textWords(const QString& words)
{
    QString text;
    for (const QChar c : words) {
        const QString command = latexOfChar(c);
        if (c == u'–' || c == u'—')
            text += c == u'–' ? QStringLiteral("--") : QStringLiteral("---");
        else if (c == '\\' || c == '^' || c == '~')
            text += c == '\\' ? QStringLiteral("\\textbackslash{}")
                : c == '^'    ? QStringLiteral("\\textasciicircum{}")
                              : QStringLiteral("\\textasciitilde{}");
        else if (command.isEmpty() || (c.unicode() < 128 && command.size() == 1))
            text += c;
        else
            text += c.unicode() < 128 ? command : QLatin1Char('$') + command + QLatin1Char('$');
    }
    return QStringLiteral("\\text{%1}").arg(text);
}

QString nameOf(const MathNode& node)
{
    static const QStringList functions {"arg", "cos", "cosh", "cot", "det", "dim", "exp", "inf", "lim", "ln", "log",
        "max", "min", "sin", "sinh", "sup", "tan", "tanh", "arcsin", "arccos", "arctan"};
    const QString& name = node.text;
    if (name.size() == 1 && name[0].unicode() >= 128) {
        const QString command = latexOfChar(name[0]);
        return command.isEmpty() ? textWords(name) : command;
    }
    return functions.contains(name) ? QLatin1Char('\\') + name
        : node.upright              ? QStringLiteral("\\mathrm{%1}").arg(name)
                                    : name;
}

QString latex(const MathNode& node);

QString rowLatex(const MathNode& row)
{
    QString line;
    bool operand = false;
    for (const MathNode& part : row.parts) {
        const QString piece = latex(part);
        const bool sign = part.kind == MathKind::relation || part.kind == MathKind::binary;
        if (part.kind == MathKind::unary) {
            join(line, operand ? QStringLiteral("\\,{%1}").arg(piece) : piece);
        } else if (sign || part.kind == MathKind::comma) {
            const QLatin1String space(row.tight ? "" : " ");
            join(line, (line.isEmpty() || !sign ? QLatin1String() : space) + piece + space);
        } else {
            if (operand && part.spaced && part.kind != MathKind::symbol)
                line += QStringLiteral("\\,");
            join(line, piece);
        }
        operand
            = !sign && part.kind != MathKind::unary && part.kind != MathKind::comma && part.kind != MathKind::symbol;
    }
    return line.trimmed();
}

/// Appends an exponent or an index. A second one needs braces around the first.
void addScripts(QString& line, QChar sign, const std::vector<MathNode>& scripts)
{
    for (std::size_t i = 0; i < scripts.size(); ++i) {
        const QString script = latex(scripts[i]);
        if (i > 0)
            line = QStringLiteral("{%1}").arg(line);
        line += sign + (script.size() == 1 ? script : QStringLiteral("{%1}").arg(script));
    }
}

QString scriptsLatex(const MathNode& node)
{
    const QString base = latex(node.parts[0]);
    const bool one = node.parts[0].kind != MathKind::row || node.parts[0].parts.size() == 1;
    QString line = base.isEmpty() || !one ? QStringLiteral("{%1}").arg(base) : base;
    line += QString(node.text.size(), QLatin1Char('\''));
    // TeX adds an exponent to the primes before it only if no index is between them.
    const bool primed = !node.text.isEmpty();
    addScripts(line, primed ? u'^' : u'_', node.parts[primed ? 1 : 2].parts);
    addScripts(line, primed ? u'_' : u'^', node.parts[primed ? 2 : 1].parts);
    return line;
}

QString bracketsLatex(const MathNode& node)
{
    const QString inside = latex(node.parts[0]);
    const bool high = inside.contains(QStringLiteral("\\frac")) || inside.contains(QStringLiteral("\\sqrt"));
    return (high ? QStringLiteral("\\left%1%2\\right%3") : QStringLiteral("%1%2%3"))
        .arg(node.text[0], inside, node.text[1]);
}

QString latex(const MathNode& node)
{
    switch (node.kind) {
    case MathKind::row:
        return rowLatex(node);
    case MathKind::sequence: {
        QString line;
        for (const MathNode& part : node.parts)
            join(line, latex(part));
        return line;
    }
    case MathKind::words:
        return textWords(node.text);
    case MathKind::name:
        return nameOf(node);
    case MathKind::brackets:
        return bracketsLatex(node);
    case MathKind::fraction:
        return QStringLiteral("\\frac{%1}{%2}").arg(latex(node.parts[0]), latex(node.parts[1]));
    case MathKind::root:
        return QStringLiteral("\\sqrt{%1}").arg(latex(node.parts[0]));
    case MathKind::scripts:
        return scriptsLatex(node);
    case MathKind::indexed: {
        QString line = latex(node.parts[0]);
        addScripts(line, u'_', {node.parts[1]});
        return line;
    }
    case MathKind::number:
    case MathKind::symbol:
    case MathKind::relation:
    case MathKind::binary:
    case MathKind::unary:
    case MathKind::comma:
        break;
    }
    QString line;
    for (const QChar c : node.text) {
        const QString command = latexOfChar(c);
        join(line, !command.isEmpty() ? command : c.unicode() < 128 ? QString(c) : textWords(c));
    }
    return line;
}

}   // namespace

QString latexOf(const QString& formula) { return latex(parsedMath(formula)); }

QString latexLines(const QVector<LatexLine>& lines)
{
    QStringList all;
    for (const LatexLine& line : lines)
        all << line.left + (lines.size() > 1 ? QStringLiteral(" &") : QString()) + line.right;
    return lines.size() > 1
        ? QStringLiteral("\\begin{aligned}\n%1\n\\end{aligned}").arg(all.join(QStringLiteral(" \\\\\n")))
        : all.join(QString());
}

}   // namespace stepzero
