// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C as a stop token.
#pragma once

#include <atomic>
#include <chrono>
#include <csignal>
#include <optional>
#include <stop_token>
#include <thread>

namespace stepzero {

/// While one lives, SIGINT, SIGTERM and SIGHUP wait until its end.
class SignalHold {
public:
    SignalHold();
    ~SignalHold();
    SignalHold(const SignalHold&) = delete;
    SignalHold& operator=(const SignalHold&) = delete;

    const sigset_t& held() const { return signals_; }

private:
    sigset_t signals_, before_;
};

/// While one lives, SIGINT, SIGTERM and SIGHUP request a stop instead of ending the process; a second one ends
/// it at once. To be made before any other thread, so that all threads leave these signals to it. One at a time.
class Interrupt {
public:
    /// With a patience, the first signal ends the process too when it is still there after so long: for commands that
    /// draw, which nothing stops within a picture, and that keep nothing of what was begun.
    explicit Interrupt(std::optional<std::chrono::milliseconds> patience = {});
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return source_.get_token(); }

    /// The signal that requested a stop, 0 when none did. Kept after the end of the object.
    static int signal();

    /// Of those commands.
    static constexpr std::chrono::milliseconds of_drawing {5000};

private:
    void wait();
    int next(bool hurry) const;

    std::optional<SignalHold> hold_;
    std::optional<std::chrono::milliseconds> patience_;
    std::stop_source source_;
    std::atomic<bool> ended_ = false;
    std::thread thread_;
};

}   // namespace stepzero
