// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QString>

namespace stepzero {

/// The figures' theme that goes with a palette: by the lightness of its window.
QString themeFor(const QPalette& palette);

}   // namespace stepzero
