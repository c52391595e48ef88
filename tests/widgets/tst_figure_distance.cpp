// SPDX-License-Identifier: GPL-3.0-or-later
// Two histograms in one figure: they share their bins, and a note says how far apart they are. STEPZERO_PICTURES=folder
// saves pictures.
#include <QPainter>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <numbers>

#include "tests/main/registered_test.h"
#include "tests/widgets/audited_checkpoint.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/sample_capture.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/outline.h"

namespace tst_figure_distance {

using namespace stepzero;

namespace {

const double mean_size = std::sqrt(2 / std::numbers::pi);   // E|z| of a standard normal distribution
const QRectF whole(0, 0, 1, 1);

/// Returns a study whose weights and their singular values are larger by a factor.
StudyPtr scaledWeights(double factor)
{
    auto study = std::make_shared<Study>(*sampleStudy());
    auto weights = std::make_shared<WeightView>(*study->weights);
    weights->sample = sampleNormal(factor * weights->sample.std);
    study->weights = weights;
    auto spectra = std::make_shared<LayerSpectra>(*study->layer_spectra);
    for (double& value : spectra->weight)
        value *= factor;
    study->layer_spectra = spectra;
    return study;
}

QVector<Pin> pinned(const StudyPtr& study) { return {Pin {study, QStringLiteral("other"), 1, true}}; }

QString words(
    const QString& kind, const ExhibitPtr& exhibit, const QVector<Pin>& pins = {}, const QJsonObject& view = {})
{
    constexpr QSize size(1300, 500);
    const PicturePart part {kind, view, whole, pins};
    if (const QString folder = qEnvironmentVariable("STEPZERO_PICTURES"); !folder.isEmpty())
        for (const QString look : {"light", "dark", "print"}) {
            const auto figure = figureOf(part, exhibit, {theme(look)});
            pictureOf(*figure, {760, 380}).save(folder + '/' + kind + '-' + look + ".png");
        }
    PaperRecorder paper(size);
    QPainter painter(&paper);
    figureOf(part, exhibit)->paint(painter, size);
    return paper.texts.join('\n');
}

/// Returns the number after the words; NaN when they are not there.
double numberAfter(const QString& text, const QString& words)
{
    const auto found = QRegularExpression(QRegularExpression::escape(words) + " ([0-9.]+)").match(text);
    return found.hasMatch() ? found.captured(1).toDouble() : std::nan("");
}

bool isNear(double value, double expected, double most) { return std::abs(value - expected) <= most; }

const QString in_sigmas = QStringLiteral("other: Wasserstein distance");

}   // namespace

class TestFigureDistance : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { installFonts(); }

    void outlinesShareBins()
    {
        const Histogram wide = sampleNormal(2).histogram, narrow = sampleNormal(1, 0.5).histogram;
        const auto outlines = outlinesOf({&wide, &narrow}, 64);
        QCOMPARE(outlines[0].edges, outlines[1].edges);
        QCOMPARE(outlines[0].edges.size(), outlines[0].heights.size() + 1);
        for (const Outline& outline : outlines) {
            double area = 0;
            for (qsizetype i = 0; i < outline.heights.size(); ++i)
                area += outline.heights[i] * (outline.edges[i + 1] - outline.edges[i]);
            QVERIFY(isNear(area, 1, 1e-9));
        }
        QVERIFY(isNear(outlines[0].heightAt(0.1), mean_size / 4, 0.01));
        QCOMPARE(outlines[1].heightAt(-7.9), 0.0);   // beyond its own range
        QCOMPARE(outlines[1].heightAt(-8.1), 0.0);   // beyond the bins
    }

    void weights()
    {
        const StudyPtr study = sampleStudy(), other = scaledWeights(2);
        QVERIFY(!words("weights", study).contains("Wasserstein"));
        // One that is hidden in the legend is not drawn.
        const QJsonObject off {{"off", QJsonArray {"pin1"}}};
        QVERIFY(!words("weights", study, pinned(other), off).contains("Wasserstein"));
        const QString said = words("weights", study, pinned(other));
        QVERIFY2(isNear(numberAfter(said, in_sigmas), mean_size, 0.004), qPrintable(said));
        QVERIFY(said.contains("std ratio 2.00"));
    }

    void singularValues()
    {
        const QJsonObject ofWeights {{"source", "weights"}};
        // Half of the Jacobian's are zero, which is infinitely far on a logarithmic axis.
        QVERIFY(!words("spectrum", sampleStudy(), pinned(scaledWeights(2))).contains("decades"));
        const QString said = words("spectrum", sampleStudy(), pinned(scaledWeights(2)), ofWeights);
        QVERIFY2(said.contains(in_sigmas + " 0.301 decades"), qPrintable(said));
    }

