// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse handling that is common to all figures with axes: zoom rectangles, cursors, and the readout at the pointer.
#include <QAction>
#include <QHelpEvent>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QToolTip>
#include <QtTest>

#include "tests/main/registered_test.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/cursors.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/frame/table_text.h"

namespace tst_figure_axes {

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

    /// Events are sent directly to the figure: QTest moves the cursor, but without a window system no widget is
    /// notified.
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

/// A figure with a short note and a long one.
class TwoNotes : public PlotFigure {
public:
    using PlotFigure::PlotFigure;
    FigureTable table() const override { return {}; }

protected:
    void rebuild() override
    {
        Frame f;
        f.xHome = f.yHome = {0, 1};
        f.notes = QStringList {"MM", "MMMMMMMMMMMM"};
        setFrame(f);
    }
};

/// Returns the widths of the words in the rows above the axes, from the left.
QList<int> wordsAbove(const QImage& picture, int rows)
{
    constexpr int apart = 8;   // columns without ink between words
    QList<int> wide;
    int begin = -1, last = 0;
    for (int x = 0; x < picture.width() + apart; ++x) {
        bool ink = false;
        for (int y = 0; y < rows && x < picture.width(); ++y)
            ink |= picture.pixelColor(x, y).lightness() < 128;
        if (ink) {
            begin = begin < 0 ? x : begin;
            last = x;
        } else if (begin >= 0 && x - last >= apart) {
            wide << last - begin;
            begin = -1;
        }
    }
    return wide;
}

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
    /// The axes become the rectangle; a flat one zooms a single axis; a double click returns home.
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
        // When a study of another size arrives, the zoom stays.
        s.figure->setExhibit(sampleStudy({.growth = 1.1, .generation = 2}));
        QCOMPARE(s.canvas().x, c.x);
    }

    /// The layers that another figure was zoomed to, and the view state of both.
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

        Shown weights("weights");   // its x is not the layer
        const Range values = weights.canvas().x;
        weights.axes.zoomLayers(some);
        QCOMPARE(weights.canvas().x, values);
    }

    /// Two cursors on the measured signal of a network that grows by 1.3 per layer show this factor, and follow another
    /// study.
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
        QVERIFY2(said.last().contains(QStringLiteral("×%1 per layer").arg(aligned(std::pow(10.0, slope)))),
            qPrintable(said.last()));
        QVERIFY(said.last().contains(QStringLiteral("log₁₀ ") + aligned(slope)));
        QVERIFY(chosen.isEmpty());   // a click with Shift does not choose a layer

        s.figure->setExhibit(sampleStudy({.growth = 1.1, .generation = 2}));
        s.figure->grab();
        QCOMPARE(s.axes.cursors().size(), 2);
        QVERIFY(std::abs(s.axes.cursors()[1].at.y() - rmsOf(s, 6)) < 1e-6);
        // Without layer 6, its cursor disappears.
        s.figure->setExhibit(sampleStudy({.depth = 4, .generation = 3}));
        s.figure->grab();
        QCOMPARE(s.axes.cursors().size(), 1);
        // When the layer exists again, the cursor returns.
        s.figure->setExhibit(sampleStudy({.growth = 1.2, .generation = 4}));
        s.figure->grab();
        QCOMPARE(s.axes.cursors().size(), 2);
        QVERIFY(std::abs(s.axes.cursors()[1].at.y() - rmsOf(s, 6)) < 1e-6);

        QVERIFY(s.words().contains(QStringLiteral("Clear cursors")));
        s.figure->choices().last()->trigger();
        QVERIFY(s.axes.cursors().isEmpty());
    }

    /// An export has the cursors and their text, and its axis keeps its label.
    void cursorsAreExported()
    {
        Shown s("signal", {.growth = 1.3});
        const ExhibitPtr exhibit = s.figure->exhibit();
        const QJsonObject without = s.figure->viewState();
        const auto study = std::static_pointer_cast<const Study>(exhibit);
        const Canvas c = s.canvas();
        for (const int layer : {2, 6}) {
            const QPointF at = c.at(layer, std::log10(study->measurement->preactivation(layer)->rms));
            QTest::mouseClick(s.figure.get(), Qt::LeftButton, Qt::ShiftModifier, at.toPoint());
        }
        QCOMPARE(s.axes.cursors().size(), 2);
        const QJsonObject with = s.figure->viewState();
        Frame frame;
        frame.layers = study->plan->depth();
        frame.xLabel = QStringLiteral("layer");
        frame.yScale = Scale::log10;
        const QString said = QLatin1Char('>') + cursorText(frame, s.axes.cursors()) + QLatin1Char('<');
        QVERIFY2(said.startsWith(QStringLiteral(">layer 2: ")), qPrintable(said));
        QVERIFY2(wordsOf("signal", exhibit, with).contains(said), qPrintable(wordsOf("signal", exhibit, with)));
        QVERIFY(wordsOf("signal", exhibit, with).contains(QStringLiteral(">layer<")));
        QVERIFY(!wordsOf("signal", exhibit, without).contains(QStringLiteral("layer 2")));
        // The difference of the two pictures: two vertical lines, and the connection of their points.
        const auto drawn = [&](const QJsonObject& view) {
            const auto figure = figureOf({QStringLiteral("signal"), view}, exhibit);
            const QImage image = pictureOf(*figure, {900, 500});
            return std::pair(image, dynamic_cast<AxesFigure&>(*figure).canvas({900, 500}));
        };
        const auto [marked, on] = drawn(with);
        const auto [bare, off] = drawn(without);
        QCOMPARE(on.plot, off.plot);
        const double low = std::min(s.axes.cursors()[0].at.y(), s.axes.cursors()[1].at.y());
        int lower = 0;   // number of changed pixels below the points
        for (int y = on.plot.top(); y <= on.plot.bottom(); ++y)
            for (int x = on.plot.left(); x <= on.plot.right(); ++x)
                if (marked.pixel(x, y) != bare.pixel(x, y)) {
                    QVERIFY(x > on.px(2) - 6 && x < on.px(6) + 6);
                    lower += y > on.py(low) + 6;
                }
        QVERIFY2(lower > 20, qPrintable(QString::number(lower)));
        // A saved view has the cursors, and a network without these layers does not.
        Shown copy("signal", {.growth = 1.3});
        copy.figure->setViewState(with);
        copy.figure->grab();
        QCOMPARE(copy.figure->viewState(), with);
        QCOMPARE(copy.axes.cursors()[1].at, s.axes.cursors()[1].at);
        QVERIFY(
            !wordsOf("signal", sampleStudy({.depth = 1, .generation = 2}), with).contains(QStringLiteral("layer 2")));
    }

    /// Captions that do not fit are left out, not cut, and the tooltip has all of them.
    void captionsAreWhole()
    {
        const auto study = blockStudy({.focus = {.layer = 2}});
        // The caption of each figure that is never left out, and may be cut.
        for (const auto& [kind, first] : {std::pair("signal", "max. deviation from theory"),
                 {"attention_map", "entropy"}, {"attention", "block 2: entropy"}, {"weights", "mean"}}) {
            const auto figure = figureOf({kind, {}}, study, {theme(QStringLiteral("light"))});
            figure->setTitleShown(false);
            const auto textsAt = [&figure = *figure](const QSize& size) {
                PaperRecorder paper(size);
                QPainter painter(&paper);
                figure.paint(painter, QSizeF(size));
                return paper.texts;
            };
            const QStringList whole = textsAt({1600, 500});
            QVERIFY(whole.filter(QStringLiteral("…")).isEmpty());
            static const QRegularExpression digit(QStringLiteral("[0-9]"));
            for (int width = 220; width <= 900; width += 20)
                for (const int height : {140, 200, 320}) {
                    bool isThere = false;
                    for (const QString& text : textsAt({width, height})) {
                        isThere = isThere || text.startsWith(QLatin1String(first));
                        if (!text.endsWith(QStringLiteral("…")) || text.size() == 1)
                            continue;
                        const QString of = whole.filter(text.chopped(1)).value(0);
                        if (of.contains(digit))   // excludes names
                            QVERIFY2(of.startsWith(QLatin1String(first)) || text.endsWith(QStringLiteral(" · …")),
                                qPrintable(text));
                    }
                    QVERIFY2(isThere || width < 300 || height < 200,
                        qPrintable(QStringLiteral("%1 at %2 × %3").arg(kind).arg(width).arg(height)));
                }
        }
    }

    void shortenedIsInTheTooltip()
    {
        const auto figure = figureOf({"signal", {}}, blockStudy(), {theme(QStringLiteral("light"))});
        figure->setTitleShown(false);
        figure->show();
        const auto saidAbove = [&figure] {
            QStringList all;
            const Canvas c = dynamic_cast<AxesFigure&>(*figure).canvas(figure->size());
            for (int y = 4; y < c.plot.top(); y += 6)
                for (int x = 4; x < figure->width(); x += 6) {
                    QHelpEvent help(QEvent::ToolTip, {x, y}, figure->mapToGlobal(QPoint(x, y)));
                    QApplication::sendEvent(figure.get(), &help);
                    if (QToolTip::isVisible())
                        all << QToolTip::text();
                }
            all.removeDuplicates();
            return all;
        };
        figure->resize(900, 320);
        QVERIFY(saidAbove().filter(QStringLiteral("mean gradient path")).isEmpty());
        figure->resize(300, 320);
        const QStringList said = saidAbove().filter(QStringLiteral("mean gradient path"));
        QVERIFY(!said.isEmpty());   // one per defined term, and one without a term
        for (const QString& one : said)
            QVERIFY2(one.contains(QStringLiteral("max. deviation from theory")), qPrintable(one));
    }

    /// Values and slopes on each kind of axis.
    void cursorWords()
    {
        Frame f;
        f.layers = 10;
        f.xLabel = QStringLiteral("layer");
        f.yScale = Scale::linear;
        QCOMPARE(cursorText(f, {{0, {1, 0.5}}, {0, {5, 0.3}}}),
            QStringLiteral("layer 1: 0.500 · layer 5: 0.300 · slope −0.0500 per layer"));
        f.yScale = Scale::log10;   // a factor of one tenth in four layers
        QCOMPARE(cursorText(f, {{0, {1, -1}}, {0, {5, -2}}}),
            QStringLiteral("layer 1: 0.100 · layer 5: 0.0100 · ×0.562 per layer, slope of log₁₀ −0.250"));
        f.yScale = Scale::percent;
        QVERIFY(cursorText(f, {{0, {1, 0.1}}, {0, {3, 0.5}}}).endsWith(QStringLiteral("slope 20.0 points per layer")));
        f.layers = 0;
        f.xScale = f.yScale = Scale::log10;
        QVERIFY(cursorText(f, {{0, {0, 1}}, {0, {2, 0}}}).endsWith(QStringLiteral("exponent −0.500")));
        f.xScale = Scale::linear;
        f.yScale = Scale::symlog;   // −9 and 9 with a threshold of 1
        QVERIFY(cursorText(f, {{0, {1, -1}}, {0, {4, 1}}}).endsWith(QStringLiteral("slope 6.00")));
        QVERIFY(!cursorText(f, {{0, {1, -1}}, {1, {1, 1}}}).contains(QStringLiteral("slope")));
    }

    /// Values at the pointer appear in a row below the label of the axis, and never over it or the data.
    void saysItInItsPlace()
    {
        Shown s("signal");
        s.figure->setReadoutShown(true);
        const QImage before = s.figure->grab().toImage();
        const Canvas c = s.canvas();
        const QPoint at(int(c.px(3)), c.plot.top() + 5);
        QMouseEvent move(QEvent::MouseMove, at, s.figure->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(s.figure.get(), &move);
        const QImage after = s.figure->grab().toImage();
        const int row = s.figure->readoutRow().top();
        QVERIFY(row >= c.plot.bottom() + 36);   // below the numbers and the label of the axis
        const QRect above(0, 0, before.width(), row), below(0, row, before.width(), before.height() - row);
        QVERIFY(after.copy(above) == before.copy(above));
        QVERIFY(after.copy(below) != before.copy(below));
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(s.figure.get(), &leave);
        QVERIFY(s.figure->grab().toImage() == before);
    }

    /// The first note comes first in reading order.
    void notesStandInReadingOrder()
    {
        TwoNotes figure(nullptr);
        figure.setTitleShown(false);
        figure.setStyle({theme(QStringLiteral("light")), 1});
        figure.setExhibit(sampleStudy({}));
        const QList<int> wide = wordsAbove(pictureOf(figure, {500, 300}), 24);
        QCOMPARE(wide.size(), 2);
        QVERIFY(wide[0] < wide[1] / 3);
    }

    /// "computing…" disappears when no study follows.
    void nothingComes()
    {
        const auto theoryAlone = [](Stage stage) {
            auto study = std::make_shared<Study>(*sampleStudy({.stage = stage}));
            auto measurement = std::make_shared<Measurement>(*study->measurement);
            measurement->samples = 0;
            study->measurement = measurement;
            return study;
        };
        const std::unique_ptr<Figure> figure(findFigureKind("activations")->create(nullptr));
        figure->resize(400, 200);
        figure->show();
        figure->setExhibit(theoryAlone(Stage::theory));
        const QImage coming = figure->grab().toImage();
        QCOMPARE(figure->whyEmpty(), QStringLiteral("computing…"));
        figure->setExhibit(theoryAlone(Stage::stopped));
        QCOMPARE(figure->whyEmpty(), QStringLiteral("not computed"));
        QVERIFY(figure->grab().toImage() != coming);
    }

    void csv()
    {
        QCOMPARE(csvText({{"a", "b,c"}, {{"1", "say \"x\""}, {"", "2"}}}),
            QStringLiteral("a,\"b,c\"\r\n1,\"say \"\"x\"\"\"\r\n,2\r\n"));
    }
};

STEPZERO_TEST(TestFigureAxes, QApplication)

}   // namespace tst_figure_axes
#include "tst_figure_axes.moc"
