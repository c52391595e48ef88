// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/study_runner.h"

#include <QMetaObject>

#include "app/worker.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/run/memory.h"
#include "core/simulate/simulate.h"
#include "core/words/problem.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto rest = std::chrono::milliseconds(500);   // without work, after which memory is given back
constexpr auto grace = std::chrono::milliseconds(150);   // that a study stays current when its experiment does not

/// Base noise kept between studies: 2 GiB or a quarter of what a simulation may take.
std::size_t cacheLimit()
{
    return std::min<std::size_t>(std::size_t(2) << 30, SimulateOptions::default_memory_limit() / 4);
}

}   // namespace

StudyRunner::StudyRunner(Compute theory, Compute preview, Compute full, QObject* parent)
    : QObject(parent), preview_(std::move(preview)), full_(std::move(full)), caches_(cacheLimit()),
      thread_([this](const std::stop_token& quit) { work(quit); })
{
    if (theory)
        theoryWorker_.emplace(std::move(theory), caches_, [this](const StudyPtr& study) {
            QMetaObject::invokeMethod(
                this, [this, study] { takeTheory(study); }, Qt::QueuedConnection);
        });
    letGo_.setSingleShot(true);
    letGo_.setTimerType(Qt::PreciseTimer);
    connect(&letGo_, &QTimer::timeout, this, &StudyRunner::letGo);
    connect(&progress_, &QTimer::timeout, this, &StudyRunner::tellProgress);
}

StudyRunner::~StudyRunner()
{
    if (theoryWorker_)
        theoryWorker_->stop();   // both at once, and then both are waited for
    thread_.request_stop();
    {
        const std::lock_guard lock(mutex_);
        current_.request_stop();
    }
    thread_.join();
}

quint64 StudyRunner::request(const Experiment& experiment, const Focus& focus, bool dragging)
{
    if (restored_ && *restored_ != experiment)   // whoever edits it asks for it
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
        waiting_ = std::move(job);
        said_ = {.generation = requested_};
        if (!(dragging && previewOfDrag_))
            current_.request_stop();
    }
    if (!dragging)
        oldestShown_ = requested_;
    if (other) {
        if (requested_ > 1)
            left_.push_back({requested_ - 1, Clock::now()});
        if (!left_.empty() && !letGo_.isActive())
            letGo_.start(grace);
    }
    asked_ = experiment;
    closed_ = false;
    wake_.notify_one();
    progress_.start(quietTime);
    setState(State::preview);
    return requested_;
}

void StudyRunner::cancel()
{
    if (state_ == State::idle)
        return;
    {
        const std::lock_guard lock(mutex_);
        waiting_.reset();
        current_.request_stop();
    }
    close();
    setState(State::idle);
    emit cancelled(requested_);
}

/// What is on its way here already belongs to no request any more; but theory alone is better than nothing.
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

/// Theory alone takes the place of what is not current any more, or of nothing.
void StudyRunner::offerTheory()
{
    const bool wanted = !shown_ || closed_ || shown_->generation < oldestCurrent_;
    const bool newer = theory_ && wanted && theory_->generation > deliveredGeneration();
    const bool more = theory_ && shown_ && shown_->stage == Stage::theory && theory_ != shown_
        && theory_->generation == shown_->generation;   // than its laws
    if ((newer || more) && theory_->generation >= oldestCurrent_ && theory_->generation >= oldestShown_)
        deliver(theory_);
}

void StudyRunner::tellProgress()
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

StudyRunner::Kept StudyRunner::kept() const
{
    const std::lock_guard lock(mutex_);
    return {caches_.noise.bytes(), caches_.noise.limit(), idleNoise_};
}

void StudyRunner::keepIdle(std::size_t bytes, std::chrono::milliseconds after)
{
    {
        const std::lock_guard lock(mutex_);
        idleNoise_ = bytes;
        idleAfter_ = after;
        rests_ = 0;
    }
    wake_.notify_one();
}

void StudyRunner::letGo()
{
    while (!left_.empty() && Clock::now() - left_.front().at >= grace) {
        oldestCurrent_ = left_.front().generation + 1;
        left_.pop_front();
    }
    if (!left_.empty())
        letGo_.start(std::max(std::chrono::milliseconds(1),
            std::chrono::duration_cast<std::chrono::milliseconds>(grace - (Clock::now() - left_.front().at))));
    offerTheory();
    emit oldestCurrentChanged();
}

