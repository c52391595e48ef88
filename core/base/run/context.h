// SPDX-License-Identifier: GPL-3.0-or-later
// What every long computation is given beside its arguments: a way to be stopped, a place to report to,
// and threads to run on. None of the three may change a result.
#pragma once

#include <functional>
#include <stop_token>

#include "core/base/run/thread_pool.h"
#include "core/base/words/text.h"

namespace stepzero {

/// Thrown out of a computation whose stop token was triggered. Nothing of its result is kept.
struct Stopped { };

/// How far a computation is.
struct Progress {
    double fraction = 0;   ///< 0 to 1
    Text stage;   ///< what is under way: "forward"
};

struct Context {
    std::stop_token stop;
    std::function<void(const Progress&)> report;   ///< may be empty; called from the computing thread only
    ThreadPool* pool = &ThreadPool::shared();

    /// Throws Stopped when a stop was requested. Called at least every 10 ms of work.
    void check() const
    {
        if (stop.stop_requested())
            throw Stopped {};
    }

    void progress(double fraction, const Text& stage) const
    {
        if (report)
            report({fraction, stage});
    }

    /// For a part that begins at `start` and takes `share` of the whole, both 0 to 1. This must outlive it.
    Context part(double start, double share) const
    {
        Context own = *this;
        own.report = [this, start, share](const Progress& p) { progress(start + share * p.fraction, p.stage); };
        return own;
    }

    /// Runs body(i) for i in [0, n) on the pool; checks the stop token before each.
    /// Throws Stopped after the running bodies have returned. Exceptions of a body come out too (the first).
    void parallel(int n, const std::function<void(int)>& body) const
    {
        pool->run(n, stop, body);
        check();
    }
};

}   // namespace stepzero
