// SPDX-License-Identifier: GPL-3.0-or-later
// The menu that limits the cache of random numbers while nothing is computed. Cached numbers make the next study of the
// same weights faster, but take most of the memory of the window.
#pragma once

class QMenu;

namespace stepzero {

class Settings;
class StudyRunner;

/// Fills a menu, and applies the saved choice to the runner.
void fillMemoryMenu(QMenu* menu, Settings& settings, StudyRunner& runner);

}   // namespace stepzero
