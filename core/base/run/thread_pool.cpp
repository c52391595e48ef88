// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/run/thread_pool.h"

#include <algorithm>
#include <chrono>

namespace stepzero {

namespace {

thread_local bool inside_task = false;

/// Waits for an instant without yielding the processor. A thread that yields while others want the processor may get it
/// back only milliseconds later.
void pause()
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/// Checks the condition for a while before going to sleep. A sweep over one layer takes about ten microseconds, as long
/// as waking a thread, and the next sweep follows at once.
template <class Condition>
void spin_until(const Condition& condition)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(40);
    while (!condition() && std::chrono::steady_clock::now() < end)
        pause();
}

}   // namespace

void ThreadPool::Job::work()
{
    inside_task = true;
    for (int i = next.fetch_add(1); i < size; i = next.fetch_add(1)) {
        if (stop->stop_requested())
            break;
        try {
            (*body)(i);
        } catch (...) {
            const std::lock_guard lock(failure_mutex);
            if (!failure)
                failure = std::current_exception();
            next.store(size);
        }
    }
    inside_task = false;
}

ThreadPool::ThreadPool(int threads)
{
    workers_.reserve(std::size_t(std::max(0, threads - 1)));
    try {
        while (int(workers_.size()) < threads - 1)
            workers_.emplace_back([this] { serve(); });
    } catch (const std::exception&) {
        // Uses the threads that could be started; results do not depend on their number.
    }
}

ThreadPool::~ThreadPool()
{
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
    }
    wake_.notify_all();
    for (std::thread& worker : workers_)
        worker.join();
}

ThreadPool& ThreadPool::shared()
{
    static ThreadPool pool(std::max(1, int(std::thread::hardware_concurrency())));
    return pool;
}

void ThreadPool::run(int n, const std::stop_token& stop, const std::function<void(int)>& body)
{
    if (n <= 0)
        return;
    std::unique_lock user(user_, std::defer_lock);
    if (inside_task || n == 1 || workers_.empty() || !user.try_lock()) {
        for (int i = 0; i < n && !stop.stop_requested(); ++i)
            body(i);
        return;
    }
    Job job;
    job.body = &body;
    job.stop = &stop;
    job.size = n;
    {
        const std::lock_guard lock(mutex_);
        job_ = &job;
        ++generation_;
    }
    wake_.notify_all();
    job.work();
    spin_until([this] { return busy_ == 0; });
    {
        std::unique_lock lock(mutex_);
        job_ = nullptr;
        idle_.wait(lock, [this] { return busy_ == 0; });
    }
    if (job.failure)
        std::rethrow_exception(job.failure);
}

void ThreadPool::serve()
{
    unsigned long seen = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
        lock.unlock();
        spin_until([&] { return generation_ != seen; });
        lock.lock();
        wake_.wait(lock, [&] { return quit_ || (job_ && generation_ != seen); });
        if (quit_)
            return;
        seen = generation_;
        Job* job = job_;
        ++busy_;
        lock.unlock();
        job->work();
        lock.lock();
        if (--busy_ == 0)
            idle_.notify_all();
    }
}

}   // namespace stepzero
