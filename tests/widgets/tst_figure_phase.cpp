// SPDX-License-Identifier: GPL-3.0-or-later
// The phase diagram: its content, and the point that can be dragged on it.
#include <QPainter>
#include <QSignalSpy>
#include <QtTest>

#include "tests/main/registered_test.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/theory_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/frame/contours.h"
#include "widgets/figures/network/phase_labels.h"

namespace tst_figure_phase {

using namespace stepzero;

namespace {

struct Edit {
    Variances variances;
    QString key;
    bool dragging;
};

/// A shown figure with everything that it emits.
struct Shown {
    std::unique_ptr<Figure> figure {findFigureKind(QStringLiteral("phase"))->create(nullptr)};
    QVector<Edit> edits;
    QStringList order, readouts;   // names of the emitted signals, and readouts

    explicit Shown(const StudyPtr& study, const QSize& size = {600, 400})
    {
        figure->setStyle({theme(QStringLiteral("light")), 1});
        figure->resize(size);
        figure->setExhibit(study);
        QObject::connect(figure.get(), &Figure::experimentEdited, figure.get(),
            [this](const Experiment& experiment, const EditInfo& info) {
                edits << Edit {variancesOf(experiment), info.mergeKey, info.dragging};
                order << QStringLiteral("edit");
            });
        QObject::connect(figure.get(), &Figure::dragStarted, [this] { order << QStringLiteral("started"); });
        QObject::connect(figure.get(), &Figure::dragEnded, [this] { order << QStringLiteral("ended"); });
        QObject::connect(figure.get(), &Figure::readout, [this](const QString& text) { readouts << text; });
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
    }

    /// Returns the variances as the simulation will use them.
    static Variances variancesOf(const Experiment& experiment)
    {
        const LayerPlan layer = expand(experiment.network).at(1);
        const Shape shape {layer.fan_out, layer.fan_in};
        const auto law
            = [&](const Initializer& i, Role role) { return law_of(draw_of(i, shape, role), shape, role).variance; };
        return {layer.fan_in * law(layer.weight, Role::weight), law(layer.bias, Role::bias)};
    }

    Canvas canvas() const { return dynamic_cast<AxesFigure&>(*figure).canvas(figure->size()); }
    QPoint pixel(Variances v) const
    {
        const QPointF at = canvas().at(v.weight, v.bias);
        return {int(std::floor(at.x())), int(std::floor(at.y()))};
    }

    void send(QEvent::Type type, const QPoint& at, Qt::MouseButton button, Qt::MouseButtons held,
        Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QMouseEvent event(type, at, figure->mapToGlobal(at), button, held, modifiers);
        QApplication::sendEvent(figure.get(), &event);
    }
    void press(const QPoint& at, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::mousePress(figure.get(), Qt::LeftButton, modifiers, at);
    }
    void move(const QPoint& at, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        send(QEvent::MouseMove, at, Qt::NoButton, Qt::LeftButton, modifiers);
    }
    void release(const QPoint& at, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::mouseRelease(figure.get(), Qt::LeftButton, modifiers, at);
    }
    void click(const QPoint& at, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        press(at, modifiers);
        release(at, modifiers);
    }
    QImage grab() const { return figure->grab().toImage(); }
};

/// Returns whether two points are the same pixel or neighbours.
bool within(const Shown& shown, Variances a, Variances b, double pixels = 1)
{
    const Canvas c = shown.canvas();
    return std::abs(c.px(a.weight) - c.px(b.weight)) <= pixels && std::abs(c.py(a.bias) - c.py(b.bias)) <= pixels;
}

}   // namespace

class TestFigurePhase : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    /// Every position of a drag is emitted, and the last one as its end; all are one undo step.
    void drags()
    {
        Shown s(theoryStudy({.activation = "tanh", .variances = {1.3, 0.05}}));
        const QPoint from = s.pixel({1.3, 0.05});
        const Variances goals[] = {{1.0, 0.1}, {0.6, 0.16}, {0.4, 0.2}};
        s.press(from);
        QVERIFY(s.edits.isEmpty());
        for (const Variances& goal : goals)
            s.move(s.pixel(goal));
        s.release(s.pixel(goals[2]));
        QCOMPARE(s.edits.size(), 4);
        for (int i = 0; i < 4; ++i) {
            QVERIFY(within(s, s.edits[i].variances, goals[std::min(i, 2)], 1.5));   // taken one pixel off its middle
            QCOMPARE(s.edits[i].dragging, i < 3);
            QCOMPARE(s.edits[i].key, s.edits[0].key);
        }
        QVERIFY(!s.edits[0].key.isEmpty());
        QCOMPARE(s.order, (QStringList {"started", "edit", "edit", "edit", "edit", "ended"}));
        QVERIFY2(s.readouts.last().contains(QStringLiteral("σ_w²")), qPrintable(s.readouts.last()));

        // The next drag is another step.
        s.press(s.pixel({0.4, 0.2}));
        s.move(s.pixel({0.5, 0.3}));
        s.release(s.pixel({0.5, 0.3}));
        QVERIFY(s.edits.last().key != s.edits.first().key);
    }

