// SPDX-License-Identifier: GPL-3.0-or-later
// Activations typed as formulas: against the registry's, against derivatives by hand, and arbitrary text.
#include <QTest>
#include <clocale>
#include <cmath>
#include <numbers>
#include <random>
#include <thread>

#include "core/math/activation/formula.h"
#include "core/math/quadrature/quadrature.h"
#include "tests/main/registered_test.h"

namespace tst_formula {

using namespace stepzero;

namespace {

ActivationFunction parsed(const std::string& text)
{
    auto result = parse_formula(text);
    if (const auto* problem = std::get_if<FormulaProblem>(&result)) {
        const std::string sentence = text + ": " + problem->sentence.english();
        qWarning("%s", sentence.c_str());   // Qt Test prints no words of an exception
        throw std::runtime_error(sentence);
    }
    return std::get<ActivationFunction>(result);
}

std::string refused(const std::string& text)
{
    const auto result = parse_formula(text);
    const auto* problem = std::get_if<FormulaProblem>(&result);
    return problem ? problem->sentence.english() : "accepted";
}

struct Typed {
    const char* name;
    const char* formula;   // in elementary functions, not by the registry's name
};

// Every activation of the registry with default parameters, by the definitions in the papers.
constexpr Typed typed[] = {
    {"relu", "max(0, z)"},
    {"leaky_relu", "z > 0 ? z : 0.01*z"},
    {"prelu", "max(0, z) + 0.25*min(0, z)"},
    {"elu", "(z > 0) ? z : exp(z) - 1"},
    {"selu", "1.0507009873554805*(z > 0 ? z : 1.6732632423543772*(exp(z) - 1))"},
    {"celu", "max(0, z) + min(0, exp(min(z, 0)) - 1)"},
    {"gelu", "0.5*z*(1 + erf(z/sqrt(2)))"},
    {"silu", "z/(1 + exp(-z))"},
    {"mish", "z*tanh(log(1 + exp(z)))"},
    {"softplus", "log(1 + exp(z))"},
    {"squared_relu", "max(z, 0)^2"},
    {"tanh", "(exp(z) - exp(-z))/(exp(z) + exp(-z))"},
    {"sigmoid", "1/(1 + exp(-z))"},
    {"erf", "2*Phi(sqrt(2)*z) - 1"},
    {"softsign", "z/(1 + abs(z))"},
    {"hardtanh", "min(1, max(-1, z))"},
    {"hardsigmoid", "clamp(z + 3, 0, 6)/6"},
    {"hardswish", "z*min(max(z + 3, 0), 6)/6"},
    {"relu6", "min(max(0, z), 6)"},
    {"sin", "cos(z - pi/2)"},
    {"linear", "z"},
};

}   // namespace

class TestFormula : public QObject {
    Q_OBJECT
private slots:
    void registryTyped_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("formula");
        QCOMPARE(std::size(typed) + 1, activations().size());   // all but "formula"
        for (const Typed& t : typed)
            QTest::newRow(t.name) << t.name << t.formula;
    }
    void registryTyped()
    {
        QFETCH(QString, name);
        QFETCH(QString, formula);
        const ActivationFunction known({name.toStdString(), {}}), phi = parsed(formula.toStdString());
        double value_error = 0, derivative_error = 0;
        for (double z = -38.0625; z < 39; z += 0.00779) {   // avoids nodes and kinks
            const double size = std::max(1.0, std::abs(known.value(z)));
            value_error = std::max(value_error, std::abs(phi.value(z) - known.value(z)) / size);
            derivative_error = std::max(derivative_error, std::abs(phi.derivative(z) - known.derivative(z)) / size);
        }
        qInfo("value %.1e, derivative %.1e, %zu breaks", value_error, derivative_error, phi.kinks().size());
        QVERIFY(value_error < 2e-14);   // about ten roundings of parts as large as z
        QVERIFY(derivative_error < 2e-14);

        for (const double kink : known.kinks()) {
            double nearest = 1;
            for (const double found : phi.kinks())
                nearest = std::min(nearest, std::abs(found - kink));
            QVERIFY2(nearest < 1e-9, qPrintable(QString::number(kink)));
        }
        const auto same = [](std::optional<double> s, std::optional<double> t) {
            return s.has_value() == t.has_value() && (!s || std::abs(*s - *t) < 1e-6);
        };
        QVERIFY(same(known.saturation().below, phi.saturation().below));
        QVERIFY(same(known.saturation().above, phi.saturation().above));
        const Limits &a = known.limits(), &b = phi.limits();
        QCOMPARE(b.zero_at_zero, a.zero_at_zero);
        QVERIFY(std::abs(b.slope_left - a.slope_left) < 1e-11);
        QVERIFY(std::abs(b.slope_right - a.slope_right) < 1e-11);
        QCOMPARE(b.bounded, a.bounded);
        QCOMPARE(b.degree, a.degree);
        QCOMPARE(b.homogeneous, a.homogeneous);
        QVERIFY(std::abs(b.growth_left - a.growth_left) < 1e-9);
        QVERIFY(std::abs(b.growth_right - a.growth_right) < 1e-9);

        // From tiny to huge lengths, even where e^z cannot be represented.
        const GaussianExpectation expected(known), found(phi);
        for (double q = 1e-12; q < 1e13; q *= 10) {
            const PreactivationMoments m = expected.moments(q), n = found.moments(q);
            // Digits below 1e-13 |z| are not required of functions that are quadratic at 0.
            QVERIFY2(std::abs(n.square - m.square) < 1e-9 * (m.square + 1e-9 * std::min(q, 1.0)),
                qPrintable(QString::number(q)));
            QVERIFY2(std::abs(n.derivative_square - m.derivative_square) < 1e-9 * std::max(1.0, m.derivative_square),
                qPrintable(QString::number(q)));
        }
    }

