// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/convolution.h"

#include <stdexcept>

#include "core/modules/elementwise.h"
#include "core/modules/linear.h"
#include "core/modules/normed_layers.h"
#include "core/modules/pooling.h"
#include "core/modules/product.h"
#include "core/modules/standardize.h"

namespace stepzero {

namespace {

/// The largest number of gathered entries at a time.
constexpr Eigen::Index most_numbers = 8'000'000;

const ParameterPlan& parameter(const BlockPlan& block, Role kind)
{
    const ParameterPlan* found = block.find("weight", kind);
    if (!found)
        throw std::invalid_argument("a layer lacks its weights or its bias");
    return *found;
}

/// Sets a column to a bias, or to 0 if the bias is empty, before a sum is added.
template <class Column>
void start(Column to, const Eigen::VectorXf& bias)
{
    if (bias.size() == 0)
        to.setZero();
    else
        to = bias;
}

/// Returns the part of a bias that belongs to a group of `size` units. An empty bias is none.
Eigen::VectorXf part_of(const Eigen::VectorXf& bias, Eigen::Index group, Eigen::Index size)
{
    return bias.size() == 0 ? bias : Eigen::VectorXf(bias.segment(group * size, size));
}

}   // namespace

Convolution::Convolution(ConvolutionSpec spec)
    : spec_(std::move(spec)), direct_(window().direct()), taps_(direct_),
      channels_(spec_.weight.shape.columns() / taps_.taps()), units_(spec_.weight.shape.rows() / direct_.groups)
{
    if (channels_ * taps_.taps() != spec_.weight.shape.columns() || window().positions_out() < 1
        || units_ * direct_.groups != spec_.weight.shape.rows())
        throw std::invalid_argument("the window of a convolution does not fit its kernel or its input");
}

ScaledMatrix Convolution::used(const ScaledMatrix& drawn) const
{
    return spec_.standardized ? standardized(drawn, *spec_.standardized) : drawn;
}

/// Returns one kernel per group. Its columns are ordered by tap and then by channel, like the gathered taps.
std::vector<ScaledMatrix> Convolution::kernels(const ScaledMatrix& weight) const
{
    const Index taps = taps_.taps();
    std::vector<ScaledMatrix> all;
    for (Index group = 0; group < direct_.groups; ++group) {
        auto base = std::make_shared<BaseNoise>();
        base->entries.resize(units_, channels_ * taps);
        for (Index unit = 0; unit < units_; ++unit)
            for (Index channel = 0; channel < channels_; ++channel)
                for (Index tap = 0; tap < taps; ++tap)
                    base->entries(unit, tap * channels_ + channel)
                        = weight.base->entries(group * units_ + unit, channel * taps + tap);
        all.push_back({std::move(base), weight.scale, weight.shift, weight.exponent});
    }
    return all;
}

/// Returns the weights of a depthwise layer: [channels, taps].
Tensor Convolution::channels_by_tap(const ScaledMatrix& weight) const
{
    return (weight.scale * weight.base->entries.array() + weight.shift).matrix();
}

/// Gathers the inputs of one group that the outputs from column `first` on see, one output per column.
void Convolution::gather(const Tensor& input, Index group, Index first, Tensor& patches, const Context& context) const
{
    const Index inputs = direct_.positions_in(), outputs = direct_.positions_out();
    for_columns(patches, 1, context, [&](Index begin, Index count) {
        for (Index column = begin; column < begin + count; ++column) {
            const Index sample = (first + column) / outputs, output = (first + column) % outputs;
            for (int tap = 0; tap < taps_.taps(); ++tap) {
                auto to = patches.col(column).segment(tap * channels_, channels_);
                if (const int at = taps_.input(int(output), tap); at >= 0)
                    to = input.col(sample * inputs + at).segment(group * channels_, channels_);
                else
                    to.setZero();
            }
        }
    });
}

/// The transpose of gather(): adds up the patches at the inputs that they came from, and the bias of the group. `first`
/// is the first output of a sample, and the patches belong to whole samples.
void Convolution::scatter(const Tensor& patches, Index group, Index first, const Eigen::VectorXf& bias, Tensor& input,
    const Context& context) const
{
    const Index inputs = direct_.positions_in(), outputs = direct_.positions_out();
    const Index begin = first / outputs * inputs, columns = patches.cols() / outputs * inputs;
    for_tiles(columns, 64, double(patches.size()), context, [&](Index from, Index count) {
        for (Index column = from; column < from + count; ++column) {
            auto to = input.col(begin + column).segment(group * channels_, channels_);
            start(to, bias);
            taps_.for_outputs(int(column % inputs), [&](int output, int tap) {
                to += patches.col(column / inputs * outputs + output).segment(tap * channels_, channels_);
            });
        }
    });
}

/// Calls body(group, first, count) for the outputs of whole samples, a few at a time.
template <class Body>
void Convolution::for_parts(Index columns, const Body& body) const
{
    const Index outputs = direct_.positions_out();
    const Index samples = std::max<Index>(1, most_numbers / (outputs * channels_ * taps_.taps()));
    for (Index first = 0; first < columns; first += samples * outputs)
        for (Index group = 0; group < direct_.groups; ++group)
            body(group, first, std::min(samples * outputs, columns - first));
}

Signal Convolution::direct(const ScaledMatrix& weight, const Tensor& input, const Eigen::VectorXf& bias,
    std::int64_t exponent, const PassContext& context) const
{
    const Index inputs = direct_.positions_in(), outputs = direct_.positions_out();
    Tensor z(weight.rows(), input.cols() / inputs * outputs);
    Moments moments;
    if (depthwise()) {
        const Tensor kernel = channels_by_tap(weight);
        moments = fill_columns(z, 2.0 * taps_.taps(), context, [&](Index first, Index count) {
            for (Index column = first; column < first + count; ++column) {
                auto to = z.col(column);
                start(to, bias);
                for (int tap = 0; tap < taps_.taps(); ++tap)
                    if (const int at = taps_.input(int(column % outputs), tap); at >= 0)
                        to += kernel.col(tap).cwiseProduct(input.col(column / outputs * inputs + at));
            }
        });
    } else {
        const std::vector<ScaledMatrix> kernel = kernels(weight);
        Tensor patches;
        for_parts(z.cols(), [&](Index group, Index first, Index count) {
            patches.resize(channels_ * taps_.taps(), count);
            gather(input, group, first, patches, context);
            const Eigen::VectorXf own = part_of(bias, group, units_);
            moments.join(DrawnProduct(Left::transposed, kernel[std::size_t(group)], patches, own,
                z.block(group * units_, first, units_, count))
                             .run(context));
        });
    }
    return make_signal(std::move(z), exponent, int(outputs), moments, context);
}

Signal Convolution::transposed(const ScaledMatrix& weight, const Tensor& outputs, const Eigen::VectorXf& bias,
    std::int64_t exponent, const PassContext& context) const
{
    const Index inputs = direct_.positions_in(), per_sample = direct_.positions_out();
    Tensor result(channels_ * direct_.groups, outputs.cols() / per_sample * inputs);
    if (depthwise()) {
        const Tensor own = channels_by_tap(weight);
        const Moments moments = fill_columns(result, 2.0 * taps_.taps(), context, [&](Index first, Index count) {
            for (Index column = first; column < first + count; ++column) {
                auto to = result.col(column);
                start(to, bias);
                taps_.for_outputs(int(column % inputs), [&](int output, int tap) {
                    to += own.col(tap).cwiseProduct(outputs.col(column / inputs * per_sample + output));
                });
            }
        });
        return make_signal(std::move(result), exponent, int(inputs), moments, context);
    }
    const std::vector<ScaledMatrix> kernel = kernels(weight);
    Tensor patches;
    for_parts(outputs.cols(), [&](Index group, Index first, Index count) {
        const Tensor own = outputs.block(group * units_, first, units_, count);
        patches.resize(channels_ * taps_.taps(), count);
        DrawnProduct(Left::plain, kernel[std::size_t(group)], own, {}, patches).run(context);
        scatter(patches, group, first, part_of(bias, group, channels_), result, context);
    });
    return make_signal(std::move(result), exponent, int(inputs), context);
}

Signal Convolution::forward(Signal input, Pass& pass)
{
    const Affine own = drawn(spec_.weight, spec_.bias ? &*spec_.bias : nullptr, pass);
    const auto [weight, bias, exponent] = sum_terms(used(own.weight), input.exponent, own.bias);
    Signal output = window().transposed ? transposed(weight, input.numbers, bias, exponent, pass.context)
                                        : direct(weight, input.numbers, bias, exponent, pass.context);
    if (pass.trains())
        input_ = std::move(input);
    pass.value(spec_.site, output);
    return output;
}

Signal Convolution::backward(Signal gradient, Pass& pass)
{
    pass.gradient(spec_.site, gradient);
    if (pass.trains()) {
        give_gradients(gradient, pass);
        input_ = {};
    }
    const ScaledMatrix weight = used(pass.parameters.matrix(spec_.weight, pass.context));
    const std::int64_t exponent = gradient.exponent + weight.exponent;
    return window().transposed ? direct(weight, gradient.numbers, {}, exponent, pass.context)
                               : transposed(weight, gradient.numbers, {}, exponent, pass.context);
}

void Convolution::give_gradients(const Signal& gradient, const Pass& pass) const
{
    const Index taps = taps_.taps();
    const bool swapped = window().transposed;   // then the outputs are those of the direct convolution's inputs
    const Tensor &at_inputs = swapped ? gradient.numbers : input_.numbers,
                 &at_outputs = swapped ? input_.numbers : gradient.numbers;
    WeightMatrix all = WeightMatrix::Zero(spec_.weight.shape.rows(), spec_.weight.shape.columns());
    if (depthwise()) {
        const Index inputs = direct_.positions_in(), outputs = direct_.positions_out();
        for_tiles(taps, 1, 2.0 * double(at_outputs.size() * taps), pass.context, [&](Index tap, Index) {
            for (Index column = 0; column < at_outputs.cols(); ++column)
                if (const int at = taps_.input(int(column % outputs), int(tap)); at >= 0)
                    all.col(tap) += at_outputs.col(column).cwiseProduct(at_inputs.col(column / outputs * inputs + at));
        });
    } else {
        Tensor patches;
        for_parts(at_outputs.cols(), [&](Index group, Index first, Index count) {
            patches.resize(channels_ * taps, count);
            gather(at_inputs, group, first, patches, pass.context);
            const Tensor own = at_outputs.block(group * units_, first, units_, count);
            Tensor by_tap = Tensor::Zero(channels_ * taps, units_);
            TiledProduct<float>::add_outer(patches, own, by_tap, pass.context);
            for (Index unit = 0; unit < units_; ++unit)
                for (Index channel = 0; channel < channels_; ++channel)
                    for (Index tap = 0; tap < taps; ++tap)
                        all(group * units_ + unit, channel * taps + tap) += by_tap(tap * channels_ + channel, unit);
        });
    }
    if (spec_.standardized)
        all = through_standardization(pass.parameters.matrix(spec_.weight, pass.context), *spec_.standardized, all);
    pass.gradients->add(spec_.weight, std::move(all), gradient.exponent + input_.exponent, pass.context);
    if (spec_.bias)
        give_bias_gradient(*spec_.bias, gradient, pass);
}

void Convolution::list_parameters(std::vector<ParameterPlan>& plans) const
{
    plans.push_back(spec_.weight);
    if (spec_.bias)
        plans.push_back(*spec_.bias);
}

namespace {

/// Calls take(unit, channel, input, weight) for each weight of the kernel through which this output sees an input.
template <class Take>
void for_seen(const WeightMatrix& kernel, const Taps& seen, int groups, Eigen::Index output, const Take& take)
{
    using Eigen::Index;
    const Index taps = seen.taps(), channels = kernel.cols() / taps, units = kernel.rows() / groups;
    for (Index tap = 0; tap < taps; ++tap) {
        const int input = seen.input(int(output), int(tap));
        if (input < 0)
            continue;
        for (Index unit = 0; unit < kernel.rows(); ++unit)
            for (Index channel = 0; channel < channels; ++channel)
                take(unit, unit / units * channels + channel, input, kernel(unit, channel * taps + tap));
    }
}

}   // namespace

WeightMatrix operator_matrix(const WeightMatrix& kernel, const Window& window, const Context& context)
{
    using Eigen::Index;
    if (window.transposed)
        return operator_matrix(kernel, window.direct(), context).transpose();
    const Taps seen(window);
    const Index outputs = window.positions_out(), in = kernel.cols() / seen.taps() * window.groups;
    WeightMatrix matrix = WeightMatrix::Zero(kernel.rows() * outputs, in * window.positions_in());
    for (Index output = 0; output < outputs; ++output) {
        context.check();
        for_seen(kernel, seen, window.groups, output, [&](Index unit, Index channel, Index input, float weight) {
            matrix(output * kernel.rows() + unit, input * in + channel) += weight;
        });
    }
    return matrix;
}

WeightMatrix Convolution::kernel(const Pass& pass) const
{
    return spec_.standardized ? used(pass.parameters.matrix(spec_.weight, pass.context)).base->entries
                              : pass.parameters.entries(spec_.weight, pass.context);
}

WeightMatrix Convolution::as_matrix(const Pass& pass) const
{
    return operator_matrix(kernel(pass), window(), pass.context);
}

Point Convolution::times(const Point& at, const Pass& pass) const
{
    const WeightMatrix weights = kernel(pass);
    const Index inputs = direct_.positions_in(), outputs = direct_.positions_out(),
                channels = channels_ * direct_.groups;
    const double work = 2.0 * double(weights.size()) * double(outputs);
    if (window().transposed) {
        const Eigen::MatrixXd x = at.numbers.reshaped(weights.rows(), outputs);
        Eigen::MatrixXd z = Eigen::MatrixXd::Zero(channels, inputs);
        for_tiles(inputs, 1, work, pass.context, [&](Index input, Index) {
            taps_.for_outputs(int(input), [&](int output, int tap) {
                for (Index unit = 0; unit < weights.rows(); ++unit)
                    for (Index channel = 0; channel < channels_; ++channel)
                        z(unit / units_ * channels_ + channel, input)
                            += double(weights(unit, channel * taps_.taps() + tap)) * x(unit, output);
            });
        });
        return {z.reshaped(), at.exponent};
    }
    const Eigen::MatrixXd x = at.numbers.reshaped(channels, inputs);
    Eigen::MatrixXd z = Eigen::MatrixXd::Zero(weights.rows(), outputs);
    for_tiles(outputs, 1, work, pass.context, [&](Index output, Index) {
        for_seen(weights, taps_, direct_.groups, output, [&](Index unit, Index channel, Index input, float weight) {
            z(unit, output) += double(weight) * x(channel, input);
        });
    });
    return {z.reshaped(), at.exponent};
}

Convolutions::Convolutions(const NetworkPlan& plan) : plan_(plan)
{
    for (const LayerPlan& layer : plan.layers) {
        const BlockPlan& block = plan.block(layer.layer);
        Sequence& modules = add_layer();
        const Site z {layer.layer, plan.reading.preactivation};
        convolutions_.push_back(&modules.emplace<Convolution>(
            ConvolutionSpec {.site = layer.norm == UnitNorm::none ? z : Site {layer.layer, "linear"},
                .weight = parameter(block, Role::weight),
                .bias = parameter(block, Role::bias)}));
        if (layer.norm != UnitNorm::none)
            add_unit_norm(modules, layer.norm, block, z);
        modules.emplace<Elementwise>(Site {layer.layer, plan.reading.output}, layer.activation, true);
        if (auto pooling = pooling_module(layer.pooling, {layer.layer, "pooled"}, layer.pool))
            modules.add(std::move(pooling));
    }
}

std::size_t Convolutions::jacobian_steps() const
{
    return unit_norms(plan_.network).contains(UnitNorm::batch) ? 0 : size();
}

std::vector<JacobianFactor> Convolutions::jacobian_step(std::size_t i, Point& at, const Pass& pass) const
{
    const LayerPlan& layer = plan_.layers[i];
    std::vector<JacobianFactor> factors;
    factors.push_back(factor_behind(convolutions_[i]->as_matrix(pass), bias(i, pass),
        ActivationFunction(plan_.blocks[i].activation), at, pass.context));
    if (layer.pooling != Pooling::none)
        factors.push_back(pooling_factor(layer.pooling, layer.pool, layer.units(), at));
    return factors;
}

void Convolutions::point_step(std::size_t i, Point& at, const Pass& pass) const
{
    const LayerPlan& layer = plan_.layers[i];
    activate(convolutions_[i]->times(at, pass), bias(i, pass), ActivationFunction(plan_.blocks[i].activation), at);
    if (layer.pooling != Pooling::none)
        at.numbers = pooled(layer.pooling, layer.pool, layer.units(), at.numbers);
}

Eigen::VectorXd Convolutions::bias(std::size_t i, const Pass& pass) const
{
    return pass.parameters.vector(parameter(plan_.blocks[i], Role::bias), pass.context)
        .cast<double>()
        .replicate(plan_.layers[i].window.positions_out(), 1);
}

}   // namespace stepzero
