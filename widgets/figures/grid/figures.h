// SPDX-License-Identifier: GPL-3.0-or-later
// One function a kind of figure of many experiments, for the registry (widgets/figures/figures.h).
#pragma once

class QWidget;

namespace stepzero {

class Figure;

Figure* createStudyTable(QWidget* parent);
Figure* createStudyWeights(QWidget* parent);
Figure* createStudyLayers(QWidget* parent);
Figure* createStudyCurves(QWidget* parent);
Figure* createStudySweep(QWidget* parent);
Figure* createStudyBars(QWidget* parent);
Figure* createStudyBoxes(QWidget* parent);

}   // namespace stepzero