    void partsThatCancelFarOut_data()
    {
        QTest::addColumn<QString>("formula");
        for (const char* formula : {"(z + sqrt(z^2 + 4))/2", "0.5*z + sqrt(0.25*z^2 + 1)", "(sqrt(4 + z*z) - z)/2"})
            QTest::newRow(formula) << formula;
    }
    /// Squareplus and its mirror image: φ(z)·φ(−z) = 1 and φ(z) − φ(−z) = ±z, so E[φ²] = q/2 + 1. Far out on one side
    /// only the rounding errors of its parts are left.
    void partsThatCancelFarOut()
    {
        QFETCH(QString, formula);
        const ActivationFunction phi = parsed(formula.toStdString());
        for (double z = 0.01; z < 1e6; z *= 1.7)
            QVERIFY2(
                std::abs(phi.value(z) * phi.value(-z) - 1) < 1e-12 + 1e-15 * z * z, qPrintable(QString::number(z)));
        const GaussianExpectation expectation(phi);
        for (double q = 1e-6; q < 1e12; q *= 10)
            QVERIFY2(std::abs(expectation.moments(q).square / (q / 2 + 1) - 1) < 1e-9, qPrintable(QString::number(q)));
    }

    void derivativeByHand_data()
    {
        QTest::addColumn<QString>("formula");
        QTest::addColumn<int>("which");
        QTest::newRow("snake") << "z + sin(z)^2" << 0;
        QTest::newRow("steep tanh away from 0") << "tanh(100*(z - 3.1))" << 1;
        QTest::newRow("kink at 0.3") << "abs(z - 0.3)" << 2;
        QTest::newRow("narrow bump") << "z + exp(-100*(z - 5.1)^2)" << 3;
        QTest::newRow("kink far out") << "max(z - 100.7, 0) + tanh(z)" << 4;
        // Next to the ends of panels, and far out where parts cancel.
        QTest::newRow("kink next to 2") << "abs(z - 1.99997)" << 5;
        QTest::newRow("kink next to 0") << "abs(z - 0.0001) - 0.0001" << 6;
        QTest::newRow("bend next to 2") << "max(0, z - 1.99997)^2" << 7;
        QTest::newRow("parts that cancel") << "abs(z + 1.0001) - abs(z - 3.99998)" << 8;
    }
    void derivativeByHand()
    {
        QFETCH(QString, formula);
        QFETCH(int, which);
        const ActivationFunction phi = parsed(formula.toStdString());
        const auto sech2 = [](double x) { return std::pow(std::cosh(x), -2); };
        for (double z = -39.01; z < 130; z += 0.00717) {
            const double bump = z - 5.1;
            const double expected[] = {1 + std::sin(2 * z), 100 * sech2(100 * (z - 3.1)), z > 0.3 ? 1.0 : -1.0,
                1 - 200 * bump * std::exp(-100 * bump * bump), sech2(z) + (z > 100.7), z > 1.99997 ? 1.0 : -1.0,
                z > 0.0001 ? 1.0 : -1.0, 2 * std::max(0.0, z - 1.99997), z > -1.0001 && z < 3.99998 ? 2.0 : 0.0};
            const double size = which == 1 || which == 7 ? 100 : which == 3 ? 10 : 1;
            QVERIFY2(std::abs(phi.derivative(z) - expected[which]) < 1e-8 * size, qPrintable(QString::number(z)));
        }
    }

