// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/dense.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/math/linear/tiling.h"
#include "core/modules/linear.h"
#include "core/modules/product.h"

namespace stepzero {

using Eigen::Index;

/// Multiplies by a power of two that may be outside the range of float.
template <class Numbers>
static void multiply(Numbers&& numbers, double factor)
{
    if (in_float(factor))
        numbers *= float(factor);
    else
        numbers = (numbers.template cast<double>() * factor).template cast<float>();
}

class Dense::Pending {
public:
    /// The numbers must stay in place until finish().
    Pending(const Signal& signal, Site site, bool gradient)
        : numbers_(signal.numbers.data()), rows_(signal.rows()), moments_(signal.moments), exponent_(signal.exponent),
          site_(std::move(site)), gradient_(gradient), tiling_(int(signal.rows()), int(signal.columns())),
          parts_(std::size_t(tiling_.size()), HistogramAccumulator(moments_.min, moments_.max))
    {
    }

    int tasks() const { return int(parts_.size()); }

    void run(int task)
    {
        const Block b = tiling_[task];
        for (Index c = b.column; c < b.column + b.columns; ++c)
            parts_[std::size_t(task)].add(numbers_ + c * rows_ + b.row, std::size_t(b.rows));
    }

    void finish(Recorder& recorder) const
    {
        HistogramAccumulator all(moments_.min, moments_.max);
        for (const HistogramAccumulator& part : parts_)
            all.join(part);
        recorder.counted(site_, {moments_, all.histogram(), exponent_}, gradient_);
    }

private:
    const float* numbers_;
    Index rows_;
    Moments moments_;
    std::int64_t exponent_;
    Site site_;
    bool gradient_;
    Tiling tiling_;
    std::vector<HistogramAccumulator> parts_;
};

Dense::Dense(const NetworkPlan& plan) : plan_(plan)
{
    for (const BlockPlan& block : plan.blocks)
        if (!block.find("weight") || !block.find("weight", Role::bias))
            throw std::invalid_argument("a layer lacks its weights or its bias");
}

Dense::~Dense() = default;

Dense::Layer Dense::layer(std::size_t l) const
{
    const BlockPlan& block = plan_.blocks[l];
    return {block, *block.find("weight"), *block.find("weight", Role::bias), {block.block, plan_.reading.preactivation},
        {block.block, plan_.reading.output}, ActivationFunction(block.activation)};
}

/// Runs the tasks of `body` and those of the pending histogram in one parallel sweep.
template <class Body>
void Dense::sweep(int tasks, const Pass& pass, const Body& body)
{
    pass.context.parallel(tasks + (pending_ ? pending_->tasks() : 0), [&](int i) {
        if (i < tasks)
            body(i);
        else
            pending_->run(i - tasks);
    });
    if (pending_)
        pending_->finish(pass.recorder);
    pending_.reset();
}

void Dense::finish_pending(const Pass& pass)
{
    sweep(0, pass, [](int) {});
}

Signal Dense::forward(Signal input, Pass& pass)
{
    if (pass.trains())
        input_ = input;
    pending_.reset();   // may be left over from an aborted pass
    if (!std::exchange(continues_, false))
        seen_.assign(plan_.blocks.size(), {});
    z_.resize(pass.backward ? plan_.blocks.size() : 1);
    Signal x = std::move(input), next;
    for (std::size_t l = 0; l < plan_.blocks.size(); ++l) {
        const Layer at = layer(l);
        forward_layer(at, x, z_[pass.backward ? l : 0], next, pass);
        std::swap(x, next);   // the pending histogram refers to the numbers of x, which do not move in memory
        pass.advance(1, tr("forward"));
        if (!Pass::followed(x))
            finish_pending(pass);
        pass.check(at.x, x);
    }
    finish_pending(pass);
    pairs_.reset();
    return x;
}

// z = 2^e (scale·base + shift) x + b, in units of 2^e, or of the bias when it is larger.
void Dense::forward_layer(const Layer& layer, const Signal& x, Signal& z, Signal& output, const Pass& pass)
{
    const Affine own = drawn(layer.weight, &layer.bias, pass);
    const SumTerms terms = sum_terms(own.weight, x.exponent, own.bias);
    if (pairs_)
        pairs_->begin_layer(layer.phi, own.weight, own.bias);

    z.numbers.resize(own.weight.rows(), x.columns());
    DrawnProduct product(Left::transposed, terms.weight, x.numbers, terms.bias, z.numbers);
    sweep(product.tiles() + (pairs_ ? pairs_->tiles() : 0), pass, [&](int i) {
        if (i < product.tiles())
            product.tile(i, pass.context);
        else
            pairs_->multiply(i - product.tiles(), pass.context);
    });
    z.positions = x.positions;
    z.moments = product.moments();
    const double largest = z.moments.largest_magnitude();
    const std::int64_t by = std::isfinite(largest) ? normalizing_shift(largest, terms.exponent) : 0;
    const double factor = largest == 0 ? 1 : power_of_two(-by);   // never 0·∞
    if (by != 0)
        z.moments.scale(factor);
    z.exponent = terms.exponent + by;
    activate(layer, z, factor, output, pass);
    if (pairs_)
        if (const auto decorrelation = pairs_->finish_layer())
            pass.recorder.number(layer.z, Quantity::decorrelation, *decorrelation);
}

/// Computes x = φ(z) and the counts of x, and the histogram of z, whose numbers must still be multiplied by `factor`.
void Dense::activate(const Layer& layer, Signal& z, double factor, Signal& output, const Pass& pass)
{
    const ActivationFunction& phi = layer.phi;
    const ScaledActivation<float> scaled(phi, z.exponent);
    output.numbers.resize(z.rows(), z.columns());
    output.exponent = scaled.value_exponent();
    output.positions = z.positions;
    const OutputCounter counter(phi, scaled, z.exponent);
    const bool counts = pass.recorder.wants_counts();

    struct Part {
        Moments moments;
        HistogramAccumulator histogram;
        OutputCounts counts;
    };
    const Tiling tiling(int(z.rows()), int(z.columns()));
    std::vector<Part> parts(std::size_t(tiling.size()));
    sweep(tiling.size() + pairs(), pass, [&](int i) {
        if (i >= tiling.size()) {
            pairs_->follow(i - tiling.size());
            return;
        }
        const Block b = tiling[i];
        Part& part = parts[std::size_t(i)];
        if (counts) {
            part.histogram = HistogramAccumulator(z.moments.min, z.moments.max);
            part.counts.alive.assign(std::size_t(b.rows), 0);
        }
        MomentAccumulator accumulator;
        for (int c = 0; c < b.columns; ++c) {
            float* in = z.numbers.col(b.column + c).data() + b.row;
            float* out = output.numbers.col(b.column + c).data() + b.row;
            if (factor != 1)
                multiply(Eigen::Map<Eigen::VectorXf>(in, b.rows), factor);
            scaled.value(in, out, b.rows);
            accumulator.add(out, std::size_t(b.rows));
            if (counts) {
                part.histogram.add(in, std::size_t(b.rows));
                counter.add(in, out, part.counts);
            }
        }
        part.moments = accumulator.moments();
    });

    output.moments = {};
    for (const Part& part : parts)
        output.moments.join(part.moments);
    if (output.zero())
        output.exponent = 0;   // the next term is the bias, in its own units
    if (!counts)
        return;
    HistogramAccumulator histogram(z.moments.min, z.moments.max);
    OutputCounts& seen = seen_[std::size_t(layer.block.block - 1)];
    seen.columns += double(z.columns());
    for (int i = 0; i < tiling.size(); ++i) {
        const Part& part = parts[std::size_t(i)];
        histogram.join(part.histogram);
        seen.join(part.counts, std::size_t(tiling[i].row));
    }
    pass.recorder.counted(layer.z, {z.moments, histogram.histogram(), z.exponent}, false);
    seen.tell(pass.recorder, layer.x);
    pending_ = std::make_unique<Pending>(output, layer.x, false);
}

// δ_L = φ'(z_L)∘g; then δ_l = φ'(z_l)∘(W_{l+1}ᵀ δ_{l+1}). The numbers of δ are brought to ordinary units by the factor
// of the next product.
Signal Dense::backward(Signal gradient, Pass& pass)
{
    Signal delta[2];
    ScaledMatrix w;   // weights of the layer above
    double factor = 1;   // factor for the numbers of the last δ; its exponent already includes it
    for (std::size_t l = plan_.blocks.size(); l-- > 0;) {
        const bool last = l + 1 == plan_.blocks.size();
        const Layer at = layer(l);
        const Signal& upper = last ? gradient : delta[(l + 1) % 2];
        Signal& lower = delta[l % 2];
        if (!last)
            w = pass.parameters.matrix(*plan_.blocks[l + 1].find("weight"), pass.context);
        lower.positions = upper.positions;
        lower.moments = in_float(w.scale * factor) && in_float(w.shift * factor)
            ? slopes_and_product<float>(at, z_[l], w, upper, factor, 0, lower, pass)
            : slopes_and_product<double>(at, z_[l], w, upper, factor, 0, lower, pass);
        // When every unit is saturated, φ' itself leaves the range of float, so float64 is tried.
        for (int lift = 200; !upper.zero() && lower.moments.largest_magnitude() < 0x1p-100 && lift <= 1000; lift += 200)
            lower.moments = slopes_and_product<double>(at, z_[l], w, upper, factor, lift, lower, pass);
        pass.check(at.z, lower, true);
        if (pass.recorder.wants_counts())
            pending_ = std::make_unique<Pending>(lower, at.z, true);
        if (pass.trains())
            give_gradients(l, lower, pass);
        const std::int64_t by = normalizing_shift(lower.moments.largest_magnitude(), lower.exponent);
        factor = lower.zero() ? 1 : power_of_two(-by);
        lower.exponent += by;
        pass.advance(1, tr("backward"));
    }
    finish_pending(pass);
    input_ = {};
    if (!pass.to_input)
        return {};
    Signal& first = delta[0];
    multiply(first.numbers, factor);
    return transposed_product(
        pass.parameters.matrix(*plan_.blocks.front().find("weight"), pass.context), first, pass.context);
}

/// Performs one backward step with slopes of type Slope; the result's numbers are scaled by 2^lift. At the last layer,
/// w has no base.
template <class Slope>
Moments Dense::slopes_and_product(const Layer& layer, const Signal& z, const ScaledMatrix& w, const Signal& upper,
    double factor, int lift, Signal& lower, const Pass& pass)
{
    lower.numbers.resize(z.rows(), z.columns());
    const double lifted = power_of_two(lift);
    const auto scale = Slope(w.scale * factor * lifted), shift = Slope(w.shift * factor * lifted);
    const ScaledActivation<Slope> scaled(layer.phi, z.exponent);
    std::optional<TiledProduct<float>> product;
    if (w.base)
        product.emplace(Left::plain, w.base->entries.transpose(), upper.numbers, lower.numbers);
    else
        lower.numbers = upper.numbers;
    const Tiling tiling(int(z.rows()), int(z.columns()));
    std::vector<Moments> parts(std::size_t(tiling.size()));
    sweep(tiling.size(), pass, [&](int i) {
        const Block b = product ? product->tile(i, pass.context) : tiling[i];
        auto block = lower.numbers.block(b.row, b.column, b.rows, b.columns);
        const auto batch = upper.numbers.middleCols(b.column, b.columns);
        Eigen::Array<Slope, Eigen::Dynamic, 1> preactivation(b.rows), slope(b.rows);
        MomentAccumulator accumulator;
        for (int c = 0; c < b.columns; ++c) {
            preactivation = z.numbers.col(b.column + c).segment(b.row, b.rows).array().template cast<Slope>();
            scaled.derivative(preactivation.data(), slope.data(), b.rows);
            const Slope sum = shift == 0 ? 0 : Slope(batch.col(c).sum());
            // Slopes are multiplied first: a scaled number may be out of range, and many slopes are zero.
            block.col(c) = (block.col(c).array().template cast<Slope>() * (slope * scale) + sum * (slope * shift))
                               .template cast<float>();
            accumulator.add(block.col(c).data(), std::size_t(b.rows));
        }
        parts[std::size_t(i)] = accumulator.moments();
    });
    lower.exponent = upper.exponent + w.exponent + scaled.derivative_exponent() - lift;
    return joined_moments(parts);
}

void Dense::give_gradients(std::size_t l, const Signal& delta, const Pass& pass) const
{
    const Layer at = layer(l);
    const Signal* x = &input_;
    Signal below;
    if (l > 0) {
        const Signal& z = z_[l - 1];
        const ActivationFunction phi(plan_.blocks[l - 1].activation);
        const ScaledActivation<float> scaled(phi, z.exponent);
        below = {.numbers = Tensor(z.rows(), z.columns()), .exponent = scaled.value_exponent()};
        for_columns(z.numbers, 20, pass.context, [&](Index first, Index count) {
            scaled.value(z.numbers.col(first).data(), below.numbers.col(first).data(), count * z.rows());
        });
        x = &below;
    }
    give_linear_gradients(at.weight, &at.bias, delta, *x, pass);
}

void Dense::list_parameters(std::vector<ParameterPlan>& plans) const
{
    for (const BlockPlan& block : plan_.blocks)
        plans.insert(plans.end(), block.parameters.begin(), block.parameters.end());
}

std::vector<JacobianFactor> Dense::jacobian_step(std::size_t i, Point& at, const Pass& pass) const
{
    const Layer here = layer(i);
    std::vector<JacobianFactor> factors;
    factors.push_back(factor_behind(pass.parameters.entries(here.weight, pass.context),
        pass.parameters.vector(here.bias, pass.context).cast<double>(), here.phi, at, pass.context));
    return factors;
}

}   // namespace stepzero
