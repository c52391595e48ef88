// SPDX-License-Identifier: GPL-3.0-or-later
// The main window, opened for a test.
#pragma once

#include <QTemporaryDir>
#include <QTest>

#include "app/main_window.h"
#include "core/train/default_training.h"
#include "tests/networks.h"

namespace stepzero {

/// Returns a small network of a kind, which is computed at once.
inline Experiment smallNetwork(const std::string& kind = "dense") { return networks::of_kind(kind, 4, 32, {}, 8); }

/// Returns such a network with training.
inline Experiment trainedNetwork(int steps)
{
    Experiment e = smallNetwork();
    e.train = default_training(e.network);
    e.train->steps = steps;
    return e;
}

struct OpenedWindow {
    /// Keeps settings in a temporary folder, or in one that outlives the window.
    explicit OpenedWindow(const QString& keptFolder = {})
        : settings(keptFolder.isEmpty() ? folder.path() : keptFolder), window(settings)
    {
        window.start();
        window.showNormal();   // on a small screen, the first start maximizes the window
        window.resize(1280, 800);
        window.activateWindow();
        good = QTest::qWaitForWindowExposed(&window);
    }
    /// Returns whether the complete study of the document is present, and nothing is being computed.
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
