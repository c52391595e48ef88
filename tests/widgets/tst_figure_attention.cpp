// SPDX-License-Identifier: GPL-3.0-or-later
// Figures that only transformers have: attention, its maps, similarity of tokens, logits, and any named matrix.
#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalSpy>
#include <QtTest>
#include <cmath>
#include <map>

#include "core/kinds/transformer.h"
#include "core/study/block_heads.h"
#include "core/theory/entropy_curve.h"
#include "tests/core/attention_law.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/network/matrix_choice.h"

namespace tst_figure_attention {

using namespace stepzero;

namespace {

Parameters flags(std::initializer_list<std::pair<const char*, bool>> all)
{
    Parameters options;
    for (const auto& [name, on] : all)
        options[name] = std::string(on ? "true" : "false");
    return options;
}

/// Returns one of the studies that the figures must be able to show. Each is made once.
StudyPtr sample(const QString& name)
{
    static const std::map<QString, BlockSample> samples {
        {"default", {.spectra = true, .focus = {.layer = 2}}},
        {"whole view", {.options = flags({{"causal", false}, {"tied", false}}), .weight_std = 0.3}},
        {"frozen", {.weight_std = 3}},
        {"uniform", {.weight_std = 1e-3}},
        {"no weights", {.weight_std = 1e-30}},
        {"one block", {.depth = 1}},
        {"one token", {.tokens = 1}},
        {"two tokens", {.tokens = 2}},
        {"many tokens", {.options = {{"context", 300.0}}, .samples = 1, .tokens = 300, .gradient = false}},
        {"replicas", {.replicas = 3}},
        {"lost", {.options = {{"norm", std::string("none")}}, .weight_std = 1e10}},
    };
    static std::map<QString, StudyPtr> made;
    StudyPtr& study = made[name];
    if (!study)
        study = blockStudy(samples.at(name));
    return study;
}

const QStringList& sampleNames()
{
    static const QStringList names {"default", "whole view", "frozen", "uniform", "no weights", "one block",
        "one token", "two tokens", "many tokens", "replicas", "lost"};
    return names;
}

const QStringList& kindNames()
{
    static const QStringList names {"attention", "attention_map", "correlation", "logits", "weights", "spectrum"};
    return names;
}

std::unique_ptr<Figure> make(const QString& kind, const StudyPtr& study, const QJsonObject& view = {})
{
    std::unique_ptr<Figure> figure(findFigureKind(kind)->create(nullptr));
    figure->setStyle({theme(QStringLiteral("light")), 1});
    figure->resize(620, 320);
    figure->setViewState(view);
    figure->setExhibit(study);
    return figure;
}

double cell(const FigureTable& table, int row, const char* column)
{
    return table.rows[row][int(table.header.indexOf(QLatin1String(column)))].toDouble();
}

QString textAt(const FigureTable& table, int row, const char* column)
{
    return table.rows[row][int(table.header.indexOf(QLatin1String(column)))];
}

QString readoutAt(Figure& figure, const QPoint& at)
{
    QSignalSpy readout(&figure, &Figure::readout);
    QMouseEvent move(QEvent::MouseMove, at, figure.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&figure, &move);
    return readout.isEmpty() ? QString() : readout.last().first().toString();
}

QStringList wordsOf(const QList<QAction*>& actions)
{
    QStringList words;
    for (const QAction* action : actions)
        if (!action->isSeparator())
            words << action->text();
    return words;
}

}   // namespace

class TestFigureAttention : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    /// For entropies close to ln T the axis shows their differences; for frozen heads, their distance from 0.
    void entropyFillsItsAxis()
    {
        const double all = std::log(16.0);   // ln of the number of tokens; for a causal head the mean over queries is
                                             // smaller
        for (const auto& [std, fits] : {std::pair(0.02, true), {1.5, false}}) {
            const StudyPtr study = blockStudy({.weight_std = std});
            const std::unique_ptr<Figure> figure(findFigureKind("attention")->create(nullptr));
            figure->resize(620, 320);
            figure->setExhibit(study);
            QImage image(figure->size(), QImage::Format_RGB32);
            QPainter painter(&image);
            figure->paint(painter, image.size());
            const Canvas c = static_cast<AxesFigure&>(*figure).canvas(figure->size());
            QCOMPARE(c.y.low > 0.5 * c.y.high, fits);
            QVERIFY(c.y.high < 1.2 * all && (fits || c.y.low == 0));
            for (int block = 1; block <= study->plan->depth(); ++block)
                for (const AttentionHead& head : study->measurement->block(block).find("attention")->heads)
                    QVERIFY(c.y.contains(head.entropy));
        }
    }

