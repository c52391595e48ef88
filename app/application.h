// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

namespace stepzero {

/// An application that survives exceptions in event handlers, such as a lack of memory. It reports them and continues,
/// while Qt itself would end the program.
class Application : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;

private:
    bool telling_ = false;
};

}   // namespace stepzero
