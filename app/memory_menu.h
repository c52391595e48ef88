// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of how many random numbers are kept when nothing is computed. They make the next study of the same weights
// quicker, and are most of the memory that the window holds.
#pragma once

class QMenu;

namespace stepzero {

class Settings;
class StudyRunner;

/// Fills a menu, and sets the runner to what was chosen last.
void fillMemoryMenu(QMenu* menu, Settings& settings, StudyRunner& runner);

}   // namespace stepzero
