// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/streams.h"

#include <cmath>

namespace stepzero {

using Eigen::Index;
using Eigen::MatrixXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

namespace {

/// The rounds of Sinkhorn and Knopp: columns, then rows, are divided by their sums.
class Sinkhorn {
public:
    explicit Sinkhorn(const MatrixXd& w)
    {
        MatrixXd m = (w.array() - w.maxCoeff()).exp();
        exponential_ = m;
        for (int round = 0; round < rounds; ++round)
            for (const bool columns : {true, false}) {
                const Eigen::VectorXd sums
                    = columns ? Eigen::VectorXd(m.colwise().sum().transpose()) : Eigen::VectorXd(m.rowwise().sum());
                m = columns ? MatrixXd(m * sums.cwiseInverse().asDiagonal())
                            : MatrixXd(sums.cwiseInverse().asDiagonal() * m);
                steps_.push_back({columns, m, sums});
            }
    }
    const MatrixXd& result() const { return steps_.back().divided; }

    /// Returns the gradient at W for the gradient at the result.
    MatrixXd back(MatrixXd g) const
    {
        for (std::size_t i = steps_.size(); i-- > 0;) {
            const Step& step = steps_[i];
            const MatrixXd along = g.cwiseProduct(step.divided);
            if (step.columns)
                g = (g.rowwise() - along.colwise().sum()) * step.sums.cwiseInverse().asDiagonal();
            else
                g = step.sums.cwiseInverse().asDiagonal() * (g.colwise() - along.rowwise().sum());
        }
        return g.cwiseProduct(exponential_);
    }

private:
    static constexpr int rounds = 20;
    struct Step {
        bool columns;
        MatrixXd divided;
        Eigen::VectorXd sums;
    };
    MatrixXd exponential_;
    std::vector<Step> steps_;
};

/// Returns W.
MatrixXd change_of(const StreamMapSpec& spec, const ParameterSource& parameters, const Context& context)
{
    if (!spec.change)
        return MatrixXd::Zero(spec.start.rows(), spec.start.cols());
    const Eigen::VectorXd entries = parameters.vector(*spec.change, context).cast<double>();
    return Eigen::Map<const RowMajor>(entries.data(), spec.start.rows(), spec.start.cols());
}

/// Returns a column of a signal as [width, streams].
Eigen::Map<const Tensor> streams_of(const Tensor& numbers, Index column, Index streams)
{
    return {numbers.col(column).data(), numbers.rows() / streams, streams};
}

Signal mapped(const Signal& input, const MatrixXd& map, const PassContext& context)
{
    const SplitFactor size = split_factor(map.cwiseAbs().maxCoeff());
    const Tensor transposed = (map * power_of_two(-size.exponent)).cast<float>().transpose();
    const Index width = input.rows() / map.cols();
    Tensor output(width * map.rows(), input.columns());
    const Moments moments = fill_columns(output, 2.0 * double(map.cols()), context, [&](Index first, Index count) {
        for (Index c = first; c < first + count; ++c)
            Eigen::Map<Tensor>(output.col(c).data(), width, map.rows())
                = streams_of(input.numbers, c, map.cols()).lazyProduct(transposed);
    });
    return make_signal(std::move(output), input.exponent + size.exponent, input.positions, moments, context);
}

/// A product stored as numbers·10^log10, so that it stays in range.
struct Product {
    MatrixXd numbers;
    double log10 = 0;