    void activationsOfTheChosenLayer()
    {
        const QString said
            = words("activations", sampleStudy({.depth = 4}), pinned(sampleStudy({.depth = 4, .growth = 2})));
        // Outputs of a ReLU, four times as large: three times their mean.
        const double far = numberAfter(said, "other, layer 2: Wasserstein distance");
        QVERIFY2(isNear(far, 3 * 0.399 / 0.584, 0.1), qPrintable(said));
        QVERIFY(said.contains("std ratio 4.00"));
    }

    void logits()
    {
        const StudyPtr study = blockStudy({.depth = 1}), other = blockStudy({.depth = 1, .weight_std = 0.3});
        const auto std = [](const StudyPtr& of) { return of->measurement->block(0).value("logits")->std; };
        for (const char* axis : {"linear", "log"}) {
            const QString said = words("logits", study, pinned(other), {{"axis", axis}});
            QVERIFY2(numberAfter(said, in_sigmas) > 0, qPrintable(said));
            QVERIFY(isNear(numberAfter(said, "std ratio") / (std(other) / std(study)), 1, 0.01));
        }
    }

    void captures()
    {
        const auto twice = std::make_shared<const Capture>(
            main_capture(std::get<CaptureFile>(parse_capture(textOf(smallCapture(2))))));
        const CaptureStudyPtr study
            = with_chosen(*with_before(*captureStudy(smallCapture()), twice, Text::name("twice.json")), 0);
        const QString said = words("capture_entries", study);
        QVERIFY2(
            isNear(numberAfter(said, "output, twice.json: Wasserstein distance"), mean_size, 0.01), qPrintable(said));
        QVERIFY(said.contains("std ratio 2.00"));
        QVERIFY(isNear(numberAfter(said, "gradient, twice.json: Wasserstein distance"), 0, 1e-9));
        const QJsonObject off {{"off", QJsonArray {"output_before"}}};
        QVERIFY(!words("capture_entries", study, {}, off).contains("output, twice.json: Wasserstein"));
        const FigureTable table = figureOf({"capture_entries", {}}, study)->table();
        const auto before = std::ranges::find_if(
            table.rows, [](const QStringList& row) { return row[0] == QLatin1String("output_before"); });
        QVERIFY(before != table.rows.end());
        QCOMPARE((*before)[1].toDouble(), -6.4);
    }

    void checkpoints()
    {
        const QString said = words("audit_entries", auditedCheckpoint(false)).remove('\n');
        // The recipe has 1/√6 of the standard deviation.
        const double far = numberAfter(said, "Wasserstein distance to the recipe");
        QVERIFY2(isNear(far, (1 - 1 / std::sqrt(6.0)) * mean_size, 0.03), qPrintable(said));
        QVERIFY(numberAfter(said, "Wasserstein distance to normal with the same σ:") < 0.05);
    }

    void readoutHasBothDensities()
    {
        const StudyPtr study = sampleStudy(), other = scaledWeights(2);
        const auto figure = figureOf({"weights", {}, whole, pinned(other)}, study);
        figure->resize(640, 420);
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
        QSignalSpy said(figure.get(), &Figure::readout);
        const Canvas c = dynamic_cast<AxesFigure&>(*figure).canvas(figure->size());
        QTest::mouseMove(figure.get(), c.at(0, 1).toPoint());
        QTRY_VERIFY(!said.isEmpty());
        const QString text = said.last()[0].toString();
        const double own = 0.5 * mean_size / study->weights->sample.std;
        QVERIFY2(isNear(numberAfter(text, "· density"), own, 0.03 * own), qPrintable(text));
        QVERIFY2(isNear(numberAfter(text, "other"), own / 2, 0.03 * own), qPrintable(text));
    }

    /// Pictures of the same numbers are the same, however long these took.
    void theTimeIsNotDrawn()
    {
        const StudyPtr study = sampleStudy();
        auto slower = std::make_shared<Study>(*study);
        slower->seconds = 9.87;
        for (const FigureKind& kind : figureKinds())
            if (kind.places.contains(networkLayers))
                QVERIFY2(pictureOf(*figureOf({kind.id, {}}, study), {900, 400})
                        == pictureOf(*figureOf({kind.id, {}}, slower), {900, 400}),
                    qPrintable(kind.id));
    }
};

STEPZERO_TEST(TestFigureDistance, QApplication)

}   // namespace tst_figure_distance
#include "tst_figure_distance.moc"
