// SPDX-License-Identifier: GPL-3.0-or-later
// Typesetting of formulas, and the panel that inserts the present numbers into them.
#include <QPainter>
#include <QtTest>
#include <cmath>
#include <map>

#include "core/diagnose/deviation.h"
#include "core/kinds/tokens.h"
#include "core/study/step.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/style/math.h"

namespace tst_figure_formula {

using namespace stepzero;

namespace {

/// Returns a study with the theory and the plan of a real experiment. The measured values are those of theory times
/// `factor`.
StudyPtr studyOf(const Experiment& experiment, int layer, double factor = 1)
{
    auto study = std::make_shared<Study>(*sampleStudy({.depth = depth(experiment.network)}));
    study->experiment = experiment;
    const auto plan = std::make_shared<const NetworkPlan>(plan_of(experiment.network));
    study->plan = plan;
    study->layer = layer;
    study->matrix = *plan->block(layer).find(plan->reading.weight);
    const auto prediction
        = std::make_shared<Prediction>(predict(experiment, *plan, whole_extent(experiment), Context()));
    auto m = std::make_shared<Measurement>(*study->measurement);
    for (int l = 1; l <= m->depth(); ++l)
        if (prediction->covers(l)) {
            SiteRecord& z = preactivationOf(*m, l);
            z.value->rms = factor * prediction->preactivation(l, Quantity::rms)->value;
            outputOf(*m, l).value->rms = factor * prediction->output(l, Quantity::rms)->value;
            if (const Predicted* gradient = prediction->gradient(l))
                z.gradient->rms = factor * gradient->value;
        }
    study->measurement = m;
    study->prediction = prediction;
    return study;
}

std::unique_ptr<Figure> makeFormula(const StudyPtr& study)
{
    std::unique_ptr<Figure> figure(findFigureKind(QStringLiteral("formula"))->create(nullptr));
    figure->setStyle({theme(QStringLiteral("light")), 1});
    figure->setExhibit(study);
    return figure;
}

/// Returns symbol → value, measured, deviation in sigmas.
std::map<QString, QStringList> tableOf(const StudyPtr& study)
{
    std::map<QString, QStringList> rows;
    const auto figure = makeFormula(study);
    for (const QStringList& row : figure->table().rows)
        rows[row.first()] = row.mid(1);
    return rows;
}

double valueOf(const std::map<QString, QStringList>& rows, const char* symbol, int column = 0)
{
    const auto found = rows.find(QString::fromUtf8(symbol));
    return found == rows.end() || found->second[column].isEmpty() ? std::nan("") : found->second[column].toDouble();
}

bool near(double a, double b, double relative) { return std::abs(a - b) <= relative * std::abs(b); }

const MathBox::Text* find(const MathBox& box, const QString& text)
{
    for (const MathBox::Text& each : box.texts)
        if (each.text == text)
            return &each;
    return nullptr;
}

}   // namespace

class TestFigureFormula : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    void lettersAndWords()
    {
        const MathBox box = typeset(QStringLiteral("E[x] = σ tanh(z) Π 12.5"), 40);
        const std::map<QString, bool> italic {{"E", false}, {"x", true}, {"σ", true}, {"tanh", false}, {"z", true},
            {"Π", false}, {"12.5", false}, {"=", false}};
        for (const auto& [text, slanted] : italic) {
            const MathBox::Text* found = find(box, text);
            QVERIFY2(found, qPrintable(text));
            QCOMPARE(found->font.italic(), slanted);
            QCOMPARE(found->at.y(), 0.0);
        }
        QCOMPARE(find(typeset(QStringLiteral("-3"), 40), QStringLiteral("−"))->text, QStringLiteral("−"));
    }

