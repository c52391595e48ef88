// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/resnet.h"

#include <algorithm>
#include <cmath>

#include "core/input/input.h"
#include "core/kinds/layers.h"
#include "core/modules/channel_norm.h"
#include "core/modules/convolution.h"
#include "core/modules/elementwise.h"
#include "core/modules/pooling.h"
#include "core/modules/standardize.h"
#include "core/modules/transformer.h"
#include "core/theory/log_sum.h"
#include "core/theory/resnet_theory.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

constexpr double most_entries = 1e8;   // numbers of a sample in any one place
constexpr std::uint32_t slots_of_a_block = 16;
constexpr std::uint32_t norm_slots = 8;   // their vectors, behind the biases

int whole(const Network& network, const char* name) { return int(std::lround(option(network, name))); }
bool is_convnext(const Network& network) { return option_word(network, "block") == "convnext"; }
bool has_norm(const Network& network) { return option_word(network, "norm") != "none"; }
bool has_third(const Network& network) { return option_word(network, "block") != "basic"; }
bool has_head(const Network& network) { return option(network, "classes") >= 1; }
bool ends_in_norm(const Network& network)
{
    return has_norm(network) && !is_convnext(network) && option_word(network, "order") == "post_activation";
}
bool changes_anywhere(const Network& network)
{
    const ResnetSpec spec = resnet_spec(network);
    return std::any_of(spec.blocks.begin(), spec.blocks.end(), ResnetSpec::changes);
}

class Builder {
public:
    explicit Builder(const Network& network) : n_(network), spec_(resnet_spec(network)) { }

    std::unique_ptr<Module> body() const
    {
        auto body = std::make_unique<Sequence>();
        add_stem(*body);
        for (const ResnetBlock& block : spec_.blocks)
            add_block(*body, block);
        if (spec_.classes > 0)
            add_head(*body);
        return body;
    }

private:
    struct Place {
        int block = 0;
        std::uint32_t slot = 0;
        std::string name(const std::string& role) const
        {
            return (block > 0 ? "blocks." + std::to_string(block) + "." : "") + role;
        }
        std::uint32_t stream(std::uint32_t of) const { return std::uint32_t(block) * slots_of_a_block + of + slot; }
    };

    std::unique_ptr<Module> convolution(const Place& place, const std::string& role, int in, int out,
        const Window& window, const Site& site, double factor = 1) const
    {
        const int seen = window.receptive(), fan_in = in / window.groups * seen;
        const Shape shape {out * seen, fan_in, window.kernel, window.dimensions};
        ParameterPlan weight {.name = place.name(role) + ".weight",
            .role = role,
            .block = place.block,
            .shape = shape,
            .initializer = initializer_of(n_, role, Role::weight),
            .factor = factor,
            .stream = place.stream(0),
            .scale_free = has_norm_behind(role)};
        ConvolutionSpec c {.site = site, .weight = weight, .window = window};
        if (role != "head")
            c.standardized = standardization(n_, fan_in);
        c.weight.scale_free |= c.standardized.has_value();
        if (spec_.biases) {
            c.bias = weight;
            c.bias->name = place.name(role) + ".bias";
            c.bias->initializer = n_.bias;
            c.bias->kind = Role::bias;
            c.bias->factor = 1;
        }
        return std::make_unique<Convolution>(std::move(c));
    }

    bool has_norm_behind(const std::string& role) const
    {
        if (spec_.norm == ImageNorm::none || role == "head")
            return false;
        if (spec_.form == BlockForm::convnext)
            return role == "stem" || role == "conv_1";
        const std::string last = spec_.form == BlockForm::basic ? "conv_2" : "conv_3";
        return !spec_.pre_activation || (role.starts_with("conv_") && role != last);
    }

    /// None where the network has none: `name` in a file and of its site, γ drawn as that of `role`.
    void add_norm(Sequence& to, const Place& place, const std::string& name, int channels,
        const char* role = "norm_scale", bool last_of_stem = false) const
    {
        if (spec_.norm == ImageNorm::none)
            return;
        const Site site {place.block, last_of_stem ? "stem" : name};
        ParameterPlan scale {.name = place.name(name) + ".weight",
            .role = name,
            .block = place.block,
            .shape = {channels, channels},
            .initializer = initializer_of(n_, role, Role::bias),
            .kind = Role::bias,
            .stream = place.stream(norm_slots)};
        if (spec_.norm == ImageNorm::layer)
            to.emplace<Norm>(NormSpec {NormKind::layer, site, scale, spec_.epsilon});
        else
            to.emplace<ChannelNorm>(
                ChannelNormSpec {site, scale, spec_.norm == ImageNorm::group ? spec_.norm_groups : 0, spec_.epsilon});
    }

