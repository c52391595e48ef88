// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help_controller.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QMenuBar>
#include <QMessageBox>
#include <QScreen>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

#include "app/board.h"
#include "app/board_window.h"
#include "app/lesson_language.h"
#include "app/manual.h"
#include "app/manual_window.h"
#include "app/preset_gallery.h"
#include "app/settings.h"
#include "app/shortcuts.h"
#include "app/undo_keys.h"
#include "app/welcome.h"
#include "core/files/presets.h"
#include "core/study/lesson/lesson_json.h"
#include "core/version.h"

namespace stepzero {

HelpController::HelpController(BoardWindow& window, const QVector<PresetChoice>& presets)
    : QObject(&window), window_(window), presets_(presets), menu_(new QMenu(tr("&Help"), &window))
{
    fillMenu();
    connect(window_.board(), &Board::manualRequested, this, &HelpController::showManual);
    qApp->installEventFilter(this);
}

void HelpController::fillMenu()
{
    QAction* manual = menu_->addAction(tr("&Manual"), QKeySequence(Qt::Key_F1), this,
        [this] { showManual(manualPlaceOf(QApplication::focusWidget())); });
    manual->setObjectName("manual");
    manual->setShortcutContext(Qt::ApplicationShortcut);   // works in every window
    menu_->addAction(tr("&Welcome"), this, &HelpController::showWelcome)->setObjectName("welcome");
    menu_->addAction(tr("&Tour"), this, &HelpController::startTour)->setObjectName("tour");
    menu_->addAction(tr("&Shortcuts"), QKeySequence("?"), this, &HelpController::showShortcuts)
        ->setObjectName("shortcuts");
    menu_->addSeparator();
    menu_->addAction(tr("&About Stepzero"), this, &HelpController::showAbout);
}

void HelpController::showAbout()
{
    QMessageBox box(QMessageBox::NoIcon, tr("About Stepzero"),
        tr("<b>Stepzero %1</b><p>A neural network before its first training step.</p>"
           "<p>Free software under the GNU General Public License, version 3 or later.</p>")
            .arg(QLatin1String(version)),
        QMessageBox::Close, &window_);
    box.setIconPixmap(window_.windowIcon().pixmap(64));
    setManualPlace(&box, manualPages().first().name);
    box.exec();
}

/// Handles Undo in text fields, and adds F1 to modal dialogs, which do not receive the shortcuts of the window's menus.
/// Dialogs without a place in the manual are about files.
bool HelpController::eventFilter(QObject* watched, QEvent* event)
{
    if (leavesUndoToWindow(watched, event))
        return true;
    if (event->type() != QEvent::Show)
        return false;
    if (auto* dialog = qobject_cast<QDialog*>(watched); dialog && dialog->isModal()) {
        dialog->addAction(menu_->findChild<QAction*>("manual"));
        if (dialog->parentWidget() == &window_ && !hasManualPlace(dialog))
            setManualPlace(dialog, "first-steps.md#save-and-restore");
    }
    return false;
}

void HelpController::showManual(const QString& place)
{
    // While a modal dialog is open, only its child windows can be used, so it gets a separate manual window.
    QWidget* owner = QApplication::activeModalWidget() ? QApplication::activeModalWidget() : &window_;
    auto* manual = owner->findChild<ManualWindow*>(QString(), Qt::FindDirectChildrenOnly);
    if (!manual)
        manual = new ManualWindow(shortcutsMarkdown(shortcuts(window_.menuBar()), 3), owner);
    manual->open(place);
    manual->show();
    manual->raise();
    manual->activateWindow();
}

ManualWindow* HelpController::manual() const
{
    return window_.findChild<ManualWindow*>(QString(), Qt::FindDirectChildrenOnly);
}

/// Shows the shortcuts of the active window.
void HelpController::showShortcuts()
{
    auto* window = qobject_cast<QMainWindow*>(QApplication::activeWindow());
    if (!window)
        window = &window_;
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
    constexpr double tallest = 0.8;   // fraction of the screen; longer texts scroll
    const QSize screen = dialog.screen()->availableSize();
    dialog.resize(
        std::min(90 * text->fontMetrics().averageCharWidth(), screen.width()), int(tallest * screen.height()));
    text->setFocus();
    dialog.exec();
}

void HelpController::startTour() { emit lessonRequested(lessons().front()); }

void HelpController::welcomeOnce()
{
    Settings& settings = window_.settings();
    if (settings.value("help/offered").toBool())
        return;
    settings.set("help/offered", true);
    showWelcome();
}

void HelpController::showWelcome()
{
    auto* page = window_.findChild<WelcomePage*>();
    if (!page) {
        const Lesson& first = lessons()[1];   // the tour comes first
        page = new WelcomePage(
            presets_, words(first.title), window_.settings().value("document/recent").toStringList(), &window_);
        setManualPlace(page, "first-steps.md#welcome-page");
        connect(page, &WelcomePage::lessonRequested, this, [this, &first] { emit lessonRequested(first); });
        connect(page, &WelcomePage::tourRequested, this, &HelpController::startTour);
        connect(page, &WelcomePage::allLessonsRequested, this, &HelpController::allLessonsRequested);
        connect(page, &WelcomePage::presetChosen, this, &HelpController::presetChosen);
        connect(page, &WelcomePage::allPresetsRequested, this, &HelpController::showPresets);
        connect(page, &WelcomePage::captureRequested, this,
            [this] { emit captureRequested(QString::fromStdString(example_captures().front().name)); });
        connect(page, &WelcomePage::fileChosen, this, &HelpController::fileChosen);
    }
    page->show();
    page->raise();
    page->activateWindow();
}

void HelpController::takePlace(HelpController& before)
{
    if (const ManualWindow* there = before.manual(); there && there->isVisible())
        showManual(there->page()->place());
    if (auto* there = before.window_.findChild<WelcomePage*>()) {
        delete there;
        showWelcome();
    }
    if (auto* there = before.window_.findChild<PresetGallery*>()) {
        delete there;
        showPresets();
    }
}

void HelpController::showPresets()
{
    auto* gallery = window_.findChild<PresetGallery*>();
    if (!gallery) {
        gallery = new PresetGallery(presets_, &window_);
        setManualPlace(gallery, "networks.md#presets");
        connect(gallery, &PresetGallery::presetChosen, this, &HelpController::presetChosen);
        connect(gallery, &PresetGallery::captureChosen, this, &HelpController::captureRequested);
    }
    gallery->show();
    gallery->raise();
    gallery->activateWindow();
}

}   // namespace stepzero