    /// A press anywhere on the map moves the point there, with an accuracy of one pixel.
    void pixelsAreValues()
    {
        Shown s(theoryStudy());
        const QRect plot = s.canvas().plot;
        for (const QPoint at : {plot.topLeft() + QPoint(5, 5), plot.center(), plot.bottomRight() - QPoint(30, 40)}) {
            s.edits.clear();
            s.press(plot.topLeft() + QPoint(60, 60));
            s.move(at, Qt::ShiftModifier);
            s.release(at, Qt::ShiftModifier);
            const Variances v = s.edits.last().variances;
            QVERIFY(std::abs(s.canvas().px(v.weight) - (at.x() + 0.5)) <= 0.51);
            QVERIFY(std::abs(s.canvas().py(v.bias) - (at.y() + 0.5)) <= 0.51);
        }
        // Beyond the axes the point stays at their edge: zero bias is exactly zero.
        s.press(plot.center());
        s.move({plot.left() - 40, plot.bottom() + 30});
        s.release({plot.left() - 40, plot.bottom() + 30});
        QCOMPARE(s.edits.last().variances.weight, 0.0);
        QCOMPARE(s.edits.last().variances.bias, 0.0);
    }

    /// The marker is at the pointer before any study arrives, and stays there while older ones arrive.
    void followsThePointer()
    {
        Shown s(theoryStudy());
        const Variances goal {0.8, 0.2};
        const QImage before = s.grab();
        s.press(s.pixel({1.3, 0.05}));
        s.move(s.pixel({1.0, 0.15}));
        const Variances middle = s.edits.last().variances;
        s.move(s.pixel(goal));
        const QImage moved = s.grab();
        const auto isMarker = [](const QImage& image, const QPoint& at) {   // its ring and its dot
            const QRgb ink = theme(QStringLiteral("light")).text.rgb();
            return image.pixel(at) == ink && image.pixel(at + QPoint(4, 0)) == qRgb(255, 255, 255);
        };
        QVERIFY(isMarker(before, s.pixel({1.3, 0.05})));
        QVERIFY(!isMarker(before, s.pixel(goal)));
        QVERIFY(isMarker(moved, s.pixel(goal)));
        QVERIFY(!isMarker(moved, s.pixel({1.3, 0.05})));
        s.release(s.pixel(goal));
        const Variances last = s.edits.last().variances;
        s.figure->setExhibit(theoryStudy({.variances = middle, .generation = 2}));
        QVERIFY(isMarker(s.grab(), s.pixel(goal)));
        s.figure->setExhibit(theoryStudy({.variances = last, .generation = 3}));
        QVERIFY(isMarker(s.grab(), s.pixel(goal)));
        // After an undo, experiment and point are the previous ones.
        s.figure->setExhibit(theoryStudy({.generation = 4}));
        QVERIFY(isMarker(s.grab(), s.pixel({1.3, 0.05})));
        QCOMPARE(s.figure->recomputations(), 4);
    }

