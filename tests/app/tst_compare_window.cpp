// SPDX-License-Identifier: GPL-3.0-or-later
// The window of two experiments side by side: what it shows at first, that the present side follows the dials and a pin
// does not, the layer, swapping, presets and files, export, and that closing frees it. STEPZERO_PICTURES=folder saves
// pictures of it.
#include <QAction>
#include <QComboBox>
#include <QPointer>
#include <QTest>
#include <QToolButton>

#include "app/application.h"
#include "app/board.h"
#include "app/child_windows.h"
#include "app/compare_window.h"
#include "app/pin_panel.h"
#include "core/files/experiment_file.h"
#include "core/files/presets.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"
#include "widgets/figures/pair/pair_figure.h"
#include "widgets/file_path.h"

namespace tst_compare_window {

using namespace stepzero;
using From = ComparedSource::From;

namespace {

/// The main window with a pin of another width, and the window side by side.
struct Compared : OpenedWindow {
    Compared()
    {
        Experiment other = smallNetwork();
        other.network.width = 16;
        window.document().replace(other, {});
        [this] { QTRY_VERIFY_WITH_TIMEOUT(settled(), 60000); }();
        trigger("pin");
        window.document().replace(smallNetwork(), {});
        [this] { QTRY_VERIFY_WITH_TIMEOUT(settled(), 60000); }();
        trigger("compareWindow");
        shown = window.findChild<CompareWindow*>();
    }
    PairFigure* pairOf(const char* figure) const
    {
        return qobject_cast<PairFigure*>(shown->board()->dock(QLatin1String(figure))->figure());
    }
    int drawn(std::size_t side) const { return pairOf("signal")->half(side)->recomputations(); }
    bool bothReady() const { return !shown->side(0).isComputing() && !shown->side(1).isComputing(); }

    QPointer<CompareWindow> shown;
};

QStringList labelsOf(const PairStudy& pair)
{
    QStringList labels;
    for (const SettingDifference& setting : pair.differences)
        labels << QString::fromStdString(setting.label.english());
    return labels;
}

}   // namespace

class TestCompareWindow : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { prepareApplication(); }

    void itBeginsWithThePin()
    {
        Compared o;
        QVERIFY(o.shown);
        QVERIFY(QTest::qWaitForWindowExposed(o.shown));
        QCOMPARE(o.shown->side(0).source().from, From::pin);
        QCOMPARE(o.shown->side(1).source().from, From::present);
        const PairStudy& pair = *o.shown->pair();
        QVERIFY(pair.sides[0].study == o.window.pins().entries().first().pin.study);   // nothing is computed again
        QCOMPARE(o.shown->side(0).computations(), 0);
        QVERIFY(pair.sides[1].study == o.window.study());
        QCOMPARE(labelsOf(pair), QStringList {"width"});
        QCOMPARE(pair.differences.front().left, Text::name("16"));
        QTRY_VERIFY(o.pairOf("signal")->half(0)->isVisible());
        QCOMPARE(o.drawn(0), 1);
    }

    /// The present side follows the dials, and the pin is neither computed nor drawn again.
    void theLiveSideFollows()
    {
        Compared o;
        QVERIFY(QTest::qWaitForWindowExposed(o.shown));
        QTRY_VERIFY(o.drawn(1) > 0);
        const int left = o.drawn(0), right = o.drawn(1);
        Experiment edited = smallNetwork();
        edited.network.depth = 6;
        o.window.document().edit(edited, {QStringLiteral("test"), {}, false});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
        QVERIFY(o.shown->pair()->sides[1].experiment == edited);
        QCOMPARE(labelsOf(*o.shown->pair()), (QStringList {"depth", "width"}));
        QTRY_VERIFY(o.drawn(1) > right);
        QCOMPARE(o.drawn(0), left);
        QCOMPARE(o.shown->side(0).computations(), 0);
    }