    /// An index and an exponent of the same letter are stacked, and smaller.
    void scriptsStack()
    {
        for (const char* source : {"x_l^2", "x^2_l", "x_l²"}) {
            const MathBox box = typeset(QString::fromUtf8(source), 40);
            const MathBox::Text *x = find(box, "x"), *low = find(box, "l"), *high = find(box, "2");
            QVERIFY(x && low && high);
            QCOMPARE(low->at.x(), high->at.x());
            QVERIFY(low->at.x() >= QFontMetricsF(x->font).horizontalAdvance("x"));
            QVERIFY(low->at.y() > 0 && high->at.y() < 0);
            QVERIFY(low->font.pixelSize() < x->font.pixelSize());
            // Their ink does not touch.
            const auto ink = [](const MathBox::Text* t) {
                return QFontMetricsF(t->font).tightBoundingRect(t->text).translated(t->at);
            };
            QVERIFY(!ink(low).intersects(ink(high)));
        }
        const MathBox power = typeset(QStringLiteral("1.5×10⁻³⁰⁰"), 40);
        QVERIFY(find(power, QStringLiteral("−300")));
        QVERIFY(find(power, QStringLiteral("−300"))->at.y() < 0);
        // The brackets of a group vanish, those of an argument stay.
        const MathBox group = typeset(QStringLiteral("x_(l−1)(t)"), 40);
        QCOMPARE(std::count_if(group.texts.begin(), group.texts.end(), [](const auto& t) { return t.text == "("; }), 1);
    }

    void fractionsAndRoots()
    {
        const MathBox box = typeset(QStringLiteral("a + {gain^2}/(fan_in) = 2"), 40);
        QCOMPARE(box.strokes.size(), 1);
        const QRectF bar = box.strokes.first().points.boundingRect();
        QVERIFY(find(box, "gain")->at.y() < bar.top());
        const MathBox::Text* fan = find(box, "fan");
        QVERIFY(fan->at.y() + QFontMetricsF(fan->font).tightBoundingRect("fan").top() > bar.bottom());
        QVERIFY(bar.left() <= find(box, "gain")->at.x() && bar.left() <= fan->at.x());
        QVERIFY(!find(box, "("));
        QVERIFY(find(box, "=")->at.x() > bar.right());

        // A derivative is a fraction: ∂ stays with its variable, above and below.
        const MathBox slope = typeset(QStringLiteral("∂L/∂w_a = 0"), 40);
        QCOMPARE(slope.strokes.size(), 1);
        const QRectF under = slope.strokes.first().points.boundingRect();
        for (const MathBox::Text& text : slope.texts)
            QCOMPARE(text.at.x() > under.right(), text.text == "=" || text.text == "0");
        QCOMPARE(std::ranges::count_if(slope.texts, [](const auto& text) { return text.text == "∂"; }), 2);

        const MathBox root = typeset(QStringLiteral("√q_l g"), 40);
        const QRectF sign = root.strokes.first().points.boundingRect();
        const MathBox::Text *q = find(root, "q"), *l = find(root, "l"), *g = find(root, "g");
        QVERIFY(sign.top() < q->at.y() + QFontMetricsF(q->font).tightBoundingRect("q").top());
        QVERIFY(sign.right() >= l->at.x() + QFontMetricsF(l->font).horizontalAdvance("l"));   // the index is inside
        QVERIFY(g->at.x() >= sign.right());
        QVERIFY(root.ascent >= -sign.top());
    }

    void sizesScale()
    {
        const QString source = QStringLiteral("E[φ(√q_l g)^2]/n_(l+1) ≈ 0.5");
        const MathBox one = typeset(source, 20), two = typeset(source, 40);
        QVERIFY(std::abs(two.width / one.width - 2) < 0.03);   // font sizes are whole pixels
        QVERIFY(std::abs(two.height() / one.height() - 2) < 0.06);
        // Invalid sources are set verbatim.
        for (const char* broken : {"", "x_", "x^", "a/", "/", "(", ")", "{", "√", "\"open", "x_(", "^2", "_"})
            QVERIFY(typeset(QString::fromUtf8(broken), 20).width >= 0);
    }

    /// The rules of the schemes agree with the variances of the entries that they sample.
    void variancesByRule()
    {
        int known = 0;
        for (const Scheme& scheme : schemes())
            for (const Shape shape : {Shape {256, 256}, Shape {100, 700}, Shape {700, 100}}) {
                LayerPlan plan;
                plan.fan_in = shape.fan_in;
                plan.fan_out = shape.fan_out;
                plan.weight = {scheme.name, completed(scheme.parameters, {})};
                const auto rule = variance_rule(plan);
                if (!rule)
                    continue;
                ++known;
                const Law law = law_of(draw_of(plan.weight, shape, Role::weight), shape, Role::weight);
                QVERIFY2(near(rule->left * rule->above / rule->below, law.variance, 1e-6), scheme.name.c_str());
            }
        QVERIFY(known >= 3 * 11);
    }

