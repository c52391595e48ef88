// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that wait for numbered tasks. Which thread runs which task is unspecified, and results must not depend on it.
// A task therefore writes only to its own storage, and sums are joined in task order afterwards.
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
    /// Makes a pool that runs `threads` tasks at once, at least 1. The caller's thread is one of them.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    /// Returns the pool of the process, with one thread per processor of the machine.
    static ThreadPool& shared();

    int threads() const { return int(workers_.size()) + 1; }

    /// Runs body(0) … body(n − 1) and returns when all have ended. Tasks that have not begun when `stop` is triggered
    /// are skipped. Rethrows the first exception of a body. A call from inside a task, or while another thread uses the
    /// pool, runs in the calling thread alone.
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
    std::atomic<unsigned long> generation_ {0};   // number of jobs so far; written under mutex_
    std::atomic<int> busy_ {0};   // workers inside a job; written under mutex_
    bool quit_ = false;
    std::mutex user_;   // held by the thread that runs a job
};

}   // namespace stepzero
