// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/replica.h"

#include <cstdint>
#include <limits>

#include "core/input/input.h"
#include "core/modules/pairs.h"
#include "core/modules/scaled.h"
#include "core/linear/tiling.h"
#include "core/statistics/accumulate.h"
#include "core/statistics/describe.h"

namespace stepzero {

namespace {

using Tensor = Eigen::MatrixXf;   // [units, samples]: memory holds sample after sample

/// A tensor in units of 2^exponent.
struct ScaledTensor {
    Tensor numbers;
    std::int64_t exponent = 0;
};

/// A histogram that is counted while the next product runs: its range is known, its turn has not come.
class PendingHistogram {
public:
    PendingHistogram() = default;
    PendingHistogram(const Tensor* numbers, const Moments& moments, std::int64_t exponent, Distribution* result)
        : numbers_(numbers), moments_(moments), exponent_(exponent), result_(result),
          tiling_(int(numbers->rows()), int(numbers->cols())),
          parts_(std::size_t(tiling_.size()), HistogramAccumulator(moments.min, moments.max))
    {
    }

    int tasks() const { return int(parts_.size()); }

    void run(int task)
    {
        const Block b = tiling_[task];
        for (int c = 0; c < b.columns; ++c)
            parts_[std::size_t(task)].add(numbers_->col(b.column + c).data() + b.row, std::size_t(b.rows));
    }

    void finish()
    {
        if (!result_)
            return;
        HistogramAccumulator all(moments_.min, moments_.max);
        for (const HistogramAccumulator& part : parts_)
            all.join(part);
        *result_ = make_distribution(moments_, all.histogram(), exponent_);
        *this = {};
    }

private:
    const Tensor* numbers_ = nullptr;
    Moments moments_;
    std::int64_t exponent_ = 0;
    Distribution* result_ = nullptr;
    Tiling tiling_ {0, 0};
    std::vector<HistogramAccumulator> parts_;
};

class Replica {
public:
    Replica(const Experiment& experiment, const NetworkPlan& plan, int samples, int replica, NoiseCache& cache,
        const Context& context)
        : experiment_(experiment), plan_(plan.layers), replica_(replica), samples_(samples),
          parameters_(experiment.seed, replica, cache), context_(context), network_(plan)
    {
    }

    Seen run()
    {
        // Both sites of a layer have their place before anything points to them.
        result_.record.resize(plan_.size() + 1);
        result_.record.front().sites = {{.role = network_.reading.start}};
        for (std::size_t l = 0; l < plan_.size(); ++l)
            result_.record[l + 1].sites
                = {{.role = network_.reading.preactivation}, {.role = network_.reading.output}};
        outputs_[0] = {draw_input(experiment_, replica_, samples_, context_), 0};
        result_.input = describe(outputs_[0].numbers.data(), std::size_t(outputs_[0].numbers.size()), context_);
        result_.record.front().sites.front().value = result_.input;
        normalize_input();
        if (experiment_.measure.correlation)
            pairs_.emplace(experiment_, replica_, result_.input.rms);
        const bool gradient = experiment_.measure.gradient;
        preactivations_.resize(gradient ? plan_.size() : 1);
        const std::size_t reached = forward();
        if (gradient && reached == plan_.size())
            backward();
        return std::move(result_);
    }

private:
    /// One parallel sweep: the tasks of `body`, and those of the histogram that waits.
    template <class Body>
    void sweep(int tasks, const Body& body)
    {
        context_.parallel(tasks + pending_.tasks(), [&](int i) {
            if (i < tasks)
                body(i);
            else
                pending_.run(i - tasks);
        });
        pending_.finish();
    }

    void normalize_input()
    {
        ScaledTensor& x = outputs_[0];
        const double largest = std::max(std::abs(result_.input.min), std::abs(result_.input.max));
        const std::int64_t shift = normalizing_shift(largest, 0);
        if (shift != 0) {
            x.numbers *= float(std::ldexp(1.0, int(-shift)));
            x.exponent = shift;
        }
    }

    BlockRecord& record(std::size_t l) { return result_.record[l + 1]; }
    SiteRecord& preactivation(std::size_t l) { return record(l).sites[0]; }
    SiteRecord& output(std::size_t l) { return record(l).sites[1]; }

    ScaledMatrix weights(std::size_t l)
    {
        const ParameterPlan& plan = *network_.blocks[l].find("weight");
        ScaledMatrix w = parameters_.matrix(plan, context_);
        if (record(l).weights.empty())
            record(l).weights.emplace_back(plan.role, w.distribution());
        return w;
    }