    void add_activation(Sequence& to, const Site& site) const { to.emplace<Elementwise>(site, spec_.activation); }

    /// What leaves it is at the site "stem".
    void add_stem(Sequence& to) const
    {
        const bool pooled = spec_.stem == Stem::pooled, norm = spec_.norm != ImageNorm::none && !spec_.pre_activation;
        const bool activated = spec_.activates_sum();
        const auto site = [&](bool last, const char* name) { return Site {0, last ? "stem" : name}; };
        to.add(convolution({0, 0}, "stem", spec_.image_channels, spec_.stem_channels, spec_.stem_window(),
            site(!norm && !activated && !pooled, "stem_convolution")));
        if (norm)
            add_norm(to, {0, 0}, "stem_norm", spec_.stem_channels, "norm_scale", !activated && !pooled);
        if (activated)
            add_activation(to, site(!pooled, "stem_activation"));
        if (pooled)
            to.emplace<MaxPool>(Site {0, "stem"}, spec_.pool_window());
    }

    void add_block(Sequence& to, const ResnetBlock& b) const
    {
        if (spec_.form == BlockForm::convnext)
            return add_convnext(to, b);
        const bool pre = spec_.pre_activation, changes = ResnetSpec::changes(b);
        auto branch = std::make_unique<Sequence>();
        // Of a pre-activated block that changes the skip reads what its first norm and φ wrote.
        Sequence& first = pre && changes ? to : *branch;
        const std::vector<Window> windows = spec_.branch_windows(b);
        for (std::size_t k = 0; k < windows.size(); ++k) {
            const bool last = k + 1 == windows.size();
            const int in = k == 0 ? b.channels_in : b.hidden, out = last ? b.channels : b.hidden;
            const std::string number = std::to_string(k + 1), role = "conv_" + number;
            const Place place {b.block, std::uint32_t(k)};
            const auto add_around = [&](Sequence& into, int channels) {
                add_norm(into, place, "norm_" + number, channels, last && !pre ? "last_norm_scale" : "norm_scale");
                if (pre || !last)
                    add_activation(into, {b.block, "activation_" + number});
            };
            if (pre)
                add_around(k == 0 ? first : *branch, in);
            branch->add(convolution(place, role, in, out, windows[k], {b.block, role},
                last ? spec_.stream.scaling.last : spec_.stream.scaling.inner));
            if (!pre)
                add_around(*branch, out);
        }
        std::unique_ptr<Sequence> shortcut;
        if (changes) {
            shortcut = std::make_unique<Sequence>();
            shortcut->add(convolution({b.block, 3}, "projection", b.channels_in, b.channels, spec_.shortcut_window(b),
                {b.block, "projection"}));
            if (!pre)
                add_norm(*shortcut, {b.block, 3}, "projection_norm", b.channels);
        }
        std::unique_ptr<Module> after;
        if (!pre)
            after = std::make_unique<Elementwise>(Site {b.block, ""}, spec_.activation);
        to.add(std::make_unique<Residual>(step(b.block), std::move(branch), std::move(shortcut), std::move(after)));
    }

    void add_convnext(Sequence& to, const ResnetBlock& b) const
    {
        if (ResnetSpec::changes(b)) {
            add_norm(to, {b.block, 3}, "projection_norm", b.channels_in);
            to.add(convolution({b.block, 3}, "projection", b.channels_in, b.channels, spec_.shortcut_window(b),
                {b.block, "projection"}));
        }
        auto branch = std::make_unique<Sequence>();
        const std::vector<Window> windows = spec_.branch_windows(b);
        const std::vector<int> channels {b.channels, b.channels, b.hidden, b.channels};
        for (std::size_t k = 0; k < windows.size(); ++k) {
            const std::string number = std::to_string(k + 1), role = "conv_" + number;
            const bool last = k + 1 == windows.size();
            branch->add(convolution({b.block, std::uint32_t(k)}, role, channels[k], channels[k + 1], windows[k],
                {b.block, role}, last ? spec_.stream.scaling.last : spec_.stream.scaling.inner));
            if (k == 0)
                add_norm(*branch, {b.block, 0}, "norm_1", b.channels);
            if (k == 1)
                add_activation(*branch, {b.block, "activation_2"});
        }
        to.add(std::make_unique<Residual>(step(b.block), std::move(branch), nullptr, nullptr));
    }

