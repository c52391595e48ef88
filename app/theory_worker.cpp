// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theory_worker.h"

#include <algorithm>
#include <utility>

#include "core/files/validate.h"

namespace stepzero {

namespace {
constexpr auto patience = std::chrono::milliseconds(60);   // previews of small networks are faster
constexpr auto longest = std::chrono::milliseconds(250);   // a newer request stops a longer computation
}   // namespace

TheoryWorker::TheoryWorker(Compute compute, StudyCaches& caches, QObject* parent)
    : QObject(parent), compute_(std::move(compute)), caches_(caches)
{
    due_.setSingleShot(true);
    due_.setTimerType(Qt::PreciseTimer);
    connect(&due_, &QTimer::timeout, this, &TheoryWorker::begin);
}

void TheoryWorker::ask(const StudyRequest& request)
{
    waiting_ = request;
    if (!unansweredSince_)
        unansweredSince_ = Clock::now();
    if (job_.runningFor() > longest)
        job_.cancel();
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*unansweredSince_ + patience - Clock::now());
    due_.start(std::max(left, std::chrono::milliseconds(0)));
}

void TheoryWorker::answered(std::uint64_t generation)
{
    answered_ = generation;
    if (waiting_ && waiting_->generation <= generation) {
        waiting_.reset();
        due_.stop();
    }
    unansweredSince_ = waiting_ ? std::optional(Clock::now()) : std::nullopt;
    if (waiting_)
        due_.start(patience);
}

/// Failures are ignored, because the simulation fails in the same way and reports it.
void TheoryWorker::begin()
{
    job_.start(
        [this, request = *std::exchange(waiting_, std::nullopt)](const LatestJob::Turn& turn) mutable {
            if (request.generation <= answered_ || !validate(request.experiment).empty())
                return;
            const auto post = [&](const StudyPtr& study) { turn.post([this, study] { emit computed(study); }); };
            request.interim = post;
            Context context = turn.context();
            context.report = {};
            context.pool = &alone_;
            post(compute_(request, caches_, context));
        },
        true);
}

}   // namespace stepzero
