// SPDX-License-Identifier: GPL-3.0-or-later
// A network of plain layers as one module: z = W x + b, x = φ(z), layer after layer. It is one and not two a layer
// because every tensor is gone through as seldom as can be: statistics are taken in the tiles of the products and of φ,
// a histogram whose range has just become known is counted while the next product runs, a few pairs of inputs ride
// along, and backward a product takes the slopes of the layer below with it.
//
// Sites, by the words of the plan's Reading: z, with its gradient, and x, with its fractions of zeros, of saturated
// entries and of dead units. At z the decorrelation of the pairs.
#pragma once

#include <optional>

#include "core/modules/module.h"
#include "core/modules/output_counts.h"
#include "core/modules/pairs.h"
#include "core/network/plan.h"

namespace stepzero {

class Dense : public Module {
public:
    /// Every block of the plan has a matrix and a vector "weight", and its activation. The plan must live as long.
    /// Throws std::invalid_argument when it is not of plain layers.
    explicit Dense(const NetworkPlan& plan);
    ~Dense() override;

    /// The next forward() brings further columns of the last one's batch: fractions will be of both.
    void continue_batch() { continues_ = true; }
    /// Pairs that go with the next forward().
    void carry(PairSignals pairs) { pairs_ = std::move(pairs); }

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;
    std::size_t jacobian_steps() const override { return plan_.blocks.size(); }
    std::vector<JacobianFactor> jacobian_step(std::size_t i, Point& at, const Pass& pass) const override;

private:
    /// A histogram that is counted while the next product runs: its range is known, its turn has not come.
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
    std::vector<OutputCounts> seen_;   // one a layer, of the columns of a batch so far
    std::vector<Signal> z_;   // of every layer when backward() follows, else of the last
    Signal input_;   // for the gradients of parameters
    std::unique_ptr<Pending> pending_;
};

}   // namespace stepzero