    void add_head(Sequence& to) const
    {
        const ResnetBlock& last = spec_.blocks.back();
        if (spec_.pre_activation) {
            add_norm(to, {0, 1}, "final_norm", last.channels);
            add_activation(to, {0, "final_activation"});
        }
        to.emplace<MeanPool>(Site {0, "pooled"});
        if (spec_.form == BlockForm::convnext)
            add_norm(to, {0, 1}, "final_norm", last.channels);
        to.add(convolution({0, 1}, "head", last.channels, spec_.classes, {.dimensions = 2}, {0, "head"}));
    }

    ResidualSpec step(int block) const
    {
        return {.block = block,
            .word = "branch",
            .placement = Placement::none,
            .skip = spec_.stream.skip,
            .branch = spec_.stream.branch,
            .tokens = false};
    }

    const Network& n_;
    ResnetSpec spec_;
};

NetworkPlan resnet_plan(const Network& network);

void check(const Experiment& experiment, std::vector<Problem>& problems)
{
    const Network& network = experiment.network;
    const auto add = [&](const char* field, const std::string& message) {
        problems.push_back({std::string("network.") + field, message});
    };
    const auto text = [](int number) { return std::to_string(number); };
    if (whole(network, "kernel") % 2 == 0)
        return add("kernel", "must be odd, got " + text(whole(network, "kernel")));
    int before = 1;
    for (const char* stage : {"stage_2", "stage_3", "stage_4"}) {
        const int start = whole(network, stage);
        if (start == 0)
            continue;
        if (start <= before)
            return add(stage,
                "must be 0 (no such stage) or a block behind the stage before, and " + text(start) + " is not behind "
                    + text(before));
        before = start;
    }
    const ResnetSpec spec = resnet_spec(network);
    const double image = double(spec.image_channels) * spec.image_side * spec.image_side;
    if (image > most_entries)
        return add("size", "must leave an image with at most 1e8 numbers, and it has " + number_text(image));
    if (spec.stem_side < 1)
        return add("size", "must leave positions behind the stem, and " + text(spec.image_side) + " leaves none");
    const bool grouped = spec.norm == ImageNorm::group;
    const auto check_groups = [&](int channels, const std::string& where) {
        if (grouped && channels % spec.norm_groups != 0)
            add("norm_groups",
                "must divide the channels of every norm, and " + text(spec.norm_groups) + " does not divide the "
                    + text(channels) + where);
        return problems.empty();
    };
    if (!check_groups(spec.stem_channels, " of the stem"))
        return;
    for (const ResnetBlock& b : spec.blocks) {
        const std::string where = " of block " + text(b.block);
        if (!ranges::width.holds(b.channels) || !ranges::width.holds(b.hidden))
            return add("width",
                "must leave every block with at most 65536 channels, and block " + text(b.block) + " has "
                    + text(std::max(b.channels, b.hidden)));
        if (b.side < 1)
            return add("size", "must leave positions in every block, and block " + text(b.block) + " has none");
        if (double(std::max(b.channels, b.hidden)) * b.side_in * b.side_in > most_entries)
            return add("size", "must leave at most 1e8 numbers of a sample, and block " + text(b.block) + " has more");
        const auto divides = [&](int channels) { return channels % spec.groups == 0; };
        const bool outer = spec.form == BlockForm::basic && !(divides(b.channels_in) && divides(b.channels));
        if (spec.form != BlockForm::convnext && (!divides(b.hidden) || outer))
            return add("groups",
                "must divide the channels that its convolutions read and write, and " + text(spec.groups)
                    + " does not divide those" + where);
        if (!check_groups(b.channels_in, where) || !check_groups(b.channels, where) || !check_groups(b.hidden, where))
            return;
        if (spec.border == Border::circular && spec.kernel / 2 > b.side)
            return add("padding",
                "must go around once at most, and block " + text(b.block) + " has " + text(b.side)
                    + " positions a side and a padding of " + text(spec.kernel / 2));
    }
    const auto groups_of = [&](const ParameterPlan& p) {
        if (spec.form == BlockForm::convnext)
            return p.role == "conv_1" ? p.shape.rows() : 1;
        const bool own = spec.form == BlockForm::basic ? p.role.starts_with("conv_") : p.role == "conv_2";
        return own ? spec.groups : 1;
    };
    const NetworkPlan plan = resnet_plan(network);
    for (const ParameterPlan* p : plan.parameters()) {
        if (p->kind != Role::weight)
            continue;
        if (const std::string problem = kernel_problem(completed(p->initializer), p->shape, groups_of(*p));
            !problem.empty())
            return add(network.roles.contains(p->role) ? ("roles." + p->role).c_str() : "weight",
                problem + " (" + p->name + ")");
    }
}

