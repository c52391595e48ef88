// SPDX-License-Identifier: GPL-3.0-or-later
// Products with generated matrices against sums in float64, for shapes around every edge of the tiles.
#include <QTest>
#include <limits>

#include "core/modules/product.h"
#include "tests/core/modules.h"
#include "tests/main/registered_test.h"

namespace tst_modules_products {

using namespace stepzero;

namespace {

/// Returns the maximum effect of rounding on a sum of n products in any order, with one factor and a few numbers added
/// to it.
double bound(Eigen::Index n, double sum_of_magnitudes)
{
    return double(n + 6) * double(std::numeric_limits<float>::epsilon()) * sum_of_magnitudes;
}

}   // namespace

class TestModulesProducts : public QObject {
    Q_OBJECT

private slots:
    void areSumsOfProducts_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("inner");
        QTest::addColumn<int>("columns");
        for (const int rows : {1, 7, 16, 65, 200})
            for (const int inner : {1, 50, 385, 1100})
                for (const int columns : {1, 9, 16, 31, 48, 53})
                    QTest::addRow("%d by %d by %d", rows, inner, columns) << rows << inner << columns;
        QTest::newRow("two tiles of columns") << 20 << 30 << 600;
        QTest::newRow("no column") << 20 << 30 << 0;
    }

    void areSumsOfProducts()
    {
        QFETCH(int, rows);
        QFETCH(int, inner);
        QFETCH(int, columns);
        ThreadPool pool(3);
        Context context;
        context.pool = &pool;
        auto noise = std::make_shared<BaseNoise>();
        noise->entries = normal_tensor(rows, inner, 1);
        const Tensor x = normal_tensor(inner, columns, 2), g = normal_tensor(rows, columns, 3);
        const Eigen::VectorXf bias = normal_tensor(rows, 1, 4);
        for (const auto& [scale, shift] : {std::pair(1.0F, 0.0F), {0.5F, 0.25F}, {0.0F, 0.0F}, {0.0F, 2.0F}}) {
            const ScaledMatrix w {noise, scale, shift};
            const Eigen::MatrixXd full
                = (double(scale) * noise->entries.cast<double>().array() + double(shift)).matrix();
            const Eigen::MatrixXd large
                = (double(scale) * noise->entries.cast<double>().array().abs() + double(shift)).matrix();
            const auto close = [](const Tensor& found, const Eigen::MatrixXd& expected,
                                   const Eigen::MatrixXd& magnitude, Eigen::Index n) {
                if (found.rows() != expected.rows() || found.cols() != expected.cols())
                    return false;
                for (Eigen::Index i = 0; i < found.size(); ++i)
                    if (!(std::abs(double(found(i)) - expected(i)) <= bound(n, magnitude(i))))
                        return false;
                return true;
            };
            const Eigen::MatrixXd xd = x.cast<double>(), gd = g.cast<double>();
            QVERIFY(close(plain(product(w, signal_of(x), {}, context)), full * xd, large * xd.cwiseAbs(), inner));
            QVERIFY(close(plain(product(w, signal_of(x), bias, context)), (full * xd).colwise() + bias.cast<double>(),
                (large * xd.cwiseAbs()).colwise() + bias.cast<double>().cwiseAbs(), inner));
            QVERIFY(close(plain(transposed_product(w, signal_of(g), context)), full.transpose() * gd,
                large.transpose() * gd.cwiseAbs(), rows));
        }
    }

    void writeOnlyToTheirColumns()
    {
        const Context context;
        auto noise = std::make_shared<BaseNoise>();
        noise->entries = normal_tensor(20, 33, 1);
        const ScaledMatrix w {noise, 1, 0};
        const Tensor x = normal_tensor(33, 12, 2), g = normal_tensor(20, 12, 3);
        Tensor y = Tensor::Constant(20, 12, 7), d = Tensor::Constant(33, 12, 7);
        DrawnProduct(Left::transposed, w, x.middleCols(2, 5), {}, y.middleCols(4, 5)).run(context);
        DrawnProduct(Left::plain, w, g.middleCols(2, 5), {}, d.middleCols(4, 5)).run(context);
        QCOMPARE(y.middleCols(4, 5), plain(product(w, signal_of(x.middleCols(2, 5)), {}, context)));
        QCOMPARE(d.middleCols(4, 5), plain(transposed_product(w, signal_of(g.middleCols(2, 5)), context)));
        for (const int column : {0, 3, 9, 11}) {
            QCOMPARE(y.col(column), Eigen::VectorXf::Constant(20, 7));
            QCOMPARE(d.col(column), Eigen::VectorXf::Constant(33, 7));
        }
    }

    // Integers whose sums are exact in any order of addition.
    void areExactInDoubles()
    {
        using Product = TiledProduct<double>;
        using Eigen::MatrixXd;
        const auto whole = [](int rows, int columns, std::uint32_t stream) {
            return MatrixXd((8 * normal_tensor(rows, columns, stream).cast<double>()).array().round());
        };
        for (const int rows : {1, 31, 130, 600})
            for (const int inner : {0, 1, 70, 513})
                for (const int columns : {1, 7, 129}) {
                    const MatrixXd a = whole(rows, inner, 1), b = whole(inner, columns, 2), c = whole(rows, columns, 3);
                    const MatrixXd expected = a.lazyProduct(b), turned_a = a.transpose(), turned_b = b.transpose();
                    MatrixXd y = c;
                    Product(Left::plain, a, b, y).run({});
                    QCOMPARE(y, expected);
                    Product(Left::transposed, turned_a, b, y, -2, Product::To::add).run({});
                    QCOMPARE(y, MatrixXd(-expected));
                    Product::add_outer(a, turned_b, y, {}, 3);
                    QCOMPARE(y, MatrixXd(2 * expected));
                    QCOMPARE(product(a, b, {}), expected);
                }
        const MatrixXd r = whole(150, 170, 4).triangularView<Eigen::Upper>(), b = whole(170, 9, 5);
        QCOMPARE(upper_product(r, b, {}), MatrixXd(r.lazyProduct(b)));
    }

    /// The tiles that are copied have the bits that they would have had.
    void symmetricProductsAreTheSameBits()
    {
        for (const int n : {1, 40, 129, 300, 700}) {
            const Tensor a = normal_tensor(n, 90, 1);
            Tensor gram = Tensor::Zero(n, n), outer = gram;
            TiledProduct<float>::add_gram(a, gram, {});
            TiledProduct<float>::add_outer(a, a, outer, {});
            QCOMPARE(gram, outer);
            TiledProduct<float>(Left::plain, outer, outer, gram, 2).run_symmetric({});
            Tensor square(n, n);
            TiledProduct<float>(Left::plain, outer, outer, square, 2).run({});
            QCOMPARE(gram, square);
        }
    }

    void areTheSameBitsOnAnyThreads()
    {
        const Tensor a = normal_tensor(300, 700, 1), b = normal_tensor(700, 270, 2);
        Tensor found[2] = {Tensor(300, 270), Tensor(300, 270)};
        for (const int threads : {1, 3}) {
            ThreadPool pool(threads);
            Context context;
            context.pool = &pool;
            TiledProduct<float>(Left::plain, a, b, found[threads / 2]).run(context);
        }
        QCOMPARE(found[0], found[1]);
    }
};

STEPZERO_TEST(TestModulesProducts, NoApplication)

}   // namespace tst_modules_products
#include "tst_modules_products.moc"
