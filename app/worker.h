// SPDX-License-Identifier: GPL-3.0-or-later
// What every worker does beside the window: it gives way to it, and no exception leaves it, or the program would end.
// Each becomes a sentence.
#pragma once

#include <QString>
#include <chrono>
#include <functional>
#include <optional>

namespace stepzero {

/// Work that takes no longer shows no progress, and what does shows it so often.
inline constexpr auto quietTime = std::chrono::milliseconds(300), progressInterval = std::chrono::milliseconds(50);

/// Lets the window's thread go before the calling one, and before those that it starts from here on, where there are
/// fewer cores than threads. Called before the first use of the shared pool: its threads inherit it.
void giveWayToTheWindow();

/// Does `work`. What went wrong in it, as a sentence that is never empty; nothing if it was done, or stopped (Stopped).
[[nodiscard]] std::optional<QString> failureOf(const std::function<void()>& work);

/// With a capital, and a full stop where nothing ends it.
QString asSentence(const QString& words);

}   // namespace stepzero
