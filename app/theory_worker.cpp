// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theory_worker.h"

#include <utility>

#include "app/worker.h"
#include "core/files/validate.h"

namespace stepzero {

namespace {
constexpr auto patience = std::chrono::milliseconds(60);   // previews of small networks come sooner
constexpr auto longest = std::chrono::milliseconds(250);   // that a newer request lets go on
}   // namespace

TheoryWorker::TheoryWorker(Compute compute, StudyCaches& caches, std::function<void(const StudyPtr&)> done)
    : compute_(std::move(compute)), caches_(caches), done_(std::move(done)),
      thread_([this](const std::stop_token& quit) { work(quit); })
{
}

TheoryWorker::~TheoryWorker()
{
    stop();
    thread_.join();
}

void TheoryWorker::stop()
{
    thread_.request_stop();
    const std::lock_guard lock(mutex_);
    current_.request_stop();
}

void TheoryWorker::ask(const StudyRequest& request)
{
    {
        const std::lock_guard lock(mutex_);
        waiting_ = request;
        if (!unansweredSince_)
            unansweredSince_ = Clock::now();
        if (begun_ && Clock::now() - *begun_ > longest)
            current_.request_stop();
    }
    wake_.notify_one();
}

void TheoryWorker::answered(std::uint64_t generation)
{
    const std::lock_guard lock(mutex_);
    if (waiting_ && waiting_->generation <= generation)
        waiting_.reset();
    unansweredSince_ = waiting_ ? std::optional(Clock::now()) : std::nullopt;
}

void TheoryWorker::work(const std::stop_token& quit)
{
    giveWayToTheWindow();
    // A pool of one: the simulation has the others.
    ThreadPool alone(1);
    while (!quit.stop_requested()) {
        StudyRequest request;
        Context context;
        {
            std::unique_lock lock(mutex_);
            if (!wake_.wait(lock, quit, [this] { return waiting_.has_value(); }))
                return;
            if (const auto due = *unansweredSince_ + patience; Clock::now() < due) {
                wake_.wait_until(lock, quit, due, [] { return false; });
                continue;
            }
            if (quit.stop_requested())
                return;
            request = std::move(*waiting_);
            waiting_.reset();
            current_ = std::stop_source();
            begun_ = Clock::now();
            context = {current_.get_token(), {}, &alone};
        }
        // What fails here fails in the simulation too, which says so.
        (void)failureOf([&] {
            request.interim = done_;
            if (validate(request.experiment).empty())
                done_(compute_(request, caches_, context));
        });
        const std::lock_guard lock(mutex_);
        begun_.reset();
    }
}

}   // namespace stepzero
