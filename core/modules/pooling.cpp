// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/pooling.h"

#include <limits>
#include <stdexcept>

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

JacobianFactor pooling_factor(Pooling pooling, const Window& window, int channels, Point& at)
{
    const Taps taps(window);
    const int outputs = window.positions_out();
    const Eigen::Index rows = Eigen::Index(outputs) * channels;
    JacobianFactor factor {.weights = WeightMatrix::Zero(rows, at.numbers.size()),
        .slopes = Eigen::VectorXd::Constant(rows, pooling == Pooling::average ? 1.0 / taps.taps() : 1.0)};
    for (int output = 0; output < outputs; ++output)
        for (int channel = 0; channel < channels; ++channel) {
            const Eigen::Index row = Eigen::Index(output) * channels + channel;
            const auto seen = [&](int tap) { return Eigen::Index(taps.input(output, tap)) * channels + channel; };
            Eigen::Index largest = seen(0);
            for (int tap = 0; tap < taps.taps(); ++tap)
                if (pooling == Pooling::average)
                    factor.weights(row, seen(tap)) = 1;
                else if (at.numbers(seen(tap)) > at.numbers(largest))
                    largest = seen(tap);
            if (pooling == Pooling::max)
                factor.weights(row, largest) = 1;
        }
    at.numbers = (factor.slopes.asDiagonal() * (factor.weights.cast<double>() * at.numbers)).eval();
    return factor;
}

}   // namespace stepzero
