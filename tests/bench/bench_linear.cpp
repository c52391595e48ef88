// SPDX-License-Identifier: GPL-3.0-or-later
// The two ways in which networks multiply, beside the machine's peak, and our QR and singular values beside LAPACK's
// where its C interface was found. Rates are of a second of processor time, that is of a core, so that they say
// something on a busy machine too; OPENBLAS_NUM_THREADS=1 then keeps OpenBLAS from spending processor time on waiting.
#include <Eigen/Core>
#include <benchmark/benchmark.h>
#include <cmath>
#include <vector>

#include "core/linear/bidiagonal.h"
#include "core/linear/qr.h"
#include "core/linear/tiling.h"
#include "core/modules/kernel.h"
#include "core/modules/product.h"

#ifdef STEPZERO_LAPACKE
#include <cblas.h>
#include <lapacke.h>
#endif

using namespace stepzero;
using Eigen::MatrixXd;
using Eigen::MatrixXf;

namespace {

void count_operations(benchmark::State& state, double each)
{
    state.counters["GFLOP/s"]
        = benchmark::Counter(1e-9 * each * double(state.iterations()), benchmark::Counter::kIsRate);
}

WeightMatrix random_weights(int rows, int columns) { return WeightMatrix::Random(rows, columns); }

/// The innermost loop of the modules' product on a panel that stays in the first cache.
void peak(benchmark::State& state)
{
    constexpr int n = 128, repeats = 1000;
    const Context context;
    const int tasks = 4 * context.pool->threads();
    for (auto _ : state)
        context.parallel(tasks, [&](int) {
            alignas(64) float panel[n * kernel::panel_width], rows[kernel::lanes][n];
            alignas(64) float tile[kernel::lanes * kernel::panel_width];
            std::fill(std::begin(panel), std::end(panel), 0.5F);
            const float* streams[kernel::lanes];
            for (int lane = 0; lane < kernel::lanes; ++lane) {
                std::fill(std::begin(rows[lane]), std::end(rows[lane]), 0.25F);
                streams[lane] = rows[lane];
            }
            for (int i = 0; i < repeats; ++i) {
                kernel::multiply<kernel::most_packets>(n, panel, streams, tile);
                benchmark::DoNotOptimize(tile);
                benchmark::ClobberMemory();
            }
        });
    count_operations(state, 2.0 * n * kernel::panel_width * kernel::lanes * repeats * tasks);
}

/// Shapes are rows of W, columns of W, samples.
void shapes(benchmark::internal::Benchmark* all)
{
    for (const auto& shape :
        {std::vector<std::int64_t> {1024, 1024, 1024}, {256, 256, 256}, {768, 768, 512}, {3072, 768, 512}})
        all->Args(shape);
    all->MeasureProcessCPUTime();
}

/// W x by Eigen's product on tiles, as a dense network does it.
void eigen_tiles(benchmark::State& state)
{
    const int m = int(state.range(0)), k = int(state.range(1)), n = int(state.range(2));
    const WeightMatrix w = random_weights(m, k);
    const MatrixXf x = MatrixXf::Random(k, n);
    MatrixXf y(m, n);
    const Context context;
    const Tiling tiling(m, n);
    for (auto _ : state)
        context.parallel(tiling.size(), [&](int i) {
            const Block b = tiling[i];
            y.block(b.row, b.column, b.rows, b.columns).noalias()
                = w.middleRows(b.row, b.rows) * x.middleCols(b.column, b.columns);
        });
    count_operations(state, 2.0 * m * k * n);
}

/// Wᵀ g, as a dense network does it.
void eigen_tiles_transposed(benchmark::State& state)
{
    const int m = int(state.range(0)), k = int(state.range(1)), n = int(state.range(2));
    const WeightMatrix w = random_weights(m, k);
    const MatrixXf g = MatrixXf::Random(m, n);
    MatrixXf y(k, n);
    const Context context;
    const Tiling tiling(k, n);
    for (auto _ : state)
        context.parallel(tiling.size(), [&](int i) {
            const Block b = tiling[i];
            y.block(b.row, b.column, b.rows, b.columns).noalias()
                = w.middleCols(b.row, b.rows).transpose() * g.middleCols(b.column, b.columns);
        });
    count_operations(state, 2.0 * m * k * n);
}

ScaledMatrix drawn(int rows, int columns)
{
    BaseNoise noise;
    noise.entries = random_weights(rows, columns);
    ScaledMatrix matrix;
    matrix.base = std::make_shared<const BaseNoise>(std::move(noise));
    return matrix;
}

/// The modules' own kernel. The place for the result is there already, as it is for Eigen's.
void own_kernel(benchmark::State& state)
{
    const int m = int(state.range(0)), k = int(state.range(1)), n = int(state.range(2));
    const ScaledMatrix w = drawn(m, k);
    const MatrixXf x = MatrixXf::Random(k, n);
    MatrixXf y(m, n);
    const Context context;
    for (auto _ : state)
        product(w, x, {}, context, y);
    count_operations(state, 2.0 * m * k * n);
}

void own_kernel_transposed(benchmark::State& state)
{
    const int m = int(state.range(0)), k = int(state.range(1)), n = int(state.range(2));
    const ScaledMatrix w = drawn(m, k);
    const MatrixXf g = MatrixXf::Random(m, n);
    MatrixXf y(k, n);
    const Context context;
    for (auto _ : state)
        transposed_product(w, g, context, y);
    count_operations(state, 2.0 * m * k * n);
}

template <class Scalar>
void own_qr(benchmark::State& state)
{
    const auto n = state.range(0);
    const Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> a = decltype(a)::Random(n, n);
    for (auto _ : state)
        benchmark::DoNotOptimize(householder_qr(a, {}));
}

void own_singular_values(benchmark::State& state)
{
    const MatrixXd a = MatrixXd::Random(state.range(0), state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(singular_values(bidiagonalize(a, {}), {}));
}

#ifdef STEPZERO_LAPACKE

void lapack_product(benchmark::State& state)
{
    const int m = int(state.range(0)), k = int(state.range(1)), n = int(state.range(2));
    const WeightMatrix w = random_weights(m, k);
    const MatrixXf x = MatrixXf::Random(k, n);
    MatrixXf y(m, n);
    for (auto _ : state)
        cblas_sgemm(CblasColMajor, CblasTrans, CblasNoTrans, m, n, k, 1, w.data(), k, x.data(), k, 0, y.data(), m);
    count_operations(state, 2.0 * m * k * n);
}

/// Q and R, as ours gives them.
void lapack_qr_float(benchmark::State& state)
{
    const auto n = lapack_int(state.range(0));
    const MatrixXf a = MatrixXf::Random(n, n);
    std::vector<float> tau(static_cast<std::size_t>(n));
    for (auto _ : state) {
        MatrixXf q = a;
        LAPACKE_sgeqrf(LAPACK_COL_MAJOR, n, n, q.data(), n, tau.data());
        const MatrixXf r = q.triangularView<Eigen::Upper>();
        LAPACKE_sorgqr(LAPACK_COL_MAJOR, n, n, n, q.data(), n, tau.data());
        benchmark::DoNotOptimize(q.data());
        benchmark::DoNotOptimize(r.data());
    }
}

void lapack_qr_double(benchmark::State& state)
{
    const auto n = lapack_int(state.range(0));
    const MatrixXd a = MatrixXd::Random(n, n);
    std::vector<double> tau(static_cast<std::size_t>(n));
    for (auto _ : state) {
        MatrixXd q = a;
        LAPACKE_dgeqrf(LAPACK_COL_MAJOR, n, n, q.data(), n, tau.data());
        const MatrixXd r = q.triangularView<Eigen::Upper>();
        LAPACKE_dorgqr(LAPACK_COL_MAJOR, n, n, n, q.data(), n, tau.data());
        benchmark::DoNotOptimize(q.data());
        benchmark::DoNotOptimize(r.data());
    }
}

void lapack_singular_values(benchmark::State& state)
{
    const auto n = lapack_int(state.range(0));
    const MatrixXd a = MatrixXd::Random(n, n);
    std::vector<double> values(static_cast<std::size_t>(n));
    for (auto _ : state) {
        MatrixXd work = a;
        LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'N', n, n, work.data(), n, values.data(), nullptr, 1, nullptr, 1);
        benchmark::DoNotOptimize(values.data());
    }
}

#endif

BENCHMARK(peak)->MeasureProcessCPUTime();
BENCHMARK(eigen_tiles)->Apply(shapes);
BENCHMARK(own_kernel)->Apply(shapes);
BENCHMARK(eigen_tiles_transposed)->Apply(shapes);
BENCHMARK(own_kernel_transposed)->Apply(shapes);
BENCHMARK(own_qr<float>)->Arg(256)->Arg(1024)->MeasureProcessCPUTime();
BENCHMARK(own_qr<double>)->Arg(256)->Arg(1024)->MeasureProcessCPUTime();
BENCHMARK(own_singular_values)->Arg(256)->Arg(1024)->MeasureProcessCPUTime();
#ifdef STEPZERO_LAPACKE
BENCHMARK(lapack_product)->Apply(shapes);
BENCHMARK(lapack_qr_float)->Arg(256)->Arg(1024)->MeasureProcessCPUTime();
BENCHMARK(lapack_qr_double)->Arg(256)->Arg(1024)->MeasureProcessCPUTime();
BENCHMARK(lapack_singular_values)->Arg(256)->Arg(1024)->MeasureProcessCPUTime();
#endif

}   // namespace

BENCHMARK_MAIN();
