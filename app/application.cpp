// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"

#include <QIcon>
#include <QTimer>

#include "app/appearance.h"
#include "app/problem_box.h"
#include "app/worker.h"
#include "core/version.h"
#include "widgets/figures/frame/spoken_figure.h"
#include "widgets/style/style.h"

static void initIconResource() { Q_INIT_RESOURCE(icons); }

namespace stepzero {

void prepareApplication()
{
    initIconResource();
    QApplication::setApplicationName("stepzero");
    QApplication::setApplicationDisplayName("Stepzero");
    QApplication::setApplicationVersion(QString::fromLatin1(version));
    QApplication::setDesktopFileName("org.stepzero.Stepzero");
    QApplication::setWindowIcon(QIcon(":/icons/stepzero.svg"));
    installFonts();
    installFigureAccess();
    QFont font = QApplication::font();
    font.setFamily(Style().font().family());
    QApplication::setFont(font);
    applyScale(1);
}

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
