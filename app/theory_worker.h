// SPDX-License-Identifier: GPL-3.0-or-later
// Works out theory alone where a preview lets wait, so that the screen follows the dials whatever a simulation takes.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "core/study/make_study.h"

namespace stepzero {

class TheoryWorker {
public:
    using Compute = std::function<StudyPtr(const StudyRequest&, StudyCaches&, const Context&)>;

    /// `done` is called on the worker's thread. The caches must outlive it.
    TheoryWorker(Compute compute, StudyCaches& caches, std::function<void(const StudyPtr&)> done);
    ~TheoryWorker();
    /// Nothing more is computed; does not wait for what is under way.
    void stop();

    /// Asks for the theory of an experiment; of one that does not pass validate() there is none. Latest wins. What is
    /// under way is finished, or a drag would never see it, but for what takes long.
    void ask(const StudyRequest& request);
    /// A study of this generation is there: theory alone, of it or of an older one, is of no use any more.
    void answered(std::uint64_t generation);

private:
    using Clock = std::chrono::steady_clock;
    void work(const std::stop_token& quit);

    Compute compute_;
    StudyCaches& caches_;
    std::function<void(const StudyPtr&)> done_;

    // Under the mutex.
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::optional<StudyRequest> waiting_;
    std::optional<Clock::time_point> unansweredSince_;   // the first request that waits for a study
    std::stop_source current_;
    std::optional<Clock::time_point> begun_;   // that which is under way

    std::jthread thread_;   // last: it uses all the above
};

}   // namespace stepzero
