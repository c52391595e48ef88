// SPDX-License-Identifier: GPL-3.0-or-later
// Studies of many experiments as small multiples and as curves: the panels, the positions of numbers, notes about what
// cannot be drawn, and how cells are chosen.
#include <QHelpEvent>
#include <QPainter>
#include <QPicture>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolTip>
#include <QWheelEvent>
#include <QtTest>
#include <cmath>
#include <limits>
#include <set>

#include "core/base/words/nan.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/grid_study.h"
#include "tests/widgets/picture_of.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/elide.h"
#include "widgets/figures/grid/layer_numbers.h"
#include "widgets/figures/grid/panels.h"
#include "widgets/figures/picture.h"
#include "widgets/file_path.h"

namespace tst_figure_grid_panels {

using namespace stepzero;

namespace {

constexpr QSize size(900, 600);
const QStringList kindNames {
    QStringLiteral("study_weights"), QStringLiteral("study_layers"), QStringLiteral("study_curves")};

std::unique_ptr<Figure> make(const QString& kind, const GridStudyPtr& study, const QJsonObject& view = {},
    const QString& look = QStringLiteral("light"), const QSize& of = size)
{
    std::unique_ptr<Figure> figure(findFigureKind(kind)->create(nullptr));
    figure->setStyle({theme(look), 1});
    figure->resize(of);
    figure->setViewState(view);
    if (study)
        figure->setExhibit(study);
    return figure;
}

/// The panels of a figure after it has been painted.
struct Painted {
    std::unique_ptr<Figure> figure;
    QImage picture;
    PanelFigure& panels() const { return dynamic_cast<PanelFigure&>(*figure); }
    Canvas canvas(int panel, const QSize& of = size) const
    {
        for (const auto& placed : panels().placed(of))
            if (placed.panel == panel)
                return placed.canvas;
        qFatal("panel %d is not in sight", panel);
    }
    QColor at(int panel, double x, double y) const
    {
        const QPointF p = canvas(panel).at(x, y);
        return picture.pixelColor(int(p.x()), int(p.y()));
    }
};

Painted painted(const QString& kind, const GridStudyPtr& study, const QJsonObject& view = {})
{
    Painted p {make(kind, study, view), {}};
    p.picture = pictureOf(*p.figure);
    return p;
}

QStringList titles(const PanelFigure& figure)
{
    QStringList all;
    for (int i = 0; i < figure.panels().size(); ++i)
        all << figure.wordsOf(i).title;
    return all;
}

int count(const QImage& picture, const QColor& color, const QRect& place)
{
    int n = 0;
    for (int y = place.top(); y <= place.bottom(); ++y)
        for (int x = place.left(); x <= place.right(); ++x)
            n += picture.pixelColor(x, y) == color;
    return n;
}

/// A figure on the screen that updates to the cells that are chosen in it.
struct Live {
    std::unique_ptr<Figure> figure;
    QSignalSpy chosen, opened, readout;
    explicit Live(std::unique_ptr<Figure> f)
        : figure(std::move(f)), chosen(figure.get(), &Figure::cellChosen), opened(figure.get(), &Figure::cellOpened),
          readout(figure.get(), &Figure::readout)
    {
        figure->setTitleShown(false);
        figure->show();
        QObject::connect(figure.get(), &Figure::cellChosen, figure.get(), [this](int cell) {
            figure->setExhibit(with_cell(static_cast<const GridStudy&>(*figure->exhibit()),
                cell < 0 ? std::optional<std::size_t>() : std::optional(std::size_t(cell))));
        });
    }
    QString read(const QPoint& place)
    {
        QMouseEvent move(QEvent::MouseMove, place, figure->mapToGlobal(QPointF(place)), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(figure.get(), &move);
        return readout.last().first().toString();
    }
};

CellLayer layerWith(const CellMoments& output)
{
    CellLayer layer;
    layer.output.value = output;
    return layer;
}

}   // namespace

class TestFigureGridPanels : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    /// Names that differ only at their end remain distinct at any width that has room for the difference.
    void namesApart()
    {
        const QFontMetricsF metrics(Style {theme(QStringLiteral("light")), 1}.font());
        const QStringList names {"mean_field (normal, variance 1.76)", "mean_field (normal, variance 1.78)",
            "mean_field (normal, variance 12.5)", "He"};
        for (const double width : {400.0, 150.0, 110.0, 60.0}) {
            QStringList shown;
            for (const QString& name : names) {
                shown << elidedAmong(metrics, name, names, width);
                QVERIFY(metrics.horizontalAdvance(shown.last()) <= width);
            }
            shown.removeDuplicates();
            QVERIFY2(shown.size() == names.size(), qPrintable(shown.join('|')));
        }
        QCOMPARE(elidedAmong(metrics, names[0], {names[0]}, 110), metrics.elidedText(names[0], Qt::ElideRight, 110));
    }

