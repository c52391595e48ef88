// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/resnet.h"
#include "core/modules/channel_norm.h"
#include "core/modules/convolution.h"
#include "core/modules/elementwise.h"
#include "core/modules/pooling.h"

namespace stepzero {

namespace {

constexpr std::uint32_t slots_of_a_resnet_block = 16;
constexpr std::uint32_t norm_slots = 8;   // vectors of norms, after the biases

class Builder {
public:
    explicit Builder(const Network& network)
        : n_(network), spec_(resnet_spec(network)), standardization_(weight_standardization(network)),
          variables_(law_variables_of(network))
    {
    }

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
        std::uint32_t stream(std::uint32_t of) const
        {
            return std::uint32_t(block) * slots_of_a_resnet_block + of + slot;
        }
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
            .window = window,
            .scale_free = has_norm_behind(role) || is_standardized(role)};
        evaluate(weight, variables_, window.groups);
        ConvolutionSpec c {.site = site, .weight = weight};
        if (is_standardized(role))
            c.standardized = standardization_->factor(fan_in);
        if (spec_.biases) {
            c.bias = weight;
            c.bias->name = place.name(role) + ".bias";
            c.bias->initializer = n_.bias;
            c.bias->kind = Role::bias;
            c.bias->factor = 1;
            evaluate(*c.bias, variables_, window.groups);
            c.bias->window = {};
        }
        return std::make_unique<Convolution>(std::move(c));
    }

    bool is_standardized(const std::string& role) const { return standardization_ && is_convolution_role(role); }

    bool has_norm_behind(const std::string& role) const
    {
        if (spec_.norm == ImageNorm::none || !is_convolution_role(role))
            return false;
        if (spec_.form == BlockForm::convnext)
            return role == "stem" || role == "conv_1";
        const std::string last = spec_.form == BlockForm::basic ? "conv_2" : "conv_3";
        return !spec_.pre_activation || (role.starts_with("conv_") && role != last);
    }

    /// Adds the network's norm, if it has one. `name` is its name in files and its site; γ uses the initializer of
    /// `role`.
    void add_norm(Sequence& to, const Place& place, const std::string& name, int channels,
        const char* role = role_of_norms, bool last_of_stem = false) const
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
        evaluate(scale, variables_);
        if (spec_.norm == ImageNorm::layer)
            to.emplace<Norm>(
                NormSpec {.kind = NormKind::layer, .site = site, .scale = scale, .epsilon = spec_.epsilon});
        else
            to.emplace<ChannelNorm>(
                ChannelNormSpec {site, scale, spec_.norm == ImageNorm::group ? spec_.norm_groups : 0, spec_.epsilon});
    }

    void add_activation(Sequence& to, const Site& site) const { to.emplace<Elementwise>(site, spec_.activation); }

    /// Adds the stem, whose output is at the site "stem".
    void add_stem(Sequence& to) const
    {
        const bool pooled = spec_.stem == Stem::pooled, norm = spec_.norm != ImageNorm::none && !spec_.pre_activation;
        const bool activated = spec_.activates_sum();
        const auto site = [&](bool last, const char* name) { return Site {0, last ? "stem" : name}; };
        to.add(convolution({0, 0}, "stem", spec_.image_channels, spec_.stem_channels, spec_.stem_window(),
            site(!norm && !activated && !pooled, "stem_convolution")));
        if (norm)
            add_norm(to, {0, 0}, "stem_norm", spec_.stem_channels, role_of_norms, !activated && !pooled);
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
        // In a pre-activated block that changes sizes, the skip reads the output of the first norm and φ.
        Sequence& first = pre && changes ? to : *branch;
        const std::vector<BranchConvolution> convolutions = spec_.branch(b);
        for (std::size_t k = 0; k < convolutions.size(); ++k) {
            const BranchConvolution& c = convolutions[k];
            const bool last = k + 1 == convolutions.size();
            const std::string number = std::to_string(k + 1);
            const Place place {b.block, std::uint32_t(k)};
            const auto add_around = [&](Sequence& into, int channels) {
                add_norm(
                    into, place, "norm_" + number, channels, last && !pre ? "last_norm_scale" : "branch_norm_scale");
                if (pre || !last)
                    add_activation(into, {b.block, "activation_" + number});
            };
            if (pre)
                add_around(k == 0 ? first : *branch, c.in);
            branch->add(of_branch(place, convolutions[k], last));
            if (!pre)
                add_around(*branch, c.out);
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
        const std::vector<BranchConvolution> convolutions = spec_.branch(b);
        for (std::size_t k = 0; k < convolutions.size(); ++k) {
            branch->add(of_branch({b.block, std::uint32_t(k)}, convolutions[k], k + 1 == convolutions.size()));
            if (k == 0)
                add_norm(*branch, {b.block, 0}, "norm_1", b.channels, "branch_norm_scale");
            if (k == 1)
                add_activation(*branch, {b.block, "activation_2"});
        }
        to.add(std::make_unique<Residual>(step(b.block), std::move(branch), nullptr, nullptr));
    }

    std::unique_ptr<Module> of_branch(const Place& place, const BranchConvolution& c, bool last) const
    {
        return convolution(place, c.role, c.in, c.out, c.window, {place.block, c.role},
            last ? spec_.stream.scaling.last : spec_.stream.scaling.inner);
    }

    void add_head(Sequence& to) const
    {
        const ResnetBlock& last = spec_.blocks.back();
        if (spec_.pre_activation) {
            add_norm(to, {0, 1}, "final_norm", last.channels, "final_norm_scale");
            add_activation(to, {0, "final_activation"});
        }
        to.emplace<MeanPool>(
            Site {0, "pooled"}, Window {.dimensions = 2, .side = last.side, .kernel = last.side, .stride = last.side});
        if (spec_.form == BlockForm::convnext)
            add_norm(to, {0, 1}, "final_norm", last.channels, "final_norm_scale");
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
    std::optional<WeightStandardization> standardization_;
    NumberVariables variables_;   // those of expressions
};

}   // namespace

std::unique_ptr<Module> resnet_body(const Network& network) { return Builder(network).body(); }

}   // namespace stepzero
