// SPDX-License-Identifier: GPL-3.0-or-later
// Iterated maps: the curve, the cobweb and the fixed points are at the right positions.
#include <QAction>
#include <QPainter>
#include <QtTest>

#include "tests/main/registered_test.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/theory_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/number_text.h"

namespace tst_figure_maps {

using namespace stepzero;

namespace {

constexpr QSize size(600, 400);

std::unique_ptr<Figure> make(const StudyPtr& study, const QString& choice)
{
    std::unique_ptr<Figure> figure(findFigureKind(QStringLiteral("maps"))->create(nullptr));
    figure->setStyle({theme(QStringLiteral("light")), 1});
    figure->resize(size);
    figure->setExhibit(study);
    for (QAction* action : figure->choices())
        if (action->data().toString() == choice)
            action->trigger();
    figure->show();
    return figure;
}

/// Returns a map made by hand: x' = 1 − x/2 with a path that converges to 2/3, and one fixed point of each kind.
std::shared_ptr<Study> byHand(Stability stability)
{
    auto study = theoryStudy({.depth = 8});
    auto view = std::make_shared<TheoryView>(*study->theory);
    IteratedMap map;
    for (int i = 0; i <= 100; ++i) {
        map.map.x.push_back(i / 100.0);
        map.map.y.push_back(1 - i / 200.0);
    }
    for (double x = 0.1; map.path.size() < 8; x = 1 - x / 2)
        map.path.push_back(x);
    map.fixed_points = {{2.0 / 3, stability}};
    view->length = map;
    view->fixed_point.q_star.reset();   // avoids its name nearby
    view->correlation.reset();
    study->theory = view;
    return study;
}

QColor at(Figure& figure, const QImage& picture, double x, double y)
{
    const QPointF p = dynamic_cast<AxesFigure&>(figure).canvas(size).at(x, y);
    return picture.pixelColor(int(p.x()), int(p.y()));
}

bool isNear(const QColor& a, const QColor& b, int off)
{
    return std::abs(a.red() - b.red()) <= off && std::abs(a.green() - b.green()) <= off
        && std::abs(a.blue() - b.blue()) <= off;
}

}   // namespace

class TestFigureMaps : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    void cobweb()
    {
        const auto study = byHand(Stability::stable);
        const auto figure = make(study, QStringLiteral("length"));
        const QImage picture = pictureOf(*figure);
        const Theme& light = theme(QStringLiteral("light"));
        // A line 1.4 pixels wide covers at least 70% of the pixel that it passes through.
        const std::vector<double>& path = study->theory->length.path;
        for (std::size_t i = 0; i < 3; ++i) {
            const double up = (0.7 * path[i] + 0.3 * path[i + 1]);
            QVERIFY(isNear(at(*figure, picture, path[i], up), light.forward, 90));
            QVERIFY(isNear(at(*figure, picture, up, path[i + 1]), light.forward, 90));
        }
        QVERIFY(isNear(at(*figure, picture, 0.3, 0.85), light.text, 60));   // the curve
        QVERIFY(isNear(at(*figure, picture, 0.9, 0.3), light.background, 0));   // nothing
        // Hidden in the legend, as the view state stores it.
        auto view = figure->viewState();
        view[QStringLiteral("off")] = QJsonArray {QStringLiteral("path")};
        figure->setViewState(view);
        QVERIFY(!isNear(at(*figure, pictureOf(*figure), path[0], 0.5), light.forward, 90));
    }

    /// Both axes have the same range and unit at any size, so the diagonal is at 45°.
    void square()
    {
        const auto figure = make(theoryStudy({.variances = {1.8, 0.2}}), QStringLiteral("length"));
        for (const QSize& room : {QSize(400, 300), QSize(300, 500), QSize(1200, 700)}) {
            const Canvas c = dynamic_cast<AxesFigure&>(*figure).canvas(room);
            QVERIFY(std::abs(c.plot.width() - c.plot.height()) <= 1);   // whole pixels
            QVERIFY(c.x == c.y);
            const QRect all(QPoint(0, 0), room);
            QVERIFY(all.contains(c.plot) && c.plot.height() > std::min(room.width(), room.height()) - 130);
        }
    }

    void fixedPoints_data()
    {
        QTest::addColumn<int>("stability");
        QTest::newRow("stable") << int(Stability::stable);
        QTest::newRow("unstable") << int(Stability::unstable);
        QTest::newRow("half-stable") << int(Stability::half_stable);
    }
    /// Fixed points are filled, hollow, or filled on the left.
    void fixedPoints()
    {
        QFETCH(int, stability);
        const auto figure = make(byHand(Stability(stability)), QStringLiteral("length"));
        const QImage picture = pictureOf(*figure);
        const Canvas c = dynamic_cast<AxesFigure&>(*figure).canvas(size);
        const QPointF middle = c.at(2.0 / 3, 2.0 / 3);
        const auto isInk = [&](double dx) {
            return picture.pixelColor(int(middle.x() + dx), int(middle.y())) == theme(QStringLiteral("light")).text;
        };
        QCOMPARE(isInk(-2.5), Stability(stability) != Stability::unstable);
        QCOMPARE(isInk(2.5), Stability(stability) == Stability::stable);
    }

