// SPDX-License-Identifier: GPL-3.0-or-later
// Properties of every figure in the registry, on studies of every kind.
#include <QAction>
#include <QPainter>
#include <QSignalSpy>
#include <QtTest>
#include <algorithm>
#include <map>

#include "core/train/default_training.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/figure.h"
#include "widgets/figures/frame/number_text.h"

namespace tst_figures {

using namespace stepzero;

namespace {

const std::map<QString, Sample>& samples()
{
    static const std::map<QString, Sample> all {
        {"default", {}},
        {"dead", {.dead = true}},
        {"vanishing", {.exponent = -5000}},
        {"exploding", {.exponent = 5000, .infinite = true}},
        {"growing", {.growth = 1.6}},
        {"depth 1", {.depth = 1}},
        {"depth 2", {.depth = 2}},
        {"depth 1000", {.depth = 1000}},
        {"no gradient", {.gradient = false}},
        {"no spectra", {.spectra = false, .stage = Stage::preview}},
        {"replicas", {.replicas = 8}},
        {"replicas vanishing", {.exponent = -5000, .replicas = 8}},
        {"identity", {.identity = true}},
    };
    return all;
}

/// Returns the study of a sample. A thousand layers take longer to make than to draw.
StudyPtr studyOf(const QString& name)
{
    static std::map<QString, StudyPtr> made;
    StudyPtr& study = made[name];
    if (!study)
        study = sampleStudy(samples().at(name));
    return study;
}

int inkOf(const QImage& image, const QColor& background)
{
    int ink = 0;
    const QRgb none = background.rgb();
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        ink += image.width() - int(std::count(line, line + image.width(), none));
    }
    return ink;
}

std::unique_ptr<Figure> make(const QString& kind)
{
    std::unique_ptr<Figure> figure(findFigureKind(kind)->create(nullptr));
    figure->setStyle({theme(QStringLiteral("light")), 1});
    figure->resize(620, 320);
    return figure;
}

/// Events are sent directly to the figure: QTest moves the cursor, but without a window system no widget is notified.
void moveTo(QWidget& widget, const QPoint& at, Qt::MouseButtons held = Qt::NoButton)
{
    QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, held, Qt::NoModifier);
    QApplication::sendEvent(&widget, &move);
}

QStringList kindNames()
{
    QStringList ids;
    for (const FigureKind& kind : figureKinds())
        if (kind.places.contains(networkLayers))   // networks made of blocks have separate tests
            ids << kind.id;
    return ids;
}

}   // namespace

class TestFigures : public QObject {
    Q_OBJECT

    void eachKind()
    {
        QTest::addColumn<QString>("kind");
        for (const QString& kind : kindNames())
            QTest::newRow(qPrintable(kind)) << kind;
    }

private slots:
    void initTestCase() { installFonts(); }

