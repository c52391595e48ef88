// SPDX-License-Identifier: GPL-3.0-or-later
// A network of plain layers as one module: z = W x + b, x = φ(z), layer after layer. A single module instead of two per
// layer reads every tensor as rarely as possible. Statistics are taken in the tiles of the products and of φ, and a
// histogram whose range is known is counted while the next product runs. A few pairs of inputs pass along with the
// batch. Backward, each product also applies the slopes of the layer below.
//
// Sites, named by the plan's Reading: z with its gradient and the decorrelation of the pairs; x with its fractions of
// zeros, saturated entries and dead units.
#pragma once

#include <optional>

#include "core/modules/module.h"
#include "core/modules/output_counts.h"
#include "core/modules/pairs.h"
#include "core/network/plan.h"

namespace stepzero {

class Dense : public Module {
public:
    /// Every block of the plan must have a matrix and a vector "weight", and an activation. The plan must outlive the
    /// module. Throws std::invalid_argument when its blocks are not plain layers.
    explicit Dense(const NetworkPlan& plan);
    ~Dense() override;

    /// Announces that the next forward() passes further columns of the same batch; fractions then cover both.
    void continue_batch() { continues_ = true; }
    /// Sets the pairs that accompany the next forward().
    void carry(PairSignals pairs) { pairs_ = std::move(pairs); }

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;
    std::size_t jacobian_steps() const override { return plan_.blocks.size(); }
    std::vector<JacobianFactor> jacobian_step(std::size_t i, Point& at, const Pass& pass) const override;

private:
    /// A histogram with known range that is counted while the next product runs.
    class Pending;
    struct Layer {
        const BlockPlan& block;
        const ParameterPlan &weight, &bias;
        Site z, x;
        ActivationFunction phi;
    };
    Layer layer(std::size_t l) const;
    template <class Body>
    void sweep(int tasks, const Pass& pass, const Body& body);
    void finish_pending(const Pass& pass);

    void forward_layer(const Layer& layer, const Signal& x, Signal& z, Signal& output, const Pass& pass);
    void activate(const Layer& layer, Signal& z, double factor, Signal& output, const Pass& pass);
    template <class Slope>
    Moments slopes_and_product(const Layer& layer, const Signal& z, const ScaledMatrix& w, const Signal& upper,
        double factor, int lift, Signal& lower, const Pass& pass);
    void give_gradients(std::size_t l, const Signal& delta, const Pass& pass) const;
    int pairs() const { return pairs_ ? pairs_->pairs() : 0; }

    const NetworkPlan& plan_;
    std::optional<PairSignals> pairs_;
    bool continues_ = false;
    std::vector<OutputCounts> seen_;   // one per layer, over the columns of the batch so far
    std::vector<Signal> z_;   // for every layer when backward() follows, otherwise for the last one
    Signal input_;   // for the gradients of parameters
    std::unique_ptr<Pending> pending_;
};

}   // namespace stepzero
