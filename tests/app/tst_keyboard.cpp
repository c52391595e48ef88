// SPDX-License-Identifier: GPL-3.0-or-later
// Without a pointer, Tab, Shift+Tab, arrows and menus reach every control of every window, and the focused control has
// an accessible name.
#include <QAccessible>
#include <QAction>
#include <QContextMenuEvent>
#include <QDialog>
#include <QFileDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QRadioButton>
#include <QSet>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "app/animation_dialog.h"
#include "app/application.h"
#include "app/board.h"
#include "app/board_cell.h"
#include "app/board_tabs.h"
#include "app/board_view.h"
#include "app/checkpoint_window.h"
#include "app/dial_bar.h"
#include "app/export_dialog.h"
#include "app/grid_window.h"
#include "app/lesson_bar.h"
#include "app/lesson_page.h"
#include "app/lesson_step_dialog.h"
#include "app/manual_window.h"
#include "app/present_dialog.h"
#include "app/present_window.h"
#include "app/sizes_window.h"
#include "app/speaker_window.h"
#include "app/time_bar.h"
#include "app/welcome.h"
#include "core/study/lesson/lesson_json.h"
#include "tests/app/controls_of.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/fold.h"

namespace tst_keyboard {

using namespace stepzero;

namespace {

/// Everything that can be visible is: all folds are open, both bars are shown, and there is a pin.
struct Opened : OpenedWindow {
    Opened()
    {
        window.document().replace(trainedNetwork(4), {});
        trigger("dialBar");
        window.workspace().pinExperiment();
        for (Fold* fold : window.panel()->folds())
            fold->setOpen(true);
        good = good && QTest::qWaitFor([this] { return settled() && window.study()->training; }, 20000);
    }
};

QString nameOf(const QWidget* control)
{
    const auto* button = qobject_cast<const QAbstractButton*>(control);
    return QStringLiteral("%1: %2 in %3 “%4%5”")
        .arg(control->window()->metaObject()->className(), control->metaObject()->className(),
            control->parentWidget() ? control->parentWidget()->metaObject()->className() : "",
            control->accessibleName(), button ? button->text() : QString());
}

/// Returns every widget that the key moves the focus to, until no new one follows.
QSet<QWidget*> stops(QWidget* window, Qt::Key key)
{
    QSet<QWidget*> met;
    if (!window->focusWidget())
        controlsOf(window).first()->setFocus();
    int again = 0;   // a page keeps the focus while there are links on it
    for (int i = 0; i < 600 && again < 50; ++i) {
        QTest::keyClick(window->focusWidget(), key, key == Qt::Key_Backtab ? Qt::ShiftModifier : Qt::NoModifier);
        QWidget* stop = window->focusWidget();
        again = met.contains(stop) ? again + 1 : 0;
        met << stop;
    }
    return met;
}

/// Returns whether a control can be reached otherwise. Arrows choose within a group, menus have the actions of buttons,
/// and the keys of a figure's tabs replace the buttons next to them.
bool hasOtherWay(const QWidget* control, const QSet<QWidget*>& met)
{
    if (const auto* radio = qobject_cast<const QRadioButton*>(control))
        for (QWidget* stop : met)
            if (qobject_cast<QRadioButton*>(stop) && stop->parentWidget() == radio->parentWidget())
                return true;
    for (const QWidget* cell = control->parentWidget(); cell; cell = cell->parentWidget())
        if (const auto* of = qobject_cast<const BoardCell*>(cell))
            return met.contains(of->tabs()) && control->focusPolicy() == Qt::NoFocus;
    if (const auto* button = qobject_cast<const QToolButton*>(control))
        if (const QAction* action = button->defaultAction())
            for (const QObject* owner : action->associatedObjects())
                if (qobject_cast<const QMenu*>(owner))
                    return true;
    return false;
}

/// Returns controls that cannot be reached, or have no accessible name.
QStringList unreached(QWidget* window)
{
    QStringList wrong;
    const QSet<QWidget*> on = stops(window, Qt::Key_Tab), back = stops(window, Qt::Key_Backtab);
    for (const QWidget* control : controlsOf(window)) {
        if (!control->isEnabled() || hasOtherWay(control, on))
            continue;
        const auto among = [&](const QSet<QWidget*>& met) {
            return std::any_of(met.begin(), met.end(), [&](QWidget* stop) {
                return stop == control || stop == control->focusProxy() || control->isAncestorOf(stop);
            });
        };
        if (!among(on))
            wrong << "Tab does not come to " + nameOf(control);
        else if (!among(back))
            wrong << "Shift+Tab does not come to " + nameOf(control);
    }
    for (QWidget* stop : on) {
        QAccessibleInterface* said = QAccessible::queryAccessibleInterface(stop);
        if (!stop->isVisible() || !said || said->text(QAccessible::Name).isEmpty())
            wrong << "No name has " + nameOf(stop);
    }
    if (on.size() < 2)
        wrong << window->metaObject()->className() + QStringLiteral(": where is everything?");
    return wrong;
}

/// Collects the entries that arrows reach in an open menu and its submenus.
void walk(QMenu* menu, QSet<QAction*>* met)
{
    QAction* first = nullptr;
    for (int i = 0; i < 200; ++i) {
        if (i > 0 || !menu->activeAction())
            QTest::keyClick(menu, Qt::Key_Down);
        QAction* now = menu->activeAction();
        if (!now || now == first)
            return;
        first = first ? first : now;
        *met << now;
        if (now->menu() && now->isEnabled()) {
            QTest::keyClick(menu, Qt::Key_Right);
            if (now->menu()->isVisible()) {
                walk(now->menu(), met);
                QTest::keyClick(now->menu(), Qt::Key_Left);
            }
        }
    }
}

void gather(const QMenu* menu, QVector<QAction*>* all)
{
    for (QAction* action : menu->actions())
        if (action->isVisible() && action->isEnabled() && !action->isSeparator()) {
            *all << action;
            if (action->menu())
                gather(action->menu(), all);
        }
}

/// Returns entries of the menus that Alt with a letter and arrows do not reach, or that have no text.
QStringList unreachedInMenus(QMainWindow* window)
{
    QStringList wrong;
    for (QAction* top : window->menuBar()->actions()) {
        if (!top->isVisible() || !top->menu())
            continue;
        const qsizetype at = top->text().indexOf('&');
        if (at < 0) {
            wrong << "No letter has the menu " + top->text();
            continue;
        }
        QTest::keyClick(window, Qt::Key(top->text()[at + 1].toUpper().unicode()), Qt::AltModifier);
        if (QApplication::activePopupWidget() != top->menu()) {
            wrong << "Alt does not open the menu " + top->text();
            continue;
        }
        QSet<QAction*> met;
        walk(top->menu(), &met);
        QVector<QAction*> all;
        gather(top->menu(), &all);
        for (const QAction* action : all)
            if (!met.contains(const_cast<QAction*>(action)) || action->text().isEmpty())
                wrong << QStringLiteral("%1 › %2").arg(top->text(), action->text());
        while (QWidget* popup = QApplication::activePopupWidget())
            QTest::keyClick(popup, Qt::Key_Escape);
    }
    return wrong;
}

}   // namespace

class TestKeyboard : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void everythingIsReached()
    {
        Opened o;
        QVERIFY(o.good);
        QVERIFY(o.window.time()->isVisible() && o.window.dials()->isVisible());
        QStringList wrong = unreached(&o.window);
        wrong += unreachedInMenus(&o.window);
        o.window.lessonBar()->start(lessons().front());
        wrong += unreached(&o.window);
        o.window.lessonBar()->end();
        const auto also = [&](QWidget* window) {
            window->show();
            window->activateWindow();
            if (!QTest::qWaitForWindowActive(window))
                wrong << window->metaObject()->className() + QStringLiteral(" is not active");
            wrong += unreached(window);
        };
        for (const char* action : {"sizesWindow", "welcome", "manual", "studyWindow", "allLessons"})
            o.window.findChild<QAction*>(action)->trigger();
        for (QWidget* window : std::initializer_list<QWidget*> {o.window.studyWindow(),
                 o.window.findChild<SizesWindow*>(), o.window.findChild<WelcomePage*>(),
                 o.window.findChild<LessonPage*>(), o.window.manual(), o.window.checkpointWindow()})
            also(window);
        for (QMainWindow* window :
            std::initializer_list<QMainWindow*> {o.window.studyWindow(), o.window.checkpointWindow()}) {
            QApplication::setActiveWindow(window);   // independent of the platform
            QCOMPARE(QApplication::activeWindow(), window);
            wrong += unreachedInMenus(window);
        }
        ExportDialog picture(o.settings, "board", "board.png", &o.window);
        picture.offerEmpty({"Attention: no attention"}, true);
        also(&picture);
        AnimationDialog animation(o.settings,
            {trainedNetwork(4), o.window.board()->parts(), {{"boxes", {}}}, "step", {}, 5}, "small", &o.window);
        also(&animation);
        LessonStepDialog step(o.settings, &o.window);
        also(&step);
        PresentDialog presented(smallNetwork(), {}, &o.window);
        also(&presented);
        wrong.removeDuplicates();
        QVERIFY2(wrong.isEmpty(), qPrintable('\n' + wrong.join('\n')));
    }

