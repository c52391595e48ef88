// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

namespace stepzero {

/// Prepares the application for its first window: name, fonts, style.
void prepareApplication();

/// Reports exceptions in event handlers, such as a lack of memory, in a message box. Qt itself would end the program.
class Application : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;

private:
    bool telling_ = false;
};

}   // namespace stepzero
