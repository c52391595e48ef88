// SPDX-License-Identifier: GPL-3.0-or-later
// The tour: its steps name what there is, and keys lead through them.
#include <QPushButton>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

#include "app/board.h"
#include "app/board_cell.h"
#include "app/board_view.h"
#include "app/tour_bar.h"
#include "core/files/validate.h"
#include "tests/app/opened_window.h"
#include "widgets/figures/figures.h"

using namespace stepzero;

namespace {

struct Opened : OpenedWindow {
    using OpenedWindow::OpenedWindow;
    QToolButton* offer()
    {
        for (auto* button : window.statusBar()->findChildren<QToolButton*>())
            if (button->text().contains("tour"))
                return button;
        return nullptr;
    }
    const Experiment& experiment() { return window.document().experiment(); }
    void key(Qt::Key key) { QTest::keyClick(window.focusWidget(), key); }
    void begin() { trigger("tour"); }
};

}   // namespace

class TestTour : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void stepsNameWhatThereIs()
    {
        QTemporaryDir folder;
        Opened o(folder.path());
        QVERIFY(tourSteps().size() >= 8);
        int experiments = 0;
        for (const TourStep& step : tourSteps()) {
            QVERIFY2(
                !step.title.isEmpty() && step.text.size() > 60 && !step.text.contains("<!--"), qPrintable(step.title));
            QVERIFY2(step.figure.isEmpty() || findFigureKind(step.figure), qPrintable(step.figure));
            if (step.experiment) {
                ++experiments;
                QVERIFY2(validate(*step.experiment).empty(), qPrintable(step.title));
            }
        }
        QVERIFY(tourSteps().first().experiment);
        QVERIFY(experiments >= 4);
    }

    // From the first step to the last with Return, back with Tab and Space, and what there was with Undo.
    void keysLeadThrough()
    {
        QTemporaryDir folder;
        Opened o(folder.path());
        QVERIFY(o.good);
        Experiment mine;
        mine.network.depth = 7;
        mine.network.width = 33;
        o.window.document().replace(mine, {});
        const Experiment before = o.experiment();
        const TourBar* tour = o.window.tour();
        o.begin();
        QVERIFY(tour->isRunning() && tour->isVisible());
        QCoreApplication::processEvents();
        const int height = tour->height();
        QVector<Experiment> seen;
        for (int i = 0; i < tourSteps().size(); ++i) {
            const TourStep& step = tourSteps()[i];
            QCOMPARE(tour->step(), i);
            if (step.experiment)
                QVERIFY2(o.experiment() == *step.experiment, qPrintable(step.title));
            seen << o.experiment();
            // What is named is seen, and framed.
            if (!step.figure.isEmpty()) {
                const BoardCell* cell = o.window.board()->view()->cellOf(o.window.board()->dock(step.figure));
                QVERIFY2(cell && cell->front()->kind().id == step.figure, qPrintable(step.figure));
            }
            QCOMPARE(tour->framed().size(), int(!step.figure.isEmpty()) + int(!step.control.isEmpty()));
            for (const QPointer<QWidget>& framed : tour->framed())
                QVERIFY2(framed && framed->isVisible() && !framed->visibleRegion().isEmpty(), qPrintable(step.title));
            QCoreApplication::processEvents();
            QCOMPARE(tour->height(), height);
            o.key(Qt::Key_Return);
        }
        QVERIFY(!tour->isRunning() && !tour->isVisible() && tour->framed().isEmpty());
        while (o.window.document().undoStack()->canUndo())
            o.window.document().undoStack()->undo();
        QVERIFY(o.experiment() == before);

        // Back gives the experiments of before, whatever was changed by hand.
        o.begin();
        for (int i = 1; i < tourSteps().size(); ++i)
            o.key(Qt::Key_Return);
        Experiment other = o.experiment();
        other.seed += 1;
        o.window.document().edit(other, {"Seed", {}, false});
        auto* back = o.window.tour()->findChildren<QPushButton*>().first();
        for (int i = tourSteps().size() - 2; i >= 0; --i) {
            back->setFocus();
            o.key(Qt::Key_Space);
            QCOMPARE(tour->step(), i);
            QVERIFY2(o.experiment() == seen[i], qPrintable(tourSteps()[i].title));
        }
        QVERIFY(!back->isEnabled());
    }

    // From the bar and from anywhere else; from an enlarged figure the board comes first.
    void escapeEnds()
    {
        QTemporaryDir folder;
        Opened o(folder.path());
        QVERIFY(o.good);
        o.begin();
        o.key(Qt::Key_Escape);
        QVERIFY(!o.window.tour()->isRunning());
        o.begin();
        o.window.board()->view()->cells().first()->tabs()->setFocus();
        o.key(Qt::Key_Escape);
        QVERIFY(!o.window.tour()->isRunning() && !o.window.tour()->isVisible());
    }

    // Once, as a button that is in nobody's way.
    void offeredAtTheFirstStart()
    {
        QTemporaryDir folder;
        {
            Opened first(folder.path());
            QVERIFY(first.good);
            QVERIFY(first.offer() && first.offer()->isVisible() && !first.window.tour()->isVisible());
            bool whole = false;   // the button outlives its click, which Qt goes on with
            connect(first.offer(), &QToolButton::clicked, &first.window, [&whole] { whole = true; });
            QTest::mouseClick(first.offer(), Qt::LeftButton);
            QVERIFY(first.window.tour()->isRunning() && whole);
            QTRY_VERIFY(!first.offer());
        }
        Opened second(folder.path());
        QVERIFY(!second.offer() && !second.window.tour()->isVisible());
    }
};

QTEST_MAIN(TestTour)
#include "tst_tour.moc"
