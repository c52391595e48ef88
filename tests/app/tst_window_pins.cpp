// SPDX-License-Identifier: GPL-3.0-or-later
// Pins in the window: with keys, clicks and typing, through undo and a restart.
#include <QAction>
#include <QDir>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "app/application.h"
#include "app/board.h"
#include "app/main_window.h"
#include "app/pin_panel.h"
#include "core/files/complete.h"
#include "core/files/experiment_file.h"
#include "tests/main/registered_test.h"

namespace tst_window_pins {

using namespace stepzero;

namespace {

struct Opened {
    explicit Opened(const QString& folder) : settings(folder), window(settings)
    {
        window.start();
        good = QTest::qWaitForWindowExposed(&window);
    }
    bool settled()
    {
        const StudyPtr s = window.study();
        return window.runner().state() == StudyRunner::State::idle && s && s->stage == Stage::full
            && s->experiment == window.document().experiment();
    }
    void show(const Experiment& e) { window.document().edit(e, {QStringLiteral("test"), {}, false}); }
    void pin() { QTest::keyClick(&window, Qt::Key_P, Qt::ControlModifier); }
    QVector<QWidget*> rows()
    {
        QVector<QWidget*> all;
        for (QLineEdit* name : window.pinPanel()->findChildren<QLineEdit*>(QStringLiteral("name")))
            if (name->parentWidget()->isVisible())
                all << name->parentWidget();
        return all;
    }
    QLineEdit* name(int row) { return rows().value(row)->findChild<QLineEdit*>(QStringLiteral("name")); }
    void click(int row, const char* button)
    {
        QTest::mouseClick(rows().value(row)->findChild<QToolButton*>(QLatin1String(button)), Qt::LeftButton);
    }
    const QVector<Pin>& drawn() { return window.board()->dock(QStringLiteral("signal"))->figure()->pins(); }

    Settings settings;
    MainWindow window;
    bool good = false;
};

Experiment small(double variance)
{
    Experiment e;
    e.network.depth = 5;
    e.network.width = 32;
    e.network.weight = {"mean_field", {{"variance", variance}}};
    e.input.samples = 32;
    return with_completed_parameters(e);   // as it is read from a file
}

}   // namespace

class TestWindowPins : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { prepareApplication(); }

    void pinRenameHideSoloUnpin()
    {
        const QTemporaryDir dir;
        Opened o(dir.path());
        QVERIFY(o.good);
        auto* dock = o.window.findChild<QWidget*>(QStringLiteral("pins"));
        QVERIFY(dock->isHidden());
        o.show(small(1));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        o.pin();
        QVERIFY(!dock->isHidden());
        QTRY_COMPARE(o.rows().size(), 1);
        QCOMPARE(o.drawn().size(), 1);
        QVERIFY(o.drawn().first().study == o.window.study());   // used as it is: nothing is computed
        QVERIFY(!o.window.pins().isComputing());

        o.show(small(2));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        o.pin();
        QTRY_COMPARE(o.rows().size(), 2);
        QVERIFY(o.name(0)->text() != o.name(1)->text());
        QCOMPARE(o.drawn().size(), 2);
        QVERIFY(o.drawn()[0].style != o.drawn()[1].style);

        o.name(1)->selectAll();
        QTest::keyClicks(o.name(1), QStringLiteral("critical"));
        QTest::keyClick(o.name(1), Qt::Key_Return);
        QCOMPARE(o.drawn()[1].name, QStringLiteral("critical"));
        o.name(1)->selectAll();
        QTest::keyClick(o.name(1), Qt::Key_Delete);
        QTest::keyClick(o.name(1), Qt::Key_Return);
        QCOMPARE(o.name(1)->text(), QStringLiteral("critical"));   // an empty name is refused

        o.click(0, "eye");
        QCOMPARE(o.drawn().size(), 1);
        QCOMPARE(o.drawn().first().name, QStringLiteral("critical"));
        o.click(0, "solo");
        QCOMPARE(o.drawn().size(), 1);
        QVERIFY(o.drawn().first().name != QStringLiteral("critical"));
        o.click(0, "solo");
        o.click(0, "eye");
        QCOMPARE(o.drawn().size(), 2);

        o.click(0, "close");
        QTRY_COMPARE(o.rows().size(), 1);
        QCOMPARE(o.drawn().size(), 1);
        o.click(0, "close");
        QVERIFY(o.drawn().isEmpty());
        QVERIFY(dock->isHidden());
    }

