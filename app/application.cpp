// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"

#include <QTimer>

#include "app/problem_box.h"
#include "app/worker.h"

namespace stepzero {

bool Application::notify(QObject* receiver, QEvent* event)
{
    try {
        return QApplication::notify(receiver, event);
    } catch (...) {
        const auto sentence = failureOf([] { throw; });
        if (sentence && !std::exchange(telling_, true))   // many events may fail before the user reads the first
                                                          // message
            QTimer::singleShot(0, this, [this, sentence] {
                showProblems(activeWindow(), tr("Operation failed"), {*sentence});
                telling_ = false;
            });
    }
    return false;
}

}   // namespace stepzero