    /// Number of layers whose signal could be followed.
    std::size_t forward()
    {
        for (std::size_t l = 0; l < plan_.size(); ++l) {
            forward_layer(l);
            pass_done(l + 1);
            if (std::abs(outputs_[(l + 1) % 2].exponent) > followed_exponent) {
                sweep(0, [](int) {});
                name_lost_signal(l);
                return l + 1;
            }
        }
        sweep(0, [](int) {});
        return plan_.size();
    }

    void forward_layer(std::size_t l)
    {
        const LayerPlan& layer = plan_[l];
        const ScaledMatrix w = weights(l);
        const ScaledTensor& x = outputs_[l % 2];
        ScaledTensor& z = preactivations_[preactivations_.size() == 1 ? 0 : l];
        z.numbers.resize(layer.fan_out, samples_);
        const Tiling tiling(layer.fan_out, samples_);
        const auto tasks = std::size_t(tiling.size());

        // z = 2^e (scale·base + shift) x + b, in units of 2^e, or of the bias where that is larger.
        const Eigen::VectorXf plain_bias = parameters_.vector(*network_.blocks[l].find("weight", Role::bias), context_);
        const SumUnits units
            = sum_units(x.exponent + w.exponent, plain_bias.size() ? plain_bias.cwiseAbs().maxCoeff() : 0);
        const Eigen::VectorXf bias = plain_bias * float(units.bias);
        const auto scale = float(w.scale * units.product), shift = float(w.shift * units.product);
        if (pairs_)
            pairs_->begin_layer(layer, w, plain_bias);

        std::vector<Moments> parts(tasks);
        sweep(int(tasks) + (pairs() > 0 ? tiling.row_blocks() : 0), [&](int i) {
            const Block b = tiling[i % int(tasks)];
            if (i >= int(tasks)) {
                pairs_->multiply(b.row, b.rows);
                return;
            }
            auto block = z.numbers.block(b.row, b.column, b.rows, b.columns);
            const auto batch = x.numbers.middleCols(b.column, b.columns);
            block.noalias() = w.base->entries.middleRows(b.row, b.rows) * batch;
            MomentAccumulator accumulator;
            for (int c = 0; c < b.columns; ++c) {
                const float offset = shift == 0 ? 0 : shift * batch.col(c).sum();
                block.col(c)
                    = block.col(c) * scale + bias.segment(b.row, b.rows) + Eigen::VectorXf::Constant(b.rows, offset);
                accumulator.add(block.col(c).data(), std::size_t(b.rows));
            }
            parts[std::size_t(i)] = accumulator.moments();
        });
        Moments moments = joined_moments(parts);

        const std::int64_t by = normalizing_shift(moments.largest_magnitude(), units.exponent);
        const double factor = moments.largest_magnitude() == 0 ? 1 : std::ldexp(1.0, int(-by));   // never 0·∞
        if (by != 0)
            moments.scale(factor);
        z.exponent = units.exponent + by;
        activate(l, z, factor, moments, tiling);
        if (pairs_)
            if (const auto decorrelation = pairs_->finish_layer())
                preactivation(l).set(Quantity::decorrelation, *decorrelation);
    }

    int pairs() const { return pairs_ ? pairs_->pairs() : 0; }

