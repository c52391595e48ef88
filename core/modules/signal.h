// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors that modules exchange: signals forward and gradients backward. The numbers have a power of two as unit,
// so that a network can be followed far beyond the range of float32. The module that computes them also takes their
// moments, while they are in the cache.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/math/linear/tiles.h"
#include "core/math/linear/units.h"
#include "core/math/statistics/accumulate.h"
#include "core/math/statistics/float_format.h"

namespace stepzero {

/// [features, columns]
using Tensor = Eigen::MatrixXf;

struct Signal {
    Tensor numbers {};   ///< in units of 2^exponent
    std::int64_t exponent = 0;   ///< 0 for ordinary numbers, see normalizing_shift()
    int positions = 1;   ///< column c is position c mod positions of sample (or sequence) c div positions
    Moments moments {};   ///< moments of `numbers`

    Eigen::Index rows() const { return numbers.rows(); }
    Eigen::Index columns() const { return numbers.cols(); }
    bool zero() const { return moments.largest_magnitude() == 0; }
};

/// The format to which results of operations are rounded after multiplication by 2^lift, the loss scale of gradients.
struct Rounding {
    FloatFormat format = FloatFormat::float16;
    int lift = 0;
};

/// The context of operations on signals.
struct PassContext : Context {
    std::optional<Rounding> rounding {};   ///< absent: float32, followed beyond its range

    PassContext() = default;
    PassContext(const Context& context) : Context(context) { }
};

/// Calls body(first, count) for tiles of columns; `cost` is the number of operations per entry. Throws Stopped.
template <class Body>
void for_columns(const Tensor& tensor, double cost, const Context& context, const Body& body)
{
    const Eigen::Index width = std::max<Eigen::Index>(1, 16384 / std::max<Eigen::Index>(1, tensor.rows()));
    for_tiles(tensor.cols(), width, cost * double(tensor.size()), context, body);
}

/// Like for_columns(), for a body that fills its columns of `tensor`. Returns the moments of all columns.
template <class Body>
Moments fill_columns(const Tensor& tensor, double cost, const Context& context, const Body& body)
{
    std::vector<Moments> parts(std::size_t(tensor.cols()));   // one per tile, stored at its first column
    for_columns(tensor, cost + 10, context, [&](Eigen::Index first, Eigen::Index count) {
        body(first, count);
        MomentAccumulator moments;
        moments.add(tensor.data() + first * tensor.rows(), std::size_t(count * tensor.rows()));
        parts[std::size_t(first)] = moments.moments();
    });
    return joined_moments(parts);
}

/// Makes the result of an operation from numbers in units of 2^exponent with known moments. Rounds it if the context
/// says so, and normalizes its units. Throws Stopped.
Signal make_signal(
    Tensor numbers, std::int64_t exponent, int positions, const Moments& moments, const PassContext& context);
/// As above, for numbers whose moments are not known yet. Throws Stopped.
Signal make_signal(Tensor numbers, std::int64_t exponent, int positions, const PassContext& context);

/// Converts samples from the order of files and generators, channel by channel, [channels × positions, samples], to the
/// columns of a signal: [channels, positions × samples].
Tensor by_position(Tensor batch, Eigen::Index channels, Eigen::Index positions);

/// Returns s·a. Throws Stopped.
Signal scaled(Signal a, double s, const PassContext& context);
/// Returns s·a + b for signals of the same shape. Throws Stopped.
Signal sum(Signal a, const Signal& b, const PassContext& context, double s = 1);

}   // namespace stepzero
