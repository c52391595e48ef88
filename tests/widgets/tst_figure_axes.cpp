// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse does on every figure with axes: boxes, cursors, what is said at the pointer.
#include <QAction>
#include <QSignalSpy>
#include <QtTest>

#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/cursors.h"
#include "widgets/figures/frame/table_text.h"

using namespace stepzero;

namespace {

struct Shown {
    std::unique_ptr<Figure> figure;
    AxesFigure& axes;

    explicit Shown(const char* kind, const Sample& sample = {})
        : figure(findFigureKind(QString::fromLatin1(kind))->create(nullptr)), axes(dynamic_cast<AxesFigure&>(*figure))
    {
        figure->setStyle({theme(QStringLiteral("light")), 1});
        figure->resize(620, 320);
        figure->setExhibit(sampleStudy(sample));
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
    }

    Canvas canvas() const { return axes.canvas(figure->size()); }

    /// Sent straight to the figure: QTest moves the cursor, and without a window system nobody tells the widget.
    void drag(const QPoint& from, const QPoint& to, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(figure.get(), button, modifiers, from);
        QMouseEvent move(QEvent::MouseMove, to, figure->mapToGlobal(to), Qt::NoButton, button, modifiers);
        QApplication::sendEvent(figure.get(), &move);
        QTest::mouseRelease(figure.get(), button, modifiers, to);
    }

    QStringList words() const
    {
        QStringList all;
        for (const QAction* action : figure->choices())
            all << action->text();
        return all;
    }
};

}   // namespace

