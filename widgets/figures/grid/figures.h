// SPDX-License-Identifier: GPL-3.0-or-later
// One function a kind of figure of many experiments, for the registry (widgets/figures/figures.h).
#pragma once

class QWidget;

namespace stepzero {

class Figure;

Figure* createCellTable(QWidget* parent);
Figure* createCellWeights(QWidget* parent);
Figure* createCellLayers(QWidget* parent);
Figure* createCellCurves(QWidget* parent);
Figure* createCellSweep(QWidget* parent);
Figure* createCellBars(QWidget* parent);
Figure* createCellBoxes(QWidget* parent);

}   // namespace stepzero
