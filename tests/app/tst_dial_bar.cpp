// SPDX-License-Identifier: GPL-3.0-or-later
// Playing a parameter in the window, and alternating between the pin and the present experiment.
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSlider>
#include <QTest>
#include <set>

#include "app/application.h"
#include "app/board.h"
#include "app/dial_bar.h"
#include "app/pace_box.h"
#include "app/pins.h"
#include "app/time_bar.h"
#include "core/study/study.h"
#include "core/train/default_training.h"
#include "opened_window.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/language/language.h"

namespace tst_dial_bar {

using namespace stepzero;

namespace {

struct Opened : OpenedWindow {
    Opened()
    {
        window.document().replace(smallNetwork(), {});
        trigger("dialBar");
        bar().pace()->setCurrentIndex(bar().pace()->count() - 1);
        good = good && QTest::qWaitFor([this] { return settled(); }, 10000);
    }
    DialBar& bar() { return *window.dials(); }
    const Network& network() { return window.document().experiment().network; }
};

}   // namespace

class TestDialBar : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    /// No value is skipped, the last one stays, and a complete play is one undo step.
    void everyValueIsShown()
    {
        Opened o;
        QVERIFY(o.good && o.bar().isVisible());
        QVERIFY(o.bar().choose("network.depth", "1 .. 6"));
        std::set<int> seen;
        connect(&o.window.runner(), &StudyRunner::delivered, &o.window, [&](const StudyPtr& study) {
            if (study->stage != Stage::theory)
                seen.insert(study->experiment.network.depth);
        });
        o.bar().play()->trigger();
        QVERIFY(o.bar().isPlaying());
        QTRY_VERIFY_WITH_TIMEOUT(!o.bar().isPlaying(), 20000);
        QCOMPARE(o.network().depth, 6);
        QVERIFY(seen.contains(5) && seen.contains(6));   // it began at the present value, 4
        o.bar().play()->trigger();   // at the end it starts again
        QTRY_VERIFY_WITH_TIMEOUT(!o.bar().isPlaying(), 20000);
        QCOMPARE(seen, (std::set<int> {1, 2, 3, 4, 5, 6}));
        QTRY_VERIFY(o.settled());
        QCOMPARE(o.window.document().undoStack()->count(), 1);   // the second play returned to the start
        o.window.document().undoStack()->undo();
        QCOMPARE(o.network().depth, 4);
    }

    void loopsUntilAHandIsPutIn()
    {
        Opened o;
        QVERIFY(o.good);
        QVERIFY(o.bar().choose("seed", "1, 2, 3"));
        o.bar().loop()->setChecked(true);
        int turns = 0;
        connect(&o.window.document(), &Document::experimentChanged, &o.window,
            [&] { turns += o.window.document().experiment().seed == 1; });
        o.bar().play()->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(turns >= 2, 20000);
        Experiment other = o.window.document().experiment();
        other.network.width = 16;
        o.window.document().edit(other, {QStringLiteral("width"), {}, false});
        QVERIFY(!o.bar().isPlaying());
        QTRY_VERIFY(o.settled());
        QVERIFY(o.window.document().experiment() == other);
    }

    /// A parameter chosen while the bar is hidden, as by a step of a lesson, belongs to the present experiment.
    void whatIsChosenIsTheExperiments()
    {
        DialBar bar;
        bar.setCompact(true);
        Experiment experiment = smallNetwork();
        bar.setExperiment(experiment);
        QVERIFY(bar.choose("network.activation"));
        QCOMPARE(bar.words(), QString("activation ReLU"));
        experiment.network.activation = {"linear", {}};
        experiment = with_completed_parameters(experiment);
        bar.setExperiment(experiment);
        QVERIFY(bar.choose("network.activation"));
        QCOMPARE(bar.words(), QString("activation Linear"));
        QVERIFY(bar.sweep()->labels.front().english() == "Linear");
        QVERIFY(bar.choose("network.activation", "relu, tanh"));
        QCOMPARE(bar.words(), QString("activation Linear"));
        setLanguage("zh_CN");
        QVERIFY(bar.choose("network.activation"));
        QCOMPARE(bar.words(), QStringLiteral("激活函数 线性"));
        setLanguage("en");
        QVERIFY(!bar.choose("train.learning_rate"));
        experiment.train = default_training(experiment.network);
        experiment.train->learning_rate = 1e-6;
        bar.setExperiment(experiment);
        QVERIFY(bar.choose("train.learning_rate", "0.000001 .. 1 : 7 log"));
        QCOMPARE(bar.words(), QStringLiteral("learning rate 10⁻⁶"));
    }

    /// The list of dials is made anew when another is chosen behind a move of its own; what was chosen was of the old
    /// one.
    void anotherIsChosenBehindAMove()
    {
        DialBar bar;
        bar.setExperiment(smallNetwork());
        bar.show();
        QVERIFY(bar.choose("network.depth"));
        connect(&bar, &DialBar::edited, &bar, [&bar](const Experiment& experiment) { bar.setExperiment(experiment); });
        QComboBox* const box = bar.dialBox();
        for (int next = box->currentIndex() + 1; next < std::min(box->count(), 6); ++next) {
            bar.forward()->trigger();
            QTest::keyClick(box, Qt::Key_Down);
            QCOMPARE(box->currentIndex(), next);
            QVERIFY(bar.sweep());
            QCOMPARE(translated(bar.sweep()->label), box->currentText());
        }
    }

