// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products compared with the machine's peak. Products, QR and singular values are also compared with LAPACK,
// where its C interface was found. Rates are per second of processor time, that is per core, so that they are
// meaningful on a busy machine too. OPENBLAS_NUM_THREADS=1 prevents OpenBLAS from spending processor time on waiting.
#include <Eigen/Core>
#include <benchmark/benchmark.h>
#include <cmath>
#include <vector>

#include "core/math/linear/bidiagonal.h"
#include "core/math/linear/kernel.h"
#include "core/math/linear/product.h"
#include "core/math/linear/qr.h"

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

/// The innermost loop of a product on a panel that stays in the L1 cache.
void peak(benchmark::State& state)
{
    constexpr int n = 128, repeats = 1000, width = kernel::panel_width<float>;
    const Context context;
    const int tasks = 4 * context.pool->threads();
    for (auto _ : state)
        context.parallel(tasks, [&](int) {
            alignas(64) float panel[n * width], rows[kernel::lanes][n], tile[kernel::lanes * width];
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
    count_operations(state, 2.0 * n * width * kernel::lanes * repeats * tasks);
}

/// Shapes are rows of the result, summed numbers, and samples.
void shapes(benchmark::internal::Benchmark* all)
{
    for (const auto& shape : {std::vector<std::int64_t> {1024, 1024, 1024}, {256, 256, 256}, {768, 768, 768},
             {3072, 3072, 3072}, {768, 768, 512}, {3072, 768, 512}, {1024, 1024, 1}, {1024, 1024, 8}, {64, 64, 1000},
             {33, 17, 100}, {5, 5, 5}})
        all->Args(shape);
    all->MeasureProcessCPUTime();
}

/// The products of a network with weights stored row by row: forward (Left::transposed) and backward.
template <class Scalar, Left left>
void own_product(benchmark::State& state)
{
    using Product = TiledProduct<Scalar>;
    const auto m = state.range(0), k = state.range(1), n = state.range(2);
    const auto w = Product::Matrix::Random(left == Left::plain ? m : k, left == Left::plain ? k : m).eval();
    const auto x = Product::Matrix::Random(k, n).eval();
    typename Product::Matrix y(m, n);
    for (auto _ : state)
        Product(left, w, x, y).run({});
    count_operations(state, 2.0 * double(m * k * n));
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

// Maps LAPACK's names for both scalars.
void gemm(CBLAS_TRANSPOSE left, int m, int n, int k, const MatrixXf& a, const MatrixXf& b, MatrixXf& y)
{
    cblas_sgemm(CblasColMajor, left, CblasNoTrans, m, n, k, 1, a.data(), int(a.rows()), b.data(), k, 0, y.data(), m);
}
void gemm(CBLAS_TRANSPOSE left, int m, int n, int k, const MatrixXd& a, const MatrixXd& b, MatrixXd& y)
{
    cblas_dgemm(CblasColMajor, left, CblasNoTrans, m, n, k, 1, a.data(), int(a.rows()), b.data(), k, 0, y.data(), m);
}
void geqrf(int n, float* a, float* tau) { LAPACKE_sgeqrf(LAPACK_COL_MAJOR, n, n, a, n, tau); }
void geqrf(int n, double* a, double* tau) { LAPACKE_dgeqrf(LAPACK_COL_MAJOR, n, n, a, n, tau); }
void orgqr(int n, float* a, const float* tau) { LAPACKE_sorgqr(LAPACK_COL_MAJOR, n, n, n, a, n, tau); }
void orgqr(int n, double* a, const double* tau) { LAPACKE_dorgqr(LAPACK_COL_MAJOR, n, n, n, a, n, tau); }

template <class Scalar, Left left>
void lapack_product(benchmark::State& state)
{
    using Matrix = typename TiledProduct<Scalar>::Matrix;
    const int m = int(state.range(0)), k = int(state.range(1)), n = int(state.range(2));
    const Matrix w = Matrix::Random(left == Left::plain ? m : k, left == Left::plain ? k : m), x = Matrix::Random(k, n);
    Matrix y(m, n);
    for (auto _ : state)
        gemm(left == Left::plain ? CblasNoTrans : CblasTrans, m, n, k, w, x, y);
    count_operations(state, 2.0 * m * k * n);
}

/// Computes Q and R, like the program's own.
template <class Scalar>
void lapack_qr(benchmark::State& state)
{
    using Matrix = typename TiledProduct<Scalar>::Matrix;
    const int n = int(state.range(0));
    const Matrix a = Matrix::Random(n, n);
    std::vector<Scalar> tau(static_cast<std::size_t>(n));
    for (auto _ : state) {
        Matrix q = a;
        geqrf(n, q.data(), tau.data());
        const Matrix r = q.template triangularView<Eigen::Upper>();
        orgqr(n, q.data(), tau.data());
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

void sizes(benchmark::internal::Benchmark* all) { all->Arg(256)->Arg(1024)->MeasureProcessCPUTime(); }

BENCHMARK(peak)->MeasureProcessCPUTime();
BENCHMARK(own_product<float, Left::transposed>)->Apply(shapes);
BENCHMARK(own_product<double, Left::transposed>)->Apply(shapes);
BENCHMARK(own_product<float, Left::plain>)->Apply(shapes);
BENCHMARK(own_product<double, Left::plain>)->Apply(shapes);
BENCHMARK(own_qr<float>)->Apply(sizes);
BENCHMARK(own_qr<double>)->Apply(sizes);
BENCHMARK(own_singular_values)->Apply(sizes);
#ifdef STEPZERO_LAPACKE
BENCHMARK(lapack_product<float, Left::transposed>)->Apply(shapes);
BENCHMARK(lapack_product<double, Left::transposed>)->Apply(shapes);
BENCHMARK(lapack_product<float, Left::plain>)->Apply(shapes);
BENCHMARK(lapack_product<double, Left::plain>)->Apply(shapes);
BENCHMARK(lapack_qr<float>)->Apply(sizes);
BENCHMARK(lapack_qr<double>)->Apply(sizes);
BENCHMARK(lapack_singular_values)->Apply(sizes);
#endif

}   // namespace

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
#ifdef STEPZERO_LAPACKE
    benchmark::AddCustomContext("openblas", openblas_get_corename());   // the kernel that it picked
#endif
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
