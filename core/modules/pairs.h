// SPDX-License-Identifier: GPL-3.0-or-later
// A few pairs of inputs that go through a network beside its batch, and how alike their preactivations are.
// Work comes in tasks whose results do not depend on who runs them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/math/linear/product.h"
#include "core/modules/recorder.h"
#include "core/modules/scaled.h"
#include "core/network/init/parameter.h"
#include "core/network/input/input.h"

namespace stepzero {

class PairSignals {
public:
    /// x_0: the pairs of draw_pairs() with entries of this RMS. Of an input that is zero there are none.
    PairSignals(const Experiment& experiment, int replica, double rms);

    /// Before the tasks of a layer. What it is given must live until finish_layer().
    void begin_layer(const ActivationFunction& phi, const ScaledMatrix& weights, const Eigen::VectorXf& bias);

    /// Those of W x, for every pair. All of them before any follow().
    int tiles() const { return followed_ ? product_->tiles() : 0; }
    void multiply(int tile, const Context& context) { product_->tile(tile, context); }

    int pairs() const { return followed_ ? correlation_pairs : 0; }
    /// z = W x + b, the measurement of z, and x = φ(z) of one pair.
    void follow(int pair);

    /// After the tasks of a layer: mean over the pairs of 1 − c = |ẑ_a − ẑ_b|²/2, ẑ = z/|z|. This form keeps
    /// the digits of correlations near 1; what stays is the rounding of float32 signals, some 1e-14 a layer.
    /// Absent when a signal of any pair is zero or beyond what is followed.
    std::optional<double> finish_layer();

private:
    static constexpr int columns = 2 * correlation_pairs;

    bool followed_ = false;
    Eigen::MatrixXf x_, z_;   // [units, columns]
    // Every signal has an exponent of its own: only directions matter, lengths may grow far apart.
    std::array<std::int64_t, columns> exponents_ {};
    std::array<double, correlation_pairs> decorrelation_ {};   // NaN: absent
    std::array<bool, correlation_pairs> lost_ {};   // beyond what is followed

    std::optional<TiledProduct<float>> product_;
    const ScaledMatrix* weights_ = nullptr;
    const Eigen::VectorXf* bias_ = nullptr;
    float largest_bias_ = 0;
    const ActivationFunction* phi_ = nullptr;
};

/// Of pairs that go through a network as a batch of their own, samples 2p and 2p + 1 being one: at every site of a role
/// the mean over the pairs of 1 − c, c over all units and positions.
class PairRecorder : public Recorder {
public:
    explicit PairRecorder(std::string role) : role_(std::move(role)) { }

    void value(const Site& site, const Signal& signal, const Context& context) override;
    /// By block, in the order in which they came; none where a signal of any pair is zero.
    const std::vector<std::pair<int, double>>& decorrelations() const { return decorrelations_; }

private:
    std::string role_;
    std::vector<std::pair<int, double>> decorrelations_;
};

}   // namespace stepzero
