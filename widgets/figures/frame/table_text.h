// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/figures/frame/figure.h"

namespace stepzero {

/// A table as comma-separated values, as RFC 4180 has them.
QString csvText(const FigureTable& table);

}   // namespace stepzero
