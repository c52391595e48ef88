// SPDX-License-Identifier: GPL-3.0-or-later
// Normalization of each column. LayerNorm: γ∘(x − mean)/√(variance + ε) + β (Ba, Kiros, Hinton 2016). RMSNorm:
// γ∘x/√(mean of squares + ε) (Zhang, Sennrich 2019). Both use population moments in float64. DyT replaces a norm by
// γ∘tanh(αx) (Zhu et al.: Transformers without normalization. 2025). All three are multiplied by a factor; then β is
// added, if there is one.
#pragma once

#include <cmath>
#include <optional>

#include "core/math/activation/activation.h"
#include "core/modules/module.h"

namespace stepzero {

enum class NormKind { layer, rms, dyt };

struct NormSpec {
    NormKind kind = NormKind::layer;
    Site site;   ///< site of the output
    std::optional<ParameterPlan> scale {};   ///< γ, a vector; absent: 1
    std::optional<ParameterPlan> shift {};   ///< β, a vector; absent: 0
    double epsilon = 1e-5;   ///< 1e-5 PyTorch, GPT-2; 1e-6 LLaMA, Keras, JAX; 1e-12 BERT
    double alpha = 0.5;   ///< α of DyT
    double factor = 1;   ///< LayerNorm scaling: 1/√l in block l (Sun et al. 2025)
};

/// Units for the norm of a signal x·2^e, √(v·2^2e + ε) with v its variance or mean square. Usually root() is 1/√(v +
/// ε·2^-2e), and the result is ordinary. When ε outweighs the rest, root() is 1/√(v·2^2e + ε), and the result is in the
/// units of x.
struct NormUnits {
    NormUnits(double epsilon, std::int64_t exponent)
        : small(epsilon > 0 && 2 * exponent < std::ilogb(epsilon)), unit(power_of_two(small ? 2 * exponent : 0)),
          least(epsilon * power_of_two(small ? 0 : -2 * exponent)), output(small ? exponent : 0),
          inverse(small ? 0 : -exponent)
    {
    }
    double root(double v) const { return 1 / std::sqrt(v * unit + least); }

    bool small;
    double unit, least;
    std::int64_t output, inverse;   ///< exponents of the result and of root()
};

/// Returns γ times the factor; empty stands for 1.
Eigen::VectorXf drawn_scale(
    const std::optional<ParameterPlan>& scale, double factor, Eigen::Index features, Pass& pass);
/// Returns numbers∘γ, reusing the memory of `input`. Throws Stopped.
Signal times_scale(Signal input, const Eigen::VectorXf& scale, const PassContext& context);
/// Replaces each column by numbers·2^exponent + shift in plain units; returns the moments. Throws Stopped.
Moments shift_columns(Tensor& numbers, std::int64_t exponent, const Eigen::VectorXf& shift, const PassContext& context);
/// Rescales 1/√(… + ε), which is in units of 2^exponent, so that the largest is near 1.
void bring_to_units(Eigen::Ref<Eigen::MatrixXd> inverse, std::int64_t& exponent);

class Norm : public Module {
public:
    explicit Norm(NormSpec spec);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    Signal normalized(Signal input, Pass& pass);
    Signal shifted(Signal input, Pass& pass) const;
    Signal squashed(Signal input, Pass& pass);
    Signal back_through_squash(Signal gradient, Pass& pass);

    NormSpec spec_;
    ActivationFunction tanh_;
    Tensor normalized_;   // before multiplication by γ, in units of 2^exponent_; for DyT, αx
    Eigen::VectorXd inverse_;   // 1/√(… + ε), one per column, in units of 2^inverse_exponent_
    std::int64_t exponent_ = 0, inverse_exponent_ = 0;
    Eigen::VectorXf scale_;   // γ times the factor, empty for 1
};

}   // namespace stepzero