    void draws_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("sample");
        QTest::addColumn<QString>("themeName");
        QTest::addColumn<bool>("chosen");
        // Themes alternate over figures and samples, so that every figure and every sample is drawn in both.
        int turn = 0;
        for (const QString& kind : kindNames()) {
            for (const auto& [name, sample] : samples()) {
                const QString t = ++turn % 2 == 0 ? QStringLiteral("light") : QStringLiteral("dark");
                QTest::newRow(qPrintable(kind + ", " + name + ", " + t))
                    << kind << name << t << tested::in_turn(std::size_t(turn));
            }
            turn += samples().size() % 2 == 0;   // each sample has the other theme in the next figure
        }
    }
    /// Every figure for every sample, and with every choice for some of them in turn: no crash, a non-empty picture,
    /// and no text with "nan".
    void draws()
    {
        QFETCH(QString, kind);
        QFETCH(QString, sample);
        QFETCH(QString, themeName);
        QFETCH(bool, chosen);
        const Style style {theme(themeName), 1};
        const auto figure = make(kind);
        figure->setStyle(style);
        figure->setExhibit(studyOf(sample));
        const auto check = [&] {
            const QImage image = pictureOf(*figure, {620, 320});
            const int ink = inkOf(image, style.theme.background);
            QVERIFY2(ink > 1500, qPrintable(QStringLiteral("%1 pixels").arg(ink)));
            // no magenta is left, and there is no frame
            QCOMPARE(image.pixel(619, 319), style.theme.background.rgb());
        };
        check();
        for (QAction* action : figure->choices())
            if (chosen && !action->isSeparator() && !QTest::currentTestFailed()) {
                action->trigger();
                check();
            }
        const FigureTable table = figure->table();
        QVERIFY(!table.header.isEmpty());
        for (const QStringList& row : table.rows) {
            QCOMPARE(row.size(), table.header.size());
            QVERIFY(!row.join(' ').contains(QLatin1String("nan")));
        }
        for (const QSize& size : {QSize(120, 90), QSize(1, 1)})
            pictureOf(*figure, size);
    }

    void choicesOutliveAnotherKindOfNetwork_data() { eachKind(); }
    /// A figure stays valid when the network changes to another kind, whatever was chosen before.
    void choicesOutliveAnotherKindOfNetwork()
    {
        static const std::vector<std::shared_ptr<Study>> studies = [] {
            std::vector<std::shared_ptr<Study>> made;
            for (const NetworkKind& kind : kinds())
                made.push_back(blockStudy({.kind = kind.name, .depth = 2, .width = 16, .samples = 2, .tokens = 4}));
            return made;
        }();
        QFETCH(QString, kind);
        const FigureKind& figureKind = *findFigureKind(kind);
        const auto figure = make(kind);
        for (QAction* action : figure->choices())
            for (const auto& study : studies)
                if (figureKind.places.contains(subjectOf(*study->plan->kind))) {
                    figure->setExhibit(study);
                    pictureOf(*figure, {200, 120});
                    if (!action->isSeparator())
                        action->trigger();
                }
    }

    void trainingIsDrawn_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<QString>("adapters");
        QTest::newRow("falls") << 0.003 << "none";
        QTest::newRow("diverges") << 1e6 << "none";
        QTest::newRow("adapters") << 0.003 << "lora";
    }
    /// Every choice of the figure for a trained network. The table has as many rows as steps and parameters.
    void trainingIsDrawn()
    {
        QFETCH(double, rate);
        QFETCH(QString, adapters);
        Experiment e = blockExperiment({.kind = "residual", .depth = 2, .width = 16});
        e.train = default_training(e.network);
        e.train->adapters.name = adapters.toStdString();
        e.train->steps = 6;
        e.train->learning_rate = rate;
        if (rate > 1)
            e.train->optimizer = {"sgd", completed(find_optimizer("sgd")->parameters, {})};
        StudyCaches caches(1 << 24);
        const StudyPtr study = full_study({.experiment = e}, caches, Context());
        const auto figure = make("training");
        figure->setExhibit(study);
        for (QAction* action : figure->choices()) {
            if (!action->isSeparator())
                action->trigger();
            QVERIFY(inkOf(pictureOf(*figure, {500, 300}), figure->style().theme.background) > 1500);
        }
        QCOMPARE(study->training->diverged, rate > 1);
        int rows = 0;
        for (const TrainingStep& step : study->training->steps)
            rows += 1 + int(step.moves.size());
        QCOMPARE(figure->table().rows.size(), rows);
        if (rate > 1)
            return;
        // The reference value of an update is dashed, and no grid line covers it.
        figure->setViewState({{"show", "update"}});
        const QSize size(500, 300);
        const QImage image = pictureOf(*figure, size);
        const Canvas c = static_cast<AxesFigure&>(*figure).canvas(size);
        QVERIFY(c.y.low < -3 && c.y.high > -3);
        int dark = 0, light = 0;
        for (int x = c.plot.left(); x <= c.plot.right(); ++x) {
            int darkest = 255;
            for (int y = int(c.py(-3)) - 1; y <= int(c.py(-3)) + 1; ++y)
                darkest = std::min(darkest, qGray(image.pixel(x, y)));
            ++(darkest < 128 ? dark : light);
        }
        QVERIFY2(dark > light && light > 20, qPrintable(QStringLiteral("%1 dark, %2 light").arg(dark).arg(light)));
    }

    void onceForEachStudy_data() { eachKind(); }
    void onceForEachStudy()
    {
        QFETCH(QString, kind);
        const auto figure = make(kind);
        figure->setExhibit(sampleStudy());
        figure->setExhibit(sampleStudy());
        QCOMPARE(figure->recomputations(), 0);   // the figure is not visible
        QSignalSpy painted(figure.get(), &Figure::painted);
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
        QTRY_COMPARE(painted.count(), 1);
        QCOMPARE(figure->recomputations(), 1);
        for (quint64 generation = 2; generation < 6; ++generation) {
            figure->setExhibit(sampleStudy({.generation = generation}));
            QCOMPARE(figure->recomputations(), int(generation));
        }
        QTRY_COMPARE(painted.count(), 2);   // four studies, one paint
        QCOMPARE(painted.last().first().toULongLong(), 5ULL);
        // Painting, resizing and hovering reuse what was built.
        figure->resize(500, 260);
        figure->setHoveredLayer(3);
        QTest::qWait(20);
        QCOMPARE(figure->recomputations(), 5);
        QCOMPARE(painted.count(), 2);
        figure->hide();
        figure->setExhibit(sampleStudy({.generation = 6}));
        QCOMPARE(figure->recomputations(), 5);
        QCOMPARE(figure->shownExhibit()->generation, 5ULL);
        figure->show();
        QTRY_COMPARE(painted.count(), 3);
        QCOMPARE(figure->recomputations(), 6);
        QCOMPARE(figure->shownExhibit()->generation, 6ULL);
    }

    void zoomSurvives_data() { eachKind(); }
    void zoomSurvives()
    {
        QFETCH(QString, kind);
        const auto figure = make(kind);
        auto* axes = qobject_cast<AxesFigure*>(figure.get());
        if (!axes)
            QSKIP("a table has no axes");
        figure->setExhibit(sampleStudy());
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
        const Canvas home = axes->canvas(figure->size());
        const QPointF at(home.plot.left() + home.plot.width() / 4, home.plot.top() + home.plot.height() / 4);
        QWheelEvent wheel(
            at, figure->mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(figure.get(), &wheel);
        const Canvas zoomed = axes->canvas(figure->size());
        QVERIFY(std::abs(zoomed.x.span() - home.x.span() / 1.44) < 1e-9 * home.x.span());
        QVERIFY(std::abs(zoomed.vx(at.x()) - home.vx(at.x()))
            < 1e-9 * home.x.span());   // the point stays under the pointer
        figure->setExhibit(sampleStudy({.growth = 1.1, .generation = 2}));
        QCOMPARE(axes->canvas(figure->size()).x, zoomed.x);
        QCOMPARE(axes->canvas(figure->size()).y, zoomed.y);

        // Another figure takes over the view, as an export does.
        const auto copy = make(kind);
        copy->setViewState(figure->viewState());
        copy->setExhibit(figure->exhibit());
        QCOMPARE(pictureOf(*copy, {620, 320}), pictureOf(*figure, {620, 320}));

        // A pan moves as far as the pointer.
        QTest::mousePress(figure.get(), Qt::LeftButton, {}, at.toPoint());
        moveTo(*figure, at.toPoint() + QPoint(40, 0), Qt::LeftButton);
        QTest::mouseRelease(figure.get(), Qt::LeftButton, {}, at.toPoint() + QPoint(40, 0));
        const Canvas panned = axes->canvas(figure->size());
        QVERIFY(
            std::abs(panned.x.low - zoomed.x.low + 40 * zoomed.x.span() / zoomed.plot.width()) < 1e-9 * home.x.span());

        QTest::mouseDClick(figure.get(), Qt::LeftButton, {}, at.toPoint());
        figure->setExhibit(sampleStudy());
        QCOMPARE(axes->canvas(figure->size()).x, home.x);
        QCOMPARE(axes->canvas(figure->size()).y, home.y);
    }

    void axesGrowWhileDragging()
    {
        const auto figure = make(QStringLiteral("signal"));
        auto& axes = dynamic_cast<AxesFigure&>(*figure);
        figure->setExhibit(sampleStudy());
        figure->show();
        const Range home = axes.canvas(figure->size()).y;
        figure->setDragging(true);
        figure->setExhibit(sampleStudy({.growth = 2}));
        const Range grown = axes.canvas(figure->size()).y;
        QVERIFY(grown.high > home.high + 5);
        figure->setExhibit(sampleStudy());
        QCOMPARE(axes.canvas(figure->size()).y, grown);
        figure->setDragging(false);
        QCOMPARE(axes.canvas(figure->size()).y, home);

        // Releasing the mouse repaints nothing when the axes are right already.
        QApplication::processEvents();
        struct : QObject {
            int paints = 0;
            bool eventFilter(QObject*, QEvent* event) override
            {
                paints += event->type() == QEvent::Paint;
                return false;
            }
        } watch;
        figure->installEventFilter(&watch);
        figure->setDragging(true);
        figure->setDragging(false);
        QApplication::processEvents();
        QCOMPARE(watch.paints, 0);

        figure->setAxesHeld(true);
        figure->setExhibit(sampleStudy({.growth = 2}));
        QCOMPARE(axes.canvas(figure->size()).y, home);
        figure->setAxesHeld(false);
        QCOMPARE(axes.canvas(figure->size()).y, grown);
    }

    /// Margins do not depend on the data, so that nothing jumps sideways while a slider moves.
    void marginsAreSteady_data() { eachKind(); }
    void marginsAreSteady()
    {
        QFETCH(QString, kind);
        const auto figure = make(kind);
        auto* axes = qobject_cast<AxesFigure*>(figure.get());
        if (!axes)
            QSKIP("a table has no axes");
        QRect plot;
        for (const auto& [name, sample] : samples()) {
            if (name == QLatin1String("no gradient") || name == QLatin1String("exploding")
                || name == QLatin1String("dead"))
                continue;   // other curves have other labels at their ends
            figure->setExhibit(studyOf(name));
            pictureOf(*figure, {620, 320});
            const QRect now = axes->canvas({620, 320}).plot;
            if (plot.isNull())
                plot = now;
            QCOMPARE(now, plot);
        }
    }

    void layersAreChosen_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"signal", "activations", "fractions", "boxes"})
            QTest::newRow(kind) << QString(kind);
    }
    void layersAreChosen()
    {
        QFETCH(QString, kind);
        const auto figure = make(kind);
        figure->setExhibit(sampleStudy());
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
        const Canvas c = dynamic_cast<AxesFigure&>(*figure).canvas(figure->size());
        QSignalSpy chosen(figure.get(), &Figure::layerChosen), hovered(figure.get(), &Figure::layerHovered),
            readout(figure.get(), &Figure::readout);
        const QPoint at(int(c.px(12.2)), c.plot.center().y());
        moveTo(*figure, at);
        QCOMPARE(hovered.last().first().toInt(), 12);
        QVERIFY2(readout.last().first().toString().startsWith(QStringLiteral("layer 12 · ")),
            qPrintable(readout.last().first().toString()));
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, at);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.last().first().toInt(), 12);
        moveTo(*figure, {2, 2});
        QCOMPARE(hovered.last().first().toInt(), 0);
        QVERIFY(readout.last().first().toString().isEmpty());
    }

    void rowsAreChosen()
    {
        const auto figure = make(QStringLiteral("summary"));
        figure->setExhibit(sampleStudy({.depth = 1000, .layer = 1}));
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
        QSignalSpy chosen(figure.get(), &Figure::layerChosen);
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, {200, 78 + 18 * 2 + 5});
        QCOMPARE(chosen.last().first().toInt(), 3);
        // The chosen layer is scrolled into view, and its row is marked.
        figure->setExhibit(sampleStudy({.depth = 1000, .layer = 700}));
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, {200, 320 - 20});
        QVERIFY(std::abs(chosen.last().first().toInt() - 700) <= 1);
    }

    void legendToggles()
    {
        const auto figure = make(QStringLiteral("weights"));
        figure->setExhibit(sampleStudy());
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
        const QImage before = pictureOf(*figure, {620, 320});
        const QSignalSpy changed(figure.get(), &Figure::viewStateChanged);
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, {600, 15});   // "distribution", the last name in the row
        QCOMPARE(changed.count(), 1);
        QCOMPARE(figure->viewState().value("off").toVariant().toStringList(), QStringList {"law"});
        QVERIFY(pictureOf(*figure, {620, 320}) != before);
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, {600, 15});
        QCOMPARE(pictureOf(*figure, {620, 320}), before);
    }

    void zerosAreSaid()
    {
        using Where = std::vector<bool>;
        QCOMPARE(whereText("the gradient", "zero", Where {false, false}), QString());
        QCOMPARE(whereText("the gradient", "zero", Where {true, true, false}),
            QStringLiteral("the gradient is zero below layer 3"));
        QCOMPARE(whereText("the output", "zero", Where {false, true, true}),
            QStringLiteral("the output is zero from layer 2 on"));
        QCOMPARE(
            whereText("the output", "zero", Where {true, true}), QStringLiteral("the output is zero in every layer"));
        QCOMPARE(whereText("the output", "zero", Where {false, true, false}),
            QStringLiteral("the output is zero in layer 2"));
        Distribution d;
        d.exponent = 5000;
        QCOMPARE(exactNumber(d, -1), QStringLiteral("-1.41246703214e1505"));
        QCOMPARE(numberOf(d, -1), QStringLiteral("−1.41×10¹⁵⁰⁵"));
    }

    /// A dock shows the title in its tab: the figure gives that row to the axes, and gets it back in a picture.
    void titleGivesItsRow_data() { eachKind(); }
    void titleGivesItsRow()
    {
        QFETCH(QString, kind);
        const auto figure = make(kind);
        figure->setExhibit(sampleStudy());
        const QImage titled = pictureOf(*figure, {620, 320});
        auto* axes = qobject_cast<AxesFigure*>(figure.get());
        const QRect plot = axes ? axes->canvas({620, 320}).plot : QRect();
        figure->setTitleShown(false);
        const QImage bare = pictureOf(*figure, {620, 320});
        QVERIFY(bare != titled);
        if (axes && kind != QLatin1String("weights")) {   // its notes keep their row
            const QRect larger = axes->canvas({620, 320}).plot;
            QCOMPARE(larger.top(), plot.top() - 18);
            QCOMPARE(larger.bottom(), plot.bottom());
        }
        figure->setTitleShown(true);
        QCOMPARE(pictureOf(*figure, {620, 320}), titled);
        // Narrow pictures leave room for the data, however many names and notes there are.
        for (const char* sample : {"dead", "vanishing", "replicas"}) {
            figure->setExhibit(studyOf(sample));
            for (const QSize& size : {QSize(300, 200), QSize(240, 160)}) {
                pictureOf(*figure, size);
                if (axes)
                    QVERIFY2(axes->canvas(size).plot.height() >= size.height() / 3, sample);
            }
        }
    }

    void scaleEnlarges()
    {
        const auto figure = make(QStringLiteral("signal"));
        figure->setExhibit(sampleStudy());
        const auto& axes = dynamic_cast<AxesFigure&>(*figure);
        pictureOf(*figure, {620, 320});
        const QRect plain = axes.canvas({620, 320}).plot;
        figure->setStyle({theme(QStringLiteral("light")), 2});
        pictureOf(*figure, {1240, 640});
        const QRect large = axes.canvas({1240, 640}).plot;
        QCOMPARE(large.topLeft(), plain.topLeft() * 2);
    }
};

STEPZERO_TEST(TestFigures, QApplication)

}   // namespace tst_figures
#include "tst_figures.moc"