    void snaps_data()
    {
        QTest::addColumn<QString>("activation");
        for (const char* name : {"tanh", "gelu", "erf", "hardtanh"})
            QTest::newRow(name) << name;
    }
    /// A click near the critical line selects a point of it: χ₁ = 1 by a theory that is independent of the map.
    void snaps()
    {
        QFETCH(QString, activation);
        const auto study = theoryStudy({.activation = activation.toStdString(), .variances = {0.5, 0}});
        Shown s(study);
        const auto& line = study->theory->phase->critical_line;
        const MeanField& theory = phaseTheory(activation.toStdString()).mean_field();
        const QRect plot = s.canvas().plot;
        QVector<CriticalPoint> seen;
        for (const CriticalPoint& point : line)
            if (!std::isnan(point.q) && plot.adjusted(20, 20, -20, -20).contains(s.pixel(point.variances)))
                seen << point;
        QVERIFY(seen.size() > 20);
        for (const int i : {0, int(seen.size()) / 3, int(seen.size()) - 1}) {
            s.edits.clear();
            s.click(s.pixel(seen[i].variances) + QPoint(2, 2));
            QCOMPARE(s.edits.size(), 1);
            QVERIFY(!s.edits[0].dragging);
            const Variances v = s.edits[0].variances;
            // Due to rounding the click is up to 3 pixels off in each direction, and so is the nearest vertex.
            QVERIFY(within(s, v, seen[i].variances, 3 + 3 * M_SQRT2));
            // χ at the fixed point that belongs to the vertex; there may be others.
            double best = 1;
            for (const LengthFixedPoint& point : theory.length_fixed_points(v).points)
                best = std::min(best, std::abs(length_step(theory.expectation(), v, point.q).chi - 1));
            QVERIFY2(best < 1e-6, qPrintable(QString::number(best)));
        }
        // It snaps while dragging too, unless Shift is held.
        const QPoint on = s.pixel(seen[seen.size() / 2].variances);
        s.edits.clear();
        s.press(plot.topLeft() + QPoint(80, 30));
        s.move(on + QPoint(3, 0));
        s.move(on + QPoint(3, 0), Qt::ShiftModifier);
        s.release(on + QPoint(3, 0));
        const auto isVertex = [&](Variances v) {
            return std::any_of(line.begin(), line.end(), [v](const CriticalPoint& p) {
                return std::abs(p.variances.weight - v.weight) < 1e-12 && std::abs(p.variances.bias - v.bias) < 1e-12;
            });
        };
        QCOMPARE(s.edits.size(), 3);
        QVERIFY(isVertex(s.edits[0].variances));
        QVERIFY(!isVertex(s.edits[1].variances));
        QVERIFY(isVertex(s.edits[2].variances));
    }

    void clicks()
    {
        Shown s(theoryStudy());
        const QPoint away = s.canvas().plot.topLeft() + QPoint(40, 40);
        s.click(away);
        QCOMPARE(s.edits.size(), 1);
        QCOMPARE(s.order, QStringList {"edit"});   // no drag
        QVERIFY(within(s, s.edits[0].variances, {s.canvas().vx(away.x()), s.canvas().vy(away.y())}));

        // A click on the point itself changes nothing.
        s.figure->setExhibit(theoryStudy({.generation = 2}));
        s.edits.clear();
        s.click(s.pixel({1.3, 0.05}) + QPoint(3, 3));
        QVERIFY(s.edits.isEmpty());

        // The only effect of a double click is that the axes return home.
        s.click(away);
        QTest::mouseDClick(s.figure.get(), Qt::LeftButton, {}, away);
        QCOMPARE(s.edits.last().key, s.edits[s.edits.size() - 2].key);
        QVERIFY(std::abs(s.edits.last().variances.weight - 1.3) < 1e-12);
    }

