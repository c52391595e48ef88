// SPDX-License-Identifier: GPL-3.0-or-later
// Help in the window: the manual at the place of the focus widget, the shortcuts, the tour, and the welcome page.
#include <QApplication>
#include <QDialogButtonBox>
#include <QMenuBar>
#include <QMessageBox>
#include <QScreen>
#include <QSpinBox>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

#include "app/appearance.h"
#include "app/board.h"
#include "app/lesson_bar.h"
#include "app/lesson_language.h"
#include "app/main_window.h"
#include "app/manual.h"
#include "app/manual_window.h"
#include "app/pin_panel.h"
#include "app/shortcuts.h"
#include "app/side_panel.h"
#include "app/undo_keys.h"
#include "app/verdict_bar.h"
#include "app/welcome.h"
#include "core/study/lesson/lesson_json.h"
#include "core/version.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/initialization_section.h"
#include "widgets/editors/input_section.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/layer_table.h"
#include "widgets/editors/run_section.h"

namespace stepzero {

void MainWindow::addHelpMenu()
{
    help_ = menuBar()->addMenu(tr("&Help"));
    QAction* manual = help_->addAction(tr("&Manual"), QKeySequence(Qt::Key_F1), this,
        [this] { showManual(manualPlaceOf(QApplication::focusWidget())); });
    manual->setObjectName("manual");
    manual->setShortcutContext(Qt::ApplicationShortcut);   // works in every window
    help_->addAction(tr("&Welcome"), this, &MainWindow::showWelcome)->setObjectName("welcome");
    help_->addAction(tr("&Tour"), this, &MainWindow::startTour)->setObjectName("tour");
    help_->addAction(tr("&Shortcuts"), QKeySequence("?"), this, &MainWindow::showShortcuts)->setObjectName("shortcuts");
    help_->addSeparator();
    help_->addAction(tr("&About Stepzero"), this, [this] {
        QMessageBox box(QMessageBox::NoIcon, tr("About Stepzero"),
            tr("<b>Stepzero %1</b><p>A neural network before its first training step.</p>"
               "<p>Free software under the GNU General Public License, version 3 or later.</p>")
                .arg(QLatin1String(version)),
            QMessageBox::Close, this);
        box.setIconPixmap(windowIcon().pixmap(64));
        setManualPlace(&box, manualPages().first().name);
        box.exec();
    });
    connect(board_, &Board::manualRequested, this, &MainWindow::showManual);
    qApp->installEventFilter(this);
    const QVector<QPair<QWidget*, QString>> places {{panel_, "networks.md"}, {panel_->activation(), "activations.md"},
        {panel_->initialization(), "schemes.md"}, {panel_->input(), "networks.md#input"},
        {panel_->run(), "networks.md#run"}, {table_, "networks.md#per-layer-settings"},
        {pinPanel_, "first-steps.md#compare"}, {verdict_, "findings.md"}, {layerBox_, "first-steps.md#layers"},
        {lesson_, "lessons.md"}};
    for (const auto& [widget, place] : places)
        setManualPlace(widget, place);
}

/// Handles Undo in every text field, and F1 in every dialog, where the keys of the window's menus do not work. Dialogs
/// without a place in the manual are about files.
bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (leavesUndoToWindow(watched, event))
        return true;
    if (event->type() == QEvent::ToolTip && watched == state_)
        state_->setToolTip(keptWords());
    if (event->type() != QEvent::Show)
        return false;
    if (auto* dialog = qobject_cast<QDialog*>(watched); dialog && dialog->isModal()) {
        dialog->addAction(findChild<QAction*>("manual"));
        if (dialog->parentWidget() == this && !hasManualPlace(dialog))
            setManualPlace(dialog, "first-steps.md#save-and-restore");
    }
    return false;
}

void MainWindow::showManual(const QString& place)
{
    // While a modal dialog is open, only a child window of it can be used.
    QWidget* owner = QApplication::activeModalWidget() ? QApplication::activeModalWidget() : this;
    auto* manual = owner->findChild<ManualWindow*>(QString(), Qt::FindDirectChildrenOnly);
    if (!manual)
        manual = new ManualWindow(shortcutsMarkdown(shortcuts(menuBar()), 3), owner);
    manual->open(place);
    manual->show();
    manual->raise();
    manual->activateWindow();
}

ManualWindow* MainWindow::manual() const { return findChild<ManualWindow*>(QString(), Qt::FindDirectChildrenOnly); }

/// Shows the shortcuts of the active window.
void MainWindow::showShortcuts()
{
    auto* window = qobject_cast<QMainWindow*>(QApplication::activeWindow());
    if (!window)
        window = this;
    QDialog dialog(window);
    dialog.setWindowTitle(tr("Shortcuts"));
    setManualPlace(&dialog, "keyboard.md");
    auto* text = new QTextBrowser(&dialog);
    text->setAccessibleName(tr("Shortcuts"));
    text->setFrameShape(QFrame::NoFrame);
    text->setHtml(shortcutsHtml(shortcuts(window->menuBar())));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
    connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* rows = new QVBoxLayout(&dialog);
    rows->addWidget(text);
    rows->addWidget(buttons);
    constexpr double tallest = 0.8;   // fraction of the screen; longer content scrolls
    const QSize screen = dialog.screen()->availableSize();
    dialog.resize(
        std::min(90 * text->fontMetrics().averageCharWidth(), screen.width()), int(tallest * screen.height()));
    text->setFocus();
    dialog.exec();
}

void MainWindow::startTour() { startLesson(lessons().front()); }

void MainWindow::welcomeOnce()
{
    if (settings_.value("help/offered").toBool())
        return;
    settings_.set("help/offered", true);
    showWelcome();
}

void MainWindow::showWelcome()
{
    auto* page = findChild<WelcomePage*>();
    if (!page) {
        const Lesson& first = lessons()[1];   // the lesson after the tour
        page = new WelcomePage(
            panel_->presets(), words(first.title), settings_.value("document/recent").toStringList(), this);
        setManualPlace(page, "first-steps.md#welcome-page");
        connect(page, &WelcomePage::lessonRequested, this, [this, &first] { startLesson(first); });
        connect(page, &WelcomePage::tourRequested, this, &MainWindow::startTour);
        connect(page, &WelcomePage::presetChosen, panel_, &ExperimentPanel::choosePreset);
        connect(page, &WelcomePage::fileChosen, this, &MainWindow::openRecent);
    }
    page->show();
    page->raise();
    page->activateWindow();
}

}   // namespace stepzero
