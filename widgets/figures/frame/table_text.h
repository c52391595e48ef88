// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/figures/frame/figure.h"

namespace stepzero {

/// Returns a table as comma-separated values (RFC 4180).
QString csvText(const FigureTable& table);

}   // namespace stepzero