    /// Every activation with a fixed point has both maps. The axis labels change with the choice.
    void choices()
    {
        for (const char* activation : {"tanh", "relu", "sigmoid", "gelu"}) {
            const auto study = theoryStudy({.activation = activation, .variances = {1.5, 0.1}});
            const QImage c = pictureOf(*make(study, QStringLiteral("correlation")));
            const QImage q = pictureOf(*make(study, QStringLiteral("length")));
            QVERIFY(c != q);
        }
        const auto figure = make(theoryStudy(), QStringLiteral("length"));
        const FigureTable table = figure->table();
        QCOMPARE(table.rows.first()[0], QStringLiteral("map"));
        QCOMPARE(std::count_if(table.rows.begin(), table.rows.end(),
                     [](const QStringList& row) { return row[0] == QLatin1String("layer"); }),
            std::ptrdiff_t(theoryStudy()->theory->length.path.size()));
    }

    void readout()
    {
        const auto figure = make(byHand(Stability::unstable), QStringLiteral("length"));
        const Canvas c = dynamic_cast<AxesFigure&>(*figure).canvas(size);
        QString text;
        QObject::connect(figure.get(), &Figure::readout, [&](const QString& t) { text = t; });
        const auto hover = [&](double x, double y) {
            const QPoint p = c.at(x, y).toPoint();
            QMouseEvent move(QEvent::MouseMove, p, figure->mapToGlobal(p), Qt::NoButton, Qt::NoButton, {});
            QApplication::sendEvent(figure.get(), &move);
            return text;
        };
        QCOMPARE(hover(2.0 / 3, 2.0 / 3), QStringLiteral("unstable fixed point · q 0.667"));
        const QStringList words
            = hover(0.4, 0.2).split(QLatin1Char(' '));   // q 0.400 in this layer · 0.800 in the next
        QVERIFY2(std::abs(words[1].toDouble() - 0.4) < 0.005, qPrintable(text));
        QVERIFY2(std::abs(words[6].toDouble() - (1 - words[1].toDouble() / 2)) < 0.0011, qPrintable(text));
    }

    /// The slope in the header is that of the curve below it, for any σ_w. Lengths and angles are distinguished.
    void headerSaysTheSlopeOfTheCurve()
    {
        for (const char* activation : {"relu", "leaky_relu", "linear", "squared_relu", "tanh", "gelu"})
            for (const double weight : {0.5, 2.5, 9.0})
                for (const double bias : {0.0, 0.1}) {
                    const auto study = theoryStudy({.activation = activation, .variances = {weight, bias}});
                    const FixedPoint& p = study->theory->fixed_point;
                    const Curve& map = study->theory->correlation->map;
                    const std::size_t n = map.x.size();
                    const double slope = (map.y[n - 1] - map.y[n - 2]) / (map.x[n - 1] - map.x[n - 2]);
                    const QString at
                        = QStringLiteral("%1 at (%2, %3): %4").arg(activation).arg(weight).arg(bias).arg(slope);
                    QVERIFY2(std::abs(p.angles->slope - slope) < 0.05 * slope, qPrintable(at));
                    const QString words
                        = wordsOf("maps", study, {{QStringLiteral("map"), "correlation"}}).remove(QStringLiteral("<>"));
                    QVERIFY2(words.contains(QStringLiteral("theory: slope at 1: ") + aligned(p.angles->slope)),
                        qPrintable(at + words));
                }
        const auto header = [](const char* activation, Variances v, const char* map) {
            return wordsOf(
                "maps", theoryStudy({.activation = activation, .variances = v}), {{QStringLiteral("map"), map}})
                .remove(QStringLiteral("<>"));
        };
        QVERIFY(header("relu", {1, 0}, "correlation").contains(QStringLiteral("none (algebraic)")));
        QVERIFY(header("relu", {1, 0}, "length").contains(QStringLiteral("length shrinks to 0")));
        QVERIFY(header("relu", {9, 0}, "length").contains(QStringLiteral("length grows without bound")));
        QVERIFY(header("linear", {0.5, 0}, "correlation").contains(QStringLiteral("angles are preserved")));
        QVERIFY(header("squared_relu", {1, 0.1}, "length").contains(QStringLiteral("outside the basin")));
    }

    void quietly()
    {
        auto none = theoryStudy();
        none->theory = Absence::impossible;
        const QImage nothing = pictureOf(*make(none, QStringLiteral("correlation")));
        const QImage dies
            = pictureOf(*make(theoryStudy({.variances = {0.5, 0}}), QStringLiteral("correlation")));   // q* = 0
        const QImage grows = pictureOf(
            *make(theoryStudy({.activation = "relu", .variances = {2.5, 0.1}}), QStringLiteral("correlation")));
        QVERIFY(nothing != dies);
        QVERIFY(dies != grows);
    }
};

STEPZERO_TEST(TestFigureMaps, QApplication)

}   // namespace tst_figure_maps
#include "tst_figure_maps.moc"