    /// He and ReLU on inputs of variance 1, by hand: q = 2·1 + 0, E[x²] = q/2, χ = 2·½, E[δ²] = 256·2/256·½·½.
    void heAndRelu()
    {
        Experiment experiment;
        experiment.network.depth = 32;
        const auto rows = tableOf(studyOf(experiment, 16));
        QCOMPARE(valueOf(rows, "layer"), 16.0);
        QCOMPARE(valueOf(rows, "fan_in"), 256.0);
        QVERIFY(near(valueOf(rows, "var_w"), 2.0 / 256, 1e-12));
        QVERIFY(near(valueOf(rows, "sigma_w2"), 2, 1e-12));
        QCOMPARE(valueOf(rows, "sigma_b2"), 0.0);
        QVERIFY(near(valueOf(rows, "mean_square_input"), 1, 1e-9));
        QVERIFY(near(valueOf(rows, "q"), 2, 1e-9));
        QVERIFY(near(valueOf(rows, "rms_z"), std::sqrt(2.0), 1e-9));
        QVERIFY(near(valueOf(rows, "mean_square_x"), 1, 1e-9));
        QVERIFY(near(valueOf(rows, "mean_x"), std::sqrt(1 / std::numbers::pi), 1e-6));
        QVERIFY(near(valueOf(rows, "mean_square_slope"), 0.5, 1e-9));
        QVERIFY(near(valueOf(rows, "chi"), 1, 1e-9));
        QCOMPARE(rows.at("phase").first(), QStringLiteral("critical"));
        QVERIFY(near(valueOf(rows, "mean_square_gradient"), 0.5, 1e-9));
        QVERIFY(near(valueOf(rows, "chi_product"), 1, 1e-9));
    }

    /// A typed number stands as it was typed, with its value in the chosen layer or block.
    void typedNumbers()
    {
        Experiment experiment;
        experiment.network.depth = 8;
        experiment.network.weight = {"normal", {{"std", TypedNumber {"sqrt(l/fan_in)"}}}};
        for (const int layer : {1, 8})
            QCOMPARE(valueOf(tableOf(studyOf(experiment, layer)), "std = sqrt(l/fan_in)"), std::sqrt(layer / 256.0));
        PaperRecorder paper({700, 400});
        QPainter painter(&paper);
        makeFormula(studyOf(experiment, 8))->paint(painter, {700, 400});
        painter.end();
        QVERIFY(paper.texts.contains(QStringLiteral("sqrt(l/fan_in)")));
    }