    /// Other buttons, the wheel and Ctrl do not affect the point.
    void otherButtons()
    {
        Shown s(theoryStudy());
        const QPoint from = s.pixel({1.3, 0.05}), to = from + QPoint(-50, -60);
        QTest::mousePress(s.figure.get(), Qt::RightButton, {}, from);
        s.send(QEvent::MouseMove, to, Qt::NoButton, Qt::RightButton);
        QTest::mouseRelease(s.figure.get(), Qt::RightButton, {}, to);
        QTest::mousePress(s.figure.get(), Qt::MiddleButton, {}, from);
        QTest::mouseRelease(s.figure.get(), Qt::MiddleButton, {}, from);
        QVERIFY(s.order.isEmpty());

        const Canvas home = s.canvas();
        s.press(from, Qt::ControlModifier);
        s.move(to, Qt::ControlModifier);
        s.release(to, Qt::ControlModifier);
        QVERIFY(s.order.isEmpty());
        QVERIFY(std::abs(s.canvas().x.low - home.x.low - 50 * home.x.span() / home.plot.width()) < 1e-9);

        dynamic_cast<AxesFigure&>(*s.figure).goHome();
        QWheelEvent wheel(
            from, s.figure->mapToGlobal(from), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(s.figure.get(), &wheel);
        QVERIFY(std::abs(s.canvas().x.span() - home.x.span() / 1.44) < 1e-9);
        QVERIFY(s.order.isEmpty());
        // On zoomed axes a pixel still corresponds to a value.
        const QPoint at = s.canvas().plot.topLeft() + QPoint(100, 50);
        s.click(at, Qt::ShiftModifier);
        QVERIFY(within(s, s.edits.last().variances, {s.canvas().vx(at.x()), s.canvas().vy(at.y())}));
    }

    /// A drag that is interrupted by a hidden window or an unnoticed release still ends.
    void alwaysEnds()
    {
        Shown s(theoryStudy());
        s.press(s.pixel({1.3, 0.05}));
        s.move(s.pixel({1.0, 0.1}));
        s.figure->hide();
        QCOMPARE(s.order.last(), QStringLiteral("ended"));
        QVERIFY(!s.edits.last().dragging);
        QVERIFY(within(s, s.edits.last().variances, s.edits.first().variances, 0));
        s.figure->show();
        s.press(s.pixel({1.0, 0.1}));
        s.move(s.pixel({0.8, 0.1}));
        s.send(QEvent::MouseMove, s.pixel({0.5, 0.1}), Qt::NoButton, Qt::NoButton);
        QCOMPARE(s.order.last(), QStringLiteral("ended"));
        QVERIFY(!s.edits.last().dragging);
    }

    /// The colour at a position represents χ there: ReLU has χ = σ_w²/2 for any bias.
    void coloursAreChi_data()
    {
        QTest::addColumn<QString>("themeName");
        for (const char* name : {"light", "dark", "print"})
            QTest::newRow(name) << name;
    }
    void coloursAreChi()
    {
        QFETCH(QString, themeName);
        Shown s(theoryStudy({.activation = "relu", .variances = {0.1, 0}, .cells = 100}));
        s.figure->setStyle({theme(themeName), 1});
        const QImage picture = pictureOf(*s.figure, {600, 400});
        const ColorStops stops = diverging(theme(themeName));
        const Canvas c = s.canvas();
        int seen = 0;
        for (const double weight : {1.13, 1.45, 1.62, 2.27, 2.55, 2.8, 3.27}) {
            const double share = std::clamp((std::log2(weight / 2) + 1) / 2, 0.0, 1.0) * double(stops.size() - 1);
            const int below = std::min(int(share), int(stops.size()) - 2);
            const auto mixed = [&](auto channel) {
                return std::lerp(
                    double((stops[below].*channel)()), double((stops[below + 1].*channel)()), share - below);
            };
            const QColor expected(
                qRound(mixed(&QColor::red)), qRound(mixed(&QColor::green)), qRound(mixed(&QColor::blue)));
            const QColor found = picture.pixelColor(int(c.px(weight)), int(c.py(0.62 * c.y.high)));
            // A cell is 0.04 wide, which is 2% of χ and of the scale; the rest is due to 8 bits.
            const int off = std::max({std::abs(found.red() - expected.red()),
                std::abs(found.green() - expected.green()), std::abs(found.blue() - expected.blue())});
            seen += off <= 6;
        }
        QVERIFY2(seen >= 5, qPrintable(QString::number(seen)));   // one or two may be covered by a text or a line
    }

    void quietly()
    {
        const auto words = [](const StudyPtr& study, const QSize& size = {600, 400}) {
            Shown s(study, size);
            const QImage picture = s.grab();
            s.click(s.canvas().plot.center());
            return std::pair(picture, s.order);
        };
        auto none = theoryStudy();
        none->theory = Absence::impossible;
        QVERIFY(words(none).second.isEmpty());   // nothing to drag on
        auto coming = theoryStudy();
        auto view = std::make_shared<TheoryView>(*coming->theory);
        view->phase.reset();
        coming->theory = view;
        QVERIFY(words(coming).second.isEmpty());
        QVERIFY(words(none).first != words(coming).first);
        // Between two maps of one activation the old one stays.
        Shown s(theoryStudy());
        const QColor before = s.grab().pixelColor(s.pixel({0.3, 0.2}));
        s.figure->setExhibit(coming);
        QCOMPARE(s.grab().pixelColor(s.pixel({0.3, 0.2})), before);
    }

    void words_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("large");
        for (const char* name : {"relu", "tanh", "gelu", "sigmoid"}) {
            QTest::addRow("%s small", name) << name << QSize(400, 300) << false;
            QTest::addRow("%s large", name) << name << QSize(1100, 700) << true;
        }
    }
    /// A small diagram has two names; a large one has its contours with their values. Nothing overlaps, wherever the
    /// point is.
    void words()
    {
        QFETCH(QString, activation);
        QFETCH(QSize, size);
        QFETCH(bool, large);
        const Style style {theme(QStringLiteral("light")), 1};
        const auto study = theoryStudy({.activation = activation.toStdString()});
        Shown s(study, size);
        const Canvas c = s.canvas();
        const PhaseMap& map = *study->theory->phase;
        const std::vector<double> chi(map.chi.begin(), map.chi.end());
        PhaseLines lines;
        for (const double level : {0.5, 0.75, 1.25})
            lines.levels << PhaseLevel {QString::number(level),
                contours(gridOfCells(chi, map.columns, map.rows, map.range.weight, map.range.bias), level)};
        const auto lettered = [&](const QVector<QRectF>& marks) {
            const PhaseLettering letters = phaseLettering(map, lines, marks, c, style);
            QVector<QRectF> places = marks;
            for (const PhaseLettering::Label& label : letters.labels) {
                const QRectF place = phasePlaceOf(label.text, label.baseline, style);
                if (!QRectF(c.plot).contains(place) || !isFree(places, place))
                    return QVector<QRectF>();
                places << place;
            }
            return places.mid(marks.size());
        };
        const QVector<QRectF> places = lettered({});
        // Names of order, chaos and growth.
        QVERIFY2(places.size() >= 2 && (large || places.size() <= 3), qPrintable(QString::number(places.size())));
        const QVector<QRectF> moved = lettered({places[0], places[1]});
        QVERIFY(!moved.isEmpty());
    }

