// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/head.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/math/activation/elementary.h"
#include "core/modules/norm.h"
#include "core/modules/product.h"
#include "core/modules/soft_cap.h"

namespace stepzero {

namespace {

/// Replaces logits in units of 2^exponent by their softmax; returns the cross-entropy of `target`.
double softmax(float* logits, Eigen::Index n, std::int64_t exponent, int target)
{
    constexpr Eigen::Index lanes = 16;
    Eigen::Map<Eigen::ArrayXf> column(logits, n);
    float largest = column.maxCoeff();
    const double below = std::scalbln(double(largest) - double(logits[target]), long(exponent));
    if (exponent != 0) {   // converts to plain units; values far below the largest one are all equivalent
        constexpr double far_below = -1e4;
        column = ((column - largest).cast<double>() * power_of_two(exponent)).max(far_below).cast<float>();
        largest = 0;
    }
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
    return below + std::log(total);
}

}   // namespace

double Head::numbers_at_a_time(int vocabulary)
{
    constexpr double most = 8e6;   // 32 MB, which malloc still keeps for reuse
    return vocabulary * std::clamp(std::floor(most / vocabulary), 8.0, 256.0);
}

double Head::forward(const Signal& input, const std::vector<int>& targets, Pass& pass)
{
    const Shape shape = spec_.weight.shape;
    if (std::size_t(input.columns()) != targets.size()
        || !std::all_of(targets.begin(), targets.end(), [&](int t) { return t >= 0 && t < shape.fan_out; }))
        throw std::invalid_argument("a target is missing or outside the vocabulary");
    ScaledMatrix weight = pass.parameters.matrix(spec_.weight, pass.context);
    pass.recorder.parameter(spec_.weight, weight.distribution());
    weight *= spec_.multiplier;
    Eigen::VectorXf bias;
    if (spec_.bias) {
        bias = pass.parameters.vector(*spec_.bias, pass.context);
        pass.recorder.parameter(*spec_.bias, {});
    }
    const bool shifted = !bias.isZero(0);
    const SoftCap cap(spec_.softcap);
    const Eigen::Index columns = input.columns();
    const std::int64_t of_product = input.exponent + weight.exponent, uncapped = shifted ? 0 : of_product;
    const bool bends = cap.bends(uncapped);
    const std::int64_t exponent = bends ? 0 : uncapped;
    Tensor gradient(shape.fan_in, pass.backward ? columns : 0);
    std::vector<Moments> parts_of_gradient;
    WeightMatrix of_weight;
    Eigen::VectorXd of_bias = Eigen::VectorXd::Zero(shape.fan_out);
    if (pass.trains())
        of_weight = WeightMatrix::Zero(shape.fan_out, shape.fan_in);
    const auto most = Eigen::Index(numbers_at_a_time(shape.fan_out)) / shape.fan_out;
    const Eigen::Index parts = (columns + most - 1) / most;
    const Eigen::Index width = parts == 0 ? 0 : (columns + parts - 1) / parts;
    Signal logits {.exponent = exponent, .positions = input.positions};
    Tensor& numbers = logits.numbers;
    double loss = 0;
    const int added = spec_.weight.rows.added, old = shape.fan_out - added;
    double added_loss = 0, added_targets = 0, added_share = 0, correct = 0;
    for (Eigen::Index first = 0; first < columns; first += width) {
        const Eigen::Index count = std::min(width, columns - first);
        pass.turn(false);
        numbers.resize(shape.fan_out, count);
        logits.exponent = exponent;
        logits.moments = DrawnProduct(Left::transposed, weight, input.numbers.middleCols(first, count), {}, numbers)
                             .run(pass.context);
        if (shifted)
            logits.moments = shift_columns(numbers, of_product, bias, pass.context);
        Tensor slope;
        if (bends) {
            logits.moments = fill_columns(numbers, 20, pass.context, [&](Eigen::Index from, Eigen::Index n) {
                cap.apply(numbers.col(from).data(), n * numbers.rows(), uncapped);
            });
            if (pass.backward)
                slope = cap.slope(numbers);
        }
        if (pass.context.rounding)
            logits = make_signal(std::move(logits.numbers), exponent, logits.positions, logits.moments, pass.context);
        pass.value(spec_.site, logits);
        const std::int64_t unit = logits.exponent;
        std::vector<double> losses(std::size_t(count), 0), shares(std::size_t(count), 0);
        std::vector<char> hits(std::size_t(count), 0);
        logits.exponent = 0;
        logits.moments = fill_columns(numbers, 30, pass.context, [&](Eigen::Index from, Eigen::Index n) {
            for (Eigen::Index c = from; c < from + n; ++c) {
                const int target = targets[std::size_t(first + c)];
                losses[std::size_t(c)] = softmax(numbers.col(c).data(), numbers.rows(), unit, target);
                if (added > 0)
                    shares[std::size_t(c)] = numbers.col(c).tail(added).cast<double>().sum();
                if (pass.trains()) {
                    Eigen::Index largest = 0;
                    numbers.col(c).maxCoeff(&largest);
                    hits[std::size_t(c)] = largest == target ? 1 : 0;
                }
                numbers(target, c) -= 1;
            }
        });
        for (Eigen::Index c = 0; c < count; ++c) {
            const bool is_added = targets[std::size_t(first + c)] >= old;
            loss += losses[std::size_t(c)];
            correct += hits[std::size_t(c)];
            added_share += shares[std::size_t(c)];
            added_targets += is_added ? 1 : 0;
            added_loss += is_added ? losses[std::size_t(c)] : 0;
        }
        if (pass.backward) {
            pass.turn(true);
            if (pass.context.rounding)
                logits = make_signal(std::move(logits.numbers), 0, logits.positions, logits.moments, pass.context);
            pass.gradient(spec_.site, logits);
            numbers *= float(power_of_two(logits.exponent));
            if (bends)
                numbers.array() *= slope.array();
            parts_of_gradient.push_back(
                DrawnProduct(Left::plain, weight, numbers, {}, gradient.middleCols(first, count)).run(pass.context));
            if (pass.trains()) {
                TiledProduct<float>::add_outer(
                    input.numbers.middleCols(first, count), numbers, of_weight.transpose(), pass.context);
                of_bias += numbers.cast<double>().rowwise().sum();
            }
        }
    }
    if (pass.trains()) {
        of_weight *= float(spec_.multiplier);
        pass.gradients->add(spec_.weight, std::move(of_weight), input.exponent, pass.context);
        if (spec_.bias)
            pass.gradients->add(*spec_.bias, of_bias.transpose().cast<float>(), 0, pass.context);
    }
    const double mean = loss / double(std::max<Eigen::Index>(1, columns));
    gradient_ = make_signal(
        std::move(gradient), weight.exponent, input.positions, joined_moments(parts_of_gradient), pass.context);
    if (std::isfinite(mean))
        pass.recorder.number(spec_.site, Quantity::cross_entropy, mean);
    if (pass.trains() && columns > 0)
        pass.recorder.number(spec_.site, Quantity::accuracy, correct / double(columns));
    if (added > 0 && columns > 0)
        pass.recorder.number(spec_.site, Quantity::added_probability, added_share / double(columns));
    if (added_targets > 0 && std::isfinite(added_loss))
        pass.recorder.number(spec_.site, Quantity::added_cross_entropy, added_loss / added_targets);
    return mean;
}

void Head::list_parameters(std::vector<ParameterPlan>& plans) const
{
    plans.push_back(spec_.weight);
    if (spec_.bias)
        plans.push_back(*spec_.bias);
}

Signal Head::backward() { return std::move(gradient_); }

}   // namespace stepzero
