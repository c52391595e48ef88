// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/input/input.h"

#include <algorithm>
#include <boost/math/special_functions/cos_pi.hpp>
#include <boost/math/special_functions/sin_pi.hpp>
#include <cmath>
#include <vector>

#include "core/math/random/stream.h"
#include "core/network/input/distributions.h"

namespace stepzero {

namespace {

using Column = Eigen::Ref<Eigen::VectorXf>;

/// Fills `tile` samples per task, about some milliseconds of work.
Eigen::MatrixXf draw_columns(int units, int first, int samples, const Context& context,
    const std::function<void(std::uint32_t, Column)>& fill, int tile = 32)
{
    Eigen::MatrixXf batch(units, samples);
    context.parallel((samples + tile - 1) / tile, [&](int t) {
        for (int s = t * tile; s < std::min(samples, (t + 1) * tile); ++s)
            fill(std::uint32_t(first + s), batch.col(s));
    });
    return batch;
}

}   // namespace

Eigen::MatrixXf draw_input(const Experiment& experiment, int replica, int samples, const Context& context, int first)
{
    if (!experiment.input.file.empty()) {
        const auto rows = input_rows(experiment, context);
        return Eigen::Map<const Eigen::MatrixXf>(
            rows->values.data(), Eigen::Index(rows->shape[1]), Eigen::Index(rows->shape[0]))
            .middleCols(first, samples);
    }
    const InputDistribution& distribution = *find_input_distribution(experiment.input.distribution);
    const SampleFill fill
        = distribution.fill(experiment, {experiment.seed, std::uint32_t(replica), TensorRole::input, 0});
    return draw_columns(
        entries_of_layer(experiment.network, 0), first, samples, context,
        [&](std::uint32_t sample, Column x) {
            x *= float(experiment.input.std) * fill(sample, x);
            x.array() += float(experiment.input.mean);
        },
        distribution.tile);
}

int sample_count(const Experiment& experiment)
{
    return experiment.input.file.empty() ? experiment.input.samples : count_input_rows(experiment);
}

Eigen::MatrixXf draw_cotangent(
    const Experiment& experiment, int replica, int samples, const Context& context, int first)
{
    return draw_cotangent_of(
        experiment, entries_of_layer(experiment.network, depth(experiment.network)), replica, samples, context, first);
}

Eigen::MatrixXf draw_cotangent_of(
    const Experiment& experiment, int entries, int replica, int samples, const Context& context, int first)
{
    const Stream stream {experiment.seed, std::uint32_t(replica), TensorRole::cotangent, 0};
    return draw_columns(entries, first, samples, context,
        [&](std::uint32_t s, Column u) { fill_normal(stream, s, 0, u.data(), std::size_t(u.size())); });
}

namespace {

/// Returns two vectors of mean square 1 at the angle with this cosine and sine, from the directions of two others.
std::pair<Eigen::VectorXd, Eigen::VectorXd> at_angle(
    const Eigen::VectorXd& first, const Eigen::VectorXd& second, double cosine, double sine)
{
    const Eigen::VectorXd a = first.normalized();
    Eigen::VectorXd b = cosine * a;
    if (sine != 0) {
        // Apply Gram-Schmidt twice: if the directions are close, one pass leaves a component along the first.
        Eigen::VectorXd across = second.normalized();
        for (int pass = 0; pass < 2; ++pass) {
            across -= a.dot(across) * a;
            across.normalize();
        }
        b += sine * across;
    }
    const double length = std::sqrt(double(a.size()));
    return {length * a, length * b};
}

}   // namespace

Eigen::MatrixXf draw_pairs(const Experiment& experiment, int replica)
{
    const int units = entries_of_layer(experiment.network, 0), channels = width_of_layer(experiment.network, 0);
    const double half_turns = experiment.measure.correlation_angle / 180;
    const double cosine = boost::math::cos_pi(half_turns), sine = boost::math::sin_pi(half_turns);
    if (units == 1 && sine != 0)
        return Eigen::MatrixXf(1, 0);
    const Stream stream {experiment.seed, std::uint32_t(replica), TensorRole::pairs, 0};
    const auto numbers = [&](int row) {
        Eigen::VectorXf all(units);
        fill_normal(stream, std::uint32_t(row), 0, all.data(), std::size_t(units));
        return Eigen::VectorXd(all.cast<double>());
    };
    // A single channel has no angle at a position, so the angle is that of whole images.
    const int positions = channels > 1 ? units / channels : 1;
    Eigen::MatrixXf pairs(units, 2 * correlation_pairs);
    for (int pair = 0; pair < pairs.cols(); pair += 2) {
        const Eigen::VectorXd first = numbers(pair), second = numbers(pair + 1);
        for (int position = 0; position < positions; ++position) {
            const auto there = Eigen::seqN(position, units / positions, positions);   // channel after channel
            const auto [a, b] = at_angle(first(there), second(there), cosine, sine);
            pairs.col(pair)(there) = a.cast<float>();
            pairs.col(pair + 1)(there) = b.cast<float>();
        }
    }
    return pairs;
}

}   // namespace stepzero