    /// Neither order nor chaos is stated for growing lengths, or for a map that does not depend on σ_w.
    void headers()
    {
        const auto header = [](const char* activation, Variances v) {
            return wordsOf("phase", theoryStudy({.activation = activation, .variances = v}))
                .remove(QStringLiteral("<>"));
        };
        for (const char* activation : {"relu", "linear"}) {
            const QString grows = header(activation, {4.5, 0}), shrinks = header(activation, {0.5, 0});
            QVERIFY2(grows.contains(QStringLiteral("length grows without bound")), qPrintable(grows));
            QVERIFY2(shrinks.contains(QStringLiteral("length shrinks to 0")), qPrintable(shrinks));
        }
        const QString outside = header("squared_relu", {1, 0.1}), inside = header("squared_relu", {0.3, 0.1});
        QVERIFY2(outside.contains(QStringLiteral("input q 1.10 outside the basin q < 0.544")), qPrintable(outside));
        QVERIFY2(inside.contains(QStringLiteral("in the basin q <")), qPrintable(inside));
        QVERIFY2(inside.contains(QStringLiteral("ordered · ")), qPrintable(inside));
    }

    /// Schemes are ticks below the axis, and show their names at the pointer.
    void schemes()
    {
        Shown s(theoryStudy({.variances = {1.3, 0.05}}), {400, 300});
        const Canvas c = s.canvas();
        const QImage picture = s.grab();
        const QPoint he(int(c.px(2)), c.plot.bottom() + 5);
        QCOMPARE(picture.pixelColor(he), theme(QStringLiteral("light")).text);
        QVERIFY(picture.pixelColor(he.x(), c.plot.bottom() - 5) != theme(QStringLiteral("light")).text);
        QTest::mouseMove(s.figure.get(), he);
        QVERIFY2(s.readouts.last().startsWith(QStringLiteral("He · σ_w² 2.00")), qPrintable(s.readouts.last()));
        QTest::mouseMove(s.figure.get(), {int(c.px(1)), he.y()});
        for (const char* name : {"Xavier", "Orthogonal", "Identity", "Keras default"})
            QVERIFY2(s.readouts.last().contains(QLatin1String(name)), qPrintable(s.readouts.last()));
        QTest::mouseMove(s.figure.get(), {int(c.px(1.6)), he.y()});
        QCOMPARE(s.readouts.last(), QString());
    }