    /// Each equation holds between the numbers of the panel, for any layer of any network.
    void equationsHold_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<int>("layer");
        for (const char* activation : {"relu", "tanh", "gelu", "squared_relu", "sigmoid"})
            for (const int layer : {1, 3, 6})
                QTest::newRow(qPrintable(QStringLiteral("%1, layer %2").arg(QLatin1String(activation)).arg(layer)))
                    << QString(activation) << layer;
    }
    void equationsHold()
    {
        QFETCH(QString, activation);
        QFETCH(int, layer);
        Experiment experiment;
        experiment.network.widths = {300, 100, 250, 80, 120, 60};
        experiment.network.input_width = 70;
        experiment.network.activation.name = activation.toStdString();
        experiment.network.weight = {"xavier_normal", {{"gain", 1.2}}};
        experiment.network.bias = {"normal", {{"std", 0.3}}};
        experiment.input.std = 1.5;
        const StudyPtr study = studyOf(experiment, layer);
        const auto rows = tableOf(study);
        const auto at = [&](const char* symbol) { return valueOf(rows, symbol); };
        const Prediction& p = *study->prediction;
        QVERIFY(near(at("sigma_w2"), at("fan_in") * at("var_w"), 1e-12));
        QVERIFY(near(at("var_w"), 1.2 * 1.2 * 2 / (at("fan_in") + at("fan_out")), 1e-12));
        QVERIFY(near(at("sigma_b2"), 0.09, 1e-12));
        if (layer == 1)
            QVERIFY(near(at("mean_square_input"), 2.25, 1e-12));
        QVERIFY(near(at("q"), at("sigma_w2") * at("mean_square_input") + at("sigma_b2"), 1e-9));
        QVERIFY(near(at("rms_z"), std::sqrt(at("q")), 1e-9));
        QVERIFY(near(at("rms_z"), p.preactivation(layer, Quantity::rms)->value, 1e-9));
        QVERIFY(near(at("mean_square_x"), at("mean_x") * at("mean_x") + at("std_x") * at("std_x"), 1e-6));
        QVERIFY(near(at("chi"), at("sigma_w2") * at("mean_square_slope"), 1e-9));
        QVERIFY(near(at("chi"), p.preactivation(layer, Quantity::chi)->value, 1e-12));
        QVERIFY(near(at("mean_square_gradient"), at("rms_gradient") * at("rms_gradient"), 1e-9));
        if (layer < 6)
            QVERIFY(near(at("mean_square_gradient"),
                at("n_next") * at("var_w_next") * at("mean_square_gradient_next") * at("mean_square_slope"), 1e-9));
        else
            QVERIFY(near(at("mean_square_gradient"), at("mean_square_slope"), 1e-9));
        double product = 1;
        for (int each = 1; each <= 6; ++each)
            product *= p.preactivation(each, Quantity::chi)->value;
        QVERIFY(near(at("chi_product"), product, 1e-9));
    }

    /// Measured 10% above theory: (ln 1.1 + s²)/s, by hand.
    void deviationsByHand()
    {
        Experiment experiment;
        experiment.network.depth = 12;
        const StudyPtr study = studyOf(experiment, 9, 1.1);
        const Predicted &z = *study->prediction->preactivation(9, Quantity::rms),
                        &x = *study->prediction->output(9, Quantity::rms);
        QVERIFY(z.spread && x.spread);
        const auto rows = tableOf(study);
        const auto expected = [](double s) { return (std::log(1.1) + s * s) / s; };
        QVERIFY(near(valueOf(rows, "rms_z", 2), expected(*z.spread), 1e-6));
        QVERIFY(near(valueOf(rows, "rms_x", 2), expected(*x.spread), 1e-6));
        QVERIFY(near(valueOf(rows, "rms_z", 1), 1.1 * z.value, 1e-9));
        QCOMPARE(std::isnan(valueOf(rows, "rms_gradient", 2)), !study->prediction->gradient(9)->spread.has_value());
        PaperRecorder paper({900, 600});
        QPainter painter(&paper);
        makeFormula(study)->paint(painter, {900, 600});
        painter.end();
        QVERIFY(paper.texts.join('|').contains(deviationText(expected(*z.spread))));
    }

    /// The panel has numbers beyond the range of double.
    void beyondDouble()
    {
        Experiment experiment;
        experiment.network.depth = 1000;
        experiment.network.weight = {"normal", {{"std", 1.0}}};
        const auto rows = tableOf(studyOf(experiment, 1000));
        // q_l = 256·128^(l−1): E[z²] of the last layer is 256·128^999.
        const double log10_q = std::log10(256.0) + 999 * std::log10(128.0);
        const QStringList q = rows.at("q").first().split('e');
        QCOMPARE(q.size(), 2);
        QVERIFY(std::abs(q[0].toDouble() - std::pow(10.0, log10_q - std::floor(log10_q))) < 1e-6);
        QCOMPARE(q[1].toInt(), int(std::floor(log10_q)));
        for (const auto& [symbol, row] : rows)
            if (symbol != QLatin1String("xi_c"))   // which is infinite
                QVERIFY2(!row.first().contains(QLatin1String("inf")), qPrintable(symbol));
    }

    void silentTheory()
    {
        const StudyPtr study = sampleStudy({.identity = true});
        PaperRecorder paper({700, 400});
        QPainter painter(&paper);
        makeFormula(study)->paint(painter, {700, 400});
        painter.end();
        const QString all = paper.texts.join('|');
        QVERIFY(all.contains(QStringLiteral("which mean-field theory does not cover")));
        QVERIFY(all.contains(QStringLiteral("measured")));
        QVERIFY(!all.contains(QStringLiteral("χ")));
    }

    void staysInside_data()
    {
        QTest::addColumn<Sample>("sample");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("scale");
        const std::map<const char*, Sample> samples {{"default", {}}, {"dead", {.dead = true}},
            {"vanishing", {.exponent = -5000}}, {"exploding", {.exponent = 5000, .infinite = true}},
            {"growing", {.growth = 1.6}}, {"depth 1", {.depth = 1}}, {"depth 1000", {.depth = 1000}},
            {"no gradient", {.gradient = false}}, {"identity", {.identity = true}}, {"last layer", {.layer = 32}}};
        int turn = 0;
        for (const auto& [name, sample] : samples) {
            ++turn;   // the sizes are an even number
            for (const QSize& size :
                {QSize(380, 240), QSize(480, 300), QSize(620, 320), QSize(1600, 900), QSize(220, 140), QSize(60, 40)}) {
                ++turn;
                for (const double scale : {1.0, 1.6})
                    if ((scale > 1) == (turn % 2 == 0) || tested::every_case())
                        QTest::newRow(qPrintable(QStringLiteral("%1, %2 x %3, scale %4")
                                                     .arg(QLatin1String(name))
                                                     .arg(size.width())
                                                     .arg(size.height())
                                                     .arg(scale)))
                            << sample << size << scale;
            }
        }
    }
    /// No letter leaves the panel, and none overlaps another.
    void staysInside()
    {
        QFETCH(Sample, sample);
        QFETCH(QSize, size);
        QFETCH(double, scale);
        const auto figure = makeFormula(sampleStudy(sample));
        figure->setStyle({theme(QStringLiteral("light")), scale});
        PaperRecorder paper(size);
        QPainter painter(&paper);
        figure->paint(painter, size);
        painter.end();
        const QRectF panel(QPointF(0, 0), size);
        for (int i = 0; i < paper.ink.size(); ++i)
            QVERIFY2(panel.contains(paper.ink[i]), qPrintable(paper.texts[i]));
        for (const QRectF& line : paper.lines)
            // QRectF::contains() fails for flat rectangles
            QVERIFY(panel.contains(line.adjusted(-0.5, -0.5, 0.5, 0.5)));
        for (int i = 0; i < paper.ink.size(); ++i)
            for (int j = 0; j < i; ++j) {
                const QRectF common = paper.ink[i] & paper.ink[j];
                // Slanted letters extend into each other's boxes by up to about a pixel.
                QVERIFY2(common.width() < 0.12 * 20 * scale || common.height() < 1,
                    qPrintable(paper.texts[i] + QStringLiteral(" on ") + paper.texts[j]));
            }
        if (size.width() >= 380 && scale == 1)
            QVERIFY2(paper.texts.size() > 40, qPrintable(QString::number(paper.texts.size())));
    }

    void words()
    {
        const QString said = wordsOf(QStringLiteral("formula"), sampleStudy(), {}, 1600);
        for (const char* words :
            {"Worked equations", "measured", "RMS", "Var", "layer l = 16 of L = 32", "gradient norm preserved"})
            QVERIFY2(said.contains(QString::fromUtf8(words)), words);
    }

    void onceForEachStudy()
    {
        const auto figure = makeFormula(sampleStudy());
        QImage image(620, 320, QImage::Format_RGB32);
        for (int i = 0; i < 3; ++i) {
            QPainter painter(&image);
            figure->paint(painter, image.size());
        }
        figure->setHoveredLayer(3);
        QCOMPARE(figure->recomputations(), 1);
        figure->setExhibit(sampleStudy({.generation = 2}));
        QPainter painter(&image);
        figure->paint(painter, image.size());
        QCOMPARE(figure->recomputations(), 2);
    }
};

STEPZERO_TEST(TestFigureFormula, QApplication)

}   // namespace tst_figure_formula
#include "tst_figure_formula.moc"
