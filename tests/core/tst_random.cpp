// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <vector>

#include "core/math/random/stream.h"
#include "core/math/random/truncated.h"
#include "tests/main/registered_test.h"

namespace tst_random {

using namespace stepzero;

namespace {

using Fill = std::function<void(const Stream&, std::uint32_t, std::uint32_t, float*, std::size_t)>;

Fill fill_of(const QString& kind)
{
    if (kind == "normal")
        return fill_normal;
    if (kind == "uniform")
        return fill_uniform;
    const bool tail = kind == "tail";
    return [tail](const Stream& s, std::uint32_t row, std::uint32_t first, float* out, std::size_t n) {
        fill_truncated_normal(s, row, first, out, n, tail ? 5 : -2, tail ? 7 : 2);
    };
}

std::vector<float> matrix(const Fill& fill, const Stream& stream, int rows, int columns)
{
    std::vector<float> out(std::size_t(rows) * std::size_t(columns));
    for (int row = 0; row < rows; ++row)
        fill(stream, std::uint32_t(row), 0, &out[std::size_t(row) * std::size_t(columns)], std::size_t(columns));
    return out;
}

double mean_product(const std::vector<float>& a, const std::vector<float>& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += double(a[i]) * b[i];
    return sum / double(a.size());
}

void kinds()
{
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"normal", "uniform", "truncated", "tail"})
        QTest::newRow(kind) << kind;
}

}   // namespace

class RandomTest : public QObject {
    Q_OBJECT

private slots:
    void any_window_of_the_matrix_is_the_same_numbers_data() { kinds(); }
    void any_window_of_the_matrix_is_the_same_numbers()
    {
        QFETCH(QString, kind);
        const Fill fill = fill_of(kind);
        const Stream stream {7, 1, TensorRole::weight, 3};
        std::vector<float> whole(333);
        fill(stream, 5, 0, whole.data(), whole.size());
        for (std::uint32_t first : {0u, 1u, 15u, 63u, 64u, 65u, 200u}) {
            for (std::size_t n : {1u, 7u, 64u, 129u}) {
                std::vector<float> part(n + 1, -77);
                fill(stream, 5, first, part.data(), n);
                for (std::size_t i = 0; i < n && first + i < whole.size(); ++i)
                    QCOMPARE(part[i], whole[first + i]);
                QCOMPARE(part[n], -77.0f);   // nothing is written beyond the requested length
            }
        }
    }

    void streams_differ_and_are_uncorrelated()
    {
        const Stream base {42, 0, TensorRole::weight, 1};
        const std::vector<Stream> others {{43, 0, TensorRole::weight, 1}, {42, 1, TensorRole::weight, 1},
            {42, 0, TensorRole::bias, 1}, {42, 0, TensorRole::input, 1}, {42, 0, TensorRole::cotangent, 1},
            {42, 0, TensorRole::pairs, 1}, {42, 0, TensorRole::weight, 2},
            {42 + (1ull << 40), 0, TensorRole::weight, 1}};
        const auto reference = matrix(fill_normal, base, 256, 256);
        QCOMPARE(matrix(fill_normal, base, 256, 256), reference);
        const double sigma = 1 / 256.0;   // standard deviation of the mean product of 65536 independent pairs
        for (const Stream& other : others)
            QVERIFY(std::abs(mean_product(reference, matrix(fill_normal, other, 256, 256))) < 5 * sigma);
        // Shifted by a row or by a column, within the stream.
        for (std::size_t shift : {1u, 4u, 16u, 32u, 64u, 256u}) {
            const std::vector<float> a(reference.begin(), reference.end() - std::ptrdiff_t(shift));
            const std::vector<float> b(reference.begin() + std::ptrdiff_t(shift), reference.end());
            QVERIFY(std::abs(mean_product(a, b)) < 5.1 * sigma);
        }
    }