    /// x = φ(z), with the histogram of z and the counts that belong to x.
    void activate(std::size_t l, ScaledTensor& z, double factor, const Moments& z_moments, const Tiling& tiling)
    {
        const ActivationFunction phi(plan_[l].activation);
        const ScaledActivation<float> scaled(phi, z.exponent);
        ScaledTensor& x = outputs_[(l + 1) % 2];
        x.numbers.resize(z.numbers.rows(), z.numbers.cols());
        x.exponent = scaled.value_exponent();
        // Beyond the range of float, φ's limit hides what is zero and what is saturated.
        const bool count_plain = z.exponent > 0 && !phi.limits().homogeneous;
        // A signal that is followed below the range of float saturates nothing.
        const Saturation saturation = x.exponent == 0 || count_plain ? phi.saturation() : Saturation {};
        const auto below = float(saturation.below.value_or(-std::numeric_limits<float>::infinity()));
        const auto above = float(saturation.above.value_or(std::numeric_limits<float>::infinity()));

        struct Part {
            Moments moments;
            HistogramAccumulator histogram;
            std::int64_t zeros = 0, saturated = 0;
            std::vector<std::uint8_t> alive;   // one a row
        };
        std::vector<Part> parts(std::size_t(tiling.size()));
        sweep(tiling.size() + pairs(), [&](int i) {
            if (i >= tiling.size()) {
                pairs_->follow(i - tiling.size());
                return;
            }
            const Block b = tiling[i];
            Part& part = parts[std::size_t(i)];
            part.histogram = HistogramAccumulator(z_moments.min, z_moments.max);
            part.alive.assign(std::size_t(b.rows), 0);
            MomentAccumulator accumulator;
            Eigen::VectorXf plain(count_plain ? b.rows : 0);
            for (int c = 0; c < b.columns; ++c) {
                float* in = z.numbers.col(b.column + c).data() + b.row;
                float* out = x.numbers.col(b.column + c).data() + b.row;
                if (factor != 1)
                    Eigen::Map<Eigen::VectorXf>(in, b.rows) *= float(factor);
                part.histogram.add(in, std::size_t(b.rows));
                scaled.value(in, out, b.rows);
                accumulator.add(out, std::size_t(b.rows));
                const float* counted = out;
                if (count_plain) {
                    scaled.plain_value(in, plain.data(), b.rows);
                    counted = plain.data();
                }
                int zeros = 0, saturated = 0;
                for (int r = 0; r < b.rows; ++r) {
                    zeros += counted[r] == 0;
                    saturated += (counted[r] < below) | (counted[r] > above);
                    part.alive[std::size_t(r)] |= std::uint8_t(counted[r] != 0);
                }
                part.zeros += zeros;
                part.saturated += saturated;
            }
            part.moments = accumulator.moments();
        });

        Moments moments;
        HistogramAccumulator histogram(z_moments.min, z_moments.max);
        std::int64_t zeros = 0, saturated = 0;
        std::vector<std::uint8_t> alive(std::size_t(z.numbers.rows()), 0);
        for (int i = 0; i < tiling.size(); ++i) {
            const Part& part = parts[std::size_t(i)];
            moments.join(part.moments);
            histogram.join(part.histogram);
            zeros += part.zeros;
            saturated += part.saturated;
            for (std::size_t r = 0; r < part.alive.size(); ++r)
                alive[std::size_t(tiling[i].row) + r] |= part.alive[r];
        }
        const auto entries = double(z.numbers.size());
        preactivation(l).value = make_distribution(z_moments, histogram.histogram(), z.exponent);
        output(l).set(Quantity::zero_fraction, double(zeros) / entries);
        output(l).set(Quantity::saturated_fraction, double(saturated) / entries);
        output(l).set(
            Quantity::dead_fraction, double(std::count(alive.begin(), alive.end(), 0)) / double(alive.size()));
        if (moments.largest_magnitude() == 0)
            x.exponent = 0;   // what comes next is the bias, in its own units
        pending_ = PendingHistogram(&x.numbers, moments, x.exponent, &output(l).value.emplace());
    }

    /// δ_L = φ'(z_L)∘u; then δ_l = φ'(z_l)∘(W_{l+1}ᵀ δ_{l+1}).
    void backward()
    {
        ScaledTensor delta[2];
        for (std::size_t l = plan_.size(); l-- > 0;) {
            ScaledTensor& lower = delta[l % 2];
            Moments moments = backward_layer<float>(l, delta[(l + 1) % 2], lower, 0);
            // Where every unit is saturated φ' itself leaves the range of float: look for it in float64.
            for (int lift = 200; moments.largest_magnitude() < 0x1p-100 && lift <= 1000; lift += 200)
                moments = backward_layer<double>(l, delta[(l + 1) % 2], lower, lift);
            const bool lost = moments.largest_magnitude() == 0 && factor_ != 0;
            const std::int64_t by = normalizing_shift(moments.largest_magnitude(), lower.exponent);
            pending_ = PendingHistogram(
                &lower.numbers, moments, lower.exponent, &preactivation(l).gradient.emplace());
            if (factor_ != 0)
                factor_ = lost ? 1 : std::ldexp(1.0, int(-by));
            lower.exponent += by;
            if (lost)
                name_lost_gradient(l);
            pass_done(2 * plan_.size() - l);
        }
        sweep(0, [](int) {});
    }

