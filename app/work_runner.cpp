// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work_runner.h"

#include <QMetaObject>
#include <chrono>
#include <utility>

#include "app/worker.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

using Clock = std::chrono::steady_clock;

}   // namespace

void WorkRunner::end()
{
    stop_.request_stop();
    worker_.waitForDone();
}

void WorkRunner::start(Work work)
{
    stop_.request_stop();
    stop_ = std::stop_source();
    const quint64 generation = ++generation_;
    const auto tell = [this, generation](std::function<void()> slot) {
        QMetaObject::invokeMethod(
            this,
            [this, generation, slot = std::move(slot)] {
                if (generation == generation_)
                    slot();
            },
            Qt::QueuedConnection);
    };
    worker_.start([this, work = std::move(work), tell, stop = stop_.get_token()] {
        giveWayToTheWindow();
        Context context {stop, {}};
        auto report = Clock::now() + quietTime;
        context.report = [&](const Progress& done) {
            if (Clock::now() < report)
                return;
            report = Clock::now() + progressInterval;
            const QString words = translated(done.stage);
            tell([this, fraction = done.fraction, words] { emit progress(fraction, words); });
        };
        std::function<void()> found;
        if (const auto sentence = failureOf([&] { found = work(context); }))
            found = [this, words = *sentence] { emit failed(words); };
        tell([this, found] {
            running_ = false;
            if (found)
                found();
            emit runningChanged();
        });
    });
    if (!std::exchange(running_, true))
        emit runningChanged();
}

}   // namespace stepzero
