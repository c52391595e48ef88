// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a window can be opened, asked before Qt is: Qt's own answer to a missing display is to abort.
#pragma once

#include <optional>

#include "core/base/words/text.h"

namespace stepzero {

/// Puts the platform that an argument `-platform NAME` asks for into QT_QPA_PLATFORM, as Qt does later.
void take_platform(int argc, const char* const* argv);

/// Why no window can be opened, as a sentence; nothing when one can. Reads DISPLAY, WAYLAND_DISPLAY and
/// QT_QPA_PLATFORM, looks for Qt's plugin of the platform, and connects to the display for a moment. Sets
/// QT_QPA_PLATFORM where Qt alone would choose a display that does not answer. Precondition: no QGuiApplication yet.
std::optional<Text> missing_display();

}   // namespace stepzero
