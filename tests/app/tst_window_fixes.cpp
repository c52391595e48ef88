// SPDX-License-Identifier: GPL-3.0-or-later
// Fixes in the window: a previewed one is drawn over the figures, and an applied one is one undo step.
#include <QAction>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "app/application.h"
#include "app/board.h"
#include "app/main_window.h"
#include "app/pin_panel.h"
#include "core/diagnose/finding.h"
#include "core/files/complete.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/figures/network/findings.h"

namespace tst_window_fixes {

using namespace stepzero;

namespace {

/// Returns an experiment whose signal vanishes; He is among the fixes.
Experiment faulty(int depth = 12)
{
    Experiment e;
    e.network.depth = depth;
    e.network.width = 48;
    e.network.weight = {"normal", {{"mean", 0.0}, {"std", 0.02}}};
    e.input.samples = 64;
    return with_completed_parameters(e);
}

struct Opened {
    explicit Opened(const QString& folder, const Experiment& experiment) : settings(folder), window(settings)
    {
        window.start();
        window.document().edit(experiment, {QStringLiteral("test"), {}, false});
        findings = qobject_cast<FindingsFigure*>(window.board()->dock(QStringLiteral("findings"))->figure());
        good = QTest::qWaitForWindowExposed(&window);
        window.board()->toggleMaximised(window.board()->dock(QStringLiteral("findings")));   // makes all fixes visible
    }
    bool settled()
    {
        const StudyPtr s = window.study();
        return window.runner().state() == StudyRunner::State::idle && s && s->stage == Stage::full
            && s->experiment == window.document().experiment() && findings->shownExhibit() == s;
    }
    const Fix& fix(const FindingsFigure::Place& place)
    {
        return (*window.study()->findings)[std::size_t(place.finding)].fixes[std::size_t(place.fix)];
    }
    /// Returns the place of a fix whose label begins with `beginning`.
    FindingsFigure::Place place(const char* beginning)
    {
        for (const FindingsFigure::Place& each : findings->fixPlaces())
            if (fix(each).label.english().starts_with(beginning))
                return each;
        return {};
    }
    void hover(const QRectF& area)
    {
        QTest::mouseMove(findings, area.center().toPoint() + QPoint(2, 1));
        QTest::mouseMove(findings, area.center().toPoint());
    }
    void leave() { QTest::mouseMove(window.panel(), QPoint(5, 5)); }
    const QVector<Pin>& drawn() { return window.board()->dock(QStringLiteral("signal"))->figure()->pins(); }

    Settings settings;
    MainWindow window;
    FindingsFigure* findings = nullptr;
    bool good = false;
};

}   // namespace

class TestWindowFixes : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { prepareApplication(); }

    void aFixThatIsLookedAtLiesOverTheFigures()
    {
        const QTemporaryDir dir;
        Opened o(dir.path(), faulty());
        QVERIFY(o.good);
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        o.window.workspace().pinExperiment();
        QCOMPARE(o.drawn().size(), 1);
        const auto he = o.place("Switch to He");
        QVERIFY(!he.area.isEmpty());
        const QString name = fixPinName(QString::fromStdString(o.fix(he).label.english()));

        o.hover(he.area);
        QTRY_COMPARE_WITH_TIMEOUT(o.drawn().size(), 2, 120000);
        QCOMPARE(o.drawn()[1].name, name);
        QVERIFY(o.drawn()[1].style != o.drawn()[0].style);
        QTRY_VERIFY_WITH_TIMEOUT(o.drawn().size() == 2 && o.drawn()[1].study->stage == Stage::full, 120000);
        const StudyPtr after = o.drawn()[1].study;
        // With He initialization the mean square of z stays constant, since 2 E[relu(z)²] = E[z²].
        const Distribution &first = *after->measurement->preactivation(1),
                           &last = *after->measurement->preactivation(after->measurement->depth());
        QVERIFY(std::abs(last.log10_of(last.rms) - first.log10_of(first.rms)) < 0.5);
        QVERIFY(after->findings->size() < o.window.study()->findings->size());
        // It does not count as a pin.
        QCOMPARE(o.window.pins().entries().size(), 1);
        QCOMPARE(o.window.pinPanel()->rows().size(), 1);
        QVERIFY(o.window.document().experiment() == faulty());

        o.leave();
        QTRY_COMPARE(o.drawn().size(), 1);
        // The result is cached.
        o.hover(he.area);
        QTRY_COMPARE(o.drawn().size(), 2);
        QVERIFY(o.drawn()[1].study == after);
    }

    void theKeyboardLooksToo()
    {
        const QTemporaryDir dir;
        Opened o(dir.path(), faulty());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        o.findings->setFocus();
        QTest::keyClick(o.findings, Qt::Key_Down);
        QTRY_COMPARE_WITH_TIMEOUT(o.drawn().size(), 1, 120000);
        const QString first = o.drawn().first().name;
        QTest::keyClick(o.findings, Qt::Key_Down);
        QTRY_VERIFY_WITH_TIMEOUT(o.drawn().size() == 1 && o.drawn().first().name != first, 120000);
        o.window.panel()->setFocus();
        o.findings->clearFocus();
        QTRY_VERIFY(o.drawn().isEmpty());
    }

    void takenItIsOneStepToUndo()
    {
        const QTemporaryDir dir;
        Opened o(dir.path(), faulty());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        const auto he = o.place("Switch to He");
        o.hover(he.area);
        QTRY_COMPARE_WITH_TIMEOUT(o.drawn().size(), 1, 120000);
        const Experiment after = o.drawn().first().study->experiment;
        const int steps = o.window.document().undoStack()->count();
        QTest::mouseClick(o.findings, Qt::LeftButton, {}, he.area.center().toPoint());
        QTRY_VERIFY(!(o.window.document().experiment() == faulty()));
        QVERIFY(o.window.document().experiment().network == after.network);
        QCOMPARE(o.window.document().undoStack()->count(), steps + 1);
        QVERIFY(o.drawn().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        o.window.findChild<QAction*>(QStringLiteral("undo"))->trigger();
        QVERIFY(o.window.document().experiment() == faulty());
    }

    /// LSUV has to simulate. An edit in the meantime takes precedence, whether the fix was previewed or applied.
    void anEditMeanwhileWins()
    {
        const QTemporaryDir dir;
        Opened o(dir.path(), faulty(40));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        const auto lsuv = o.place("Apply LSUV");
        QVERIFY(!lsuv.area.isEmpty());
        o.hover(lsuv.area);
        QTest::qWait(260);   // it was requested
        QTest::mouseClick(o.findings, Qt::LeftButton, {}, lsuv.area.center().toPoint());
        const Experiment edited = faulty(13);
        o.window.document().edit(edited, {QStringLiteral("test"), {}, false});
        QVERIFY(o.drawn().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        QTest::qWait(300);
        QVERIFY(o.window.document().experiment() == edited);
        for (const Pin& pin : o.drawn())   // from the present findings, if the pointer is on one of their fixes
            QCOMPARE(depth(pin.study->experiment.network), 13);
    }
};

STEPZERO_TEST(TestWindowFixes, QApplication)

}   // namespace tst_window_fixes
#include "tst_window_fixes.moc"
