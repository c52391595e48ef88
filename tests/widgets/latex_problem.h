// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that pdfLaTeX would read a formula, as far as its characters, brackets and scripts tell.
#pragma once

#include <QRegularExpression>
#include <QString>

namespace stepzero {

/// Returns what is wrong with LaTeX for math mode; empty: nothing. `words`: characters of other languages are allowed.
inline QString latexProblem(QString latex, bool words = false)
{
    if (!words)
        for (const QChar c : latex)
            if (c.unicode() >= 128)
                return QStringLiteral("%1 cannot be read: %2").arg(c).arg(latex);
    const QString whole = latex;
    latex.remove(QRegularExpression(QStringLiteral(R"(\\[{}\\$&%#_])")));
    int depth = 0;
    for (const QChar c : latex) {
        depth += c == u'{' ? 1 : c == u'}' ? -1 : 0;
        if (depth < 0)
            break;
    }
    if (depth != 0)
        return QStringLiteral("braces are not balanced: ") + whole;
    if (latex.count(QStringLiteral("\\left")) - latex.count(QStringLiteral("\\leftarrow"))
        != latex.count(QStringLiteral("\\right")))
        return QStringLiteral("\\left without \\right: ") + whole;
    if (latex.count(u'$') % 2 != 0)
        return QStringLiteral("an open $: ") + whole;
    static const QRegularExpression twice(QStringLiteral(R"((\^(\w|\{[^{}]*\})\s*(\^|')|_(\w|\{[^{}]*\})\s*_))")),
        command(QStringLiteral(R"(\\([A-Za-z]+))"));
    if (latex.contains(u'#') || latex.contains(u'%'))
        return QStringLiteral("a special character: ") + whole;
    if (twice.match(latex).hasMatch())
        return QStringLiteral("a double script: ") + whole;
    // A command that runs into the letters after it is unknown.
    static const QStringList known = QStringLiteral(
        "alpha beta gamma delta varepsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau varphi phi chi psi "
        "omega "
        "Gamma Delta Theta Lambda Xi Phi Psi Omega prod sum ell partial nabla infty approx le ge to ne leftarrow "
        "mapsto "
        "propto sim in ll gg times cdot pm ast circ odot otimes cdots ldots vdots surd lfloor rfloor lceil rceil Vert "
        "langle rangle tfrac top wedge backslash frac sqrt left right mathrm text textbackslash textasciicircum "
        "textasciitilde quad begin end arg cos cosh cot det dim exp inf lim ln log max min sin sinh sup tan tanh "
        "arctan")
                                         .split(u' ');
    for (auto matches = command.globalMatch(latex); matches.hasNext();)
        if (const QString name = matches.next().captured(1); !known.contains(name))
            return QStringLiteral("\\%1 is unknown: %2").arg(name, whole);
    return {};
}

}   // namespace stepzero
