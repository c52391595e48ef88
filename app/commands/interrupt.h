// SPDX-License-Identifier: GPL-3.0-or-later
// Turns Ctrl-C into a stop token.
#pragma once

#include <atomic>
#include <chrono>
#include <csignal>
#include <optional>
#include <stop_token>
#include <thread>

namespace stepzero {

/// While an object of this class lives, SIGINT, SIGTERM and SIGHUP are pending until its end.
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

/// While an object of this class lives, SIGINT, SIGTERM and SIGHUP request a stop instead of ending the process. A
/// second signal ends it at once. Must be created before any other thread, so that all threads leave these signals to
/// it. Only one may exist at a time.
class Interrupt {
public:
    /// With a patience, the first signal also ends the process if it is still running after this time. It is meant for
    /// commands that draw: nothing stops them within a picture, and they keep no partial work.
    explicit Interrupt(std::optional<std::chrono::milliseconds> patience = {});
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return source_.get_token(); }

    /// Returns the signal that requested a stop, 0 when none did. Valid after the end of the object.
    static int signal();

    /// Patience of commands that draw.
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
