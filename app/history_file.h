// SPDX-License-Identifier: GPL-3.0-or-later
// The file in which a window keeps its history. May be used on any thread.
#pragma once

#include <string>
#include <string_view>

#include "app/history.h"

namespace stepzero {

/// The oldest entries that would make the file larger than this are left out.
inline constexpr std::size_t mostHistoryBytes = 400'000;

std::string formatHistory(const HistoryEntries& entries);
/// Leaves out entries that cannot be read; nothing is left of a text that is not a history.
HistoryEntries parseHistory(std::string_view text);

/// Throws FileError.
void writeHistory(const QString& file, const HistoryEntries& entries);
/// Returns nothing when the file does not exist or is damaged, which the user can do nothing about.
HistoryEntries readHistory(const QString& file);

}   // namespace stepzero