    void kinks_data()
    {
        QTest::addColumn<QString>("formula");
        QTest::addColumn<QList<double>>("kinks");
        const auto row
            = [](const char* formula, const QList<double>& kinks) { QTest::newRow(formula) << formula << kinks; };
        row("elu(z - 1.3)", {1.3});
        row("softsign(z - 2)", {2});   // in φ'' only
        row("max(0, z - 1.99997)^2", {1.99997});
        row("min(z^2, 2 - z)", {-2, 1});
        row("z < 0.7 && z > -0.2 ? 0 : (z - 0.7)*(z + 0.2)", {-0.2, 0.7});
        row("abs(abs(z - 1.00001) - 0.00001)", {1, 1.00001, 1.00002});
        row("z + max(0, 0.0001 - abs(z - 20.37))", {20.3699, 20.37, 20.3701});
        row("max(z - 1000.3, 0) + tanh(z)", {1000.3});
        // Switch functions that do not change sign.
        row("((z - 0.3)^2)^0.5", {0.3});
        row("atan(1/(z - 0.3))^2", {0.3});
        // Switches without kinks.
        row("abs(z)*abs(z)", {});
        row("tanh(z) + 0*rint(z)", {});
        row("max(sin(z), sin(z) - z^2)", {});
    }
    void kinks()
    {
        QFETCH(QString, formula);
        QFETCH(QList<double>, kinks);
        const std::vector<double> found = parsed(formula.toStdString()).kinks();
        QCOMPARE(found.size(), std::size_t(kinks.size()));
        for (std::size_t i = 0; i < found.size(); ++i)
            QVERIFY2(std::abs(found[i] - kinks[qsizetype(i)]) <= 1e-12 * std::max(1.0, std::abs(found[i])),
                qPrintable(QString::number(found[i], 'g', 17)));
    }

