// SPDX-License-Identifier: GPL-3.0-or-later
// One function a kind of figure of one network, for the registry (widgets/figures/figures.h).
#pragma once

class QWidget;

namespace stepzero {

class Figure;

Figure* createSignal(QWidget* parent);
Figure* createActivations(QWidget* parent);
Figure* createWeights(QWidget* parent);
Figure* createSpectrum(QWidget* parent);
Figure* createFractions(QWidget* parent);
Figure* createPhase(QWidget* parent);
Figure* createMaps(QWidget* parent);
Figure* createCorrelation(QWidget* parent);
Figure* createBoxes(QWidget* parent);
Figure* createSummary(QWidget* parent);
Figure* createFormula(QWidget* parent);
Figure* createFindings(QWidget* parent);
Figure* createFloats(QWidget* parent);
Figure* createRounding(QWidget* parent);

// Of networks made of blocks:
Figure* createCompare(QWidget* parent);
Figure* createGradients(QWidget* parent);
Figure* createAttention(QWidget* parent);
Figure* createAttentionMap(QWidget* parent);
Figure* createLogits(QWidget* parent);
Figure* createExperts(QWidget* parent);
Figure* createMemory(QWidget* parent);
Figure* createGates(QWidget* parent);
Figure* createTraining(QWidget* parent);

}   // namespace stepzero
