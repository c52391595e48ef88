// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the menus of the main window from the actions of its controllers, in the order of the menu bar.
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

/// The objects that the menus act on.
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
    std::function<void(const QString&)> setAppearance, chooseLanguage;   ///< receive a name and a code
};

void addMainMenus(const MenuTargets& to);

}   // namespace stepzero