/// Sizes are doubled where no position is left, else halved, until there is room.
Network fitted(const Network& changed, const Network&)
{
    Network network = changed;
    const auto set = [&](const char* name, double number) { network.options[name] = number; };
    if (whole(network, "kernel") % 2 == 0)
        set("kernel", whole(network, "kernel") + 1);
    int before = 1;
    for (const char* stage : {"stage_2", "stage_3", "stage_4"})
        if (const int start = whole(network, stage); start != 0) {
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
            return changed;   // not the doing of a number
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
    return plan;
}

Seen run(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica, NoiseCache& cache,
    const Context& context)
{
    const ResnetSpec spec = resnet_spec(plan.network);
    DistributionRecorder recorder(plan.depth());
    const DrawnParameters parameters(experiment.seed, replica, cache);
    const std::unique_ptr<Module> body = resnet_body(plan.network);
    Pass pass {.context = context,
        .parameters = parameters,
        .recorder = recorder,
        .backward = experiment.measure.gradient,
        .steps = plan.depth() * (experiment.measure.gradient ? 2.0 : 1.0)};
    const auto signal = [&](const Tensor& batch, int channels, int positions) {
        return make_signal(by_position(batch, channels, positions), 0, positions, context);
    };
    Signal cotangent;
    if (pass.backward) {
        const int entries = spec.output_entries();
        const int channels = spec.classes > 0 ? spec.classes : spec.blocks.back().channels;
        cotangent = signal(
            draw_cotangent_of(experiment, entries, replica, extent.samples, context), channels, entries / channels);
    }
    propagate(*body,
        signal(draw_input(experiment, replica, extent.samples, context), spec.image_channels,
            spec.image_side * spec.image_side),
        std::move(cotangent), pass);
    return seen_of(recorder, plan, "input");
}

/// What theory takes parameters for, of one block; blocks whose plans differ in their names alone have the same.
class Laws {
public:
    Laws(const Network& network, const ResnetSpec& spec, const NetworkPlan& plan, int samples)
        : network_(network), spec_(spec), plan_(plan), samples_(samples),
          phi_(std::make_shared<const GaussianExpectation>(ActivationFunction(spec.activation)))
    {
    }

    /// Why theory says nothing; mostly empty.
    std::string silent() const
    {
        for (const ParameterPlan* p : plan_.parameters()) {
            if (p->kind == Role::weight && draw_of(*p).receptive > 1)
                return "no theory for kernels that are zero but at one position";
            const bool mean_goes = p->kind == Role::weight && p->role != "head" && standardization(network_, 1);
            if (p->role.find("norm") == std::string::npos && !mean_goes
                && law_of(draw_of(*p), p->shape, p->kind).mean != 0)
                return "no theory for weights or biases of a mean that is not zero";
        }
        return {};
    }

    ImageNetworkLaw network(const InputMoments& input) const
    {
        const double mean = input.mean_square > 0 ? network_mean_ / std::sqrt(input.mean_square) : 0;
        ImageNetworkLaw law {.log_square = std::log(input.mean_square),
            .mean = mean,
            .positions = spec_.image_side * spec_.image_side,
            .tells_channel_means = spec_.norm == ImageNorm::batch};
        add_stem(law.stem, mean);
        for (const ResnetBlock& b : spec_.blocks)
            law.blocks.push_back(spec_.form == BlockForm::convnext ? convnext(b) : block(b));
        add_end(law);
        return law;
    }
    void set_input_mean(double mean) { network_mean_ = mean; }

private:
    const ParameterPlan& plan(int block, const std::string& role, Role kind) const
    {
        const std::vector<ParameterPlan>& all = block > 0 ? plan_.block(block).parameters
            : role == "stem" || role == "stem_norm"       ? plan_.before
                                                          : plan_.after;
        return *std::find_if(
            all.begin(), all.end(), [&](const ParameterPlan& p) { return p.role == role && p.kind == kind; });
    }

    ImageLaw convolution(int block, const std::string& role, const Window& window) const
    {
        const ParameterPlan& weight = plan(block, role, Role::weight);
        ConvolutionLaw law {.window = window,
            .weight = weight.shape.fan_in * law_of(draw_of(weight), weight.shape, Role::weight).variance,
            .units_per_input
            = double(weight.shape.rows()) / (double(weight.shape.fan_in) / window.receptive() * window.groups)};
        if (const auto k = role == "head" ? std::nullopt : standardization(network_, weight.shape.fan_in)) {
            const double variance = law.weight / weight.shape.fan_in * (1 - 1.0 / weight.shape.fan_in);
            law.weight = weight.shape.fan_in * *k * *k * variance / (variance + standardization_epsilon);
            law.standardized = true;
        }
        if (spec_.biases) {
            const ParameterPlan& bias = plan(block, role, Role::bias);
            law.bias = law_of(draw_of(bias), bias.shape, Role::bias).variance;
        }
        return law;
    }

    void add_norm(std::vector<ImageLaw>& to, int block, const std::string& role, int channels, int side) const
    {
        if (spec_.norm == ImageNorm::none)
            return;
        const ParameterPlan& scale = plan(block, role, Role::bias);
        const Law law = law_of(draw_of(scale), scale.shape, Role::bias);
        using Over = ImageNormLaw::Over;
        const double positions = double(side) * side;
        const double together = spec_.norm == ImageNorm::group ? double(channels) / spec_.norm_groups : channels;
        to.emplace_back(ImageNormLaw {.over = spec_.norm == ImageNorm::batch ? Over::batch
                : spec_.norm == ImageNorm::group                             ? Over::group
                                                                             : Over::layer,
            .scale_square = law.variance + law.mean * law.mean,
            .epsilon = spec_.epsilon,
            .channels = together,
            .numbers = spec_.norm == ImageNorm::batch ? samples_ * positions
                : spec_.norm == ImageNorm::group      ? together * positions
                                                      : together});
    }

    void add_stem(std::vector<ImageLaw>& to, double mean) const
    {
        to.push_back(convolution(0, "stem", spec_.stem_window()));
        const bool norm = spec_.norm != ImageNorm::none && !spec_.pre_activation;
        const bool pooled = spec_.stem == Stem::pooled, activated = spec_.activates_sum();
        if (norm)
            add_norm(to, 0, "stem_norm", spec_.stem_channels, spec_.stem_window().side_out());
        const auto phi = activated ? phi_ : nullptr;
        if (pooled)
            to.emplace_back(
                PooledUnitLaw {phi, spec_.pool_window(), spec_.norm == ImageNorm::batch && norm ? 0 : mean});
        else if (activated)
            to.emplace_back(ImageUnitLaw {phi});
    }

    ImageBlockLaw block(const ResnetBlock& b) const
    {
        const bool pre = spec_.pre_activation, changes = ResnetSpec::changes(b), norm = spec_.norm != ImageNorm::none;
        ImageBlockLaw law {.skip = spec_.stream.skip, .factor = spec_.stream.branch};
        const std::vector<Window> windows = spec_.branch_windows(b);
        for (std::size_t k = 0; k < windows.size(); ++k) {
            const bool last = k + 1 == windows.size();
            const std::string number = std::to_string(k + 1);
            const int side = pre ? windows[k].side : windows[k].side_out();
            const int channels = pre ? (k == 0 ? b.channels_in : b.hidden) : last ? b.channels : b.hidden;
            std::vector<ImageLaw>& before = k == 0 && changes ? law.entry : law.branch;
            if (pre) {
                add_norm(before, b.block, "norm_" + number, channels, side);
                before.emplace_back(ImageUnitLaw {phi_});
                if (k == 1)
                    law.preactivation = law.branch.size() - 2;
            }
            law.branch.push_back(convolution(b.block, "conv_" + number, windows[k]));
            if (pre)
                continue;
            add_norm(law.branch, b.block, "norm_" + number, channels, side);
            if (k == 0)
                law.preactivation = norm ? 1 : 0;
            if (!last)
                law.branch.emplace_back(ImageUnitLaw {phi_});
        }
        if (changes) {
            law.shortcut.push_back(convolution(b.block, "projection", spec_.shortcut_window(b)));
            if (!pre)
                add_norm(law.shortcut, b.block, "projection_norm", b.channels, b.side);
        }
        if (!pre)
            law.after = phi_;
        return law;
    }

    ImageBlockLaw convnext(const ResnetBlock& b) const
    {
        ImageBlockLaw law {.skip = spec_.stream.skip, .factor = spec_.stream.branch};
        if (ResnetSpec::changes(b)) {
            add_norm(law.entry, b.block, "projection_norm", b.channels_in, b.side_in);
            law.entry.push_back(convolution(b.block, "projection", spec_.shortcut_window(b)));
        }
        const std::vector<Window> windows = spec_.branch_windows(b);
        law.branch.push_back(convolution(b.block, "conv_1", windows[0]));
        add_norm(law.branch, b.block, "norm_1", b.channels, b.side);
        law.preactivation = law.branch.size();
        law.branch.push_back(convolution(b.block, "conv_2", windows[1]));
        law.branch.emplace_back(ImageUnitLaw {phi_});
        law.branch.push_back(convolution(b.block, "conv_3", windows[2]));
        return law;
    }

    /// Behind a pooling each position has its part of the gradient at the mean. What a norm behind it divides by hangs
    /// on how alike positions are: of that theory says nothing.
    void add_end(ImageNetworkLaw& law) const
    {
        if (spec_.classes == 0)
            return;
        const ResnetBlock& last = spec_.blocks.back();
        if (spec_.pre_activation) {
            add_norm(law.behind, 0, "final_norm", last.channels, last.side);
            law.behind.emplace_back(ImageUnitLaw {phi_});
        }
        if (spec_.form == BlockForm::convnext && spec_.norm != ImageNorm::none) {
            law.log_output_gradient.reset();
            return;
        }
        const ParameterPlan& head = plan(0, "head", Role::weight);
        const double positions = double(last.side) * last.side;
        law.log_output_gradient
            = ln(spec_.classes * law_of(draw_of(head), head.shape, Role::weight).variance) - 2 * std::log(positions);
    }

    const Network& network_;
    const ResnetSpec& spec_;
    const NetworkPlan& plan_;
    double samples_, network_mean_ = 0;
    std::shared_ptr<const GaussianExpectation> phi_;
};

Prediction predict(const Experiment& experiment, const NetworkPlan& plan, Extent extent,
    const std::optional<InputMoments>& known, const Context& context)
{
    StreamPrediction nothing;
    const auto moments = known ? known : input_moments(experiment.input);
    const ResnetSpec spec = resnet_spec(experiment.network);
    Laws laws(experiment.network, spec, plan, extent.samples);
    nothing.remark = moments ? laws.silent() : "theory does not know the input from a file";
    if (!nothing.remark.empty())
        return prediction_of(nothing, plan);
    laws.set_input_mean(known ? 0 : experiment.input.mean);
    return prediction_of(predict_resnet(laws.network(*moments), context), plan);
}

/// What passes through a block, in numbers of a sample.
struct BlockEntries {
    double kept = 0, widest = 0, products = 0, weights = 0;
};

BlockEntries entries_of(const ResnetSpec& spec, const ResnetBlock& b)
{
    BlockEntries all;
    const std::vector<Window> windows = spec.branch_windows(b);
    const double norms = spec.norm == ImageNorm::none ? 0 : 1;
    for (std::size_t k = 0; k < windows.size(); ++k) {
        const Window& w = windows[k];
        const bool last = k + 1 == windows.size();
        const double in = k == 0 ? b.channels_in : b.hidden, out = last ? b.channels : b.hidden;
        const double entries = out * w.positions_out(), seen = in / w.groups * w.receptive();
        all.kept += (1 + norms) * entries;
        all.widest = std::max({all.widest, entries, in * w.positions_in()});
        all.products += seen * entries;
        all.weights = std::max(all.weights, seen * out);
    }
    if (ResnetSpec::changes(b)) {
        const Window w = spec.shortcut_window(b);
        const double entries = double(b.channels) * w.positions_out();
        all.kept += (1 + norms) * entries;
        all.products += double(b.channels_in) * w.receptive() * entries;
    }
    return all;
}

/// Kept for the backward pass: what norms and activations made. Beside it some tensors of the widest place, the taps
/// of a convolution, and its weights in four forms.
double memory(const Experiment& experiment, Extent extent)
{
    const ResnetSpec spec = resnet_spec(experiment.network);
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
    return 4 * (extent.samples * (kept + 6 * widest) + 1.6e7 + 4 * weights) + 60000.0 * experiment.network.depth;
}

double cost(const Experiment& experiment, Extent extent)
{
    const ResnetSpec spec = resnet_spec(experiment.network);
    const Window stem = spec.stem_window();
    double products = double(spec.image_channels) * stem.receptive() * spec.stem_channels * stem.positions_out();
    for (const ResnetBlock& b : spec.blocks)
        products += entries_of(spec, b).products;
    return (experiment.measure.gradient ? 4 : 2) * products * extent.samples;
}

ParameterInfo count(const char* name, const char* label, double by_default, double low, double high)
{
    return {.name = name, .label = label, .default_value = by_default, .low = low, .high = high, .integer = true};
}

ParameterInfo choice(
    const char* name, const char* label, std::vector<std::string> choices, std::vector<std::string> labels)
{
    return {.name = name,
        .label = label,
        .default_value = choices.front(),
        .choices = choices,
        .choice_labels = std::move(labels)};
}

}   // namespace

