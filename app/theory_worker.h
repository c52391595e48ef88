// SPDX-License-Identifier: GPL-3.0-or-later
// Computes theory alone when a preview lets wait, so that the screen follows the dials whatever a simulation takes.
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

    /// Asks for the theory of an experiment; there is none of one that does not pass validate(). What is under way is
    /// finished, or a drag would never see it, unless it takes long.
    void ask(const StudyRequest& request);
    /// A study of this generation is there: theory alone, of it or of an older one, is of no use any more.
    void answered(std::uint64_t generation);
    /// Stops what is under way and waits for it.
    void end() { job_.end(); }

signals:
    void computed(const stepzero::StudyPtr& study);

private:
    using Clock = std::chrono::steady_clock;
    void begin();

    Compute compute_;
    StudyCaches& caches_;
    std::optional<StudyRequest> waiting_;
    std::optional<Clock::time_point> unansweredSince_;   // the first request that waits for a study
    QTimer due_;
    std::atomic<std::uint64_t> answered_ = 0;
    ThreadPool alone_ {1};   // the simulation has the other threads
    LatestJob job_;   // last: it uses all the above
};

}   // namespace stepzero
