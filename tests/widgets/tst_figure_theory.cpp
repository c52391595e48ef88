// SPDX-License-Identifier: GPL-3.0-or-later
// Theory in figures with measurements: deviations, and what curves, fractions, spectra and the summary show of them.
#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QtTest>
#include <cmath>
#include <random>

#include "core/diagnose/deviation.h"
#include "core/theory/spectrum_compare.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/layer_text.h"

namespace tst_figure_theory {

using namespace stepzero;

namespace {

std::unique_ptr<Figure> make(const char* kind, const StudyPtr& study, const QJsonObject& view = {})
{
    std::unique_ptr<Figure> figure(findFigureKind(QString::fromLatin1(kind))->create(nullptr));
    figure->setStyle({theme(QStringLiteral("light")), 1});
    figure->resize(620, 320);
    figure->setViewState(view);
    figure->setExhibit(study);
    return figure;
}

/// Returns the sample study with the last layer's preactivation `sigmas` standard deviations off theory.
StudyPtr lastOff(double sigmas)
{
    auto study = std::make_shared<Study>(*sampleStudy());
    auto m = std::make_shared<Measurement>(*study->measurement);
    const Predicted& p = *study->prediction->preactivation(m->depth(), Quantity::rms);
    const double s = *p.spread;
    preactivationOf(*m, m->depth()).value->rms = p.value * std::exp(-s * s + sigmas * s);
    study->measurement = m;
    return study;
}

QString readoutAt(Figure& figure, const QPoint& at)
{
    figure.resize(620, 320);
    figure.show();
    pictureOf(figure);
    QSignalSpy readout(&figure, &Figure::readout);
    QMouseEvent move(QEvent::MouseMove, at, figure.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&figure, &move);
    return readout.isEmpty() ? QString() : readout.last().first().toString();
}

}   // namespace

class TestFigureTheory : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    void deviationByHand()
    {
        // Measured 0.9, predicted 1, spread 0.1: (ln 0.9 + 0.01)/0.1.
        QVERIFY(std::abs(rms_deviation(std::log(0.9), 0, 0.1) - (std::log(0.9) + 0.01) / 0.1) < 1e-12);
        QVERIFY(std::abs(rms_deviation(3465, 3465, 0.2) - 0.2) < 1e-9);   // a value on the line is s above the middle
        QVERIFY(std::isinf(rms_deviation(-std::numeric_limits<double>::infinity(), 0, 0.1)));

        const StudyPtr study = lastOff(2.5);
        const Deviations off = deviations(*study->measurement, *study->prediction, 32);
        QVERIFY(std::abs(*off.preactivation - 2.5) < 1e-9);
        const double measured = *study->measurement->number(32, Quantity::decorrelation);
        const Predicted& p = *study->prediction->preactivation(32, Quantity::decorrelation);
        QVERIFY(std::abs(*off.decorrelation - (measured - p.value) / *p.spread) < 1e-12);
        QVERIFY(off.gradient);
        const auto off_by = [](const StudyPtr& s, int layer) {
            return deviations(*s->measurement, *s->prediction, layer).preactivation;
        };
        QVERIFY(!off_by(sampleStudy({.identity = true}), 3));
        QVERIFY(!off_by(sampleStudy({.exponent = 5000, .infinite = true}), 32));
        QVERIFY(*off_by(sampleStudy({.dead = true}), 3) == -std::numeric_limits<double>::infinity());
    }

    /// The middle of the mean over several networks agrees with samples of the distribution itself.
    void deviationOfReplicas()
    {
        constexpr int draws = 20000;
        constexpr double s = 0.5;
        std::mt19937_64 engine(7);
        std::normal_distribution<double> normal(-s * s, s);
        for (const int replicas : {1, 2, 8}) {
            double sum = 0, squares = 0;
            for (int i = 0; i < draws; ++i) {
                double mean = 0;
                for (int r = 0; r < replicas; ++r)
                    mean += std::exp(normal(engine)) / replicas;
                const double off = rms_deviation(std::log(mean), 0, s, replicas);
                sum += off;
                squares += off * off;
            }
            const double mean = sum / draws, error = std::sqrt((squares / draws - mean * mean) / draws);
            // Four standard errors of 20000 samples, and the error of Fenton's formula (a hundredth at s = 1/2).
            QVERIFY2(std::abs(mean) < 4 * error + (replicas > 1 ? 0.01 : 0), qPrintable(QString::number(mean)));
        }
    }