    /// The label of ln T does not cross the line of the chosen block, at any size.
    void levelBesideTheBlock()
    {
        for (const int block : {1, 2, 4}) {
            const StudyPtr study = blockStudy({.focus = {.layer = block}});
            for (const int width : {240, 333, 620, 900}) {
                const QSize size(width, 240);
                PaperRecorder paper(size);
                QPainter painter(&paper);
                const auto figure = figureOf({"attention", {}}, study);
                figure->paint(painter, QSizeF(size));
                const Canvas c = dynamic_cast<AxesFigure&>(*figure).canvas(size);
                const auto label = std::find_if(paper.texts.begin(), paper.texts.end(),
                    [](const QString& text) { return text.startsWith(QStringLiteral("ln T = ")); });
                QVERIFY(label != paper.texts.end());
                const QRectF ink = paper.ink[label - paper.texts.begin()];
                QVERIFY2(ink.right() < c.px(block) - 1 || ink.left() > c.px(block) + 1,
                    qPrintable(QStringLiteral("%1 at %2").arg(block).arg(width)));
                QVERIFY(QRectF(c.plot).contains(ink));
            }
        }
    }

    void draws_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("name");
        for (const QString& kind : kindNames())
            for (const QString& name : sampleNames())
                QTest::newRow(qPrintable(kind + ", " + name)) << kind << name;
    }
    /// Every choice for every study draws something without NaN, and one study causes one rebuild.
    void draws()
    {
        QFETCH(QString, kind);
        QFETCH(QString, name);
        const StudyPtr study = sample(name);
        const auto figure = make(kind, study);
        const auto check = [&](const QString& what) {
            const QImage image = pictureOf(*figure);
            int ink = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    ink += image.pixel(x, y) != figure->style().theme.background.rgb();
            QVERIFY2(ink > 1000, qPrintable(QStringLiteral("%1: %2").arg(what).arg(ink)));
            static int turn = 0;
            pictureOf(*figure, ++turn % 2 == 0 ? QSize(160, 90) : QSize(1600, 900));
            const QString words = wordsOf(kind, study, figure->viewState());
            for (const char* wrong : {">nan", " nan", "(nan", ">inf", " inf ", ">-", "dollar"})
                QVERIFY2(!words.contains(QLatin1String(wrong)), wrong);
        };
        check(QStringLiteral("at first"));
        QCOMPARE(figure->recomputations(), 1);
        figure->setExhibit(study);
        pictureOf(*figure);
        QCOMPARE(figure->recomputations(), 1);
        for (QAction* action : figure->choices()) {
            if (action->isSeparator() || action->menu())
                continue;
            action->trigger();
            check(action->text());
        }
        for (const QStringList& row : figure->table().rows) {
            QCOMPARE(row.size(), figure->table().header.size());
            break;
        }
    }

    void drawsWithoutParts_data()
    {
        QTest::addColumn<QString>("kind");
        for (const QString& kind : kindNames())
            QTest::newRow(qPrintable(kind)) << kind;
    }
    /// Studies without theory, without recorded attention, without any record, or of another block.
    void drawsWithoutParts()
    {
        QFETCH(QString, kind);
        const auto figure = make(kind, sample(QStringLiteral("default")));
        pictureOf(*figure);
        const auto show = [&](const StudyPtr& study) {
            figure->setExhibit(study);
            pictureOf(*figure);
            figure->table();
        };
        auto study = std::make_shared<Study>(*sample(QStringLiteral("default")));
        study->prediction = std::make_shared<const Prediction>(silent_prediction(*study->plan));
        show(std::make_shared<Study>(*study));
        auto measurement = std::make_shared<Measurement>(*study->measurement);
        SiteRecord& attention = measurement->record[2].at("attention");
        attention.heads.clear();
        attention.maps.clear();
        study->measurement = measurement;
        show(std::make_shared<Study>(*study));
        auto nothing = std::make_shared<Measurement>(*measurement);
        nothing->record = Record(measurement->record.size());
        study->measurement = nothing;
        study->layer_spectra = Absence::not_yet;
        study->laws = Absence::not_yet;
        show(std::make_shared<Study>(*study));
        show(sampleStudy());   // a dense network
        show(blockStudy({.kind = "residual"}));
        show(sample(QStringLiteral("frozen")));
        QCOMPARE(figure->recomputations(), 7);
    }

    /// The table has every head of every block with the theory of its block.
    void attentionTable()
    {
        const StudyPtr study = sample(QStringLiteral("default"));
        const FigureTable table = make(QStringLiteral("attention"), study)->table();
        QCOMPARE(table.rows.size(), 16);
        int row = 0;
        for (int block = 1; block <= 4; ++block) {
            const auto& heads = study->measurement->block(block).find("attention")->heads;
            QCOMPARE(heads.size(), std::size_t(4));
            const AttentionPrediction& p = *study->prediction->block(block).find("attention")->attention;
            for (std::size_t i = 0; i < heads.size(); ++i, ++row) {
                QCOMPARE(cell(table, row, "block"), double(block));
                QCOMPARE(cell(table, row, "head"), double(i + 1));
                QCOMPARE(cell(table, row, "entropy"), heads[i].entropy);
                QCOMPARE(cell(table, row, "logit_std"), heads[i].logit_std);
                QCOMPARE(cell(table, row, "logit_spread"), heads[i].logit_spread);
                QCOMPARE(cell(table, row, "predicted_entropy"), p.entropy);
                QCOMPARE(cell(table, row, "predicted_logit_rms"), std::sqrt(p.logit_variance));
                // The mean of ln 2, …, ln 16.
                QVERIFY(std::abs(cell(table, row, "log_visible") - std::lgamma(17.0) / 15) < 1e-12);
            }
        }
    }

    void attentionNotes()
    {
        const StudyPtr study = sample(QStringLiteral("default"));
        const auto& heads = study->measurement->block(2).find("attention")->heads;
        double entropy = 0;
        for (const AttentionHead& head : heads)
            entropy += head.entropy / 4;
        const QString words = wordsOf(QStringLiteral("attention"), study);
        const double visible = std::lgamma(17.0) / 15;
        QVERIFY(words.contains(QStringLiteral("block 2: entropy %1 of ln T = %2")
                                   .arg(QString::number(entropy, 'f', 3), QString::number(visible, 'f', 3))));
        QVERIFY(words.contains(QStringLiteral("theory: saturates at s = %1").arg(aligned(std::sqrt(2 * visible)))));
        QVERIFY(wordsOf(QStringLiteral("attention"), sample(QStringLiteral("one token"))).contains("single token"));
    }

    void attentionReadout()
    {
        const StudyPtr study = sample(QStringLiteral("default"));
        const auto figure = make(QStringLiteral("attention"), study);
        figure->show();
        const Canvas c = static_cast<AxesFigure&>(*figure).canvas(figure->size());
        const QString words = readoutAt(*figure, {int(c.px(3)), c.plot.center().y()});
        QVERIFY2(words.startsWith(QStringLiteral("block 3 · entropy ")), qPrintable(words));
        QSignalSpy chosen(figure.get(), &Figure::layerChosen);
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, {int(c.px(4)), c.plot.center().y()});
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.first().first().toInt(), 4);

        // In the plane of spread and entropy, the readout names the nearest head.
        figure->setViewState({{"view", "law"}});
        pictureOf(*figure, figure->size());
        const Canvas plane = static_cast<AxesFigure&>(*figure).canvas(figure->size());
        const AttentionHead& head = study->measurement->block(1).find("attention")->heads[0];
        const QString nearest = readoutAt(*figure, plane.at(head.logit_spread, head.entropy).toPoint());
        QVERIFY2(
            nearest.contains(
                QStringLiteral(", of Gaussian logits %1").arg(gaussian_entropy(*study, head.logit_spread), 0, 'f', 3)),
            qPrintable(nearest));
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, plane.plot.center());
        QCOMPARE(chosen.size(), 1);   // x is not the block in this view
    }

    /// The theoretical curve agrees with the exact theory at each of its points.
    void entropyCurve_data()
    {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<bool>("causal");
        QTest::addColumn<bool>("normalized");
        QTest::newRow("causal") << 16 << true << false;
        QTest::newRow("causal, many") << 300 << true << false;
        QTest::newRow("whole view") << 64 << false << false;
        QTest::newRow("of one length") << 40 << true << true;
    }
    void entropyCurve()
    {
        QFETCH(int, tokens);
        QFETCH(bool, causal);
        QFETCH(bool, normalized);
        const EntropyLaw law {.tokens = tokens, .causal = causal, .head_width = 8, .normalized_queries = normalized};
        const std::vector<double> spreads {0, 0.005, 0.3, 1, 1.7, 2.5, 3.2, 4, 6, 12};
        const Curve curve = entropy_curve(law, spreads);
        QCOMPARE(curve.x, spreads);
        double seen = 0, several = 0;
        for (int n = causal ? 2 : tokens; n <= tokens; ++n, ++several)
            seen += 1 - 1.0 / n;
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
            AttentionLaw exact {.tokens = tokens, .causal = causal, .head_width = 8};
            exact.normalized_queries = normalized;
            exact.query_square = curve.x[i] * curve.x[i] * several / seen;
            const AttentionPrediction p = predict_attention(exact);
            QVERIFY(std::abs(p.logit_spread - curve.x[i]) < 1e-9);
            // Between 64 numbers of keys, interpolation of ln n has an error of half a thousandth, and so does the
            // table.
            QVERIFY2(std::abs(p.entropy - curve.y[i]) < 2e-3,
                qPrintable(QStringLiteral("s = %1: %2, exactly %3").arg(curve.x[i]).arg(curve.y[i]).arg(p.entropy)));
        }
        QVERIFY(entropy_curve({.tokens = 1}, spreads).x.empty());
    }

    /// For eight keys and logits of std 1, the mean entropy is 1.722, while ln T − s²/2 = 1.579 is 9% lower.
    void entropyOfFewKeys()
    {
        const EntropyLaw law {.tokens = 8, .causal = false, .normalized_queries = true};
        QVERIFY(std::abs(entropy_curve(law, {std::sqrt(1 - 1 / 8.0)}).y.front() - 1.722) < 2e-3);
    }

    /// Each measured head is compared with the exact mean at its s.
    void entropyOfTheSameSpread()
    {
        const StudyPtr study = sample(QStringLiteral("replicas"));
        const FigureTable table = make(QStringLiteral("attention"), study)->table();
        double several = 0, seen = 0;
        for (int n = 2; n <= 16; ++n, ++several)
            seen += 1 - 1.0 / n;
        for (int row = 0; row < table.rows.size(); ++row) {
            AttentionLaw exact {.tokens = 16, .causal = true, .head_width = head_width(study->experiment.network)};
            exact.query_square = std::pow(cell(table, row, "logit_spread"), 2) * several / seen;
            QVERIFY(std::abs(cell(table, row, "gaussian_entropy") - predict_attention(exact).entropy) < 2e-3);
        }
    }

    /// The weights of a query sum to 1, and masked entries are absent.
    void mapTable()
    {
        const StudyPtr study = sample(QStringLiteral("default"));
        const auto figure = make(QStringLiteral("attention_map"), study, {{"head", 3}});
        const FigureTable table = figure->table();
        QCOMPARE(table.rows.size(), 16 * 17 / 2);
        const Eigen::MatrixXf& map = study->measurement->block(2).find("attention")->maps[2];
        std::map<int, double> sums;
        for (int row = 0; row < table.rows.size(); ++row) {
            const int query = int(cell(table, row, "first_query")), key = int(cell(table, row, "first_key"));
            QCOMPARE(cell(table, row, "head"), 3.0);
            QVERIFY(key <= query);
            QCOMPARE(cell(table, row, "weight"), double(map(key - 1, query - 1)));
            sums[query] += cell(table, row, "weight");
        }
        QCOMPARE(sums.size(), std::size_t(16));
        for (const auto& [query, sum] : sums)
            QVERIFY(std::abs(sum - 1) < 1e-5);
        figure->setViewState({{"head", 0}});
        QCOMPARE(figure->table().rows.size(), 4 * 16 * 17 / 2);
        figure->setViewState({{"head", 99}});   // the view of a network with more heads
        QCOMPARE(cell(figure->table(), 0, "head"), 4.0);
    }

    /// 300 tokens form 100 cells of three, which are masked only if no key of a cell is visible.
    void mapOfCells()
    {
        const StudyPtr study = sample(QStringLiteral("many tokens"));
        const FigureTable table = make(QStringLiteral("attention_map"), study, {{"head", 1}})->table();
        QCOMPARE(table.rows.size(), 100 * 101 / 2);
        QCOMPARE(textAt(table, 1, "first_query") + "-" + textAt(table, 1, "last_query"), QStringLiteral("4-6"));
        QVERIFY(wordsOf(QStringLiteral("attention_map"), study).contains(QStringLiteral("a cell covers 3 tokens")));
    }

    /// The first token is at the top left; above the diagonal is the background.
    void mapPicture()
    {
        const auto figure = make(QStringLiteral("attention_map"), sample(QStringLiteral("default")), {{"head", 2}});
        const QImage image = pictureOf(*figure);
        const Canvas c = static_cast<AxesFigure&>(*figure).canvas({620, 320});
        const auto at = [&](double key, double query) { return image.pixelColor(c.at(key, -query).toPoint()); };
        const QColor ground = figure->style().theme.background, most("#fde725");
        QCOMPARE(at(1, 1), most);   // weight 1
        for (const auto& [key, query] : {std::pair(16, 1), {9, 7}, {16, 14}}) {
            const QColor color = at(key + 0.25, query - 0.25);
            QVERIFY2(color == ground || color == figure->style().theme.grid, qPrintable(color.name()));
        }
        for (const auto& [key, query] : {std::pair(1, 16), {16, 16}, {7, 9}})
            QVERIFY(at(key, query).blue() > 0 && at(key, query) != ground);
    }

    void mapChoice()
    {
        const auto figure = make(QStringLiteral("attention_map"), sample(QStringLiteral("default")));
        figure->show();
        auto& axes = static_cast<AxesFigure&>(*figure);
        QCOMPARE(figure->viewState().value("head").toInt(), 0);
        // A click on the last of four maps shows it, and another click returns.
        QSignalSpy changed(figure.get(), &Figure::viewStateChanged);
        QRect plot = axes.canvas(figure->size()).plot;
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, plot.bottomRight() - QPoint(20, 20));
        QCOMPARE(figure->viewState().value("head").toInt(), 4);
        plot = axes.canvas(figure->size()).plot;   // a single map is as wide as it is high
        QVERIFY(!changed.isEmpty());
        const QString captions = wordsOf(QStringLiteral("attention_map"), figure->exhibit(), figure->viewState());
        QVERIFY(
            captions.contains(QStringLiteral(">block 2, head 4<")) && captions.contains(QStringLiteral(">entropy ")));
        const QString words = readoutAt(*figure, plot.bottomLeft() + QPoint(3, -3));
        QVERIFY2(words.startsWith(QStringLiteral("head 4 · query 16 · key 1 · weight ")), qPrintable(words));
        QVERIFY(readoutAt(*figure, plot.topRight() + QPoint(-3, 3)).endsWith(QStringLiteral("masked")));
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, plot.center());
        QCOMPARE(figure->viewState().value("head").toInt(), 0);
        for (const int next : {1, 2, 3, 4, 0}) {
            QTest::keyClick(figure.get(), Qt::Key_Right);
            QCOMPARE(figure->viewState().value("head").toInt(), next);
        }
        QTest::keyClick(figure.get(), Qt::Key_Left);
        QCOMPARE(figure->viewState().value("head").toInt(), 4);
        // A drag across the maps moves the axes and chooses nothing.
        QTest::mousePress(figure.get(), Qt::LeftButton, {}, plot.center());
        QTest::mouseRelease(figure.get(), Qt::LeftButton, {}, plot.center() + QPoint(30, 0));
        QCOMPARE(figure->viewState().value("head").toInt(), 4);

        const auto restored = make(QStringLiteral("attention_map"),
            std::static_pointer_cast<const Study>(figure->exhibit()), figure->viewState());
        QCOMPARE(restored->viewState().value("head").toInt(), 4);
        pictureOf(*restored);
        QMenu* heads = restored->choices().last()->menu();
        QCOMPARE(wordsOf(heads->actions()), QStringList({"All heads", "Head 1", "Head 2", "Head 3", "Head 4"}));
        QVERIFY(heads->actions().last()->isChecked());
        heads->actions()[2]->trigger();
        QCOMPARE(restored->viewState().value("head").toInt(), 2);
    }

    /// A preview of fewer tokens fills a corner of the axes of all tokens.
    void previewOfTokens()
    {
        auto study = std::make_shared<Study>(*sample(QStringLiteral("default")));
        study->stage = Stage::preview;
        study->experiment.input.tokens = 64;
        const auto figure = make(QStringLiteral("attention_map"), study, {{"head", 1}});
        const QImage image = pictureOf(*figure);
        const Canvas c = static_cast<AxesFigure&>(*figure).canvas({620, 320});
        QCOMPARE(c.x.high, 64.5);
        QCOMPARE(c.y.low, -64.5);
        QCOMPARE(image.pixelColor(c.at(1, -1).toPoint()), QColor("#fde725"));
        QCOMPARE(image.pixelColor(c.at(33.5, -45.5).toPoint()), figure->style().theme.background);
        for (const char* kind : {"attention", "attention_map"})
            QVERIFY(wordsOf(QString(kind), study).contains(QStringLiteral("preview of 16 of 64 tokens")));
    }

    void similarityTable()
    {
        const StudyPtr study = sample(QStringLiteral("default"));
        const FigureTable table = make(QStringLiteral("correlation"), study)->table();
        const Measurement& m = *study->measurement;
        const Prediction& p = *study->prediction;
        QCOMPARE(table.rows.size(), 9);
        QCOMPARE(cell(table, 0, "similarity"), *m.block(0).number("embedding", Quantity::similarity));
        QCOMPARE(cell(table, 0, "predicted_similarity"), p.block(0).find("embedding", Quantity::similarity)->value);
        for (int row = 1; row < 9; ++row) {
            const char* word = row % 2 == 1 ? "attention" : "mlp";
            QCOMPARE(textAt(table, row, "step"), QString(word));
            const int block = (row + 1) / 2;
            const std::string stream = std::string(word) + "_stream";
            QCOMPARE(cell(table, row, "similarity"), *m.block(block).number(stream, Quantity::similarity));
            QCOMPARE(
                cell(table, row, "predicted_similarity"), p.block(block).find(stream, Quantity::similarity)->value);
        }
        QVERIFY(textAt(table, 3, "spread").isEmpty());
        QVERIFY(
            cell(make(QStringLiteral("correlation"), sample(QStringLiteral("replicas")))->table(), 8, "spread") > 0);
    }

    /// The collapse is reported from the block where it persists.
    void rankCollapse()
    {
        auto study = std::make_shared<Study>(*sample(QStringLiteral("default")));
        auto measurement = std::make_shared<Measurement>(*study->measurement);
        const auto set = [&](int block, const char* role, double value) {
            measurement->record[std::size_t(block)].at(role).set(Quantity::similarity, value);
        };
        set(1, "mlp_stream", 0.95);
        set(2, "attention_stream", 0.85);
        for (int block = 3; block <= 4; ++block) {
            set(block, "attention_stream", 0.92);
            set(block, "mlp_stream", 0.99);
        }
        study->measurement = measurement;
        QVERIFY(wordsOf(QStringLiteral("correlation"), study)
                    .contains(QStringLiteral("rank collapse: above 0.9 from block 3, attention on")));
        QVERIFY(!wordsOf(QStringLiteral("correlation"), sample(QStringLiteral("default"))).contains("collapse"));
        set(4, "mlp_stream", 1);   // cannot be drawn on a logarithmic axis
        QVERIFY(wordsOf(QStringLiteral("correlation"), std::make_shared<Study>(*study), {{"axis", "log"}})
                    .contains(QStringLiteral("the distance is zero in block 4")));
    }

    void logits()
    {
        const StudyPtr study = sample(QStringLiteral("whole view"));
        const BlockRecord& outside = study->measurement->block(0);
        const Distribution& d = *outside.value("logits");
        const HeadPrediction& head = *study->prediction->head;
        const FigureTable table = make(QStringLiteral("logits"), study)->table();
        double total = 0, mass = 0;
        for (int row = 0; row < table.rows.size(); ++row) {
            total += cell(table, row, "count");
            mass += cell(table, row, "predicted_density") * (cell(table, row, "high") - cell(table, row, "low"));
        }
        QCOMPARE(total, 4.0 * 16 * 64);
        // The fraction of theory's Gaussian between the smallest and the largest logit.
        const double sigma = std::sqrt(2 * head.logit_variance);
        QVERIFY(std::abs(mass - (std::erf(d.max / sigma) - std::erf(d.min / sigma)) / 2) < 1e-3);

        const QString words = wordsOf(QStringLiteral("logits"), study);
        const auto three = [](double value) { return QString::number(value, 'f', 3); };
        QVERIFY(words.contains(
            QStringLiteral("cross-entropy ") + three(*outside.number("logits", Quantity::cross_entropy))));
        QVERIFY(words.contains(QStringLiteral("ln V = ") + three(std::log(64.0))));
        QVERIFY(words.contains(QStringLiteral("theory %1").arg(three(head.cross_entropy))));
        QVERIFY(words.contains(QStringLiteral("Var/2 = ") + three(std::log(64.0) + head.logit_variance / 2)));
        QVERIFY(!words.contains(QStringLiteral("tied head")));
    }

    /// Beyond Var = 2 ln V few words have all the probability, and ln V + Var/2 is far above the loss.
    void sharpLogits()
    {
        const StudyPtr study = sample(QStringLiteral("whole view"));
        auto prediction = std::make_shared<Prediction>(*study->prediction);
        prediction->head->logit_variance = 2.1 * std::log(64.0);
        prediction->head->cross_entropy = 12;
        const auto sharp = std::make_shared<Study>(*study);
        sharp->prediction = prediction;
        const QString words = wordsOf(QStringLiteral("logits"), sharp);
        QVERIFY(words.contains(QStringLiteral("theory 12.000")) && !words.contains(QStringLiteral("Var/2")));
    }

    /// With almost zero weights only the embedding remains, whose own logit is √width standard deviations of the
    /// others.
    void ownLogitOfATiedHead()
    {
        const StudyPtr study = blockStudy({.width = 256, .weight_std = 1e-4});
        QVERIFY(wordsOf(QStringLiteral("logits"), study).contains(QStringLiteral("tied head: own-token")));
    }

    void namedMatrix()
    {
        const Focus focus {.layer = 3, .matrix = "mlp_out"};
        const StudyPtr study = blockStudy({.spectra = true, .focus = focus});
        QCOMPARE(matrixText(*study), QStringLiteral("MLP out of block 3 · 32 × 128"));
        for (const char* kind : {"weights", "spectrum"}) {
            QVERIFY(wordsOf(QString(kind), study).contains(QStringLiteral("MLP out of block 3 · 32 × 128")));
            const auto figure = make(QString(kind), study);
            pictureOf(*figure);
            QMenu* menu = figure->choices().last()->menu();
            QVERIFY(menu);
            QCOMPARE(wordsOf(menu->actions()),
                QStringList({"embedding", "positions", "query", "key", "value", "attention out", "MLP in", "MLP out"}));
            for (const QAction* action : menu->actions())
                QCOMPARE(action->isChecked(), action->text() == QLatin1String("MLP out"));
            QSignalSpy chosen(figure.get(), &Figure::matrixChosen);
            menu->actions()[2]->trigger();
            QCOMPARE(chosen.size(), 1);
            QCOMPARE(chosen.first().first().toString(), QStringLiteral("q"));
            // The menu of roles follows the network.
            const StudyPtr gated = blockStudy({.options = flags({{"tied", false}}), .focus = {.matrix = "head"}});
            QCOMPARE(matrixText(*gated), QStringLiteral("head · 64 × 32"));
            figure->setExhibit(gated);
            pictureOf(*figure);
            QVERIFY(figure->choices().last()->menu()->actions().last()->isChecked());
            QCOMPARE(figure->choices().last()->menu()->actions().last()->text(), QStringLiteral("head"));
            // A dense network has no such menu.
            figure->setExhibit(sampleStudy());
            pictureOf(*figure);
            for (const QAction* action : figure->choices())
                QVERIFY(!action->menu());
        }
    }

    /// Whichever source was chosen for a dense network, networks made of blocks show the chosen matrix.
    void spectrumOfAMatrix()
    {
        const StudyPtr study = blockStudy({.spectra = true, .focus = {.layer = 2, .matrix = "mlp_in"}});
        for (const char* source : {"network", "jacobian", "weights"}) {
            const auto figure = make(QStringLiteral("spectrum"), study, {{"source", source}});
            pictureOf(*figure);
            const FigureTable table = figure->table();
            QCOMPARE(table.rows.size(), 32);
            for (int row = 0; row < 32; ++row)
                QCOMPARE(cell(table, row, "log10_singular_value"),
                    std::log10(study->layer_spectra->weight[std::size_t(row)]));
            const QStringList words = wordsOf(figure->choices());
            QVERIFY(!words.join(' ').contains(QStringLiteral("Jacobian")));
            QVERIFY(words.contains(QStringLiteral("Sorted")));
            QCOMPARE(figure->viewState().value("source").toString(), QString(source));
            figure->setExhibit(sampleStudy());
            QVERIFY(wordsOf(figure->choices()).join(' ').contains(QStringLiteral("Jacobian")));
        }
        QVERIFY(wordsOf(QStringLiteral("spectrum"), study).contains(QStringLiteral("theory")));
    }
};

STEPZERO_TEST(TestFigureAttention, QApplication)

}   // namespace tst_figure_attention
#include "tst_figure_attention.moc"
