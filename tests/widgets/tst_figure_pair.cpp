// SPDX-License-Identifier: GPL-3.0-or-later
// A figure of two experiments side by side: linked axes, choices and readouts, one redraw per new study, and the table
// of their differences.
#include <QAction>
#include <QtTest>

#include "core/diagnose/verdict.h"
#include "core/study/pair_study.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/pair/pair_figure.h"
#include "widgets/figures/picture.h"

namespace tst_figure_pair {

using namespace stepzero;

namespace {

PairSide sideOf(const StudyPtr& study, const char* name, bool live = false)
{
    return {study->experiment, study, Text::name(name), live};
}

/// Returns a study with the verdict that every real one has.
StudyPtr judged(const StudyPtr& study)
{
    auto with = std::make_shared<Study>(*study);
    with->verdict = std::make_shared<Verdict>(
        verdict({with->experiment, *with->plan, *with->prediction, with->measurement.get(), nullptr}));
    return with;
}

struct Shown {
    std::unique_ptr<Figure> figure;
    PairFigure& pair;

    explicit Shown(const PairStudyPtr& study, const char* kind = "signal")
        : figure(findFigureKind(QString::fromLatin1(kind), *study)->create(nullptr)),
          pair(dynamic_cast<PairFigure&>(*figure))
    {
        figure->setStyle({theme(QStringLiteral("light")), 1});
        figure->setReadoutShown(true);
        figure->resize(900, 300);
        figure->setExhibit(study);
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
    }
    AxesFigure& axes(std::size_t side) const { return dynamic_cast<AxesFigure&>(*pair.half(side)); }
    Canvas canvas(std::size_t side) const { return axes(side).canvas(axes(side).size()); }
    bool sameAxes() const { return canvas(0).x == canvas(1).x && canvas(0).y == canvas(1).y; }
};

}   // namespace

class TestFigurePair : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    void axesAreLinked()
    {
        const StudyPtr small = sampleStudy({.depth = 8}), large = sampleStudy({.depth = 20, .growth = 1.5});
        const Shown alone(pair_study(sideOf(small, "a"), sideOf(small, "b")));
        const Shown o(pair_study(sideOf(small, "a"), sideOf(large, "b")));
        QVERIFY(o.sameAxes());
        QVERIFY(o.canvas(0).x.high >= 20 && alone.canvas(0).x.high < 20);   // the union
        QVERIFY(o.canvas(0).y.high > alone.canvas(0).y.high);

        const Range before = o.canvas(1).x;
        QWheelEvent wheel(QPointF(200, 120), o.axes(0).mapToGlobal(QPointF(200, 120)), {}, {0, 240}, Qt::NoButton,
            Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&o.axes(0), &wheel);
        QVERIFY(o.canvas(1).x.span() < before.span());
        QVERIFY(o.sameAxes());
        o.axes(1).goHome();
        QVERIFY(o.sameAxes());
        QVERIFY(o.canvas(0).x == before);
    }

    void aStudyIsDrawnOnce()
    {
        const StudyPtr left = sampleStudy({.depth = 8}), right = sampleStudy({.depth = 9});
        const Shown o(pair_study(sideOf(left, "a"), sideOf(right, "b")));
        QCOMPARE(o.pair.half(0)->recomputations(), 1);
        QCOMPARE(o.pair.half(1)->recomputations(), 1);
        const StudyPtr next = sampleStudy({.depth = 10, .generation = 2});
        o.figure->setExhibit(pair_study(sideOf(left, "a"), sideOf(next, "b")));
        QCOMPARE(o.pair.half(0)->recomputations(), 1);
        QCOMPARE(o.pair.half(1)->recomputations(), 2);
        QVERIFY(o.sameAxes());
    }

