// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

namespace stepzero {

/// What fails in the answer to an event, as memory does, is said, and the program goes on: Qt itself would end it.
/// Prepares the application for its first window: name, fonts, style.
void prepareApplication();

class Application : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;

private:
    bool telling_ = false;
};

}   // namespace stepzero
