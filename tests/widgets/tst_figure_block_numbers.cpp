// SPDX-License-Identifier: GPL-3.0-or-later
// Summary and formula figures of networks made of blocks have the numbers of the study.
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QtTest>
#include <cmath>

#include "tests/main/registered_test.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/figure.h"

namespace tst_figure_block_numbers {

using namespace stepzero;

namespace {

const QMap<QString, BlockSample>& samples()
{
    static const QMap<QString, BlockSample> all {
        {"transformer", {.weight_std = 0.2}},
        {"post", {.options = {{"norm_placement", std::string("post")}}}},
        {"depth 1", {.depth = 1}},
        {"one token", {.tokens = 1}},
        {"no gradient", {.gradient = false}},
        {"alpha 0", {.options = {{"branch", 0.0}}}},
        {"residual", {.kind = "residual", .depth = 12}},
        {"lost", {.kind = "residual", .depth = 20, .weight_std = 1e5}},
        {"lost at once", {.weight_std = 1e30}},
    };
    return all;
}

std::unique_ptr<Figure> make(const char* kind, const StudyPtr& study)
{
    std::unique_ptr<Figure> figure(findFigureKind(QString::fromLatin1(kind))->create(nullptr));
    figure->setStyle({theme(QStringLiteral("light")), 1});
    figure->setExhibit(study);
    return figure;
}

int ink(Figure& figure, QSize size)
{
    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    figure.paint(painter, QSizeF(size));
    painter.end();
    int count = 0;
    for (int y = 0; y < size.height(); ++y)
        for (int x = 0; x < size.width(); ++x)
            count += image.pixel(x, y) != image.pixel(size.width() - 1, size.height() - 1) ? 1 : 0;
    return count;
}

double value(const FigureTable& table, int row, const char* column)
{
    const auto index = table.header.indexOf(QString::fromLatin1(column));
    return index < 0 || table.rows[row][index].isEmpty() ? std::nan("") : table.rows[row][index].toDouble();
}

}   // namespace

class TestFigureBlockNumbers : public QObject {
    Q_OBJECT

private slots:
    void draws_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("name");
        for (const char* kind : {"summary", "formula"})
            for (const QString& name : samples().keys())
                QTest::addRow("%s, %s", kind, qPrintable(name)) << kind << name;
    }

    void draws()
    {
        QFETCH(QString, kind);
        QFETCH(QString, name);
        const StudyPtr study = blockStudy(samples()[name]);
        for (const QSize size : {QSize(300, 120), QSize(620, 300), QSize(1600, 900)}) {
            const auto figure = make(kind.toLatin1().constData(), study);
            QVERIFY(ink(*figure, size) > 500);
            QCOMPARE(figure->recomputations(), 1);
        }
        const auto figure = make(kind.toLatin1().constData(), study);
        for (const QStringList& row : figure->table().rows)
            for (const QString& cell : row)
                QVERIFY2(!cell.contains("nan"), qPrintable(row.join(' ')));
    }

    void summaryIsTheStudys()
    {
        const auto study = blockStudy(samples()["transformer"]);
        const FigureTable table = make("summary", study)->table();
        QCOMPARE(table.rows.size(), 4);
        for (int row = 0; row < 4; ++row) {
            const BlockRecord& seen = study->measurement->block(row + 1);
            const double stream = seen.value("mlp_stream")->rms;
            QCOMPARE(value(table, row, "stream_rms"), stream);
            QCOMPARE(value(table, row, "attention_adds"), seen.value("attention_branch")->rms);
            QCOMPARE(value(table, row, "mlp_adds"), seen.value("mlp_branch")->rms);
            QCOMPARE(value(table, row, "gradient_rms"), seen.gradient("mlp_stream")->rms);
            QCOMPARE(value(table, row, "token_similarity"), *seen.number("mlp_stream", Quantity::similarity));
            double entropy = 0;
            for (const AttentionHead& head : seen.find("attention")->heads)
                entropy += head.entropy / 4;
            QVERIFY(std::abs(value(table, row, "attention_entropy") - entropy) < 1e-12);
            // Theory refers to the second step of each block, and so does the percentage.
            const double theory
                = std::pow(10, *study->prediction->block(row + 1).find("mlp_stream", Quantity::rms)->log10());
            QVERIFY(std::abs(value(table, row, "stream_theory") - theory) < 1e-6 * theory);
            QVERIFY(std::abs(value(table, row, "stream_% off") - 100 * (stream / theory - 1)) < 1e-3);
        }
    }

    /// Each number is compared with the measured value of the same quantity: heads by their mean square, and the sum at
    /// the place of the branch.
    void formulaIsTheStudys()
    {
        auto study = blockStudy({.width = 64, .weight_std = 0.15, .tokens = 32});
        study->layer = 2;
        const FigureTable table = make("formula", study)->table();
        const BlockRecord& seen = study->measurement->block(2);
        const BlockPrediction& theory = study->prediction->block(2);
        const auto measured = [&](const QString& symbol, const char* column = "measured") {
            for (int row = 0; row < table.rows.size(); ++row)
                if (table.rows[row][0] == symbol)
                    return value(table, row, column);
            return std::nan("");
        };
        const auto near = [](double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); };
        const auto square = [](double x) { return x * x; };
        double spread = 0, all = 0, entropy = 0;
        for (const AttentionHead& head : seen.find("attention")->heads) {
            spread += square(head.logit_spread) / 4;
            all += (square(head.logit_mean) + square(head.logit_std)) / 4;
            entropy += head.entropy / 4;
        }
        QVERIFY(near(measured("s^2"), spread) && near(measured("E[l^2]"), all) && near(measured("H"), entropy));
        const AttentionPrediction& p = *theory.find("attention")->attention;
        QVERIFY(near(measured("s^2", "value"), square(p.logit_spread)) && near(measured("H", "value"), p.entropy));
        QVERIFY(near(measured("E[u^2] MLP"), square(seen.value("mlp_branch")->rms)));
        QVERIFY(near(measured("E[x'^2] attention"), square(seen.value("attention_stream")->rms)));
        QVERIFY(near(measured("E[g^2] MLP"), square(seen.gradient("mlp_stream")->rms)));
        QVERIFY(near(measured("E[z^2]"), square(study->measurement->block(0).value("logits")->rms)));
        // The terms of the sum are theory's, and add up to theory's value.
        const double before = *study->prediction->block(1).find("mlp_stream", Quantity::rms)->log10();
        QVERIFY(near(
            measured("E[x'^2] attention", "value"), std::pow(10, 2 * before) + measured("E[u^2] attention", "value")));
    }

    void otherBlocks()
    {
        auto study = blockStudy(samples()["transformer"]);
        auto other = std::make_shared<Study>(*study);
        other->layer = 3;
        QVERIFY(make("formula", study)->table().rows != make("formula", other)->table().rows);
    }
};

STEPZERO_TEST(TestFigureBlockNumbers, QApplication)

}   // namespace tst_figure_block_numbers
#include "tst_figure_block_numbers.moc"
