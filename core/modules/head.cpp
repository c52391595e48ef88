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

/// Runs the head forward and backward, with the logits of some columns in memory at a time.
class HeadPass {
public:
    HeadPass(const HeadSpec& spec, const Signal& input, const std::vector<int>& targets, Pass& pass)
        : spec_(spec), input_(input), targets_(targets), pass_(pass), cap_(spec.softcap),
          weight_(pass.parameters.matrix(spec.weight, pass.context))
    {
        const Shape shape = spec.weight.shape;
        pass.recorder.parameter(spec.weight, weight_.distribution());
        weight_ *= spec.multiplier;
        if (spec.bias) {
            bias_ = pass.parameters.vector(*spec.bias, pass.context);
            pass.recorder.parameter(*spec.bias, {});
        }
        shifted_ = !bias_.isZero(0);
        of_product_ = input.exponent + weight_.exponent;
        uncapped_ = shifted_ ? 0 : of_product_;
        bends_ = cap_.bends(uncapped_);
        exponent_ = bends_ ? 0 : uncapped_;
        logits_.positions = input.positions;
        gradient_.resize(shape.fan_in, pass.backward ? input.columns() : 0);
        of_bias_ = Eigen::VectorXd::Zero(shape.fan_out);
        if (pass.trains())
            of_weight_ = WeightMatrix::Zero(shape.fan_out, shape.fan_in);
    }

    void run_columns(Eigen::Index first, Eigen::Index count)
    {
        compute_logits(first, count);
        replace_by_gradient(first, count);
        if (pass_.backward)
            backpropagate(first, count);
    }

    void provide_weight_gradients()
    {
        if (!pass_.trains())
            return;
        of_weight_ *= float(spec_.multiplier);
        pass_.gradients->add(spec_.weight, std::move(of_weight_), input_.exponent, pass_.context);
        if (spec_.bias)
            pass_.gradients->add(*spec_.bias, of_bias_.transpose().cast<float>(), 0, pass_.context);
    }

    /// Returns the gradient at the input.
    Signal gradient()
    {
        return make_signal(std::move(gradient_), weight_.exponent, input_.positions, joined_moments(parts_of_gradient_),
            pass_.context);
    }

    /// Records the numbers of the pass. Returns the mean cross-entropy.
    double record() const
    {
        const Eigen::Index columns = input_.columns();
        const double mean = sums_.loss / double(std::max<Eigen::Index>(1, columns));
        if (std::isfinite(mean))
            pass_.recorder.number(spec_.site, Quantity::cross_entropy, mean);
        if (pass_.trains() && columns > 0)
            pass_.recorder.number(spec_.site, Quantity::accuracy, sums_.correct / double(columns));
        if (spec_.weight.rows.added > 0 && columns > 0)
            pass_.recorder.number(spec_.site, Quantity::added_probability, sums_.added_share / double(columns));
        if (sums_.added_targets > 0 && std::isfinite(sums_.added_loss))
            pass_.recorder.number(spec_.site, Quantity::added_cross_entropy, sums_.added_loss / sums_.added_targets);
        return mean;
    }

private:
    /// Computes the logits of some columns and records them.
    void compute_logits(Eigen::Index first, Eigen::Index count)
    {
        pass_.turn(false);
        Tensor& numbers = logits_.numbers;
        numbers.resize(spec_.weight.shape.fan_out, count);
        logits_.exponent = exponent_;
        logits_.moments = DrawnProduct(Left::transposed, weight_, input_.numbers.middleCols(first, count), {}, numbers)
                              .run(pass_.context);
        if (shifted_)
            logits_.moments = shift_columns(numbers, of_product_, bias_, pass_.context);
        if (bends_) {
            logits_.moments = fill_columns(numbers, 20, pass_.context, [&](Eigen::Index from, Eigen::Index n) {
                cap_.apply(numbers.col(from).data(), n * numbers.rows(), uncapped_);
            });
            if (pass_.backward)
                slope_ = cap_.slope(numbers);
        }
        if (pass_.context.rounding)
            logits_
                = make_signal(std::move(logits_.numbers), exponent_, logits_.positions, logits_.moments, pass_.context);
        pass_.value(spec_.site, logits_);
    }