    explicit Product(Index streams) : numbers(MatrixXd::Identity(streams, streams)) { }
    void set(const MatrixXd& product)
    {
        const double largest = product.cwiseAbs().maxCoeff();
        numbers = largest > 0 ? MatrixXd(product / largest) : product;
        log10 += largest > 0 ? std::log10(largest) : 0;
    }
    double forward() const { return std::log10(numbers.rowwise().sum().cwiseAbs().maxCoeff()) + log10; }
    double backward() const { return std::log10(numbers.colwise().sum().cwiseAbs().maxCoeff()) + log10; }
};

}   // namespace

MatrixXd matrix_of(const StreamMapSpec& spec, const ParameterSource& parameters, const Context& context)
{
    const MatrixXd change = change_of(spec, parameters, context);
    return spec.doubly_stochastic ? Sinkhorn(change).result() : spec.start + change;
}

Signal StreamMap::forward(Signal input, Pass& pass)
{
    Signal output = mapped(input, matrix_of(spec_, pass.parameters, pass.context), pass.context);
    if (spec_.change) {
        pass.recorder.parameter(*spec_.change, {});
        if (pass.trains())
            input_ = std::move(input);
    }
    return output;
}

Signal StreamMap::backward(Signal gradient, Pass& pass)
{
    if (spec_.change && pass.trains())
        give_gradient(gradient, pass);
    return mapped(gradient, matrix_of(spec_, pass.parameters, pass.context).transpose(), pass.context);
}

void StreamMap::give_gradient(const Signal& gradient, const Pass& pass)
{
    const Index out = spec_.start.rows(), in = spec_.start.cols();
    std::vector<MatrixXd> parts(std::size_t(gradient.columns()));   // one per tile, stored at its first column
    for_columns(gradient.numbers, 2.0 * double(in), pass.context, [&](Index first, Index count) {
        MatrixXd& part = parts[std::size_t(first)] = MatrixXd::Zero(out, in);
        for (Index c = first; c < first + count; ++c)
            part += streams_of(gradient.numbers, c, out).cast<double>().transpose()
                * streams_of(input_.numbers, c, in).cast<double>();
    });
    MatrixXd of_map = MatrixXd::Zero(out, in);
    for (const MatrixXd& part : parts)
        if (part.size() > 0)
            of_map += part;
    const std::int64_t exponent = gradient.exponent + input_.exponent;
    input_ = {};
    if (spec_.doubly_stochastic)
        of_map = Sinkhorn(change_of(spec_, pass.parameters, pass.context)).back(std::move(of_map));
    const RowMajor row_by_row = of_map;
    pass.gradients->add(*spec_.change,
        Eigen::Map<const Eigen::RowVectorXd>(row_by_row.data(), row_by_row.size()).cast<float>(), exponent,
        pass.context);
}

void StreamMap::list_parameters(std::vector<ParameterPlan>& plans) const
{
    if (spec_.change)
        plans.push_back(*spec_.change);
}

StreamMapSpec copied_streams(int count) { return {MatrixXd::Ones(count, 1)}; }
StreamMapSpec summed_streams(int count) { return {MatrixXd::Ones(1, count)}; }

ConnectionsSpec connections(const StreamsSpec& streams, int step,
    const std::function<ParameterPlan(const char* what, int entries, const Initializer&)>& plan)
{
    const int n = streams.count;
    const Initializer zeros {"zeros", {}}, noise {"normal", {{"mean", 0.0}, {"std", streams.std}}};
    ConnectionsSpec c {{MatrixXd::Zero(1, n), plan("reading", n, zeros)},
        {MatrixXd::Zero(n, n), plan("mixing", n * n, noise), streams.mixing == StreamMixing::doubly_stochastic},
        {MatrixXd::Ones(n, 1), plan("writing", n, zeros)}};
    c.read.start(0, step % n) = 1;
    if (streams.mixing == StreamMixing::identity)
        c.mix.start.setIdentity();
    return c;
}

Connections drawn(const ConnectionsSpec& spec, const ParameterSource& parameters, const Context& context)
{
    return {matrix_of(spec.read, parameters, context), matrix_of(spec.mix, parameters, context),
        matrix_of(spec.write, parameters, context)};
}

std::vector<MixingGains> mixing_gains(const std::vector<Connections>& steps)
{
    std::vector<MixingGains> gains(steps.size());
    if (steps.empty())
        return gains;
    Product from_start(steps.front().mix.rows()), to_end = from_start;
    for (std::size_t l = 0; l < steps.size(); ++l) {
        from_start.set(steps[l].mix * from_start.numbers);
        gains[l].forward = from_start.forward();
        gains[l].backward = from_start.backward();
    }
    for (std::size_t l = steps.size(); l-- > 0;) {
        to_end.set(to_end.numbers * steps[l].mix);
        gains[l].forward_to_end = to_end.forward();
        gains[l].backward_to_end = to_end.backward();
    }
    return gains;
}

}   // namespace stepzero
