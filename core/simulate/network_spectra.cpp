// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/network_spectra.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/kinds/kinds.h"
#include "core/math/linear/tiles.h"
#include "core/modules/module.h"
#include "core/modules/spectrum/singular_values.h"
#include "core/network/input/input.h"

namespace stepzero {

namespace {

using Eigen::Index;
using Units = std::vector<Index>;

Point first_sample(const Experiment& experiment, const NetworkPlan& plan, int replica, const Context& context)
{
    const BlockPlan& first = plan.blocks.front();
    const Tensor sample
        = by_position(draw_input(experiment, replica, 1, context), first.features_in, first.positions_in);
    Point point {sample.reshaped().cast<double>(), 0};
    normalize(point);
    return point;
}

/// The rows with nonzero slope, multiplied by it, restricted to the requested columns.
struct CompactFactor {
    Units rows;
    Eigen::MatrixXd entries;
};

CompactFactor compact_factor(const JacobianFactor& passage, const Units& columns, const Context& context)
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

/// Multiplies by one factor after another. `units` are the rows that the product still has.
void multiply(LongProduct& product, const std::vector<JacobianFactor>& factors, Units& units, const Context& context)
{
    for (const JacobianFactor& each : factors) {
        CompactFactor factor = compact_factor(each, units, context);
        product.multiply(factor.entries, double(each.exponent), context);
        units = std::move(factor.rows);
    }
}

Units all_units(Index n)
{
    Units units(static_cast<std::size_t>(n));
    std::iota(units.begin(), units.end(), Index(0));
    return units;
}

/// Returns log10 of the singular values of one factor. For a narrow spectrum, singular_values() is accurate to 1e-9 and
/// ten times faster than the graded algorithm.
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

bool has_jacobian(const NetworkPlan& plan, int layer)
{
    constexpr int most_entries = 2048;
    const BlockPlan& block = plan.block(layer);
    const auto norms = structure_of(plan.network).norms;
    if (!plan.kind->layered || (norms && norms->over_batch))   // BatchNorm's output depends on the whole batch
        return false;
    if (!plan.kind->kernels)
        return true;
    const LayerPlan& own = plan.layers[std::size_t(layer - 1)];
    return block.entries_in() <= most_entries && own.units() * own.window.positions_out() <= most_entries;
}

bool has_jacobian(const NetworkPlan& plan)
{
    if (plan.kind->jacobian)
        return true;
    for (const BlockPlan& block : plan.blocks)
        if (!has_jacobian(plan, block.block))
            return false;
    return true;
}

LayerSpectra matrix_spectra(const ParameterPlan& matrix, const ParameterSource& parameters, const Context& context)
{
    const Eigen::MatrixXd entries = parameters.entries(matrix, context).cast<double>();
    LayerSpectra spectra {.layer = matrix.block, .weight = singular_values(entries, context)};
    if (matrix.window.dimensions > 0)
        spectra.whole = operator_spectrum(entries, matrix.window, context);
    return spectra;
}

LayerSpectra layer_spectra(
    const Experiment& experiment, const NetworkPlan& plan, int layer, NoiseCache& cache, const Context& context)
{
    const NetworkParameters parameters(plan, experiment.seed, 0, cache);
    Recorder nobody;
    const Pass pass {.context = context, .parameters = parameters, .recorder = nobody};
    const std::unique_ptr<Module> network = plan.kind->body(plan);
    const BlockPlan& chosen = plan.block(layer);
    LayerSpectra spectra = matrix_spectra(*chosen.find("weight"), parameters, context.part(0, 0.5));
    if (!has_jacobian(plan, layer))
        return spectra;
    Point at = first_sample(experiment, plan, 0, context);
    for (int l = 1; l < layer; ++l)
        network->point_step(std::size_t(l - 1), at, pass);
    const std::vector<JacobianFactor> passage = network->jacobian_step(std::size_t(layer - 1), at, pass);

    Units units = all_units(chosen.entries_in());
    if (passage.size() == 1) {
        const CompactFactor factor = compact_factor(passage.front(), units, context);
        spectra.jacobian = spectrum_of(factor, double(passage.front().exponent), context.part(0.5, 0.5));
    } else {
        LongProduct product(chosen.entries_in());
        multiply(product, passage, units, context);
        spectra.jacobian = product.log10_singular_values(context.part(0.5, 0.5));
    }
    spectra.jacobian.resize(std::size_t(std::min(chosen.entries_in(), chosen.entries_out())));
    return spectra;
}

LogSpectrum jacobian_spectrum(
    const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, const Context& context, int replica)
{
    if (plan.kind->jacobian)
        return plan.kind->jacobian(experiment, plan, cache, replica, context);
    const BlockPlan &first = plan.blocks.front(), &last = plan.blocks.back();
    const NetworkParameters parameters(plan, experiment.seed, replica, cache);
    Recorder nobody;
    const Pass pass {.context = context, .parameters = parameters, .recorder = nobody};
    const std::unique_ptr<Module> network = plan.kind->body(plan);
    Point at = first_sample(experiment, plan, replica, context);
    Units units = all_units(first.entries_in());
    LongProduct jacobian(first.entries_in());
    for (std::size_t l = 0; l < network->jacobian_steps(); ++l) {
        context.progress(double(l) / plan.depth(), tr("Jacobian"));
        multiply(jacobian, network->jacobian_step(l, at, pass), units, context);
    }
    LogSpectrum values = jacobian.log10_singular_values(context);
    values.resize(std::size_t(std::min(first.entries_in(), last.entries_out())));
    context.progress(1, tr("Jacobian"));
    return values;
}

}   // namespace stepzero
