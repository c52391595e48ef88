// SPDX-License-Identifier: GPL-3.0-or-later
// What networks are composed of. A module is used for one pass at a time: forward(), which keeps what
// backward() needs, then backward(), which gives it up.
//
// Each module records its outputs at its sites in forward(), and in backward() the gradients at them; there it gives
// the gradients of its parameters too, if the pass asks for them. Products and sums over tiles are the same bits on any
// pool. Work between two looks at the stop token is a few ms.
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

/// What a pass through a network needs beside its input.
struct Pass {
    PassContext context;   ///< rounding as turn() says
    const ParameterSource& parameters;
    Recorder& recorder;
    bool backward = true;   ///< whether backward() follows, so that modules keep what it needs
    bool to_input = true;   ///< whether backward() is to give the gradient at the network's input
    GradientSink* gradients = nullptr;   ///< takes the parameters' gradients in backward(); null: nobody asks
    std::optional<Precision> precision {};   ///< none: float32
    std::optional<NotFinite> lost {};   ///< where it came to an end
    double steps = 0;   ///< of the whole pass, for progress; 0: none is reported
    double done = 0;   ///< of these; a residual block is one step forward and one backward

    void advance(double by, const Text& stage)
    {
        done += by;
        if (steps > 0)
            context.progress(std::min(1.0, done / steps), stage);
    }

    /// What is computed from here on: gradients, or signals.
    void turn(bool to_gradients)
    {
        if (precision)
            context.rounding = to_gradients ? precision->backward : precision->forward;
    }

    /// Whether modules are to keep what the parameters' gradients need.
    bool trains() const { return backward && gradients; }

    /// Whether a signal is followed, see followed_exponent.
    static bool followed(const Signal& signal) { return std::abs(signal.exponent) <= followed_exponent; }
    /// Throws NotFinite, told to the recorder, where a signal is not followed, or one or a gradient is not finite.
    void check(const Site& site, const Signal& signal, bool gradient = false) const;
    /// To the recorder, once checked. Throws NotFinite, Stopped.
    void value(const Site& site, const Signal& signal) const;
    void gradient(const Site& site, const Signal& signal) const;
};

class Module {
public:
    virtual ~Module() = default;

    /// The output for an input. Throws Stopped, NotFinite.
    virtual Signal forward(Signal input, Pass& pass) = 0;
    /// The gradient at the input for the gradient at the output. Throws Stopped, NotFinite.
    virtual Signal backward(Signal gradient, Pass& pass) = 0;
    /// Appends the plans of all parameters, in the order of use.
    virtual void list_parameters(std::vector<ParameterPlan>&) const { }

    /// In how many steps, one a layer, a point goes through it, if its Jacobian is a product of factors diag(slopes)·W;
    /// else 0.
    virtual std::size_t jacobian_steps() const { return 0; }
    /// The factors of step i below jacobian_steps(), from the input's side, at a point that comes to it and leaves
    /// behind it. Throws Stopped.
    virtual std::vector<JacobianFactor> jacobian_step(std::size_t, Point&, const Pass&) const { return {}; }
    /// The point alone: the factors of a large convolution would not fit into memory. Throws Stopped.
    virtual void point_step(std::size_t i, Point& at, const Pass& pass) const { jacobian_step(i, at, pass); }
};

/// One after the other. Empty: the identity.
class Sequence : public Module {
public:
    Sequence() = default;
    explicit Sequence(std::vector<std::unique_ptr<Module>> modules) : modules_(std::move(modules)) { }

    void add(std::unique_ptr<Module> module) { modules_.push_back(std::move(module)); }
    template <class M, class... Arguments>
    void emplace(Arguments&&... arguments)
    {
        modules_.push_back(std::make_unique<M>(std::forward<Arguments>(arguments)...));
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

}   // namespace stepzero
