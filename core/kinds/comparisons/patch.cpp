// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of transformers of images.
#include "core/kinds/comparisons/groups.h"

#include <map>

#include "core/base/words/words.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

std::vector<Variant> image_pooling(const Experiment& e)
{
    return {variant_with(e, tr("class token"), "pooling", std::string("class_token")),
        variant_with(e, tr("mean"), "pooling", std::string("mean"))};
}

std::vector<Variant> patch_size(const Experiment& e)
{
    const int side = int(option(e.network, "size")), patch = int(option(e.network, "patch"));
    std::vector<Variant> all;
    for (const auto& [of, part] : {std::pair(patch, 2), {patch, 1}, {2 * patch, 1}})
        if (of % part == 0 && side % (of / part) == 0)
            all.push_back(variant_with(e, tr("%1 × %1", of / part), "patch", double(of / part)));
    if (all.size() == 1)   // the side is odd
        all.push_back(variant_with(e, Text::name("1 × 1"), "patch", 1.0));
    return all;
}

/// Changes all matrices, and the roles that timm and JAX initialize differently.
std::vector<Variant> image_init(const Experiment& e)
{
    const auto normal = [](double std) { return Initializer {"normal", {{"mean", 0.0}, {"std", std}}}; };
    const Initializer zeros {"zeros", {}};
    const auto begun = [&](const char* name, const Initializer& weight,
                           const std::map<std::string, Initializer, std::less<>>& roles) {
        Variant v = variant_drawn(e, Text::name(name), weight);
        for (const RoleInfo& role : roles_of(v.experiment.network))
            if (const auto own = roles.find(role.name); own != roles.end())
                v.experiment.network.roles.insert({own->first, completed(own->second)});
        v.experiment.network.bias = completed(zeros);
        return v;
    };
    return {begun("timm", {"trunc_normal", {{"std", 0.02}}},
                {{"patch", {"pytorch_linear", {}}}, {"class_token", normal(1e-6)}}),
        begun("JAX", {"xavier_uniform", {}},
            {{"patch", {"lecun_normal", {}}}, {"class_token", zeros}, {"position", normal(0.02)}, {"head", zeros}})};
}

}   // namespace

std::vector<ComparisonKind> patch_comparisons()
{
    return {
        {"image_pooling", tr("Class token and mean"),
            tr("after the last block the gradient is at the class token alone, or equal at all tokens"), nullptr,
            image_pooling},
        {"patch_size", tr("Patches of half, equal and double size"),
            tr("half the side gives four times the tokens, each from a quarter of the numbers; at σ = 0.02 smaller "
               "patches give a smaller stream"),
            nullptr, patch_size},
        {"image_init", tr("ViT initialized as in timm and JAX"),
            tr("Xavier spreads the attention logits, while σ = 0.02 leaves them nearly equal. Xavier's branches also "
               "write more; a zero head passes no gradient"),
            nullptr, image_init},
    };
}

}   // namespace stepzero
