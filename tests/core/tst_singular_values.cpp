// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "core/math/linear/qr.h"
#include "core/modules/spectrum/graded.h"
#include "core/modules/spectrum/singular_values.h"
#include "tests/core/eigen_references.h"
#include "tests/core/stopping.h"
#include "tests/main/registered_test.h"

namespace tst_singular_values {

using namespace stepzero;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Chain = std::vector<MatrixXd>;
using Logs = std::vector<std::optional<double>>;

namespace {

class Draws {
public:
    explicit Draws(unsigned seed) : generator_(seed) { }
    MatrixXd gaussian(int rows, int columns)
    {
        return MatrixXd::NullaryExpr(rows, columns, [this] { return normal_(generator_); });
    }
    MatrixXd orthogonal(int n) { return householder_qr(gaussian(n, n), Context {}).q; }
    double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(generator_); }

private:
    std::mt19937_64 generator_;
    std::normal_distribution<double> normal_;
};

Logs log_values(const Chain& chain, const Context& context = {})
{
    LongProduct product(int(chain.front().cols()));
    for (const MatrixXd& factor : chain)
        product.multiply(factor, 0, context);
    return product.log10_singular_values(context);
}

/// Layer Jacobians of a tanh network with Gaussian weights at one sample.
Chain tanh_jacobians(int depth, int width, double sigma_w)
{
    Draws draws(5);
    Chain chain;
    VectorXd x = draws.gaussian(width, 1);
    for (int l = 0; l < depth; ++l) {
        const MatrixXd w = draws.gaussian(width, width) * (sigma_w / std::sqrt(width));
        const VectorXd z = w * x;
        chain.emplace_back(z.unaryExpr([](double v) { return std::pow(std::cosh(v), -2); }).asDiagonal() * w);
        x = z.array().tanh();
    }
    return chain;
}

using Precise = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<400>, boost::multiprecision::et_off>;

/// The plain product and plain one-sided Jacobi rotations, with 400 digits.
Logs precise_log_values(const Chain& chain)
{
    using Columns = std::vector<std::vector<Precise>>;
    const auto columns_of = [](const MatrixXd& m) {
        Columns columns(std::size_t(m.cols()), std::vector<Precise>(std::size_t(m.rows())));
        for (std::size_t j = 0; j < columns.size(); ++j)
            for (std::size_t i = 0; i < columns[j].size(); ++i)
                columns[j][i] = m(Eigen::Index(i), Eigen::Index(j));
        return columns;
    };
    Columns product = columns_of(chain.front());
    for (std::size_t l = 1; l < chain.size(); ++l) {
        const Columns factor = columns_of(chain[l]);
        for (std::vector<Precise>& column : product) {
            std::vector<Precise> next(factor.front().size(), Precise(0));
            for (std::size_t k = 0; k < column.size(); ++k)
                for (std::size_t i = 0; i < next.size(); ++i)
                    next[i] += factor[k][i] * column[k];
            column = std::move(next);
        }
    }
    const auto dot = [](const std::vector<Precise>& a, const std::vector<Precise>& b) {
        return std::inner_product(a.begin(), a.end(), b.begin(), Precise(0));
    };
    const Precise negligible = pow(Precise(10), -40);
    for (bool rotated = true; rotated;) {
        rotated = false;
        for (std::size_t i = 0; i < product.size(); ++i)
            for (std::size_t j = i + 1; j < product.size(); ++j) {
                const Precise aa = dot(product[i], product[i]), bb = dot(product[j], product[j]),
                              ab = dot(product[i], product[j]);
                if (abs(ab) <= negligible * sqrt(aa * bb))
                    continue;
                rotated = true;
                const Precise zeta = (bb - aa) / (2 * ab);
                const Precise t = (zeta < 0 ? -1 : 1) / (abs(zeta) + sqrt(1 + zeta * zeta));
                const Precise c = 1 / sqrt(1 + t * t), s = c * t;
                for (std::size_t k = 0; k < product[i].size(); ++k) {
                    const Precise x = product[i][k], y = product[j][k];
                    product[i][k] = c * x - s * y;
                    product[j][k] = s * x + c * y;
                }
            }
    }
    Logs logs;
    for (const std::vector<Precise>& column : product)
        logs.push_back(double(log10(dot(column, column))) / 2);
    std::sort(logs.begin(), logs.end(), std::greater<>());
    return logs;
}

double largest_difference(const Logs& a, const Logs& b)
{
    double largest = a.size() == b.size() ? 0 : 1e300;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (a[i].has_value() != b[i].has_value())
            return 1e300;
        if (a[i])
            largest = std::max(largest, std::abs(*a[i] - *b[i]));
    }
    return largest;
}

