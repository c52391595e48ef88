// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs beside a window, one at a time. The newest one wins: it stops the one under way, and takes the place of one that
// waits. A hand on a slider asks faster than jobs end, so what it asks for may let the job under way finish first.
//
// A job runs on a worker thread with a priority below the window's. What it posts arrives in the window's thread in
// order, and is dropped when a newer job has stopped it by then. No exception leaves a job: failed() tells it in a
// sentence.
#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "core/base/run/context.h"

namespace stepzero {

class LatestJob : public QObject {
    Q_OBJECT

public:
    /// A job as it sees itself, on the worker's thread.
    class Turn {
    public:
        const Context& context() const { return context_; }   ///< its progress is reported by progress()
        void post(std::function<void()> slot) const { job_.post(number_, std::move(slot)); }
        /// From here on a newer job stops this one, even when a slider is dragged.
        void give_way() const;

    private:
        friend class LatestJob;
        Turn(LatestJob& job, quint64 number, std::stop_token stop);
        LatestJob& job_;
        quint64 number_;
        Context context_;
    };
    using Work = std::function<void(const Turn&)>;

    explicit LatestJob(QObject* parent = nullptr);
    ~LatestJob() override { end(); }

    /// `dragged`: a job under way that was started in the same way, and has not given way, is finished first.
    void start(Work work, bool dragged = false);
    /// Stops the job under way and forgets one that waits. What it has posted still arrives.
    void cancel();
    /// Stops everything and waits until nothing is under way. An owner whose members the work uses keeps the job as
    /// its last member, or calls this in its destructor.
    void end();
    bool isRunning() const { return running_; }   ///< a job is under way, or waits
    /// How long the job under way has been running; 0 when there is none.
    std::chrono::steady_clock::duration runningFor() const;

signals:
    /// From the 300th millisecond of a job on, at most some twenty times a second.
    void progress(double fraction, const QString& words);
    void failed(const QString& sentence);
    void runningChanged();

private:
    using Clock = std::chrono::steady_clock;
    void run();
    void post(quint64 number, std::function<void()> slot);

    // GUI thread only.
    quint64 newest_ = 0;
    quint64 oldest_ = 0;   // jobs before this one were stopped, and what they post is dropped
    bool running_ = false;

    // Shared, under the mutex.
    mutable std::mutex mutex_;
    std::optional<std::pair<quint64, Work>> waiting_;
    bool waitingIsDragged_ = false;
    std::stop_source current_;
    bool mayFinish_ = false;   // the job under way, when a slider is dragged
    std::optional<Clock::time_point> begun_;

    QThreadPool worker_;   // one thread; last: it uses all the above
};

}   // namespace stepzero