    void normal_moments_and_tails()
    {
        // 2^22 samples; the standard error of E[x^k] is sqrt(Var(x^k)/n), and all are within five.
        const auto x = matrix(fill_normal, {2026, 0, TensorRole::weight, 1}, 1024, 4096);
        const double n = double(x.size());
        double sum[7] = {}, beyond[4] = {};
        float extreme = 0;
        for (float value : x) {
            double power = 1;
            for (double& s : sum) {
                s += power;
                power *= value;
            }
            for (int k = 0; k < 4; ++k)
                beyond[k] += std::abs(value) > k + 1;
            extreme = std::max(extreme, std::abs(value));
            QVERIFY(value != 0);
        }
        const double moment[] = {1, 0, 1, 0, 3, 0, 15}, variance[] = {0, 1, 2, 15, 96, 945, 10170};
        for (int k = 1; k <= 6; ++k)
            QVERIFY2(std::abs(sum[k] / n - moment[k]) < 5 * std::sqrt(variance[k] / n), qPrintable(QString::number(k)));
        for (int k = 0; k < 4; ++k) {
            const double p = std::erfc((k + 1) / std::sqrt(2.0));
            QVERIFY(std::abs(beyond[k] / n - p) < 5 * std::sqrt(p * (1 - p) / n));
        }
        QVERIFY(extreme > 4.7f && extreme < 6.7f);
    }

