// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/input/input.h"

#include <algorithm>
#include <boost/math/special_functions/cos_pi.hpp>
#include <boost/math/special_functions/sin_pi.hpp>
#include <cmath>
#include <functional>
#include <vector>

#include "core/random/natural.h"
#include "core/random/stream.h"

namespace stepzero {

namespace {

using Column = Eigen::Ref<Eigen::VectorXf>;

/// Turns the stream's numbers for one sample into the input's: mean and std are those of the file format.
void fill_sample(const Input& input, const Stream& stream, std::uint32_t sample, Column x)
{
    const auto n = std::size_t(x.size());
    const auto mean = float(input.mean), std = float(input.std);
    if (input.distribution == "uniform") {
        fill_uniform(stream, sample, 0, x.data(), n);
        x = x * (std * std::sqrt(3.0F));
    } else if (input.distribution == "rademacher") {
        fill_uniform(stream, sample, 0, x.data(), n);
        x = (x.array() < 0).select(Eigen::VectorXf::Constant(x.size(), -std), Eigen::VectorXf::Constant(x.size(), std));
    } else {
        fill_normal(stream, sample, 0, x.data(), n);
        // "sphere" puts each sample at distance std·√n from the mean, where a normal one is on average.
        const double to_sphere = std::sqrt(double(n)) / std::max(x.cast<double>().norm(), 1e-30);
        x *= input.distribution == "sphere" ? std * float(to_sphere) : std;
    }
    x.array() += mean;
}

/// Channel after channel, each a field of its own: two of them are drawn together.
void fill_natural(const Input& input, const NaturalField& field, const Stream& stream, std::uint32_t sample, Column x)
{
    const std::size_t positions = field.positions(), channels = std::size_t(x.size()) / positions;
    std::vector<float> normal(2 * positions);
    for (std::size_t c = 0; c < channels; c += 2) {
        fill_normal(stream, sample, std::uint32_t(c * positions), normal.data(), normal.size());
        float* const one = x.data() + c * positions;
        field.fill(normal.data(), one, c + 1 < channels ? one + positions : nullptr);
    }
    x = x * float(input.std);
    x.array() += float(input.mean);
}

/// `tile` samples at a time, which are milliseconds of work.
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
    const Stream stream {experiment.seed, std::uint32_t(replica), TensorRole::input, 0};
    const int entries = entries_of_layer(experiment.network, 0);
    if (experiment.input.distribution == "natural") {
        const PositionShape shape = position_shape(experiment.network);
        const NaturalField field(shape.dimensions, shape.side);
        return draw_columns(
            entries, first, samples, context,
            [&](std::uint32_t s, Column x) { fill_natural(experiment.input, field, stream, s, x); }, 1);
    }
    return draw_columns(entries, first, samples, context,
        [&](std::uint32_t s, Column x) { fill_sample(experiment.input, stream, s, x); });
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

/// Two of mean square 1 at an angle of that cosine and sine, by the directions of two others.
std::pair<Eigen::VectorXd, Eigen::VectorXd> at_angle(
    const Eigen::VectorXd& first, const Eigen::VectorXd& second, double cosine, double sine)
{
    const Eigen::VectorXd a = first.normalized();
    Eigen::VectorXd b = cosine * a;
    if (sine != 0) {
        // Gram-Schmidt twice: where the two directions are close, once leaves a part along the first.
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
    // One channel has no angle at a position: there it is that of whole images.
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
