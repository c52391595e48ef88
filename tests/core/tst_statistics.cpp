// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <numeric>
#include <random>

#include "core/base/words/nan.h"
#include "core/math/random/stream.h"
#include "core/math/statistics/accumulate.h"
#include "core/math/statistics/describe.h"
#include "core/math/statistics/join.h"
#include "tests/main/registered_test.h"

namespace tst_statistics {

using namespace stepzero;

namespace {

std::vector<float> sample(std::size_t n, double mean, double std, unsigned seed = 1)
{
    std::mt19937 engine(seed);
    std::normal_distribution<double> normal(mean, std);
    std::vector<float> numbers(n);
    for (float& x : numbers)
        x = float(normal(engine));
    return numbers;
}

/// The two passes of a textbook in long double.
std::pair<double, double> plain_mean_and_std(const std::vector<float>& numbers)
{
    long double sum = 0, square = 0;
    for (const float x : numbers)
        sum += x;
    const long double mean = sum / numbers.size();
    for (const float x : numbers)
        square += (x - mean) * (x - mean);
    return {double(mean), double(std::sqrt(square / numbers.size()))};
}

Distribution described(const std::vector<float>& numbers, int threads = 1)
{
    ThreadPool pool(threads);
    Context context;
    context.pool = &pool;
    return describe(numbers.data(), numbers.size(), context);
}

}   // namespace

class TestStatistics : public QObject {
    Q_OBJECT
private slots:
    void moments_data()
    {
        QTest::addColumn<int>("n");
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("std");
        QTest::newRow("one") << 1 << 3.0 << 1.0;
        QTest::newRow("fewer than the lanes") << 7 << 0.0 << 1.0;
        QTest::newRow("not a multiple of the lanes") << 1003 << -2.0 << 0.1;
        QTest::newRow("several tiles") << 200'000 << 0.0 << 1.0;
        QTest::newRow("mean far above the std") << 100'000 << 1e4 << 0.1;
        QTest::newRow("tiny") << 1000 << 0.0 << 1e-30;
        QTest::newRow("huge") << 1000 << 0.0 << 1e30;
    }
    void moments()
    {
        QFETCH(int, n);
        QFETCH(double, mean);
        QFETCH(double, std);
        const std::vector<float> numbers = sample(std::size_t(n), mean, std);
        const Distribution d = described(numbers);
        const auto [plain_mean, plain_std] = plain_mean_and_std(numbers);
        const double scale = std::abs(plain_mean) + plain_std;
        QVERIFY(std::abs(d.mean - plain_mean) <= 1e-13 * scale);
        QVERIFY(std::abs(d.std - plain_std) <= 1e-9 * plain_std);
        QVERIFY(std::abs(d.rms - std::hypot(plain_mean, plain_std)) <= 1e-9 * scale);
        QCOMPARE(d.min, double(*std::min_element(numbers.begin(), numbers.end())));
        QCOMPARE(d.max, double(*std::max_element(numbers.begin(), numbers.end())));
        QCOMPARE(d.count, double(n));
        QCOMPARE(d.histogram.total(), double(n));
    }

