// SPDX-License-Identifier: GPL-3.0-or-later
// Correlation of two inputs by layer: dots, theory, bands and texts.
#include <QAction>
#include <QPainter>
#include <QtTest>

#include "tests/main/registered_test.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/theory_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"

namespace tst_figure_correlation {

using namespace stepzero;

namespace {

constexpr QSize size(600, 400);

std::unique_ptr<Figure> make(const StudyPtr& study, const QString& choice = {})
{
    std::unique_ptr<Figure> figure(findFigureKind(QStringLiteral("correlation"))->create(nullptr));
    figure->setStyle({theme(QStringLiteral("light")), 1});
    figure->resize(size);
    figure->setExhibit(study);
    for (QAction* action : figure->choices())
        if (!choice.isEmpty() && action->data().toString() == choice)
            action->trigger();
    figure->show();
    return figure;
}

QString readoutOf(Figure& figure, double layer)
{
    const Canvas c = dynamic_cast<AxesFigure&>(figure).canvas(size);
    QString text;
    const auto connection = QObject::connect(&figure, &Figure::readout, [&](const QString& t) { text = t; });
    const QPoint at(int(c.px(layer)), c.plot.center().y());
    QMouseEvent move(QEvent::MouseMove, at, figure.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&figure, &move);
    QObject::disconnect(connection);
    return text;
}

QColor at(Figure& figure, const QImage& picture, double layer, double y)
{
    const QPointF p = dynamic_cast<AxesFigure&>(figure).canvas(size).at(layer, y);
    return picture.pixelColor(int(p.x()), int(p.y()));
}

}   // namespace

class TestFigureCorrelation : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    void dotsAreMeasured()
    {
        const auto study = theoryStudy({.variances = {1.3, 0.05}});
        const Theme& light = theme(QStringLiteral("light"));
        for (const char* axis : {"c", "log"}) {
            const auto figure = make(study, axis);
            const QImage picture = pictureOf(*figure);
            int dots = 0;
            for (int layer = 1; layer <= 16; ++layer) {
                const double d = *study->measurement->number(layer, Quantity::decorrelation);
                const double y = std::string(axis) == "log" ? std::log10(d) : 1 - d;
                dots += layer != study->layer && at(*figure, picture, layer, y) == light.forward;
            }
            QVERIFY2(dots >= 12, qPrintable(QString::number(dots)));   // the line of theory crosses a few
        }
    }

    /// Bands of a lognormal distribution whose mean is the prediction: half of the width between 1 σ and 2 σ has one
    /// tint.
    void bandsAreOneAndTwoSigma()
    {
        auto study = theoryStudy({.variances = {1.3, 0.05}, .decorrelation_spread = 0.4});
        auto measurement = std::make_shared<Measurement>(*study->measurement);
        for (int layer = 1; layer <= measurement->depth(); ++layer)
            forget(preactivationOf(*measurement, layer), Quantity::decorrelation);
        study->measurement = measurement;
        const auto figure = make(study, QStringLiteral("log"));
        const QImage picture = pictureOf(*figure);
        const Theme& light = theme(QStringLiteral("light"));
        const double s = std::sqrt(std::log(1 + 0.4 * 0.4));
        for (const int layer : {3, 5, 6}) {
            const double d = study->prediction->preactivation(layer, Quantity::decorrelation)->value;
            const auto colour = [&](double sigmas) {
                return at(*figure, picture, layer, (std::log(d) - s * s / 2 + sigmas * s) / std::log(10.0));
            };
            for (const int sign : {-1, 1}) {
                QCOMPARE(colour(sign * 0.8), light.tint(light.forward, 0.20));
                QCOMPARE(colour(sign * 1.2), light.tint(light.forward, 0.10));
                QCOMPARE(colour(sign * 1.8), light.tint(light.forward, 0.10));
                QVERIFY(colour(sign * 2.2) != light.tint(light.forward, 0.10));
            }
        }
    }

