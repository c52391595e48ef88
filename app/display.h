// SPDX-License-Identifier: GPL-3.0-or-later
// Tests whether a window can be opened before Qt starts, because Qt aborts when a display is missing.
#pragma once

#include <optional>

#include "core/base/words/text.h"

namespace stepzero {

/// Copies the platform of an argument `-platform NAME` to QT_QPA_PLATFORM, as Qt does later.
void take_platform(int argc, const char* const* argv);

/// Returns the reason why no window can be opened, as a sentence; nothing when one can. Reads DISPLAY, WAYLAND_DISPLAY
/// and QT_QPA_PLATFORM, looks for Qt's plugin of the platform, and connects to the display for a moment. Sets
/// QT_QPA_PLATFORM when Qt alone would choose a display that does not answer. Precondition: there is no QGuiApplication
/// yet.
std::optional<Text> missing_display();

}   // namespace stepzero
