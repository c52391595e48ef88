// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the main window: what its controllers can do, in the order of the menu bar.
#pragma once

#include <QString>
#include <functional>

namespace stepzero {

class BoardWindow;
class ChildWindows;
class FileController;
class HelpController;
class LessonController;
class PlayController;
class SessionController;
class Workspace;
struct MainPanels;

/// What the menus call.
struct MenuTargets {
    BoardWindow& window;
    Workspace& workspace;
    MainPanels& panels;
    ChildWindows& windows;
    FileController& files;
    SessionController& session;
    PlayController& play;
    LessonController& lessons;
    HelpController& help;
    std::function<void(const QString&)> setAppearance, chooseLanguage;   ///< by name and code
};

void addMainMenus(const MenuTargets& to);

}   // namespace stepzero