void StudyRunner::work(const std::stop_token& quit)
{
    giveWayToTheWindow();
    while (!quit.stop_requested()) {
        Job job;
        std::stop_token stop;
        {
            std::unique_lock lock(mutex_);
            const int rests = rests_;
            const auto changed = [&] { return waiting_.has_value() || rests_ != rests; };
            if (rests == allRests)
                wake_.wait(lock, quit, changed);
            else if (!wake_.wait_for(lock, quit, rests == 0 ? rest : idleAfter_, changed)) {
                const bool last = ++rests_ == allRests;
                const std::size_t idle = idleNoise_;
                lock.unlock();   // nobody waits while gigabytes are freed
                if (last)
                    caches_.noise.shrink(idle);
                give_memory_back();
            }
            if (!lock.owns_lock() || !waiting_ || quit.stop_requested())
                continue;
            rests_ = 0;
            job = std::move(*waiting_);
            waiting_.reset();
            current_ = std::stop_source();
            stop = current_.get_token();
            previewOfDrag_ = job.dragging;
        }
        run(std::move(job), stop);
    }
}

void StudyRunner::run(Job job, const std::stop_token& stop)
{
    const quint64 generation = job.request.generation;
    Context context;
    context.stop = stop;
    context.report = [this, generation](const Progress& p) {
        const std::lock_guard lock(mutex_);
        if (said_.generation == generation)
            said_.progress = p;
    };
    const auto fail = [&](const QString& sentence, bool tooLarge) {
        QMetaObject::invokeMethod(
            this,
            [this, generation, sentence, tooLarge] {
                if (generation != requested_ || closed_)
                    return;
                tooLarge_ = tooLarge;
                close();
                setState(State::idle);
                emit failed(generation, sentence);
            },
            Qt::QueuedConnection);
    };

    bool tooLarge = false;
    const auto work = [&] {
        if (const std::vector<Problem> problems = validate(job.request.experiment); !problems.empty()) {
            QStringList sentences;
            for (const Problem& problem : problems)
                sentences << translated(sentence({}, problem));
            fail(sentences.join('\n'), false);
            return;
        }
        job.request.previous = last_;
        job.request.plan = plan_for(job.request, context);
        const Effort effort = weigh(job);
        // When only the chosen layer is another, the full numbers stay: a preview would be a step back.
        const bool onlyLayer = last_ && same_numbers(last_->experiment, job.request.experiment);
        if (!onlyLayer) {
            // Of a hand that has moved on the rest is not waited for.
            job.request.interim = [&](const StudyPtr& study) {
                post(study, job.dragging);
                const std::lock_guard lock(mutex_);
                previewOfDrag_ = false;
                if (waiting_)
                    current_.request_stop();
            };
            const StudyPtr preview = preview_(job.request, caches_, context);
            if (theoryWorker_)
                theoryWorker_->answered(generation);
            post(preview, job.dragging);
            job.request.previous = preview;
        }
        {
            const std::lock_guard lock(mutex_);
            previewOfDrag_ = false;
            if (waiting_ || stop.stop_requested())
                throw Stopped {};
        }
        if (job.restored && costly(effort, available_memory()))
            throw TooLarge(unasked(effort));
        postState(generation, State::full);
        job.request.interim = [&](const StudyPtr& study) { post(study, false); };
        const Clock::time_point begun = Clock::now();
        last_ = full_(job.request, caches_, context);
        if (!onlyLayer && job.request.focus.comparison.empty())
            pace_.took(effort.operations, std::chrono::duration<double>(Clock::now() - begun).count());
        if (theoryWorker_)
            theoryWorker_->answered(generation);
        post(last_, false);
    };
    const std::optional<QString> failure = failureOf([&] {
        try {
            work();
        } catch (const TooLarge&) {
            tooLarge = true;
            throw;
        }
    });
    if (failure)
        fail(*failure, tooLarge);
}

/// What a planned job will take, for outlook(). Throws TooLarge.
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

void StudyRunner::post(const StudyPtr& study, bool dragging)
{
    QMetaObject::invokeMethod(
        this,
        [this, study, dragging] {
            const bool newest = study->generation == requested_;
            // Theory alone is ahead of a slow preview, which is as welcome while it is current.
            const bool newer = study->generation > deliveredGeneration()
                || (shown_->stage == Stage::theory && study->generation >= oldestCurrent_);
            const bool ofDrag
                = dragging && study->stage == Stage::preview && newer && study->generation >= oldestShown_;
            if (closed_ || (!newest && !ofDrag))
                return;
            if (newest && study->stage == Stage::full)
                setState(State::idle);
            deliver(study);
        },
        Qt::QueuedConnection);
}

void StudyRunner::postState(quint64 generation, State state)
{
    QMetaObject::invokeMethod(
        this,
        [this, generation, state] {
            if (generation == requested_ && !closed_)
                setState(state);
        },
        Qt::QueuedConnection);
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
