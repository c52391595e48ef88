// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/latest_job.h"

#include <QMetaObject>
#include <memory>

#include "app/worker.h"
#include "widgets/language/language.h"

namespace stepzero {

LatestJob::LatestJob(QObject* parent) : QObject(parent)
{
    worker_.setMaxThreadCount(1);
    worker_.setExpiryTimeout(-1);
}

void LatestJob::start(Work work, bool dragged)
{
    ++newest_;
    if (!dragged)
        oldest_ = newest_;
    bool scheduled = false;   // a scheduled task takes the newest job when it runs
    {
        const std::lock_guard lock(mutex_);
        scheduled = waiting_.has_value();
        waiting_.emplace(newest_, std::move(work));
        waitingIsDragged_ = dragged;
        if (!(dragged && mayFinish_))
            current_.request_stop();
    }
    if (!scheduled)
        worker_.start([this] { run(); });
    if (!std::exchange(running_, true))
        emit runningChanged();
}

void LatestJob::cancel()
{
    const std::lock_guard lock(mutex_);
    if (waiting_)   // its task then finds a job that does nothing
        waiting_->second = [](const Turn&) {};
    current_.request_stop();
}

void LatestJob::end()
{
    cancel();
    worker_.waitForDone();
}

std::chrono::steady_clock::duration LatestJob::runningFor() const
{
    const std::lock_guard lock(mutex_);
    return begun_ ? Clock::now() - *begun_ : Clock::duration(0);
}

void LatestJob::run()
{
    giveWayToTheWindow();
    quint64 number = 0;
    Work work;
    std::stop_token stop;
    {
        const std::lock_guard lock(mutex_);
        std::tie(number, work) = std::move(*waiting_);
        waiting_.reset();
        current_ = std::stop_source();
        stop = current_.get_token();
        mayFinish_ = waitingIsDragged_;
        begun_ = Clock::now();
    }
    const Turn turn(*this, number, std::move(stop));
    const std::optional<QString> failure = failureOf([&] { work(turn); });
    {
        const std::lock_guard lock(mutex_);
        mayFinish_ = false;
        begun_.reset();
    }
    if (failure)
        turn.post([this, sentence = *failure] { emit failed(sentence); });
    turn.post([this, number] {
        if (number != newest_)
            return;
        running_ = false;
        emit runningChanged();
    });
}

void LatestJob::post(quint64 number, std::function<void()> slot)
{
    QMetaObject::invokeMethod(
        this,
        [this, number, slot = std::move(slot)] {
            if (number >= oldest_)
                slot();
        },
        Qt::QueuedConnection);
}

LatestJob::Turn::Turn(LatestJob& job, quint64 number, std::stop_token stop) : job_(job), number_(number)
{
    context_.stop = std::move(stop);
    context_.report = [&job, number, next = Clock::now() + quietTime](const Progress& done) mutable {
        if (Clock::now() < next)
            return;
        next = Clock::now() + progressInterval;
        job.post(number,
            [&job, fraction = done.fraction, words = translated(done.stage)] { emit job.progress(fraction, words); });
    };
}

void LatestJob::Turn::yieldToNewer() const
{
    const std::lock_guard lock(job_.mutex_);
    job_.mayFinish_ = false;
    if (job_.waiting_)
        job_.current_.request_stop();
}

}   // namespace stepzero
