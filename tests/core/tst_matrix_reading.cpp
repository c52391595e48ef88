// SPDX-License-Identifier: GPL-3.0-or-later
// The properties of a chosen matrix, against a dense decomposition of the same numbers, and the theoretical
// distributions against simulation.
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "core/base/formats/safetensors.h"
#include "core/checkpoint/audit/matrix_reading.h"
#include "core/checkpoint/audit/shown_laws.h"
#include "tests/core/eigen_references.h"
#include "tests/main/registered_test.h"

namespace tst_matrix_reading {

using namespace stepzero;

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Matrix drawn(int rows, int columns)
{
    std::mt19937 engine(7);
    std::normal_distribution<float> law(0, 0.02F);
    return Matrix::NullaryExpr(rows, columns, [&] { return law(engine); });
}

MatrixReading readingOf(const Matrix& matrix, const std::optional<Packing>& packing = {}, std::size_t part = 0)
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("one.safetensors").toStdU16String();
    SafetensorsWriter writer(path, {{"w", {std::size_t(matrix.rows()), std::size_t(matrix.cols())}}});
    writer.append({matrix.data(), std::size_t(matrix.size())});
    writer.commit();
    return read_matrix(Checkpoint(path), 0, packing, part, {});
}

void compare(const MatrixReading& reading, const Eigen::MatrixXd& matrix)
{
    QCOMPARE(reading.rows, std::uint64_t(matrix.rows()));
    QCOMPARE(reading.columns, std::uint64_t(matrix.cols()));
    const Eigen::VectorXd values = jacobi_singular_values(matrix);
    QCOMPARE(reading.singular_values.size(), std::size_t(values.size()));
    for (Eigen::Index i = 0; i < values.size(); ++i)
        QVERIFY(std::abs(reading.singular_values[std::size_t(i)] - values[i]) < 1e-12 * values[0]);
    for (Eigen::Index j = 0; j < matrix.cols(); ++j)
        QVERIFY(std::abs(reading.column_square_sums[std::size_t(j)] / matrix.col(j).squaredNorm() - 1) < 1e-12);
}

}   // namespace

class TestMatrixReading : public QObject {
    Q_OBJECT
private slots:
    void singularValues_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::newRow("square") << 60 << 60;
        QTest::newRow("tall, piece by piece") << 1000 << 30;
        QTest::newRow("wide, piece by piece") << 24 << 700;
        QTest::newRow("one row") << 1 << 50;
    }
    void singularValues()
    {
        QFETCH(int, rows);
        QFETCH(int, columns);
        const Matrix matrix = drawn(rows, columns);
        compare(readingOf(matrix), matrix.cast<double>());
    }

    void partsOfPackedOnes()
    {
        const Matrix matrix = drawn(48, 60);
        compare(readingOf(matrix, Packing {1, {20, 20, 20}}, 1), matrix.middleCols(20, 20).cast<double>());
        compare(readingOf(matrix, Packing {0, {16, 32}}, 1), matrix.bottomRows(32).cast<double>());
        // Reads repeatedly until the axis ends.
        Eigen::MatrixXd own(24, 60);
        for (int i = 0; i < 24; ++i)
            own.row(i) = matrix.row(2 * i + 1).cast<double>();
        compare(readingOf(matrix, Packing {0, {1, 1}}, 1), own);
    }

    void whatIsNotFiniteHasNone()
    {
        Matrix matrix = drawn(8, 8);
        matrix(3, 3) = std::numeric_limits<float>::infinity();
        const MatrixReading reading = readingOf(matrix);
        QVERIFY(reading.singular_values.empty());
        QCOMPARE(reading.obstacle.english(), std::string("not all numbers are finite"));
    }

    void lawsAreThoseOfIndependentEntries()
    {
        const Matrix matrix = drawn(400, 300);
        AuditedPart part;
        part.entries.std = 0.02;
        part.entries.kurtosis = 3;
        part.nearest = "normal";
        const auto density = nearest_density(part, -0.2, 0.2, 400);
        QVERIFY(density.has_value());
        QVERIFY(std::abs(std::accumulate(density->y.begin(), density->y.end(), 0.0) * 0.4 / 400 - 1) < 1e-9);
        // Rows: σ̂² of 300 entries; the sorted ones lie within 4 standard errors of their quantiles.
        const std::vector<double> law = row_lengths(part, 300, 400);
        Eigen::VectorXd rows = (matrix.cast<double>().rowwise().squaredNorm() / 300).cwiseSqrt();
        std::sort(rows.begin(), rows.end());
        const double spread = 0.02 / std::sqrt(2 * 300.0);
        for (const int i : {40, 100, 200, 300, 360}) {
            const double p = i / 400.0,
                         normal = std::exp(-std::pow((law[std::size_t(i)] - 0.02) / spread, 2) / 2) / 2.5066;
            QVERIFY(std::abs(rows[i] - law[std::size_t(i)]) < 4 * spread * std::sqrt(p * (1 - p) / 400) / normal);
        }
        // No sampled matrix has a value beyond the edge, but a shifted one has.
        const SingularValueLaw values = singular_law(part, 400, 300);
        const double edge = outlier_edge(values, 400, 300);
        QVERIFY(edge > values.edges().second);
        QVERIFY(readingOf(matrix).singular_values.front() < edge);
        QVERIFY(readingOf(matrix.array() + 0.01F).singular_values.front() > edge);
    }
};

STEPZERO_TEST(TestMatrixReading, QCoreApplication)

}   // namespace tst_matrix_reading
#include "tst_matrix_reading.moc"
