// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a report about the content of a window to a file.
#pragma once

#include <QString>

#include "core/study/exhibit.h"

class QMainWindow;

namespace stepzero {

class Settings;

/// Asks for a file and writes the report. `name` is the proposal, without an extension.
void askForReport(QMainWindow* window, Settings& settings, const ExhibitPtr& exhibit, const QString& name);

/// Writes a report to .html or .pdf: computes in another thread what the fixes change, draws it, shows progress, and
/// can be cancelled. Returns false when it was cancelled, or could not be written, which has been reported.
bool makeReport(QMainWindow* window, const ExhibitPtr& exhibit, const QString& path);

}   // namespace stepzero
