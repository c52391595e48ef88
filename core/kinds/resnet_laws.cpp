// SPDX-License-Identifier: GPL-3.0-or-later
// Converts the parameters of a ResNet to the distributions that theory uses.
#include <algorithm>
#include <cmath>

#include "core/kinds/resnet.h"
#include "core/modules/standardize.h"
#include "core/network/input/input.h"
#include "core/theory/log_sum.h"
#include "core/theory/resnet_theory.h"

namespace stepzero {

namespace {

/// The distributions of parameters, per block. Blocks whose plans differ only in their names have the same.
class Laws {
public:
    explicit Laws(const NetworkPlan& plan)
        : spec_(spec_of<ResnetSpec>(plan)), plan_(plan), standardization_(weight_standardization(plan.network)),
          phi_(std::make_shared<const GaussianExpectation>(ActivationFunction(spec_.activation)))
    {
    }

    /// Returns why theory makes no prediction; usually empty.
    Text silent() const
    {
        for (const ParameterPlan* p : plan_.parameters()) {
            if (p->kind == Role::weight && draw_of(*p).base->tap.receptive > 1)
                return tr("no theory for kernels that are nonzero at one position only");
            const bool mean_goes = p->kind == Role::weight && is_convolution_role(p->role) && standardization_;
            if (p->role.find("norm") == std::string::npos && !mean_goes
                && law_of(draw_of(*p), p->shape, p->kind).mean != 0)
                return tr("no theory for weights or biases whose mean is not 0");
        }
        return {};
    }

    ImageNetworkLaw network(double mean_square, double input_mean, int samples) const
    {
        const double mean = mean_square > 0 ? input_mean / std::sqrt(mean_square) : 0;
        ImageNetworkLaw law {.log_square = std::log(mean_square),
            .mean = mean,
            .samples = samples,
            .tells_channel_means = spec_.norm == ImageNorm::batch};
        add_stem(law.stem, mean);
        for (const ResnetBlock& b : spec_.blocks)
            law.blocks.push_back(spec_.form == BlockForm::convnext ? convnext(b) : block(b));
        add_end(law);
        return law;
    }

private:
    const ParameterPlan& plan(int block, const std::string& role, Role kind) const
    {
        const std::vector<ParameterPlan>& all = block > 0 ? plan_.block(block).parameters
            : role.starts_with("stem")                    ? plan_.before
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
        if (standardization_ && is_convolution_role(role)) {
            const double variance = law.weight / weight.shape.fan_in * (1 - 1.0 / weight.shape.fan_in),
                         k = standardization_->factor(weight.shape.fan_in);
            law.weight = weight.shape.fan_in * k * k * variance / (variance + standardization_epsilon);
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
            .numbers = spec_.norm == ImageNorm::group ? together * positions : together});
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
        const std::vector<BranchConvolution> convolutions = spec_.branch(b);
        for (std::size_t k = 0; k < convolutions.size(); ++k) {
            const BranchConvolution& c = convolutions[k];
            const bool last = k + 1 == convolutions.size();
            const std::string number = std::to_string(k + 1);
            const int side = pre ? c.window.side : c.window.side_out();
            const int channels = pre ? c.in : c.out;
            std::vector<ImageLaw>& before = k == 0 && changes ? law.entry : law.branch;
            if (pre) {
                add_norm(before, b.block, "norm_" + number, channels, side);
                before.emplace_back(ImageUnitLaw {phi_});
                if (k == 1)
                    law.preactivation = law.branch.size() - 2;
            }
            law.branch.push_back(convolution(b.block, c.role, c.window));
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
        const std::vector<BranchConvolution> convolutions = spec_.branch(b);
        law.branch.push_back(convolution(b.block, "conv_1", convolutions[0].window));
        add_norm(law.branch, b.block, "norm_1", b.channels, b.side);
        law.preactivation = law.branch.size();
        law.branch.push_back(convolution(b.block, "conv_2", convolutions[1].window));
        law.branch.emplace_back(ImageUnitLaw {phi_});
        law.branch.push_back(convolution(b.block, "conv_3", convolutions[2].window));
        return law;
    }

    /// After pooling, each position receives its part of the gradient at the mean. A norm after it divides by a number
    /// that depends on the similarity of positions, which theory does not cover.
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

    ResnetSpec spec_;
    const NetworkPlan& plan_;
    std::optional<WeightStandardization> standardization_;
    std::shared_ptr<const GaussianExpectation> phi_;
};

}   // namespace

Prediction predict_resnet_of(const Experiment& experiment, const NetworkPlan& plan,
    const std::optional<InputMoments>& known, const Context& context)
{
    const auto moments = known ? known : input_moments(experiment);
    const Laws laws(plan);
    Text remark = moments ? laws.silent() : tr("no theory for an input from a file");
    if (!known && moments && moments->alike)
        remark = tr("no theory for natural inputs, whose samples differ in length");
    if (!remark.empty())
        return silent_prediction(plan, remark);
    const double mean = known ? 0 : experiment.input.mean;
    return predict_resnet(
        laws.network(moments->mean_square, mean, experiment.input.samples), {.reading = plan.reading}, context);
}

}   // namespace stepzero
