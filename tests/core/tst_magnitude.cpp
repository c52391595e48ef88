// SPDX-License-Identifier: GPL-3.0-or-later
// Quantiles of |x| from a histogram: against exact ones, and against the fraction that a format loses.
#include <QtTest>
#include <boost/math/distributions/normal.hpp>

#include "core/diagnose/float_range.h"
#include "core/math/statistics/magnitude.h"
#include "tests/main/registered_test.h"

namespace tst_magnitude {

using namespace stepzero;

namespace {

constexpr double count = 1e6;

/// Returns a histogram of a distribution with distribution function F, over [low, high].
template <typename F>
Distribution histogramOf(double low, double high, int bins, const F& below)
{
    Distribution d;
    d.count = count;
    d.min = d.histogram.low = low;
    d.max = d.histogram.high = high;
    for (int i = 0; i < bins; ++i)
        d.histogram.counts.push_back(
            count * (below(low + (high - low) * (i + 1) / bins) - below(low + (high - low) * i / bins)));
    return d;
}

Distribution normal(double low = -5, double high = 5)
{
    return histogramOf(low, high, 256, [](double x) { return cdf(boost::math::normal(), x); });
}

}   // namespace

class TestMagnitude : public QObject {
    Q_OBJECT

private slots:
    /// x| of a standard normal number has its p quantile at Φ⁻¹((1 + p)/2).
    void quantilesOfANormal()
    {
        const Distribution d = normal();
        for (const double p : {0.05, 0.25, 0.5, 0.9}) {
            const double exact = quantile(boost::math::normal(), (1 + p) / 2);
            QVERIFY(std::abs(std::exp2(log2_magnitude_quantile(d, p)) - exact) < 10.0 / 256);   // a bin
        }
        QCOMPARE(log2_largest(d), std::log2(5.0));
    }

    void negativeNumbersCount()
    {
        // Uniform over [−8, −2]: |x| is uniform over [2, 8].
        const Distribution d = histogramOf(-8, -2, 64, [](double x) { return (x + 8) / 6; });
        QVERIFY(std::abs(std::exp2(log2_magnitude_quantile(d, 0.25)) - 3.5) < 1e-9);
        QCOMPARE(log2_largest(d), 3.0);
    }

    /// Rounding may put 0 into both bins at the middle edge, or into none.
    void zeroOnAnEdge()
    {
        for (const int bins : {2, 6, 100, 256, 1000}) {
            const Distribution d = histogramOf(-1, 1, bins, [](double x) { return (x + 1) / 2; });
            for (const double p : {0.05, 0.5, 0.95})
                QVERIFY(std::abs(std::exp2(log2_magnitude_quantile(d, p)) - p) < 1e-12);
        }
    }

    /// A format does not lose a ReLU's zeros, so the quantile is that of the other half.
    void zerosAreLeftOut()
    {
        Distribution d = normal(0, 5);
        d.histogram.counts.front() += count / 2;
        const double exact = quantile(boost::math::normal(), 0.75);
        QVERIFY(std::abs(std::exp2(log2_magnitude_quantile(d, 0.5)) - exact) < 2 * 5.0 / 256);
    }

    void beyondDouble()
    {
        Distribution d = normal();
        const double here = log2_magnitude_quantile(d, 0.05);
        d.exponent = 5000;
        QCOMPARE(log2_magnitude_quantile(d, 0.05), here + 5000);
        QCOMPARE(log2_largest(d), std::log2(5.0) + 5000);
    }

    /// For a format shifted to the quantile, the fraction below half of its smallest subnormal is the level.
    void agreesWithTheShareThatIsLost()
    {
        const FloatRange& half = float_range(FloatFormat::float16);
        Distribution rectified = normal(0, 4);
        rectified.histogram.counts.front() += count / 2;
        for (const Distribution& d : {normal(), normal(-3, 6), rectified})
            for (const double level : {0.01, 0.05, 0.3, 0.7}) {
                const double shift = std::log2(half.smallest_subnormal) - 1 - log2_magnitude_quantile(d, level);
                QVERIFY(std::abs(underflow_share(d, half, shift) - level) < 1e-9);
            }
    }

    void whatHasNoQuantile()
    {
        QVERIFY(std::isnan(log2_magnitude_quantile({}, 0.5)));
        QVERIFY(std::isnan(log2_largest({})));
        Distribution zero;
        zero.count = 10;
        zero.histogram.counts = {10};
        QVERIFY(std::isnan(log2_magnitude_quantile(zero, 0.5)));
        QCOMPARE(log2_largest(zero), -std::numeric_limits<double>::infinity());
        Distribution uncounted = normal();
        uncounted.histogram = {};
        QVERIFY(std::isnan(log2_magnitude_quantile(uncounted, 0.5)));
        Distribution lost = zero;
        lost.min = lost.max = std::numeric_limits<double>::infinity();
        QVERIFY(std::isnan(log2_magnitude_quantile(lost, 0.5)));
        Distribution single = zero;
        single.min = single.max = single.histogram.low = single.histogram.high = -0.25;
        QCOMPARE(log2_magnitude_quantile(single, 0.05), -2.0);
    }
};

STEPZERO_TEST(TestMagnitude, QCoreApplication)

}   // namespace tst_magnitude
#include "tst_magnitude.moc"