    /// Without a theoretical distribution the scatter between replicas is the unit: RMS 2% · layer in the sample.
    void deviationWithoutLaw()
    {
        auto study = std::make_shared<Study>(*sampleStudy({.replicas = 8}));
        auto prediction = std::make_shared<Prediction>(*study->prediction);
        Predicted& p = predictedOf(*prediction, 5, prediction->reading.preactivation, Quantity::rms);
        p.spread.reset();
        study->prediction = prediction;
        const double expected
            = std::log(study->measurement->preactivation(5)->rms / p.value) / std::sqrt(std::log(1 + 0.1 * 0.1));
        QVERIFY(std::abs(*deviations(*study->measurement, *study->prediction, 5).preactivation - expected) < 1e-9);
        auto single = std::make_shared<Study>(*sampleStudy());
        single->prediction = prediction;
        QVERIFY(!deviations(*single->measurement, *single->prediction, 5).preactivation);
    }

    void readoutTellsTheory()
    {
        const StudyPtr study = sampleStudy();
        const QString text = layerText(*study, 12);
        const double theory = study->prediction->preactivation(12, Quantity::rms)->value;
        QVERIFY(text.contains(
            QStringLiteral("preactivation RMS %1 (theory %2, %3)")
                .arg(aligned(study->measurement->preactivation(12)->rms), aligned(theory),
                    deviationText(*deviations(*study->measurement, *study->prediction, 12).preactivation))));
        QCOMPARE(text.count(QStringLiteral("theory")), 3);
        QCOMPARE(layerText(*sampleStudy({.theory = false}), 12).count(QStringLiteral("theory")), 0);
        QCOMPARE(deviationText(-0.21), QStringLiteral("0.2 σ"));
        const auto curves = make("signal", study);
        QVERIFY(readoutAt(*curves, {300, 200}).contains(QStringLiteral("theory")));
    }

    void gradientBands()
    {
        const StudyPtr with = sampleStudy();
        auto without = std::make_shared<Study>(*with);
        auto prediction = std::make_shared<Prediction>(*with->prediction);
        for (int layer = 1; layer < int(prediction->blocks.size()); ++layer)
            predictedOf(*prediction, layer, prediction->reading.gradient, Quantity::gradient_rms).spread.reset();
        without->prediction = prediction;
        const Theme& light = theme(QStringLiteral("light"));
        const auto tinted = [&](const QImage& image) {
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    count += image.pixel(x, y) == light.tint(light.gradient, 0.10).rgb();
            return count;
        };
        QVERIFY(tinted(pictureOf(*make("signal", with))) > 500);
        QCOMPARE(tinted(pictureOf(*make("signal", without))), 0);
    }

    void fractions()
    {
        const StudyPtr study = sampleStudy();
        const auto figure = make("fractions", study);
        const FigureTable table = figure->table();
        const auto column = table.header.indexOf(QStringLiteral("predicted_saturated_fraction"));
        QVERIFY(column > 0 && table.header.contains(QStringLiteral("predicted_zero_fraction")));
        for (int l = 0; l < table.rows.size(); ++l)
            QCOMPARE(table.rows[l][column].toDouble(),
                study->prediction->output(l + 1, Quantity::saturated_fraction)->value);
        QVERIFY(wordsOf("fractions", study).contains(QStringLiteral(">theory<")));
        const QJsonObject off {{QStringLiteral("theory"), false}};
        QVERIFY(!wordsOf("fractions", study, off).contains(QStringLiteral(">theory<")));
        QVERIFY(pictureOf(*make("fractions", study, off)) != pictureOf(*figure));
        QVERIFY(readoutAt(*figure, {300, 200}).contains(QStringLiteral("zero 50.0% (theory 50.0%)")));
    }

    /// The sample's values follow its distribution: u² at even steps.
    void sortedLaw()
    {
        const StudyPtr study = sampleStudy();
        const LogSpectrum& values = *study->jacobian;
        const SpectrumLaw& law = *study->laws->jacobian;
        const Curve sorted = sorted_law(law, 256);
        QVERIFY(std::is_sorted(sorted.x.begin(), sorted.x.end()));
        QVERIFY(std::abs(sorted.x.back() - 128.5) < 0.01);   // half of all are zeros, which are not drawn
        for (int i = 1; i <= 127; i += 7) {
            const auto next = std::size_t(std::upper_bound(sorted.x.begin(), sorted.x.end(), i) - sorted.x.begin());
            const double share = (i - sorted.x[next - 1]) / (sorted.x[next] - sorted.x[next - 1]);
            const double y = sorted.y[next - 1] + share * (sorted.y[next] - sorted.y[next - 1]);
            QVERIFY(std::abs(y - *values[std::size_t(i - 1)]) < 0.01);
        }
        const SquareMoments moments = square_moments(values);
        QVERIFY(std::abs(moments.log10_mean_square - law.log10_mean_square) < 0.05);
        QVERIFY(std::abs(moments.relative_variance / law.relative_variance - 1) < 0.1);

        // Spikes are level pieces at their positions: a quarter at 10, the half of the density, a quarter at 1/10.
        SpectrumLaw mixed;
        mixed.density = {{-0.5, 0.5}, {0.5, 0.5}};
        mixed.atoms = {{-1, 0.25}, {1, 0.25}};
        const Curve stairs = sorted_law(mixed, 100);
        QCOMPARE(stairs.y, (std::vector<double> {1, 1, 0.5, -0.5, -1, -1}));
        QCOMPARE(stairs.x, (std::vector<double> {0.5, 25.5, 25.5, 75.5, 75.5, 100.5}));
    }

