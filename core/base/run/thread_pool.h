// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that wait for numbered tasks. Which thread takes which task is left open; results must not
// depend on it, so a task writes only to places of its own and sums are joined in task order afterwards.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace stepzero {

class ThreadPool {
public:
    /// A pool on which `threads` tasks run at once, the caller's thread among them. At least 1.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    /// The pool of the process, as wide as the machine.
    static ThreadPool& shared();

    int threads() const { return int(workers_.size()) + 1; }

    /// Runs body(0) … body(n − 1) and returns when all have ended. Tasks that have not begun when `stop` is
    /// triggered are left out. The first exception of a body is thrown again here. A call from inside a
    /// task, or while another thread uses the pool, runs in the calling thread alone.
    void run(int n, const std::stop_token& stop, const std::function<void(int)>& body);

private:
    struct Job {
        const std::function<void(int)>* body = nullptr;
        const std::stop_token* stop = nullptr;
        int size = 0;
        std::atomic<int> next {0};
        std::exception_ptr failure;
        std::mutex failure_mutex;
        void work();
    };

    void serve();

    std::vector<std::thread> workers_;
    std::mutex mutex_;
    std::condition_variable wake_, idle_;
    Job* job_ = nullptr;
    std::atomic<unsigned long> generation_ {0};   // of jobs; written under mutex_
    std::atomic<int> busy_ {0};   // workers inside a job; written under mutex_
    bool quit_ = false;
    std::mutex user_;   // held by the thread that runs a job
};

}   // namespace stepzero