    /// Shortened heads of panels are complete in the tooltip.
    static void whatIsShortenedIsSaid(const QString& kind, const GridResult& result, int width)
    {
        const auto figure = make(kind, gridStudy(result), {}, QStringLiteral("light"), {width, 500});
        const auto* panels = dynamic_cast<PanelFigure*>(figure.get());
        if (!panels)
            return;
        figure->show();
        PaperRecorder paper({width, 500});
        QPainter painter(&paper);
        figure->paint(painter, QSizeF(width, 500));
        int shortened = 0;
        for (qsizetype i = 0; i < paper.texts.size(); ++i) {
            const bool isHead = std::ranges::any_of(panels->placed(QSize(width, 500)), [&](const auto& placed) {
                return placed.whole.contains(paper.ink[i].center())
                    && paper.ink[i].center().y() < placed.canvas.plot.top();
            });
            if (!isHead || !paper.texts[i].contains(QChar(0x2026)))
                continue;
            const QPoint at = paper.ink[i].center().toPoint();
            QHelpEvent help(QEvent::ToolTip, at, figure->mapToGlobal(at));
            QApplication::sendEvent(figure.get(), &help);
            QVERIFY2(QToolTip::text().startsWith(QLatin1String("mean-field, normal weights, variance ")),
                qPrintable(QToolTip::text()));
            QVERIFY(QToolTip::text().endsWith(paper.texts[i].right(2)));
            ++shortened;
        }
        QCOMPARE(shortened, kind == QLatin1String("study_weights") && width < 300 ? 3 : 0);
    }

