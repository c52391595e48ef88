// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and table of the phase diagram: the state of a network, and the numbers of a cell of its map.
#pragma once

#include <QPointF>
#include <QString>

#include "core/study/study.h"
#include "widgets/figures/frame/figure.h"

namespace stepzero {

/// Returns the table of a study; for null, its header.
FigureTable phaseTable(const Study* study);

/// Returns "σ_w² 2 · σ_b² 0.05".
QString variancesText(Variances v);
/// Returns χ₁, the phase, and what happens to lengths and angles, in the syntax of mathLine().
QString phaseStateText(const TheoryView& theory);
/// Returns the variances with the state, as plain text.
QString phaseWhereText(const TheoryView& theory);
/// Returns the variances in the syntax of mathLine(), with a remark if they are those of an override.
QString phaseHereText(const Study& study, const TheoryView& theory);
/// Returns variances within the map with the numbers of their cell.
QString phaseCellText(const PhaseMap& map, const QPointF& variances);

}   // namespace stepzero
