// SPDX-License-Identifier: GPL-3.0-or-later
// QR compared with the machine's matrix product, singular values compared with Eigen's, and long products.
#include <Eigen/SVD>
#include <benchmark/benchmark.h>
#include <cmath>
#include <random>
#include <vector>

#include "core/math/linear/qr.h"
#include "core/modules/spectrum/singular_values.h"

using namespace stepzero;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

MatrixXd gaussian(int rows, int columns, std::mt19937_64& generator)
{
    std::normal_distribution<double> normal;
    return MatrixXd::NullaryExpr(rows, columns, [&] { return normal(generator); });
}

void count_flops(benchmark::State& state, double flops)
{
    state.counters["FLOP/s"] = benchmark::Counter(flops, benchmark::Counter::kIsIterationInvariantRate);
}

/// The peak as a reference: one thread, float64.
void matrix_product(benchmark::State& state)
{
    const int n = int(state.range(0));
    std::mt19937_64 generator(1);
    const MatrixXd a = gaussian(n, n, generator), b = gaussian(n, n, generator);
    MatrixXd c(n, n);
    for (auto _ : state) {
        c.noalias() = a * b;
        benchmark::DoNotOptimize(c.data());
    }
    count_flops(state, 2.0 * std::pow(n, 3));
}

template <class Scalar>
void qr(benchmark::State& state)
{
    const int n = int(state.range(0));
    std::mt19937_64 generator(1);
    ThreadPool pool(int(state.range(1)));
    Context context;
    context.pool = &pool;
    const typename Qr<Scalar>::Matrix a = gaussian(n, n, generator).cast<Scalar>();
    for (auto _ : state)
        benchmark::DoNotOptimize(householder_qr(a, context));
    count_flops(state, 8.0 / 3.0 * std::pow(n, 3));   // for R and Q
}

void values(benchmark::State& state)
{
    const int n = int(state.range(0));
    std::mt19937_64 generator(1);
    const MatrixXd a = gaussian(n, n, generator);
    for (auto _ : state)
        benchmark::DoNotOptimize(singular_values(a, Context {}));
}

void values_by_eigen(benchmark::State& state)
{
    const int n = int(state.range(0));
    std::mt19937_64 generator(1);
    const MatrixXd a = gaussian(n, n, generator);
    for (auto _ : state) {
        const Eigen::BDCSVD<MatrixXd> svd(a);
        benchmark::DoNotOptimize(svd.singularValues().data());
    }
}

enum class Kind { tanh, relu };

/// Layer Jacobians of a critical network at one sample. For ReLU, they lack the rows and columns of inactive units.
std::vector<MatrixXd> factors(int depth, int width, Kind kind)
{
    std::mt19937_64 generator(1);
    std::vector<MatrixXd> result;
    VectorXd x = gaussian(width, 1, generator);
    std::vector<int> before(static_cast<std::size_t>(width));
    for (int i = 0; i < width; ++i)
        before[std::size_t(i)] = i;
    for (int l = 0; l < depth; ++l) {
        const MatrixXd w = gaussian(width, width, generator) * std::sqrt((kind == Kind::relu ? 2.0 : 1.0) / width);
        const VectorXd z = w * x;
        if (kind == Kind::tanh) {
            result.emplace_back(z.unaryExpr([](double v) { return std::pow(std::cosh(v), -2); }).asDiagonal() * w);
            x = z.array().tanh();
        } else {
            std::vector<int> active;
            for (int i = 0; i < width; ++i)
                if (z(i) > 0)
                    active.push_back(i);
            result.emplace_back(w(active, before));
            before = active;
            x = z.cwiseMax(0);
        }
    }
    return result;
}

void long_product(benchmark::State& state, Kind kind)
{
    const int depth = int(state.range(0)), width = int(state.range(1));
    const std::vector<MatrixXd> chain = factors(depth, width, kind);
    ThreadPool pool(int(state.range(2)));
    Context context;
    context.pool = &pool;
    for (auto _ : state) {
        LongProduct product(width);
        for (const MatrixXd& factor : chain)
            product.multiply(factor, 0, context);
        benchmark::DoNotOptimize(product.log10_singular_values(context));
    }
}

}   // namespace

BENCHMARK(matrix_product)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(qr<double>)->ArgsProduct({{256, 1024}, {1, 2}})->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(qr<float>)->ArgsProduct({{256, 1024}, {1, 2}})->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(values)->Arg(256)->Arg(1000)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(values_by_eigen)->Arg(256)->Arg(1000)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(long_product, tanh, Kind::tanh)
    ->Args({32, 256, 1})
    ->Args({32, 256, 2})
    ->Args({100, 64, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(long_product, relu, Kind::relu)
    ->Args({32, 256, 2})
    ->Args({100, 64, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
