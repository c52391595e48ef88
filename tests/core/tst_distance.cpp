// SPDX-License-Identifier: GPL-3.0-or-later
// The distance between distributions against closed forms and scipy, and the bins that histograms share.
#include <QTest>
#include <cmath>
#include <numbers>
#include <random>

#include "core/math/statistics/describe.h"
#include "core/math/statistics/distance.h"
#include "tests/main/registered_test.h"

namespace tst_distance {

using namespace stepzero;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Returns the expected counts of a normal distribution between ±4 σ, and of a ReLU of it.
Distribution normal(double std, double mean = 0, std::size_t bins = 256)
{
    Distribution d;
    d.count = 1;
    d.mean = mean;
    d.std = std;
    d.histogram = {mean - 4 * std, mean + 4 * std, {}};
    const auto below = [&](double i) { return std::erfc(-(8 * i / double(bins) - 4) / std::numbers::sqrt2) / 2; };
    for (std::size_t i = 0; i < bins; ++i)
        d.histogram.counts.push_back(below(double(i + 1)) - below(double(i)));
    return d;
}

Distribution rectified(double std, std::size_t bins)
{
    Distribution d = normal(std, 0, 2 * bins);
    d.std *= std::sqrt(0.5 - 0.5 / std::numbers::pi);
    d.histogram.low = 0;
    d.histogram.counts.erase(d.histogram.counts.begin(), d.histogram.counts.begin() + std::ptrdiff_t(bins));
    d.histogram.counts.front() += 0.5;
    return d;
}

Distribution equal(double value)
{
    Distribution d;
    d.count = 1;
    d.mean = value;
    d.histogram = {value, value, {1}};
    return d;
}

}   // namespace

class TestDistance : public QObject {
    Q_OBJECT
private slots:
    void normalsAreAsFarAsInClosedForm_data()
    {
        QTest::addColumn<double>("std");
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("expected");
        const double e = std::sqrt(2 / std::numbers::pi);   // E|z|
        QTest::newRow("identical") << 1.0 << 0.0 << 0.0;
        QTest::newRow("wider") << 1.5 << 0.0 << 0.5 * e;
        QTest::newRow("narrower") << 0.25 << 0.0 << 0.75 * e;
        QTest::newRow("shifted") << 1.0 << -0.3 << 0.3;
        QTest::newRow("no overlap") << 1.0 << 20.0 << 20.0;
        // E|m + s z| with m = 0.5, s = 1: folded normal.
        QTest::newRow("wider and shifted")
            << 2.0 << 0.5 << e * std::exp(-0.125) + 0.5 * std::erf(0.5 / std::numbers::sqrt2);
    }
    void normalsAreAsFarAsInClosedForm()
    {
        QFETCH(double, std);
        QFETCH(double, mean);
        QFETCH(double, expected);
        const double unit = 0.02;   // the first one's standard deviation
        const auto d = distance_between(normal(unit), normal(unit * std, unit * mean, 100));
        QVERIFY(d);
        QVERIFY2(std::abs(d->sigmas - expected) < 2e-3, qPrintable(QString::number(d->sigmas)));
        QVERIFY(std::abs(d->length - unit * d->sigmas) < 1e-15);
        QCOMPARE(d->std_ratio, std);
        const auto back = distance_between(normal(unit * std, unit * mean, 100), normal(unit));
        QVERIFY(std::abs(back->length - d->length) < 1e-12);
    }

    void uniformsAreExact()
    {
        const auto uniform = [](double low, double high, std::size_t bins) {
            return distribution_function(Histogram {low, high, std::vector<double>(bins, 7)});
        };
        QVERIFY(std::abs(wasserstein_distance(uniform(-1, 1, 3), uniform(-2, 2, 7)) - 0.5) < 1e-12);
        QVERIFY(
            std::abs(wasserstein_distance(uniform(0, 1, 5), distribution_function(std::vector<double> {0.5})) - 0.25)
            < 1e-12);
        QVERIFY(wasserstein_distance(uniform(0, 1, 5), uniform(0, 1, 8)) < 1e-12);
    }

    void samplesAreAsInScipy_data()
    {
        QTest::addColumn<QVector<double>>("a");
        QTest::addColumn<QVector<double>>("b");
        QTest::addColumn<double>("expected");   // scipy.stats.wasserstein_distance
        using V = QVector<double>;
        QTest::newRow("shifted") << V {3, 1, 0} << V {5, 6, 8} << 5.0;
        QTest::newRow("weights") << V {0, 0, 0, 1} << V {0, 0, 1, 1} << 0.25;
        QTest::newRow("sizes differ") << V {1, 4, 2.5} << V {0, 2} << 1.5;
        QTest::newRow("crossing") << V {-3, 3} << V {-1, 1, 1} << 7.0 / 3;
    }
    void samplesAreAsInScipy()
    {
        QFETCH(QVector<double>, a);
        QFETCH(QVector<double>, b);
        QFETCH(double, expected);
        const auto function = [](const QVector<double>& v) { return distribution_function({v.begin(), v.end()}); };
        QVERIFY(std::abs(wasserstein_distance(function(a), function(b)) - expected) < 1e-12);
    }

