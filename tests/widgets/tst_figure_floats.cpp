// SPDX-License-Identifier: GPL-3.0-or-later
// The range of float formats: limits, and the layers that leave them, in notes, marks, readout and table.
#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalSpy>
#include <QtTest>
#include <cmath>

#include "core/diagnose/float_range.h"
#include "core/math/statistics/magnitude.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"

namespace tst_figure_floats {

using namespace stepzero;

namespace {

std::unique_ptr<AxesFigure> make(const StudyPtr& study, const QJsonObject& view = {}, const char* theme = "light")
{
    std::unique_ptr<Figure> figure(findFigureKind(QStringLiteral("floats"))->create(nullptr));
    figure->setStyle({stepzero::theme(QString::fromLatin1(theme)), 1});
    figure->setViewState(view);
    if (study)
        figure->setExhibit(study);
    return std::unique_ptr<AxesFigure>(dynamic_cast<AxesFigure*>(figure.release()));
}

QJsonObject view(const char* key, const char* value)
{
    return {{QString::fromLatin1(key), QString::fromLatin1(value)}};
}

/// Returns a column of a table, for the rows of one tensor.
QStringList column(const FigureTable& table, const QString& tensor, const QString& name)
{
    QStringList numbers;
    for (const QStringList& row : table.rows)
        if (row[1] == tensor)
            numbers << row[table.header.indexOf(name)];
    return numbers;
}

const QMap<QString, StudyPtr>& studies()
{
    static const QMap<QString, StudyPtr> all {{"healthy", sampleStudy()}, {"dead", sampleStudy({.dead = true})},
        {"exploding", sampleStudy({.growth = 4})}, {"beyond double", sampleStudy({.exponent = 5000})},
        {"infinite", sampleStudy({.infinite = true})}, {"one layer", sampleStudy({.depth = 1})},
        {"no gradient", sampleStudy({.gradient = false})}, {"deep", sampleStudy({.depth = 1000, .growth = 0.97})},
        {"transformer", blockStudy({.weight_std = 0.2})},
        {"lost", blockStudy({.kind = "residual", .depth = 20, .weight_std = 1e5})}};
    return all;
}

/// Returns a sample study with NaN.
StudyPtr withNaN()
{
    auto study = std::make_shared<Study>(*sampleStudy());
    auto m = std::make_shared<Measurement>(*study->measurement);
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (int layer = 1; layer <= m->depth(); ++layer) {
        SiteRecord &z = preactivationOf(*m, layer), &x = outputOf(*m, layer);
        for (Distribution* d : {&*z.value, &*x.value, &*z.gradient})
            d->mean = d->std = d->rms = d->min = d->max = nan;
    }
    study->measurement = m;
    return study;
}

}   // namespace

class TestFigureFloats : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    /// The labels of limits do not cross the line of the chosen layer, and are visible for any layer.
    void limitsBesideTheLayer()
    {
        for (const int layer : {1, 2, 5, 10})
            for (const int width : {320, 620, 900}) {
                const QSize size(width, 300);
                PaperRecorder paper(size);
                QPainter painter(&paper);
                const auto figure = make(sampleStudy({.layer = layer}));
                figure->paint(painter, QSizeF(size));
                const double line = figure->canvas(size).px(layer);
                int labels = 0;
                for (int i = 0; i < paper.texts.size(); ++i)
                    if (paper.texts[i].startsWith(QStringLiteral("fp16, "))) {
                        ++labels;
                        QVERIFY2(paper.ink[i].right() < line - 1 || paper.ink[i].left() > line + 1,
                            qPrintable(QStringLiteral("%1 at %2").arg(layer).arg(width)));
                    }
                QCOMPARE(labels, 2);
            }
    }

    /// Sizes take turns.
    void drawsEveryStudyInEveryView()
    {
        QMap<QString, StudyPtr> all = studies();
        all["not a number"] = withNaN();
        all["none"] = nullptr;
        int turn = 0;
        for (auto it = all.begin(); it != all.end(); ++it)
            for (const char* format : {"float16", "bfloat16", "float8_e5m2", "float8_e4m3fn", "float32", "all"})
                for (const char* which : {"both", "forward", "backward"}) {
                    QJsonObject v = view("format", format);
                    v["tensors"] = QString::fromLatin1(which);
                    v["loss_scale"] = true;
                    const auto figure = make(it.value(), v, "dark");
                    const QSize sizes[] {{220, 140}, {520, 300}, {1600, 900}};
                    QVERIFY(!pictureOf(*figure, sizes[turn++ % 3]).isNull());
                    figure->table();
                }
    }

    /// The axis contains the data and the limits of the format.
    void limitsAreInView()
    {
        for (const char* format : {"float16", "float8_e4m3fn"})
            for (const FloatFormat f : float_formats) {
                const FloatRange& range = float_range(f);
                if (QLatin1String(range.name) != QLatin1String(format))
                    continue;
                for (const StudyPtr& study : studies()) {
                    const auto figure = make(study, view("format", format));
                    pictureOf(*figure);
                    const Canvas c = figure->canvas({620, 320});
                    QVERIFY(c.y.contains(std::log2(range.largest)));
                    QVERIFY(c.y.contains(std::log2(range.smallest_subnormal)));
                }
            }
        const auto deep = make(studies()["exploding"]);
        pictureOf(*deep);
        QVERIFY(deep->canvas({620, 320}).y.high > 64);   // 4^32
        QVERIFY(wordsOf("floats", studies()["healthy"]).contains(QStringLiteral("65504")));
        QVERIFY(wordsOf("floats", studies()["healthy"]).contains(QStringLiteral("smallest 2⁻²⁴")));
        QVERIFY(wordsOf("floats", studies()["healthy"], view("format", "bfloat16"))
                    .contains(QStringLiteral("smallest 2⁻¹³³")));
    }

