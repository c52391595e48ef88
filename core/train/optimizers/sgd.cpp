// SPDX-License-Identifier: GPL-3.0-or-later
// SGD, as in torch.optim.SGD, with g ← ∂L/∂W + λ W. Without momentum, W ← W − η g. With momentum, b ← g at the first
// step and μ b + (1 − dampening) g later, with dampening 0. Then W ← W − η b, or with Nesterov's W ← W − η (g + μ b).
// Sutskever, Martens, Dahl, Hinton: On the importance of initialization and momentum in deep learning. ICML 2013.
#include "core/train/optimizer.h"

namespace stepzero {

namespace {

class Sgd : public Optimizer {
public:
    Sgd(const Parameters& p, std::size_t parameters)
        : momentum_(float(number(p, "momentum"))), decay_(float(number(p, "weight_decay"))),
          nesterov_(is_on(p, "nesterov")), buffers_(momentum_ > 0 ? parameters : 0)
    {
    }

    void update(const ParameterStep& at, WeightMatrix& weights, WeightMatrix& gradient, const Context& context) override
    {
        context.check();
        if (decay_ != 0)
            gradient += decay_ * weights;
        if (momentum_ > 0) {
            WeightMatrix& buffer = buffers_[at.index];
            if (buffer.size() == 0)
                buffer = gradient;
            else
                buffer = momentum_ * buffer + gradient;
            if (nesterov_)
                gradient += momentum_ * buffer;
            else
                gradient = buffer;
        }
        weights -= float(at.rate) * gradient;
    }

private:
    float momentum_, decay_;
    bool nesterov_;
    std::vector<WeightMatrix> buffers_;
};

}   // namespace

const OptimizerInfo& optimizer_sgd()
{
    static const OptimizerInfo info {.name = "sgd",
        .label = Text::name("SGD"),
        .parameters = {{.name = "momentum", .label = tr("momentum"), .default_value = 0.0, .low = 0, .high = 0.9999},
            flag("nesterov", tr("Nesterov's momentum"), false), weight_decay_info()},
        .rate = 0.1,
        .adaptive = false,
        .make
        = [](const Parameters& p, std::size_t n) -> std::unique_ptr<Optimizer> { return std::make_unique<Sgd>(p, n); },
        .pytorch =
            [](const Parameters& p) {   // PyTorch rejects Nesterov's without momentum
                const std::string nesterov = number(p, "momentum") > 0 ? "{nesterov=true}" : "False";
                return OptimizerCode {
                    "SGD", "momentum={momentum}, nesterov=" + nesterov + ", weight_decay={weight_decay}"};
            },
        .stable_rate =
            [](const Parameters& p, double sharpness) {
                const double beta = number(p, "momentum"), curvature = sharpness + number(p, "weight_decay");
                return 2 * (1 + beta) / (is_on(p, "nesterov") ? 1 + 2 * beta : 1) / curvature;
            }};
    return info;
}

}   // namespace stepzero
