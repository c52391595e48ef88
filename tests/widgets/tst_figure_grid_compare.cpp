// SPDX-License-Identifier: GPL-3.0-or-later
// Figures that compare a study's cells by one outcome or by quantiles: sweep, bars, box plots. Points, bars and boxes
// lie at their numbers.
#include <QAction>
#include <QMenu>
#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtSvg/QSvgRenderer>
#include <QtTest>
#include <cmath>
#include <set>

#include "core/study/grid/axis_numbers.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/grid_study.h"
#include "tests/widgets/picture_of.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/grid/groups.h"
#include "widgets/figures/grid/series.h"
#include "widgets/figures/picture.h"
#include "widgets/file_path.h"

namespace tst_figure_grid_compare {

using namespace stepzero;

namespace {

constexpr QSize size(800, 500);
constexpr double barShare = 0.8;   // fraction of the distance between two groups

std::unique_ptr<Figure> make(const char* kind, const GridStudyPtr& study, const QJsonObject& view = {},
    const QString& look = QStringLiteral("light"))
{
    std::unique_ptr<Figure> figure(findFigureKind(QLatin1String(kind))->create(nullptr));
    figure->setStyle({theme(look), 1});
    figure->resize(size);
    figure->setExhibit(study);
    figure->setViewState(view);
    return figure;
}

Canvas canvasOf(Figure& figure, const QSize& of = size) { return dynamic_cast<AxesFigure&>(figure).canvas(of); }

QColor at(const QImage& picture, const QPointF& place) { return picture.pixelColor(int(place.x()), int(place.y())); }

bool isNear(const QColor& a, const QColor& b)
{
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) < 24;
}

/// Returns whether anything is drawn within `reach` pixels of a position.
bool isInked(const QImage& picture, const QPointF& place, int reach, const QString& look = QStringLiteral("light"))
{
    for (int y = -reach; y <= reach; ++y)
        for (int x = -reach; x <= reach; ++x)
            if (!isNear(picture.pixelColor(place.toPoint() + QPoint(x, y)), theme(look).background))
                return true;
    return false;
}

/// Returns whether a colour is within `reach` pixels of a position.
bool isAround(const QImage& picture, const QPointF& place, const QColor& color, int reach)
{
    for (int y = -reach; y <= reach; ++y)
        for (int x = -reach; x <= reach; ++x)
            if (picture.rect().contains(place.toPoint() + QPoint(x, y))
                && isNear(picture.pixelColor(place.toPoint() + QPoint(x, y)), color))
                return true;
    return false;
}

const CellResult& cellAt(const GridResult& result, std::size_t index)
{
    const CellResult* cell = cellOf(result, index);
    if (!cell)
        qFatal("no cell %zu", index);
    return *cell;
}

/// Returns the colour of series `series` of `count`.
QColor colorOf(int series, int count, const QString& look = QStringLiteral("light"))
{
    return seriesLook(series, count, theme(look)).color;
}

void click(Figure& figure, const QPointF& place) { QTest::mouseClick(&figure, Qt::LeftButton, {}, place.toPoint()); }

const std::string study_head = R"({"format": "stepzero-study", "version": 1, "experiment": {"network": {"kind": "dense",
    "width": 8, "depth": 2}, "input": {"samples": 4}}, "vary": [)";

}   // namespace

