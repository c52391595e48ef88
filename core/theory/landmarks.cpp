// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/landmarks.h"

#include <utility>

#include "core/network/init/scheme.h"

namespace stepzero {

namespace {

Landmark landmark(Text label, const Initializer& weight, const Initializer& bias, Shape shape)
{
    const Law w = law_of(draw_of(weight, shape, Role::weight), shape, Role::weight);
    const Law b = law_of(draw_of(bias, shape, Role::bias), shape, Role::bias);
    return {std::move(label), {shape.terms() * (w.variance + w.mean * w.mean), b.variance}, w.mean == 0};
}

/// Returns an initializer with another variance and the same base if mean_field has it, otherwise a normal one.
Initializer of_variance(const Initializer& before, double variance, Role role)
{
    const Shape shape {2, 2};
    const auto with = [&](const char* distribution) {
        return Initializer {"mean_field", {{"variance", variance}, {"distribution", std::string(distribution)}}};
    };
    for (const char* distribution : {"normal", "uniform", "orthogonal"})
        if (*draw_of(with(distribution), shape, role).base == *draw_of(before, shape, role).base)
            return with(distribution);
    return with("normal");
}

}   // namespace

std::vector<Landmark> landmarks(Shape shape)
{
    const Initializer zeros {"zeros", {}};
    return {
        landmark(tr("Naive 0.01"), {"normal", {{"std", 0.01}}}, zeros, shape),
        landmark(Text::name("Xavier"), {"xavier_normal", {}}, zeros, shape),
        landmark(Text::name("He"), {"kaiming_normal", {{"nonlinearity", std::string("relu")}}}, zeros, shape),
        landmark(tr("Orthogonal"), {"orthogonal", {}}, zeros, shape),
        landmark(tr("Fixed 0.02"), {"normal", {{"std", 0.02}}}, zeros, shape),
        landmark(tr("Identity"), {"eye", {}}, zeros, shape),
        landmark(tr("PyTorch default"), {"pytorch_linear", {}}, {"pytorch_linear", {}}, shape),
        landmark(tr("Keras default"), {"xavier_uniform", {}}, zeros, shape),
        landmark(tr("Flax default"), {"lecun_normal", {}}, zeros, shape),
    };
}

Experiment with_variances(Experiment experiment, Variances variances)
{
    Network& network = experiment.network;
    network.weight = of_variance(network.weight, variances.weight, Role::weight);
    network.bias
        = variances.bias == 0 ? Initializer {"zeros", {}} : of_variance(network.bias, variances.bias, Role::bias);
    return experiment;
}

}   // namespace stepzero
