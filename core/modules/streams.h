// SPDX-License-Identifier: GPL-3.0-or-later
// Hyper-connections: a residual stream of n parallel streams. The branch F reads a weighted sum of them and writes into
// each:
//   x' = s·H_res x + H_post α·F(norm(H_pre x)),  H_res [n, n], H_pre [1, n], H_post [n, 1].
// Zhu et al. 2024 is the static part of hyper-connections; at step 0 their dynamic part is zero. Step k, from 0, reads
// stream k mod n, H_post is all ones, and H_res is the identity. The first training step therefore sees a plain
// residual network, n times. Xie et al. 2025 (mHC): H_res is doubly stochastic, by 20 rounds of Sinkhorn and Knopp on
// e^W.
//
// All streams start equal, and their sum is the output. In a signal, stream i is rows i·width … (i + 1)·width − 1.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/modules/module.h"

namespace stepzero {

/// H_res for a parameter W ~ N(0, σ²): I + W, W, or the doubly stochastic matrix of e^W.
enum class StreamMixing { identity, random, doubly_stochastic };

struct StreamsSpec {
    int count = 1;   ///< 1: an ordinary residual stream
    StreamMixing mixing = StreamMixing::identity;
    double std = 0;   ///< σ

    /// Returns whether the streams differ between random networks of one experiment. All streams are equal at the
    /// start, and doubly stochastic matrices keep them equal.
    bool by_chance() const { return count > 1 && std > 0 && mixing != StreamMixing::doubly_stochastic; }
};

/// The map y_i = Σ_j A_ij x_j, A [streams of y, streams of x].
struct StreamMapSpec {
    Eigen::MatrixXd start;   ///< A = start + W …
    std::optional<ParameterPlan> change {};   ///< W, a vector, row by row; absent: 0
    bool doubly_stochastic = false;   ///< … or the doubly stochastic matrix of e^W; `start` then only sets the shape
};
/// Returns A. Throws Stopped.
Eigen::MatrixXd matrix_of(const StreamMapSpec& spec, const ParameterSource& parameters, const Context& context);

class StreamMap : public Module {
public:
    explicit StreamMap(StreamMapSpec spec) : spec_(std::move(spec)) { }

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    void give_gradient(const Signal& gradient, const Pass& pass);

    StreamMapSpec spec_;
    Signal input_;   // for the gradient of W
};

/// Maps one stream to n copies, and n streams to their sum.
StreamMapSpec copied_streams(int count);
StreamMapSpec summed_streams(int count);

/// The three maps of one step.
struct ConnectionsSpec {
    StreamMapSpec read, mix, write;   ///< H_pre, H_res, H_post
};
/// Returns the maps of step k, from 0. `plan` makes the W of "reading", "mixing" and "writing" with `entries` entries;
/// the first and the last start at zero.
ConnectionsSpec connections(const StreamsSpec& streams, int step,
    const std::function<ParameterPlan(const char* what, int entries, const Initializer&)>& plan);

/// The same maps as matrices.
struct Connections {
    Eigen::RowVectorXd read = Eigen::RowVectorXd::Ones(1);
    Eigen::MatrixXd mix = Eigen::MatrixXd::Ones(1, 1);
    Eigen::VectorXd write = Eigen::VectorXd::Ones(1);
};
Connections drawn(const ConnectionsSpec& spec, const ParameterSource& parameters, const Context& context);

/// Gains of products of H_res, defined as in Xie et al. 2025. The largest absolute row sum is the gain of a signal, the
/// largest absolute column sum the gain of a gradient. log10, −inf for 0.
struct MixingGains {
    double forward = 0, backward = 0;   ///< from the first step to this one
    double forward_to_end = 0, backward_to_end = 0;   ///< from this step to the last
};
/// Returns the gains of each step, in order.
std::vector<MixingGains> mixing_gains(const std::vector<Connections>& steps);

}   // namespace stepzero
