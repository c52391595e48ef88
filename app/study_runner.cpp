// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/study_runner.h"

#include "app/worker.h"
#include "core/base/run/memory.h"
#include "core/base/words/problem.h"
#include "core/base/words/text_error.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/simulate/simulate.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto shortRest = std::chrono::milliseconds(500);   // pause after which memory is freed
constexpr auto grace = std::chrono::milliseconds(150);   // time that a study stays current after an edit

/// Returns the capacity of the noise cache: 2 GiB, but at most a quarter of the memory limit of a simulation.
std::size_t cacheLimit()
{
    return std::min<std::size_t>(std::size_t(2) << 30, SimulateOptions::default_memory_limit() / 4);
}

}   // namespace

StudyRunner::StudyRunner(Compute theory, Compute preview, Compute full, QObject* parent)
    : QObject(parent), preview_(std::move(preview)), full_(std::move(full)), caches_(cacheLimit())
{
    if (theory) {
        theoryWorker_ = std::make_unique<TheoryWorker>(std::move(theory), caches_);
        connect(theoryWorker_.get(), &TheoryWorker::computed, this, &StudyRunner::takeTheory);
    }
    discard_.setSingleShot(true);
    discard_.setTimerType(Qt::PreciseTimer);
    connect(&discard_, &QTimer::timeout, this, &StudyRunner::discardOutdated);
    connect(&progress_, &QTimer::timeout, this, &StudyRunner::reportProgress);
    idle_.setSingleShot(true);
    connect(&idle_, &QTimer::timeout, this, &StudyRunner::rest);
    connect(&job_, &LatestJob::runningChanged, this, [this] {
        if (!job_.isRunning() && rests_ < allRests)
            idle_.start(rests_ == 0 ? shortRest : idleAfter_);
    });
}

StudyRunner::~StudyRunner()
{
    job_.cancel();   // stops both before waiting for either
    if (theoryWorker_)
        theoryWorker_->end();
    job_.end();
}

quint64 StudyRunner::request(const Experiment& experiment, const Focus& focus, bool dragging)
{
    if (restored_ && *restored_ != experiment)   // an edit counts as a request
        restored_.reset();
    Job job;
    job.request.experiment = experiment;
    job.request.focus = focus;
    job.dragging = dragging;
    job.restored = restored_.has_value();
    return ask(std::move(job));
}

quint64 StudyRunner::runAnyway()
{
    Job job;
    job.request.experiment = asked_;
    job.request.focus = focus_;
    job.anyway = true;
    restored_.reset();
    return ask(std::move(job));
}

quint64 StudyRunner::ask(Job job)
{
    const Experiment experiment = job.request.experiment;
    const bool dragging = job.dragging;
    const bool other = !same_numbers(asked_, experiment) || focus_.step != job.request.focus.step;
    job.request.generation = ++requested_;
    focus_ = job.request.focus;
    askedAt_ = Clock::now();
    tooLarge_ = false;
    if (theoryWorker_)
        theoryWorker_->ask(job.request);
    {
        const std::lock_guard lock(mutex_);
        said_ = {.generation = requested_};
    }
    if (!dragging)
        oldestShown_ = requested_;
    if (other) {
        if (requested_ > 1)
            left_.push_back({requested_ - 1, Clock::now()});
        if (!left_.empty() && !discard_.isActive())
            discard_.start(grace);
    }
    asked_ = experiment;
    closed_ = false;
    idle_.stop();
    rests_ = 0;
    job_.start([this, job](const LatestJob::Turn& turn) { run(job, turn); }, dragging);
    progress_.start(quietTime);
    setState(State::preview);
    return requested_;
}

void StudyRunner::cancel()
{
    if (state_ == State::idle)
        return;
    job_.cancel();
    close();
    setState(State::idle);
    emit cancelled(requested_);
}

/// Ends the last request. Studies that still arrive are ignored. An incomplete study of it, even theory alone, is
/// delivered as stopped.
void StudyRunner::close()
{
    closed_ = true;
    for (const StudyPtr& last : {shown_, theory_})
        if (last && last->generation == requested_) {
            if (is_coming(last->stage))
                deliver(last);
            return;
        }
}

void StudyRunner::deliver(const StudyPtr& study)
{
    shown_ = study;
    if (closed_) {
        auto stopped = std::make_shared<Study>(*study);
        stopped->stage = Stage::stopped;
        shown_ = stopped;
    }
    emit delivered(shown_);
}

void StudyRunner::takeTheory(const StudyPtr& study)
{
    theory_ = study;
    offerTheory();
}

/// Delivers theory alone if there is no study, or only an outdated one.
void StudyRunner::offerTheory()
{
    const bool wanted = !shown_ || closed_ || shown_->generation < oldestCurrent_;
    const bool newer = theory_ && wanted && theory_->generation > deliveredGeneration();
    const bool more = theory_ && shown_ && shown_->stage == Stage::theory && theory_ != shown_
        && theory_->generation == shown_->generation;   // more than its weights alone
    if ((newer || more) && theory_->generation >= oldestCurrent_ && theory_->generation >= oldestShown_)
        deliver(theory_);
}

void StudyRunner::reportProgress()
{
    Progress said;
    {
        const std::lock_guard lock(mutex_);
        said = said_.progress;
    }
    progress_.start(progressInterval);
    emit progress(said.fraction, translated(said.stage));
}

StudyRunner::Outlook StudyRunner::outlook() const
{
    Effort effort;
    {
        const std::lock_guard lock(mutex_);
        effort = said_.effort;
    }
    return {std::chrono::duration<double>(Clock::now() - askedAt_).count(),
        effort.operations > 0 ? pace_.seconds(effort.operations) : std::nullopt, effort.bytes};
}