class TestFigureAxes : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    void box_data()
    {
        QTest::addColumn<int>("button");
        QTest::addColumn<int>("modifiers");
        QTest::newRow("Shift") << int(Qt::LeftButton) << int(Qt::ShiftModifier);
        QTest::newRow("middle") << int(Qt::MiddleButton) << int(Qt::NoModifier);
    }
    /// The axes become the box; a flat one is of one axis; a double click goes home.
    void box()
    {
        QFETCH(int, button);
        QFETCH(int, modifiers);
        Shown s("signal");
        QSignalSpy linked(&s.axes, &AxesFigure::layersZoomed);
        QSignalSpy chosen(s.figure.get(), &Figure::layerChosen);
        const Canvas home = s.canvas();
        const QPoint from = home.plot.topLeft() + QPoint(100, 40), to = from + QPoint(120, 60);
        s.drag(to, from, Qt::MouseButton(button), Qt::KeyboardModifiers(modifiers));
        Canvas c = s.canvas();
        const double pixel = home.x.span() / home.plot.width(), high = home.y.span() / home.plot.height();
        QVERIFY(std::abs(c.x.low - home.vx(from.x())) < 1.01 * pixel);
        QVERIFY(std::abs(c.x.high - home.vx(to.x())) < 1.01 * pixel);
        QVERIFY(std::abs(c.y.high - home.vy(from.y())) < 1.01 * high);
        QVERIFY(std::abs(c.y.low - home.vy(to.y())) < 1.01 * high);
        QCOMPARE(linked.count(), 1);
        QTest::mouseDClick(s.figure.get(), Qt::LeftButton, {}, from);
        QCOMPARE(s.canvas().x, home.x);
        QCOMPARE(s.canvas().y, home.y);

        s.drag(from, from + QPoint(120, 3), Qt::MouseButton(button), Qt::KeyboardModifiers(modifiers));
        c = s.canvas();
        QVERIFY(c.x.span() < 0.5 * home.x.span());
        QCOMPARE(c.y, home.y);
        QVERIFY(chosen.isEmpty());
        // A study of another size comes: what was asked for stays.
        s.figure->setExhibit(sampleStudy({.growth = 1.1, .generation = 2}));
        QCOMPARE(s.canvas().x, c.x);
    }

    /// Layers that another figure was zoomed to, and the view of both.
    void layers()
    {
        Shown s("signal");
        const Range home = s.canvas().x, some {2.5, 5.5};
        s.axes.zoomLayers(some);
        QCOMPARE(s.canvas().x, some);
        Shown copy("signal");
        copy.figure->setViewState(s.figure->viewState());
        QCOMPARE(copy.canvas().x, some);
        QCOMPARE(copy.figure->viewState(), s.figure->viewState());
        s.axes.zoomLayers(std::nullopt);
        QCOMPARE(s.canvas().x, home);
        // Layers that a shallower network does not have.
        s.axes.zoomLayers(Range {20, 30});
        s.figure->setExhibit(sampleStudy({.depth = 8, .generation = 2}));
        QVERIFY(s.canvas().x.contains(1) && s.canvas().x.contains(8));
        s.figure->setExhibit(sampleStudy({.generation = 3}));

        Shown weights("weights");   // its x is no layer
        const Range values = weights.canvas().x;
        weights.axes.zoomLayers(some);
        QCOMPARE(weights.canvas().x, values);
    }

    /// Two cursors on the measured signal of a network that grows by 1.3 a layer say so, and follow another study.
    void cursors()
    {
        Shown s("signal", {.growth = 1.3});
        QStringList said;
        connect(s.figure.get(), &Figure::readout, this, [&said](const QString& text) { said << text; });
        QSignalSpy chosen(s.figure.get(), &Figure::layerChosen);
        QVERIFY(!s.words().contains(QStringLiteral("Clear cursors")));
        const Canvas c = s.canvas();
        const auto rmsOf = [](const Shown& of, int layer) {
            const auto study = std::static_pointer_cast<const Study>(of.figure->exhibit());
            return std::log10(study->measurement->preactivation(layer)->rms);
        };
        const auto click = [&](int layer) {
            const QPointF at = c.at(layer, rmsOf(s, layer));
            QTest::mouseClick(s.figure.get(), Qt::LeftButton, Qt::ShiftModifier, {int(at.x()), int(at.y())});
        };
        click(2);
        QCOMPARE(s.axes.cursors().size(), 1);
        QVERIFY2(said.last().startsWith(QStringLiteral("layer 2: ")), qPrintable(said.last()));
        click(6);
        QCOMPARE(s.axes.cursors().size(), 2);
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(s.axes.cursors()[i].at.x(), i == 0 ? 2.0 : 6.0);
            QVERIFY(std::abs(s.axes.cursors()[i].at.y() - rmsOf(s, i == 0 ? 2 : 6)) < 1e-6);
        }
        const double slope = (rmsOf(s, 6) - rmsOf(s, 2)) / 4;
        QVERIFY2(said.last().contains(QStringLiteral("×%1 a layer").arg(aligned(std::pow(10.0, slope)))),
            qPrintable(said.last()));
        QVERIFY(said.last().contains(QStringLiteral("log₁₀ ") + aligned(slope)));
        QVERIFY(chosen.isEmpty());   // Shift is not a choice of a layer

        s.figure->setExhibit(sampleStudy({.growth = 1.1, .generation = 2}));
        s.figure->grab();
        QCOMPARE(s.axes.cursors().size(), 2);
        QVERIFY(std::abs(s.axes.cursors()[1].at.y() - rmsOf(s, 6)) < 1e-6);
        // Where there is no layer 6 any more there is no cursor.
        s.figure->setExhibit(sampleStudy({.depth = 4, .generation = 3}));
        s.figure->grab();
        QCOMPARE(s.axes.cursors().size(), 1);

        QVERIFY(s.words().contains(QStringLiteral("Clear cursors")));
        s.figure->choices().last()->trigger();
        QVERIFY(s.axes.cursors().isEmpty());
    }

    /// Values and slopes on each kind of axis.
    void cursorWords()
    {
        Frame f;
        f.layers = 10;
        f.xLabel = QStringLiteral("layer");
        f.yScale = Scale::linear;
        QCOMPARE(cursorText(f, {{0, {1, 0.5}}, {0, {5, 0.3}}}),
            QStringLiteral("layer 1: 0.500 · layer 5: 0.300 · slope −0.0500 a layer"));
        f.yScale = Scale::log10;   // a tenth in four layers
        QCOMPARE(cursorText(f, {{0, {1, -1}}, {0, {5, -2}}}),
            QStringLiteral("layer 1: 0.100 · layer 5: 0.0100 · ×0.562 a layer, slope of log₁₀ −0.250"));
        f.yScale = Scale::percent;
        QVERIFY(cursorText(f, {{0, {1, 0.1}}, {0, {3, 0.5}}}).endsWith(QStringLiteral("slope 20.0 points a layer")));
        f.layers = 0;
        f.xScale = f.yScale = Scale::log10;
        QVERIFY(cursorText(f, {{0, {0, 1}}, {0, {2, 0}}}).endsWith(QStringLiteral("exponent −0.500")));
        f.xScale = Scale::linear;
        f.yScale = Scale::symlog;   // −9 and 9 with a threshold of 1
        QVERIFY(cursorText(f, {{0, {1, -1}}, {0, {4, 1}}}).endsWith(QStringLiteral("slope 6.00")));
        QVERIFY(!cursorText(f, {{0, {1, -1}}, {1, {1, 1}}}).contains(QStringLiteral("slope")));
    }

    /// What is said at the pointer stands in the row below the axes, and nowhere over the data.
    void saysItInItsPlace()
    {
        Shown s("signal");
        const QImage before = s.figure->grab().toImage();
        const Canvas c = s.canvas();
        const QPoint at(int(c.px(3)), c.plot.top() + 5);
        QMouseEvent move(QEvent::MouseMove, at, s.figure->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(s.figure.get(), &move);
        const QImage after = s.figure->grab().toImage();
        const int row = c.plot.bottom() + 20;   // below the numbers of the axis
        const QRect above(0, 0, before.width(), row), below(0, row, before.width(), before.height() - row);
        QVERIFY(after.copy(above) == before.copy(above));
        QVERIFY(after.copy(below) != before.copy(below));
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(s.figure.get(), &leave);
        QVERIFY(s.figure->grab().toImage() == before);
    }

    void csv()
    {
        QCOMPARE(csvText({{"a", "b,c"}, {{"1", "say \"x\""}, {"", "2"}}}),
            QStringLiteral("a,\"b,c\"\r\n1,\"say \"\"x\"\"\"\r\n,2\r\n"));
    }
};

QTEST_MAIN(TestFigureAxes)
#include "tst_figure_axes.moc"
