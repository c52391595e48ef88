// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of residual networks of convolutions.
#include "core/kinds/comparisons/groups.h"

#include <numeric>

#include "core/base/words/words.h"
#include "core/kinds/resnet.h"

namespace stepzero {

namespace {

bool has_order(const Network& network) { return block_form(network) != BlockForm::convnext; }

std::vector<Variant> channel_norm(const Experiment& e)
{
    const ResnetSpec spec = resnet_spec(e.network);
    int groups = std::gcd(32, spec.stem_channels);   // the largest common divisor, up to 32
    for (const ResnetBlock& b : spec.blocks)
        groups = std::gcd(groups, std::gcd(b.channels, b.hidden));
    Variant grouped = variant_with(e, Text::name("GroupNorm"), "norm", std::string("group_norm"));
    grouped.experiment.network.options["norm_groups"] = double(groups);
    return {variant_with(e, Text::name("BatchNorm"), "norm", std::string("batch_norm")), grouped,
        variant_with(e, tr("no norm"), "norm", std::string("none"))};
}

std::vector<Variant> activation_order(const Experiment& e)
{
    return {variant_with(e, tr("after the sum"), "order", std::string("post_activation")),
        variant_with(e, tr("before the branch"), "order", std::string("pre_activation"))};
}

std::vector<Variant> last_scale(const Experiment& e)
{
    std::vector<Variant> all {{Text::name("γ = 1"), e}, {Text::name("γ = 0"), e}};
    all[0].experiment.network.roles["last_norm_scale"] = {"ones", {}};
    all[1].experiment.network.roles["last_norm_scale"] = {"zeros", {}};
    return all;
}

}   // namespace

std::vector<ComparisonKind> channel_comparisons()
{
    return {
        {"channel_norm", tr("BatchNorm, GroupNorm and none"),
            tr("norms keep every branch at the same size; without them branches grow with the stream"), nullptr,
            channel_norm},
        {"activation_order", tr("φ after the sum and before the branch"),
            tr("after the sum, φ adds a mean to the stream in every block; before the branch, it leaves the stream "
               "alone"),
            has_order, activation_order},
        {"last_scale", tr("Last norm initialized with γ = 1 and 0"),
            tr("with γ = 0 every block starts as the identity"), ends_in_norm, last_scale},
    };
}

}   // namespace stepzero
