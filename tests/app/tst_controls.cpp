// SPDX-License-Identifier: GPL-3.0-or-later
// Every control of every window has a name and a tooltip, shows its focus, and can be operated by keys.
#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QFocusEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QScrollBar>
#include <QSet>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUndoStack>
#include <utility>

#include "app/animation_dialog.h"
#include "app/application.h"
#include "app/board.h"
#include "app/board_cell.h"
#include "app/board_view.h"
#include "app/checkpoint_window.h"
#include "app/control_frame.h"
#include "app/export_dialog.h"
#include "app/grid_window.h"
#include "app/lesson_bar.h"
#include "app/lesson_step_dialog.h"
#include "app/manual_window.h"
#include "app/present_dialog.h"
#include "app/sizes_window.h"
#include "app/welcome.h"
#include "core/kinds/kinds.h"
#include "tests/app/controls_of.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/fold.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/language/language.h"

namespace tst_controls {

using namespace stepzero;

namespace {

struct Opened : OpenedWindow {
    Opened() { window.document().replace(smallNetwork(), {}); }
    void openFolds()
    {
        for (Fold* fold : window.panel()->folds())
            fold->setOpen(true);
    }
};

QLabel* buddyLabel(const QWidget* control)
{
    for (auto* label : control->window()->findChildren<QLabel*>())
        if (label->buddy() == control)
            return label;
    return nullptr;
}

QStringList repeatedMnemonics(const QString& where, const QList<QAction*>& actions)
{
    QStringList wrong;
    QMap<QKeySequence, QString> taken;
    for (const QAction* action : actions) {
        const QKeySequence key = QKeySequence::mnemonic(action->text());
        if (key.isEmpty())
            continue;
        if (taken.contains(key))
            wrong << QStringLiteral("%1: %2 and %3").arg(where, taken[key], action->text());
        taken[key] = action->text();
    }
    return wrong;
}

/// Returns controls without a name or a tooltip. A text field with a label needs no tooltip.
QStringList unnamed(QWidget* window)
{
    QStringList wrong;
    for (const QWidget* control : controlsOf(window)) {
        const auto* button = qobject_cast<const QAbstractButton*>(control);
        const QLabel* label = buddyLabel(control);
        const QString path = QStringLiteral("%1: %2 in %3 “%4”")
                                 .arg(window->metaObject()->className(), control->metaObject()->className(),
                                     control->parentWidget()->metaObject()->className(),
                                     control->accessibleName() + (button ? button->text() : QString()));
        if (control->accessibleName().isEmpty() && !(button && !button->text().isEmpty()) && !label)
            wrong << path + " has no name";
        if (control->toolTip().isEmpty() && !(label && qobject_cast<const QLineEdit*>(control))
            && !isA<QTabBar, QAbstractItemView>(control))   // their tabs and cells have the tooltips
            wrong << path + " has no tooltip";
    }
    return wrong;
}

/// Returns controls that Tab does not reach in a full round, and those that look the same with and without the focus.
QStringList unseen(QWidget* window)
{
    QStringList wrong;
    QSet<QWidget*> met;
    const auto picture = [&](QWidget* control) {
        QCoreApplication::processEvents();
        return window->grab(QRect(control->mapTo(window, QPoint()), control->size())).toImage();
    };
    const auto tab = [window] { QTest::keyClick(window->focusWidget(), Qt::Key_Tab); };
    if (!window->focusWidget())
        controlsOf(window).first()->setFocus();
    // A window that was just activated takes its focus in events to come, and draws none by keys before. A user's Tab
    // comes after them.
    QCoreApplication::processEvents();
    tab();
    for (int i = 0; i < 200 && !(met.size() > 1 && met.contains(window->focusWidget())); ++i) {
        QWidget* stop = window->focusWidget();
        met << stop;
        const QImage with = picture(stop);
        for (int links = 0; window->focusWidget() == stop && links < 50; ++links)   // links of a page
            tab();
        if (with == picture(stop))
            wrong << QStringLiteral("%1: %2 in %3 “%4”")
                         .arg(window->metaObject()->className(), stop->metaObject()->className(),
                             stop->parentWidget()->metaObject()->className(), stop->accessibleName());
    }
    for (const QWidget* control : controlsOf(window))
        if (control->isEnabled() && (control->focusPolicy() & Qt::TabFocus) && !control->focusProxy()
            && !met.contains(const_cast<QWidget*>(control)))
            wrong << QStringLiteral("%1: Tab does not come to %2 “%3”")
                         .arg(window->metaObject()->className(), control->metaObject()->className(),
                             control->accessibleName());
    if (met.size() < 3)
        wrong << window->metaObject()->className() + QStringLiteral(": where is everything?");
    return wrong;
}

}   // namespace

class TestControls : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        prepareApplication();
        QApplication::setCursorFlashTime(0);   // pictures must not depend on their time
    }

    /// A shortcut that exists twice has no effect, even for the same action.
    void noShortcutStandsTwice()
    {
        Opened o;
        QSet<QKeySequence> taken;
        for (const QAction* action : o.window.findChildren<QAction*>())
            if (action->shortcutContext() == Qt::WindowShortcut)
                for (const QKeySequence& keys : action->shortcuts()) {
                    QVERIFY2(!taken.contains(keys), qPrintable(action->text() + QLatin1Char(' ') + keys.toString()));
                    taken << keys;
                }
        QVERIFY(taken.size() > 10);
    }

    /// Alt and a letter choose a single entry of a menu, in each language.
    void noMnemonicStandsTwice()
    {
        for (const Language& language : languages()) {
            setLanguage(language.code);
            Opened o;
            o.trigger("studyWindow");
            o.window.checkpointWindow()->show();
            QStringList wrong;
            int menus = 0;
            for (const QWidget* window : std::initializer_list<const QWidget*> {
                     &o.window, o.window.studyWindow(), o.window.checkpointWindow()}) {
                for (auto* menu : window->findChildren<QMenu*>()) {
                    if (menu->window() != menu && menu->parentWidget()->window() != window)
                        continue;
                    emit menu->aboutToShow();
                    wrong += repeatedMnemonics(menu->title(), menu->actions());
                    ++menus;
                }
                wrong += repeatedMnemonics("menu bar", window->findChild<QMenuBar*>()->actions());
            }
            QVERIFY(menus > 15);
            wrong.removeDuplicates();
            QVERIFY2(wrong.isEmpty(), qPrintable('\n' + wrong.join('\n')));
        }
        setLanguage("en");
    }

    /// Undo and Redo affect the document, whichever widget has the focus. While a text is being typed, they affect that
    /// text.
    void undoWhereverTheFocusIs()
    {
        Opened o;
        o.openFolds();
        o.trigger("dialBar");
        o.window.workspace().pinExperiment();
        Experiment trained = trainedNetwork(2);
        o.window.document().edit(trained, {"Train", {}, false});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        const Experiment before = o.window.document().experiment();
        Experiment after = before;
        after.seed += 1;
        o.window.document().edit(after, {"Seed", {}, false});
        QStringList wrong;
        int tried = 0;
        QVector<QPointer<QWidget>> controls;   // an edit may recreate some of them
        for (QWidget* control : controlsOf(&o.window))
            controls << control;
        const QKeySequence redo = o.window.findChild<QAction*>("redo")->shortcut();   // differs between desktops
        for (const QPointer<QWidget>& control : std::as_const(controls)) {
            if (!control || !control->isVisible() || !control->isEnabled() || !(control->focusPolicy() & Qt::TabFocus))
                continue;
            control->setFocus();
            const QString name
                = control->metaObject()->className() + QStringLiteral(" “%1”").arg(control->accessibleName());
            QTest::keyClick(o.window.focusWidget(), Qt::Key_Z, Qt::ControlModifier);
            if (!(o.window.document().experiment() == before))
                wrong << "undo in " + name;
            QTest::keySequence(o.window.focusWidget() ? o.window.focusWidget() : &o.window, redo);
            if (!(o.window.document().experiment() == after))
                wrong << "redo in " + name;
            o.window.document().undoStack()->setIndex(2);
            ++tried;
        }
        QVERIFY2(wrong.isEmpty(), qPrintable('\n' + wrong.join('\n')));
        QVERIFY(tried > 30);

        NumberBox* box = o.window.panel()->width()->box();
        auto* line = box->findChild<QLineEdit*>();
        box->setFocus();
        box->selectAll();
        const QString shown = line->text();
        QTest::keyClicks(box, "7");
        QCOMPARE(line->text(), QString("7"));
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);   // affects the typed text
        QCOMPARE(line->text(), shown);
        QVERIFY(o.window.document().experiment() == after);
        box->selectAll();
        QTest::keyClicks(box, "7");
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(o.window.document().experiment().network.width, 7);
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(o.window.document().experiment() == after);
        QCOMPARE(line->text(), shown);
    }

    void namesAndTooltips()
    {
        Opened o;
        o.openFolds();
        QStringList wrong;
        for (const NetworkKind& kind : kinds()) {
            o.window.document().replace(smallNetwork(kind.name), {});
            QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
            if (kind.name == "dense")
                o.window.workspace().pinExperiment();
            QTest::qWait(20);
            wrong += unnamed(&o.window);
            QVERIFY(controlsOf(&o.window).size() > 25);
        }
        o.window.findChild<QAction*>("tour")->trigger();
        wrong += unnamed(&o.window);
        o.window.lessonBar()->end();
        for (const char* action : {"studyWindow", "sizesWindow", "manual", "welcome"})
            o.window.findChild<QAction*>(action)->trigger();
        QTest::qWait(50);
        ExportDialog dialog(o.settings, "board", "board.png", &o.window);
        dialog.show();
        AnimationDialog animation(
            o.settings, {smallNetwork(), o.window.board()->parts(), {}, "seed", {}, 5}, "small", &o.window);
        animation.show();
        for (QWidget* window :
            std::initializer_list<QWidget*> {o.window.studyWindow(), o.window.findChild<SizesWindow*>(),
                o.window.findChild<WelcomePage*>(), o.window.manual(), &dialog, &animation}) {
            QVERIFY2(controlsOf(window).size() >= 4, window->metaObject()->className());
            wrong += unnamed(window);
        }
        wrong.removeDuplicates();
        QVERIFY2(wrong.isEmpty(), qPrintable('\n' + wrong.join('\n')));
    }

    void focusIsSeen_data()
    {
        QTest::addColumn<QString>("look");
        QTest::newRow("light") << "light";
        QTest::newRow("dark") << "dark";
    }
    void focusIsSeen()
    {
        QFETCH(QString, look);
        Opened o;
        o.window.setAppearance(look);
        o.openFolds();
        o.window.workspace().pinExperiment();
        o.trigger("dialBar");
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        QStringList wrong = unseen(&o.window);
        const auto also = [&](QWidget* window) {
            window->activateWindow();
            if (!QTest::qWaitForWindowActive(window))
                wrong << "not active";
            wrong += unseen(window);
        };
        for (const char* action : {"sizesWindow", "welcome", "manual", "studyWindow"})
            o.window.findChild<QAction*>(action)->trigger();
        also(o.window.studyWindow());
        also(o.window.findChild<SizesWindow*>());
        also(o.window.findChild<WelcomePage*>());
        also(o.window.manual());
        ExportDialog dialog(o.settings, "board", "board.png", &o.window);
        dialog.show();
        also(&dialog);
        AnimationDialog animation(
            o.settings, {smallNetwork(), o.window.board()->parts(), {}, "seed", {}, 5}, "small", &o.window);
        animation.show();
        also(&animation);
        LessonStepDialog step(o.settings, &o.window);
        step.show();
        also(&step);
        PresentDialog presented(smallNetwork(), {}, &o.window);
        presented.show();
        also(&presented);
        wrong.removeDuplicates();
        QVERIFY2(wrong.isEmpty(), qPrintable('\n' + wrong.join('\n')));
    }

    // The frame of a focus by keys returns with the window or after a menu; a focus by the pointer has no frame.
    void focusThatComesBack()
    {
        QWidget window;
        auto* control = new QWidget(&window);
        frameFocus(control);
        const auto* frame = control->findChild<QWidget*>();
        const auto come = [&](Qt::FocusReason reason, bool byPointer) {
            for (const QEvent::Type type : {QEvent::FocusIn, QEvent::FocusOut, QEvent::FocusIn}) {
                QFocusEvent event(type, type == QEvent::FocusIn ? reason : Qt::ActiveWindowFocusReason);
                QApplication::sendEvent(control, &event);
                QCOMPARE(frame->isHidden(), type == QEvent::FocusOut || byPointer);
                reason = Qt::ActiveWindowFocusReason;
            }
        };
        come(Qt::MouseFocusReason, true);
        come(Qt::TabFocusReason, false);
        come(Qt::PopupFocusReason, false);
    }

    // A preset, the depth, a tab of the board, and a picture, without the pointer.
    void withKeysAlone()
    {
        Opened o;
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        const auto key = [&](Qt::Key pressed, Qt::KeyboardModifiers with = {}) {
            QTest::keyClick(QApplication::focusWidget(), pressed, with);
        };
        const auto tabTo = [&](const auto& there) {
            for (int i = 0; i < 100 && !there(QApplication::focusWidget()); ++i)
                key(Qt::Key_Tab);
            return there(QApplication::focusWidget());
        };
        ExperimentPanel* panel = o.window.panel();
        QVERIFY(tabTo([&](QWidget* at) { return at == panel->preset(); }));
        const Experiment before = o.window.document().experiment();
        key(Qt::Key_Down);   // chooses the first
        QVERIFY(!(o.window.document().experiment() == before));
        QVERIFY(panel->preset()->currentIndex() > 0);
        const int depth = panel->experiment().network.depth;
        QVERIFY(tabTo([&](QWidget* at) { return panel->depth()->isAncestorOf(at); }));
        key(Qt::Key_Right);
        QCOMPARE(panel->experiment().network.depth, depth + 1);

        BoardCell* cell = o.window.board()->view()->cells().last();
        QVERIFY(cell->docks().size() > 1);
        QVERIFY(tabTo([&](QWidget* at) { return at == cell->tabs(); }));
        const FigureDock* front = cell->front();
        key(Qt::Key_Right);
        cell = o.window.board()->view()->cells().last();
        QVERIFY(cell->front() != front);

        const QString path = o.folder.filePath("keys.png");
        QTimer typing;
        connect(&typing, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
            // the dialog is modal before it has the focus
            if (!dialog || !dialog->isAncestorOf(QApplication::focusWidget()))
                return;
            typing.stop();
            QVERIFY(tabTo([&](QWidget* at) { return qobject_cast<QLineEdit*>(at) != nullptr; }));
            key(Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(QApplication::focusWidget(), path);
            key(Qt::Key_Return);
        });
        typing.start(15);
        key(Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(path).size() > 1000, 10000);
    }
};

STEPZERO_TEST(TestControls, QApplication)

}   // namespace tst_controls
#include "tst_controls.moc"