    void histogramCountsWhatLiesInEachBin()
    {
        const std::vector<float> numbers = sample(50'000, 1, 2);
        const Histogram h = described(numbers).histogram;
        for (std::size_t bin = 0; bin < h.counts.size(); bin += 17) {
            // Bin edges are float32 here: numbers within rounding of an edge may fall on either side.
            const double slack = 1e-4 * h.bin_width(), left = h.low + double(bin) * h.bin_width();
            double surely = 0, perhaps = 0;
            for (const float x : numbers) {
                surely += x > left + slack && x < left + h.bin_width() - slack;
                perhaps += x >= left - slack && x <= left + h.bin_width() + slack;
            }
            QVERIFY2(surely <= h.counts[bin] && h.counts[bin] <= perhaps, qPrintable(QString::number(bin)));
        }
    }

    void quantilesAreRightToOneBin()
    {
        std::vector<float> numbers = sample(30'001, -1, 3);
        const Distribution d = described(numbers);
        std::sort(numbers.begin(), numbers.end());
        for (std::size_t q = 0; q < quantile_levels.size(); ++q) {
            const double exact = numbers[std::size_t(quantile_levels[q] * double(numbers.size() - 1))];
            QVERIFY(std::abs(d.quantiles[q] - exact) <= 1.01 * d.histogram.bin_width());
        }
    }

    void equalNumbersAreOneBin()
    {
        const Distribution d = described(std::vector<float>(1000, 0.25F));
        QCOMPARE(d.std, 0.0);
        QCOMPARE(d.histogram.counts, std::vector<double> {1000.0});
        QCOMPARE(d.quantiles[3], 0.25);
        QVERIFY(density_estimate(d).x.empty());
    }

    void threadsChangeNoBit()
    {
        const std::vector<float> numbers = sample(300'000, 0.1, 1);
        const Distribution one = described(numbers, 1), three = described(numbers, 3);
        QCOMPARE(one.mean, three.mean);
        QCOMPARE(one.std, three.std);
        QCOMPARE(one.histogram.counts, three.histogram.counts);
    }

    void affineEqualsDescribingTheMappedNumbers_data()
    {
        QTest::addColumn<double>("scale");
        QTest::addColumn<double>("shift");
        QTest::newRow("smaller") << 0.25 << 0.0;
        QTest::newRow("mirrored") << -2.0 << 1.0;
        QTest::newRow("flattened") << 0.0 << 0.5;
    }
    void affineEqualsDescribingTheMappedNumbers()
    {
        QFETCH(double, scale);
        QFETCH(double, shift);
        std::vector<float> numbers = sample(20'000, 0.5, 1);
        const Distribution mapped = affine(described(numbers), scale, shift);
        for (float& x : numbers)
            x = float(scale * x + shift);
        const Distribution direct = described(numbers);
        const double tolerance = 1e-6 * (1 + direct.std);   // float32 rounding of the mapped numbers
        QVERIFY(std::abs(mapped.mean - direct.mean) < tolerance);
        QVERIFY(std::abs(mapped.std - direct.std) < tolerance);
        QVERIFY(std::abs(mapped.min - direct.min) < tolerance);
        QVERIFY(std::abs(mapped.max - direct.max) < tolerance);
        QCOMPARE(mapped.histogram.counts.size(), direct.histogram.counts.size());
        for (std::size_t q = 0; q < quantile_levels.size(); ++q)
            QVERIFY(
                std::abs(mapped.quantiles[q] - direct.quantiles[q]) <= 1.01 * direct.histogram.bin_width() + tolerance);
    }

    void exponentsReachBeyondDouble()
    {
        Distribution d;
        d.rms = 1.5;
        d.exponent = 5000;
        QVERIFY(std::abs(d.log10_of(d.rms) - (std::log10(1.5) + 5000 * std::log10(2.0))) < 1e-9);
        QVERIFY(std::isinf(d.plain(d.rms)));
        d.exponent = -5000;
        QCOMPARE(d.plain(d.rms), 0.0);
        QVERIFY(std::isinf(d.log10_of(0)));
    }

    /// If some replicas have left every range, no number describes their spread.
    void joinedWithWhatIsInfinite()
    {
        Distribution a, lost;
        a.count = 4;
        a.rms = a.max = 2;
        a.min = -2;
        lost.mean = lost.std = lost.rms = lost.min = lost.max = infinity;
        for (const auto& all : {std::vector {&a, &lost}, {&lost, &a, &a}, {&lost, &lost}}) {
            const auto [mean, sd] = joined(std::vector<const Distribution*> {all.begin(), all.end()});
            QCOMPARE(mean.rms, infinity);
            QCOMPARE(sd.rms, infinity);
            QCOMPARE(sd.min, infinity);
        }
        const auto [mean, sd] = joined(std::vector<const Distribution*> {&a, &a});
        QCOMPARE(mean.rms, 2.0);
        QCOMPARE(sd.rms, 0.0);
    }

    void rebinningKeepsTheTotalAndTheMean()
    {
        const Histogram h = described(sample(10'000, 0, 1)).histogram;
        const Histogram wide = rebinned(h, -8, 8, 64);
        const auto mean = [](const Histogram& histogram) {
            double sum = 0;
            for (std::size_t i = 0; i < histogram.counts.size(); ++i)
                sum += histogram.counts[i] * histogram.bin_center(i);
            return sum / histogram.total();
        };
        QVERIFY(std::abs(wide.total() - 10'000) < 1e-6);
        QVERIFY(std::abs(mean(wide) - mean(h)) < wide.bin_width());
    }

    void densityEstimateIsADensityNearTheTruth()
    {
        // 2e5 samples, bandwidth h = n^-1/5: bias h²/2·max|φ''| = 0.0017; noise √(φ(0)/(2√π n h)) = 0.0026.
        const Distribution d = described(sample(200'000, 0, 1));
        const Curve curve = density_estimate(d, 401);
        double integral = 0, worst = 0;
        for (std::size_t i = 1; i < curve.x.size(); ++i)
            integral += 0.5 * (curve.y[i] + curve.y[i - 1]) * (curve.x[i] - curve.x[i - 1]);
        for (std::size_t i = 0; i < curve.x.size(); ++i)
            worst
                = std::max(worst, std::abs(curve.y[i] - std::exp(-curve.x[i] * curve.x[i] / 2) / std::sqrt(2 * M_PI)));
        QVERIFY(std::abs(integral - 1) < 1e-3);
        QVERIFY2(worst < 0.0017 + 5 * 0.0026, qPrintable(QString::number(worst)));
    }

    /// When entries end abruptly, the density is flat up to the end: noise √(2 f/(2√π n h)) there, f = 1, h =
    /// n^-1/5/√12.
    void densityEstimateKeepsHardEdges()
    {
        for (const int n : {1000, 100'000}) {
            std::vector<float> numbers(std::size_t(n), 0.0F);
            fill_uniform({5, 0, TensorRole::input, 0}, 0, 0, numbers.data(), numbers.size());
            for (float& number : numbers)
                number = (1 + number) / 2;   // U(0, 1), whose density is 1
            const Curve curve = density_estimate(described(numbers));
            const double h = std::pow(n, -0.2) / std::sqrt(12.0), noise = std::sqrt(1 / (std::sqrt(M_PI) * n * h));
            QVERIFY(curve.x.front() >= -1e-6 && curve.x.front() < 10.0 / n);
            QVERIFY(curve.x.back() <= 1 + 1e-6 && curve.x.back() > 1 - 10.0 / n);
            double integral = 0;
            for (std::size_t i = 0; i < curve.x.size(); ++i) {
                QVERIFY2(std::abs(curve.y[i] - 1) < 5 * noise, qPrintable(QString::number(curve.y[i])));
                integral += i > 0 ? 0.5 * (curve.y[i] + curve.y[i - 1]) * (curve.x[i] - curve.x[i - 1]) : 0;
            }
            QVERIFY(std::abs(integral - 1) < 1e-3);
        }
        // Normal entries become sparse: the curve continues beyond the last one, for any seed.
        for (const int n : {50, 1000, 30'000})
            for (std::uint64_t seed = 1; seed <= 20; ++seed) {
                std::vector<float> numbers(std::size_t(n), 0.0F);
                fill_normal({seed, 0, TensorRole::input, 0}, 0, 0, numbers.data(), numbers.size());
                const Distribution d = described(numbers);
                const Curve curve = density_estimate(d);
                QVERIFY(curve.x.front() < d.min - 0.1 * d.std && curve.x.back() > d.max + 0.1 * d.std);
            }
    }
};

STEPZERO_TEST(TestStatistics, NoApplication)

}   // namespace tst_statistics
#include "tst_statistics.moc"
