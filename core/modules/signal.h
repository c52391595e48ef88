// SPDX-License-Identifier: GPL-3.0-or-later
// What passes between modules, forward a signal and backward a gradient: numbers with the power of two that is their
// unit, so that a network is followed far beyond float32, and with the moments that whoever made them found while they
// were in the cache.
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
    int positions = 1;   ///< column c is position c mod positions of sample, or sequence, c div positions
    Moments moments {};   ///< of the numbers

    Eigen::Index rows() const { return numbers.rows(); }
    Eigen::Index columns() const { return numbers.cols(); }
    bool zero() const { return moments.largest_magnitude() == 0; }
};

/// To which format what an operation gives is rounded, times 2^lift: of gradients the loss scale.
struct Rounding {
    FloatFormat format = FloatFormat::float16;
    int lift = 0;
};

/// What operations on signals are given.
struct PassContext : Context {
    std::optional<Rounding> rounding {};   ///< none: float32, and followed beyond its range

    PassContext() = default;
    PassContext(const Context& context) : Context(context) { }
};

/// body(first, count) for tiles of columns; `cost` is the operations that one
/// number takes. Throws Stopped.
template <class Body>
void for_columns(const Tensor& tensor, double cost, const Context& context, const Body& body)
{
    const Eigen::Index width = std::max<Eigen::Index>(1, 16384 / std::max<Eigen::Index>(1, tensor.rows()));
    for_tiles(tensor.cols(), width, cost * double(tensor.size()), context, body);
}

/// The same where the body fills its columns of `tensor`. Returns the moments of all.
template <class Body>
Moments fill_columns(const Tensor& tensor, double cost, const Context& context, const Body& body)
{
    std::vector<Moments> parts(std::size_t(tensor.cols()));   // one a tile, at its first column
    for_columns(tensor, cost + 10, context, [&](Eigen::Index first, Eigen::Index count) {
        body(first, count);
        MomentAccumulator moments;
        moments.add(tensor.data() + first * tensor.rows(), std::size_t(count * tensor.rows()));
        parts[std::size_t(first)] = moments.moments();
    });
    return joined_moments(parts);
}

/// What an operation gives: of numbers in units of 2^exponent whose moments are known the signal, rounded if the
/// context says so, in its own units. Throws Stopped.
Signal make_signal(
    Tensor numbers, std::int64_t exponent, int positions, const Moments& moments, const PassContext& context);
/// Of numbers whose moments are not known yet. Throws Stopped.
Signal make_signal(Tensor numbers, std::int64_t exponent, int positions, const PassContext& context);

/// Samples as files and draws have them, channel after channel, [channels × positions, samples], as columns of a
/// signal: [channels, positions × samples].
Tensor by_position(const Tensor& batch, Eigen::Index channels, Eigen::Index positions);

/// s·a. Throws Stopped.
Signal scaled(Signal a, double s, const PassContext& context);
/// s·a + b, of one shape. Throws Stopped.
Signal sum(Signal a, const Signal& b, const PassContext& context, double s = 1);

}   // namespace stepzero
