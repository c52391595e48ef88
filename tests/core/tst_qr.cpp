// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <limits>
#include <random>

#include "core/math/linear/qr.h"
#include "tests/core/stopping.h"
#include "tests/main/registered_test.h"

namespace tst_qr {

using namespace stepzero;

namespace {

template <class Matrix>
Matrix gaussian(int rows, int columns)
{
    std::mt19937_64 generator(7);
    std::normal_distribution<double> normal;
    using Scalar = typename Matrix::Scalar;
    return Matrix::NullaryExpr(rows, columns, [&] { return Scalar(normal(generator)); });
}

template <class Matrix>
void check_factors(const Matrix& a)
{
    using Scalar = typename Matrix::Scalar;
    const auto qr = householder_qr(a, Context {});
    const Eigen::Index k = std::min(a.rows(), a.cols());
    QCOMPARE(qr.q.rows(), a.rows());
    QCOMPARE(qr.q.cols(), k);
    QCOMPARE(qr.r.rows(), k);
    QCOMPARE(qr.r.cols(), a.cols());
    // Householder QR is backward stable: its error is a few √n units of rounding of the norm (Higham 2002, section
    // 19.3).
    const Scalar tolerance = 10 * std::sqrt(Scalar(a.rows() + a.cols())) * std::numeric_limits<Scalar>::epsilon();
    QVERIFY((qr.q * qr.r - a).norm() <= tolerance * a.norm());
    QVERIFY((qr.q.transpose() * qr.q - Matrix::Identity(k, k)).norm() <= tolerance * std::sqrt(Scalar(k)));
    for (Eigen::Index j = 0; j < qr.r.cols(); ++j)
        for (Eigen::Index i = j + 1; i < k; ++i)
            QCOMPARE(qr.r(i, j), Scalar(0));
}

}   // namespace

class TestQr : public QObject {
    Q_OBJECT

private slots:
    void factors_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        for (const auto& [rows, columns] : {std::pair {1, 1}, {1, 5}, {5, 1}, {31, 31}, {32, 32}, {33, 33}, {64, 96},
                 {200, 77}, {77, 200}, {256, 256}, {300, 299}, {0, 3}, {3, 0}})
            QTest::addRow("%dx%d", rows, columns) << rows << columns;
    }

    void factors()
    {
        QFETCH(int, rows);
        QFETCH(int, columns);
        check_factors(gaussian<Eigen::MatrixXd>(rows, columns));
        check_factors(gaussian<Eigen::MatrixXf>(rows, columns));
    }

    void singular_matrices_have_orthonormal_q()
    {
        Eigen::MatrixXd a = gaussian<Eigen::MatrixXd>(90, 90);
        a.col(40) = a.col(3);
        a.col(50).setZero();
        check_factors(a);
        check_factors(Eigen::MatrixXd(Eigen::MatrixXd::Zero(50, 40)));
    }

    /// Columns of any size keep their accuracy: the error of each is relative to itself.
    void columns_keep_their_own_accuracy()
    {
        const int n = 80;
        Eigen::MatrixXd a = gaussian<Eigen::MatrixXd>(n, n);
        for (int j = 0; j < n; ++j)
            a.col(j) *= std::pow(10.0, -j);
        const Qr<double> qr = householder_qr(a, Context {});
        for (int j = 0; j < n; ++j)
            QVERIFY((qr.q * qr.r.col(j) - a.col(j)).norm() <= 1e-13 * a.col(j).norm());
    }

    void threads_do_not_change_a_bit()
    {
        ThreadPool one(1), two(2);
        Context a, b;
        a.pool = &one;
        b.pool = &two;
        const Eigen::MatrixXd matrix = gaussian<Eigen::MatrixXd>(777, 650);
        const Qr<double> x = householder_qr(matrix, a), y = householder_qr(matrix, b);
        QVERIFY(x.q == y.q);
        QVERIFY(x.r == y.r);
    }

    void a_stop_is_obeyed()
    {
        const Eigen::MatrixXf matrix = gaussian<Eigen::MatrixXf>(2048, 2048);
        const auto seconds = seconds_to_stop(30, [&](const Context& context) { householder_qr(matrix, context); });
        QVERIFY(seconds && *seconds < 1);
    }
};

STEPZERO_TEST(TestQr, NoApplication)

}   // namespace tst_qr
#include "tst_qr.moc"