    /// One step back, with slopes of type Slope, the result's numbers lifted by 2^lift.
    template <class Slope>
    Moments backward_layer(std::size_t l, const ScaledTensor& upper, ScaledTensor& lower, int lift)
    {
        const bool last = l + 1 == plan_.size();
        ScaledMatrix w;
        if (last)
            lower.numbers = draw_cotangent(experiment_, replica_, samples_, context_);
        else {
            w = weights(l + 1);
            lower.numbers.resize(plan_[l].fan_out, samples_);
        }
        const double lifted = std::ldexp(1.0, lift);
        const auto scale = Slope(last ? lifted : w.scale * factor_ * lifted);
        const auto shift = Slope(last ? 0 : w.shift * factor_ * lifted);
        const ScaledTensor& z = preactivations_[l];
        const ActivationFunction phi(plan_[l].activation);
        const ScaledActivation<Slope> scaled(phi, z.exponent);
        const Tiling tiling(plan_[l].fan_out, samples_);
        std::vector<Moments> parts(std::size_t(tiling.size()));
        sweep(tiling.size(), [&](int i) {
            const Block b = tiling[i];
            auto block = lower.numbers.block(b.row, b.column, b.rows, b.columns);
            if (!last)
                block.noalias() = w.base->entries.middleCols(b.row, b.rows).transpose()
                    * upper.numbers.middleCols(b.column, b.columns);
            Eigen::Array<Slope, Eigen::Dynamic, 1> preactivation(b.rows), slope(b.rows);
            MomentAccumulator accumulator;
            for (int c = 0; c < b.columns; ++c) {
                preactivation = z.numbers.col(b.column + c).segment(b.row, b.rows).array().template cast<Slope>();
                scaled.derivative(preactivation.data(), slope.data(), b.rows);
                const Slope sum = shift == 0 ? 0 : Slope(upper.numbers.col(b.column + c).sum());
                // Slopes come first: a lifted number may be beyond range, and many slopes are zero.
                block.col(c) = (block.col(c).array().template cast<Slope>() * (slope * scale) + sum * (slope * shift))
                                   .template cast<float>();
                accumulator.add(block.col(c).data(), std::size_t(b.rows));
            }
            parts[std::size_t(i)] = accumulator.moments();
        });
        lower.exponent = (last ? 0 : upper.exponent + w.exponent) + scaled.derivative_exponent() - lift;
        return joined_moments(parts);
    }

    void name_lost_gradient(std::size_t l)
    {
        const std::string layer = std::to_string(l + 1);
        result_.remarks.push_back({int(l) + 1, "the gradient is exactly zero at layer " + layer + " and below"});
        factor_ = 0;
    }

    void name_lost_signal(std::size_t l)
    {
        const bool over = outputs_[(l + 1) % 2].exponent > 0;
        const int layer = int(l) + 1;
        result_.remarks.push_back({layer,
            std::string("the signal ") + (over ? "overflows" : "underflows") + " at layer " + std::to_string(layer)
                + ": it is beyond ten to the " + (over ? "" : "minus ")
                + "300000, and layers after it are not followed"});
        Distribution lost;
        if (over)
            lost.mean = lost.std = lost.rms = lost.min = lost.max = std::numeric_limits<double>::infinity();
        for (std::size_t k = l + 1; k < plan_.size(); ++k) {
            weights(k);   // their distribution is known all the same
            preactivation(k).value = output(k).value = lost;
        }
    }

    void pass_done(std::size_t pass)
    {
        const double passes = double(plan_.size()) * (experiment_.measure.gradient ? 2 : 1);
        context_.progress(double(pass) / passes, pass <= plan_.size() ? "forward" : "backward");
    }

    const Experiment& experiment_;
    const std::vector<LayerPlan>& plan_;
    int replica_, samples_;
    DrawnParameters parameters_;
    const Context& context_;
    const NetworkPlan& network_;

    Seen result_;
    ScaledTensor outputs_[2];   // x_{l−1} and x_l in turn
    std::vector<ScaledTensor> preactivations_;   // every z_l when the gradient is measured, else the last
    PendingHistogram pending_;
    std::optional<PairSignals> pairs_;   // when their correlation is measured
    double factor_ = 1;   // that the numbers of the last δ are to be multiplied by; 0 once the gradient is lost
};

}   // namespace

Seen simulate_replica(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica,
    NoiseCache& cache, const Context& context)
{
    return Replica(experiment, plan, extent.samples, replica, cache, context).run();
}

}   // namespace stepzero
