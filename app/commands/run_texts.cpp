// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/run_texts.h"

#include <algorithm>
#include <optional>

#include "app/commands/weight_spectra.h"
#include "core/diagnose/steps.h"
#include "core/exchange/result.h"
#include "core/kinds/kinds.h"
#include "core/kinds/tokens.h"
#include "core/network/init/parameter.h"
#include "core/simulate/network_spectra.h"
#include "core/simulate/simulate.h"
#include "core/theory/jacobian_law.h"
#include "core/train/training_run.h"

namespace stepzero {

namespace {

/// Estimates the cost of singular values in multiplications of a product that takes the same time: about forty times a
/// product of this size.
double singular_values_cost(Shape shape)
{
    return 40.0 * shape.columns() * shape.rows() * std::min(shape.columns(), shape.rows());
}

/// Returns the matrices of the blocks, from experts only the first. If blocks have none, it returns those that all
/// share.
std::vector<ParameterPlan> matrices_of(const NetworkPlan& plan)
{
    std::vector<ParameterPlan> matrices;
    const auto take = [&](const std::vector<ParameterPlan>& parameters) {
        for (const ParameterPlan& parameter : parameters)
            if (parameter.kind == Role::weight && parameter.expert <= 1)
                matrices.push_back(parameter);
    };
    for (const BlockPlan& block : plan.blocks)
        take(block.parameters);
    if (matrices.empty())
        take(plan.before);
    return matrices;
}

/// Rough costs of the parts of a run, in multiplications, for the progress line only.
struct Cost {
    double simulation = 0, weight_spectra = 0, jacobian = 0;

    Cost(const Experiment& experiment, const NetworkPlan& plan, const std::vector<ParameterPlan>& matrices)
        : simulation(plan.kind->cost(experiment, plan, whole_extent(experiment)) / 2 * experiment.replicas)
    {
        for (const ParameterPlan& matrix : matrices) {
            const double one = singular_values_cost(matrix.shape) * experiment.replicas;
            weight_spectra += experiment.measure.weight_spectra ? one : 0;
            jacobian += experiment.measure.jacobian && has_jacobian(plan) ? 2 * one : 0;
        }
    }
    double total() const { return simulation + weight_spectra + jacobian; }
};

SpectrumStatistics all_jacobian_spectra(
    const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, const Context& context)
{
    std::vector<LogSpectrum> spectra;
    for (int replica = 0; replica < experiment.replicas; ++replica)
        spectra.push_back(jacobian_spectrum(experiment, plan, cache,
            context.part(double(replica) / experiment.replicas, 1.0 / experiment.replicas), replica));
    return over_replicas(spectra);
}

}   // namespace

RunTexts run_texts(const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, const Context& context)
{
    const std::vector<ParameterPlan> matrices = matrices_of(plan);
    const Cost cost(experiment, plan, matrices);
    const Context silent {context.stop, {}, context.pool};
    const Prediction prediction = predict(experiment, plan, whole_extent(experiment), silent);
    Measurement measurement = simulate(experiment, plan, cache, context.part(0, cost.simulation / cost.total()));
    MatrixSpectra spectra;
    if (experiment.measure.weight_spectra) {
        const auto draw = [&](int matrix, int replica, const Context& own) {
            return NetworkParameters(plan, experiment.seed, replica, cache).entries(matrices[std::size_t(matrix)], own);
        };
        const auto all = weight_spectra(int(matrices.size()), experiment.replicas, draw,
            context.part(cost.simulation / cost.total(), cost.weight_spectra / cost.total()));
        for (std::size_t i = 0; i < matrices.size(); ++i)
            spectra[matrices[i].name] = all[i];
    }
    std::optional<JacobianResult> jacobian;
    if (experiment.measure.jacobian && has_jacobian(plan)) {
        const Context part = context.part(1 - cost.jacobian / cost.total(), cost.jacobian / cost.total());
        jacobian = {all_jacobian_spectra(experiment, plan, cache, part),
            jacobian_law(plan, prediction, 1, plan.depth(), silent)};
    }
    std::vector<Finding> findings = diagnose(
        {experiment, plan, measurement, prediction, jacobian ? &jacobian->measured.mean : nullptr}, cache, silent);
    std::optional<TrainingRun> training;
    if (experiment.train) {
        training = run_training(experiment, plan, cache, context);
        findings = merged(std::move(findings), diagnose_steps(experiment, plan, *training, cache, silent));
    }
    std::string result = format_result({experiment, plan, measurement, prediction, spectra.empty() ? nullptr : &spectra,
        jacobian ? &*jacobian : nullptr, findings, training ? &*training : nullptr});
    return {std::move(result), std::move(measurement), training ? training->last : nullptr};
}

}   // namespace stepzero
