// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/head.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/activation/elementary.h"
#include "core/modules/product.h"

namespace stepzero {

namespace {

/// Logits to softmax, in place; returns ln Σ e^logit.
double softmax(float* logits, Eigen::Index n)
{
    constexpr Eigen::Index lanes = 16;
    Eigen::Map<Eigen::ArrayXf> column(logits, n);
    const float largest = column.maxCoeff();
    double sums[lanes] = {};
    const auto take = [&](Eigen::Index i, Eigen::Index lane) {
        const float e = elementary::exp<float>(logits[i] - largest);
        sums[lane] += double(e);
        logits[i] = e;
    };
    Eigen::Index i = 0;
    for (; i + lanes <= n; i += lanes)
        for (Eigen::Index lane = 0; lane < lanes; ++lane)
            take(i + lane, lane);
    for (Eigen::Index lane = 0; i < n; ++i, ++lane)
        take(i, lane);
    double total = 0;
    for (const double sum : sums)
        total += sum;
    column *= float(1 / total);
    return double(largest) + std::log(total);
}

}   // namespace

double Head::numbers_at_a_time(int vocabulary)
{
    constexpr double most = 8e6;   // 32 MB, which malloc still keeps for the next time
    return vocabulary * std::clamp(std::floor(most / vocabulary), 8.0, 256.0);
}

double Head::forward(const Tensor& input, const std::vector<int>& targets, Pass& pass)
{
    const Shape shape = spec_.weight.shape;
    if (std::size_t(input.cols()) != targets.size()
        || !std::all_of(targets.begin(), targets.end(), [&](int t) { return t >= 0 && t < shape.fan_out; }))
        throw std::invalid_argument("a target is missing or outside the vocabulary");
    const DrawnMatrix weight = pass.parameters.matrix(spec_.weight, pass.context);
    pass.recorder.parameter(spec_.weight, weight.distribution());
    gradient_.resize(shape.fan_in, pass.backward ? input.cols() : 0);
    const auto most = Eigen::Index(numbers_at_a_time(shape.fan_out)) / shape.fan_out;
    const Eigen::Index parts = (input.cols() + most - 1) / most;
    const Eigen::Index width = parts == 0 ? 0 : (input.cols() + parts - 1) / parts;
    Tensor logits;
    double loss = 0;
    for (Eigen::Index first = 0; first < input.cols(); first += width) {
        const Eigen::Index count = std::min(width, input.cols() - first);
        logits.resize(shape.fan_out, count);
        product(weight, input.middleCols(first, count), {}, pass.context, logits);
        pass.recorder.value(spec_.site, logits, pass.context);
        std::vector<double> losses(std::size_t(count), 0);
        for_columns(logits, 30, pass.context, [&](Eigen::Index from, Eigen::Index columns) {
            for (Eigen::Index c = from; c < from + columns; ++c) {
                const int target = targets[std::size_t(first + c)];
                const auto logit = double(logits(target, c));
                losses[std::size_t(c)] = softmax(logits.col(c).data(), logits.rows()) - logit;
                logits(target, c) -= 1;
            }
        });
        for (const double l : losses)
            loss += l;
        if (pass.backward) {
            pass.recorder.gradient(spec_.site, logits, pass.context);
            transposed_product(weight, logits, pass.context, gradient_.middleCols(first, count));
        }
    }
    const double mean = loss / double(std::max<Eigen::Index>(1, input.cols()));
    pass.recorder.number(spec_.site, Quantity::cross_entropy, mean);
    return mean;
}

Tensor Head::backward() { return std::move(gradient_); }

}   // namespace stepzero
