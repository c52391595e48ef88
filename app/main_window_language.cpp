// SPDX-License-Identifier: GPL-3.0-or-later
// A change of language creates another window with the same desk, in the same place.
#include <QActionGroup>
#include <QDialog>
#include <QMenu>

#include "app/board.h"
#include "app/checkpoint_window.h"
#include "app/gain_window.h"
#include "app/grid_window.h"
#include "app/lesson_bar.h"
#include "app/main_window.h"
#include "app/manual_window.h"
#include "app/side_panel.h"
#include "app/sizes_window.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/language/language.h"

namespace stepzero {

void MainWindow::addLanguages(QMenu* menu)
{
    auto* choices = new QActionGroup(this);
    const QString chosen = settings_.value("look/language").toString();
    const auto add = [&](const QString& code, const QString& text) {
        // Emitted after the menu's own event, because this window will be deleted.
        QAction* choice = menu->addAction(text, this, [this, code] { emit languageChosen(code); });
        choice->setCheckable(true);
        choice->setChecked(code == chosen);
        choice->setObjectName("language-" + (code.isEmpty() ? QStringLiteral("system") : code));
        choices->addAction(choice);
    };
    add({}, tr("Follow s&ystem"));
    for (const Language& language : languages())
        add(language.code, language.name);
}

MainWindow::MainWindow(Settings& settings, MainWindow& before) : MainWindow(settings, nullptr, std::move(before.desk_))
{
    takePlace(before);
}

void MainWindow::takePlace(MainWindow& before)
{
    // A lesson continues at its step, with the edited experiment of that step.
    const std::optional<Lesson> lesson
        = before.lesson_->isRunning() ? std::optional(before.lesson_->lesson()) : std::nullopt;
    const int step = before.lesson_->step();
    if (lesson)
        before.lesson_->end();   // so that the layout from before the lesson is saved
    before.storeSettings();
    // Other signals stay connected: Qt uses them for accessibility, to forget an object that is destroyed.
    QObject::disconnect(&before, &MainWindow::languageChosen, nullptr, nullptr);
    for (QObject* part : {static_cast<QObject*>(&document_), static_cast<QObject*>(&runner_),
             static_cast<QObject*>(&pins_), static_cast<QObject*>(document_.undoStack())})
        QObject::disconnect(part, nullptr, &before, nullptr);

    focus_ = before.focus_;
    swapped_ = before.swapped_;
    knownPins_ = before.knownPins_;
    // The present study is shown at once. It is requested again, so that its remarks appear in the new language.
    const StudyPtr study = before.study_;
    experimentChanged(false);
    panel_->setMatrix(QString::fromStdString(focus_.matrix));
    if (study)
        showStudy(study);

    setWindowState(before.windowState());
    restoreGeometry(before.saveGeometry());
    if (before.isVisible())
        show();
    restoreLayout();
    showPins();
    side_->pinsAction()->setChecked(before.side_->pinsAction()->isChecked());
    if (before.studyWindow_)
        studyWindow(before.studyWindow_);
    if (before.checkpointWindow_)
        checkpointWindow(before.checkpointWindow_);
    if (auto* gains = before.findChild<GainWindow*>())
        gainWindow(gains);
    if (auto* sizes = before.findChild<SizesWindow*>())
        sizesWindow(sizes);
    // Other dialogs move to this window, and keep their content in the old language.
    for (QDialog* dialog : before.findChildren<QDialog*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (qobject_cast<GainWindow*>(dialog) || qobject_cast<SizesWindow*>(dialog)) {
            dialog->hide();
            continue;
        }
        const bool shown = dialog->isVisible();
        dialog->setParent(this, dialog->windowFlags());
        dialog->setVisible(shown);
    }
    if (const ManualWindow* manual = before.manual(); manual && manual->isVisible())
        showManual(manual->page()->place());
    updateTitle();
    if (lesson) {
        const Experiment present = document_.experiment();
        lesson_->start(*lesson, step);
        document_.edit(present, {tr("Language"), {}, false});
    }
}

}   // namespace stepzero
