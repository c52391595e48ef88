// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/make_study.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>
#include <optional>

#include "core/checkpoint/weights/given_weights.h"
#include "core/diagnose/steps.h"
#include "core/diagnose/verdict.h"
#include "core/kinds/tokens.h"
#include "core/study/chosen_matrix.h"
#include "core/study/comparison.h"
#include "core/study/memory_view.h"
#include "core/study/spectrum_time.h"
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

/// A study under construction. It begins with the parts of the last study whose keys are equal. The missing parts are
/// then added, in the order in which they depend on each other.
class Draft {
public:
    /// Plans the network and chooses the layer and its matrix. The arguments must outlive the draft. Throws BadInput.
    Draft(const StudyRequest& request, Stage stage, StudyCaches& caches, const Context& context);
    /// Begins with a study of step 0. The parts that are added describe the network after a kept training step.
    Draft(const KeptStep& kept, const StudyPtr& start, const StudyRequest& request, StudyCaches& caches,
        const Context& context);

    Study study;
    const Study& last() const { return last_; }   ///< the last study; without parts when there is none
    bool is_deep() const;   ///< more than 500 blocks: theory and diagnosis take noticeable time

    // Each function adds a part if it is awaited, and throws what simulate() throws.
    void add_measurement(std::optional<Extent> extent);   ///< absent: all samples and replicas
    void add_weights();   ///< entries and the memory of a scan; in Stage::theory only their theoretical distributions
    void add_theory(Extent extent, bool whole_map);
    void add_laws();
    void add_comparison();
    void add_layer_spectra();
    void add_jacobian();
    void add_findings();
    void add_training();

    /// Calls StudyRequest::interim, if there is one, with the parts that exist so far.
    void show();
    StudyPtr finish();

private:
    void take_known_parts();
    void merge_findings();
    void judge();
    StudyPtr shown(Study so_far) const;

    const StudyRequest& request_;
    const Study& last_;
    StudyCaches& caches_;
    const Context& context_;
    std::chrono::steady_clock::time_point start_;
};

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
    stepzero::add_theory(study, last_.theory, extent, whole_map, request_.focus.q, caches_.theory, context_);
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
        return diagnose({experiment, *study.plan, *study.measurement, *study.prediction, study.jacobian.get()},
            caches_.noise, context_);
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

// What each stage of a study consists of

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
        add_theory(own, draft.last().theory, extent, false, request.focus.q, caches.theory, beside);
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