int present(const Logs& logs)
{
    return int(std::count_if(logs.begin(), logs.end(), [](const auto& x) { return x.has_value(); }));
}

}   // namespace

class TestSingularValues : public QObject {
    Q_OBJECT

private slots:
    void agree_with_jacobi_data()
    {
        QTest::addColumn<MatrixXd>("matrix");
        Draws draws(1);
        for (const auto& [rows, columns] : {std::pair {1, 1}, {2, 2}, {1, 40}, {40, 1}, {31, 31}, {33, 33}, {65, 64},
                 {150, 40}, {40, 150}, {128, 128}})
            QTest::addRow("%dx%d", rows, columns) << draws.gaussian(rows, columns);
        QTest::newRow("rank 30 of 90") << MatrixXd(draws.gaussian(90, 30) * draws.gaussian(30, 90));
        QTest::newRow("identity") << MatrixXd(MatrixXd::Identity(70, 70));
        QTest::newRow("ones") << MatrixXd(MatrixXd::Ones(70, 70));
        QTest::newRow("zeros") << MatrixXd(MatrixXd::Zero(5, 4));
        MatrixXd holes = draws.gaussian(80, 80);
        holes.row(50).setZero();
        holes.col(3).setZero();
        QTest::newRow("zero rows and columns") << holes;
        MatrixXd shift = MatrixXd::Zero(60, 60);
        shift.diagonal(1).setOnes();
        QTest::newRow("nilpotent") << shift;
        QTest::newRow("graded") << MatrixXd(
            draws.gaussian(80, 80) * VectorXd::LinSpaced(80, 0, -40).array().exp().matrix().asDiagonal());
        QTest::newRow("tiny numbers") << MatrixXd(draws.gaussian(50, 50) * 1e-290);
        QTest::newRow("huge numbers") << MatrixXd(draws.gaussian(50, 50) * 1e290);
    }

