// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/memory_view.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/random/time_steps.h"
#include "core/math/statistics/describe.h"
#include "core/network/plan.h"
#include "core/theory/law_rule.h"

namespace stepzero {

namespace {

using std::numbers::ln10;

constexpr double tiny_step = 1e-12;   // below it, softplus(x) is e^x

/// Returns log10 softplus(bias), even where softplus underflows.
double log_step(double bias)
{
    const double step = softplus(bias);
    return step > tiny_step ? std::log10(step) : bias / ln10;
}

/// Returns the distribution of log10 Δ for Δ = softplus(bias).
Law step_law(const Law& bias)
{
    Law law {.low = log_step(bias.low), .high = log_step(bias.high), .atoms = {}, .density = {}};
    for (const Law::Atom& atom : bias.atoms)
        law.atoms.push_back({log_step(atom.value), atom.probability});
    if (bias.density)
        law.density = [density = bias.density](double y) {
            const double step = std::pow(10, y), x = softplus_inverse(step, y * ln10);
            return density(x) * ln10 * (step > tiny_step ? step / -std::expm1(-step) : 1);   // softplus' = 1 − e^−Δ
        };
    double square = 0;
    for (const LawNode& node : law_rule(bias, 40, 1 << 16)) {
        const double y = log_step(node.value);
        law.mean += node.weight * y;
        square += node.weight * y * y;
    }
    law.variance = std::max(0.0, square - law.mean * law.mean);
    return law;
}

/// Returns the distribution of log10 of 1/(Δ |A|) = −log10 Δ − A_log/ln 10 for independent Δ and A.
Law memory_law(const Law& step, const Law& a_log)
{
    Law law {.mean = -step.mean - a_log.mean / ln10,
        .variance = step.variance + a_log.variance / (ln10 * ln10),
        .low = -step.high - a_log.high / ln10,
        .high = -step.low - a_log.low / ln10,
        .atoms = {},
        .density = {}};
    for (const Law::Atom& one : step.atoms)
        for (const Law::Atom& other : a_log.atoms)
            law.atoms.push_back({-one.value - other.value / ln10, one.probability * other.probability});
    if (!step.density && !a_log.density)
        return law;
    // Convolve the two: each value of one variable shifts the density of the other.
    law.density = [step, rates = law_rule(a_log, 60, 1 << 16), of_rate = a_log.density](double y) {
        double sum = 0;
        if (step.density)
            for (const LawNode& rate : rates)
                sum += rate.weight * step.density(-y - rate.value / ln10);
        if (of_rate)
            for (const Law::Atom& atom : step.atoms)
                sum += atom.probability * of_rate(-(y + atom.value) * ln10) * ln10;
        return sum;
    };
    return law;
}

const ParameterPlan* plan_of(const Study& study, const char* role)
{
    const auto& parameters = study.plan->block(study.layer).parameters;
    const auto found = std::ranges::find_if(parameters, [&](const ParameterPlan& p) { return p.role == role; });
    return found == parameters.end() ? nullptr : &*found;
}

MemoryView memory_view(
    const Study& study, const ParameterPlan& bias, const ParameterPlan& rate, NoiseCache& noise, const Context& context)
{
    Distribution steps, memories;
    if (study.stage != Stage::theory) {
        const NetworkParameters parameters(*study.plan, study.experiment.seed, 0, noise);
        const WeightMatrix biases = parameters.entries(bias, context), rates = parameters.entries(rate, context);
        Eigen::ArrayXf step(biases.size());
        Eigen::ArrayXXf memory(rates.cols(), rates.rows());
        for (Eigen::Index channel = 0; channel < step.size(); ++channel) {
            step[channel] = float(log_step(biases.data()[channel]));
            memory.col(channel) = -step[channel] - rates.row(channel).transpose().array() / float(ln10);
        }
        steps = describe(step.data(), std::size_t(step.size()), context);
        memories = describe(memory.data(), std::size_t(memory.size()), context);
    }
    const Law step = step_law(law_of(draw_of(bias), bias.shape, bias.kind)),
              memory = memory_law(step, law_of(draw_of(rate), rate.shape, rate.kind));
    return {weight_view(study.layer, step, steps), weight_view(study.layer, memory, memories)};
}

}   // namespace

MemoryPart memory_view(const Study& study, const MemoryPart& last, NoiseCache& noise, const Context& context)
{
    const ParameterPlan *bias = plan_of(study, "dt_bias"), *rate = plan_of(study, "A_log");
    if (!bias || !rate)
        return Absence::impossible;
    return reuse_or(last, {study.plan.key(), study.layer, study.stage != Stage::theory},
        [&] { return memory_view(study, *bias, *rate, noise, context); });
}

}   // namespace stepzero