ResnetSpec resnet_spec(const Network& network)
{
    const std::string &form = option_word(network, "block"), &norm = option_word(network, "norm"),
                      &stem = option_word(network, "stem");
    ResnetSpec spec;
    spec.form = form == "basic" ? BlockForm::basic : form == "bottleneck" ? BlockForm::bottleneck : BlockForm::convnext;
    const bool convnext = spec.form == BlockForm::convnext;
    spec.pre_activation = !convnext && option_word(network, "order") == "pre_activation";
    spec.norm = norm == "none" ? ImageNorm::none
        : norm == "batch_norm" ? ImageNorm::batch
        : norm == "group_norm" ? ImageNorm::group
                               : ImageNorm::layer;
    spec.norm_groups = whole(network, "norm_groups");
    spec.stream = stream_spec(network, 1, form == "basic" ? 2 : 3);
    spec.epsilon = spec.stream.epsilon;
    spec.stem = stem == "3x3" ? Stem::small : stem == "7x7_pool" ? Stem::pooled : Stem::patch;
    spec.kernel = whole(network, "kernel");
    spec.groups = whole(network, "groups");
    spec.border = option_word(network, "padding") == "zeros" ? Border::zeros : Border::circular;
    spec.classes = whole(network, "classes");
    spec.biases = option_flag(network, "biases");
    spec.activation = network.activation;

    spec.image_channels = whole(network, "channels");
    spec.image_side = whole(network, "size");
    const int stem_channels = whole(network, "stem_channels");
    spec.stem_channels = stem_channels == 0 ? network.width : stem_channels;
    spec.stem_side = spec.stem_window().side_out();
    if (spec.stem == Stem::pooled)
        spec.stem_side = spec.pool_window().side_out();
    int channels = spec.stem_channels, side = spec.stem_side, stage_channels = network.width;
    for (int block = 1; block <= network.depth; ++block) {
        ResnetBlock b {.block = block, .channels_in = channels, .side_in = side};
        for (const char* stage : {"stage_2", "stage_3", "stage_4"})
            if (whole(network, stage) == block && block > 1) {
                stage_channels = int(std::min(2.0 * stage_channels, 1e8));
                side = convnext ? side / 2 : (side + 1) / 2;
            }
        channels = stage_channels;
        b.channels = channels;
        b.hidden = int(std::clamp(std::round(option(network, "hidden_ratio") * channels), 1.0, 1e8));
        b.side = side;
        spec.blocks.push_back(b);
    }
    return spec;
}

