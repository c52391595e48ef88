// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/resnet.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/registry.h"
#include "core/base/words/shown_text.h"
#include "core/base/words/words.h"
#include "core/kinds/comparisons/groups.h"
#include "core/kinds/layers.h"
#include "core/kinds/offers/stream.h"
#include "core/kinds/option_names.h"
#include "core/modules/transformer.h"
#include "core/network/input/distributions.h"
#include "core/network/input/input.h"

namespace stepzero {

namespace {

constexpr double most_entries = 1e8;   // largest number of entries of a sample in any place

bool has_norm(const Network& network) { return option_chosen(network, "norm"); }
bool has_third(const Network& network) { return block_form(network) != BlockForm::basic; }
bool has_head(const Network& network) { return option(network, "classes") >= 1; }
/// Returns whether a norm stands before the head.
bool norms_end(const Network& network) { return has_norm(network) && has_head(network) && !ends_in_norm(network); }
bool changes_anywhere(const Network& network)
{
    const ResnetSpec spec = resnet_spec(network);
    return std::any_of(spec.blocks.begin(), spec.blocks.end(), ResnetSpec::changes);
}

NetworkPlan resnet_plan(const Network& network);

Problem problem_at(const std::string& field, Text message) { return {"network." + field, std::move(message)}; }

/// Returns what is wrong with the kernel or with the starts of stages.
std::optional<Problem> stage_problem(const Network& network)
{
    if (whole_option(network, "kernel") % 2 == 0)
        return problem_at("kernel", tr("must be odd, got %1", whole_option(network, "kernel")));
    int before = 1;
    for (const char* stage : {"stage_2", "stage_3", "stage_4"}) {
        const int start = whole_option(network, stage);
        if (start == 0)
            continue;
        if (start <= before)
            return problem_at(stage,
                tr("must be 0 (no such stage) or a block after the start of the previous stage, %1, got %2", before,
                    start));
        before = start;
    }
    return std::nullopt;
}

std::optional<Problem> image_problem(const ResnetSpec& spec)
{
    const double image = double(spec.image_channels) * spec.image_side * spec.image_side;
    if (image > most_entries)
        return problem_at(
            "size", tr("must leave an image with at most 10⁸ numbers, but it has %1", number_text(image)));
    if (spec.stem_side < 1)
        return problem_at("size", tr("must leave positions after the stem, but %1 leaves none", spec.image_side));
    return std::nullopt;
}

std::optional<Problem> norm_problem(const ResnetSpec& spec, std::initializer_list<int> channels, const Text& where)
{
    for (const int count : channels)
        if (spec.norm == ImageNorm::group && count % spec.norm_groups != 0)
            return problem_at("norm_groups",
                tr("must divide the channels of every norm, but %1 does not divide the %2 of %3", spec.norm_groups,
                    count, where));
    return std::nullopt;
}

std::optional<Problem> block_problem(const ResnetSpec& spec, const ResnetBlock& b)
{
    const Text where = tr("block %1", b.block);
    if (!ranges::width.holds(b.channels) || !ranges::width.holds(b.hidden))
        return problem_at("width",
            tr("must leave every block with at most 65536 channels, but block %1 has %2", b.block,
                std::max(b.channels, b.hidden)));
    if (b.side < 1)
        return problem_at("size", tr("must leave positions in every block, but block %1 has none", b.block));
    if (double(std::max(b.channels, b.hidden)) * b.side_in * b.side_in > most_entries)
        return problem_at("size", tr("must leave at most 10⁸ numbers per sample, but block %1 has more", b.block));
    const auto divides = [&](int channels) { return channels % spec.groups == 0; };
    const bool outer = spec.form == BlockForm::basic && !(divides(b.channels_in) && divides(b.channels));
    if (spec.form != BlockForm::convnext && (!divides(b.hidden) || outer))
        return problem_at("groups",
            tr("must divide the channels that convolutions read and write, but %1 does not divide those of %2",
                spec.groups, where));
    if (auto problem = norm_problem(spec, {b.channels_in, b.channels, b.hidden}, where))
        return problem;
    if (spec.border == Border::circular && spec.kernel / 2 > b.side)
        return problem_at("padding",
            tr("must not wrap around more than once, but block %1 has %2 positions per side and a padding of %3",
                b.block, b.side, spec.kernel / 2));
    return std::nullopt;
}

/// Reports the first matrix that its scheme cannot initialize.
std::optional<Problem> weight_problem(const Network& network, const ResnetSpec& spec)
{
    const auto groups_of = [&](const ParameterPlan& p) {
        if (p.block > 0)
            for (const BranchConvolution& c : spec.branch(spec.blocks[std::size_t(p.block - 1)]))
                if (c.role == p.role)
                    return c.window.groups;
        return 1;
    };
    const NetworkPlan plan = resnet_plan(network);
    for (const ParameterPlan* p : plan.parameters()) {
        if (p->kind != Role::weight)
            continue;
        if (const Text problem = kernel_problem(completed(p->initializer), p->shape, groups_of(*p)); !problem.empty())
            return problem_at(
                network.roles.contains(p->role) ? "roles." + p->role : "weight", tr("%1 (%2)", problem, p->name));
    }
    return std::nullopt;
}

/// Adds the first problem only, since later ones often follow from it.
void check(const Experiment& experiment, std::vector<Problem>& problems)
{
    const Network& network = experiment.network;
    std::optional<Problem> found = stage_problem(network);
    if (!found) {
        const ResnetSpec spec = resnet_spec(network);
        found = image_problem(spec);
        if (!found)
            found = norm_problem(spec, {spec.stem_channels}, tr("the stem"));
        for (std::size_t i = 0; !found && i < spec.blocks.size(); ++i)
            found = block_problem(spec, spec.blocks[i]);
        if (!found)
            found = weight_problem(network, spec);
    }
    if (found)
        problems.push_back(std::move(*found));
}

/// Doubles sizes when no position is left; otherwise halves them until there is room.
Network fitted(const Network& changed, const Network&)
{
    Network network = changed;
    const auto set = [&](const char* name, double number) { network.options[name] = number; };
    if (whole_option(network, "kernel") % 2 == 0)
        set("kernel", whole_option(network, "kernel") + 1);
    int before = 1;
    for (const char* stage : {"stage_2", "stage_3", "stage_4"})
        if (const int start = whole_option(network, stage); start != 0) {
            before = std::max(start, before + 1);
            set(stage, before);
        }
    for (;;) {
        Experiment experiment;
        experiment.network = network;
        std::vector<Problem> problems;
        check(experiment, problems);
        if (problems.empty())
            return network;
        const std::string& field = problems.front().path;
        const ResnetSpec spec = resnet_spec(network);
        const bool ends = spec.stem_side < 1 || spec.blocks.back().side < 1;
        if (field == "network.groups" || field == "network.norm_groups")
            set(field.c_str() + 8, option(network, field.substr(8)) - 1);
        else if (field == "network.size")
            set("size", ends ? spec.image_side * 2 : std::max(1, spec.image_side / 2));
        else if (field == "network.padding")
            set("kernel", spec.kernel - 2);
        else if (field == "network.width" && network.width > 1)
            network.width /= 2;
        else
            return changed;   // the problem is not due to a number
    }
}

NetworkPlan resnet_plan(const Network& network)
{
    const ResnetSpec spec = resnet_spec(network);
    std::vector<ParameterPlan> parameters;
    resnet_body(network)->list_parameters(parameters);
    const bool last_activated = spec.form == BlockForm::convnext, norm = spec.norm != ImageNorm::none;
    NetworkPlan plan = stream_plan(resnet_kind(), network, std::move(parameters),
        last_activated                     ? "conv_2"
            : spec.pre_activation && norm  ? "norm_2"
            : norm && !spec.pre_activation ? "norm_1"
                                           : "conv_1",
        "stem");
    if (spec.classes > 0)
        plan.outputs = spec.classes;
    for (const ResnetBlock& b : spec.blocks) {
        BlockPlan& block = plan.blocks[std::size_t(b.block - 1)];
        block.features_in = b.channels_in;
        block.features_out = b.channels;
        block.positions_in = b.side_in * b.side_in;
        block.positions_out = b.side * b.side;
    }
    plan.spec = std::make_shared<const ResnetSpec>(spec);
    return plan;
}

void pass_batch(const NetworkPlan& plan, const Batch& batch, const OutputGradient& cotangent, Pass& pass)
{
    const auto& spec = spec_of<ResnetSpec>(plan);
    const int positions = spec.image_side * spec.image_side;
    propagate(*resnet_body(plan.network),
        make_signal(by_position(batch.numbers, spec.image_channels, positions), 0, positions, pass.context), cotangent,
        pass);
}

void pass_through(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica, Pass& pass)
{
    const auto& spec = spec_of<ResnetSpec>(plan);
    const Context& context = pass.context;
    pass_batch(
        plan, {.numbers = draw_input(experiment, replica, extent.samples, context)},
        [&](const Signal&, Pass&) -> Signal {
            if (!pass.backward)
                return {};
            const int entries = spec.output_entries();
            const int channels = spec.classes > 0 ? spec.classes : spec.blocks.back().channels;
            const Tensor drawn = draw_cotangent_of(experiment, entries, replica, extent.samples, context);
            return make_signal(by_position(drawn, channels, entries / channels), 0, entries / channels, context);
        },
        pass);
}

NetworkStructure structure(const Network& network)
{
    const ResnetSpec spec = resnet_spec_without_blocks(network);
    NetworkStructure s {.stream = spec.stream, .biases = spec.biases};
    if (spec.norm != ImageNorm::none)
        s.norms = BlockNorms {.epsilon = spec.epsilon,
            .over_batch = spec.norm == ImageNorm::batch,
            .read_stream = spec.pre_activation,
            .of_channels = spec.form != BlockForm::convnext,
            .scale = "branch_norm_scale"};
    return s;
}

Prediction predict(const Experiment& experiment, const NetworkPlan& plan, Extent,
    const std::optional<InputMoments>& known, const Context& context)
{
    return predict_resnet_of(experiment, plan, known, context);
}

/// The entries of a block, in numbers per sample.
struct BlockEntries {
    double kept = 0, widest = 0, products = 0, weights = 0;
};

BlockEntries entries_of(const ResnetSpec& spec, const ResnetBlock& b)
{
    BlockEntries all;
    const double norms = spec.norm == ImageNorm::none ? 0 : 1;
    for (const BranchConvolution& c : spec.branch(b)) {
        const double entries = double(c.out) * c.window.positions_out(),
                     seen = double(c.in) / c.window.groups * c.window.receptive();
        all.kept += (1 + norms) * entries;
        all.widest = std::max({all.widest, entries, double(c.in) * c.window.positions_in()});
        all.products += seen * entries;
        all.weights = std::max(all.weights, seen * c.out);
    }
    if (ResnetSpec::changes(b)) {
        const Window w = spec.shortcut_window(b);
        const double entries = double(b.channels) * w.positions_out();
        all.kept += (1 + norms) * entries;
        all.products += double(b.channels_in) * w.receptive() * entries;
    }
    return all;
}

/// Returns the bytes kept for the backward pass: the results of norms and activations. Adds some tensors of the widest
/// place, the taps of a convolution, and its weights in four forms.
double memory(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    const auto& spec = spec_of<ResnetSpec>(plan);
    double kept = 0, widest = double(spec.image_channels) * spec.image_side * spec.image_side, weights = 0;
    for (const ResnetBlock& b : spec.blocks) {
        const BlockEntries block = entries_of(spec, b);
        kept += block.kept;
        widest = std::max(widest, block.widest);
        weights = std::max(weights, block.weights);
    }
    const Window stem = spec.stem_window();
    const double first = double(spec.stem_channels) * stem.positions_out();
    widest = std::max(widest, first);
    kept = experiment.measure.gradient ? kept + 3 * first : 0;
    return 4 * (extent.samples * (kept + 6 * widest) + 1.6e7 + 4 * weights) + 60000.0 * plan.depth();
}

double cost(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    const auto& spec = spec_of<ResnetSpec>(plan);
    const Window stem = spec.stem_window();
    double products = double(spec.image_channels) * stem.receptive() * spec.stem_channels * stem.positions_out();
    for (const ResnetBlock& b : spec.blocks)
        products += entries_of(spec, b).products;
    return (experiment.measure.gradient ? 4 : 2) * products * extent.samples;
}

std::vector<Offer> offers(const Experiment& experiment, const NetworkPlan& plan, const Complaint& complaint)
{
    OfferList all(experiment, plan);
    offer_norm_scale(all, complaint);
    offer_scaling(all);
    if (complaint.starved_norm) {
        all.add_standard_input();
        offer_epsilon(all);
    }
    offer_norm(all, batch_norm_of_convolutions());
    offer_weights(all, he_weights(),
        complaint.starved_norm
            ? tr("The weights are so small that the norms' ε = %1 outweighs the variances of their inputs.",
                short_text(option(experiment.network, "norm_epsilon")))
            : Text());
    return std::move(all).all();
}

/// Offers a norm that works with any batch size, and a stream without φ after the sums.
std::vector<Offer> offers_anew(const Experiment& experiment, const NetworkPlan& plan)
{
    Experiment anew = scaled(with_weights(experiment, he_weights()), "skipinit");
    Network& n = anew.network;
    n.roles.clear();
    for (const auto& [name, word] :
        {std::pair("norm", "group_norm"), {"order", "pre_activation"}, {"weight_standardization", "none"}})
        n.options[name] = std::string(word);
    n.options["norm_groups"] = 1.0;
    n.options["norm_epsilon"] = usual_epsilon;
    OfferList all(experiment, plan);
    offer_anew(all, std::move(anew), "relu",
        tr("pre-activation, GroupNorm, zero-initialized branches (SkipInit) and default weights"));
    return std::move(all).all();
}

}   // namespace

const NetworkKind& resnet_kind()
{
    static const NetworkKind resnet = [] {
        NetworkKind a {.name = "resnet", .label = Text::name("ResNet"), .network = {}, .input = {}};
        a.options = {
            main_option(
                one_of("block", tr("block"), block_names, {tr("basic"), tr("bottleneck"), Text::name("ConvNeXt")})),
            main_option(
                one_of("order", tr("order"), pre_activation_names, {tr("post-activation"), tr("pre-activation")})),
            main_option(one_of("norm", tr("norm"), image_norm_names,
                {Text::name("BatchNorm"), Text::name("GroupNorm"), Text::name("LayerNorm"), tr("none")})),
            main_option(whole_number("size", tr("image size"), 32, 1, 4096)),
            one_of("stem", Text::name("stem"), stem_names, {Text::name("3×3"), tr("7×7, pool"), Text::name("4×4")}),
            whole_number("stage_2", tr("stage 2 at"), 3, 0, 10000),
            whole_number("stage_3", tr("stage 3 at"), 5, 0, 10000),
            whole_number("stage_4", tr("stage 4 at"), 0, 0, 10000),
            {.name = "hidden_ratio", .label = tr("hidden/width"), .default_value = 1.0, .low = 1.0 / 64, .high = 64},
            whole_number("kernel", tr("kernel"), 3, 1, 31),
            whole_number("groups", tr("groups"), 1, 1, 65536),
            one_of("padding", tr("padding"), image_border_names, {tr("zeros"), tr("circular")}),
            whole_number("channels", tr("channels"), 3, 1, 65536),
            whole_number("stem_channels", tr("stem width"), 0, 0, 65536),
            whole_number("classes", tr("classes"), 0, 0, 65536),
            whole_number("norm_groups", tr("norm groups"), 32, 1, 65536),
        };
        // The scaling of branches follows the norm; the other stream options come last.
        const std::vector<ParameterInfo> stream = stream_options("batch_norm", "plain");
        a.options.insert(a.options.begin() + 3, *find_member(stream, "residual_scaling"));
        for (const char* name : {"norm_epsilon", "skip", "branch"})
            a.options.push_back(*find_member(stream, name));
        a.options.push_back(one_of(
            "weight_standardization", tr("weight std"), standardized_names, {tr("none"), tr("plain"), tr("scaled")}));
        a.options.push_back(flag("biases", tr("biases"), false));
        a.network.kind = a.name;
        a.network.depth = 6;
        a.network.width = 32;
        a.network.options = completed(a.options, {});
        a.network.weight
            = {"kaiming_normal", {{"mode", std::string("fan_out")}, {"nonlinearity", std::string("relu")}}};
        a.input.samples = 16;
        a.distributions = input_distributions();
        a.check = check;
        a.fitted = fitted;
        a.kernels = true;
        a.sizes = [](const Network& n) {
            const ParameterInfo& block = kind_of(n).options.front();
            return joined({choice_label(block, option_word(n, block.name)),
                              kernel_sizes(option(n, "kernel"), option(n, "size"), true)},
                ", ");
        };
        a.roles = {{"stem", Text::name("stem"), Role::weight, false},
            {"projection", tr("projection"), Role::weight, true, changes_anywhere}, {"conv_1", tr("convolution 1")},
            {"conv_2", tr("convolution 2")}, {"conv_3", tr("convolution 3"), Role::weight, true, has_third},
            {"head", tr("head"), Role::weight, false, has_head,
                completed(Initializer {"pytorch_linear", {}})},   // torchvision's default
            {role_of_norms, tr("norm scale"), Role::bias, true, has_norm},
            {"branch_norm_scale", tr("branch norm scale"), Role::bias, true, has_norm, {}, role_of_norms},
            {"final_norm_scale", tr("final norm scale"), Role::bias, false, norms_end, {}, role_of_norms},
            {"last_norm_scale", tr("last norm's scale"), Role::bias, true, ends_in_norm}};
        a.steps = {{"branch", tr("branch")}};
        a.plan = resnet_plan;
        a.structure = structure;
        a.law_variables = [](const Network& n) {
            const double classes = option(n, "classes");
            return classes > 0 ? NumberVariables {{"V", classes}} : NumberVariables {};   // 0: no head
        };
        a.pass = pass_through;
        a.pass_batch = pass_batch;
        a.predict = predict;
        a.memory = memory;
        a.code = {{Framework::pytorch, pytorch_resnet_code}};
        a.cost = cost;
        a.offers = offers;
        a.offers_anew = offers_anew;
        a.comparisons = stream_comparisons();
        std::ranges::copy(channel_comparisons(), std::back_inserter(a.comparisons));
        return a;
    }();
    return resnet;
}

}   // namespace stepzero