    void choicesAndReadoutsAreLinked()
    {
        const Shown o(pair_study(sideOf(sampleStudy({.depth = 8}), "a"), sideOf(sampleStudy({.depth = 8}), "b")));
        QAction* toggle = nullptr;
        for (QAction* action : o.figure->choices())
            if (action->isCheckable() && !action->isChecked() && !toggle)
                toggle = action;
        QVERIFY(toggle);
        toggle->trigger();
        QCOMPARE(o.pair.half(1)->viewState(), o.pair.half(0)->viewState());
        QCOMPARE(o.figure->viewState(), o.pair.half(0)->viewState());

        const QImage quiet = o.pair.half(1)->grab().toImage();
        const QPoint at = o.canvas(0).plot.center();
        QMouseEvent move(QEvent::MouseMove, at, o.axes(0).mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(&o.axes(0), &move);
        QVERIFY(o.pair.half(1)->grab().toImage() != quiet);   // its row has the values at the same place
    }

    void onlyOneHalfIsEdited()
    {
        const StudyPtr study = sampleStudy({.depth = 8});
        const Shown o(pair_study(sideOf(study, "a"), sideOf(study, "b", true)));
        int edits = 0;
        connect(o.figure.get(), &Figure::experimentEdited, this, [&] { ++edits; });
        emit o.pair.half(0)->experimentEdited(study->experiment, {});
        QCOMPARE(edits, 0);
        emit o.pair.half(1)->experimentEdited(study->experiment, {});
        QCOMPARE(edits, 1);
    }

    void otherKindsHaveTheirReason()
    {
        const PairStudyPtr mixed
            = pair_study(sideOf(sampleStudy({.depth = 8}), "dense"), sideOf(blockStudy(), "transformer"));
        QCOMPARE(subjectOf(*mixed), pairSubject(networkLayers, networkTokens));
        const Shown o(mixed, "attention");
        QVERIFY(!o.pair.half(0)->isVisible());
        QVERIFY(o.pair.half(1)->isVisible());
        QVERIFY(o.figure->whyEmpty().isEmpty());
        // Nothing to show on either side: the reason is given.
        PairSide waiting = sideOf(sampleStudy({.depth = 8}), "a");
        waiting.study.reset();
        const Shown empty(pair_study(waiting, waiting));
        QVERIFY(!empty.figure->whyEmpty().isEmpty());
    }

    void pictures()
    {
        const PairStudyPtr pair = pair_study(
            sideOf(judged(sampleStudy({.depth = 8})), "left one"), sideOf(judged(sampleStudy({.depth = 20})), "other"));
        PictureOptions options;
        options.pixels = {640, 360};
        const QImage image
            = renderPicture(pair, {{"differences", {}, {0, 0, 1, 0.3}}, {"signal", {}, {0, 0.3, 1, 0.7}}}, options);
        QCOMPARE(image.size(), options.pixels);
        QCOMPARE(image.text("Title"), QString("left one | other"));
        const auto ink = [&](const QRect& part) {
            const QRgb ground = image.pixel(part.topLeft());
            for (int y = part.top(); y < part.bottom(); ++y)
                for (int x = part.left(); x < part.right(); ++x)
                    if (image.pixel(x, y) != ground)
                        return true;
            return false;
        };
        QVERIFY(ink({40, 180, 240, 140}));
        QVERIFY(ink({360, 180, 240, 140}));
        const FigureTable table = figureOf({"signal", {}}, pair)->table();
        QCOMPARE(table.header.first(), QString("experiment"));
        QCOMPARE(table.rows.size(), 28);
        QCOMPARE(table.rows.last().first(), QString("other"));
    }

    void differencesAreListed()
    {
        const StudyPtr left = judged(sampleStudy({.depth = 8})), right = judged(sampleStudy({.depth = 20}));
        const FigureTable table
            = figureOf({"differences", {}}, pair_study(sideOf(left, "a"), sideOf(right, "b")))->table();
        QCOMPARE(table.rows, (QVector<QStringList> {{"depth", "8", "20"}}));
        const auto same = figureOf({"differences", {}}, pair_study(sideOf(left, "a"), sideOf(left, "b")));
        QVERIFY(same->table().rows.isEmpty());
        QVERIFY(same->whyEmpty().isEmpty());   // it says that they are identical
    }
};

STEPZERO_TEST(TestFigurePair, QApplication)

}   // namespace tst_figure_pair
#include "tst_figure_pair.moc"
