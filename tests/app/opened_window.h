// SPDX-License-Identifier: GPL-3.0-or-later
// The program's window, open for a test.
#pragma once

#include <QTemporaryDir>
#include <QTest>

#include "app/main_window.h"

namespace stepzero {

struct OpenedWindow {
    /// With settings in a folder of its own, or in one that lives longer.
    explicit OpenedWindow(const QString& keptFolder = {})
        : settings(keptFolder.isEmpty() ? folder.path() : keptFolder), window(settings)
    {
        window.start();
        window.showNormal();   // a small screen is filled at the first start
        window.resize(1280, 800);
        window.activateWindow();
        good = QTest::qWaitForWindowExposed(&window);
    }
    /// The full study of what the document holds is there, and nothing is computed.
    bool settled()
    {
        return window.study() && window.study()->stage == Stage::full
            && window.study()->experiment == window.document().experiment()
            && window.runner().state() == StudyRunner::State::idle;
    }
    void trigger(const char* action) { window.findChild<QAction*>(QLatin1String(action))->trigger(); }

    QTemporaryDir folder;
    Settings settings;
    MainWindow window;
    bool good = false;
};

}   // namespace stepzero
