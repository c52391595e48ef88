// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QString>

namespace stepzero {

/// Returns the theme of figures for a palette. A window in the background colour of the high-contrast theme selects
/// that theme; otherwise the lightness of the window decides.
QString themeFor(const QPalette& palette);

}   // namespace stepzero