    void agree_with_jacobi()
    {
        QFETCH(MatrixXd, matrix);
        const std::vector<double> values = singular_values(matrix, Context {});
        const double scale = std::max(matrix.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
        const VectorXd expected = jacobi_singular_values(matrix / scale) * scale;
        QCOMPARE(values.size(), std::size_t(expected.size()));
        const double tolerance = double(std::max(matrix.rows(), matrix.cols())) * 4e-16 * expected(0);
        for (std::size_t i = 0; i < values.size(); ++i)
            QVERIFY(std::abs(values[i] - expected(Eigen::Index(i))) <= tolerance);
        QVERIFY(std::is_sorted(values.rbegin(), values.rend()));
    }

    /// Rounding errors between equal values must count as zero, or the iteration never ends.
    void equal_values_are_found()
    {
        Draws draws(4);
        for (const int times : {2, 6, 36, 576}) {
            const MatrixXd one = draws.gaussian(864 / times + 1, 576 / times);
            const Index rows = one.rows(), columns = one.cols();
            MatrixXd copies = MatrixXd::Zero(times * rows, times * columns);
            for (int k = 0; k < times; ++k)
                copies.block(k * rows, k * columns, rows, columns) = one;
            const VectorXd expected = jacobi_singular_values(one);
            const MatrixXd turned = draws.orthogonal(int(copies.rows())) * copies * draws.orthogonal(576);
            for (const MatrixXd& matrix : {copies, turned}) {
                const std::vector<double> values = singular_values(matrix, Context {});
                for (std::size_t i = 0; i < values.size(); ++i)
                    QVERIFY2(std::abs(values[i] - expected(Index(i) / times)) < 1e-12 * expected(0),
                        qPrintable(QString("%1 of %2 times each").arg(i).arg(times)));
            }
        }
    }

    /// A spectrum that takes seconds reports progress.
    void progress_rises()
    {
        Draws draws(3);
        std::vector<double> fractions;
        Context context;
        context.report = [&](const Progress& p) { fractions.push_back(p.fraction); };
        (void)singular_values(draws.gaussian(300, 260), context);
        QVERIFY2(fractions.size() >= 16, qPrintable(QString::number(fractions.size())));   // two for every 32 columns
        QCOMPARE(fractions.front(), 0.0);
        QVERIFY(std::is_sorted(fractions.begin(), fractions.end()) && fractions.back() > 0.9 && fractions.back() < 1);
    }

    void no_entries() { QVERIFY(singular_values(MatrixXd(0, 4), Context {}).empty()); }

    /// F_k = Q_k D_k Q_{k−1}ᵀ: the values of the product are the products of the diagonal entries. Every third factor
    /// grows where the others shrink, so that the order changes on the way.
    void known_values_over_200_orders()
    {
        Draws draws(2);
        const int n = 48, depth = 60;
        VectorXd logs = VectorXd::Zero(n);
        Chain chain;
        MatrixXd before = draws.orthogonal(n);
        for (int k = 0; k < depth; ++k) {
            const VectorXd d = VectorXd::NullaryExpr(n, [&](Eigen::Index i) {
                const double place = double(k % 3 == 2 ? n - 1 - i : i) / (n - 1);
                return draws.uniform(-0.2, 0.2) - (k % 3 == 2 ? 4.0 : 7.5) * place;
            });
            logs += d;
            const MatrixXd after = draws.orthogonal(n);
            chain.emplace_back(
                after * d.unaryExpr([](double x) { return std::pow(10, x); }).asDiagonal() * before.transpose());
            before = after;
        }
        std::sort(logs.begin(), logs.end(), std::greater<>());
        QVERIFY(logs(0) - logs(n - 1) > 200);
        // A factor is itself accurate only to 1e-16 of its largest entry, 10^7.7 times its smallest value: 60 of them
        // leave about 1e-8/√n.
        const double error = largest_difference(log_values(chain), Logs(logs.begin(), logs.end()));
        qInfo("spread %.0f orders, largest error %.1e", logs(0) - logs(n - 1), error);
        QVERIFY(error < 1e-7);
    }

    void exponents_are_followed()
    {
        Draws draws(3);
        const MatrixXd factor = draws.gaussian(20, 20);
        LongProduct plain(20), scaled(20);
        for (int i = 0; i < 10; ++i) {
            plain.multiply(factor, 0, Context {});
            scaled.multiply(factor, -20000, Context {});
        }
        Logs expected = plain.log10_singular_values(Context {});
        for (std::optional<double>& x : expected)
            *x -= 200000 * std::log10(2.0);
        QVERIFY(largest_difference(scaled.log10_singular_values(Context {}), expected) < 1e-9);
    }

    void scales_beyond_the_range_of_double()
    {
        const int n = 24;
        const MatrixXd t = Draws(4).orthogonal(n);
        const VectorXd e = VectorXd::LinSpaced(n, 4000, -4000);
        const Logs values = log2_singular_values(e, t, Context {});
        for (int i = 0; i < n; ++i)   // orthonormal rows preserve their scales
            QVERIFY(std::abs(*values[std::size_t(i)] - e(i)) < 1e-9);
    }

    void equal_to_a_precise_product_data()
    {
        QTest::addColumn<int>("depth");
        QTest::addColumn<double>("sigma_w");
        QTest::newRow("critical") << 40 << 1.0;
        QTest::newRow("chaotic") << 40 << 2.5;
        QTest::newRow("ordered") << 40 << 0.3;
        QTest::newRow("one layer") << 1 << 1.0;
    }

    void equal_to_a_precise_product()
    {
        QFETCH(int, depth);
        QFETCH(double, sigma_w);
        const Chain chain = tanh_jacobians(depth, 12, sigma_w);
        const Logs precise = precise_log_values(chain);
        const double error = largest_difference(log_values(chain), precise);
        qInfo("spread %.1f orders, largest error %.1e", *precise.front() - *precise.back(), error);
        QVERIFY(error < 1e-9);
    }

    /// 100 tanh layers of width 64: Σ log σ = Σ log |det F_k|, and the largest value by power iteration.
    void a_hundred_tanh_layers()
    {
        const Chain chain = tanh_jacobians(100, 64, 1.2);
        const Logs values = log_values(chain);
        QCOMPARE(present(values), 64);
        double sum = 0, determinants = 0;
        for (const std::optional<double>& x : values)
            sum += *x;
        for (const MatrixXd& factor : chain)
            determinants += log10_determinant(factor);
        QVERIFY(std::abs(sum - determinants) < 1e-8);

        VectorXd x = Draws(6).gaussian(64, 1).normalized();
        double top = 0;
        for (int step = 0; step < 300; ++step) {
            top = 0;
            const auto apply = [&](const auto& factor) {
                x = factor * x;
                top += std::log10(x.norm());
                x.normalize();
            };
            for (const MatrixXd& factor : chain)
                apply(factor);
            for (auto factor = chain.rbegin(); factor != chain.rend(); ++factor)
                apply(factor->transpose());
        }
        QVERIFY(std::abs(*values.front() - top / 2) < 1e-9);
        QVERIFY(*values.front() - *values.back() > 100);
    }

    void rank_deficient_factors()
    {
        Draws draws(8);
        const int n = 30;
        MatrixXd copies = draws.gaussian(n, n);   // two equal columns, one zero column: rank 28
        copies.col(7) = copies.col(2);
        copies.col(11).setZero();
        const MatrixXd low = draws.gaussian(n, 9) * draws.gaussian(9, n);

        const Logs first = log_values({copies});
        QCOMPARE(present(first), n - 2);
        const std::vector<double> expected = singular_values(copies, Context {});
        for (int i = 0; i < n - 2; ++i)
            QVERIFY(std::abs(*first[std::size_t(i)] - std::log10(expected[std::size_t(i)])) < 1e-10);

        const Chain chain {draws.gaussian(n, n), copies, draws.gaussian(n, n), low, draws.gaussian(n, n)};
        const Logs values = log_values(chain);
        QCOMPARE(values.size(), std::size_t(n));
        QCOMPARE(present(values), 9);
        MatrixXd plain = MatrixXd::Identity(n, n);
        for (const MatrixXd& factor : chain)
            plain = (factor * plain).eval();
        const std::vector<double> plain_values = singular_values(plain, Context {});
        for (std::size_t i = 0; i < 9; ++i)
            QVERIFY(std::abs(*values[i] - std::log10(plain_values[i])) < 1e-9);
    }

    void shapes_that_change_on_the_way()
    {
        Draws draws(9);
        const Chain chain {draws.gaussian(50, 20), draws.gaussian(12, 50), draws.gaussian(40, 12)};
        const Logs values = log_values(chain);
        QCOMPARE(values.size(), std::size_t(20));
        QCOMPARE(present(values), 12);
        const std::vector<double> expected = singular_values(chain[2] * chain[1] * chain[0], Context {});
        for (std::size_t i = 0; i < 12; ++i)
            QVERIFY(std::abs(*values[i] - std::log10(expected[i])) < 1e-11);
    }

    void nothing_is_left_of_zeros()
    {
        const MatrixXd some = Draws(10).gaussian(6, 6);
        QCOMPARE(present(log_values({some, MatrixXd::Zero(6, 6), some})), 0);
        QCOMPARE(log_values({some, MatrixXd::Zero(6, 6), some}).size(), std::size_t(6));
        LongProduct product(6);
        product.multiply(MatrixXd(0, 6), 0, Context {});   // a layer whose units are all inactive
        product.multiply(MatrixXd(4, 0), 0, Context {});
        QCOMPARE(product.log10_singular_values(Context {}), Logs(4));
    }

    void an_identity_has_ones()
    {
        for (const std::optional<double>& x : LongProduct(7).log10_singular_values(Context {}))
            QCOMPARE(*x, 0.0);
    }

    void a_wide_input_takes_no_square_of_it()
    {
        Draws draws(13);
        const MatrixXd wide = draws.gaussian(40, 65536), narrow = draws.gaussian(60, 40);
        const std::vector<double> expected = singular_values(narrow * wide, Context {});
        const Logs values = log_values({wide, narrow});
        QCOMPARE(values.size(), std::size_t(60));
        QCOMPARE(present(values), 40);
        // Both accurate to a few n·ε of the largest; the condition number of such a product is below 100.
        for (std::size_t i = 0; i < 40; ++i)
            QVERIFY(std::abs(*values[i] - std::log10(expected[i])) < 1e-11);
    }

    void threads_do_not_change_a_bit()
    {
        ThreadPool one(1), two(2);
        Context a, b;
        a.pool = &one;
        b.pool = &two;
        const Chain chain = tanh_jacobians(6, 200, 1.0);
        QVERIFY(log_values(chain, a) == log_values(chain, b));
        const MatrixXd matrix = Draws(11).gaussian(500, 420);
        QVERIFY(singular_values(matrix, a) == singular_values(matrix, b));
    }

    void a_stop_is_obeyed_data()
    {
        QTest::addColumn<bool>("chain");
        QTest::newRow("one matrix") << false;
        QTest::newRow("long product") << true;
    }

    void a_stop_is_obeyed()
    {
        QFETCH(bool, chain);
        const MatrixXd matrix = Draws(12).gaussian(2048, 2048);
        LongProduct product(2048);
        const auto seconds = seconds_to_stop(30, [&](const Context& context) {
            if (chain)
                product.multiply(matrix, 0, context);
            else
                singular_values(matrix, context);
        });
        QVERIFY(seconds && *seconds < 1);
    }
};

STEPZERO_TEST(TestSingularValues, NoApplication)

}   // namespace tst_singular_values
#include "tst_singular_values.moc"