    /// The dashes at c* = 1 are visible, although a grid line is there too.
    void marksLieOnTheGrid()
    {
        const auto figure = make(theoryStudy({.variances = {0.8, 0.05}}));
        const QImage picture = pictureOf(*figure);
        const Canvas c = dynamic_cast<AxesFigure&>(*figure).canvas(size);
        const int y = int(std::round(c.py(1)));
        int dashes = 0, grid = 0;
        const Theme& light = theme(QStringLiteral("light"));
        for (int x = c.plot.center().x(); x < c.plot.right(); ++x) {
            dashes += picture.pixelColor(x, y) == light.faint_text;
            grid += picture.pixelColor(x, y) == light.grid;
        }
        QVERIFY2(dashes > c.plot.width() / 8 && grid > 0, qPrintable(QStringLiteral("%1, %2").arg(dashes).arg(grid)));
    }

    /// The readout has the measured value, the prediction, and their distance.
    void readout()
    {
        const auto study = theoryStudy({.variances = {1.3, 0.05}, .decorrelation_spread = 0.1});
        const double d = study->prediction->preactivation(7, Quantity::decorrelation)->value;
        const double measured = *study->measurement->number(7, Quantity::decorrelation);
        const double sigmas = std::abs(measured - d) / (0.1 * d);
        const auto figure = make(study);
        QCOMPARE(readoutOf(*figure, 7),
            QStringLiteral("layer 7 · c %1 · theory %2 · %3 σ")
                .arg(1 - measured, 0, 'f', 3)
                .arg(1 - d, 0, 'f', 3)
                .arg(sigmas, 0, 'f', 1));
        const auto log = make(study, QStringLiteral("log"));
        QVERIFY(readoutOf(*log, 7).startsWith(
            QStringLiteral("layer 7 · 1 − c %1 · theory %2").arg(aligned(measured), aligned(d))));
        // Without a theoretical distribution, the replicas determine the scatter.
        const auto replicas = make(theoryStudy({.variances = {1.3, 0.05}, .decorrelation_spread = 0, .replicas = 8}));
        QVERIFY(readoutOf(*replicas, 7).endsWith(QStringLiteral(" σ")));
        const auto neither = make(theoryStudy({.variances = {1.3, 0.05}, .decorrelation_spread = 0}));
        QVERIFY(!readoutOf(*neither, 7).contains(QStringLiteral("σ")));
    }

    void quietly()
    {
        auto study = theoryStudy();
        auto measurement = std::make_shared<Measurement>(*study->measurement);
        for (int layer = 1; layer <= measurement->depth(); ++layer)
            forget(preactivationOf(*measurement, layer), Quantity::decorrelation);
        study->measurement = measurement;
        const QImage theory = pictureOf(*make(study));
        QCOMPARE(readoutOf(*make(study), 7).section(QStringLiteral(" · "), 1, 1), QStringLiteral("not measured"));
        auto none = std::make_shared<Study>(*study);
        none->prediction = std::make_shared<const Prediction>(silent_prediction(*study->plan));
        const QImage nothing = pictureOf(*make(none));
        QVERIFY(theory != nothing);
        auto coming = std::make_shared<Study>(*none);
        coming->stage = Stage::preview;
        QVERIFY(pictureOf(*make(coming)) != nothing);   // "computing…"
        coming->experiment.measure.correlation = false;
        QCOMPARE(pictureOf(*make(coming)), nothing);   // never requested: nothing is being computed
    }

    /// Two inputs that became identical cannot be drawn on a logarithmic axis, so a note reports it.
    void equalInputs()
    {
        auto study = theoryStudy({.depth = 4});
        auto measurement = std::make_shared<Measurement>(*study->measurement);
        preactivationOf(*measurement, 4).set(Quantity::decorrelation, 0);
        study->measurement = measurement;
        const auto figure = make(study, QStringLiteral("log"));
        pictureOf(*figure);
        QCOMPARE(figure->table().rows[3][1], QStringLiteral("0"));
        QVERIFY(readoutOf(*figure, 4).startsWith(QStringLiteral("layer 4 · 1 − c 0 · theory")));
        QCOMPARE(readoutOf(*make(study), 4).section(QStringLiteral(" · "), 1, 1), QStringLiteral("c 1.000"));
    }
};

STEPZERO_TEST(TestFigureCorrelation, QApplication)

}   // namespace tst_figure_correlation
#include "tst_figure_correlation.moc"
