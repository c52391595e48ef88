// SPDX-License-Identifier: GPL-3.0-or-later
// Vision transformers (Dosovitskiy et al. 2021): image → patches (+ class token + positions) → blocks of attention and
// MLP → final norm → class token, or the mean over all tokens → head. The gradient is that of the summed cross-entropy
// of the images' classes, which are random.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/words/ranges.h"
#include "core/base/words/words.h"
#include "core/kinds/comparisons/groups.h"
#include "core/kinds/layers.h"
#include "core/kinds/offers/tokens.h"
#include "core/kinds/option_names.h"
#include "core/kinds/tokens.h"
#include "core/kinds/transformer.h"
#include "core/network/input/distributions.h"
#include "core/network/input/input.h"
#include "core/theory/transformer_theory.h"

namespace stepzero {

namespace {

constexpr double most_entries = 1e8;   // numbers per image

void check(const Experiment& experiment, std::vector<Problem>& problems)
{
    const Network& network = experiment.network;
    check_attention(experiment, problems);
    const ImageSpec image = image_spec(network);
    if (image.side % image.patch != 0)
        return problems.push_back({"network.patch", tr("must divide size (%1), got %2", image.side, image.patch)});
    if (const double entries = double(image.channels) * image.side * image.side; entries > most_entries)
        problems.push_back(
            {"network.size", tr("must leave an image with at most 10⁸ numbers, but it has %1", number_text(entries))});
    if (!ranges::tokens.holds(image.tokens()))
        problems.push_back({"network.patch",
            tr("must leave at most %1 tokens, but there are %2", number_text(ranges::tokens.high), image.tokens())});
}

/// Returns the nearest patch that divides the side, in the direction of the change, or the nearest side.
Network fitted(const Network& changed, const Network& before)
{
    Network network = with_fitting_heads(changed, before);
    const ImageSpec image = image_spec(network);
    int patch = std::min(image.patch, image.side), side = image.side;
    if (image.side != image_spec(before).side) {
        side = std::max(1, (2 * image.side + image.patch) / (2 * image.patch)) * image.patch;
        patch = image.patch;
    }
    const int direction = patch >= image_spec(before).patch && patch < side ? 1 : -1;
    while (side % patch != 0)
        patch += direction;
    network.options["patch"] = double(patch);
    network.options["size"] = double(side);
    return network;
}

void pass_batch(const NetworkPlan& plan, const Batch& batch, const OutputGradient&, Pass& pass)
{
    const auto& spec = spec_of<TransformerSpec>(plan);
    const int positions = spec.image->side * spec.image->side;
    Signal images
        = make_signal(by_position(batch.numbers, spec.image->channels, positions), 0, positions, pass.context);
    Transformer(spec).run(std::move(images), batch.targets, pass);
}

void pass_through(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica, Pass& pass)
{
    const int classes = spec_of<TransformerSpec>(plan).vocabulary;
    pass_batch(plan,
        {.numbers = draw_input(experiment, replica, extent.samples, pass.context),
            .targets = draw_classes(experiment, classes, replica, extent.samples)},
        {}, pass);
    tell_gains(plan, pass);
}

Prediction predict(const Experiment& experiment, const NetworkPlan& plan, Extent extent,
    const std::optional<InputMoments>&, const Context& context)
{
    const Input& input = experiment.input;
    if (!input.file.empty())
        return silent_prediction(
            plan, tr("no theory for images from a file: the similarity of their patches is not known"));
    if (!find_input_distribution(input.distribution)->independent)
        return silent_prediction(plan, tr("no theory for natural images, whose nearby patches are correlated"));
    return transformer_prediction(experiment, plan, context, [&](const std::vector<Connections>& connections) {
        return predict_vision_transformer(spec_for_theory(experiment, plan),
            {.mean = input.mean, .square = input.mean * input.mean + input.std * input.std}, context, extent.samples,
            connections, stream_sites(plan, extent.samples));
    });
}

std::vector<Offer> offers(const Experiment& experiment, const NetworkPlan& plan, const Complaint& complaint)
{
    OfferList all(experiment, plan);
    offer_attending_stream(all, complaint);
    if (complaint.starved_norm) {
        all.add_standard_input();
        offer_patches(all);
        offer_epsilon(all);
    }
    offer_norm(all, layer_norm_before_branches());
    offer_weights(all, weights_of_std_002());
    return std::move(all).all();
}

}   // namespace

const NetworkKind& vision_transformer_kind()
{
    static const NetworkKind vision = [] {
        NetworkKind a = transformer_kind();
        a.name = "vision_transformer";
        a.label = tr("Vision transformer");
        std::erase_if(a.options, [](const ParameterInfo& info) {
            constexpr std::array words {"context", "vocabulary", "rotary_base", "rotary_share", "rotary_scaling",
                "rotary_factor", "rotary_context", "relative_buckets", "relative_distance", "value_embeddings",
                "value_gate_channels", "embedding_multiplier", "new_tokens", "new_rows", "causal", "tied",
                "padding_row"};
            return std::ranges::find(words, info.name) != words.end();
        });
        const auto changed = [&a](std::string_view name) -> ParameterInfo& {
            return *std::ranges::find(a.options, name, &ParameterInfo::name);
        };
        changed("position").choices = {"learned", "none"};
        changed("position").choice_labels = {tr("learned"), tr("none")};
        changed("residual_scaling").default_value = std::string("plain");
        changed("norm_epsilon").default_value = 1e-6;
        changed("position").main = changed("residual_scaling").main = false;
        const std::vector<ParameterInfo> of_images {whole_number("size", tr("image size"), 32, 1, 4096),
            main_option(whole_number("patch", tr("patch"), 4, 1, 4096)),
            one_of("pooling", tr("head reads"), class_token_names, {tr("class token"), tr("mean")}),
            whole_number("channels", tr("channels"), 3, 1, 65536),
            whole_number("classes", tr("classes"), 10, 2, 65536)};
        a.options.insert(a.options.begin(), of_images.begin(), of_images.end());
        a.network.kind = a.name;
        a.network.depth = 6;
        a.network.width = 192;
        a.network.options = completed(a.options, {});
        a.input = {};
        a.input.samples = 16;
        a.distributions = input_distributions();
        a.takes_tokens = false;
        a.sizes = [](const Network& n) {
            return tr("patches of %1", kernel_sizes(option(n, "patch"), option(n, "size"), true));
        };
        a.check = check;
        a.fitted = fitted;
        a.roles.front() = {"patch", tr("patches"), Role::weight, false};
        a.roles.insert(a.roles.begin() + 1,
            {"class_token", tr("class token"), Role::weight, false,
                [](const Network& network) { return image_spec(network).class_token; }});
        std::ranges::find(a.roles, "head", &RoleInfo::name)->present = nullptr;
        a.plan = [](const Network& network) { return transformer_plan(vision_transformer_kind(), network); };
        a.pass = pass_through;
        a.pass_batch = pass_batch;
        a.predict = predict;
        a.offers = offers;
        a.comparisons = stream_comparisons();
        for (const auto& group : {attention_comparisons(), patch_comparisons()})
            a.comparisons.insert(a.comparisons.end(), group.begin(), group.end());
        return a;
    }();
    return vision;
}

}   // namespace stepzero
