// SPDX-License-Identifier: GPL-3.0-or-later
// The building blocks of networks. A module is used for one pass at a time: forward() keeps what backward() needs, then
// backward() releases it.
//
// Each module records its outputs at its sites in forward(), and the gradients at them in backward(). If the pass asks
// for them, backward() also provides the gradients of the parameters. Products and sums over tiles give the same bits
// on any thread pool. The stop token is checked every few milliseconds.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/modules/gradients.h"
#include "core/modules/jacobian.h"
#include "core/modules/precision.h"
#include "core/modules/recorder.h"
#include "core/network/init/parameter.h"

namespace stepzero {

/// The state of a pass through a network, in addition to its input.
struct Pass {
    PassContext context;   ///< turn() sets its rounding
    const ParameterSource& parameters;
    Recorder& recorder;
    bool backward = true;   ///< true: backward() follows, so modules keep what it needs
    bool to_input = true;   ///< true: backward() computes the gradient at the network's input
    GradientSink* gradients = nullptr;   ///< receives the parameters' gradients in backward(); null: not needed
    std::optional<Precision> precision {};   ///< absent: float32
    std::optional<NotFinite> lost {};   ///< the place where the pass ended early
    double steps = 0;   ///< steps of the whole pass, for progress; 0: progress is not reported
    double done = 0;   ///< completed steps; a residual block counts as one step forward and one backward

    void advance(double by, const Text& stage)
    {
        done += by;
        if (steps > 0)
            context.progress(std::min(1.0, done / steps), stage);
    }

    /// Selects the rounding for the following computations: that of gradients, or that of signals.
    void turn(bool to_gradients)
    {
        if (precision)
            context.rounding = to_gradients ? precision->backward : precision->forward;
    }

    /// Returns whether modules must keep what the parameters' gradients need.
    bool trains() const { return backward && gradients; }

    /// Returns whether a signal is within the followed range; see followed_exponent.
    static bool followed(const Signal& signal) { return std::abs(signal.exponent) <= followed_exponent; }
    /// Throws NotFinite, after reporting it to the recorder, when a signal leaves the followed range, or when a signal
    /// or gradient is not finite.
    void check(const Site& site, const Signal& signal, bool gradient = false) const;
    /// Checks a signal or gradient and passes it to the recorder. Throws NotFinite, Stopped.
    void value(const Site& site, const Signal& signal) const;
    void gradient(const Site& site, const Signal& signal) const;
};

class Module {
public:
    virtual ~Module() = default;

    /// Returns the output for an input. Throws Stopped, NotFinite.
    virtual Signal forward(Signal input, Pass& pass) = 0;
    /// Returns the gradient at the input for the gradient at the output. Throws Stopped, NotFinite.
    virtual Signal backward(Signal gradient, Pass& pass) = 0;
    /// Appends the plans of all parameters, in the order of use.
    virtual void list_parameters(std::vector<ParameterPlan>&) const { }

    /// Returns the number of layers that a point passes, if the Jacobian is a product of factors diag(slopes)·W;
    /// otherwise 0.
    virtual std::size_t jacobian_steps() const { return 0; }
    /// Returns the factors of step i < jacobian_steps(), from the input's side, and moves the point from its input to
    /// its output. Throws Stopped.
    virtual std::vector<JacobianFactor> jacobian_step(std::size_t, Point&, const Pass&) const { return {}; }
    /// Moves only the point: the factors of a large convolution would not fit into memory. Throws Stopped.
    virtual void point_step(std::size_t i, Point& at, const Pass& pass) const { jacobian_step(i, at, pass); }
};

/// Modules in sequence. An empty sequence is the identity.
class Sequence : public Module {
public:
    Sequence() = default;
    explicit Sequence(std::vector<std::unique_ptr<Module>> modules) : modules_(std::move(modules)) { }

    void add(std::unique_ptr<Module> module) { modules_.push_back(std::move(module)); }
    template <class M, class... Arguments>
    M& emplace(Arguments&&... arguments)
    {
        auto module = std::make_unique<M>(std::forward<Arguments>(arguments)...);
        M& added = *module;
        modules_.push_back(std::move(module));
        return added;
    }
    std::size_t size() const { return modules_.size(); }

    Signal forward(Signal input, Pass& pass) override
    {
        for (const auto& module : modules_)
            input = module->forward(std::move(input), pass);
        return input;
    }
    Signal backward(Signal gradient, Pass& pass) override
    {
        for (std::size_t i = modules_.size(); i-- > 0;)
            gradient = modules_[i]->backward(std::move(gradient), pass);
        return gradient;
    }
    void list_parameters(std::vector<ParameterPlan>& plans) const override
    {
        for (const auto& module : modules_)
            module->list_parameters(plans);
    }

private:
    std::vector<std::unique_ptr<Module>> modules_;
};

/// Layers in sequence, each of several modules. A layer counts as one step of the pass forward and one backward.
class LayerSequence : public Module {
public:
    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

protected:
    std::size_t size() const { return layers_.size(); }
    /// Returns a new last layer, still without modules. It is valid until the next call.
    Sequence& add_layer() { return layers_.emplace_back(); }

private:
    std::vector<Sequence> layers_;
};

}   // namespace stepzero
