// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/versions.h"

#include <qcustomplot.h>

namespace stepzero {

std::string widgetVersions() { return std::string("Qt ") + qVersion() + ", QCustomPlot " QCUSTOMPLOT_VERSION_STR; }

}   // namespace stepzero