    /// Four times the four standard deviations of a normal distribution, times 4^l, first exceeds 65504 at layer 7:
    /// 4·1.1·4^7 = 7e4.
    void namesTheFirstLayerThatLeaves()
    {
        const StudyPtr study = studies()["exploding"];
        int first = 0;
        for (int layer = 1; layer <= study->measurement->depth() && first == 0; ++layer)
            if (study->measurement->preactivation(layer)->max > 65520)
                first = layer;
        QVERIFY(first == 7 || first == 8);
        QVERIFY(wordsOf("floats", study)
                    .contains(QStringLiteral("▲ the preactivation is too large for fp16 from layer %1 on").arg(first)));
        QVERIFY(wordsOf("floats", study).contains(QStringLiteral("▲ the gradient is too large for fp16 below layer")));
        QVERIFY(!wordsOf("floats", study, view("tensors", "forward")).contains(QStringLiteral("the gradient is")));
        QVERIFY(
            wordsOf("floats", study, view("format", "bfloat16")).contains(QStringLiteral("all layers fit in bf16")));
        QVERIFY(wordsOf("floats", studies()["beyond double"], view("format", "float32"))
                    .contains(QStringLiteral("▲ the preactivation is too large for fp32 from layer ")));
        QVERIFY(
            wordsOf("floats", studies()["dead"]).contains(QStringLiteral("the preactivation is zero from layer 3 on")));
    }

    void judgesAllFormats()
    {
        const QString words = wordsOf("floats", studies()["exploding"], view("format", "all"));
        QVERIFY(words.contains(QStringLiteral("fp32, bf16 hold all values")));
        QVERIFY(words.contains(QStringLiteral("fp16 is exceeded in every layer")));
    }

    /// A loss scale moves the gradient up to the end of the format, and nothing else.
    void lossScale()
    {
        const StudyPtr study = sampleStudy({.growth = 1.0 / 4});   // the gradient is 4^−31 in the first layer
        QJsonObject v = view("tensors", "backward");
        QVERIFY(
            wordsOf("floats", study, v).contains(QStringLiteral("▼ the gradient is too small for fp16 below layer ")));
        v["loss_scale"] = true;
        const QString scaled = wordsOf("floats", study, v);
        QVERIFY(scaled.contains(QStringLiteral("loss × 2")));
        QVERIFY(!scaled.contains(QStringLiteral("too large")));
        QVERIFY(scaled.contains(QStringLiteral("too small")));   // 62 powers of two do not fit into 40
        v["tensors"] = QStringLiteral("forward");
        QVERIFY(!wordsOf("floats", study, v).contains(QStringLiteral("loss ×")));
    }

    void marksAreSeen()
    {
        const StudyPtr study = studies()["exploding"];
        const auto figure = make(study, view("tensors", "forward"));
        const QImage image = pictureOf(*figure);
        const Canvas c = figure->canvas(image.size());
        const QRgb forward = theme(QStringLiteral("light")).forward.rgb();
        const auto marked = [&](int layer) {
            for (int dy = 0; dy < 14; ++dy)
                if (image.pixel(int(c.px(layer)), c.plot.top() + dy) == forward)
                    return true;
            return false;
        };
        QVERIFY(!marked(2));
        QVERIFY(marked(12));
        QVERIFY(marked(28));
    }

    void tableHasTheNumbers()
    {
        const StudyPtr study = studies()["beyond double"];
        const FigureTable table = make(study)->table();
        QCOMPARE(table.header.size(), 15);
        const Measurement& m = *study->measurement;
        const QStringList rms = column(table, "preactivation", "log2_rms"), low = column(table, "gradient", "log2_q05"),
                          lost = column(table, "gradient", "float16_underflow_share"),
                          over = column(table, "preactivation", "float16_overflows");
        QCOMPARE(rms.size(), qsizetype(m.depth()));
        for (qsizetype i = 0; i < rms.size(); ++i) {
            const Distribution &z = *m.preactivation(int(i) + 1), &g = *m.gradient(int(i) + 1);
            QVERIFY(std::abs(rms[i].toDouble() - z.log10_of(z.rms) / std::log10(2.0)) < 1e-9);
            QCOMPARE(low[i].toDouble(), log2_magnitude_quantile(g, 0.05));
            QCOMPARE(lost[i].toDouble(), underflow_share(g, float_range(FloatFormat::float16)));
            QCOMPARE(over[i], overflows(z, float_range(FloatFormat::float16)) ? "1" : "0");
        }
    }

    void readoutSaysWhatIsLost()
    {
        const StudyPtr study = sampleStudy({.growth = 1.0 / 4});
        const auto figure = make(study);
        figure->resize(620, 320);
        figure->show();
        pictureOf(*figure);
        const Canvas c = figure->canvas({620, 320});
        QSignalSpy readout(figure.get(), &Figure::readout), chosen(figure.get(), &Figure::layerChosen);
        const QPoint at(int(c.px(20)), c.plot.center().y());
        QMouseEvent move(QEvent::MouseMove, at, figure->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(figure.get(), &move);
        const QString text = readout.last().first().toString();
        QVERIFY(text.startsWith(QStringLiteral("layer 20 · preactivation RMS ")));
        QVERIFY(text.contains(QStringLiteral(", 100% becomes 0 in fp16 · gradient RMS ")));
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, at);
        QCOMPARE(chosen.last().first().toInt(), 20);
    }
};

STEPZERO_TEST(TestFigureFloats, QApplication)

}   // namespace tst_figure_floats
#include "tst_figure_floats.moc"
