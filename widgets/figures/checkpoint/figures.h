// SPDX-License-Identifier: GPL-3.0-or-later
// One function a kind of figure of a checkpoint, for the registry (widgets/figures/figures.h).
#pragma once

class QWidget;

namespace stepzero {

class Figure;

Figure* createAuditMap(QWidget* parent);
Figure* createAuditEntries(QWidget* parent);
Figure* createAuditSpectrum(QWidget* parent);
Figure* createAuditTable(QWidget* parent);
Figure* createAuditFindings(QWidget* parent);
Figure* createAuditLengths(QWidget* parent);

}   // namespace stepzero