    void squareMoments()
    {
        // s² = 4, 1, 1, 0: mean 1.5, mean of squares 4.5.
        const SquareMoments m = square_moments({std::log10(2.0), 0.0, 0.0, std::nullopt});
        QVERIFY(std::abs(m.log10_mean_square - std::log10(1.5)) < 1e-12);
        QVERIFY(std::abs(m.relative_variance - (4.5 / 2.25 - 1)) < 1e-12);
        const SquareMoments far = square_moments({3000 + std::log10(2.0), 3000.0, 3000.0, std::nullopt});
        QVERIFY(std::abs(far.log10_mean_square - 6000 - std::log10(1.5)) < 1e-9);
        QVERIFY(std::abs(far.relative_variance - 1) < 1e-9);
        QVERIFY(std::isinf(square_moments({std::nullopt}).log10_mean_square));
    }

    void spectrum()
    {
        const StudyPtr study = sampleStudy();
        const QString words = wordsOf("spectrum", study);
        QVERIFY(words.contains(QStringLiteral("128 of 256 are exactly 0 (theory 50%)")));
        QVERIFY(words.contains(QStringLiteral(">theory<")));
        QVERIFY(words.contains(QStringLiteral("max")));
        QVERIFY(words.contains(QStringLiteral("variance")));
        const QJsonObject off {{QStringLiteral("theory"), false}};
        const QString bare = wordsOf("spectrum", study, off);
        QVERIFY(!bare.contains(QStringLiteral("theory")));
        for (const char* view : {"histogram", "sorted"})
            for (const char* source : {"network", "jacobian", "weights"}) {
                QJsonObject on {{QStringLiteral("view"), view}, {QStringLiteral("source"), source}};
                const QImage with = pictureOf(*make("spectrum", study, on));
                on[QStringLiteral("theory")] = false;
                QVERIFY(pictureOf(*make("spectrum", study, on)) != with);
            }
        QVERIFY(wordsOf("spectrum", sampleStudy({.identity = true}), {{QStringLiteral("source"), "weights"}})
                    .contains(QStringLiteral("theory: all are 1")));
        QVERIFY(!wordsOf("spectrum", sampleStudy({.theory = false})).contains(QStringLiteral("theory")));
    }

    /// The largest measured value is in a row above the axes, followed by the theoretical one, which is labelled as
    /// theory.
    void largestValue()
    {
        const StudyPtr study = sampleStudy();
        const auto words = [](const StudyPtr& s, const char* source, const char* view, bool theory) {
            return wordsOf("spectrum", s,
                {{QStringLiteral("source"), source}, {QStringLiteral("view"), view},
                    {QStringLiteral("theory"), theory}})
                .remove(QStringLiteral("<>"));
        };
        const auto largest = [](const Study& s, const QString& source) {
            return source == QLatin1String("weights")
                ? std::log10(s.layer_spectra->weight.front())
                : *(source == QLatin1String("network") ? *s.jacobian : s.layer_spectra->jacobian).front();
        };
        const auto edge = [](const SpectrumLaws& laws, const QString& source) {
            return *(source == QLatin1String("weights")  ? laws.weights
                    : source == QLatin1String("network") ? laws.jacobian
                                                         : laws.layer_jacobian)
                        ->log10_upper_edge;
        };
        auto trained = std::make_shared<Study>(*study);
        trained->step = 3;
        for (const char* source : {"network", "jacobian", "weights"})
            for (const char* view : {"histogram", "sorted"}) {
                const QString found = QStringLiteral("smax ") + prettyLog10(largest(*study, QLatin1String(source))),
                              expected = prettyLog10(edge(*study->laws, QLatin1String(source)));
                const QString with = words(study, source, view, true), bare = words(study, source, view, false);
                QVERIFY2(with.contains(found + QStringLiteral(" (theory %1)").arg(expected)), qPrintable(with));
                QVERIFY2(bare.contains(found), qPrintable(bare));
                const QString later = words(trained, source, view, true);
                QVERIFY2(
                    later.contains(found + QStringLiteral(" (theory at step 0: %1)").arg(expected)), qPrintable(later));
            }
        auto silent = std::make_shared<Study>(*study);
        silent->jacobian = std::make_shared<const LogSpectrum>(64);
        QVERIFY(words(silent, "network", "histogram", true).contains(QStringLiteral("smax 0 (theory")));
        auto coming = std::make_shared<Study>(*study);
        coming->jacobian = Absence::not_yet;
        QVERIFY(words(coming, "network", "histogram", true).contains(QStringLiteral("theory: smax")));

        const QSize size(320, 200);
        PaperRecorder paper(size);
        QPainter painter(&paper);
        const auto figure = figureOf({"spectrum", {{QStringLiteral("source"), "weights"}}}, study);
        figure->paint(painter, QSizeF(size));
        const auto row = paper.texts.indexOf(QRegularExpression(QStringLiteral("^ .*\\(theory .*\\)$")));
        QVERIFY(row > 0);
        QVERIFY(paper.ink[row].bottom() < dynamic_cast<AxesFigure&>(*figure).canvas(size).plot.top());
    }

