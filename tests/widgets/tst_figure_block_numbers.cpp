// SPDX-License-Identifier: GPL-3.0-or-later
// Summary and formula at work of networks made of blocks: their numbers are the study's.
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QtTest>
#include <cmath>

#include "tests/widgets/block_study.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/figure.h"

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
        for (const char* kind : {"block_summary", "block_formula"})
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
        const FigureTable table = make("block_summary", study)->table();
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
            // Theory is the second step's of each block; the share off is of it.
            const double theory
                = std::pow(10, *study->prediction->block(row + 1).find("mlp_stream", Quantity::rms)->log10);
            QVERIFY(std::abs(value(table, row, "stream_theory") - theory) < 1e-6 * theory);
            QVERIFY(std::abs(value(table, row, "stream_% off") - 100 * (stream / theory - 1)) < 1e-3);
        }
    }

    // The formula's logit variance is σ_q²σ_k² of what was measured, and near what the logits have.
    void formulaIsTheStudys()
    {
        const auto study = blockStudy({.width = 64, .weight_std = 0.15, .tokens = 32});
        const FigureTable table = make("block_formula", study)->table();
        const BlockRecord& seen = study->measurement->block(1);
        bool found = false;
        for (int row = 0; row < table.rows.size(); ++row)
            if (table.rows[row][0] == QLatin1String("Var(q k)")) {
                const double q = seen.value("q")->rms, k = seen.value("k")->rms;
                QVERIFY(std::abs(value(table, row, "value") - q * q * k * k) < 1e-9);
                // Measured over the keys that a query sees, (1 − 1/n) of it, from 4 heads of width 16 whose own
                // scatter is √(2/16)/√4 = 18 %: within three of these and the missing share.
                QVERIFY(std::abs(value(table, row, "measured") / value(table, row, "value") - 1) < 0.54 + 0.2);
                found = true;
            }
        QVERIFY(found);
    }

    void otherBlocksAndNoBlocks()
    {
        auto study = blockStudy(samples()["transformer"]);
        auto other = std::make_shared<Study>(*study);
        other->layer = 3;
        QVERIFY(make("block_formula", study)->table().rows != make("block_formula", other)->table().rows);
        for (const char* kind : {"block_summary", "block_formula"}) {
            const auto figure = make(kind, sampleStudy());
            QVERIFY(ink(*figure, {500, 300}) > 100);   // says that there are none
            QVERIFY(figure->table().rows.isEmpty());
        }
    }
};

QTEST_MAIN(TestFigureBlockNumbers)
#include "tst_figure_block_numbers.moc"
