// SPDX-License-Identifier: GPL-3.0-or-later
// Owns the program's window, and replaces it when another language is chosen.
#pragma once

#include <QObject>
#include <memory>

#include "app/end_by_signal.h"
#include "app/main_window.h"

namespace stepzero {

class WindowOwner : public QObject {
public:
    /// Creates the window in the requested language, or else that of the settings. It is not shown yet.
    explicit WindowOwner(Settings& settings, const QString& asked = {});

    MainWindow& window() { return *window_; }
    /// Switches to a language; empty: the system's. The window is another object afterwards, and nothing else changes.
    void chooseLanguage(const QString& code);

private:
    void follow();

    Settings& settings_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<EndBySignal> end_;
};

}   // namespace stepzero