    void distribution_functions_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("normal") << "normal";
        QTest::newRow("uniform") << "uniform";
        QTest::newRow("truncated") << "truncated";
        QTest::newRow("tail") << "tail";
    }
    void distribution_functions()
    {
        // Kolmogorov-Smirnov: P(sqrt(n) D > 3.3) is below 1e-9.
        QFETCH(QString, kind);
        auto x = matrix(fill_of(kind), {11, 0, TensorRole::weight, 1}, 64, 2048);
        std::sort(x.begin(), x.end());
        const auto upper = [](double t) { return 0.5 * std::erfc(t / std::sqrt(2.0)); };
        const auto cdf = [&](double t) {
            if (kind == "normal")
                return 1 - upper(t);
            if (kind == "uniform")
                return 0.5 * (t + 1);
            if (kind == "truncated")
                return (upper(-2) - upper(t)) / (upper(-2) - upper(2));
            return (upper(5) - upper(t)) / (upper(5) - upper(7));
        };
        double distance = 0;
        for (std::size_t i = 0; i < x.size(); ++i)
            distance = std::max({distance, std::abs(cdf(x[i]) - double(i) / double(x.size())),
                std::abs(cdf(x[i]) - double(i + 1) / double(x.size()))});
        QVERIFY2(distance * std::sqrt(double(x.size())) < 3.3, qPrintable(QString::number(distance)));
        if (kind == "uniform")
            QVERIFY(x.front() > -1 && x.back() < 1);
        if (kind == "truncated")
            QVERIFY(x.front() >= -2 && x.back() <= 2);
        if (kind == "tail")
            QVERIFY(x.front() >= 5 && x.back() <= 7);
    }

    void truncated_quantiles_invert_the_distribution_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        const double inf = std::numeric_limits<double>::infinity();
        QTest::newRow("two sigma") << -2.0 << 2.0;
        QTest::newRow("whole line") << -inf << inf;
        QTest::newRow("half line") << 0.0 << inf;
        QTest::newRow("left half line") << -inf << -1.0;
        QTest::newRow("right tail") << 8.0 << inf;
        QTest::newRow("left tail") << -inf << -40.0;
        QTest::newRow("slice of a tail") << 50.0 << 50.01;
        QTest::newRow("lopsided") << -1.0 << 12.0;
        QTest::newRow("lopsided left") << -12.0 << 1.0;
        QTest::newRow("narrow") << 0.5 << 0.500001;
    }
    void truncated_quantiles_invert_the_distribution()
    {
        // Direct integration of exp(−(x² − a²)/2) from the end with the larger mass, in sufficiently fine steps, yields
        // the moments and the fractions below a quantile.
        QFETCH(double, low);
        QFETCH(double, high);
        const TruncatedNormal law(low, high);
        const double first = std::max(low, law.quantile(1e-12)), last = std::min(high, law.quantile(1 - 1e-12));
        QVERIFY(first < last);
        constexpr int steps = 20000;
        const double h = (last - first) / steps;
        double mass = 0, mean = 0, square = 0;
        const double center = law.moments().mean;
        std::vector<double> share;
        for (int i = 0; i < steps; ++i) {
            const double x = first + (i + 0.5) * h, weight = law.density(x) * h;
            mass += weight;
            mean += weight * (x - center);
            square += weight * (x - center) * (x - center);
            share.push_back(mass);
        }
        const double variance = law.moments().variance, std = std::sqrt(variance);
        QVERIFY2(std::abs(mass - 1) < 1e-5, qPrintable(QString::number(mass)));
        QVERIFY2(std::abs(mean) < 1e-4 * std, qPrintable(QString::number(mean / std)));
        QVERIFY2(std::abs(square / variance - 1) < 1e-4, qPrintable(QString::number(square / variance)));
        // The fast quantiles of a block against those in double, even at the ends of the range.
        BitBlock bits;
        for (std::uint32_t i = 0; i < block_columns; ++i)
            bits.words[i] = i < 24 ? 1u << i : i < 48 ? ~(1u << (i - 24)) : i * 0x04000000u + 12345;
        bits.words[0] = 0;
        bits.words[1] = 0xffffffffu;
        float fast[block_columns];
        law.quantiles(bits, fast);
        for (std::uint32_t i = 0; i < block_columns; ++i) {
            const double exact = law.quantile((double(bits.words[i]) + 0.5) * 0x1p-32);
            QVERIFY2(std::abs(fast[i] - exact) < 1e-6 * (std::abs(exact) + 0.1),
                qPrintable(QString("%1 and not %2").arg(double(fast[i]), 0, 'g', 9).arg(exact, 0, 'g', 9)));
        }
        for (double p : {0.01, 0.3, 0.5, 0.9, 0.999}) {
            const double x = law.quantile(p);
            const int i = std::clamp(int((x - first) / h), 0, steps - 1);
            QVERIFY2(std::abs(share[std::size_t(i)] - p) < 2e-3, qPrintable(QString::number(p)));
        }
    }

    void tails_are_those_of_the_error_function()
    {
        // Just below 3 the tail is the small remainder of ½, 370 times smaller; x/√2 costs x² roundings.
        for (double x = -8; x < 26; x += 1.0 / 64) {
            const double tail = 0.5 * std::erfc(x / std::sqrt(2.0));
            QVERIFY2(std::abs(std::exp(log_upper_tail(x)) / tail - 1) < 1e-12, qPrintable(QString::number(x)));
        }
    }

    void permutations_are_uniform()
    {
        const Stream stream {5, 0, TensorRole::weight, 1};
        constexpr std::uint32_t size = 5, trials = 20000;
        double counts[size][size] = {};
        for (std::uint32_t index = 0; index < trials; ++index) {
            std::uint32_t order[size];
            fill_permutation(stream, index, order, size);
            QCOMPARE(std::set<std::uint32_t>(order, order + size).size(), std::size_t(size));
            for (std::uint32_t i = 0; i < size; ++i)
                ++counts[i][order[i]];
        }
        for (const auto& row : counts)
            for (double count : row)
                QVERIFY(std::abs(count - trials / 5.0) < 5 * std::sqrt(trials * 0.2 * 0.8));
        std::vector<std::uint32_t> large(1000);
        fill_permutation(stream, 0, large.data(), large.size());
        QCOMPARE(std::set<std::uint32_t>(large.begin(), large.end()).size(), large.size());
        QVERIFY(!std::is_sorted(large.begin(), large.end()));
    }
};

STEPZERO_TEST(RandomTest, NoApplication)

}   // namespace tst_random
#include "tst_random.moc"