Window ResnetSpec::stem_window() const
{
    const Border b = stem == Stem::patch ? Border::none : border;
    const auto [k, s] = stem == Stem::small ? std::pair(3, 1)
        : stem == Stem::pooled              ? std::pair(7, 2)
                                            : std::pair(4, 4);
    return {.dimensions = 2, .side = image_side, .kernel = k, .stride = s, .border = b};
}

Window ResnetSpec::pool_window() const
{
    return {.dimensions = 2, .side = stem_window().side_out(), .kernel = 3, .stride = 2, .border = Border::zeros};
}

std::vector<Window> ResnetSpec::branch_windows(const ResnetBlock& b) const
{
    const auto window = [&](int side, int k, int stride, int group) {
        return Window {.dimensions = 2, .side = side, .kernel = k, .stride = stride, .border = border, .groups = group};
    };
    if (form == BlockForm::convnext)
        return {window(b.side, kernel, 1, b.channels), window(b.side, 1, 1, 1), window(b.side, 1, 1, 1)};
    if (form == BlockForm::basic)
        return {window(b.side_in, kernel, b.stride(), groups), window(b.side, kernel, 1, groups)};
    return {window(b.side_in, 1, 1, 1), window(b.side_in, kernel, b.stride(), groups), window(b.side, 1, 1, 1)};
}