    /// The line has the height that theory predicts per bin, and the sample's values follow theory: s = 2u at even
    /// steps of u above 1/2. A bin of a twentieth of a decade holds about 256·0.115·u of them.
    void lineMatchesHistogram()
    {
        const auto figure = make("spectrum", sampleStudy(), {{QStringLiteral("source"), "jacobian"}});
        figure->resize(620, 320);
        pictureOf(*figure);
        const Canvas c = dynamic_cast<AxesFigure&>(*figure).canvas({620, 320});
        for (const double u : {0.6, 0.75, 0.9}) {
            const QString text = readoutAt(*figure, c.at(std::log10(2 * u), c.y.low + c.y.span() / 2).toPoint());
            static const QRegularExpression pattern(
                QStringLiteral("· ([0-9]+) singular values \\(theory ([0-9.]+)\\)"));
            const auto match = pattern.match(text);
            QVERIFY2(match.hasMatch(), qPrintable(text));
            const double theory = match.captured(2).toDouble();
            QVERIFY2(std::abs(theory - 256 * std::log(10.0) / 20 * u) < 0.5, qPrintable(text));
            // One value for rounding to even steps, and half a bin's slope for the pointer's position in it.
            QVERIFY2(std::abs(match.captured(1).toDouble() - theory) < 1 + 0.06 * theory, qPrintable(text));
        }
    }

    void summary()
    {
        const StudyPtr study = lastOff(0.8);
        const FigureTable table = make("summary", study)->table();
        const auto column = table.header.indexOf(QStringLiteral("preactivation_sigmas_off"));
        QVERIFY(column > 0);
        QVERIFY(std::abs(table.rows.last()[column].toDouble() - 0.8) < 1e-9);
        const auto theory = table.header.indexOf(QStringLiteral("preactivation_theory"));
        QVERIFY(std::abs(table.rows[4][theory].toDouble() - study->prediction->preactivation(5, Quantity::rms)->value)
            < 1e-9);
        QVERIFY(table.header.contains(QStringLiteral("gradient_sigmas_off")));

        QVERIFY(wordsOf("summary", lastOff(0.8)).contains(QStringLiteral("from theory, normal for this width")));
        QVERIFY(wordsOf("summary", lastOff(-2.4)).contains(QStringLiteral("from theory, unusual for this width")));
        QVERIFY(wordsOf("summary", lastOff(3.4)).contains(QStringLiteral("very unusual for this width")));
        QVERIFY(wordsOf("summary", lastOff(-9)).contains(QStringLiteral(", ÷")));
        QVERIFY(wordsOf("summary", lastOff(9)).contains(QStringLiteral(", ×")));
        QVERIFY(wordsOf("summary", sampleStudy({.dead = true}))
                    .contains(QStringLiteral("deviates from theory: the final signal is zero")));
        QVERIFY(!wordsOf("summary", sampleStudy({.theory = false})).contains(QStringLiteral("theory,")));
        // The column is visible at the widths of a board.
        for (const int width : {480, 620})
            QVERIFY(wordsOf("summary", study, {}, width).contains(QStringLiteral("off<")));
    }
};

STEPZERO_TEST(TestFigureTheory, QApplication)

}   // namespace tst_figure_theory
#include "tst_figure_theory.moc"
