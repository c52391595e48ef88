// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace stepzero {

/// Of the Qt that is loaded and the QCustomPlot that was compiled with: "Qt 6.4.2, QCustomPlot 2.1.1".
std::string widgetVersions();

}   // namespace stepzero
