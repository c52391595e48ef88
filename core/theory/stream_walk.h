// SPDX-License-Identifier: GPL-3.0-or-later
// The common walk along a residual stream, forward and back, for every theory of a network made of blocks.
//
// A step is a branch that writes into the stream, x ← s·x + α·F(x) with the norms of residual.h. A residual or
// state-space network has one step per block; a transformer has two (attention, then MLP). The walk tracks the streams,
// what each branch wrote into them, the random variation of lengths (chance.h) and the paths of the gradient. It fills
// a Prediction at the sites W_stream, W_branch and W_return of a step's word W, with what a recorder measures there.
// Values are means over networks and columns at infinite width; for several streams (streams.h) they are over all of
// them. The effect of a branch and of a norm on the state depends on the kind. All logarithms are natural ones of mean
// squares, −inf for 0.
#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/run/context.h"
#include "core/base/words/nan.h"
#include "core/base/words/text.h"
#include "core/modules/streams.h"
#include "core/theory/chance.h"
#include "core/theory/log_sum.h"
#include "core/theory/prediction.h"
#include "core/theory/stream_moments.h"

namespace stepzero {

/// The sites of the stream in a plan.
struct StreamSites {
    Reading reading {};
    /// Returns ln E[z²] at the input of a block's φ. The arguments are ln E[x²] at the input of its branch or the
    /// branch's norm, and the norm's factor (NormSpec::factor). Absent when the theory computes it itself.
    std::function<double(int block, double log_read, double norm_factor)> preactivation {};
};

/// Returns an RMS given ln of the mean square.
Predicted predicted_rms(double log_square, double uncertainty = 0);
/// Removes the gradients from a prediction, and sets the reason.
void withhold_gradients(Prediction& prediction, const Text& remark);
/// Adds to the uncertainty of ln RMS of the gradients of a site, or of all sites.
void widen_gradients(SitePrediction& site, double uncertainty);
void widen_gradients(Prediction& prediction, double uncertainty);

/// Number of branches on a path of the gradient from the end to the input (Veit, Wilber, Belongie 2016). Paths are
/// weighted by the square of the gradient that they carry. Branches are independent, so a path takes that of step l
/// with the probability p_l, the branch's part of the gradient's square. The mean is Σ p, the variance Σ p(1 − p).
class PathLengths {
public:
    void step(double share)
    {
        mean_ += share;
        variance_ += share * (1 - share);
    }
    void tell(Prediction& prediction) const
    {
        prediction.path_length = mean_;
        prediction.path_length_std = std::sqrt(variance_);
    }

private:
    double mean_ = 0, variance_ = 0;
};

/// The properties of a step that the walk needs.
struct StreamStep {
    int block = 1;   ///< counts from 1
    std::string word {};   ///< "branch", "attention", "mlp" or "mixer"
    double skip = 1;   ///< s
    double width = 0;   ///< width of the stream; 0: infinite
    bool norm_on_sum = false;   ///< a norm follows the sum (Post-LN)
    bool before_norm_on_sum = false;   ///< the norm after the sum of the next step, which is parallel, follows this one
    bool parallel = false;   ///< reads the same stream as the previous step
    double norm_factor = 1;   ///< factor of the norm that the branch reads
    Connections connections {};
};

template <class State>
struct BranchOutput {
    State state;   ///< α·F, the part that is written
    double chance = 0;   ///< relative variance of |F|²
    double factors = 0;   ///< … and of the factor of the branch and its norms on a gradient's square
    Text remark {};   ///< the reason why theory cannot follow it; usually empty
};

/// The state after a norm on the sum, and ln of its factor on the squares in the sum.
template <class State>
struct NormedSum {
    State state;
    double grown = 0;
};

/// `Kind` has the types State and Streams (stream_moments.h), and
///     const std::vector<StreamStep>& steps() const;
///     double log_square(const State&) const;   // NaN of what is negative
///     BranchOutput<State> forward(std::size_t step, const State& read, double chance);
///     void added(std::size_t step, double kept);   // the part of the sum's square that was in the stream before
///     NormedSum<State> norm_sum(std::size_t step, State sum);
///     State backward(std::size_t step, const State& gradient);
///     State norm_sum_backward(std::size_t step, const State& gradient, double chance, double removed);   // chance.h
///     void tell(std::size_t step, const State& sum, SitePrediction& stream, BlockPrediction& block) const;
///     double most_log_square() const;   // of what is followed
///     Text beyond_it(int block) const;   // the remark where it is more
template <class Kind>
class StreamWalk {
public:
    using State = typename Kind::State;
    using Streams = typename Kind::Streams;

