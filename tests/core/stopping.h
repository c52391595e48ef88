// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how soon a long computation reacts to a stop request.
#pragma once

#include <chrono>
#include <limits>
#include <optional>
#include <stop_token>
#include <thread>

#include "core/base/run/context.h"

namespace stepzero {

/// Returns the seconds from a request, made `milliseconds` after the beginning, until the body throws Stopped. Infinity
/// when it does not throw; absent when it ended before the request.
template <class Body>
std::optional<double> seconds_to_stop(int milliseconds, const Body& body)
{
    std::stop_source source;
    Context context;
    context.stop = source.get_token();
    std::chrono::steady_clock::time_point asked;
    std::jthread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
        asked = std::chrono::steady_clock::now();
        source.request_stop();
    });
    bool stopped = false;
    try {
        body(context);
    } catch (const Stopped&) {
        stopped = true;
    }
    const auto ended = std::chrono::steady_clock::now();
    other.join();
    if (!stopped)
        return ended < asked ? std::nullopt : std::optional(std::numeric_limits<double>::infinity());
    return std::chrono::duration<double>(ended - asked).count();
}

}   // namespace stepzero
