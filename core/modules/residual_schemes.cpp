// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/residual_schemes.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/base/words/registry.h"

namespace stepzero {

namespace {

double branches(const ResidualShape& s) { return double(s.blocks) * s.branches_per_block; }

ResidualScaling without_branch(const ResidualShape&) { return {.branch = 0}; }

ResidualScaling fixup(const ResidualShape& s)
{
    const int m = s.layers_per_branch;
    const double inner = m > 1 ? std::pow(branches(s), -1.0 / (2 * m - 2)) : 1;
    return {.inner = inner, .last = 0, .value = inner};
}

ResidualScaling deepnorm(const ResidualShape& s)
{
    const double beta = std::pow(8.0 * s.blocks, -0.25);
    return {.skip = std::pow(2.0 * s.blocks, 0.25), .inner = beta, .last = beta, .value = beta};
}

std::string number(int n) { return std::to_string(n); }

/// Returns the equation for the σ of each branch's last layer.
ScalingEquation of_last(std::string (*rule)(int)) { return {"σ_\"out\"", rule, &ResidualScaling::last, " σ"}; }

/// The encoder's factors; T-Fixup trains without warm-up and norms.
ResidualScaling t_fixup(const ResidualShape& s)
{
    const double factor = 0.67 * std::pow(double(s.blocks), -0.25);
    return {.inner = factor, .last = factor, .value = factor};
}

}   // namespace

const std::vector<ResidualScheme>& residual_schemes()
{
    static const std::vector<ResidualScheme> all {
        {"plain", tr("Plain"), "He et al.: Deep residual learning for image recognition. 2016",
            [](const ResidualShape&) { return ResidualScaling {}; }},
        {"inverse_sqrt_depth", Text::name("1/√L"), "Hayou et al.: Stable ResNet. 2021",
            [](const ResidualShape& s) { return ResidualScaling {.branch = 1 / std::sqrt(double(s.blocks))}; },
            {{"α", [](int blocks) { return "1/√L = 1/√" + number(blocks); }, &ResidualScaling::branch}}},
        {"inverse_sqrt_twice_depth", Text::name("1/√(2L)"),
            "Radford et al.: Language models are unsupervised multitask learners. 2019",
            [](const ResidualShape& s) { return ResidualScaling {.last = 1 / std::sqrt(2.0 * s.blocks)}; },
            {of_last([](int blocks) { return "σ/√(2L) = σ/√" + number(2 * blocks); })}},
        {"inverse_sqrt_branches", tr("1/√branches"), "Gu, Dao: Mamba. 2023",
            [](const ResidualShape& s) { return ResidualScaling {.last = 1 / std::sqrt(branches(s))}; },
            {of_last([](int) -> std::string { return "σ/√\"branches\""; })}},
        {"fixup", Text::name("Fixup"), "Zhang, Dauphin, Ma: Fixup initialization. 2019", fixup},
        {"skipinit", Text::name("SkipInit"),
            "De, Smith: Batch normalization biases residual blocks towards the identity. 2020", without_branch, {},
            LearnedScale::number},
        {"rezero", Text::name("ReZero"), "Bachlechner et al.: ReZero is all you need. 2020", without_branch, {},
            LearnedScale::number},
        {"layerscale", Text::name("LayerScale"), "Touvron et al.: Going deeper with image transformers. 2021",
            [](const ResidualShape& s) {
                return ResidualScaling {.branch = s.blocks <= 18 ? 0.1 : s.blocks <= 24 ? 1e-5 : 1e-6};
            },
            {}, LearnedScale::channels},
        {"deepnorm", Text::name("DeepNorm"), "Wang et al.: DeepNet, scaling transformers to 1,000 layers. 2022",
            deepnorm,
            {{"s", [](int) -> std::string { return "(2L)^{1/4}"; }, &ResidualScaling::skip},
                {"σ_w", [](int) -> std::string { return "σ (8L)^{−1/4}"; }, &ResidualScaling::last, " σ"}}},
        {"t_fixup", Text::name("T-Fixup"),
            "Huang et al.: Improving transformer optimization through better initialization. 2020", t_fixup},
    };
    return all;
}

const ResidualScheme* find_residual_scheme(std::string_view name) { return find_member(residual_schemes(), name); }

ResidualScaling residual_scaling(std::string_view name, const ResidualShape& shape)
{
    const ResidualScheme* scheme = find_residual_scheme(name);
    if (!scheme)
        throw std::invalid_argument("no residual scheme " + std::string(name));
    if (shape.blocks < 1 || shape.branches_per_block < 1 || shape.layers_per_branch < 1)
        throw std::invalid_argument("a residual scheme needs a block, a branch and a layer");
    return scheme->rule(shape);
}

}   // namespace stepzero