    void keysAndStepsMoveIt()
    {
        Opened o;
        QVERIFY(o.good);
        QVERIFY(o.bar().choose("network.activation", "relu, tanh, gelu"));
        QTest::keyClick(o.bar().slider(), Qt::Key_Right);
        QCOMPARE(o.network().activation.name, std::string("tanh"));
        o.bar().forward()->trigger();
        QCOMPARE(o.network().activation.name, std::string("gelu"));
        QVERIFY(!o.bar().forward()->isEnabled());
        QTest::keyClick(o.bar().slider(), Qt::Key_Home);
        QCOMPARE(o.network().activation.name, std::string("relu"));
        QCOMPARE(o.window.document().undoStack()->count(), 3);
        // Errors are shown.
        o.bar().valuesEdit()->setText("relu, thna");
        QTest::keyClick(o.bar().valuesEdit(), Qt::Key_Return);
        QVERIFY(o.bar().words().contains("tanh"));
        QVERIFY(!o.bar().play()->isEnabled());
    }

    /// The bar of training steps follows, and chooses the steps.
    void stepsOfTrainingAreADial()
    {
        Opened o;
        QVERIFY(o.good);
        Experiment trained = o.window.document().experiment();
        trained.train = default_training(trained.network);
        trained.train->steps = 6;
        o.window.document().edit(trained, {QStringLiteral("train"), {}, false});
        QVERIFY(o.bar().choose("step"));
        QCOMPARE(o.bar().sweep()->values.size(), std::size_t(7));
        QTRY_VERIFY(o.settled() && o.bar().play()->isEnabled());
        std::set<int> seen;
        connect(&o.window.runner(), &StudyRunner::delivered, &o.window, [&](const StudyPtr& study) {
            if (study->stage == Stage::full)
                seen.insert(study->step);
        });
        const int edits = o.window.document().undoStack()->count();
        o.bar().play()->trigger();
        QVERIFY(o.bar().isPlaying());
        QTRY_VERIFY_WITH_TIMEOUT(!o.bar().isPlaying(), 20000);
        QCOMPARE(o.window.workspace().focus().step, 6);
        QCOMPARE(seen, (std::set<int> {1, 2, 3, 4, 5, 6}));
        QCOMPARE(o.window.document().undoStack()->count(), edits);   // the experiment did not change
        QVERIFY(o.window.document().experiment() == trained);
        QCOMPARE(o.window.time()->slider()->value(), 6.0);
        QVERIFY2(o.bar().words().startsWith("6 · 7 of 7"), qPrintable(o.bar().words()));
        if (const QByteArray folder = qgetenv("STEPZERO_PICTURES"); !folder.isEmpty())
            for (const char* look : {"light", "dark"})
                for (const QSize& size : {QSize(1280, 800), QSize(1920, 1080)}) {
                    o.window.setAppearance(look);
                    o.window.resize(size);
                    QTest::qWait(200);
                    o.window.grab().save(
                        QStringLiteral("%1/steps-%2-%3.png").arg(QString(folder), look).arg(size.width()));
                }
        // Both bars go back.
        o.bar().back()->trigger();
        QCOMPARE(o.window.workspace().focus().step, 5);
        QTRY_VERIFY(o.settled() && o.window.study()->step == 5);
        o.window.time()->toStart()->trigger();
        QCOMPARE(o.window.workspace().focus().step, 0);
        QCOMPARE(o.bar().slider()->value(), o.bar().slider()->minimum());
        // Using one bar ends a play of the other.
        o.bar().loop()->setChecked(true);
        QTRY_VERIFY(o.settled() && o.window.study()->step == 0);
        o.bar().play()->trigger();
        o.window.time()->play()->trigger();
        QVERIFY(!o.bar().isPlaying() && o.window.time()->isPlaying());
        o.bar().play()->trigger();
        QVERIFY(o.bar().isPlaying() && !o.window.time()->isPlaying());
        o.bar().play()->trigger();
        // Without training there are no steps.
        o.window.document().edit(smallNetwork(), {QStringLiteral("no train"), {}, false});
        QVERIFY(o.bar().path() != "step" && o.bar().sweep());
        QVERIFY(!o.bar().choose("step"));
    }

    void thePinAndThePresentInTurn()
    {
        Opened o;
        QVERIFY(o.good);
        o.trigger("pin");
        Experiment other = o.window.document().experiment();
        other.network.depth = 9;
        o.window.document().edit(other, {QStringLiteral("depth"), {}, false});
        QTRY_VERIFY(o.settled());
        o.window.board()->setFocus();
        QTest::keyClick(&o.window, Qt::Key_X);
        QCOMPARE(o.network().depth, 4);
        QTRY_VERIFY(o.settled());
        QTest::keyClick(&o.window, Qt::Key_X);
        QCOMPARE(o.network().depth, 9);
        QCOMPARE(o.window.pins().entries().size(), 1);
    }
};

STEPZERO_TEST(TestDialBar, QApplication)

}   // namespace tst_dial_bar
#include "tst_dial_bar.moc"
