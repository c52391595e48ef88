// SPDX-License-Identifier: GPL-3.0-or-later
// A report of what a window shows, as a file.
#pragma once

#include <QString>

#include "core/study/exhibit.h"

class QMainWindow;

namespace stepzero {

class Settings;

/// Asks where to, and writes. `name`: proposed, without an ending.
void askForReport(QMainWindow* window, Settings& settings, const ExhibitPtr& exhibit, const QString& name);

/// Writes a report to .html or .pdf: works out beside the window what the fixes change, draws, shows how far it is, and
/// can be cancelled. False when it was, or when it could not be written, which has been told.
bool makeReport(QMainWindow* window, const ExhibitPtr& exhibit, const QString& path);

}   // namespace stepzero
