// SPDX-License-Identifier: GPL-3.0-or-later
// Muon, for matrices in blocks; kernels count as [out, in·k·k]: b ← μ b + (1 − μ) g, W ← W − η s O(g + μ (b − g)). O is
// close to the orthogonal factor. s is √max(1, out/in) (Jordan et al. 2024), or 0.2 √max(out, in), which gives steps of
// about Adam's size (Liu et al.: Muon is scalable for LLM training. 2025).
//
// AdamW trains all other parameters with a separate rate: embeddings, heads, vectors, and matrices that are not linear
// maps (depthwise kernels, A_log). PyTorch's documentation of torch.optim.Muon recommends this.
#include "core/train/optimizers/muon.h"

#include <cmath>

#include "core/math/linear/product.h"
#include "core/network/init/parameter_use.h"
#include "core/train/optimizers/adam_rule.h"

namespace stepzero {

bool is_orthogonalized(const ParameterPlan& plan) { return plan.block > 0 && is_map(plan); }

WeightMatrix orthogonalized(const WeightMatrix& matrix, const Context& context)
{
    using Columns = Eigen::MatrixXf;
    const bool tall = matrix.rows() > matrix.cols();
    Columns x = tall ? Columns(matrix.transpose()) : Columns(matrix);
    x /= float(std::sqrt(x.cast<double>().squaredNorm()) + 1e-7);
    const float a = 3.4445F, b = -4.7750F, c = 2.0315F;
    Columns gram(x.rows(), x.rows()), polynomial(x.rows(), x.rows()), next(x.rows(), x.cols());
    for (int i = 0; i < 5; ++i) {
        gram.setZero();
        TiledProduct<float>::add_gram(x, gram, context);
        polynomial = b * gram;
        TiledProduct<float>(Left::plain, gram, gram, polynomial, c, TiledProduct<float>::To::add)
            .run_symmetric(context);
        next = a * x;
        TiledProduct<float>(Left::plain, polynomial, x, next, 1, TiledProduct<float>::To::add).run(context);
        x.swap(next);
    }
    return tall ? WeightMatrix(x.transpose()) : WeightMatrix(x);
}

namespace {

bool scales_by_shape(const Parameters& p) { return is_word(p, "scale", "shape"); }

class Muon : public Optimizer {
public:
    Muon(const Parameters& p, std::size_t parameters)
        : momentum_(float(number(p, "momentum"))), nesterov_(is_on(p, "nesterov")), by_shape_(scales_by_shape(p)),
          decay_(number(p, "weight_decay")), others_rate_(number(p, "others_rate")), others_(adam_spec(p), parameters),
          buffers_(parameters)
    {
    }

    void update(const ParameterStep& at, WeightMatrix& weights, WeightMatrix& gradient, const Context& context) override
    {
        if (!is_orthogonalized(at.plan)) {
            ParameterStep own = at;
            own.rate *= others_rate_;
            decay(weights, own.rate * decay_);
            others_.update(own, weights, gradient, context);
            return;
        }
        WeightMatrix& buffer = buffers_[at.index];
        if (buffer.size() == 0)
            buffer = WeightMatrix::Zero(weights.rows(), weights.cols());
        buffer += (1 - momentum_) * (gradient - buffer);
        if (nesterov_)
            gradient += momentum_ * (buffer - gradient);
        else
            gradient = buffer;
        const auto rows = double(weights.rows()), columns = double(weights.cols());
        const double scale
            = by_shape_ ? std::sqrt(std::max(1.0, rows / columns)) : 0.2 * std::sqrt(std::max(rows, columns));
        decay(weights, at.rate * decay_);
        weights -= float(at.rate * scale) * orthogonalized(gradient, context);
    }

private:
    float momentum_;
    bool nesterov_, by_shape_;
    double decay_, others_rate_;
    AdamRule others_;
    std::vector<WeightMatrix> buffers_;
};

std::vector<ParameterInfo> parameters()
{
    std::vector<ParameterInfo> all {
        {.name = "momentum", .label = tr("momentum"), .default_value = 0.95, .low = 0, .high = 0.9999},
        flag("nesterov", tr("Nesterov's momentum"), true),
        {.name = "scale",
            .label = tr("scale"),
            .default_value = std::string("shape"),
            .choices = {"shape", "match_adam"},
            .choice_labels = {Text::name("√max(1, out/in)"), Text::name("0.2 √max(out, in)")}},
        {.name = "others_rate", .label = tr("AdamW's learning rate ×"), .default_value = 0.1, .low = 0, .high = 1e6}};
    for (ParameterInfo& info : adam_parameters(0.95, 0))
        all.push_back(std::move(info));
    return all;
}

}   // namespace

const OptimizerInfo& optimizer_muon()
{
    static const OptimizerInfo info {.name = "muon",
        .label = Text::name("Muon"),
        .parameters = parameters(),
        .rate = 0.02,
        .adaptive = true,
        .make
        = [](const Parameters& p, std::size_t n) -> std::unique_ptr<Optimizer> { return std::make_unique<Muon>(p, n); },
        .pytorch =
            [](const Parameters& p) {
                return OptimizerCode {"Muon",
                    std::string("momentum={momentum}, nesterov={nesterov=true}, weight_decay={weight_decay}, "
                                "adjust_lr_fn=\"")
                        + (scales_by_shape(p) ? "original" : "match_rms_adamw") + "\""};
            },
        .others = optimizer_adamw,
        .operations =
            [](const ParameterPlan& plan) {
                constexpr double products = 5 * 2 * 3;
                const double rows = plan.shape.rows(), columns = plan.shape.columns();
                return is_orthogonalized(plan) ? products * rows * columns * std::min(rows, columns) : 0;
            }};
    return info;
}

}   // namespace stepzero