class TestFigureGridCompare : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    void wordsForLists()
    {
        const auto list = [](const char* path) { return GridAxis {path, {}, {"0.5"}}; };
        QCOMPARE(listName(list("network.weight")), QStringLiteral("weight"));
        QCOMPARE(listName(list("network.bias.variance")), QStringLiteral("bias variance"));
        QCOMPARE(listName(list("network.roles.mlp_out")), QStringLiteral("roles mlp out"));
        QCOMPARE(listName(list("seed")), QStringLiteral("seed"));
        QVERIFY(listLabel(list("network.weight.variance")).contains(QStringLiteral("$σ_w²$")));
        QCOMPARE(listLabel(list("network.roles.head")), QStringLiteral("network.roles.head"));
        // Constants are named by the expression that they are in.
        GridAxis constants = list("network.weight.std");
        QCOMPARE(valueText(constants, 0), QStringLiteral("weight std 0.5"));
        constants.expression = "c/sqrt(fan_in)";
        QCOMPARE(listLabel(constants), QStringLiteral("c in c/sqrt(fan_in)"));
        QCOMPARE(valueText(constants, 0), QStringLiteral("c 0.5"));
        QCOMPARE(cellText(depthsResult().grid, 1), QStringLiteral("He, depth 4"));
        QCOMPARE(partText(notesResult()), QString());
        QCOMPARE(partText(partOf(notesResult(), {1, 2})), QStringLiteral("2 of 12 cells"));
        QCOMPARE(cellsNote(QStringLiteral("zero"), notesResult().grid, {0, 1, 2, 3}),
            QStringLiteral("zero: naive, ReLU; naive, tanh and 2 more"));
        QCOMPARE(cellsNote(QStringLiteral("zero"), notesResult().grid, {}), QString());
    }

    /// The number and its standard deviation for people: 10^−1 ± 10% is 0.100 ± 0.010.
    void wordsForOutcomes()
    {
        const Outcome& rms = *find_outcome("last_rms");
        QCOMPARE(
            outcomeText(rms, {-1, 0.1 / std::log(10), {}, {}}), QStringLiteral("RMS of the last output 0.100 ± 0.010"));
        QCOMPARE(outcomeText(rms, {400, {}, 400, {}}),
            QStringLiteral("RMS of the last output 1.00×10⁴⁰⁰ · theory 1.00×10⁴⁰⁰"));
        QCOMPARE(outcomeText(*find_outcome("zero_fraction"), {0.5, {}, {}, {}}),
            QStringLiteral("zeros in the last output 0.500"));
    }

    // ---- sweep

    /// Each measured value has a mark in the series' colour, and theory a line in the text colour.
    void sweepShowsItsNumbers()
    {
        const GridResult& result = numericResult();   // activation × σ_w²
        const auto numbers = axis_numbers(result.grid.axes[1]);
        for (const char* look : {"light", "dark"})
            for (const char* id : {"last_rms", "gradient_ratio", "spread", "zero_fraction"}) {
                const auto figure = make("study_sweep", gridStudy(result), {{"outcome", id}}, look);
                const QImage picture = pictureOf(*figure);
                const Canvas c = canvasOf(*figure);
                QVERIFY(c.x.contains(0.5) && c.x.contains(3) && c.x.low > 0);   // linear: within a decade
                int drawn = 0;
                for (std::size_t cell = 0; cell < 10; ++cell) {
                    const auto value = find_outcome(id)->of(cellAt(result, cell));
                    if (!value)
                        continue;
                    const QPointF place = c.at(numbers->values[cell % 5], value->value);
                    // One mark may be hidden by the other.
                    QVERIFY2(isAround(picture, place, colorOf(0, 2, look), 3)
                            || isAround(picture, place, colorOf(1, 2, look), 3),
                        id);
                    QVERIFY(c.plot.adjusted(-1, -1, 1, 1).contains(place.toPoint()));
                    ++drawn;
                }
                QVERIFY2(drawn >= 8, id);
            }
    }

    void sweepShowsTheory()
    {
        const GridResult& result = numericResult();
        const auto with = make("study_sweep", gridStudy(result));
        const auto without = make("study_sweep", gridStudy(result), {{"theory", false}});
        const QImage picture = pictureOf(*with), plain = pictureOf(*without);
        const Canvas c = canvasOf(*with);
        int seen = 0;
        for (const std::size_t cell : {0, 1, 2, 3}) {
            // Between two values the line is straight.
            const auto a = find_outcome("last_rms")->of(cellAt(result, cell));
            const auto b = find_outcome("last_rms")->of(cellAt(result, cell + 1));
            const auto numbers = axis_numbers(result.grid.axes[1]);
            const QPointF middle
                = (c.at(numbers->values[cell], *a->theory) + c.at(numbers->values[cell + 1], *b->theory)) / 2;
            const QRect around(middle.toPoint() - QPoint(2, 2), QSize(5, 5));
            seen += picture.copy(around) != plain.copy(around);
        }
        QCOMPARE(seen, 4);
    }

    /// ±1 σ of replicas: a vertical line between the ends, and nothing beyond.
    void sweepShowsDeviations()
    {
        const GridResult& result = numericResult();
        const auto numbers = axis_numbers(result.grid.axes[1]);
        for (const std::size_t cell : {0, 2, 4}) {
            const auto value = find_outcome("last_rms")->of(cellAt(result, cell));
            QVERIFY(value->sd);
            // On the logarithmic axis it reaches up to mean + sd, and down by the same factor.
            const double y = value->value, sd = outcomeReach(*find_outcome("last_rms"), *value->sd);
            const auto figure = make("study_sweep", gridStudy(result),
                {{"theory", false}, {"off", QJsonArray {"series1"}}, {"y", QJsonArray {y - 3 * sd, y + 3 * sd}}});
            const QImage picture = pictureOf(*figure);
            const Canvas c = canvasOf(*figure);
            const double x = numbers->values[cell];
            for (const double side : {-1.0, 1.0}) {
                QVERIFY(isInked(picture, c.at(x, y + 0.8 * side * sd), 1));
                QVERIFY(isInked(picture, c.at(x, y + side * sd) + QPointF(2, 0), 1));   // its end mark
                // Beyond it and next to the vertical grid line, the picture equals that farther off: a grid line or
                // nothing.
                const QPoint beyond = (c.at(x, y + 1.25 * side * sd) + QPointF(3, 0)).toPoint();
                QCOMPARE(picture.pixelColor(beyond), picture.pixelColor(beyond + QPoint(8, 0)));
            }
        }
    }

    /// Depths from 1 to 64 have a logarithmic axis, unless chosen otherwise. The list on the axis is a choice too.
    void sweepChoosesItsAxis()
    {
        const auto figure = make("study_sweep", gridStudy(depthsResult()));
        pictureOf(*figure);
        QVERIFY(canvasOf(*figure).x.high < 2);   // log10 64 = 1.8
        const auto trigger = [&](const QString& data) {
            for (QAction* action : figure->choices())
                if (action->data().toString() == data)
                    return action->trigger();
            qFatal("no choice %s", qPrintable(data));
        };
        trigger(QStringLiteral("linear"));
        pictureOf(*figure);
        QVERIFY(canvasOf(*figure).x.high > 64);
        const QJsonObject state = figure->viewState();
        // The list is a choice that is made for each study.
        QList<QAction*> lists;
        for (QAction* action : figure->choices())
            if (action->menu())
                lists = action->menu()->actions();
        QCOMPARE(lists.size(), 2);
        QCOMPARE(lists[1]->isChecked(), true);   // the list with numbers
        lists[0]->trigger();
        pictureOf(*figure);
        QCOMPARE(canvasOf(*figure).x, (Range {-0.5, 1.5}));   // two words
        QCOMPARE(figure->viewState().value("list").toString(), QStringLiteral("network.weight"));
        const auto other = make("study_sweep", gridStudy(depthsResult()), figure->viewState());
        QCOMPARE(pictureOf(*other), pictureOf(*figure));
        figure->setViewState(state);
        pictureOf(*figure);
        QVERIFY(canvasOf(*figure).x.high > 64);
        // A study without that list shows its own.
        figure->setExhibit(gridStudy(notesResult()));
        pictureOf(*figure);
        QCOMPARE(canvasOf(*figure).x, (Range {-0.5, 5.5}));
    }

    /// Objects that differ in one number form an axis.
    void sweepOfObjects()
    {
        const GridResult result = runGrid(study_head + R"({"path": "network.weight", "values": [
            {"scheme": "mean_field", "variance": 2}, {"scheme": "mean_field", "variance": 0.1},
            {"scheme": "mean_field", "variance": 20}, {"scheme": "mean_field", "variance": 0}]}]})");
        const auto figure = make("study_sweep", gridStudy(result));
        pictureOf(*figure);
        QVERIFY(canvasOf(*figure).x.high > 20);   // with a zero it is not logarithmic
        const auto logarithmic = make("study_sweep", gridStudy(result), {{"across", "log"}});
        pictureOf(*logarithmic);
        QVERIFY(canvasOf(*logarithmic).x.high < 2 && canvasOf(*logarithmic).x.low < -1);
    }

    void sweepOfManySeries()
    {
        const auto figure = make("study_sweep", gridStudy(sixtyResult()));   // 20 lines over three seeds
        const QImage picture = pictureOf(*figure);
        std::set<QRgb> colors;
        for (int s = 0; s < 20; ++s)
            colors.insert(colorOf(s, 20).rgb());
        QCOMPARE(colors.size(), std::size_t(20));
        QVERIFY(!seriesLook(8, 20, theme("light")).named && seriesLook(7, 20, theme("light")).named);
    }

    void pointsAreChosen_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"study_sweep", "study_bars", "study_boxes"})
            QTest::newRow(kind) << kind;
    }
    void pointsAreChosen()
    {
        QFETCH(QString, kind);
        const GridResult& result = numericResult();
        const auto figure = make(qPrintable(kind), gridStudy(result), {{"off", QJsonArray {"series1"}}});
        const QImage before = pictureOf(*figure);
        const Canvas c = canvasOf(*figure);
        const std::size_t cell = 2;   // ReLU, σ_w² = 1.5
        QPointF place;
        if (kind == QLatin1String("study_sweep")) {
            place = c.at(1.5, find_outcome("last_rms")->of(cellAt(result, cell))->value);
        } else {
            const CellGroups groups = groupsOf(result.grid);   // activations, with five variances each
            const Range bar = memberPlace(groups, 0, 2, kind == QLatin1String("study_bars") ? barShare : 1);
            place = QPointF(c.px((bar.low + bar.high) / 2), c.plot.center().y());
        }
        QSignalSpy chosen(figure.get(), &Figure::cellChosen), opened(figure.get(), &Figure::cellOpened);
        QSignalSpy read(figure.get(), &Figure::readout);
        click(*figure, place);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.takeFirst().first().toInt(), int(cell));
        QMouseEvent move(QEvent::MouseMove, place, QPointF(), Qt::NoButton, {}, {});
        QCoreApplication::sendEvent(figure.get(), &move);
        QVERIFY2(read.takeLast().first().toString().startsWith(QStringLiteral("ReLU, weight variance 1.5 · ")),
            qPrintable(read.value(0).value(0).toString()));
        figure->setExhibit(gridStudy(result, cell));
        QVERIFY(pictureOf(*figure) != before);
        click(*figure, place);
        QCOMPARE(chosen.takeFirst().first().toInt(), -1);
        QTest::mouseDClick(figure.get(), Qt::LeftButton, {}, place.toPoint());
        QCOMPARE(opened.takeFirst().first().toInt(), int(cell));
        chosen.clear();
        click(*figure, c.plot.bottomLeft() + QPointF(-20, 10));   // next to the axes
        QCOMPARE(chosen.size(), 0);
    }

    // ---- bars

    /// A bar ends at its number, with its colour below and none above.
    void barsEndAtTheirNumbers()
    {
        const GridResult& result = notesResult();
        const CellGroups groups = groupsOf(result.grid);
        QCOMPARE(groups.groups, (QStringList {"naive", "Xavier", "He", "orthogonal", "fixed 0.02", "identity"}));
        QCOMPARE(groups.members, (QStringList {"ReLU", "tanh"}));
        for (const char* look : {"light", "dark"})
            for (const char* id : {"last_rms", "last_std", "gradient_ratio", "weight_std", "zero_fraction"}) {
                const auto figure = make("study_bars", gridStudy(result), {{"outcome", id}, {"theory", false}}, look);
                const QImage picture = pictureOf(*figure);
                const Canvas c = canvasOf(*figure);
                for (int g = 0; g < groups.count(); ++g)
                    for (int m = 0; m < groups.size(); ++m) {
                        const auto value
                            = find_outcome(id)->of(cellAt(result, groups.cells[std::size_t(g)][std::size_t(m)]));
                        const Range place = memberPlace(groups, g, m, barShare);
                        const double x = c.px((place.low + place.high) / 2) + 9;   // next to the mark at its foot
                        const double top = c.py(value->value);
                        const QByteArray where = QByteArray(id) + ' ' + groups.groups[g].toUtf8();
                        if (top < c.plot.bottom() - 3)
                            QVERIFY2(isNear(at(picture, {x, top + 3}), colorOf(m, 2, look)), where);
                        QVERIFY2(!isNear(at(picture, {x, top - 3}), colorOf(m, 2, look)), where);
                    }
            }
    }

    void barsShowTheory()
    {
        const GridResult& result = notesResult();
        const CellGroups groups = groupsOf(result.grid);
        const auto figure = make("study_bars", gridStudy(result));
        const QImage picture = pictureOf(*figure);
        const Canvas c = canvasOf(*figure);
        int ticks = 0;
        for (int g = 0; g < 5; ++g)
            for (int m = 0; m < 2; ++m) {
                const auto value
                    = find_outcome("last_rms")->of(cellAt(result, groups.cells[std::size_t(g)][std::size_t(m)]));
                QVERIFY(value->theory);
                const Range place = memberPlace(groups, g, m, barShare);
                ticks += isAround(picture, c.at((place.low + place.high) / 2, *value->theory), theme("light").text, 1);
            }
        QCOMPARE(ticks, 10);
    }

    /// On a logarithmic axis bars begin at its lower end, even after a zoom.
    void zoomedBarsReachTheBottom()
    {
        const GridResult& result = notesResult();
        const auto figure = make("study_bars", gridStudy(result), {{"y", QJsonArray {-2, 1}}});
        const QImage picture = pictureOf(*figure);
        const Canvas c = canvasOf(*figure);
        QCOMPARE(c.y, (Range {-2, 1}));
        const CellGroups groups = groupsOf(result.grid);
        const Range he = memberPlace(groups, 2, 0, barShare), naive = memberPlace(groups, 0, 0, barShare);
        const double beside = 9;
        QVERIFY(isNear(at(picture, {c.px((he.low + he.high) / 2) + beside, c.plot.bottom() - 2.0}), colorOf(0, 2)));
        QVERIFY(
            !isNear(at(picture, {c.px((naive.low + naive.high) / 2) + beside, c.plot.bottom() - 2.0}), colorOf(0, 2)));
    }

    void manyGroupsAreThinned()
    {
        std::string seeds = "1";
        for (int seed = 2; seed <= 60; ++seed)
            seeds += ", " + std::to_string(seed);
        const Grid grid = gridOf(study_head + R"({"path": "seed", "values": [)" + seeds + "]}]}");
        const CellGroups groups = groupsOf(grid);
        QCOMPARE(groups.count(), 24);
        QCOMPARE(groups.all, 60);
        QCOMPARE(groups.size(), 1);
        QCOMPARE(groups.cells.front().front(), std::size_t(0));
        QCOMPARE(groups.cells.back().front(), std::size_t(59));
        for (int g = 1; g < 24; ++g)
            QVERIFY(groups.cells[std::size_t(g)][0] > groups.cells[std::size_t(g - 1)][0]);
        // All lists but the second form the groups.
        const CellGroups three = groupsOf(sixtyResult().grid);
        QCOMPARE(three.count(), 15);
        QCOMPARE(three.members, (QStringList {"He", "Xavier", "LeCun", "orthogonal"}));
        QCOMPARE(three.groups[1], QStringLiteral("relu, seed 2"));
        QCOMPARE(three.words[1], QStringLiteral("2"));
        QCOMPARE(three.over[1], QStringLiteral("relu"));
        QVERIFY(groups.over.isEmpty() && groups.words == groups.groups);
        for (int g = 0; g < 15; ++g)
            for (int m = 0; m < 4; ++m) {
                const auto position = cell_position(sixtyResult().grid, three.cells[std::size_t(g)][std::size_t(m)]);
                QCOMPARE(position[1], std::size_t(m));
                QCOMPARE(int(position[0] * 3 + position[2]), g);
            }
        // The members of a group are selected too.
        const Grid both = gridOf(study_head + R"({"path": "network.activation", "values": ["relu", "tanh"]},
            {"path": "seed", "values": [)"
            + seeds + "]}]}");
        const CellGroups wide = groupsOf(both);
        QCOMPARE(wide.count(), 2);
        QCOMPARE(wide.size(), 16);
        QCOMPARE(wide.all_members, 60);
        QCOMPARE(wide.cells[1].front(), std::size_t(60));
        QCOMPARE(wide.cells[1].back(), std::size_t(119));
        QCOMPARE(wide.members.last(), QStringLiteral("seed 60"));
        for (const char* kind : {"study_bars", "study_boxes"})
            for (const Grid& large : {grid, both})
                pictureOf(*make(kind, gridStudy({large, {}})));
    }

    // ---- boxes

    /// The box has its colour between 25% and 75%, and the whiskers reach to 5% and 95%.
    void boxesLieAtTheirQuantiles()
    {
        const GridResult& result = notesResult();
        const CellGroups groups = groupsOf(result.grid);
        for (const char* of : {"output", "preactivation", "weights"})
            for (const char* unit : {"rms", "raw"}) {
                const auto figure = make("study_boxes", gridStudy(result), {{"of", of}, {"unit", unit}});
                const QImage picture = pictureOf(*figure);
                const Canvas c = canvasOf(*figure);
                int boxes = 0;
                for (int g = 0; g < groups.count(); ++g)
                    for (int m = 0; m < groups.size(); ++m) {
                        const CellResult& cell = cellAt(result, groups.cells[std::size_t(g)][std::size_t(m)]);
                        const CellLayer& last = cell.layers.back();
                        CellQuantiles q = of[0] == 'o' ? last.output_quantiles
                            : of[0] == 'p'             ? last.preactivation_quantiles
                                                       : cell.weights.quantiles;
                        const double rms = of[0] == 'o' ? last.output.value.rms
                            : of[0] == 'p'              ? last.preactivation.value.rms
                                                        : cell.layers.front().weight.value.rms;
                        for (double& value : q)
                            value /= unit[1] == 'm' ? rms : 1;
                        const Range place = memberPlace(groups, g, m, 1);
                        const double x = (place.low + place.high) / 2;
                        QVERIFY(c.y.contains(q[0]) && c.y.contains(q[4]));
                        if (c.py(q[1]) - c.py(q[3]) < 12)   // too flat to look inside
                            continue;
                        const QColor inside = theme("light").tint(colorOf(m, 2), 0.3);
                        const double high = 0.25 * q[2] + 0.75 * q[3];
                        if (c.py(q[2]) - c.py(q[3]) > 12)
                            QVERIFY(isNear(at(picture, c.at(x, high)), inside));
                        QVERIFY2(!isNear(at(picture, c.at(x + 0.1, q[3]) - QPointF(0, 4)), inside),
                            qPrintable(QStringLiteral("%1 %2 %3 %4: %5 %6")
                                           .arg(of, unit)
                                           .arg(g)
                                           .arg(m)
                                           .arg(q[3])
                                           .arg(at(picture, c.at(x + 0.1, q[3]) - QPointF(0, 4)).name())));
                        QVERIFY(isInked(picture, c.at(x, (q[3] + q[4]) / 2), 1));   // whisker
                        ++boxes;
                    }
                QVERIFY(boxes >= (unit[1] == 'm' ? 9 : 3));
            }
    }

    // ---- all

    void tablesHoldTheNumbers()
    {
        const GridResult part = partOf(numericResult(), {1, 2, 3, 7});
        const Outcome& outcome = *find_outcome("last_rms");
        for (const char* kind : {"study_sweep", "study_bars"}) {
            const FigureTable table = make(kind, gridStudy(part))->table();
            QCOMPARE(table.header,
                (QStringList {"network.activation", "network.weight.variance", "log10_last_rms", "log10_last_rms_sd",
                    "predicted_log10_last_rms", "predicted_log10_last_rms_sd"}));
            QCOMPARE(table.rows.size(), 4);
            const auto value = outcome.of(part.cells[3]);
            QCOMPARE(table.rows[3][0], QStringLiteral("tanh"));
            QCOMPARE(table.rows[3][2].toDouble(), value->value);
            QCOMPARE(table.rows[3][3].toDouble(), *value->sd);
            QCOMPARE(table.rows[3][4].toDouble(), *value->theory);
        }
        const FigureTable boxes = make("study_boxes", gridStudy(part), {{"of", "weights"}})->table();
        QCOMPARE(boxes.header.mid(2),
            (QStringList {"weights_q05", "weights_q25", "weights_q50", "weights_q75", "weights_q95"}));
        QCOMPARE(boxes.rows[1][4].toDouble(), part.cells[1].weights.quantiles[2]);
    }

    void seriesAreClickedAway()
    {
        for (const auto& [kind, key] :
            {std::pair("study_sweep", "series0"), {"study_bars", "member0"}, {"study_boxes", "member0"}}) {
            const auto all = make(kind, gridStudy(notesResult()));
            const auto some = make(kind, gridStudy(notesResult()), {{"off", QJsonArray {key}}});
            const auto count = [](const QImage& picture, const QColor& color) {
                int n = 0;
                for (int y = 60; y < picture.height(); ++y)
                    for (int x = 0; x < picture.width(); ++x)
                        n += picture.pixelColor(x, y) == color;
                return n;
            };
            QVERIFY(count(pictureOf(*all), colorOf(0, 2)) > 20);
            QCOMPARE(count(pictureOf(*some), colorOf(0, 2)), 0);
        }
    }

    void legendIsReadInOrder()
    {
        const QSize narrow(370, 240);   // three rows of names
        const auto figure = make("study_curves", gridStudy(notesResult()), {}, QStringLiteral("light"));
        PaperRecorder paper(narrow);
        QPainter painter(&paper);
        figure->paint(painter, narrow);
        QPointF before(-1, -1);
        int rows = 0;
        for (const char* name : {"naive", "Xavier", "He", "orthogonal", "fixed 0.02", "identity", "ReLU", "tanh"}) {
            const qsizetype at = paper.texts.indexOf(QString(name));
            QVERIFY2(at >= 0, name);
            const QPointF place = paper.ink[at].bottomLeft();
            const bool below = place.y() > before.y() + 10;   // rows are 18 px apart
            rows += below;
            QVERIFY2(below || (std::abs(place.y() - before.y()) < 6 && place.x() > before.x()), name);
            before = place;
        }
        QVERIFY(rows >= 2);
    }

    void survives_data()
    {
        gridStudiesToSurvive();
        QTest::newRow("some") << gridStudy(partOf(depthsResult(), {0, 5}), 2);
    }

    void survives()
    {
        QFETCH(GridStudyPtr, study);
        QVector<QPair<const char*, QJsonObject>> views {{"study_boxes", {}}, {"study_boxes", {{"unit", "raw"}}},
            {"study_boxes", {{"of", "weights"}}}, {"study_sweep", {{"across", "log"}}},
            {"study_sweep", {{"list", "network.activation"}}}};
        for (const Outcome& outcome : outcomes())
            for (const char* kind : {"study_sweep", "study_bars"})
                views << qMakePair(kind, QJsonObject {{"outcome", QString::fromStdString(outcome.id)}});
        for (const auto& [kind, view] : views) {
            const auto figure = make(kind, study, view, QStringLiteral("dark"));
            for (const QSize& of : {QSize(220, 140), QSize(520, 300), QSize(1600, 900)}) {
                figure->resize(of);
                pictureOf(*figure, of);
            }
            figure->resize(520, 300);
            QTest::mouseMove(figure.get(), {200, 150});
            QTest::mouseClick(figure.get(), Qt::LeftButton, {}, {200, 150});
            QTest::mouseDClick(figure.get(), Qt::LeftButton, {}, {200, 150});
            figure->table();
            const Canvas c = canvasOf(*figure);
            QVERIFY(std::isfinite(c.x.span()) && c.x.span() > 0 && std::isfinite(c.y.span()) && c.y.span() > 0);
        }
    }

    /// Files are clipped at the axes, as on the screen.
    void svgShowsThePng()
    {
        const QTemporaryDir folder;
        PictureOptions options;
        options.pixels = {800, 480};
        options.caption = false;
        const GridStudyPtr notes = gridStudy(notesResult(), 4);
        for (const auto& [kind, view] : QVector<QPair<QString, QJsonObject>> {{"study_table", {}}, {"study_sweep", {}},
                 {"study_bars", {{"y", QJsonArray {-2, -1}}}}, {"study_boxes", {{"y", QJsonArray {-0.5, 1}}}},
                 {"study_sweep", {{"y", QJsonArray {-2, 0}}, {"x", QJsonArray {0.5, 3}}}}}) {
            QString error;
            const QString file = folder.filePath(QStringLiteral("a.svg"));
            QVERIFY2(writePicture(pathOf(file), notes, {{kind, view}}, options, &error), qPrintable(error));
            QSvgRenderer renderer(file);
            QVERIFY(renderer.isValid());
            QImage drawn(options.pixels, QImage::Format_RGB32);
            drawn.fill(Qt::white);
            QPainter painter(&drawn);
            renderer.render(&painter);
            painter.end();
            const QImage png = renderPicture(notes, {{kind, view}}, options);
            double sum = 0;
            for (int y = 0; y < png.height(); ++y)
                for (int x = 0; x < png.width(); ++x)
                    sum += std::abs(qGray(png.pixel(x, y)) - qGray(drawn.pixel(x, y)));
            sum /= png.width() * png.height();
            QVERIFY2(sum < 2.5, qPrintable(kind + QStringLiteral(" %1 of 255").arg(sum)));
        }
    }

    /// A figure switches between studies of any shape, and back, as if it were new.
    void studiesChange()
    {
        for (const char* kind : {"study_sweep", "study_bars", "study_boxes", "study_table"}) {
            const auto figure = make(kind, gridStudy(notesResult()));
            const QImage first = pictureOf(*figure);
            for (const GridResult& other : {sixtyResult(), singleResult(), depthsResult(), deadResult()}) {
                figure->setExhibit(gridStudy(other));
                QCOMPARE(pictureOf(*figure), pictureOf(*make(kind, gridStudy(other))));
            }
            figure->setExhibit(gridStudy(notesResult()));
            QCOMPARE(pictureOf(*figure), first);
        }
    }
};

STEPZERO_TEST(TestFigureGridCompare, QApplication)

}   // namespace tst_figure_grid_compare
#include "tst_figure_grid_compare.moc"
