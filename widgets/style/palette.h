// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QString>

namespace stepzero {

/// The figures' theme that goes with a palette: by its window, whose black is that of high contrast, or by the
/// lightness of that.
QString themeFor(const QPalette& palette);

}   // namespace stepzero
