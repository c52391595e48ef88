// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/draft.h"

#include <algorithm>

#include "core/diagnose/steps.h"
#include "core/diagnose/verdict.h"
#include "core/study/chosen_matrix.h"
#include "core/study/comparison.h"
#include "core/study/memory_view.h"
#include "core/study/study_spectra.h"
#include "core/study/theory_view.h"

namespace stepzero {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int deep = 500;   // blocks
constexpr double comparison_operations = 60e9;   // for all variants together, forward and backward

const Study& no_study()
{
    static const Study none;
    return none;
}

/// Returns the study whose parts may be reused: none for Stage::theory, and the study of step 0 after a training step.
const Study& last_study(const StudyRequest& request, Stage stage)
{
    const Study* last = stage == Stage::theory ? nullptr : request.previous.get();
    return !last ? no_study() : last->start ? *last->start : *last;
}

Absence absence_of_comparison(const StudyRequest& request)
{
    const ComparisonKind* kind = find_comparison(request.focus.comparison);
    return !kind                                      ? Absence::not_asked
        : !applies(*kind, request.experiment.network) ? Absence::impossible
                                                      : Absence::not_yet;
}

}   // namespace

Draft::Draft(const StudyRequest& request, Stage stage, StudyCaches& caches, const Context& context)
    : request_(request), last_(last_study(request, stage)), caches_(caches), context_(context), start_(Clock::now())
{
    study.experiment = request.experiment;
    study.plan = plan_of(request, context);
    study.generation = request.generation;
    study.stage = stage;
    study.layer = std::clamp(request.focus.layer, 1, study.plan->depth());
    choose_matrix(study, request.focus.matrix);

    Measurement unmeasured;
    unmeasured.reading = study.plan->reading;
    unmeasured.record.resize(std::size_t(study.plan->depth()) + 1);
    study.measurement = std::make_shared<const Measurement>(std::move(unmeasured));
    study.prediction = std::make_shared<const Prediction>(
        silent_prediction(*study.plan, tr("the theory of this network is being computed")));
    study.laws = std::make_shared<const SpectrumLaws>();
    take_known_parts();
}

Draft::Draft(const KeptStep& kept, const StudyPtr& start, const StudyRequest& request, StudyCaches& caches,
    const Context& context)
    : study(*start), request_(request), last_(no_study()), caches_(caches), context_(context), start_(Clock::now())
{
    study.start = start;
    study.step = kept.step;
    study.plan = std::make_shared<const NetworkPlan>(plan_behind(*start->plan, kept, context));
    study.experiment.replicas = 1;   // one network was trained
    if (study.layer_spectra)
        study.layer_spectra = Absence::not_yet;
    if (study.jacobian)
        study.jacobian = Absence::not_yet;
}

bool Draft::is_deep() const { return study.plan->depth() > deep; }

void Draft::take_known_parts()
{
    const StepZeroKey& key = study.plan.key();
    const std::optional<Training>& training = study.experiment.train;
    const Absence untrained = training ? Absence::not_yet : Absence::not_asked;
    study.comparison = known(last_.comparison, {key, request_.focus.comparison}, absence_of_comparison(request_));
    study.training = known(last_.training, {key, training}, untrained);
    study.step_findings = known(last_.step_findings, {key, training}, untrained);
    study.layer_spectra = known_layer_spectra(study, last_.layer_spectra);
    study.jacobian = known_jacobian(study, last_.jacobian);
}

void Draft::add_measurement(std::optional<Extent> extent)
{
    study.measurement = reuse_or(last_.measurement, {study.plan.key(), extent}, [&] {
        return simulate(study.experiment, *study.plan, caches_.noise, context_,
            {.extent = extent, .memory_limit = request_.memory_limit});
    });
}

void Draft::add_weights()
{
    study.weights = std::make_shared<const WeightView>(weight_view(study, caches_.noise, context_));
    study.memory = memory_view(study, last_.memory, caches_.noise, context_);
}

void Draft::add_theory(Extent extent, bool whole_map)
{
    stepzero::add_theory(study, last_.theory, extent, whole_map, caches_.theory, context_);
    add_gains(study, last_.gains, request_.focus.q, caches_.theory, context_);
}

void Draft::add_laws() { study.laws = spectrum_laws(study, last_.laws, context_); }

void Draft::add_comparison()
{
    study.comparison.complete([&] {
        return compare(*find_comparison(request_.focus.comparison), study.experiment, comparison_operations,
            caches_.noise, context_);
    });
}

void Draft::add_layer_spectra() { complete_layer_spectra(study, caches_.noise, context_); }

void Draft::add_jacobian() { complete_jacobian(study, caches_.noise, context_); }

void Draft::add_findings()
{
    const Experiment& experiment = study.experiment;
    study.first_findings = known(last_.first_findings,
        {study.plan.key(), study.jacobian.shared(),
            experiment.train ? experiment.train->adapters : Training().adapters});
    if (study.first_findings.is(Absence::not_yet) && is_deep())
        show();
    study.first_findings.complete([&] {
        return diagnose(
            {experiment, *study.plan, *study.measurement, *study.prediction, study.jacobian.get()}, context_);
    });
    merge_findings();
}

void Draft::merge_findings()
{
    const FindingsKey key {study.first_findings.shared(), study.step_findings.shared()};
    if (!key.steps || key.steps->empty())
        study.findings = {key.first, key};
    else
        study.findings = reuse_or(last_.findings, key, [&] { return merged(*key.first, *key.steps); });
}

void Draft::add_training()
{
    if (!study.training.is(Absence::not_yet))
        return;
    show();
    const auto show_steps = [&](const TrainingRun& so_far) {
        Study interim = study;
        interim.stage = Stage::preview;
        interim.training = std::make_shared<const TrainingRun>(so_far);
        request_.interim(shown(std::move(interim)));
    };
    study.training.complete([&] {
        return run_training(study.experiment, *study.plan, caches_.noise, context_,
            request_.interim ? std::function<void(const TrainingRun&)>(show_steps) : nullptr);
    });
    study.step_findings.complete(
        [&] { return diagnose_steps(study.experiment, *study.plan, *study.training, caches_.noise, context_); });
    merge_findings();
}

void Draft::show()
{
    if (!request_.interim)
        return;
    judge();
    Study interim = study;
    if (interim.stage == Stage::full)
        interim.stage = Stage::preview;
    request_.interim(shown(std::move(interim)));
}

StudyPtr Draft::finish()
{
    judge();
    return shown(std::move(study));
}

StudyPtr Draft::shown(Study so_far) const
{
    if (so_far.start) {
        so_far.experiment = so_far.start->experiment;
        so_far.plan = so_far.start->plan;
    }
    so_far.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    return std::make_shared<const Study>(std::move(so_far));
}

/// Judges deep networks by theory alone until they have been diagnosed. After training steps, the verdict of step 0
/// remains.
void Draft::judge()
{
    if (study.start)
        return;
    const bool measured = study.measurement->samples > 0 && (study.findings || !is_deep());
    study.verdict = std::make_shared<const Verdict>(
        verdict({study.experiment, *study.plan, *study.prediction, measured ? study.measurement.get() : nullptr,
                    study.findings.get()},
            context_));
}

}   // namespace stepzero