    void featuresAwayFromZeroAreIntegrated()
    {
        // E[tanh(100(z − 1.3))²] by the trapezoid rule, which is exact to rounding at this step (width 0.01).
        const ActivationFunction phi = parsed("tanh(100*(z - 1.3))");
        double square = 0, slope = 0;
        const double h = 1e-4;
        for (double z = -10; z < 10; z += h) {
            const double w = h * std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi), t = std::tanh(100 * (z - 1.3));
            square += w * t * t;
            slope += w * std::pow(100 * (1 - t * t), 2);
        }
        const PreactivationMoments m = GaussianExpectation(phi).moments(1);
        QVERIFY(std::abs(m.square / square - 1) < 1e-10);
        QVERIFY(std::abs(m.derivative_square / slope - 1) < 1e-9);
    }

    void sentences_data()
    {
        QTest::addColumn<QString>("formula");
        QTest::addColumn<QString>("sentence");
        const auto row
            = [](const char* formula, const char* sentence) { QTest::newRow(formula) << formula << sentence; };
        row("z*reluu(z)", "unknown name “reluu” at 3: did you mean relu?");
        row("Tanh(z)", "unknown name “Tanh” at 1: did you mean tanh?");
        row("2z", "an operator is missing at 2: a product is written with *");
        row("tanh z", "“tanh” at 1 is a function: write tanh(z)");
        row("(z + 1", "the bracket opened at 1 is not closed");
        row("z + 1)", "the closing bracket at 6 has no opening bracket");
        row("z = 3", "an equals sign alone, at 3, means nothing here: to compare, write ==");
        row("z**2", "at 2, write the power with ^, not with **");
        row("z +", "the formula ends too early: something is missing at its end");
        row("tanh(z, 2)", "too many arguments for tanh");
        row("max()", "too few arguments for max");
        row("1, z", "there is a comma outside of a function's brackets: a formula has one value");
        row("z ? 1", "the choice lacks its second half: write condition ? this : that");
        row("z # 1", "“#” at 3 has no meaning in a formula");
        row("1.2.3*z", "“1.2.3” at 1 is not a number that can be used");
        row("1e999*z", "“1e999” at 1 is not a number that can be used");
        row("  ", "no formula yet: type one in z, such as z*tanh(z)");
        row("π·ω(z)", "“ω” at 3 has no meaning in a formula");
        row("log(1 + z)", "log(1 + z) is infinite at z = -1");
        row("log(z + 0.5)", "log(z + 0.5) is infinite at z = -0.5");
        row("sqrt(z)", "sqrt(z) is not a number at z = -0.25");
        row("1/(z - 0.3)", "1/(z - 0.3) grows beyond all bounds near z = 0.3");
        row("tan(z/10)", "tan(z/10) grows beyond all bounds near z = -15.707963");
        row("exp(z)", "exp(z) grows faster than z²: Gaussian averages do not describe a network that uses it");
        row("z^3", "z^3 grows faster than z²: Gaussian averages do not describe a network that uses it");
        row("sqrt(abs(z))", "sqrt(abs(z)) is infinitely steep at z = 0");
        row("z^53", "z^53 grows faster than z²: Gaussian averages do not describe a network that uses it");
        row("min(-1, log10(z + 9.9))", "min(-1, log10(z + 9.9)) is not a number at z = -10");
        row("z == 0 ? 5 : tanh(z)",
            "z == 0 ? 5 : tanh(z) jumps at z = 0: the theory of the gradient needs a continuous function");
        row("z == 0.3 ? 5 : tanh(z)",
            "z == 0.3 ? 5 : tanh(z) jumps at z = 0.3: the theory of the gradient needs a continuous function");
        row("step(z - 0.3)", "step(z - 0.3) jumps at z = 0.3: the theory of the gradient needs a continuous function");
        for (const char* formula : {"z*sin(z)", "relu(z) + sin(z)", "sin(relu(z))", "sin(z) + sin(sqrt(2)*z/20)",
                 "sin(z)/(1 + abs(z))", "z*(z > 0) + abs(sin(z))", "z + abs(sin(z)) + sin(pi*z)"})
            row(formula,
                (std::string(formula)
                    + " oscillates for large |z| without a period: its Gaussian averages cannot be computed exactly")
                    .c_str());
        row("sin(1e5*z)", "sin(1e5*z) changes too fast around z = -39.951172 to be integrated");
        row("rint(z)", "rint(z) jumps at z = -0.5: the theory of the gradient needs a continuous function");
        row("exp(z*z)", "exp(z*z) is infinite at z = -26.75");
    }
    void sentences()
    {
        QFETCH(QString, formula);
        QFETCH(QString, sentence);
        QCOMPARE(QString::fromStdString(refused(formula.toStdString())), sentence);
    }

    void meaning_data()
    {
        QTest::addColumn<QString>("formula");
        QTest::addColumn<double>("z");
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("slope");
        const auto row = [](const char* formula, double z, double value, double slope) {
            QTest::addRow("%s at %g", formula, z) << formula << z << value << slope;
        };
        // Powers bind tighter than signs, and from the right; == binds looser than >, as in C.
        row("-z^2", 3, -9, -6);
        row("2^-z^2/8", 1, 0.0625, -0.125 * std::numbers::ln2);
        row("(1 + z^2)^0.5^2", 1, std::pow(2, 0.25), 0.5 * std::pow(2, -0.75));
        row("z - -z - 2*-z/4", 2, 5, 2.5);
        row("1 == z > 0 ? z : 0.1*z", 3, 3, 1);
        // Comparisons with NaN are false.
        row("log(z) >= -1e9 ? z : -z", -3, 3, -1);
        // Kinks take the left slope, even where values are rounded to even.
        row("abs(z - rint(z))", 1.5, 0.5, 1);
        row("abs(z - rint(z))", 2.5, 0.5, 1);
        row("abs(z - rint(z))", 2, 0, -1);
        row("abs(-z - rint(-z))", 1.5, 0.5, 1);
        row("0 <= acosh(z^0) ? z : -z", -3, -3, 1);   // constant for large arguments, with a slope that is NaN
        row("max(0, -z)", 0, 0, -1);
        row("min(z, 2*z, 0.5*z)", 0, 0, 2);
        row("clamp(z, -1, 1)", 1, 1, 1);
        // Points where e^z nearly overflows, and where a long formula is replaced by its fit.
        row("log(exp(z))", 709.5, 709.5, 1);
        row("tanh(z)+tanh(2*z)+tanh(3*z)+tanh(4*z)+tanh(5*z)+tanh(6*z)+tanh(7*z)+tanh(8*z)+tanh(9*z)+tanh(10*z)", 0, 0,
            55);
    }
    void meaning()
    {
        QFETCH(QString, formula);
        QFETCH(double, z);
        QFETCH(double, value);
        QFETCH(double, slope);
        const ActivationFunction phi = parsed(formula.toStdString());
        const float narrow = float(z);
        float x, d;
        phi.value(&narrow, &x, 1);
        phi.derivative(&narrow, &d, 1);
        QVERIFY2(
            std::abs(phi.value(z) - value) < 1e-12 * (1 + std::abs(value)), qPrintable(QString::number(phi.value(z))));
        QVERIFY2(std::abs(phi.derivative(z) - slope) < 1e-10 * (1 + std::abs(slope)),
            qPrintable(QString::number(phi.derivative(z))));
        QVERIFY(std::abs(x - value) < 1e-6 * (1 + std::abs(value)));
        QVERIFY(std::abs(d - slope) < 1e-6 * (1 + std::abs(slope)));
    }

    void limitsOfSize()
    {
        for (const std::size_t size : {longest_formula + 1, std::size_t(100'000)})
            QVERIFY(refused(std::string(size, 'z')).starts_with("the formula is too long"));
        QCOMPARE(refused(std::string(longest_formula - 1, '-') + "z"), std::string("accepted"));
        QVERIFY(refused(std::string(100, '(') + "z" + std::string(100, ')')).starts_with("brackets are nested"));
        QCOMPARE(refused(std::string(60, '(') + "z" + std::string(60, ')')), std::string("accepted"));
    }

    void pointAndTypesetSigns()
    {
        // A locale with a decimal comma must not matter. On a machine without it the test still passes.
        std::setlocale(LC_ALL, "de_DE.UTF-8");
        const ActivationFunction phi = parsed("2·max(0, z)² − 0.5×z");
        std::setlocale(LC_ALL, "C.UTF-8");
        QVERIFY(std::abs(phi.value(3.0) - 16.5) < 1e-12);
        QVERIFY(std::abs(phi.value(-3.0) - 1.5) < 1e-12);
    }

    void severalThreads()
    {
        const ActivationFunction phi = parsed("z*Phi(z)");
        std::vector<double> found(4);
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < found.size(); ++i)
                threads.emplace_back([&, i] {
                    const ActivationFunction own = parsed("z*Phi(" + std::to_string(i + 1) + "*z)");
                    for (int k = 0; k < 1000; ++k)
                        found[i] += phi.value(0.001 * k) + own.value(0.001 * k);
                });
        }
        for (std::size_t i = 0; i < found.size(); ++i) {
            double expected = 0;
            for (int k = 0; k < 1000; ++k) {
                const double z = 0.001 * k;
                const auto normal = [](double t) { return 0.5 * std::erfc(-t / std::numbers::sqrt2); };
                expected += z * normal(z) + z * normal(double(i + 1) * z);
            }
            QVERIFY(std::abs(found[i] - expected) < 1e-9);
        }
    }

    void anyTextIsAnswered()
    {
        // Pieces that are likely to be valid, and bytes that are not.
        const std::vector<std::string> pieces {"z", "x", "1", "0.5", "2", "(", ")", ",", "+", "-", "*", "/", "^", "?",
            ":", "<", ">", "==", "&&", "tanh(", "relu(", "max(", "min(", "exp(", "log(", "sqrt(", "abs(", "sin(", "1e3",
            " ", "pi", "erf(z)", "-z", "z*", "(z)", "e", "\xff", "²", "="};
        std::mt19937 random(1);
        int accepted = 0;
        for (int round = 0; round < 4000; ++round) {
            std::string text;
            for (std::size_t n = 1 + random() % 12; n > 0; --n)
                text += random() % 40 == 0 ? std::string(1, char(random())) : pieces[random() % pieces.size()];
            const auto result = parse_formula(text);
            if (const auto* problem = std::get_if<FormulaProblem>(&result)) {
                QVERIFY2(!problem->sentence.empty(), text.c_str());
                continue;
            }
            ++accepted;
            const ActivationFunction& phi = std::get<ActivationFunction>(result);
            for (const double z : {-1e7, -30.0, -1.0, 0.0, 1e-9, 0.7, 12.0, 1e7})
                QVERIFY2(std::isfinite(phi.value(z)) && std::isfinite(phi.derivative(z)), text.c_str());
        }
        QVERIFY(accepted > 50);   // otherwise nothing was tested
    }
};

STEPZERO_TEST(TestFormula, QCoreApplication)

}   // namespace tst_formula
#include "tst_formula.moc"
