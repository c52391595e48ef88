// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the program's window, and another one in its place when another language is chosen.
#pragma once

#include <QObject>
#include <memory>

#include "app/end_by_signal.h"
#include "app/main_window.h"

namespace stepzero {

class WindowOwner : public QObject {
public:
    /// In the language that is asked for, or else that of the settings. The window is not shown yet.
    explicit WindowOwner(Settings& settings, const QString& asked = {});

    MainWindow& window() { return *window_; }
    /// Empty: the system's. The window is another one afterwards, and nothing else is.
    void chooseLanguage(const QString& code);

private:
    void follow();

    Settings& settings_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<EndBySignal> end_;
};

}   // namespace stepzero