StudyRunner::Kept StudyRunner::kept() const { return {caches_.noise.bytes(), caches_.noise.limit(), idleNoise_}; }

void StudyRunner::keepIdle(std::size_t bytes, std::chrono::milliseconds after)
{
    idleNoise_ = bytes;
    idleAfter_ = after;
    rests_ = 0;
    if (!job_.isRunning())
        idle_.start(shortRest);
}

/// Frees memory on the worker's thread, because freeing gigabytes would block the window.
void StudyRunner::rest()
{
    const bool last = ++rests_ == allRests;
    job_.start(
        [this, last, idle = idleNoise_](const LatestJob::Turn&) {
            if (last)
                caches_.noise.shrink(idle);
            give_memory_back();
        },
        true);
}

void StudyRunner::discardOutdated()
{
    while (!left_.empty() && Clock::now() - left_.front().at >= grace) {
        oldestCurrent_ = left_.front().generation + 1;
        left_.pop_front();
    }
    if (!left_.empty())
        discard_.start(std::max(std::chrono::milliseconds(1),
            std::chrono::duration_cast<std::chrono::milliseconds>(grace - (Clock::now() - left_.front().at))));
    offerTheory();
    emit oldestCurrentChanged();
}

void StudyRunner::run(Job job, const LatestJob::Turn& turn)
{
    const quint64 generation = job.request.generation;
    Context context = turn.context();
    context.report = [this, generation](const Progress& p) {
        const std::lock_guard lock(mutex_);
        if (said_.generation == generation)
            said_.progress = p;
    };
    bool tooLarge = false;
    const std::optional<QString> failure = failureOf([&] {
        try {
            compute(job, turn, context);
        } catch (const TooLarge&) {
            tooLarge = true;
            throw;
        }
    });
    if (failure)
        turn.post([=, this] { fail(generation, *failure, tooLarge); });
}

void StudyRunner::compute(Job& job, const LatestJob::Turn& turn, const Context& context)
{
    StudyRequest& request = job.request;
    const quint64 generation = request.generation;
    const auto post
        = [&](const StudyPtr& study, bool dragging) { turn.post([this, study, dragging] { take(study, dragging); }); };
    const auto answered = [&] {
        if (theoryWorker_)
            turn.post([this, generation] { theoryWorker_->answered(generation); });
    };
    if (const std::vector<Problem> problems = validate(request.experiment); !problems.empty()) {
        std::vector<Text> sentences;
        for (const Problem& problem : problems)
            sentences.push_back(sentence({}, problem));
        throw TextError(joined(sentences, "\n"));
    }
    request.previous = last_;
    request.plan = plan_of(request, context);
    const Effort effort = weigh(job);
    // When only the chosen layer changed, there is no preview, because it would replace complete numbers.
    const bool onlyLayer = last_ && same_numbers(last_->experiment, request.experiment);
    if (!onlyLayer) {
        // Once something is shown, the next value of a drag need not wait for the rest of the preview.
        request.interim = [&](const StudyPtr& study) {
            post(study, job.dragging);
            turn.yieldToNewer();
        };
        const StudyPtr preview = preview_(request, caches_, context);
        answered();
        post(preview, job.dragging);
        request.previous = preview;
    }
    turn.yieldToNewer();
    context.check();
    if (job.restored && costly(effort, available_memory()))
        throw TooLarge(unasked(effort));
    turn.post([this, generation] {
        if (generation == requested_ && !closed_)
            setState(State::full);
    });
    request.interim = [&](const StudyPtr& study) { post(study, false); };
    const Clock::time_point begun = Clock::now();
    last_ = full_(request, caches_, context);
    if (!onlyLayer && request.focus.comparison.empty())
        pace_.took(effort.operations, std::chrono::duration<double>(Clock::now() - begun).count());
    answered();
    post(last_, false);
}

void StudyRunner::fail(quint64 generation, const QString& sentence, bool tooLarge)
{
    if (generation != requested_ || closed_)
        return;
    tooLarge_ = tooLarge;
    close();
    setState(State::idle);
    emit failed(generation, sentence);
}

/// Estimates the effort of a planned job, for outlook(). Throws TooLarge.
Effort StudyRunner::weigh(Job& job)
{
    const Experiment& experiment = job.request.experiment;
    const Effort effort = effort_of(experiment, *job.request.plan, cacheLimit());
    {
        const std::lock_guard lock(mutex_);
        if (said_.generation == job.request.generation)
            said_.effort = effort;
    }
    const double available = available_memory();
    if (job.anyway)
        job.request.memory_limit = std::numeric_limits<std::size_t>::max();
    else if (effort.bytes > available)
        throw TooLarge(too_large(experiment, effort, available, cacheLimit()));
    return effort;
}

void StudyRunner::take(const StudyPtr& study, bool dragging)
{
    const bool newest = study->generation == requested_;
    // A slow preview may follow theory alone of a newer generation. It is shown while it is current.
    const bool newer = study->generation > deliveredGeneration()
        || (shown_->stage == Stage::theory && study->generation >= oldestCurrent_);
    const bool ofDrag = dragging && study->stage == Stage::preview && newer && study->generation >= oldestShown_;
    if (closed_ || (!newest && !ofDrag))
        return;
    if (newest && study->stage == Stage::full)
        setState(State::idle);
    deliver(study);
}

void StudyRunner::setState(State state)
{
    if (state == state_)
        return;
    state_ = state;
    if (state == State::idle)
        progress_.stop();
    emit stateChanged();
}

}   // namespace stepzero
