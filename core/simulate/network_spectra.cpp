// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/network_spectra.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "core/activation/activation.h"
#include "core/linear/tiles.h"
#include "core/input/input.h"
#include "core/modules/scaled.h"
#include "core/spectrum/singular_values.h"

namespace stepzero {

namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Units = std::vector<Index>;

/// numbers·2^exponent
struct Signal {
    VectorXd numbers;
    std::int64_t exponent = 0;
};

void normalize(Signal& signal)
{
    const double largest = signal.numbers.size() > 0 ? signal.numbers.cwiseAbs().maxCoeff() : 0.0;
    const std::int64_t shift = normalizing_shift(largest, signal.exponent);
    signal.numbers = signal.numbers.unaryExpr([=](double x) { return std::scalbln(x, long(-shift)); });
    signal.exponent += shift;
}

/// What a layer does to the first sample: x_l, and diag(φ'(z_l)) W_l = 2^exponent diag(slopes) W_l.
struct Passage {
    WeightMatrix weights;
    Signal output;
    VectorXd slopes;
    std::int64_t exponent = 0;
};

/// The sample's way through a dense network, layer by layer.
class Walk {
public:
    Walk(const Experiment& experiment, int replica, NoiseCache& cache, const Context& context)
        : parameters_(experiment.seed, replica, cache), context_(context), signal_ {draw_input(experiment, replica, 1, context).col(0).cast<double>(), 0}
    {
        normalize(signal_);
    }

    Passage pass(const BlockPlan& layer)
    {
        Passage passage {parameters_.entries(*layer.find("weight"), context_), {}, {}, 0};
        Signal z {VectorXd(layer.fan_out), signal_.exponent};
        const Index rows_of_a_tile = std::clamp<Index>(500'000 / std::max(1, layer.fan_in), 1, layer.fan_out);
        for_tiles(layer.fan_out, rows_of_a_tile, 2.0 * double(passage.weights.size()), context_,
            [&](Index first, Index count) {
                for (Index i = first; i < first + count; ++i)
                    z.numbers(i) = passage.weights.row(i).cast<double>().dot(signal_.numbers);
            });
        add_bias(z, parameters_.vector(*layer.find("weight", Role::bias), context_).cast<double>());
        normalize(z);

        const ActivationFunction phi(layer.activation);
        const ScaledActivation<double> scaled(phi, z.exponent);
        passage.output = {VectorXd(layer.fan_out), scaled.value_exponent()};
        passage.slopes.resize(layer.fan_out);
        passage.exponent = scaled.derivative_exponent();
        scaled.value(z.numbers.data(), passage.output.numbers.data(), layer.fan_out);
        scaled.derivative(z.numbers.data(), passage.slopes.data(), layer.fan_out);
        normalize(passage.output);
        signal_ = passage.output;
        return passage;
    }

private:
    /// z + b, in units that hold the larger of the two.
    static void add_bias(Signal& z, const VectorXd& bias)
    {
        Signal b {bias, 0};
        if (bias.cwiseAbs().maxCoeff() == 0)
            return;
        if (z.numbers.cwiseAbs().maxCoeff() == 0) {
            z = std::move(b);
            return;
        }
        const std::int64_t unit = std::max<std::int64_t>(z.exponent, 0);
        const auto in_units = [unit](const Signal& s) {
            return s.numbers.unaryExpr([=](double x) { return std::scalbln(x, long(s.exponent - unit)); });
        };
        z.numbers = (in_units(z) + in_units(b)).eval();
        z.exponent = unit;
    }

    DrawnParameters parameters_;
    const Context& context_;
    Signal signal_;
};

/// The rows whose slope is not zero, times their slope, and of these the columns that are asked for.
struct CompactFactor {
    Units rows;
    Eigen::MatrixXd entries;
};

CompactFactor compact_factor(const Passage& passage, const Units& columns, const Context& context)
{
    CompactFactor factor;
    for (Index i = 0; i < passage.slopes.size(); ++i)
        if (passage.slopes(i) != 0)
            factor.rows.push_back(i);
    factor.entries.resize(Index(factor.rows.size()), Index(columns.size()));
    constexpr Index columns_of_a_tile = 64;
    for_tiles(Index(columns.size()), columns_of_a_tile, double(factor.entries.size()), context,
        [&](Index first, Index count) {
            for (Index r = 0; r < factor.entries.rows(); ++r) {
                const Index unit = factor.rows[std::size_t(r)];
                for (Index c = first; c < first + count; ++c)
                    factor.entries(r, c)
                        = passage.slopes(unit) * double(passage.weights(unit, columns[std::size_t(c)]));
            }
        });
    return factor;
}

Units all_units(Index n)
{
    Units units(static_cast<std::size_t>(n));
    std::iota(units.begin(), units.end(), Index(0));
    return units;
}

/// log10 of the singular values of one factor. A spectrum that is not spread out is right to 1e-9 in
/// singular_values(), which is ten times faster than the graded way.
LogSpectrum spectrum_of(const CompactFactor& factor, double exponent, const Context& context)
{
    constexpr double spread_out = 1e-5, log10_of_2 = 0.30102999566398119521;
    const std::vector<double> values = singular_values(factor.entries, context);
    if (!values.empty() && values.back() > spread_out * values.front()) {
        LogSpectrum spectrum;
        for (const double value : values)
            spectrum.push_back(std::log10(value) + exponent * log10_of_2);
        return spectrum;
    }
    LongProduct product(int(factor.entries.cols()));
    product.multiply(factor.entries, exponent, context);
    return product.log10_singular_values(context);
}

}   // namespace

LayerSpectra layer_spectra(const Experiment& experiment, const NetworkPlan& plan, int layer, NoiseCache& cache,
    const Context& context)
{
    Walk walk(experiment, 0, cache, context);
    for (int l = 1; l < layer; ++l)
        walk.pass(plan.block(l));
    const BlockPlan& chosen = plan.block(layer);
    const Passage passage = walk.pass(chosen);

    LayerSpectra spectra;
    spectra.layer = layer;
    spectra.weight = singular_values(passage.weights.cast<double>(), context);
    const CompactFactor factor = compact_factor(passage, all_units(chosen.fan_in), context);
    spectra.jacobian = spectrum_of(factor, double(passage.exponent), context);
    spectra.jacobian.resize(std::size_t(std::min(chosen.fan_in, chosen.fan_out)));
    return spectra;
}

LogSpectrum jacobian_spectrum(const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache,
    const Context& context, int replica)
{
    const BlockPlan &first = plan.blocks.front(), &last = plan.blocks.back();
    Walk walk(experiment, replica, cache, context);
    Units units = all_units(first.fan_in);
    LongProduct jacobian(first.fan_in);
    for (const BlockPlan& layer : plan.blocks) {
        context.progress(double(layer.block - 1) / plan.depth(), "jacobian");
        const Passage passage = walk.pass(layer);
        CompactFactor factor = compact_factor(passage, units, context);
        jacobian.multiply(factor.entries, double(passage.exponent), context);
        units = std::move(factor.rows);
    }
    LogSpectrum values = jacobian.log10_singular_values(context);
    values.resize(std::size_t(std::min(first.fan_in, last.fan_out)));
    context.progress(1, "jacobian");
    return values;
}

}   // namespace stepzero