    void swapIsOneUndoStep()
    {
        const QTemporaryDir dir;
        Opened o(dir.path());
        o.show(small(1));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        o.pin();
        QTRY_COMPARE(o.rows().size(), 1);
        const QString name = o.drawn().first().name;
        const StudyPtr first = o.drawn().first().study;
        o.show(small(2));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        const StudyPtr second = o.window.study();
        const int steps = o.window.document().undoStack()->count();

        o.click(0, "swap");
        QVERIFY(o.window.document().experiment() == small(1));
        QVERIFY(o.drawn().first().study == second);
        QVERIFY(o.drawn().first().name != name);
        QCOMPARE(o.window.document().undoStack()->count(), steps + 1);
        o.window.findChild<QAction*>(QStringLiteral("undo"))->trigger();
        QVERIFY(o.window.document().experiment() == small(2));
        QVERIFY(o.drawn().first().study == first);
        QCOMPARE(o.drawn().first().name, name);
        o.window.findChild<QAction*>(QStringLiteral("redo"))->trigger();
        QVERIFY(o.window.document().experiment() == small(1));
        QVERIFY(o.drawn().first().study == second);
        // Swapped back: the name moves with the experiment.
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        o.click(0, "swap");
        QVERIFY(o.window.document().experiment() == small(2));
        QCOMPARE(o.drawn().first().name, name);
    }

    /// A pin without a study waits for that of the window, so that it is not computed twice.
    void pinsBeforeTheStudyIsThere()
    {
        const QTemporaryDir dir;
        Opened o(dir.path());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        o.show(small(3));
        o.window.workspace().pinExperiment();
        QVERIFY(o.drawn().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        QTRY_COMPARE(o.drawn().size(), 1);
        QVERIFY(o.drawn().first().study == o.window.study());
    }

    void comeBackAfterARestart()
    {
        const QTemporaryDir dir;
        StudyPtr before;
        {
            Opened o(dir.path());
            for (const double variance : {1.0, 2.0, 3.0}) {
                o.show(small(variance));
                QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
                o.pin();
            }
            o.window.pins().rename(o.window.pins().entries()[1].id, QStringLiteral("the middle"));
            QTRY_COMPARE(o.rows().size(), 3);
            o.click(0, "close");
            QTRY_COMPARE(o.rows().size(), 2);
            o.click(1, "eye");
            before = o.window.pins().entries()[0].pin.study;
            o.show(small(4));
            o.window.close();
        }
        QCOMPARE(QDir(dir.path() + QStringLiteral("/pins")).entryList({QStringLiteral("*.stepzero.json")}).size(), 2);
        Opened o(dir.path());
        const auto& entries = o.window.pins().entries();
        QCOMPARE(entries.size(), 2);
        QVERIFY(entries[0].experiment == small(2) && entries[1].experiment == small(3));
        QCOMPARE(entries[0].pin.name, QStringLiteral("the middle"));
        QCOMPARE(entries[0].pin.style, 1);
        QCOMPARE(entries[1].pin.style, 2);
        QVERIFY(entries[0].pin.visible && !entries[1].pin.visible);
        QTRY_VERIFY_WITH_TIMEOUT(entries[0].pin.study && entries[1].pin.study, 60000);
        QCOMPARE(o.drawn().size(), 1);
        // So does the history, whose top is the experiment of this start.
        QTRY_VERIFY(o.window.workspace().history().isLoaded());
        const HistoryEntries& tried = o.window.workspace().history().entries();
        QVERIFY(tried.size() >= 4);
        QVERIFY(std::any_of(tried.begin(), tried.end(), [](const auto& e) { return e->experiment == small(2); }));
        // The same experiment yields the same numbers.
        const Measurement &a = *before->measurement, &b = *entries[0].pin.study->measurement;
        QCOMPARE(a.depth(), b.depth());
        for (int layer = 1; layer <= a.depth(); ++layer)
            QCOMPARE(a.preactivation(layer)->rms, b.preactivation(layer)->rms);
    }

    void ninthTakesTheFirstColourWithAnotherDash()
    {
        PinList pins;
        pins.setWindowBusy(true);
        for (int i = 0; i < 9; ++i)
            pins.add(small(1 + i), {}, nullptr);
        const Theme& light = theme(QStringLiteral("light"));
        const PinLook first = pinLook(pins.pins().first().style, light),
                      ninth = pinLook(pins.pins().last().style, light);
        QCOMPARE(ninth.color, first.color);
        QVERIFY(ninth.dash != first.dash);
        // An unused look is used again.
        pins.remove(pins.entries()[3].id);
        pins.add(small(99), {}, nullptr);
        QCOMPARE(pins.pins().last().style, 3);
    }
};

STEPZERO_TEST(TestWindowPins, QApplication)

}   // namespace tst_window_pins
#include "tst_window_pins.moc"
