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

Signal MeanPool::forward(Signal input, Pass& pass)
{
    positions_ = input.positions;
    Tensor x(input.rows(), input.columns() / positions_);
    const Moments moments = fill_columns(x, positions_, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        for (Eigen::Index s = first; s < first + count; ++s)
            x.col(s)
                = input.numbers.middleCols(s * positions_, positions_).cast<double>().rowwise().mean().cast<float>();
    });
    Signal output = make_signal(std::move(x), input.exponent, 1, moments, pass.context);
    pass.value(site_, output);
    return output;
}

Signal MeanPool::backward(Signal gradient, Pass& pass)
{
    pass.gradient(site_, gradient);
    Tensor result(gradient.rows(), gradient.columns() * positions_);
    const Moments moments = fill_columns(result, 1, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        for (Eigen::Index c = first; c < first + count; ++c)
            result.col(c) = gradient.numbers.col(c / positions_) / float(positions_);
    });
    return make_signal(std::move(result), gradient.exponent, positions_, moments, pass.context);
}

}   // namespace stepzero
