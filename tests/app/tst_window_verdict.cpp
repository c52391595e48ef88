// SPDX-License-Identifier: GPL-3.0-or-later
// The line above the board: its immediate verdict, its fix, and that it never shows another experiment's verdict
// unmarked.
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "app/application.h"
#include "app/board.h"
#include "app/verdict_bar.h"
#include "core/files/complete.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"

namespace tst_window_verdict {

using namespace stepzero;

namespace {

Experiment stack(const char* scheme, int depth)
{
    Experiment e;
    e.network.depth = depth;
    e.network.width = 64;
    e.network.weight = {scheme, {}};
    e.input.samples = 64;
    return with_completed_parameters(e);
}

struct Opened : OpenedWindow {
    VerdictBar& bar() { return *window.verdictBar(); }
};

}   // namespace

class TestWindowVerdict : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void healthyHasNoButtons()
    {
        Opened o;
        QVERIFY(o.good);
        o.window.document().replace(stack("kaiming_normal", 6), {});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        QVERIFY2(
            o.bar().words().contains("Healthy") && o.bar().words().contains("6 × 64"), qPrintable(o.bar().words()));
        QVERIFY(!o.bar().fixButton()->isVisible());
        // Screen readers get it from the board, once.
        QVERIFY(!o.window.board()->accessibleName().isEmpty());
        QCOMPARE(o.window.board()->accessibleDescription(), o.bar().words());
        QCOMPARE(o.bar().accessibleDescription(), o.bar().words());
    }

    // Xavier with fifty ReLUs is recognized before everything is computed, and fixed by a click.
    void aBadStackIsNamedAndMended()
    {
        Opened o;
        QVERIFY(o.good);
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        const Experiment bad = stack("xavier_normal", 50);
        o.window.document().edit(bad, {"Scheme", {}, false});
        QVERIFY(!o.bar().fixButton()->isEnabled());   // the verdict belongs to the previous experiment
        QTRY_VERIFY_WITH_TIMEOUT(o.window.study()->experiment == bad, 120000);
        QVERIFY2(o.bar().words().contains("Vanishing"), qPrintable(o.bar().words()));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        QVERIFY(o.bar().fixButton()->isVisible() && o.bar().fixButton()->isEnabled());
        QVERIFY(!o.bar().fixButton()->toolTip().isEmpty());
        QVERIFY2(o.bar().shownText().contains("σ_w² = 1 is too small"), qPrintable(o.bar().shownText()));
        // A pointed-at fix is previewed.
        QSignalSpy looked(&o.bar(), &VerdictBar::fixPreviewed), ended(&o.bar(), &VerdictBar::fixPreviewEnded);
        QEnterEvent enter(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5));
        QApplication::sendEvent(o.bar().fixButton(), &enter);
        QCOMPARE(looked.size(), 1);
        const Figure* curves = o.window.board()->docks().first()->figure();
        QTRY_COMPARE_WITH_TIMEOUT(curves->pins().size(), 1, 120000);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(o.bar().fixButton(), &leave);
        QVERIFY(!ended.isEmpty());
        QTRY_VERIFY(curves->pins().isEmpty());
        // One undoable step.
        const int steps = o.window.document().undoStack()->count();
        QTest::mouseClick(o.bar().fixButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!(o.window.document().experiment() == bad), 120000);
        QCOMPARE(o.window.document().undoStack()->count(), steps + 1);
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        QVERIFY2(!o.bar().words().contains("Vanishing"), qPrintable(o.bar().words()));
    }

    void moreLeadsToTheFindings()
    {
        Opened o;
        QVERIFY(o.good);
        Experiment e = stack("xavier_normal", 50);
        e.network.activation = {"sigmoid", {}};
        o.window.document().replace(with_completed_parameters(e), {});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        QVERIFY(o.bar().moreButton()->isVisible());
        o.window.board()->toggleMaximised(o.window.board()->docks().first());
        QTest::mouseClick(o.bar().moreButton(), Qt::LeftButton);
        QVERIFY(o.window.board()->dock("findings")->isVisible());
    }

    // One line at any width, which never requests more room.
    void oneLine()
    {
        Opened o;
        QVERIFY(o.good);
        o.window.document().replace(stack("xavier_normal", 50), {});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        const int height = o.bar().height();
        for (const QSize size : {QSize(1920, 1080), QSize(800, 500), QSize(1280, 800)}) {
            o.window.resize(size);
            QTest::qWait(10);
            QCOMPARE(o.window.size(), size);
            QCOMPARE(o.bar().height(), height);
            QVERIFY(o.bar().rect().contains(o.bar().fixButton()->geometry()));
            for (const QLabel* label : o.bar().findChildren<QLabel*>())
                QVERIFY(!label->text().contains('\n'));
        }
    }

    // In a small window the label of the fix makes room for the cause, and its tooltip has the label.
    void causeBeforeFix()
    {
        Opened o;
        QVERIFY(o.good);
        QVERIFY(o.window.open("dying-sigmoid"));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        const QString fix = o.bar().fixButton()->text();
        QVERIFY(fix.size() > 10 && o.bar().fixButton()->toolTip().startsWith(fix.chopped(1)));
        o.window.resize(800, 500);
        QTest::qWait(10);
        QCOMPARE(o.bar().fixButton()->text(), QString("Fix"));
        QVERIFY(o.bar().fixButton()->toolTip().startsWith(fix.chopped(1)));
        QVERIFY2(o.bar().shownText().contains("χ = σ_w² E[φ'(z)²]"), qPrintable(o.bar().shownText()));
        QVERIFY(o.bar().rect().contains(o.bar().moreButton()->geometry()));
        o.window.resize(1280, 800);
        QTest::qWait(10);
        QCOMPARE(o.bar().fixButton()->text(), fix);
    }

    // The progress takes its room from the text, which is shortened: the shape is left out first.
    void textIsShortenedNotCut()
    {
        VerdictBar bar;
        bar.resize(1600, bar.height());
        Opened o;
        QVERIFY(o.good);
        o.window.document().replace(stack("xavier_normal", 50), {});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        bar.setStudy(o.window.study(), true);
        bar.setVisible(true);
        QTest::qWait(10);
        const QString wide = bar.shownText();
        QVERIFY2(wide.startsWith("50 × 64"), qPrintable(wide));
        bar.resize(1000, bar.height());
        QTest::qWait(10);
        const QString idle = bar.shownText();
        bar.setComputing("forward · 3 s of about 40 s · 2.1 GB");
        QTest::qWait(10);
        const QString narrow = bar.shownText();
        QVERIFY2(narrow.startsWith("from layer 5") && narrow.endsWith("…"), qPrintable(narrow));
        QVERIFY(narrow.size() < idle.size());
        // The slopes are left out before the core of the cause.
        QVERIFY(idle.contains("gradient ×") && idle.contains("too small for ReLU"));
        bar.resize(720, bar.height());
        bar.setComputing({});
        QTest::qWait(10);
        QVERIFY2(bar.shownText().startsWith("from layer 5 · σ_w² = 1 is too small"), qPrintable(bar.shownText()));
    }
};

STEPZERO_TEST(TestWindowVerdict, QApplication)

}   // namespace tst_window_verdict
#include "tst_window_verdict.moc"
