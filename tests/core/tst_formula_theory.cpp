// SPDX-License-Identifier: GPL-3.0-or-later
// Gaussian means of typed activations that no rule of a fixed order can compute, against a brute-force sum and closed
// forms. The number of evaluations of φ is checked too.
#include <QTest>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/math/activation/formula.h"
#include "core/math/quadrature/quadrature.h"
#include "core/theory/slope_law.h"
#include "core/theory/unit_noise.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"

namespace tst_formula_theory {

using namespace stepzero;

namespace {

constexpr double pi = std::numbers::pi;

/// A formula's function that counts its evaluations.
class Counted {
public:
    explicit Counted(const std::string& formula) : phi(function(formula, asked)) { }

    std::shared_ptr<long> asked = std::make_shared<long>(0);
    ActivationFunction phi;

private:
    static ActivationFunction function(const std::string& formula, const std::shared_ptr<long>& asked)
    {
        const auto counting = [&](const auto& f) {
            return [f, asked](const Parameters& p, const double* z, double* x, std::ptrdiff_t n) {
                *asked += long(n);
                f(p, z, x, n);
            };
        };
        ActivationInfo info = ActivationFunction({"formula", {{"formula", formula}}}).info();
        info.value_d = counting(info.value_d);
        info.derivative_d = counting(info.derivative_d);
        return ActivationFunction(std::make_shared<const ActivationInfo>(info));
    }
};

struct Means {
    double value = 0, square = 0, derivative_square = 0;
};

/// Uses the midpoint rule: exact for functions that are smooth over the step of 4e-5 standard deviations, to 1e-10 at
/// kinks.
Means brute_force(const ActivationFunction& phi, double q, double mean)
{
    constexpr int points = 475'000;
    constexpr double reach = 9.5, step = 2 * reach / points;
    std::vector<double> z(points), x(points), d(points);
    for (int i = 0; i < points; ++i)
        z[std::size_t(i)] = mean + std::sqrt(q) * ((i + 0.5) * step - reach);
    phi.value(z.data(), x.data(), points);
    phi.derivative(z.data(), d.data(), points);
    Means sum;
    for (std::size_t i = 0; i < points; ++i) {
        const double g = (z[i] - mean) / std::sqrt(q), w = step * std::exp(-g * g / 2) / std::sqrt(2 * pi);
        sum.value += w * x[i];
        sum.square += w * x[i] * x[i];
        sum.derivative_square += w * d[i] * d[i];
    }
    return sum;
}

std::string sum_of(const char* term, int from, int to)
{
    std::string text;
    for (int i = from; i <= to; ++i)
        text += (i > from ? "+" : "") + QString(term).arg(i).toStdString();
    return text;
}

void near(double found, double expected, double allowed, const char* what, double q, double d = 0)
{
    QVERIFY2(std::abs(found - expected) <= allowed,
        qPrintable(QString("%1 at q = %2, d = %3: %4, expected %5")
                       .arg(what)
                       .arg(q)
                       .arg(d)
                       .arg(found, 0, 'g', 17)
                       .arg(expected, 0, 'g', 17)));
}

}   // namespace

class TestFormulaTheory : public QObject {
    Q_OBJECT

private slots:
    void awful_data()
    {
        QTest::addColumn<QString>("formula");
        QTest::addColumn<double>("jump");   // the largest of φ'², at a kink
        const auto row = [](const std::string& formula, double jump = 0) {
            QTest::newRow(formula.substr(0, 40).c_str()) << QString::fromStdString(formula) << jump;
        };
        row("exp(-z^2/8)*sin(20*z)");
        row("exp(-z^2/50)*sin(30*z)");
        row("tanh(100*(z-3.1))");
        row("z+exp(-100*(z-5.1)^2)");
        row(sum_of("tanh(%1*z)", 1, 26));
        row(sum_of("tanh(z-%1)", 1, 26));
        row("sin(z)+sin(11*z)");
        row("sin(0.1*z)");
        row("tanh(20*sin(z))");
        row("z/(0.0001+z^2)^0.5");
        row("abs(z)^1.5");
        row(sum_of("abs(z-%1)", 1, 26) + "-25*abs(z)", 4 * 26 * 25);
        row("abs(abs(abs(abs(z)-8)-4)-2)-1", 0);
        row("abs(sin(3*z))", 0);
        row("asin(sin(z))", 0);
        row("max(sin(z),cos(2*z))", 4);
        row("z+abs(sin(z))", 4);
        row("tanh(z)*(z>0.3001)-tanh(0.3001)*(z>0.3001)", 1);
    }
    void awful()
    {
        QFETCH(QString, formula);
        QFETCH(double, jump);
        const Counted counted(formula.toStdString());
        const GaussianExpectation expectation(counted.phi);
        std::size_t turn = std::size_t(formula.size());   // lengths and means take turns over formulas
        for (const double q : {0.04, 1.0, 30.0, 2000.0})
            for (const double mean : {0.0, 2.2}) {
                if (!tested::in_turn(turn++))
                    continue;
                const Means expected = brute_force(counted.phi, q, mean);
                *counted.asked = 0;
                const PreactivationMoments m = expectation.moments(q, mean);
                QVERIFY2(*counted.asked <= 50'000, qPrintable(QString::number(*counted.asked)));
                const double rms = std::sqrt(expected.square);
                // At each kink the sum has an error of the square of its step.
                const double tolerance = counted.phi.kinks().empty() ? 1e-10 : 1e-10 + 2e-9 * q;
                near(m.mean, expected.value, tolerance * rms, "E[φ]", q);
                near(m.square, expected.square, tolerance * expected.square, "E[φ²]", q);
                // The sum misplaces each jump of φ'² by half a step.
                near(m.derivative_square, expected.derivative_square,
                    1e-10 * expected.derivative_square + 4e-5 * jump + 1e-200, "E[φ'²]", q);
            }
    }

    /// Two inputs, by Mehler's series: E[φ(z_a)φ(z_b)] = Σ f_k² c^k, f_k = E[φ h_k].
    void awful_pairs_data() { awful_data(); }
    void awful_pairs()
    {
        QFETCH(QString, formula);
        const ActivationFunction phi({"formula", {{"formula", formula.toStdString()}}});
        const GaussianExpectation expectation(phi);
        constexpr int points = 60'000, terms = 60;
        constexpr double reach = 9.5, step = 2 * reach / points;
        std::size_t turn = std::size_t(formula.size());
        for (const double q : {0.04, 1.0, 30.0}) {
            if (!tested::in_turn(turn++))
                continue;
            std::array<double, terms + 1> f {};
            for (int i = 0; i < points; ++i) {
                const double g = (i + 0.5) * step - reach;
                const double x = step * std::exp(-g * g / 2) / std::sqrt(2 * pi) * phi.value(std::sqrt(q) * g);
                double before = 0, h = 1;
                for (int k = 0; k <= terms; ++k) {
                    f[std::size_t(k)] += x * h;
                    before = std::exchange(h, (g * h - std::sqrt(double(k)) * before) / std::sqrt(k + 1.0));
                }
            }
            const PreactivationMoments m = expectation.moments(q);
            for (const double c : {0.6, 0.1, -0.4}) {
                double product = 0, slopes = 0;
                for (int k = terms; k >= 0; --k) {
                    product = product * c + f[std::size_t(k)] * f[std::size_t(k)];
                    slopes = k > 0 ? slopes * c + k * f[std::size_t(k)] * f[std::size_t(k)] / q : slopes;
                }
                // The series ends at 0.6^60; at a kink the sum has an error of the square of its step.
                const bool kinked = !phi.kinks().empty();
                const PairMoments pair = expectation.pair(q, q, 1 - c);
                near(pair.product, product, (kinked ? 1e-7 * std::max(q, 1.0) : 1e-10) * m.square, "E[φφ]", q, 1 - c);
                near(pair.derivative_product, slopes, (kinked ? 1e-5 : 1e-9) * m.derivative_square + 1e-20, "E[φ'φ']",
                    q, 1 - c);
                near(pair.half_square_difference, m.square - pair.product, 1e-10 * m.square, "E[(φ−φ)²]/2", q, 1 - c);
            }
        }
    }

    /// No computation of theory for a layer takes more than a few million evaluations of φ, where it once took 10⁸.
    void effort_data() { awful_data(); }
    void effort()
    {
        QFETCH(QString, formula);
        const Counted counted(formula.toStdString());
        const GaussianExpectation expectation(counted.phi);
        const Roughness rough = roughness(counted.phi);
        const auto within = [&](long most, const char* what, const auto& work) {
            *counted.asked = 0;
            work();
            QVERIFY2(*counted.asked <= most, qPrintable(QString("%1: %2").arg(what).arg(*counted.asked)));
        };
        std::size_t turn = std::size_t(formula.size());
        for (const double q : {0.04, 1.0, 30.0, 2000.0}) {
            within(100'000, "unit", [&] { unit_noise(counted.phi, rough, q, 0); });
            for (const double d : {1e-6, 1e-3, 0.1, 1.5}) {
                if (!tested::in_turn(turn++))
                    continue;
                within(2'000'000, "pair", [&] { expectation.pair(q, q, d); });
                within(2'000'000, "noise of a pair", [&] { pair_noise(counted.phi, rough, q, d); });
            }
        }
    }

    /// sin z| = 2/π − (4/π) Σ cos(2kz)/(4k² − 1), alone and on a slope, at any length.
    void kinked_wave_data()
    {
        QTest::addColumn<double>("slope");
        QTest::newRow("alone") << 0.0;
        QTest::newRow("on a slope") << 1.0;
    }
    void kinked_wave()
    {
        QFETCH(double, slope);
        const GaussianExpectation found(
            ActivationFunction({"formula", {{"formula", std::string(slope > 0 ? "z + abs(sin(z))" : "abs(sin(z))")}}}));
        for (const double q : {0.01, 0.3, 1.0, 10.0, 19.0, 20.0, 300.0, 1e6, 1e12}) {
            double mean = 2 / pi;
            for (int k = 1; k < 500; ++k)
                mean -= 4 / pi * std::exp(-2.0 * k * k * q) / (4.0 * k * k - 1);
            const double square = slope * q - std::expm1(-2 * q) / 2;
            const PreactivationMoments m = found.moments(q);
            near(m.mean, mean, 1e-11 * std::sqrt(square), "E[φ]", q);
            near(m.square, square, 1e-11 * square, "E[φ²]", q);
            near(m.derivative_square, slope + (1 + std::exp(-2 * q)) / 2, 1e-9, "E[φ'²]", q);
            near(m.derivative_square_slope, -std::exp(-2 * q), 1e-9 / std::min(q, 1.0), "dE[φ'²]/dq", q);
            for (const double d : {0.1, 0.5, 1.0, 1.7}) {
                if (q * d < 0.1)
                    continue;   // the series below would need more terms
                // E[cos 2jz_a cos 2kz_b], and E[z_a cos 2kz_b] = 0.
                double product = slope * q * (1 - d) + 4 / pi / pi;
                const auto term = [](int k) { return 4 / pi / (4.0 * k * k - 1); };
                for (int k = 1; k < 40; ++k) {
                    product -= 2 * 2 / pi * term(k) * std::exp(-2.0 * k * k * q);
                    for (int j = 1; j < 40; ++j)
                        product += term(j) * term(k) / 2
                            * (std::exp(-2 * q * (std::pow(j - k, 2) + 2 * j * k * d))
                                + std::exp(-2 * q * (std::pow(j + k, 2) - 2 * j * k * d)));
                }
                near(found.pair(q, q, d).product, product, 1e-9 * square, "E[φφ]", q, d);
            }
        }
    }

    /// A wave over a Gaussian so wide that the mean of its slopes is constant.
    void wide_wave()
    {
        const GaussianExpectation sine(ActivationFunction({"sin", {}}));
        for (const double q : {0.5, 80.0, 150.0, 1e4})
            near(sine.moments(q).derivative_square_slope, -std::exp(-2 * q), 1e-12, "dE[cos²]/dq", q);
    }

    /// The distribution of the slopes has their mean square, even far from 0.
    void slopes_of_a_kinked_wave()
    {
        const ActivationFunction phi({"formula", {{"formula", std::string("abs(sin(z)) + 0.1*z")}}});
        for (const double q : {0.3, 5.0, 1e4})
            for (const double mean : {0.0, 1000.0}) {
                const SlopeLaw law(phi, roughness(phi), mean, q);
                const double expected = GaussianExpectation(phi).moments(q, mean).derivative_square;
                near(std::exp(law.log_mean()), expected, 2e-3 * expected, "E[φ'²]", q);
            }
    }
};

STEPZERO_TEST(TestFormulaTheory, NoApplication)

}   // namespace tst_formula_theory
#include "tst_formula_theory.moc"
