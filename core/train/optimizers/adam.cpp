// SPDX-License-Identifier: GPL-3.0-or-later
// Adam, with weight decay as part of its gradient (torch.optim.Adam), and with decoupled decay (torch.optim.AdamW;
// Loshchilov, Hutter: Decoupled weight decay regularization. ICLR 2019).
#include "core/train/optimizers/adam_rule.h"

namespace stepzero {

namespace {

class Adam : public Optimizer {
public:
    Adam(const Parameters& p, std::size_t parameters, bool decoupled)
        : rule_(adam_spec(p), parameters), decay_(number(p, "weight_decay")), decoupled_(decoupled)
    {
    }

    void update(const ParameterStep& at, WeightMatrix& weights, WeightMatrix& gradient, const Context& context) override
    {
        if (decoupled_)
            decay(weights, at.rate * decay_);
        else if (decay_ != 0)
            gradient += float(decay_) * weights;
        rule_.update(at, weights, gradient, context);
    }

private:
    AdamRule rule_;
    double decay_;
    bool decoupled_;
};

OptimizerCode adam_code(const char* type)
{
    return OptimizerCode {type, "betas=({beta1}, {beta2}), eps={epsilon}, weight_decay={weight_decay}"};
}

}   // namespace

const OptimizerInfo& optimizer_adam()
{
    static const OptimizerInfo info {.name = "adam",
        .label = Text::name("Adam"),
        .parameters = adam_parameters(0.999, 0),
        .rate = 1e-3,
        .adaptive = true,
        .make = [](const Parameters& p, std::size_t n) -> std::unique_ptr<Optimizer> {
            return std::make_unique<Adam>(p, n, false);
        },
        .pytorch = [](const Parameters&) { return adam_code("Adam"); }};
    return info;
}

const OptimizerInfo& optimizer_adamw()
{
    static const OptimizerInfo info {.name = "adamw",
        .label = Text::name("AdamW"),
        .parameters = adam_parameters(0.999, 0.01),
        .rate = 1e-3,
        .adaptive = true,
        .make = [](const Parameters& p, std::size_t n) -> std::unique_ptr<Optimizer> {
            return std::make_unique<Adam>(p, n, true);
        },
        .pytorch = [](const Parameters&) { return adam_code("AdamW"); }};
    return info;
}

}   // namespace stepzero
