// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/interrupt.h"

#include <cerrno>
#include <pthread.h>
#include <system_error>
#include <unistd.h>

namespace stepzero {

namespace {
std::atomic<int> last_signal = 0;
}

SignalHold::SignalHold()
{
    sigemptyset(&signals_);
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&signals_, number);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
}

SignalHold::~SignalHold() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

Interrupt::Interrupt(std::optional<std::chrono::milliseconds> patience) : hold_(std::in_place), patience_(patience)
{
    try {
        thread_ = std::thread([this] { wait(); });
    } catch (const std::system_error&) {   // no thread is available: signals keep their default effect
        hold_.reset();
    }
}

Interrupt::~Interrupt()
{
    if (!thread_.joinable())
        return;
    ended_ = true;
    pthread_kill(thread_.native_handle(), SIGHUP);   // only wakes the thread, which receives it by sigwait
    thread_.join();
}

int Interrupt::signal() { return last_signal; }

/// Returns the next signal. With `hurry` and a patience, it returns the last one again after that time.
int Interrupt::next(bool hurry) const
{
    using namespace std::chrono;
    int number = 0;
    if (!hurry || !patience_) {
        sigwait(&hold_->held(), &number);
        return number;
    }
    const timespec most {duration_cast<seconds>(*patience_).count(), (*patience_ % 1s) / 1ns};
    do {
        number = sigtimedwait(&hold_->held(), nullptr, &most);
    } while (number < 0 && errno == EINTR);
    return number < 0 ? last_signal.load() : number;
}

void Interrupt::wait()
{
    // Almost nothing is allowed in a signal handler, but a thread that waits for signals may do anything.
    for (;;) {
        const int number = next(last_signal != 0);
        if (ended_)
            return;
        if (last_signal != 0)
            _exit(128 + number);
        last_signal = number;
        source_.request_stop();
    }
}

}   // namespace stepzero