    StreamWalk(Kind& kind, const StreamSites& sites, Prediction& prediction, const Context& context)
        : kind_(kind), sites_(sites), prediction_(prediction), context_(context)
    {
    }

    /// Walks forward from the initial state of every stream; `chance` is the relative variance of its squared length.
    /// Returns false when theory cannot follow the stream to the end; the prediction's remark then says why.
    bool forward(const State& start, double chance)
    {
        const auto& steps = kind_.steps();
        count_ = steps.empty() ? 1 : steps.front().connections.mix.rows();
        streams_.emplace(start, count_);
        chance_ = chance;
        log_sum_of_variances_ = kind_.log_square(start);
        start_site().set(Quantity::rms, predicted_rms(log_sum_of_variances_));
        State read = start;
        for (std::size_t l = 0; l < steps.size(); ++l) {
            context_.check();
            if (!steps[l].parallel)
                read = streams_->read(steps[l].connections.read);
            if (const Text remark = step_forward(l, read); !remark.empty()) {
                prediction_.remark = remark;
                if (l == 0)
                    prediction_.blocks.front().sites.clear();
                return false;
            }
        }
        return true;
    }

    State end() const { return streams_->read(Eigen::RowVectorXd::Ones(count_)); }
    double chance() const { return chance_; }   ///< relative variance of the end's squared length

    /// Sets the effective depth of the signal: the number of steps that the final stream consists of. It is (Σ c)²/Σ
    /// c², the participation ratio of c_l, the mean square of branch l as it arrives at the end. Cross terms of means
    /// and the network's input are ignored. It is L when all steps contribute equally, about 3 when each doubles the
    /// stream, 0 for α = 0.
    void tell_writing_blocks()
    {
        if (!ways_.empty())
            prediction_.writing_blocks = written_.participation();
    }

    /// Walks backward from the gradient at the end, which has passed `factors` so far and has lost the part `removed`
    /// of the stream's direction (chance.h). Returns false when theory cannot follow it; all gradients are then
    /// withheld.
    bool backward(const State& gradient, ChanceFactors factors = {}, double removed = 0)
    {
        Streams gradients(gradient, count_);
        removed_ = removed;
        for (std::size_t l = ways_.size(); l-- > 0;) {
            context_.check();
            if (!step_backward(l, gradients, factors)) {
                withhold_gradients(prediction_, tr("the gradients along the stream cancel too precisely for theory"));
                return false;
            }
        }
        start_site().set(Quantity::gradient_rms,
            predicted_rms(kind_.log_square(gradients.read(Eigen::RowVectorXd::Ones(count_))), factors.uncertainty()));
        if (count_ == 1 && !ways_.empty())
            paths_.tell(prediction_);
        return true;
    }

private:
    /// The values of a step that the backward walk needs.
    struct Way {
        double of_branch = 0, of_sum = 0;   // relative variances of factors
        double kept = 1;   // part of the sum's square that was in the stream before
    };

    SitePrediction& start_site() { return prediction_.blocks.front().at(sites_.reading.start); }
    /// The reference is valid until the next call.
    SitePrediction& site(std::size_t l, const char* ending)
    {
        const StreamStep& step = kind_.steps()[l];
        return prediction_.blocks.at(std::size_t(step.block)).at(step.word + ending);
    }
    /// Returns ln of the mean square over all streams, of what is written into them, or read on the way back.
    double over_streams(double log_square, double squared_norm) const
    {
        return log_square + ln(squared_norm / double(count_));
    }

    /// Returns an empty text, or the reason why the step cannot be followed.
    Text step_forward(std::size_t l, const State& read)
    {
        const StreamStep& step = kind_.steps()[l];
        const Connections& c = step.connections;
        const BranchOutput<State> f = kind_.forward(l, read, chance_);
        if (!f.remark.empty())
            return f.remark;
        Way way {.of_branch = f.factors};
        const double log_skip = 2 * ln(std::abs(step.skip)), log_branch = kind_.log_square(f.state),
                     log_written = over_streams(log_branch, c.write.squaredNorm());
        streams_->mix(c.mix, step.skip);
        const double log_kept = kind_.log_square(streams_->all()), correlation = streams_->add(c.write, f.state);
        const double log_both = log_sum(log_kept, log_written);
        if (log_both != -infinity) {
            way.kept = std::exp(log_kept - log_both);
            chance_ = chance_of_sum(way.kept, chance_, f.chance, step.width);
        }
        kind_.added(l, log_kept == -infinity ? 0 : way.kept);
        const double most = kind_.most_log_square();
        if (!(kind_.log_square(streams_->all()) < most) || !(log_branch < most))
            return kind_.beyond_it(step.block);
        double grown = 0;
        if (step.norm_on_sum) {
            NormedSum<State> normed = kind_.norm_sum(l, streams_->all());
            grown = normed.grown;
            way.of_sum = std::exchange(chance_, 0);
            streams_.emplace(normed.state, 1);
        }
        written_.step(c.mix, log_skip + grown, c.write, log_branch + grown);
        log_sum_of_variances_ = log_sum(log_sum_of_variances_ + log_skip, log_written);
        ways_.push_back(way);
        tell(l, read, log_written,
            log_kept == -infinity || log_written == -infinity ? std::nullopt : std::optional(correlation));
        return {};
    }