    /// The keys of tabs replace the buttons next to them.
    void keysOfTabs()
    {
        Opened o;
        QVERIFY(o.good);
        Board* board = o.window.board();
        const auto focused = [&] {
            BoardTabs* tabs = board->view()->cells().first()->tabs();
            tabs->setFocus(Qt::TabFocusReason);
            return tabs;
        };
        QTest::keyClick(focused(), Qt::Key_Return);
        QVERIFY(board->maximised());
        QTest::keyClick(focused(), Qt::Key_Return);
        QVERIFY(!board->maximised());
        QTimer::singleShot(50, this, [] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu && menu->actions().size() > 4);
            menu->close();
        });
        BoardTabs* tabs = focused();
        QContextMenuEvent menuKey(QContextMenuEvent::Keyboard, {}, tabs->mapToGlobal(QPoint()));
        QCoreApplication::sendEvent(tabs, &menuKey);
        QTest::qWait(100);
        QVERIFY(!QApplication::activePopupWidget());
        const FigureDock* front = board->view()->cells().first()->front();
        QTest::keyClick(focused(), Qt::Key_Delete);
        QVERIFY(!board->isShown(front->kind().id));
    }

    /// The presentation always has the keys: no widget in it takes the focus.
    void presenting()
    {
        Opened o;
        QVERIFY(o.good);
        QWidget* before = o.window.focusWidget();
        QTest::keyClick(&o.window, Qt::Key_L, Qt::ControlModifier);
        PresentWindow* shown = o.window.presentation();
        QVERIFY(shown && QTest::qWaitForWindowActive(shown));
        QTRY_COMPARE(QApplication::focusWidget(), shown);
        QVERIFY(!QAccessible::queryAccessibleInterface(shown)->text(QAccessible::Name).isEmpty());
        for (const QWidget* control : controlsOf(shown))
            QVERIFY2(control->focusPolicy() == Qt::NoFocus, qPrintable(nameOf(control)));
        for (const Qt::Key key : {Qt::Key_Tab, Qt::Key_Backtab, Qt::Key_B, Qt::Key_B, Qt::Key_S, Qt::Key_S})
            QTest::keyClick(QApplication::focusWidget(), key);
        QCOMPARE(QApplication::focusWidget(), shown);
        const Experiment first = o.window.document().experiment();
        QTest::keyClick(shown, Qt::Key_Up);
        const int step = o.window.workspace().focus().step;
        QVERIFY(!(o.window.document().experiment() == first) || step != 0);
        QTest::keyClick(shown, Qt::Key_Escape);
        QVERIFY(QTest::qWaitForWindowActive(&o.window));
        QCOMPARE(o.window.focusWidget(), before);
    }

    /// A report and an animation, from the keys to the files.
    void dialogsByKeys()
    {
        Opened o;
        QVERIFY(o.good);
        const QString report = o.folder.filePath("keys.html"), film = o.folder.filePath("film");
        QTimer typing;
        bool open = false;
        connect(&typing, &QTimer::timeout, this, [&] {
            QWidget* modal = QApplication::activeModalWidget();
            if (open || !modal || !modal->isAncestorOf(QApplication::focusWidget()))
                return;
            const auto key = [](Qt::Key pressed, Qt::KeyboardModifiers with = {}) {
                QTest::keyClick(QApplication::focusWidget(), pressed, with);
            };
            const auto tabTo = [&](QWidget* there) {
                for (int i = 0; i < 100 && QApplication::focusWidget() != there; ++i)
                    key(Qt::Key_Tab);
                return QApplication::focusWidget() == there;
            };
            if (auto* dialog = qobject_cast<AnimationDialog*>(modal)) {
                open = true;
                QVERIFY(tabTo(dialog->figureList()));
                for (int i = 1; i < dialog->figureList()->count(); ++i) {   // leaves out all but the first
                    key(Qt::Key_Down);
                    if (dialog->figureList()->currentItem()->checkState() == Qt::Checked)
                        key(Qt::Key_Space);
                }
                QCOMPARE(dialog->animation().parts.size(), 1);
                QVERIFY(tabTo(dialog->valuesEdit()));
                key(Qt::Key_A, Qt::ControlModifier);
                QTest::keyClicks(QApplication::focusWidget(), "1 .. 2");
                QVERIFY(tabTo(dialog->pathEdit()));
                key(Qt::Key_A, Qt::ControlModifier);
                QTest::keyClicks(QApplication::focusWidget(), film);
                key(Qt::Key_Return);
            } else if (qobject_cast<QFileDialog*>(modal)) {
                open = true;
                key(Qt::Key_A, Qt::ControlModifier);
                QTest::keyClicks(QApplication::focusWidget(), report);
                key(Qt::Key_Return);
            }
        });
        typing.start(15);
        QTest::keyClick(&o.window, Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(report).size() > 1000, 20000);
        open = false;
        o.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&o.window));
        QTest::keyClick(&o.window, Qt::Key_F, Qt::AltModifier);
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_I);
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(film + "/0002.png"), 20000);
    }
};

STEPZERO_TEST(TestKeyboard, QApplication)

}   // namespace tst_keyboard
#include "tst_keyboard.moc"
