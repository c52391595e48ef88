// SPDX-License-Identifier: GPL-3.0-or-later
// Computes theory alone when a preview is slow, so that the screen follows the controls however long a simulation
// takes.
#pragma once

#include <QObject>
#include <QTimer>
#include <atomic>
#include <chrono>
#include <functional>
#include <optional>

#include "app/latest_job.h"
#include "core/study/make_study.h"

namespace stepzero {

class TheoryWorker : public QObject {
    Q_OBJECT

public:
    using Compute = std::function<StudyPtr(const StudyRequest&, StudyCaches&, const Context&)>;

    /// The caches must outlive it.
    TheoryWorker(Compute compute, StudyCaches& caches, QObject* parent = nullptr);

    /// Requests the theory of an experiment. One that does not pass validate() is ignored. The running computation is
    /// finished unless it takes long, because otherwise a drag would never show a result.
    void ask(const StudyRequest& request);
    /// Must be called when a study of this generation exists. Theory of it or of older ones is then no longer needed.
    void answered(std::uint64_t generation);
    /// Stops the running computation and waits for its end.
    void end() { job_.end(); }

signals:
    void computed(const stepzero::StudyPtr& study);

private:
    using Clock = std::chrono::steady_clock;
    void begin();

    Compute compute_;
    StudyCaches& caches_;
    std::optional<StudyRequest> waiting_;
    std::optional<Clock::time_point> unansweredSince_;   // time of the first request without a study
    QTimer due_;
    std::atomic<std::uint64_t> answered_ = 0;
    ThreadPool alone_ {1};   // the simulation has the other threads
    LatestJob job_;   // last, because it uses all members above
};

}   // namespace stepzero