    /// Half of the entries are zeros in the first bins, which differ in width.
    void zerosStayWithinHalfABin()
    {
        const Distribution first = rectified(1, 80), second = rectified(1.5, 123);
        const double expected = 0.5 / std::sqrt(2 * std::numbers::pi);
        const double error = (first.histogram.bin_width() + second.histogram.bin_width()) / 2;
        QVERIFY(std::abs(distance_between(first, second)->length - expected) < error);
    }

    void describedSamples()
    {
        std::mt19937 engine(3);
        std::normal_distribution<double> z;
        std::vector<float> a(40'000), b(30'000);
        for (float& x : a)
            x = float(z(engine));
        for (float& x : b)
            x = float(0.5 * z(engine));
        const auto d = distance_between(describe(a.data(), a.size(), {}), describe(b.data(), b.size(), {}));
        // The standard deviation of such a mean is below 1/√n.
        QVERIFY2(std::abs(d->sigmas - 0.5 * std::sqrt(2 / std::numbers::pi)) < 3 / std::sqrt(30'000.0),
            qPrintable(QString::number(d->sigmas)));
    }

    void exponentsCount()
    {
        Distribution second = normal(0.25);
        second.exponent = 2003;
        Distribution first = normal(1);
        first.exponent = 2000;
        const auto d = distance_between(first, second);
        QVERIFY(std::abs(d->sigmas - std::sqrt(2 / std::numbers::pi)) < 2e-3);
        QCOMPARE(d->std_ratio, 2.0);
    }

    void absentWithoutNumbers()
    {
        Distribution lost = normal(1), far = normal(1);
        lost.std = infinity;
        far.exponent = 1'000'000;
        QVERIFY(!distance_between(equal(1), normal(1)));
        QVERIFY(!distance_between(Distribution(), normal(1)));
        QVERIFY(!distance_between(normal(1), Distribution()));
        QVERIFY(!distance_between(normal(1), lost));
        QVERIFY(!distance_between(normal(1), far));
        const auto point = distance_between(normal(2), equal(0));
        QVERIFY(std::abs(point->length - 2 * std::sqrt(2 / std::numbers::pi)) < 5e-3);
        QCOMPARE(point->std_ratio, 0.0);
    }

    void sharedBins_data()
    {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<int>("counts");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<int>("bins");   // with a histogram of 256 counts over [-1, 1], and at most 64 of one
        QTest::newRow("the same") << -1.0 << 1.0 << 256 << -1.0 << 1.0 << 64;
        QTest::newRow("twice as wide") << -2.0 << 2.0 << 256 << -2.0 << 2.0 << 128;
        QTest::newRow("half as wide") << -0.5 << 0.5 << 256 << -1.0 << 1.0 << 128;
        QTest::newRow("few counts") << -0.5 << 0.5 << 16 << -1.0 << 1.0 << 64;
        QTest::newRow("far wider") << -90.0 << 10.0 << 256 << -90.0 << 10.0 << 256;
        QTest::newRow("one value") << 3.0 << 3.0 << 1 << -1.0 << 3.0 << 128;
    }
    void sharedBins()
    {
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(int, counts);
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(int, bins);
        const Histogram own {-1, 1, std::vector<double>(256, 1)},
            other {from, to, std::vector<double>(std::size_t(counts), 1)};
        const Histogram shared = common_bins({&own, &other}, 64);
        QCOMPARE(shared.low, low);
        QCOMPARE(shared.high, high);
        QCOMPARE(int(shared.counts.size()), bins);
        for (const Histogram* h : {&own, &other}) {
            const Histogram there = rebinned(*h, shared.low, shared.high, shared.counts.size());
            QVERIFY(std::abs(there.total() - h->total()) < 1e-9);
        }
    }

    void binsAroundOneValue()
    {
        const Histogram zero {0, 0, {5}}, two {2, 2, {5}};
        QCOMPARE(common_bins({&zero}, 64).low, -0.01);
        QCOMPARE(common_bins({&two, &two}, 64).high, 2.02);
        QCOMPARE(common_bins({&two}, 64).counts.size(), std::size_t(1));
        QCOMPARE(common_bins({&zero, &two}, 64).counts.size(), std::size_t(64));
    }
};

STEPZERO_TEST(TestDistance, QCoreApplication)

}   // namespace tst_distance
#include "tst_distance.moc"
