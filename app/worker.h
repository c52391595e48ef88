// SPDX-License-Identifier: GPL-3.0-or-later
// Common code of all workers that run next to the window. They yield to it, and turn every exception into a sentence,
// since an uncaught one would end the program.
#pragma once

#include <QString>
#include <chrono>
#include <functional>
#include <optional>

namespace stepzero {

/// Work shorter than quietTime shows no progress; longer work shows it at this interval.
inline constexpr auto quietTime = std::chrono::milliseconds(300), progressInterval = std::chrono::milliseconds(50);

/// Lowers the priority of the calling thread and of threads that it starts from now on. When there are fewer cores than
/// threads, the window's thread runs first. Must be called before the first use of the shared pool, whose threads
/// inherit it.
void giveWayToTheWindow();

/// Runs `work`. Returns a sentence about its failure, never empty; nothing if it succeeded or was stopped (Stopped).
[[nodiscard]] std::optional<QString> failureOf(const std::function<void()>& work);

/// Returns the text with a capital letter, and with a full stop if it has no final punctuation.
QString asSentence(const QString& words);

}   // namespace stepzero
