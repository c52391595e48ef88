// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace stepzero {

/// Returns the versions of the loaded Qt and of the compiled QCustomPlot: "Qt 6.4.2, QCustomPlot 2.1.1".
std::string widgetVersions();

}   // namespace stepzero