    /// The same holds for facets, the legend and the words below an axis.
    void longNames_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("facets") << QStringLiteral("study_weights");
        QTest::newRow("layers") << QStringLiteral("study_layers");
        QTest::newRow("lines") << QStringLiteral("study_curves");
        QTest::newRow("bars") << QStringLiteral("study_bars");
    }
    void longNames()
    {
        QFETCH(QString, kind);
        static const GridResult result = runGrid(R"({"format": "stepzero-study", "version": 1,
  "experiment": {"network": {"kind": "dense", "width": 16, "depth": 3}, "input": {"samples": 4}},
  "vary": [{"path": "network.weight", "values": [{"scheme": "mean_field", "variance": 1},
      {"scheme": "mean_field", "variance": 2}, {"scheme": "mean_field", "variance": 3}],
    "labels": ["mean-field, normal weights, variance 1", "mean-field, normal weights, variance 2",
      "mean-field, normal weights, variance 3"]}]})");
        for (const int width : {250, 300, 400})
            whatIsShortenedIsSaid(kind, result, width);
        for (const int width : {400, 700, 1300}) {
            const QString words = wordsOf(kind, gridStudy(result), {}, width);
            for (int value = 1; value <= 3; ++value) {
                const QRegularExpression named(QStringLiteral(">[^<]*(variance|…[^<]*) %1<").arg(value));
                QVERIFY2(named.match(words).hasMatch(), qPrintable(words.right(3000)));
            }
        }
    }

    // Numbers by layer

    void reachIsOfEveryNumber_data()
    {
        QTest::addColumn<GridResult>("result");
        for (const auto& [name, result] : {std::pair("numeric", numericResult()), std::pair("dead", deadResult()),
                 std::pair("exploding", explodingResult()), std::pair("depths", depthsResult())})
            QTest::newRow(name) << result;
    }

    void reachIsOfEveryNumber()
    {
        QFETCH(GridResult, result);
        for (const LayerStatistic& statistic : layerStatistics())
            for (const bool log : {false, true}) {
                LayerReach reach(log);
                double low = infinity, high = -infinity;
                for (const CellResult& cell : result.cells)
                    for (const CellLayer& layer : cell.layers) {
                        const LayerReach::Seen seen = reach.include(statistic, layer, true);
                        const double y = measuredAt(statistic, layer, log);
                        QCOMPARE(seen == LayerReach::Seen::drawn, std::isfinite(y));
                        QCOMPARE(seen == LayerReach::Seen::missing, !statistic.of(layer));
                        QCOMPARE(seen == LayerReach::Seen::zero, log && y == -infinity);
                        const LayerSpan span = spanAt(statistic, layer, log, y);
                        for (const double each : {y, span.low, span.high})
                            if (std::isfinite(each)) {
                                low = std::min(low, each);
                                high = std::max(high, each);
                            }
                    }
                QCOMPARE(reach.empty(), low > high);
                if (low <= high) {   // log10 of a product differs from the sum of two logarithms by some ulp
                    QVERIFY(std::abs(reach.range()->low - low) <= 1e-13 * (1 + std::abs(low)));
                    QVERIFY(std::abs(reach.range()->high - high) <= 1e-13 * (1 + std::abs(high)));
                }
            }
    }

    void layerNumbers()
    {
        const LayerStatistic& rms = layerStatistic(QStringLiteral("output_rms"));
        const LayerStatistic& std = layerStatistic(QStringLiteral("output_std"));
        const LayerStatistic& mean = layerStatistic(QStringLiteral("output_mean"));
        const LayerStatistic& gradient = layerStatistic(QStringLiteral("gradient_rms"));

        CellLayer plain = layerWith({-3, 4, 5, {}});
        QCOMPARE(measuredAt(rms, plain, false), 5.0);
        QCOMPARE(measuredAt(mean, plain, false), -3.0);
        QCOMPARE(measuredAt(mean, plain, true), std::log10(3.0));   // log10 of the magnitude
        QVERIFY(std::isnan(measuredAt(gradient, plain, true)));
        QVERIFY(std::isnan(predictedAt(rms, plain, true)));
        QCOMPARE(exactMeasured(mean, plain), QStringLiteral("-3"));
        QVERIFY(exactMeasured(gradient, plain).isEmpty());

        // A spread of half the value is a factor of 1.5 on a logarithmic axis.
        plain.output.sd = CellMoments {1, 2, 2.5, {}};
        QCOMPARE(spanAt(std, plain, false, measuredAt(std, plain, false)).low, 2.0);
        QCOMPARE(spanAt(std, plain, false, measuredAt(std, plain, false)).high, 6.0);
        QCOMPARE(spanAt(std, plain, true, measuredAt(std, plain, true)).high, std::log10(6.0));
        QCOMPARE(spanAt(std, plain, true, measuredAt(std, plain, true)).low, std::log10(4.0 / 1.5));
        QVERIFY(layerNumber(std, plain).contains(QStringLiteral("4.00 ± 2.00")));

        const CellLayer zero = layerWith({0, 0, 0, {}});
        QCOMPARE(measuredAt(std, zero, true), -infinity);
        QCOMPARE(measuredAt(std, zero, false), 0.0);

        // Beyond the range of double, only the logarithm of the RMS is known.
        const CellLayer huge = layerWith({infinity, infinity, infinity, 500.25});
        QCOMPARE(measuredAt(rms, huge, true), 500.25);
        QCOMPARE(measuredAt(rms, huge, false), infinity);
        QVERIFY(std::isnan(measuredAt(std, huge, true)));
        QCOMPARE(exactMeasured(rms, huge).left(6), QStringLiteral("1.7782"));   // 10^0.25
        QVERIFY(exactMeasured(rms, huge).endsWith(QStringLiteral("e500")));

        CellLayer predicted = plain;
        predicted.prediction.activation_rms = 0;
        predicted.prediction.log10_activation_rms = -400;
        QCOMPARE(predictedAt(rms, predicted, true), -400.0);
        QCOMPARE(predictedAt(rms, predicted, false), 0.0);
    }

    // Weights

    void weightsOncePerScheme()
    {
        const auto p = painted(QStringLiteral("study_weights"), gridStudy(notesResult()));
        QCOMPARE(titles(p.panels()),
            QStringList({QStringLiteral("naive"), QStringLiteral("Xavier"), QStringLiteral("He"),
                QStringLiteral("orthogonal"), QStringLiteral("fixed 0.02"), QStringLiteral("identity")}));
        for (int i = 0; i < 6; ++i)
            QCOMPARE(
                p.panels().panels()[i].cells, std::vector<std::size_t>({std::size_t(2 * i), std::size_t(2 * i + 1)}));
        // Two rows of three, aligned.
        const auto placed = p.panels().placed(size);
        QCOMPARE(placed[0].canvas.plot.top(), placed[2].canvas.plot.top());
        QCOMPARE(placed[0].canvas.plot.left(), placed[3].canvas.plot.left());
        QVERIFY(placed[3].canvas.plot.top() > placed[0].canvas.plot.bottom());
        for (const auto& panel : placed)
            QCOMPARE(panel.canvas.plot.size(), placed[0].canvas.plot.size());
    }

    void listsThatDoNotMatterAreLeftOut()
    {
        const auto panelsOf = [](const GridResult& result) {
            return int(painted(QStringLiteral("study_weights"), gridStudy(result)).panels().panels().size());
        };
        QCOMPARE(panelsOf(sixtyResult()), 4 * 3);   // scheme × seed, not activation
        QCOMPARE(panelsOf(numericResult()), 5);
        QCOMPARE(panelsOf(depthsResult()), 2);
        QCOMPARE(panelsOf(singleResult()), 1);
        QCOMPARE(panelsOf(partOf(notesResult(), {0})), 6);   // with nothing to compare yet, lists are judged by their
                                                             // paths
        QCOMPARE(panelsOf(partOf(notesResult(), {})), 6);
    }

    /// The bins of the table have the standard deviation of the scheme, by the law of large numbers.
    void weightsTable()
    {
        const FigureTable table = make(QStringLiteral("study_weights"), gridStudy(notesResult()))->table();
        QCOMPARE(table.header.first(), QStringLiteral("network.weight"));
        double share = 0, square = 0, width = 0;
        for (const QStringList& row : table.rows) {
            QCOMPARE(row.size(), table.header.size());
            if (row.first() != QLatin1String("fixed 0.02"))
                continue;
            const double low = row[3].toDouble(), high = row[4].toDouble(), part = row[6].toDouble();
            share += part;
            square += part * (low + high) * (low + high) / 4;
            width = high - low;
        }
        QVERIFY(std::abs(share - 1) < 1e-12);
        // 1600 samples: 5 standard errors, and the effect of the bin width (Sheppard).
        const double sigma = std::sqrt(square - width * width / 12);
        QVERIFY2(std::abs(sigma / 0.02 - 1) < 5 / std::sqrt(2 * 1600.0), qPrintable(QString::number(sigma)));
    }

    void weightsAreDrawnWhereTheyAre()
    {
        const Theme& light = theme(QStringLiteral("light"));
        const auto p = painted(QStringLiteral("study_weights"), gridStudy(notesResult()),
            {{QStringLiteral("off"), QJsonArray({QStringLiteral("estimate")})}, {QStringLiteral("marks"), false}});
        const QColor area = light.tint(light.weights, 0.35);
        // He at width 40: σ 0.224, so the density is 1.78 at zero and 0.24 at 2 σ.
        QCOMPARE(p.at(2, 0.01, 1.0), area);
        QVERIFY(p.at(2, 0.45, 1.0) != area);
        QVERIFY(p.at(2, 0.01, 3.0) != area);
        // The naive weights are 22 times as narrow and as tall, on the same axes.
        QCOMPARE(p.at(0, 0.001, 25), area);
        QVERIFY(p.at(0, 0.1, 1.0) != area);
        QCOMPARE(p.canvas(0).x, p.canvas(2).x);
        QCOMPARE(p.canvas(0).y, p.canvas(5).y);

        const auto sigma = painted(QStringLiteral("study_weights"), gridStudy(notesResult()),
            {{QStringLiteral("x"), QStringLiteral("sigma")}});
        // a sampled standard normal distribution
        QVERIFY(sigma.canvas(0).y.high > 0.4 && sigma.canvas(0).y.high < 0.8);
        const auto own = painted(
            QStringLiteral("study_weights"), gridStudy(notesResult()), {{QStringLiteral("x"), QStringLiteral("own")}});
        QVERIFY(own.canvas(0).x.high < 0.05 && own.canvas(2).x.high > 0.5);
        QVERIFY(own.canvas(5).x.contains(0) && own.canvas(5).x.contains(1));
    }

    /// The identity has two values, and 39 of 40 entries are 0.
    void identityIsTwoValues()
    {
        Live live(make(
            QStringLiteral("study_weights"), gridStudy(notesResult()), {{QStringLiteral("x"), QStringLiteral("own")}}));
        const auto& figure = dynamic_cast<PanelFigure&>(*live.figure);
        const Canvas c = figure.placed(size)[5].canvas;
        QVERIFY(live.read(c.at(0, 0.1).toPoint()).contains(QStringLiteral("97.5% at 0")));
        QVERIFY(live.read(c.at(1, 0.1).toPoint()).contains(QStringLiteral("2.5% at 1")));
        QCOMPARE(figure.wordsOf(5).remarks.last(), QStringLiteral("σ 0.156"));   // √(39)/40
    }

    void scalesThatAreFarApartAreNotShared()
    {
        const auto p = painted(QStringLiteral("study_weights"), gridStudy(explodingResult()));
        QVERIFY(p.canvas(0).x.high > 1e11 && p.canvas(1).x.high < 1e-10);
        const auto shared = painted(QStringLiteral("study_weights"), gridStudy(explodingResult()),
            {{QStringLiteral("x"), QStringLiteral("shared")}});
        QCOMPARE(shared.canvas(0).x, shared.canvas(1).x);
    }

    // Layers

    void layersAreAPanelAScheme()
    {
        const Theme& light = theme(QStringLiteral("light"));
        const QJsonObject view {
            {QStringLiteral("theory"), false}, {QStringLiteral("drawn"), QStringLiteral("output_std")}};
        const auto p = painted(QStringLiteral("study_layers"), gridStudy(notesResult()), view);
        QCOMPARE(p.panels().panels().size(), 6);
        for (int i = 0; i < 6; ++i)
            QCOMPARE(p.canvas(i).y, p.canvas(0).y);
        // Each mark lies at its number, ReLU in the first colour and tanh in the second.
        constexpr double mark = 8;   // in pixels
        int relu = 0;
        for (int panel = 0; panel < 6; ++panel)
            for (std::size_t l = 0; l < 10; ++l) {
                const auto stdOf = [&](int series) {
                    return std::log10(notesResult().cells[std::size_t(2 * panel + series)].layers[l].output.value.std);
                };
                QCOMPARE(p.at(panel, double(l + 1), stdOf(1)), pinLook(1, light).color);
                const Canvas c = p.canvas(panel);
                if (std::abs(c.py(stdOf(0)) - c.py(stdOf(1))) < mark)
                    continue;   // covered by tanh
                QCOMPARE(p.at(panel, double(l + 1), stdOf(0)), pinLook(0, light).color);
                ++relu;
            }
        QVERIFY(relu > 20);
    }

    void anotherListOfLines()
    {
        const QJsonObject view {{QStringLiteral("list"), QStringLiteral("network.weight")}};
        const auto p = painted(QStringLiteral("study_layers"), gridStudy(notesResult()), view);
        QCOMPARE(titles(p.panels()), QStringList({QStringLiteral("ReLU"), QStringLiteral("tanh")}));
        QCOMPARE(p.panels().panels()[1].cells, std::vector<std::size_t>({1, 3, 5, 7, 9, 11}));
        QCOMPARE(p.figure->viewState().value(QStringLiteral("list")).toString(), QStringLiteral("network.weight"));
    }

    void aTrellisOfTwoLists()
    {
        const auto p = painted(QStringLiteral("study_layers"), gridStudy(sixtyResult()));
        const auto placed = p.panels().placed(size);
        QCOMPARE(placed.size(), 5 * 4);
        for (int i = 0; i < 20; ++i) {
            QCOMPARE(placed[i].canvas.plot.left(), placed[i % 4].canvas.plot.left());
            QCOMPARE(placed[i].canvas.plot.top(), placed[4 * (i / 4)].canvas.plot.top());
            QCOMPARE(p.panels().panels()[i].cells.size(), std::size_t(3));
        }
    }

    void scaleFollowsWhatIsSpanned()
    {
        const auto notes = painted(QStringLiteral("study_layers"), gridStudy(notesResult()));   // 14 decades
        QVERIFY(notes.canvas(0).y.low < -10);
        const auto single = painted(QStringLiteral("study_layers"), gridStudy(singleResult()));
        QVERIFY(single.canvas(0).y.high > 0.6 && single.canvas(0).y.high < 2);   // linear
        const auto linear = painted(QStringLiteral("study_layers"), gridStudy(notesResult()),
            {{QStringLiteral("scale"), QStringLiteral("linear")}});
        QVERIFY(linear.canvas(0).y.contains(0) && linear.canvas(0).y.high < 2);
    }

    void whatCannotBeDrawnIsSaid()
    {
        const QJsonObject log {{QStringLiteral("scale"), QStringLiteral("log")}};
        const auto dead = painted(QStringLiteral("study_layers"), gridStudy(deadResult()),
            {{QStringLiteral("scale"), QStringLiteral("log")}, {QStringLiteral("theory"), false}});
        QCOMPARE(dead.panels().panels()[0].quiet, QStringLiteral("zero in every layer"));
        QVERIFY(dead.panels().panels()[1].quiet.isEmpty());
        // RMS is drawn beyond the range of double.
        const auto rms = painted(QStringLiteral("study_layers"), gridStudy(explodingResult()),
            {{QStringLiteral("drawn"), QStringLiteral("output_rms")}});
        QVERIFY(rms.canvas(0).y.contains(500) && rms.canvas(0).y.contains(-466));
        const GridResult silent = withEachCell(notesResult(), [](CellResult& cell) {
            for (CellLayer& layer : cell.layers)
                layer.gradient.reset();
        });
        const auto unmeasured = painted(QStringLiteral("study_layers"), gridStudy(silent),
            {{QStringLiteral("drawn"), QStringLiteral("gradient_rms")}, {QStringLiteral("theory"), false}});
        QCOMPARE(unmeasured.panels().panels()[3].quiet, QStringLiteral("not measured"));
    }

    void missingCellsKeepTheirPlaces()
    {
        for (const QString& kind : {kindNames[0], kindNames[1]}) {
            const auto whole = painted(kind, gridStudy(notesResult()));
            const auto part = painted(kind, gridStudy(partOf(notesResult(), {0, 1, 4, 5})));
            QCOMPARE(titles(part.panels()), titles(whole.panels()));
            for (int i = 0; i < 6; ++i)
                QCOMPARE(part.canvas(i).plot, whole.canvas(i).plot);
            QVERIFY(part.panels().panels()[0].computed);
            QVERIFY(!part.panels().panels()[1].computed);
            QCOMPARE(part.canvas(0).x.high > 0, true);
        }
        // The depth of pending cells is known from their list.
        const auto depths = painted(kindNames[1], gridStudy(partOf(depthsResult(), {0})));
        QCOMPARE(depths.canvas(0).x, (Range {0.5, 64.5}));
    }

    // The pointer

    void clicksChooseAndOpen()
    {
        Live live(make(kindNames[0], gridStudy(notesResult())));
        const auto& figure = dynamic_cast<PanelFigure&>(*live.figure);
        const QPoint place = figure.placed(size)[2].canvas.plot.center();
        QTest::mouseClick(live.figure.get(), Qt::LeftButton, {}, place);
        QCOMPARE(live.chosen.last().first().toInt(), 4);
        QTest::mouseClick(live.figure.get(), Qt::LeftButton, {}, place);
        QCOMPARE(live.chosen.last().first().toInt(), -1);
        // Between panels there is nothing to choose.
        QTest::mouseClick(live.figure.get(), Qt::LeftButton, {}, {2, 2});
        QCOMPARE(live.chosen.count(), 2);
        QTest::mouseDClick(live.figure.get(), Qt::LeftButton, {}, place);
        QCOMPARE(live.opened.count(), 1);
        QCOMPARE(live.opened.last().first().toInt(), 4);
        // A cell that shares the panel of another is chosen in another figure: its panel is marked.
        live.figure->setExhibit(gridStudy(notesResult(), 5));
        QTest::mouseClick(live.figure.get(), Qt::LeftButton, {}, place);
        QCOMPARE(live.chosen.last().first().toInt(), -1);
    }

    void chosenPanelIsMarked()
    {
        const Theme& light = theme(QStringLiteral("light"));
        const QColor tint = light.tint(light.text, 0.035);
        for (const QString& kind : {kindNames[0], kindNames[1]}) {
            const auto p = painted(kind, gridStudy(notesResult(), 3));
            QVERIFY(count(p.picture, tint, p.canvas(1).plot) > 1000);
            for (const int other : {0, 2, 3, 4, 5})
                QVERIFY(count(p.picture, tint, p.canvas(other).plot) < 50);   // edges of letters
        }
    }

    void nearestLineIsChosen()
    {
        Live live(make(kindNames[1], gridStudy(notesResult())));
        const auto& figure = dynamic_cast<PanelFigure&>(*live.figure);
        const Canvas c = figure.placed(size)[0].canvas;   // the naive scheme
        const auto at = [&](std::size_t cell) {
            return c.at(8, std::log10(notesResult().cells[cell].layers[7].output.value.std)).toPoint();
        };
        QTest::mouseClick(live.figure.get(), Qt::LeftButton, {}, at(0));
        QCOMPARE(live.chosen.last().first().toInt(), 0);
        QTest::mouseClick(live.figure.get(), Qt::LeftButton, {}, at(1));
        QCOMPARE(live.chosen.last().first().toInt(), 1);
        const QString read = live.read(at(1));
        QVERIFY2(read.startsWith(QStringLiteral("naive · layer 8 · ReLU std ")), qPrintable(read));
        QVERIFY(read.contains(aligned(notesResult().cells[1].layers[7].output.value.std)));
        QVERIFY(read.contains(QStringLiteral("theory")));
    }

    void manyPanelsScroll()
    {
        constexpr QSize small(420, 260);
        Live live(make(kindNames[1], gridStudy(sixtyResult()), {}, QStringLiteral("light"), small));
        auto& figure = dynamic_cast<PanelFigure&>(*live.figure);
        auto* bar = live.figure->findChild<QScrollBar*>();
        QVERIFY(bar->isVisible());
        const QSize body(small.width() - bar->width(), small.height());
        const int first = figure.placed(body).first().panel, seen = int(figure.placed(body).size());
        QCOMPARE(first, 0);
        QVERIFY(seen < 20);
        for (const auto& panel : figure.placed(body)) {
            QVERIFY(panel.whole.width() >= 110 && panel.whole.height() >= 60);
            QVERIFY(QRectF(QPointF(0, 0), body).contains(panel.whole));
        }
        QWheelEvent wheel({200, 150}, live.figure->mapToGlobal(QPointF(200, 150)), {}, {0, -120}, Qt::NoButton, {},
            Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(live.figure.get(), &wheel);
        const int row = figure.viewState().value(QStringLiteral("row")).toInt();
        QCOMPARE(row, 1);
        const int scrolled = figure.placed(body).first().panel;
        QVERIFY(scrolled > 0);
        // An export begins at the same row as the view.
        const auto exported
            = make(kindNames[1], gridStudy(sixtyResult()), figure.viewState(), QStringLiteral("print"), body);
        pictureOf(*exported, body);
        QCOMPARE(dynamic_cast<PanelFigure&>(*exported).placed(body).first().panel, scrolled);
        // If there is room, everything is visible.
        const auto large = painted(kindNames[1], gridStudy(sixtyResult()), figure.viewState());
        QCOMPARE(large.panels().placed(size).size(), 20);
    }

    void viewsComeBack()
    {
        const QJsonObject weights {{QStringLiteral("x"), QStringLiteral("sigma")}, {QStringLiteral("marks"), false},
            {QStringLiteral("off"), QJsonArray({QStringLiteral("estimate")})}, {QStringLiteral("row"), 0}};
        QCOMPARE(make(kindNames[0], nullptr, weights)->viewState(), weights);
        const QJsonObject layers {{QStringLiteral("drawn"), QStringLiteral("gradient_rms")},
            {QStringLiteral("scale"), QStringLiteral("linear")}, {QStringLiteral("theory"), false},
            {QStringLiteral("list"), QStringLiteral("seed")}, {QStringLiteral("row"), 2}};
        QCOMPARE(make(kindNames[1], nullptr, layers)->viewState(), layers);
    }

    // Curves

    void curvesOfAllCells()
    {
        const Theme& light = theme(QStringLiteral("light"));
        const auto figure = make(kindNames[2], gridStudy(notesResult(), 1));
        const QImage picture = pictureOf(*figure);
        const Canvas c = dynamic_cast<AxesFigure&>(*figure).canvas(size);
        // Lines are thin and sloped, so the purest pixel counts.
        const auto farFrom = [&](const QColor& color, std::size_t cell, int layer) {
            const QPointF p
                = c.at(layer, std::log10(notesResult().cells[cell].layers[std::size_t(layer - 1)].output.value.rms));
            int least = 1000;
            for (int dx = -1; dx <= 1; ++dx)
                for (int dy = -1; dy <= 1; ++dy) {
                    const QColor there = picture.pixelColor(int(p.x()) + dx, int(p.y()) + dy);
                    least = std::min(least,
                        std::abs(there.red() - color.red()) + std::abs(there.green() - color.green())
                            + std::abs(there.blue() - color.blue()));
                }
            return least;
        };
        constexpr int alike = 80;   // maximum difference, while other colours differ by 200 and more
        QVERIFY(farFrom(light.text, 1, 7) < alike);   // the chosen cell
        QVERIFY(farFrom(pinLook(0, light).color, 0, 7) < alike);
        QVERIFY(farFrom(pinLook(5, light).color, 8, 7) < alike);   // fixed 0.02, since black is skipped
        QVERIFY(farFrom(pinLook(5, light).color, 0, 7) > alike);
        QCOMPARE(c.x, (Range {0.5, 10.5}));
    }

    void curvesAreChosen()
    {
        Live live(make(kindNames[2], gridStudy(notesResult())));
        const Canvas c = dynamic_cast<AxesFigure&>(*live.figure).canvas(size);
        const auto at = [&](std::size_t cell) {
            return c.at(8, std::log10(notesResult().cells[cell].layers[7].output.value.rms)).toPoint();
        };
        for (const int cell : {0, 1, 8}) {
            QTest::mouseClick(live.figure.get(), Qt::LeftButton, {}, at(std::size_t(cell)));
            QCOMPARE(live.chosen.last().first().toInt(), cell);
        }
        QTest::mouseClick(live.figure.get(), Qt::LeftButton, {}, at(8));
        QCOMPARE(live.chosen.last().first().toInt(), -1);
        const QString read = live.read(at(8));
        QVERIFY2(read.contains(QStringLiteral("fixed 0.02, ReLU · layer 8 · RMS of the output ")), qPrintable(read));
        QVERIFY(read.contains(aligned(notesResult().cells[8].layers[7].output.value.rms)));
        const int before = live.chosen.count();
        QTest::mouseClick(live.figure.get(), Qt::LeftButton, {}, c.at(9, -13).toPoint() + QPoint(-300, 0));
        QCOMPARE(live.chosen.count(), before);   // far from all lines
    }

    void curvesReachBeyondDouble()
    {
        const auto figure = make(kindNames[2], gridStudy(explodingResult()));
        pictureOf(*figure);
        const Canvas c = dynamic_cast<AxesFigure&>(*figure).canvas(size);
        QVERIFY(c.y.contains(500) && c.y.contains(-466));
        const FigureTable table = figure->table();
        QCOMPARE(table.rows.size(), 6 * 40);
        QCOMPARE(table.header.mid(0, 4),
            QStringList({QStringLiteral("network.weight"), QStringLiteral("network.activation"),
                QStringLiteral("layer"), QStringLiteral("output_rms")}));
        QVERIFY(table.rows[39][3].endsWith(QStringLiteral("e493")));
        QVERIFY(table.rows[119][3].endsWith(QStringLiteral("e-467")));
    }

    void manyValuesFollowViridis()
    {
        std::string seeds;
        for (int seed = 1; seed <= 12; ++seed)
            seeds += (seed > 1 ? ", " : "") + std::to_string(seed);
        // Also when they are the second list, and the first one has few values.
        for (const char* before : {"", "{\"path\": \"network.activation\", \"values\": [\"tanh\", \"relu\"]}, "}) {
            const GridResult result = runGrid(R"({"format": "stepzero-study", "version": 1, "title": "seeds",
              "experiment": {"network": {"kind": "dense", "width": 6, "depth": 4}, "input": {"samples": 4}},
              "vary": [)"
                + std::string(before) + R"({"path": "seed", "values": [)" + seeds + "]}]}");
            std::set<QString> colors;
            for (std::size_t cell = 0; cell < 12; ++cell) {
                // Drawn alone, so that no other line covers it.
                const auto figure = make(kindNames[2], gridStudy(partOf(result, {cell})));
                const QImage picture = pictureOf(*figure);
                const Canvas c = dynamic_cast<AxesFigure&>(*figure).canvas(size);
                const QPointF p = c.at(2, std::log10(result.cells[cell].layers[1].output.value.rms));
                colors.insert(picture.pixelColor(int(p.x()), int(p.y())).name());
            }
            QCOMPARE(colors.size(), std::size_t(12));
        }
    }

    // All of them

    void tablesBeginWithLabels()
    {
        for (const QString& kind : {kindNames[1], kindNames[2]}) {
            const FigureTable table = make(kind, gridStudy(notesResult()))->table();
            QCOMPARE(table.rows.size(), 12 * 10);
            QCOMPARE(table.rows[33].mid(0, 3),
                QStringList({QStringLiteral("Xavier"), QStringLiteral("tanh"), QStringLiteral("4")}));
            for (const QStringList& row : table.rows)
                QCOMPARE(row.size(), table.header.size());
        }
        const FigureTable layers = make(kindNames[1], gridStudy(notesResult()))->table();
        const int column = int(layers.header.indexOf(QStringLiteral("output_std")));
        QCOMPARE(layers.rows[33][column].toDouble(), notesResult().cells[3].layers[3].output.value.std);
    }

    void manyCells_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<bool>("square");
        for (const FigureKind& kind : figureKinds())
            if (kind.places.contains(manyExperiments))
                for (const bool square : {false, true})
                    QTest::addRow("%s, %s", qPrintable(kind.id), square ? "two lists" : "one list")
                        << kind.id << square;
    }
    /// The size of a picture does not grow with the number of cells: it has as many lines, marks and texts as are
    /// visible.
    void manyCells()
    {
        QFETCH(QString, kind);
        QFETCH(bool, square);
        const auto drawn = [&](std::size_t cells) {
            const auto figure = make(kind, gridStudy(stepzero::manyCells(cells, square), 7));
            QPicture picture;
            QPainter painter(&picture);
            figure->paint(painter, QSize(900, 600));
            painter.end();
            return picture.size();
        };
        constexpr uint most = 3000000;   // bytes; a line or a mark per cell would take more than twice as many
        const uint few = drawn(400), many = drawn(10000);
        QVERIFY2(many < 4 * few || many < most, qPrintable(QStringLiteral("%1 bytes, %2").arg(few).arg(many)));
    }

    void survive_data()
    {
        QTest::addColumn<QString>("kind");
        for (const QString& kind : kindNames)
            QTest::newRow(qPrintable(kind)) << kind;
    }

    void survive()
    {
        QFETCH(QString, kind);
        const GridResult strange = withEachCell(deadResult(), [](CellResult& cell) {
            cell.layers.front().weight.value = {std::nan(""), std::nan(""), std::nan(""), {}};
            cell.layers.back().output.value = {infinity, infinity, infinity, infinity};
            cell.weights.low = -infinity;
            cell.weights.high = std::nan("");
        });
        const GridResult empty = withEachCell(strange, [](CellResult& cell) { cell.weights = {}; });
        QVector<QJsonObject> views;
        const QStringList xs {QStringLiteral("auto"), QStringLiteral("own"), QStringLiteral("sigma")};
        for (const char* drawn : {"mean_std", "output_rms", "gradient_rms"})
            for (const char* axis : {"log", "linear"})
                views << QJsonObject {{QStringLiteral("drawn"), QLatin1String(drawn)},
                    {QStringLiteral("signal"), QLatin1String(drawn)}, {QStringLiteral("x"), xs[views.size() % 3]},
                    {QStringLiteral("axis"), QLatin1String(axis)}, {QStringLiteral("scale"), QLatin1String(axis)}};
        int i = 0;
        for (const GridResult& result :
            {notesResult(), numericResult(), depthsResult(), deadResult(), explodingResult(), singleResult(),
                sixtyResult(), strange, empty, partOf(sixtyResult(), {}), partOf(depthsResult(), {2})})
            for (int v = i % 2; v < views.size(); v += 2) {   // every other view
                const QJsonObject& view = views[v];
                const QString look = themeNames()[++i % 3];
                const QSize of = i % 4 == 0 ? QSize(1600, 900) : i % 4 == 1 ? QSize(120, 80) : QSize(520, 300);
                const auto figure = make(kind, gridStudy(result, std::size_t(i % 3)), view, look, of);
                const QImage picture = pictureOf(*figure, of);
                const QColor ground = theme(look).background;
                QVERIFY(count(picture, ground, picture.rect()) < of.width() * of.height());   // something is drawn
                QCOMPARE(picture.pixelColor(0, of.height() - 1), ground);
                figure->table();
            }
        // Before the first study.
        const auto waiting = make(kind, nullptr);
        pictureOf(*waiting);
        QVERIFY(waiting->table().rows.isEmpty());
    }

    /// Nothing crosses the edges of a page, which SVG does not clip.
    void exports()
    {
        QTemporaryDir folder;
        for (const QString& kind : kindNames)
            for (const char* ending : {"svg", "pdf", "png"}) {
                const QString path = folder.filePath(kind + QLatin1Char('.') + QLatin1String(ending));
                QString error;
                QVERIFY2(writePicture(pathOf(path), gridStudy(explodingResult(), 1), {{kind, {}}}, {}, &error),
                    qPrintable(error));
                QVERIFY(QFileInfo(path).size() > 1000);
            }
    }
};

STEPZERO_TEST(TestFigureGridPanels, QApplication)

}   // namespace tst_figure_grid_panels
#include "tst_figure_grid_panels.moc"
