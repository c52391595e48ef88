// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/matrix_reading.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "core/math/linear/qr.h"
#include "core/modules/spectrum/singular_values.h"

namespace stepzero {

namespace {

using Numbers = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Reduces a matrix that is much longer than wide to the triangle of its QR decomposition, which has the same singular
/// values. It works piece by piece, so that no second copy of the matrix is needed.
Eigen::MatrixXd reduced(const Numbers& numbers, const Context& context)
{
    const bool tall = numbers.rows() >= numbers.cols();
    const Eigen::Index longer = std::max(numbers.rows(), numbers.cols()),
                       shorter = std::min(numbers.rows(), numbers.cols()), piece = 2 * shorter;
    const auto rows_of = [&](Eigen::Index first, Eigen::Index count) -> Eigen::MatrixXd {
        return tall ? Eigen::MatrixXd(numbers.middleRows(first, count).cast<double>())
                    : Eigen::MatrixXd(numbers.middleCols(first, count).transpose().cast<double>());
    };
    if (longer <= 2 * piece)
        return rows_of(0, longer);
    Eigen::MatrixXd triangle(0, shorter);
    for (Eigen::Index first = 0; first < longer; first += piece) {
        const Eigen::MatrixXd next = rows_of(first, std::min(piece, longer - first));
        Eigen::MatrixXd stacked(triangle.rows() + next.rows(), shorter);
        stacked << triangle, next;
        triangle = householder_qr(std::move(stacked), context).r;
        context.progress(0.3 + 0.5 * double(first) / double(longer), tr("singular values"));
    }
    return triangle;
}

}   // namespace

MatrixReading read_matrix(const Checkpoint& checkpoint, std::size_t index, const std::optional<Packing>& packing,
    std::size_t part, const Context& context)
{
    const StoredTensor& tensor = checkpoint.tensors()[index];
    const std::uint64_t all_rows = tensor.shape[0], all_columns = all_rows == 0 ? 0 : tensor.entries / all_rows;
    const bool by_row = packing && packing->axis == 0, by_column = packing && !by_row;
    std::vector<std::int64_t> place(std::size_t(all_columns), -1);   // index of each column within the part; −1 outside
    MatrixReading found;
    for (std::uint64_t column = 0; column < all_columns; ++column)
        if (!by_column || packing->part_of(column) == part)
            place[std::size_t(column)] = std::int64_t(found.columns++);
    for (std::uint64_t row = 0; row < all_rows; ++row)
        found.rows += !by_row || packing->part_of(row) == part ? 1 : 0;
    found.column_square_sums.resize(std::size_t(found.columns));

    if (std::min(found.rows, found.columns) > most_spectrum_side)
        found.obstacle = tr("more than %1 rows and columns", most_spectrum_side);
    else if (found.columns > 0 && found.rows > most_spectrum_entries / found.columns)
        found.obstacle = tr("more than %1 Mi entries", most_spectrum_entries >> 20);
    Numbers numbers(found.obstacle.empty() ? Eigen::Index(found.rows) : 0, Eigen::Index(found.columns));
    bool finite = true;
    std::uint64_t row = 0, column = 0, own_row = 0;
    const Context reading = context.part(0, 0.3);
    checkpoint.read(
        index,
        [&](std::span<const double> piece) {
            for (const double x : piece) {
                const std::int64_t at = by_row && packing->part_of(row) != part ? -1 : place[std::size_t(column)];
                if (at >= 0) {
                    found.column_square_sums[std::size_t(at)] += x * x;
                    finite = finite && std::isfinite(x);
                    if (numbers.rows() > 0)
                        numbers(Eigen::Index(own_row), Eigen::Index(at)) = float(x);
                }
                if (++column < all_columns)
                    continue;
                column = 0;
                own_row += !by_row || packing->part_of(row) == part ? 1 : 0;
                ++row;
            }
            reading.progress(double(row) / double(all_rows), tr("reading"));
        },
        context);
    if (!finite)
        found.obstacle = tr("not all numbers are finite");
    if (found.obstacle.empty() && numbers.size() > 0) {
        const Context rest = context.part(0.8, 0.2);
        found.singular_values = singular_values(reduced(numbers, context), rest);
    }
    return found;
}

}   // namespace stepzero
