// SPDX-License-Identifier: GPL-3.0-or-later
// Gaussian expectations of every activation against adaptive integration and closed forms.
#include <QTest>
#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <functional>
#include <numbers>

#include "core/math/quadrature/quadrature.h"
#include "core/math/quadrature/wave_means.h"
#include "tests/main/registered_test.h"

namespace tst_theory_quadrature {

using namespace stepzero;

namespace {

constexpr double pi = std::numbers::pi;

/// Returns E[f(z)], z ~ N(m, q), by adaptive Gauss–Kronrod pieces that end at the kinks and shrink towards 0.
double adaptive(const std::function<double(double)>& f, double q, double m, const std::vector<double>& kinks)
{
    const double s = std::sqrt(q), low = m - 9.5 * s, high = m + 9.5 * s;
    std::vector<double> ends {low, high, 0};
    ends.insert(ends.end(), kinks.begin(), kinks.end());
    for (double scale = 1e-3; scale < 100 * s; scale *= 4) {
        ends.push_back(scale);
        ends.push_back(-scale);
    }
    for (int i = -6; i <= 6; ++i)
        ends.push_back(m + 1.5 * i * s);
    std::erase_if(ends, [&](double z) { return z < low || z > high; });
    std::sort(ends.begin(), ends.end());
    const auto weighted = [&](double z) {
        const double g = (z - m) / s;
        return f(z) * std::exp(-g * g / 2) / (s * std::sqrt(2 * pi));
    };
    double sum = 0;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i)
        if (ends[i + 1] > ends[i])
            sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(
                weighted, ends[i], ends[i + 1], 4, 1e-12);
    return sum;
}

void near(double found, double expected, double allowed, const char* what, double q)
{
    QVERIFY2(std::abs(found - expected) <= allowed,
        qPrintable(QString("%1 at q = %2: %3, expected %4")
                       .arg(what)
                       .arg(q)
                       .arg(found, 0, 'g', 17)
                       .arg(expected, 0, 'g', 17)));
}

ActivationFunction named(const char* name) { return ActivationFunction({name, {}}); }

}   // namespace

class TestTheoryQuadrature : public QObject {
    Q_OBJECT

private slots:
    /// The truncated Fourier series of a wave against the wave itself, narrow and wide: 1e-12 of the wave.
    void waveMeans_data()
    {
        QTest::addColumn<QString>("formula");
        for (const char* formula : {"sin(z)", "sin(3*z)+cos(7*z)", "tanh(20*sin(z))", "abs(sin(z))",
                 "max(sin(z),cos(z))", "1000+exp(cos(5*z))"})
            QTest::addRow("%s", formula) << QString(formula);
    }
    void waveMeans()
    {
        QFETCH(const QString, formula);
        const ActivationFunction phi({std::string(formula_name), {{std::string(formula_name), formula.toStdString()}}});
        const GaussianExpectation expectation(phi);
        const Roughness rough = roughness(phi);
        QVERIFY(rough.period > 0);
        QVERIFY(WaveMeans(phi, rough, rough.period / 10).empty());
        const double wave = std::sqrt(expectation.moments(1e6).variance);
        const double steepest = std::sqrt(expectation.moments(1e6).derivative_square);
        for (const double periods : {0.21, 0.3, 0.5, 0.9}) {
            const double deviation = periods * rough.period, q = deviation * deviation;
            const WaveMeans means(phi, rough, deviation);
            QVERIFY(!means.empty());
            for (const double center : {0.0, 0.3, -1.7, 12.3}) {
                const PreactivationMoments m = expectation.moments(q, center);
                const WaveMeans::Means w = means.around(center);
                near(w.value, m.mean, 1e-12 * (wave + std::abs(m.mean)), "E[φ]", q);
                // A mean far above its wave has itself lost digits of it, on both sides.
                near(w.variance, m.variance, 1e-12 * wave * wave + 1e-15 * wave * std::abs(m.mean), "Var φ", q);
                // E[φ'] is the slope of E[φ] along the center.
                const double h = 1e-3 * rough.period;
                const auto value = [&](double at) { return means.around(at).value; };
                const double slope
                    = (8 * (value(center + h) - value(center - h)) - value(center + 2 * h) + value(center - 2 * h))
                    / (12 * h);
                near(w.derivative, slope, 1e-8 * steepest, "E[φ']", q);   // h⁴ for a wave of five terms
            }
        }
    }

