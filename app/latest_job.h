// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the jobs of a window in another thread, one at a time. The newest one wins: it stops the running job, and
// replaces a waiting one. A slider that is dragged requests jobs faster than they finish, so its jobs may let the
// running one finish first.
//
// The worker thread has a lower priority than the window's. Functions that a job posts run in the window's thread in
// order, unless a newer job has stopped it by then. No exception leaves a job: failed() reports it as a sentence.
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
    /// The interface of the running job, for use on the worker's thread.
    class Turn {
    public:
        const Context& context() const { return context_; }   ///< its progress is emitted as progress()
        void post(std::function<void()> slot) const { job_.post(number_, std::move(slot)); }
        /// From now on, a newer job stops this one, even while a slider is dragged.
        void yieldToNewer() const;

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

    /// Starts a job. With `dragged`, a running job that was started in the same way is finished first, unless it has
    /// called yieldToNewer().
    void start(Work work, bool dragged = false);
    /// Stops the running job and drops a waiting one. Functions that it has posted still run.
    void cancel();
    /// Stops everything and waits until no job is running. An owner whose members the work uses must keep the job as
    /// its last member, or call this in its destructor.
    void end();
    bool isRunning() const { return running_; }   ///< true while a job is running or waiting
    /// Returns how long the present job has been running; 0 when there is none.
    std::chrono::steady_clock::duration runningFor() const;

signals:
    /// Emitted once a job has run for 300 ms, at most about twenty times per second.
    void progress(double fraction, const QString& words);
    void failed(const QString& sentence);
    void runningChanged();

private:
    using Clock = std::chrono::steady_clock;
    void run();
    void post(quint64 number, std::function<void()> slot);

    // Used by the GUI thread only.
    quint64 newest_ = 0;
    quint64 oldest_ = 0;   // jobs before this one were stopped, and their posts are dropped
    bool running_ = false;

    // Shared, protected by the mutex.
    mutable std::mutex mutex_;
    std::optional<std::pair<quint64, Work>> waiting_;
    bool waitingIsDragged_ = false;
    std::stop_source current_;
    bool mayFinish_ = false;   // the running job was started by a drag and has not given way
    std::optional<Clock::time_point> begun_;

    QThreadPool worker_;   // one thread; last, because it uses all members above
};

}   // namespace stepzero