    /// A point beyond the axes: home axes grow before a map covers it; on zoomed axes the point is at the edge.
    void beyond()
    {
        Shown s(theoryStudy());
        const double end = s.canvas().x.high;
        const Variances far {1.5 * end, 0.1};
        auto coming = theoryStudy({.variances = far, .generation = 2});
        auto view = std::make_shared<TheoryView>(*coming->theory);
        view->phase.reset();
        coming->theory = view;
        s.figure->setExhibit(coming);
        QCOMPARE(s.canvas().x.high, 2 * end);
        const auto isMarker
            = [&](const QPoint& at) { return s.grab().pixelColor(at) == theme(QStringLiteral("light")).text; };
        QVERIFY(isMarker(s.pixel(far)));
        s.figure->setViewState({{"x", QJsonArray {0.0, end}}});
        QCOMPARE(s.canvas().x.high, end);
        const QPoint edge(s.canvas().plot.right() + 1, s.pixel(far).y());
        QVERIFY(isMarker(edge));
        QVERIFY(isMarker(edge + QPoint(13, 0)));   // the arrow
        s.figure->setViewState({});
        QVERIFY(!isMarker(edge + QPoint(13, 0)));
    }

    void table()
    {
        const auto study = theoryStudy({.cells = 20});
        std::unique_ptr<Figure> figure(findFigureKind(QStringLiteral("phase"))->create(nullptr));
        figure->setExhibit(study);
        const FigureTable table = figure->table();
        int cells = 0, marks = 0;
        for (const QStringList& row : table.rows) {
            QCOMPARE(row.size(), table.header.size());
            cells += row[0] == QLatin1String("cell");
            marks += row[0] == QLatin1String("landmark");
        }
        QCOMPARE(cells, 400);
        QCOMPARE(marks, int(study->theory->landmarks.size()));
        QCOMPARE(table.rows[0][0], QStringLiteral("here"));
        QVERIFY(std::abs(table.rows[0][1].toDouble() - 1.3) < 1e-12);
    }

    /// Contours of a circle are closed, and as exact as linear interpolation. Those of a plane reach from edge to edge.
    /// A line is interrupted at texts on it.
    void linesEndBeforeWords()
    {
        const QPolygonF line(QVector<QPointF> {{0, 0}, {30, 0}, {100, 0}});
        const QVector<QRectF> words {QRectF(40, -5, 20, 10)};
        const auto pieces = piecesOutside(line, words);
        QCOMPARE(pieces.size(), 2);
        QCOMPARE(pieces[0].first(), line.first());
        QCOMPARE(pieces[1].last(), line.last());
        for (const auto& [piece, end] : {std::pair(pieces[0].last(), 40.0), std::pair(pieces[1].first(), 60.0)})
            QVERIFY2(std::abs(piece.x() - end) <= 1.5 && !words.first().adjusted(0.1, 0.1, -0.1, -0.1).contains(piece),
                qPrintable(QString::number(piece.x())));
        QCOMPARE(piecesOutside(line, {}), QVector<QPolygonF> {line});
        QVERIFY(piecesOutside(line, {QRectF(-5, -5, 200, 10)}).isEmpty());
    }

    void contourLines()
    {
        const int n = 80;
        std::vector<double> circle, plane;
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const double x = (i + 0.5) * 4 / n, y = (j + 0.5) * 2 / n;
                circle.push_back(std::hypot(x - 2, y - 1));
                plane.push_back(x + y);
            }
        const auto round = contours(gridOfCells(circle, n, n, 4, 2), 0.7);
        QCOMPARE(round.size(), 1);
        QVERIFY(QLineF(round[0].first(), round[0].last()).length() < 1e-12);
        for (const QPointF& p : round[0])   // h²/8r with h = 0.05
            QVERIFY(std::abs(std::hypot(p.x() - 2, p.y() - 1) - 0.7) < 0.05 * 0.05 / 8 / 0.7 + 1e-12);
        const auto straight = contours(gridOfCells(plane, n, n, 4, 2), 1.5);
        QCOMPARE(straight.size(), 1);
        QVERIFY(std::abs(std::abs(straight[0].last().x() - straight[0].first().x()) - 1.5) < 1e-12);
        for (const QPointF& p : straight[0])
            QVERIFY(std::abs(p.x() + p.y() - 1.5) < 1e-12);
        QVERIFY(contours(gridOfCells(plane, n, n, 4, 2), 9).isEmpty());
    }
};

STEPZERO_TEST(TestFigurePhase, QApplication)

}   // namespace tst_figure_phase
#include "tst_figure_phase.moc"