    /// Replaces logits by the gradient softmax − one-hot of their cross-entropies, which are summed.
    void replace_by_gradient(Eigen::Index first, Eigen::Index count)
    {
        Tensor& numbers = logits_.numbers;
        const std::int64_t unit = logits_.exponent;
        const int added = spec_.weight.rows.added, old = spec_.weight.shape.fan_out - added;
        std::vector<double> losses(std::size_t(count), 0), shares(std::size_t(count), 0);
        std::vector<char> hits(std::size_t(count), 0);
        logits_.exponent = 0;
        logits_.moments = fill_columns(numbers, 30, pass_.context, [&](Eigen::Index from, Eigen::Index n) {
            for (Eigen::Index c = from; c < from + n; ++c) {
                const int target = targets_[std::size_t(first + c)];
                losses[std::size_t(c)] = softmax(numbers.col(c).data(), numbers.rows(), unit, target);
                if (added > 0)
                    shares[std::size_t(c)] = numbers.col(c).tail(added).cast<double>().sum();
                if (pass_.trains()) {
                    Eigen::Index largest = 0;
                    numbers.col(c).maxCoeff(&largest);
                    hits[std::size_t(c)] = largest == target ? 1 : 0;
                }
                numbers(target, c) -= 1;
            }
        });
        for (Eigen::Index c = 0; c < count; ++c) {
            const bool is_added = targets_[std::size_t(first + c)] >= old;
            sums_.loss += losses[std::size_t(c)];
            sums_.correct += hits[std::size_t(c)];
            sums_.added_share += shares[std::size_t(c)];
            sums_.added_targets += is_added ? 1 : 0;
            sums_.added_loss += is_added ? losses[std::size_t(c)] : 0;
        }
    }

    void backpropagate(Eigen::Index first, Eigen::Index count)
    {
        pass_.turn(true);
        if (pass_.context.rounding)
            logits_ = make_signal(std::move(logits_.numbers), 0, logits_.positions, logits_.moments, pass_.context);
        pass_.gradient(spec_.site, logits_);
        Tensor& numbers = logits_.numbers;
        numbers *= float(power_of_two(logits_.exponent));
        if (bends_)
            numbers.array() *= slope_.array();
        parts_of_gradient_.push_back(
            DrawnProduct(Left::plain, weight_, numbers, {}, gradient_.middleCols(first, count)).run(pass_.context));
        if (pass_.trains()) {
            TiledProduct<float>::add_outer(
                input_.numbers.middleCols(first, count), numbers, of_weight_.transpose(), pass_.context);
            of_bias_ += numbers.cast<double>().rowwise().sum();
        }
    }

    const HeadSpec& spec_;
    const Signal& input_;
    const std::vector<int>& targets_;
    Pass& pass_;
    SoftCap cap_;
    ScaledMatrix weight_;
    Eigen::VectorXf bias_;
    bool shifted_ = false, bends_ = false;   // by the bias, by the soft cap
    std::int64_t of_product_ = 0, uncapped_ = 0,
                 exponent_ = 0;   // exponents: before the bias, before the cap, and after it
    Signal logits_;   // the logits of the present columns, and then their gradient
    Tensor slope_;   // slope of the soft cap at these logits
    struct {   // over targets
        double loss = 0, correct = 0;
        double added_loss = 0, added_targets = 0, added_share = 0;   // sums over new tokens
    } sums_;
    Tensor gradient_;   // at the input
    std::vector<Moments> parts_of_gradient_;
    WeightMatrix of_weight_;
    Eigen::VectorXd of_bias_;
};

}   // namespace

double Head::numbers_at_a_time(int vocabulary)
{
    constexpr double most = 8e6;   // 32 MB, which malloc still keeps for reuse
    return vocabulary * std::clamp(std::floor(most / vocabulary), 8.0, 256.0);
}

double Head::forward(const Signal& input, const std::vector<int>& targets, Pass& pass)
{
    const int vocabulary = spec_.weight.shape.fan_out;
    if (std::size_t(input.columns()) != targets.size()
        || !std::all_of(targets.begin(), targets.end(), [&](int t) { return t >= 0 && t < vocabulary; }))
        throw std::invalid_argument("a target is missing or outside the vocabulary");
    HeadPass head(spec_, input, targets, pass);
    const Eigen::Index columns = input.columns();
    const auto most = Eigen::Index(numbers_at_a_time(vocabulary)) / vocabulary;
    const Eigen::Index parts = (columns + most - 1) / most;
    const Eigen::Index width = parts == 0 ? 0 : (columns + parts - 1) / parts;
    for (Eigen::Index first = 0; first < columns; first += width)
        head.run_columns(first, std::min(width, columns - first));
    head.provide_weight_gradients();
    gradient_ = head.gradient();
    return head.record();
}

void Head::list_parameters(std::vector<ParameterPlan>& plans) const
{
    plans.push_back(spec_.weight);
    if (spec_.bias)
        plans.push_back(*spec_.bias);
}

Signal Head::backward() { return std::move(gradient_); }

}   // namespace stepzero
