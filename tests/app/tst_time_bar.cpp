// SPDX-License-Identifier: GPL-3.0-or-later
// Training as a time line in the window: the bar appears with training, and every figure shows its step.
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QTest>
#include <set>

#include "app/application.h"
#include "app/board.h"
#include "app/pace_box.h"
#include "app/pins.h"
#include "app/time_bar.h"
#include "app/verdict_bar.h"
#include "opened_window.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/labeled_slider.h"

namespace tst_time_bar {

using namespace stepzero;

namespace {

constexpr int steps = 12;

struct TrainedWindow : OpenedWindow {
    TrainedWindow()
    {
        window.document().edit(trainedNetwork(steps), {QStringLiteral("train"), {}, false});
        good = good && QTest::qWaitFor([this] { return settled() && window.study()->training; }, 10000);
    }
    TimeBar& bar() { return *window.time(); }
    bool shows(int step)
    {
        return QTest::qWaitFor(
            [&] {
                if (!settled() || window.study()->step != step)
                    return false;
                for (const FigureDock* dock : window.board()->docks())
                    if (const auto* shown = dynamic_cast<const Study*>(dock->figure()->exhibit().get());
                        shown && window.board()->applies(dock) && shown->step != step && dock->figure()->isVisible())
                        return false;
                return true;
            },
            10000);
    }
};

}   // namespace

class TestTimeBar : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void itIsThereWhereThereIsTraining()
    {
        TrainedWindow o;
        QVERIFY(o.good);
        QVERIFY(o.bar().isVisible());
        QVERIFY(!o.bar().toStart()->isEnabled() && o.bar().forward()->isEnabled());
        QVERIFY(o.bar().words().startsWith(QStringLiteral("of 12 · loss ")));
        o.window.document().undoStack()->undo();
        QTRY_VERIFY(o.settled());
        QVERIFY(!o.bar().isVisible());
    }

    void stepsAreChosen()
    {
        TrainedWindow o;
        QVERIFY(o.good);
        const StudyPtr start = o.window.study();
        o.bar().forward()->trigger();
        QVERIFY(o.shows(1));
        QVERIFY(o.window.verdictBar()->words().contains(QStringLiteral("At step 0: ")));
        QTest::keyClick(o.bar().slider()->slider(), Qt::Key_End);
        QVERIFY(o.shows(steps));
        QVERIFY(!o.bar().forward()->isEnabled());
        o.bar().back()->trigger();
        QVERIFY(o.shows(steps - 1));
        // A pin keeps its step.
        o.window.workspace().pinExperiment();
        QCOMPARE(o.window.pins().entries().last().focus.step, steps - 1);
        QVERIFY(o.window.pins().entries().last().pin.name.endsWith(QStringLiteral("step 11")));
        QVERIFY(o.window.pins().entries().last().pin.study);
        // Figures over steps can choose one.
        emit o.window.board()->stepChosen(5);
        QVERIFY(o.shows(5));
        o.bar().toStart()->trigger();
        QVERIFY(o.shows(0));
        QVERIFY(o.window.study()->measurement == start->measurement);
        // Another layer of the same step.
        emit o.window.board()->stepChosen(7);
        QVERIFY(o.shows(7));
        o.window.workspace().chooseLayer(2);
        QTRY_VERIFY(o.settled() && o.window.study()->layer == 2);
        QCOMPARE(o.window.study()->step, 7);
        // An edit keeps the step, and trains again.
        Experiment other = trainedNetwork(steps);
        other.train->learning_rate /= 4;
        o.window.document().edit(other, {QStringLiteral("rate"), {}, false});
        QVERIFY(o.shows(7));
        // Without training the bar is hidden.
        o.window.document().edit(smallNetwork(), {QStringLiteral("none"), {}, false});
        QTRY_VERIFY(o.settled());
        QCOMPARE(o.window.workspace().focus().step, 0);
    }

    /// If the user is faster than the studies, the last chosen step is shown.
    void fastHandsEndWhereTheyEnd()
    {
        TrainedWindow o;
        QVERIFY(o.good);
        std::set<int> seen;
        connect(
            &o.window.runner(), &StudyRunner::delivered, &o.window, [&](const StudyPtr& s) { seen.insert(s->step); });
        // Alternates until intermediate studies were shown during the input.
        for (int round = 0; round < 499 && (round % 2 == 0 || round < 5 || seen.size() <= 3); ++round)
            for (int step = 0; step <= steps; ++step) {
                emit o.window.board()->stepChosen(round % 2 ? steps - step : step);
                QTest::qWait(1);
            }
        QVERIFY(o.shows(steps));
        QVERIFY(seen.size() > 3);
    }

    void whatWasCancelledIsNotWaitedFor()
    {
        TrainedWindow o;
        QVERIFY(o.good);
        emit o.window.board()->stepChosen(4);
        o.window.runner().cancel();
        QCOMPARE(o.window.workspace().focus().step, 4);
        emit o.window.board()->stepChosen(9);
        QVERIFY(o.shows(9));
    }

    void playsToTheEndAndAgain()
    {
        TrainedWindow o;
        QVERIFY(o.good);
        o.bar().pace()->setCurrentIndex(o.bar().pace()->count() - 1);
        std::vector<int> seen;
        connect(&o.bar(), &TimeBar::stepChosen, &o.window, [&](int step) { seen.push_back(step); });
        o.bar().play()->trigger();
        QVERIFY(o.bar().isPlaying());
        QTRY_VERIFY_WITH_TIMEOUT(!o.bar().isPlaying(), 20000);
        QVERIFY(o.shows(steps));
        QCOMPARE(int(seen.size()), steps);   // none is skipped
        QVERIFY(std::is_sorted(seen.begin(), seen.end()));
        o.bar().loop()->setChecked(true);
        o.bar().play()->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(std::count(seen.begin(), seen.end(), 0) >= 2, 20000);
        o.bar().play()->trigger();
        QVERIFY(!o.bar().isPlaying());
    }
};

STEPZERO_TEST(TestTimeBar, QApplication)

}   // namespace tst_time_bar
#include "tst_time_bar.moc"
