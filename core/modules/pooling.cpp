// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/pooling.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <vector>

namespace stepzero {

MaxPool::MaxPool(Site site, const Window& window) : site_(std::move(site)), window_(window), taps_(window)
{
    if (window.positions_out() < 1)
        throw std::invalid_argument("the window of a pooling does not fit its input");
}

Signal MaxPool::forward(Signal input, Pass& pass)
{
    const Index inputs = window_.positions_in(), outputs = window_.positions_out();
    Tensor x(input.rows(), input.columns() / inputs * outputs);
    if (pass.backward)
        from_.resize(x.rows(), x.cols());
    const Moments moments = fill_columns(x, 2.0 * taps_.taps(), pass.context, [&](Index first, Index count) {
        for (Index column = first; column < first + count; ++column) {
            auto to = x.col(column);
            to.setConstant(-std::numeric_limits<float>::infinity());
            for (int tap = 0; tap < taps_.taps(); ++tap) {
                const int at = taps_.input(int(column % outputs), tap);
                if (at < 0)
                    continue;
                const auto seen = input.numbers.col(column / outputs * inputs + at);
                for (Index row = 0; row < x.rows(); ++row)
                    if (seen(row) > to(row)) {
                        to(row) = seen(row);
                        if (pass.backward)
                            from_(row, column) = at;
                    }
            }
        }
    });
    Signal output = make_signal(std::move(x), input.exponent, int(outputs), moments, pass.context);
    pass.value(site_, output);
    return output;
}

Signal MaxPool::backward(Signal gradient, Pass& pass)
{
    pass.gradient(site_, gradient);
    const Index inputs = window_.positions_in(), outputs = window_.positions_out();
    const Index samples = gradient.columns() / outputs;
    Tensor result = Tensor::Zero(gradient.rows(), samples * inputs);
    for_tiles(samples, 1, double(result.size()), pass.context, [&](Index sample, Index) {
        for (Index column = sample * outputs; column < (sample + 1) * outputs; ++column)
            for (Index row = 0; row < result.rows(); ++row)
                result(row, sample * inputs + from_(row, column)) += gradient.numbers(row, column);
    });
    from_.resize(0, 0);
    return make_signal(std::move(result), gradient.exponent, int(inputs), pass.context);
}

MeanPool::MeanPool(Site site, const Window& window) : site_(std::move(site)), window_(window), taps_(window)
{
    if (window.positions_out() < 1 || window.border != Border::none)
        throw std::invalid_argument("the window of a pooling does not fit its input");
}

Signal MeanPool::forward(Signal input, Pass& pass)
{
    const Index inputs = window_.positions_in(), outputs = window_.positions_out();
    Tensor x(input.rows(), input.columns() / inputs * outputs);
    const Moments moments = fill_columns(x, 2.0 * taps_.taps(), pass.context, [&](Index first, Index count) {
        Eigen::VectorXd sum(x.rows());
        for (Index column = first; column < first + count; ++column) {
            sum.setZero();
            for (int tap = 0; tap < taps_.taps(); ++tap)
                sum += input.numbers.col(column / outputs * inputs + taps_.input(int(column % outputs), tap))
                           .cast<double>();
            x.col(column) = (sum / taps_.taps()).cast<float>();
        }
    });
    Signal output = make_signal(std::move(x), input.exponent, int(outputs), moments, pass.context);
    pass.value(site_, output);
    return output;
}

Signal MeanPool::backward(Signal gradient, Pass& pass)
{
    pass.gradient(site_, gradient);
    const Index inputs = window_.positions_in(), outputs = window_.positions_out();
    Tensor result(gradient.rows(), gradient.columns() / outputs * inputs);
    const Moments moments = fill_columns(result, 2, pass.context, [&](Index first, Index count) {
        for (Index column = first; column < first + count; ++column) {
            auto to = result.col(column);
            to.setZero();
            taps_.for_outputs(int(column % inputs),
                [&](int output, int) { to += gradient.numbers.col(column / inputs * outputs + output); });
            to /= float(taps_.taps());
        }
    });
    return make_signal(std::move(result), gradient.exponent, int(inputs), moments, pass.context);
}

std::unique_ptr<Module> pooling_module(Pooling pooling, Site site, const Window& window)
{
    switch (pooling) {
    case Pooling::max:
        return std::make_unique<MaxPool>(std::move(site), window);
    case Pooling::average:
        return std::make_unique<MeanPool>(std::move(site), window);
    case Pooling::none:
        break;
    }
    return nullptr;
}

namespace {

/// Calls take(row, seen) for each output of a pooling; `seen` holds the indices of its inputs, by tap.
template <class Take>
void for_pooled(const Window& window, int channels, const Take& take)
{
    const Taps taps(window);
    std::vector<Eigen::Index> seen(static_cast<std::size_t>(taps.taps()));
    for (int output = 0; output < window.positions_out(); ++output)
        for (int channel = 0; channel < channels; ++channel) {
            for (int tap = 0; tap < taps.taps(); ++tap)
                seen[std::size_t(tap)] = Eigen::Index(taps.input(output, tap)) * channels + channel;
            take(Eigen::Index(output) * channels + channel, seen);
        }
}

/// Returns the index of the largest input; the first one of equal numbers.
Eigen::Index largest(const std::vector<Eigen::Index>& seen, const Eigen::VectorXd& numbers)
{
    return *std::max_element(seen.begin(), seen.end(), [&](auto a, auto b) { return numbers(a) < numbers(b); });
}

}   // namespace

Eigen::VectorXd pooled(Pooling pooling, const Window& window, int channels, const Eigen::VectorXd& sample)
{
    Eigen::VectorXd numbers(Eigen::Index(window.positions_out()) * channels);
    for_pooled(window, channels, [&](Eigen::Index row, const std::vector<Eigen::Index>& seen) {
        numbers(row) = pooling == Pooling::average ? sample(seen).mean() : sample(largest(seen, sample));
    });
    return numbers;
}

JacobianFactor pooling_factor(Pooling pooling, const Window& window, int channels, Point& at)
{
    const Eigen::Index rows = Eigen::Index(window.positions_out()) * channels;
    JacobianFactor factor {.weights = WeightMatrix::Zero(rows, at.numbers.size()),
        .slopes = Eigen::VectorXd::Constant(rows, pooling == Pooling::average ? 1.0 / window.receptive() : 1.0)};
    for_pooled(window, channels, [&](Eigen::Index row, const std::vector<Eigen::Index>& seen) {
        if (pooling == Pooling::average)
            for (const Eigen::Index input : seen)
                factor.weights(row, input) = 1;
        else
            factor.weights(row, largest(seen, at.numbers)) = 1;
    });
    at.numbers = pooled(pooling, window, channels, at.numbers);
    return factor;
}

}   // namespace stepzero