    void layersAndZoomAreLinked()
    {
        Compared o;
        QVERIFY(QTest::qWaitForWindowExposed(o.shown));
        emit o.pairOf("signal")->half(0)->layerChosen(3);
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.bothReady(), 60000);
        QCOMPARE(o.window.workspace().focus().layer, 3);
        for (const PairSide& side : o.shown->pair()->sides)
            QCOMPARE(side.study->layer, 3);
        QCOMPARE(o.shown->side(0).computations(), 1);   // the pin's other layer
        emit o.pairOf("signal")->half(1)->layerHovered(2);   // does not crash without its own board
    }

    void swapped()
    {
        Compared o;
        QVERIFY(QTest::qWaitForWindowExposed(o.shown));
        const PairStudyPtr before = o.shown->pair();
        QTest::mouseClick(o.shown->swapButton(), Qt::LeftButton);
        const PairStudyPtr after = o.shown->pair();
        QVERIFY(after->sides[0].study == before->sides[1].study && after->sides[1].study == before->sides[0].study);
        QVERIFY(after->sides[0].live && !after->sides[1].live);
        QCOMPARE(after->differences.front().left, before->differences.front().right);
        QCOMPARE(o.shown->sourceBox(1)->currentText(), o.window.pins().entries().first().pin.name);
    }

    void presetsAndFiles()
    {
        Compared o;
        QTemporaryDir folder;
        const QString path = folder.filePath("same.stepzero.json");
        save_experiment(pathOf(path), smallNetwork());
        o.shown->choose(0, {From::file, 0, path});
        QTRY_VERIFY_WITH_TIMEOUT(o.bothReady(), 60000);
        QVERIFY(o.shown->pair()->differences.empty());
        QVERIFY(o.shown->pair()->sides[0].study);
        o.shown->choose(0, {From::pin, o.window.pins().entries().first().id});
        o.window.pins().remove(o.window.pins().entries().first().id);
        QVERIFY(o.shown->pair()->sides[0].study);   // stays as it was
        QVERIFY(o.shown->sourceBox(0)->count() > 3);
    }

    /// The list of pins no longer computes it.
    void aPinThatWasRemovedTooEarlyIsComputed()
    {
        Compared o;
        PinList& pins = o.window.pins();
        pins.setWindowBusy(true);
        const int id = pins.add(smallNetwork(), {}, nullptr);
        o.shown->choose(0, {From::pin, id});
        QVERIFY(!o.shown->pair()->sides[0].study);
        pins.remove(id);
        QTRY_VERIFY_WITH_TIMEOUT(o.bothReady(), 60000);
        QVERIFY(o.shown->pair()->sides[0].study);
    }

    /// What is computed for a pin is discarded when the pin gets another experiment in a swap.
    void aSwappedPinHasItsOwnStudy()
    {
        Compared o;
        PinnedExperiment pinned = o.window.pins().entries().first();
        emit o.pairOf("signal")->half(0)->layerChosen(3);
        QVERIFY(o.shown->side(0).isComputing());
        pinned.experiment.network.width = 24;
        pinned.pin.study.reset();
        o.window.pins().put(pinned.id, pinned);
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.bothReady(), 60000);
        QVERIFY(o.shown->pair()->sides[0].experiment == pinned.experiment);
        QVERIFY(o.shown->pair()->sides[0].study->experiment == pinned.experiment);
    }

    void aPinIsComparedFromItsRow()
    {
        Compared o;
        o.shown->swapSides();
        auto* button = o.window.pinPanel()->findChild<QToolButton*>("columns");
        QVERIFY(button);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(o.shown->side(0).source().from, From::pin);
        QCOMPARE(o.shown->side(1).source().from, From::present);
    }

    void closingFreesIt()
    {
        Compared o;
        const std::weak_ptr<const PairStudy> pair = o.shown->pair();
        o.shown->close();
        QTRY_VERIFY(!o.shown);
        QVERIFY(pair.expired());
        o.trigger("compareWindow");   // opens another one
        QVERIFY(o.window.findChild<CompareWindow*>());
    }

    void pictures()
    {
        const QString folder = qEnvironmentVariable("STEPZERO_PICTURES");
        if (folder.isEmpty())
            QSKIP("STEPZERO_PICTURES is not set");
        OpenedWindow o;
        QVERIFY(o.window.open("he-relu-10"));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        o.trigger("pin");
        Experiment xavier = o.window.document().experiment();
        xavier.title.clear();
        xavier.network.weight = {"xavier_normal", {{"gain", 1.0}}};
        o.window.document().edit(xavier, {QStringLiteral("test"), {}, false});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        o.trigger("compareWindow");
        auto* shown = o.window.findChild<CompareWindow*>();
        for (const char* look : {"light", "dark"}) {
            o.window.setAppearance(look);
            shown->resize(1280, 800);
            QTest::qWait(500);
            QVERIFY(shown->grab().save(folder + "/compare-" + look + ".png"));
        }
        PictureOptions options;
        renderPicture(shown->board()->exhibit(), shown->board()->parts(), options).save(folder + "/compare-export.png");
    }
};

STEPZERO_TEST(TestCompareWindow, QApplication)

}   // namespace tst_compare_window
#include "tst_compare_window.moc"
