// SPDX-License-Identifier: GPL-3.0-or-later
// The stop token, progress callback and thread pool that every long computation receives in addition to its arguments.
// None of the three may change a result.
#pragma once

#include <functional>
#include <stop_token>

#include "core/base/run/thread_pool.h"
#include "core/base/words/text.h"

namespace stepzero {

/// Thrown by a computation whose stop token was triggered. Its partial result is discarded.
struct Stopped { };

struct Progress {
    double fraction = 0;   ///< 0 to 1
    Text stage;   ///< current stage: "forward"
};

struct Context {
    std::stop_token stop;
    std::function<void(const Progress&)> report;   ///< may be empty; called from the computing thread only
    ThreadPool* pool = &ThreadPool::shared();

    /// Throws Stopped when a stop was requested. Called at least once per 10 ms of work.
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

    /// Returns a context for a part that begins at `start` and takes the fraction `share` of the whole, both 0 to 1.
    /// This context must outlive it.
    Context part(double start, double share) const
    {
        Context own = *this;
        own.report = [this, start, share](const Progress& p) { progress(start + share * p.fraction, p.stage); };
        return own;
    }

    /// Runs body(i) for i in [0, n) on the pool and checks the stop token before each call. Throws Stopped after the
    /// running bodies have returned. Rethrows the first exception of a body.
    void parallel(int n, const std::function<void(int)>& body) const
    {
        pool->run(n, stop, body);
        check();
    }
};

}   // namespace stepzero
