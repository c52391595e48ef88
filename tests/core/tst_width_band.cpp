// SPDX-License-Identifier: GPL-3.0-or-later
// Bands of finite width agree with the moments of the numbers in them, and contain the right fraction.
#include <QtTest>
#include <cmath>
#include <numbers>
#include <random>

#include "core/theory/width_band.h"
#include "tests/main/registered_test.h"

namespace tst_width_band {

using namespace stepzero;

namespace {

/// Returns E[f(x)], where ln x is normal with the middle and the width of a band at 1 σ. It uses the trapezoidal rule
/// over ±12 σ, which for a Gaussian is exact to rounding at steps of a tenth of σ.
template <class Function>
double mean_over(const WidthBand& one_sigma, const Function& f)
{
    const double middle = (one_sigma.low + one_sigma.high) / 2 * std::numbers::ln10;
    const double sigma = (one_sigma.high - one_sigma.low) / 2 * std::numbers::ln10;
    double sum = 0;
    for (int i = -120; i <= 120; ++i)
        sum += 0.1 * std::exp(-0.005 * i * i) / std::sqrt(2 * std::numbers::pi) * f(std::exp(middle + 0.1 * i * sigma));
    return sum;
}

bool is_near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); }

}   // namespace

class TestWidthBand : public QObject {
    Q_OBJECT

private slots:
    /// The mean square over networks is that of infinite width times exp(2 shift).
    void moments_of_a_size()
    {
        for (const double spread : {0.01, 0.3, 0.9})
            for (const double shift : {-0.2, 0.0, 0.15}) {
                Predicted p = {.value = 2.5, .ln = std::log(2.5), .spread = spread, .shift = shift};
                const double mean_square = mean_over(*width_band(p, 1), [](double x) { return x * x; });
                QVERIFY(is_near(mean_square, 2.5 * 2.5 * std::exp(2 * shift)));
                p.value = 0;   // beyond the range of double
                p.ln = -3000 * std::numbers::ln10 + std::log(2.5);
                const WidthBand far = *width_band(p, 1);
                const double near = mean_over({far.low + 3000, far.high + 3000}, [](double x) { return x * x; });
                QVERIFY(is_near(near, 2.5 * 2.5 * std::exp(2 * shift)));
            }
    }

    void moments_of_a_number()
    {
        for (const double relative : {0.01, 0.4, 1.2}) {
            const WidthBand band = *width_band({.value = 0.07, .spread = relative * 0.07}, 1);
            const double mean = mean_over(band, [](double x) { return x; });
            QVERIFY(is_near(mean, 0.07));
            const double variance = mean_over(band, [](double x) { return (x - 0.07) * (x - 0.07); });
            QVERIFY(is_near(std::sqrt(variance), relative * 0.07));
        }
    }

    /// For samples whose mean and standard deviation are the prediction's, the bands contain 68% and 95%.
    void shares()
    {
        constexpr int draws = 20000;
        constexpr double mean = 0.3, deviation = 0.2;
        const double variance = std::log1p(std::pow(deviation / mean, 2));
        std::mt19937_64 engine(3);
        std::lognormal_distribution<double> law(std::log(mean) - variance / 2, std::sqrt(variance));
        std::array<int, 2> inside {};
        for (int i = 0; i < draws; ++i) {
            const double x = std::log10(law(engine));
            for (int k = 1; k <= 2; ++k) {
                const WidthBand band = *width_band({.value = mean, .spread = deviation}, k);
                inside[std::size_t(k - 1)] += x > band.low && x < band.high;
            }
        }
        for (int k = 1; k <= 2; ++k) {
            const double share = std::erf(k / std::numbers::sqrt2);
            const double error = std::sqrt(share * (1 - share) / draws);
            QVERIFY(std::abs(double(inside[std::size_t(k - 1)]) / draws - share) < 4 * error);
        }
    }

    void absent()
    {
        QVERIFY(!width_band({.value = 1, .ln = 0.0}, 1));   // no distribution
        QVERIFY(!width_band({.value = 0, .ln = -std::numeric_limits<double>::infinity(), .spread = 0.1}, 1));
        QVERIFY(!width_band({.value = 0, .spread = 0.1}, 1));
        const WidthBand none = *width_band({.value = 10, .ln = std::numbers::ln10, .spread = 0}, 2);
        QCOMPARE(none.low, 1.0);
        QCOMPARE(none.high, 1.0);
    }
};

STEPZERO_TEST(TestWidthBand, QCoreApplication)

}   // namespace tst_width_band
#include "tst_width_band.moc"
