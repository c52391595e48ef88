// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/interrupt.h"

#include <pthread.h>
#include <system_error>
#include <unistd.h>

namespace stepzero {

namespace {
std::atomic<int> last_signal = 0;
}

Interrupt::Interrupt()
{
    sigemptyset(&signals_);
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&signals_, number);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
    try {
        thread_ = std::thread([this] { wait(); });
    } catch (const std::system_error&) {   // no thread can be had: a signal ends the program, as it ends any
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
}

Interrupt::~Interrupt()
{
    if (!thread_.joinable())
        return;
    ended_ = true;
    pthread_kill(thread_.native_handle(), SIGHUP);   // only wakes the thread: it takes it by sigwait
    thread_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

int Interrupt::signal() { return last_signal; }

void Interrupt::wait()
{
    // A handler might do next to nothing; a thread that waits for the signals may do anything.
    for (;;) {
        int number = 0;
        sigwait(&signals_, &number);
        if (ended_)
            return;
        if (last_signal != 0)
            _exit(128 + number);
        last_signal = number;
        source_.request_stop();
    }
}

}   // namespace stepzero