    void against_adaptive_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("mean");
        for (const ActivationInfo& info : activations())
            for (const double mean : {0.0, 0.7})
                QTest::addRow("%s, mean %g", info.name.c_str(), mean) << QString::fromStdString(info.name) << mean;
    }
    /// Accurate to 1e-10 of the moment itself (of the RMS for the mean, which may vanish), for q from 1e-12 to 1e12.
    void against_adaptive()
    {
        QFETCH(QString, name);
        QFETCH(double, mean);
        const ActivationFunction phi({name.toStdString(), {}});
        const GaussianExpectation expectation(phi);
        const auto kinks = phi.kinks();
        for (const double q : {1e-12, 1e-6, 1e-3, 0.05, 0.3, 1.0, 2.5, 9.0, 50.0, 400.0, 1e4, 1e6, 1e9, 1e12}) {
            if (name == "sin" && q > 1e4)
                continue;   // adaptive integration misses waves; see periodic()
            if (mean != 0 && q < 1e-3)
                continue;   // the test's own integral is inaccurate by 1/√q
            const auto m = expectation.moments(q, mean);
            const auto value = [&](double z) { return phi.value(z); };
            const double square = adaptive([&](double z) { return std::pow(value(z), 2); }, q, mean, kinks);
            const double slope2 = adaptive([&](double z) { return std::pow(phi.derivative(z), 2); }, q, mean, kinks);
            const double fourth = adaptive([&](double z) { return std::pow(value(z), 4); }, q, mean, kinks);
            near(m.mean, adaptive(value, q, mean, kinks), 1e-12 * std::sqrt(square), "E[φ]", q);
            near(m.square, square, 1e-10 * square, "E[φ²]", q);
            near(m.derivative_square, slope2, 1e-10 * slope2, "E[φ'²]", q);
            near(m.fourth, fourth, 1e-10 * fourth, "E[φ⁴]", q);
            const double variance = adaptive([&](double z) { return std::pow(value(z) - m.mean, 2); }, q, mean, kinks);
            // φ itself is rounded, to 1e-16 of what may be a large constant (sigmoid at small q).
            near(m.variance, variance, 1e-10 * variance + 1e-15 * std::sqrt(variance * square), "Var φ", q);
        }
    }

    void slope_is_the_derivative_of_the_square_data() { registry(); }
    /// dE[φ²]/dq by central differences of fourth order, which a missing delta at a kink would violate.
    void slope_is_the_derivative_of_the_square()
    {
        QFETCH(QString, name);
        const GaussianExpectation expectation(ActivationFunction({name.toStdString(), {}}));
        for (const double q : {0.1, 1.0, 7.0}) {
            const double h = 1e-3 * q;
            const auto square = [&](double at) { return expectation.moments(at).square; };
            const double difference
                = (8 * (square(q + h) - square(q - h)) - (square(q + 2 * h) - square(q - 2 * h))) / (12 * h);
            near(expectation.moments(q).square_slope, difference, 1e-9 * std::max(std::abs(difference), square(q) / q),
                "dE[φ²]/dq", q);
        }
    }

    /// The pitfall of REFERENCE.md: 200 Gauss–Hermite nodes yield 2.359 where 2.367 is right.
    void large_q()
    {
        const GaussianExpectation step(named("hardtanh"));
        for (const double q : {1e2, 1e6, 1e12})
            near(step.moments(q).derivative_square, std::erf(1 / std::sqrt(2 * q)), 1e-14, "P(|z| < 1)", q);
        const GaussianExpectation erf(named("erf"));
        for (const double q : {1e-12, 1e-3, 1.0, 1e3, 1e6, 1e12}) {
            const double exact = 4 / pi / std::sqrt(1 + 4 * q);
            near(erf.moments(q).derivative_square, exact, 1e-12 * exact, "E[erf'²]", q);
            const double square = q < 1 ? 2 / pi * std::asin(2 * q / (1 + 2 * q))
                                        : 1 - 2 / pi * std::asin(std::sqrt(1 + 4 * q) / (1 + 2 * q));
            near(erf.moments(q).square, square, 1e-12 * square, "E[erf²]", q);
        }
    }

    /// A mean so far out that double cannot distinguish the Gaussian's points.
    void far_mean()
    {
        for (const double mean : {1e8, 1e15, 1e16, 1e20, -1e30}) {
            const PreactivationMoments bounded = GaussianExpectation(named("tanh")).moments(1, mean);
            near(bounded.square, 1, 1e-12, "E[tanh²]", mean);
            near(bounded.mean, std::copysign(1, mean), 1e-12, "E[tanh]", mean);
            const PreactivationMoments line = GaussianExpectation(named("linear")).moments(1, mean);
            near(line.mean / mean, 1, 1e-12, "E[z]", mean);
            near(line.derivative_square, 1, 1e-12, "E[1]", mean);
        }
    }

    void periodic()
    {
        const GaussianExpectation sine(named("sin"));
        for (const double q : {1e-6, 0.1, 1.0, 30.0, 1e3, 1e6, 1e12}) {
            const double square = -std::expm1(-2 * q) / 2;
            near(sine.moments(q).square, square, 1e-12 * square, "E[sin²]", q);
            near(sine.moments(q).derivative_square, (1 + std::exp(-2 * q)) / 2, 1e-12, "E[cos²]", q);
        }
        for (const double q : {0.1, 1.0, 4.0, 1e4, 1e10})
            for (const double d : {1e-9, 1e-4, 0.1, 1.0, 1.6}) {
                const double exact = (std::exp(-q * d) - std::exp(-q * (2 - d))) / 2;
                near(sine.pair(q, q, d).product, exact, 1e-12, "E[sin sin]", q);
            }
    }

    void at_zero_length()
    {
        const auto m = GaussianExpectation(named("sigmoid")).moments(0, 0.0);
        QCOMPARE(m.mean, 0.5);
        QCOMPARE(m.variance, 0.0);
        QCOMPARE(m.derivative_square, 0.0625);
    }

    /// z + sin²z at every length, by the Gaussian's characteristic function. The wave's mean around the line is ½.
    void wave_on_a_line()
    {
        const GaussianExpectation snake(ActivationFunction({"formula", {{"formula", std::string("z + sin(z)^2")}}}));
        QCOMPARE(snake.phi().limits().growth_right, 1.0);
        for (const double q : {0.01, 1.0, 50.0, 99.0, 101.0, 300.0, 1e4, 1e8, 1e12, 1e24}) {
            const auto e = [q](double x) { return std::exp(-q * x); };
            const double square = q + 3.0 / 8 - e(2) / 2 + e(8) / 8, mean = (1 - e(2)) / 2;
            const PreactivationMoments m = snake.moments(q);
            near(m.mean, mean, 1e-12 * std::sqrt(square), "E[φ]", q);
            near(m.square, square, 1e-11 * square, "E[φ²]", q);
            near(m.variance, square - mean * mean, 1e-11 * square, "Var φ", q);
            near(m.derivative_square, 1 + (1 - e(8)) / 2, 1e-10, "E[φ'²]", q);
            near(m.square_slope, 1 + e(2) - e(8), 1e-10, "dE[φ²]/dq", q);
            near(m.derivative_square_slope, 4 * e(8), 1e-10, "dE[φ'²]/dq", q);
            for (const double d : {1e-6, 1e-3, 0.1, 0.5, 1.0, 1.3, 1.9}) {
                const PairMoments pair = snake.pair(q, q, d);
                const double with = e(4 * d), against = e(4 * (2 - d));
                near(pair.product, q * (1 - d) + (1 - 2 * e(2) + (with + against) / 2) / 4, 1e-11 * square, "E[φφ]", q);
                near(pair.derivative_product, 1 + (with - against) / 2, 1e-10, "E[φ'φ']", q);
                const double half = q * d + (e(8) - against - std::expm1(-4 * q * d)) / 8;
                near(pair.half_square_difference, half, d > 1 ? 1e-11 * square : 1e-9 * half, "E[(φ−φ)²]/2", q);
            }
        }
    }

    /// An invalid pair yields NaN, and reads no uninitialized memory.
    void pair_that_is_none()
    {
        const GaussianExpectation expectation(named("tanh"));
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        for (const auto& [q, d] : {std::pair(1.0, 2.5), std::pair(1.0, -0.1), std::pair(1.0, nan), std::pair(nan, 0.5),
                 std::pair(std::numeric_limits<double>::infinity(), 0.5)})
            QVERIFY(std::isnan(expectation.pair(q, q, d).product));
    }

    void arc_cosine_kernel()
    {
        const GaussianExpectation relu(named("relu"));
        for (const double q_a : {1e-6, 1.0, 3.0, 1e6})
            for (const double q_b : {1e-6, 1.0, 2.0, 1e6})
                for (const double d : {1e-12, 1e-6, 1e-3, 0.05, 0.3, 0.9, 1.0, 1.2, 1.7, 1.999, 2.0}) {
                    const double theta = 2 * std::asin(std::sqrt(d / 2)), scale = std::sqrt(q_a * q_b);
                    const double product = scale / (2 * pi) * (std::sin(theta) + (pi - theta) * (1 - d));
                    const PairMoments pair = relu.pair(q_a, q_b, d);
                    near(pair.product, product, 1e-12 * scale, "E[relu relu]", q_a);
                    near(pair.derivative_product, (pi - theta) / (2 * pi), 1e-12, "E[relu' relu']", q_a);
                    if (q_a == q_b && d > 1e-3)   // below, the closed form itself cancels
                        near(pair.half_square_difference, q_a / 2 - product, 1e-10 * q_a * d, "difference", q_a);
                }
    }

    void arc_sine_kernel()
    {
        const GaussianExpectation erf(named("erf"));
        for (const double q_a : {1e-6, 1.0, 3.0, 1e6})
            for (const double q_b : {1e-6, 1.0, 2.0, 1e6})
                for (const double d : {1e-12, 1e-3, 0.05, 0.3, 0.9, 1.2, 1.7, 2.0}) {
                    const double a = 1 + 2 * q_a, b = 1 + 2 * q_b, k = (1 - d) * std::sqrt(q_a * q_b);
                    const double product = 2 / pi * std::asin(2 * k / std::sqrt(a * b));
                    // 1 − (2k)²/(ab) without cancellation for d → 0.
                    const double slope = 4 / pi / std::sqrt(1 + 2 * q_a + 2 * q_b + 4 * q_a * q_b * d * (2 - d));
                    const PairMoments pair = erf.pair(q_a, q_b, d);
                    near(pair.product, product, 1e-10 * std::abs(product), "E[erf erf]", q_a);
                    near(pair.derivative_product, slope, 1e-10 * slope, "E[erf' erf']", q_a);
                }
    }

    void pairs_of_every_activation_data() { registry(); }
    /// At c = 1 the moments equal those of one input, and at c = 0 the product of means. In between, the slope of the
    /// product in c is q times the product of slopes, and the difference is the complement of the product.
    void pairs_of_every_activation()
    {
        QFETCH(QString, name);
        const GaussianExpectation expectation(ActivationFunction({name.toStdString(), {}}));
        for (const double q : {0.2, 1.5, 20.0}) {
            const PreactivationMoments m = expectation.moments(q);
            near(expectation.pair(q, q, 0).product, m.square, 1e-13 * m.square, "c = 1", q);
            near(expectation.pair(q, q, 0).derivative_product, m.derivative_square, 1e-13, "c = 1, slope", q);
            near(expectation.pair(q, q, 1e-9).product, m.square, 1e-8 * (m.square + q * m.derivative_square), "c → 1",
                q);
            near(expectation.pair(q, q, 1).product, m.mean * m.mean, 1e-12 * m.square, "c = 0", q);
            for (const double d : {0.02, 0.4, 1.3}) {
                const double h = 2e-3;
                const auto product = [&](double at) { return expectation.pair(q, q, at).product; };
                const PairMoments pair = expectation.pair(q, q, d);
                const double slope
                    = -(8 * (product(d + h) - product(d - h)) - (product(d + 2 * h) - product(d - 2 * h))) / (12 * h);
                near(slope, q * pair.derivative_product, 1e-5 * q * m.derivative_square, "dE[φφ]/dc", q);
                near(pair.half_square_difference, m.square - pair.product, 1e-11 * m.square, "difference", q);
            }
        }
    }

private:
    void registry()
    {
        QTest::addColumn<QString>("name");
        for (const ActivationInfo& info : activations())
            QTest::addRow("%s", info.name.c_str()) << QString::fromStdString(info.name);
    }
};

STEPZERO_TEST(TestTheoryQuadrature, NoApplication)

}   // namespace tst_theory_quadrature
#include "tst_theory_quadrature.moc"
