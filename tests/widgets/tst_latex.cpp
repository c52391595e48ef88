// SPDX-License-Identifier: GPL-3.0-or-later
// Formulas as LaTeX: exact results for each construction, and valid ones for every formula of the lessons.
#include <QTest>

#include "core/math/activation/activation.h"
#include "core/study/lesson/lesson_json.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/latex_problem.h"
#include "widgets/style/latex.h"

namespace tst_latex {

using namespace stepzero;

class TestLatex : public QObject {
    Q_OBJECT
private slots:
    void constructions_data()
    {
        QTest::addColumn<QString>("formula");
        QTest::addColumn<QString>("latex");
        const auto row = [](const char* formula, const char* latex) {
            QTest::newRow(formula) << QString::fromUtf8(formula) << QString::fromUtf8(latex);
        };
        row("σ_w²", R"(\sigma_w^2)");
        row("σ_w^2 = 2/fan_in", R"(\sigma_w^2 = \frac{2}{\mathrm{fan}_{\mathrm{in}}})");
        row("√q_l g", R"(\sqrt{q_l}\,g)");
        row("√(2/(1 + s²))", R"(\sqrt{\frac{2}{1 + s^2}})");
        row("x_(l−1)(t)", R"(x_{l-1}(t))");
        row("1.5×10⁻³⁰⁰", R"(1.5 \times 10^{-300})");
        row("E[φ(√q_l g)^2] = ½", R"(\mathrm{E}\left[\varphi\left(\sqrt{q_l}\,g\right)^2\right] = \tfrac{1}{2})");
        row("χ = σ_w² E[φ'(z)²] = 1", R"(\chi = \sigma_w^2\,\mathrm{E}[\varphi'(z)^2] = 1)");
        row("x′_l^2", R"(x'^2_l)");
        row("∂L/∂w_a = 0", R"(\frac{\partial L}{\partial w_a} = 0)");
        row("a −b", R"(a\,{-}b)");
        row("-3 ≤ x", R"(-3 \le x)");
        row("a - b·c", R"(a - b \cdot c)");
        row("tanh(αz)", R"(\tanh(\alpha z))");
        row("{a + b}^2", R"({a + b}^2)");
        row("\"measured\" 0.5\" · 50% of σ\"", R"(\text{measured}\,0.5\text{ $\cdot$ 50\% of $\sigma$})");
        row("W₀ + s B Aᵀ", R"(W_0 + s\,B\,A^{\top})");
        row("10⁻³^2", R"({10^{-3}}^2)");
        row("Σ_j |x_j|/|x|", R"(\sum_j |x_j|/|x|)");
        row("∂L/∂w₁", R"(\frac{\partial L}{\partial w_1})");
        row("J = D_L W_L ⋯ D_1", R"(J = D_L\,W_L \cdots D_1)");
    }
    void constructions()
    {
        QFETCH(QString, formula);
        QFETCH(QString, latex);
        QString result = latexOf(formula), expected = latex;
        // Spaces that separate nothing do not matter.
        QCOMPARE(result.remove(' '), expected.remove(' '));
        QCOMPARE(latexProblem(latexOf(formula)), QString());
    }

    /// Text that cannot be parsed stays valid.
    void broken()
    {
        for (const char* source : {"", "x_", "x^", "a/", "/", "(", ")", "{", "}", "√", "\"open", "x_(", "^2", "_",
                 "[a)", "50% & $5 #1 ~ \\x", "x_a_b^c^d", "\"a_b {c} \\ ^ ~ – %\""})
            QCOMPARE(latexProblem(latexOf(QString::fromUtf8(source))), QString());
    }

    /// The formulas of findings, of which the rest has the same notation.
    void findings()
    {
        for (const char* formula : {"∂L/∂A = s Bᵀ ∂L/∂W, ∂L/∂B = s ∂L/∂W Aᵀ", "W = W₀ + s B A, σ(s B A) = s √r σ_A σ_B",
                 "1 − c_{l+1} ≈ σ_w² E[φ'²] (1 − c_l)", "Var(z) = n Var(W) E[x²], n = n_in ⌊k/s⌋² to n_in ⌈k/s⌉²",
                 "c_t = f_t c_{t−1} + i_t g_t, f_t = σ(b_f + …)", "x ← (x − mean)/σ",
                 "Var(ln|x_L|²) ≈ 5 Σ 1/n_l for ReLU", "ε_l² ≈ χ ε_{l−1}² + what the layer rounds; small where χ ≤ 1",
                 "z ~ N(0, q), q = σ_w² E[x²] + σ_b²",
                 "max_i |Σ_j (Π H_res)_ij|, max_j |Σ_i (Π H_res)_ij|: 1 where H_res is doubly stochastic",
                 "∂L/∂B = g (A x)ᵀ, ∂L/∂A = Bᵀ g xᵀ", "E[x_{l+1}²] = s² E[x_l²] + α² E[F_l²]"})
            QCOMPARE(latexProblem(latexOf(QString::fromUtf8(formula))), QString());
    }

    void activationFormulas()
    {
        for (const ActivationInfo& info : activations())
            QCOMPARE(latexProblem(latexOf(QString::fromStdString(info.formula))), QString());
    }

    void lessonFormulas()
    {
        static const QRegularExpression number(QStringLiteral(R"(\{[^{}]*\})"));
        int formulas = 0;
        for (const Lesson& lesson : lessons())
            for (const LessonStep& step : lesson.steps)
                for (const std::string& language : lesson_languages()) {
                    if (step.formula.empty())
                        continue;
                    ++formulas;
                    const QString formula
                        = QString::fromStdString(step.formula.in(language)).replace(number, QStringLiteral("1.2×10⁻³"));
                    QCOMPARE(latexProblem(latexOf(formula), language != "en"), QString());
                }
        QVERIFY(formulas > 50);
    }

    void linesAreAligned()
    {
        QCOMPARE(latexLines({}), QString());
        QCOMPARE(latexLines({{"a", "= b"}}), QString("a= b"));
        QCOMPARE(
            latexLines({{"a", "= b"}, {"c", "= d"}}), QString("\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}"));
    }
};

STEPZERO_TEST(TestLatex, QCoreApplication)

}   // namespace tst_latex
#include "tst_latex.moc"
