// SPDX-License-Identifier: GPL-3.0-or-later
// A few pairs of inputs that pass through a network along with its batch, to measure how similar their preactivations
// are in each layer. The work is split into tasks whose results do not depend on the thread.
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
    /// Initializes x_0 to the pairs of draw_pairs() with entries of this RMS. A zero input has no pairs.
    PairSignals(const Experiment& experiment, int replica, double rms);

    /// Starts a layer, before its tasks. The arguments must live until finish_layer().
    void begin_layer(const ActivationFunction& phi, const ScaledMatrix& weights, const Eigen::VectorXf& bias);

    /// Tasks that compute W x for all pairs. All of them must finish before any follow().
    int tiles() const { return followed_ ? product_->tiles() : 0; }
    void multiply(int tile, const Context& context) { product_->tile(tile, context); }

    int pairs() const { return followed_ ? correlation_pairs : 0; }
    /// Computes z = W x + b, the measurement of z, and x = φ(z) for one pair.
    void follow(int pair);

    /// Ends a layer, after its tasks. Returns the mean over the pairs of 1 − c = |ẑ_a − ẑ_b|²/2, ẑ = z/|z|. This form
    /// keeps the digits of correlations near 1; only the rounding of float32 signals remains, some 1e-14 per layer.
    /// Absent when a signal of any pair is zero or outside the followed range.
    std::optional<double> finish_layer();

private:
    static constexpr int columns = 2 * correlation_pairs;

    bool followed_ = false;
    Eigen::MatrixXf x_, z_;   // [units, columns]
    // Every signal has its own exponent: only directions matter, and lengths may become very different.
    std::array<std::int64_t, columns> exponents_ {};
    std::array<double, correlation_pairs> decorrelation_ {};   // NaN: absent
    std::array<bool, correlation_pairs> lost_ {};   // outside the followed range

    std::optional<TiledProduct<float>> product_;
    const ScaledMatrix* weights_ = nullptr;
    const Eigen::VectorXf* bias_ = nullptr;
    float largest_bias_ = 0;
    const ActivationFunction* phi_ = nullptr;
};

/// Measures pairs that pass through a network as their own batch, in which samples 2p and 2p + 1 form a pair. For every
/// site of a role it takes the mean over the pairs of 1 − c, with c over all units and positions.
class PairRecorder : public Recorder {
public:
    explicit PairRecorder(std::string role) : role_(std::move(role)) { }

    void value(const Site& site, const Signal& signal, const Context& context) override;
    /// Mean decorrelations with their blocks, in the order of the pass; absent where a signal of any pair is zero.
    const std::vector<std::pair<int, double>>& decorrelations() const { return decorrelations_; }

private:
    std::string role_;
    std::vector<std::pair<int, double>> decorrelations_;
};

}   // namespace stepzero