    void tell(std::size_t l, const State& read, double log_written, std::optional<double> correlation)
    {
        const StreamStep& step = kind_.steps()[l];
        SitePrediction& branch = site(l, "_branch");
        branch.set(Quantity::rms, predicted_rms(log_written));
        if (correlation)
            branch.set(Quantity::correlation, {*correlation});
        SitePrediction& stream = site(l, "_stream");
        const State sum = streams_->all();
        stream.set(Quantity::rms, predicted_rms(kind_.log_square(sum)));
        // The mean square if every branch only added its own: E[x'²] = s² E[x²] + α² E[F²]. It differs from the
        // stream's when branches are correlated with the stream.
        if (!step.norm_on_sum && count_ == 1)
            stream.set(Quantity::variance_sum_rms, predicted_rms(log_sum_of_variances_));
        BlockPrediction& block = prediction_.blocks.at(std::size_t(step.block));
        kind_.tell(l, sum, stream, block);
        const bool last = l + 1 == kind_.steps().size() || kind_.steps()[l + 1].block != step.block;
        if (last && sites_.preactivation)
            block.at(sites_.reading.preactivation)
                .set(Quantity::rms,
                    predicted_rms(sites_.preactivation(step.block, kind_.log_square(read), step.norm_factor)));
    }

    /// Returns false when a mean square is a difference that rounding has made negative.
    bool step_backward(std::size_t l, Streams& gradients, ChanceFactors& factors)
    {
        const StreamStep& step = kind_.steps()[l];
        const Connections& c = step.connections;
        const Way& way = ways_[l];
        site(l, "_stream")
            .set(Quantity::gradient_rms, predicted_rms(kind_.log_square(gradients.all()), factors.uncertainty()));
        if (step.norm_on_sum)
            gradients = Streams(kind_.norm_sum_backward(l, gradients.all(), way.of_sum, removed_), 1);
        if (step.norm_on_sum || step.before_norm_on_sum)
            removed_ = way.kept;
        factors.pass(1, way.of_sum);
        site(l, "_branch")
            .set(Quantity::gradient_rms, predicted_rms(kind_.log_square(gradients.all()), factors.uncertainty()));
        State returned = kind_.backward(l, gradients.read(c.write.transpose()));
        gradients.mix(c.mix.transpose(), step.skip);
        const double log_returned = over_streams(kind_.log_square(returned), c.read.squaredNorm());
        ChanceFactors returning = factors;
        returning.pass(1, way.of_branch);
        site(l, "_return").set(Quantity::gradient_rms, predicted_rms(log_returned, returning.uncertainty()));
        if (step.parallel) {   // it joins at the beginning of its block
            parallel_ = {log_returned, std::move(returned)};
            return true;
        }
        double log_total = log_sum(kind_.log_square(gradients.all()), log_returned);
        if (parallel_)
            log_total = log_sum(log_total, parallel_->first);
        const auto share_of
            = [&](double log_square) { return log_total == -infinity ? 0 : std::exp(log_square - log_total); };
        double share = share_of(log_returned);
        site(l, "_branch").set(Quantity::branch_share, {share});
        gradients.add(c.read.transpose(), returned);
        if (parallel_) {
            const double other = share_of(parallel_->first);
            site(l + 1, "_branch").set(Quantity::branch_share, {other});
            share += other;
            gradients.add(c.read.transpose(), parallel_->second);
            parallel_.reset();
        }
        paths_.step(share);
        factors.pass(share, way.of_branch);
        return !std::isnan(kind_.log_square(gradients.all()));
    }

    Kind& kind_;
    const StreamSites& sites_;
    Prediction& prediction_;
    const Context& context_;
    Eigen::Index count_ = 1;   // number of streams
    std::optional<Streams> streams_;
    double chance_ = 0;   // relative variance of |x|²
    double log_sum_of_variances_ = 0;
    std::vector<Way> ways_;
    Written written_;
    double removed_ = 0;
    std::optional<std::pair<double, State>> parallel_;   // gradient returned by the second of two parallel branches
    PathLengths paths_;
};

}   // namespace stepzero