Window ResnetSpec::shortcut_window(const ResnetBlock& b) const
{
    const bool halves = form == BlockForm::convnext && b.stride() == 2;
    return {.dimensions = 2,
        .side = b.side_in,
        .kernel = halves ? 2 : 1,
        .stride = b.stride(),
        .border = halves ? Border::none : border};
}

int ResnetSpec::output_entries() const
{
    const ResnetBlock& last = blocks.back();
    return classes > 0 ? classes : last.channels * last.side * last.side;
}

std::optional<double> standardization(const Network& network, int fan_in)
{
    const std::string& word = option_word(network, "weight_standardization");
    if (word == "none")
        return std::nullopt;
    if (word == "plain")
        return 1;
    const PreactivationMoments moments = GaussianExpectation(ActivationFunction(network.activation)).moments(1);
    return moments.variance > 0 ? 1 / std::sqrt(moments.variance * fan_in) : 1 / std::sqrt(double(fan_in));
}

std::unique_ptr<Module> resnet_body(const Network& network) { return Builder(network).body(); }

const NetworkKind& resnet_kind()
{
    static const NetworkKind resnet = [] {
        NetworkKind a {.name = "resnet", .label = "ResNet", .network = {}, .input = {}};
        a.options = {
            choice("block", "block", {"basic", "bottleneck", "convnext"}, {"basic", "bottleneck", "ConvNeXt"}),
            choice("order", "order", {"post_activation", "pre_activation"}, {"post", "pre"}),
            choice("norm", "norm", {"batch_norm", "group_norm", "layer_norm", "none"},
                {"Batch", "Group", "Layer", "none"}),
            count("size", "image side", 32, 1, 4096),
            choice("stem", "stem", {"3x3", "7x7_pool", "patch"}, {"3×3", "7×7, pool", "4×4"}),
            count("stage_2", "stage 2 at", 3, 0, 10000),
            count("stage_3", "stage 3 at", 5, 0, 10000),
            count("stage_4", "stage 4 at", 0, 0, 10000),
            {.name = "hidden_ratio", .label = "hidden/width", .default_value = 1.0, .low = 1.0 / 64, .high = 64},
            count("kernel", "kernel", 3, 1, 31),
            count("groups", "groups", 1, 1, 65536),
            choice("padding", "padding", {"zeros", "circular"}, {"zeros", "circular"}),
            count("channels", "channels", 3, 1, 65536),
            count("stem_channels", "stem width", 0, 0, 65536),
            count("classes", "classes", 0, 0, 65536),
            count("norm_groups", "norm groups", 32, 1, 65536),
        };
        // Beside the norm what branches are scaled by; the others of a stream at the end.
        for (ParameterInfo& info : stream_options("batch_norm", "plain"))
            if (info.name == "residual_scaling")
                a.options.insert(a.options.begin() + 3, std::move(info));
            else if (info.name == "norm_epsilon" || info.name == "skip" || info.name == "branch")
                a.options.push_back(std::move(info));
        a.options.push_back(
            choice("weight_standardization", "weight std", {"none", "plain", "scaled"}, {"none", "plain", "scaled"}));
        a.options.push_back(flag("biases", "biases", false));
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
        a.roles = {{"stem", "stem", Role::weight, false},
            {"projection", "projection", Role::weight, true, changes_anywhere}, {"conv_1", "convolution 1"},
            {"conv_2", "convolution 2"}, {"conv_3", "convolution 3", Role::weight, true, has_third},
            {"head", "head", Role::weight, false, has_head}, {"norm_scale", "norm scale", Role::bias, true, has_norm},
            {"last_norm_scale", "last norm's scale", Role::bias, true, ends_in_norm}};
        a.steps = {{"branch", "branch"}};
        a.plan = resnet_plan;
        a.run = run;
        a.predict = predict;
        a.memory = memory;
        a.cost = cost;
        return a;
    }();
    return resnet;
}

}   // namespace stepzero
