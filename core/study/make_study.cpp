// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/make_study.h"

#include <algorithm>
#include <cmath>
#include <future>

#include "core/checkpoint/weights/given_weights.h"
#include "core/kinds/tokens.h"
#include "core/study/draft.h"
#include "core/study/spectrum_time.h"
#include "core/study/theory_view.h"

namespace stepzero {

namespace {

constexpr double preview_operations = 6e9;   // forward and backward

/// Returns as many samples as dense layers pass forward and backward in two or three milliseconds on two cores of 2023,
/// and other networks in a tenth of a second.
Extent preview_of(const Experiment& experiment, const NetworkPlan& plan)
{
    const Extent whole = whole_extent(experiment);
    if (!plan.kind->layered || plan.kind->kernels)
        return preview_extent(experiment, plan, whole, preview_operations);
    constexpr double budget = 0.2e9;   // floating-point operations
    double weights = 0;
    for (const LayerPlan& layer : plan.layers)
        weights += double(layer.fan_in) * layer.units();
    const double most = std::clamp(budget / (4 * weights), 8.0, 256.0);
    return {std::min(1 << int(std::log2(most)), whole.samples), 1};
}

/// Returns the last step that was kept up to `step`; null if that is step 0.
const KeptStep* kept_at(const TrainingRun& run, int step)
{
    const KeptStep* found = nullptr;
    for (const KeptStep& kept : run.kept)
        if (kept.step <= step)
            found = &kept;
    return found && found->step > 0 ? found : nullptr;
}

StudyPtr study_at_start(const StudyRequest& request, StudyCaches& caches, const Context& context)
{
    Draft draft(request, Stage::full, caches, context);
    draft.add_measurement(std::nullopt);
    draft.add_theory(whole_extent(request.experiment), true);
    draft.add_weights();
    draft.add_laws();
    if (draft.study.comparison.is(Absence::not_yet) || awaited_spectra_seconds(draft.study) > patience_seconds)
        draft.show();
    draft.add_comparison();
    draft.add_layer_spectra();
    draft.add_jacobian();
    draft.add_laws();
    draft.add_findings();
    draft.add_training();
    return draft.finish();
}

StudyPtr study_after(const KeptStep& kept, const StudyPtr& start, const StudyRequest& request, StudyCaches& caches,
    const Context& context)
{
    Draft draft(kept, start, request, caches, context);
    draft.add_measurement(std::nullopt);
    draft.add_weights();
    if (awaited_spectra_seconds(draft.study) > patience_seconds)
        draft.show();
    draft.add_layer_spectra();
    draft.add_jacobian();
    return draft.finish();
}

}   // namespace

PlanPart plan_of(const StudyRequest& request, const Context& context)
{
    PlanPart plan = known(request.plan, StepZeroKey(request.experiment));
    if (request.previous && !plan)
        plan = known(request.previous->plan, plan.key());
    plan.complete([&] { return plan_of(request.experiment, context); });
    return plan;
}

StudyPtr theory_study(const StudyRequest& request, StudyCaches& caches, const Context& context)
{
    Draft draft(request, Stage::theory, caches, context);
    draft.add_weights();
    if (draft.is_deep())
        draft.show();
    draft.add_theory(whole_extent(request.experiment), false);
    draft.add_laws();
    return draft.finish();
}

StudyPtr preview_study(const StudyRequest& request, StudyCaches& caches, const Context& context)
{
    Draft draft(request, Stage::preview, caches, context);
    Study& study = draft.study;
    const Extent extent = preview_of(request.experiment, *study.plan);
    // Theory does not wait for the simulation. It runs in its own thread if one is available, and leaves the pool to
    // the simulation.
    ThreadPool alone(1);
    const Context beside {context.stop, {}, &alone};
    std::future<Study> theory = std::async([&, own = study]() mutable {
        add_theory(own, draft.last().theory, extent, false, caches.theory, beside);
        add_gains(own, draft.last().gains, request.focus.q, caches.theory, beside);
        return own;
    });
    draft.add_measurement(extent);
    draft.add_weights();
    if (study.layer_spectra.is(Absence::not_yet) && layer_spectra_seconds(study) < preview_seconds)
        draft.add_layer_spectra();
    if (study.jacobian.is(Absence::not_yet) && jacobian_seconds(*study.plan) < preview_seconds)
        draft.add_jacobian();
    if (request.interim
        && theory.wait_for(std::chrono::duration<double>(patience_seconds)) == std::future_status::timeout)
        draft.show();
    const Study predicted = theory.get();
    study.prediction = predicted.prediction;
    study.theory = predicted.theory;
    study.gains = predicted.gains;
    draft.add_laws();
    return draft.finish();
}

StudyPtr full_study(const StudyRequest& request, StudyCaches& caches, const Context& context)
{
    const StudyPtr start = study_at_start(request, caches, context);
    const KeptStep* kept = start->training ? kept_at(*start->training, request.focus.step) : nullptr;
    return kept ? study_after(*kept, start, request, caches, context) : start;
}

std::vector<StudyPtr> full_studies(
    const std::vector<std::pair<Experiment, Focus>>& all, StudyCaches& caches, const Context& context)
{
    std::vector<StudyPtr> studies;
    const double share = 1.0 / double(all.size());
    for (const auto& [experiment, focus] : all) {
        const Context own = context.part(share * double(studies.size()), share);
        const StudyPtr before = studies.empty() ? nullptr : studies.back();
        studies.push_back(full_study({experiment, studies.size() + 1, focus, before, {}}, caches, own));
    }
    return studies;
}

}   // namespace stepzero
