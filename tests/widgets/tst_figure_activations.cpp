// SPDX-License-Identifier: GPL-3.0-or-later
// Activations over depth: colours are fractions of a layer, for few and for many samples.
#include <QJsonObject>
#include <QPainter>
#include <QtTest>
#include <cmath>
#include <numeric>

#include "core/study/make_study.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/figure_words.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/frame/resample.h"

namespace tst_figure_activations {

using namespace stepzero;

namespace {

constexpr QSize size(900, 600);
constexpr int width = 512;

/// Returns the position of a colour on the scale, from 0 to 1.
double placeOf(const QColor& color)
{
    constexpr int steps = 2000;
    const ColorStops& stops = viridis();
    double best = 0, least = 1e9;
    for (int i = 0; i <= steps; ++i) {
        const double at = double(i) / steps * double(stops.size() - 1);
        const int below = std::min(int(at), int(stops.size()) - 2);
        const auto off = [&](auto channel) {
            return std::pow(
                std::lerp((stops[below].*channel)(), (stops[below + 1].*channel)(), at - below) - (color.*channel)(),
                2);
        };
        const double distance = off(&QColor::redF) + off(&QColor::greenF) + off(&QColor::blueF);
        if (distance < least) {
            least = distance;
            best = double(i) / steps;
        }
    }
    return best;
}

struct Picture {
    QImage image;
    Canvas canvas;

    explicit Picture(const StudyPtr& study) : image(size, QImage::Format_RGB32)
    {
        const std::unique_ptr<Figure> figure(findFigureKind(QStringLiteral("activations"))->create(nullptr));
        figure->setStyle({theme(QStringLiteral("light")), 1});
        figure->setViewState({{"of", "preactivation"}});
        figure->setExhibit(study);
        QPainter painter(&image);
        figure->paint(painter, size);
        canvas = dynamic_cast<AxesFigure&>(*figure).canvas(size);
    }

    /// Returns log10 of the density that the colour represents: 10⁻⁴ to 10⁻¹ of the layer in a cell.
    double density(int layer, double value) const
    {
        const QPointF at = canvas.at(layer + 0.2, value);   // next to the frame of the chosen layer
        return 3 * placeOf(image.pixelColor(int(at.x()), int(at.y()))) - 4 - std::log10(canvas.y.span() / 120);
    }
};

}   // namespace

class TestFigureActivations : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    /// On a logarithmic axis a bin is uniform over its values, which lie almost all in its last decade. Only exact
    /// zeros lie at 0.
    void binsAreUniformOverTheirValues()
    {
        Distribution d;
        d.histogram = {0, 1, {600, 400}};
        d.count = 1000;
        d.max = d.rms = 1;
        d.quantiles.back() = 1;
        ValueAxis axis {true, {-6}, {}};
        axis.range = {-1, axis.scale.at(0.2, false)};
        std::vector<double> cells(120);
        QVERIFY(std::abs(Resampler(axis, cells.size()).add(d, cells, 500) - 1000) < 1e-6);
        const auto sum = [&](double low, double high) {   // sums the cells between two values
            const auto place = [&](double value) {
                const double at = value == 0 ? 0 : axis.scale.at(std::log10(value), false);
                return std::size_t((at - axis.range.low) / axis.range.span() * double(cells.size()));
            };
            return std::accumulate(
                cells.begin() + std::ptrdiff_t(place(low)), cells.begin() + std::ptrdiff_t(place(high)) + 1, 0.0);
        };
        QVERIFY(std::abs(sum(0, 0) - 500) < 0.1);   // the 100 others contribute less than 2·10⁻⁶ of them
        QVERIFY(sum(1e-4, 4e-3) < 1);   // 100 × 0.004/0.5, as if the rest of the bin were uniform
        QVERIFY(std::abs(sum(0.05, 0.5) - 100 * 0.9) < 65);   // up to one cell at each end, where the density jumps
        QVERIFY(std::abs(sum(1e-3, 1) - 500) < 2);
    }

    /// A preview has the same colours as the full run up to random scatter, and both follow the distribution. In the
    /// worst case all samples are identical. A cell with the fraction p then holds 512 p entries, and the logarithm of
    /// its count has a standard deviation of 1/√(512 p).
    void previewAndFull()
    {
        StudyRequest request;
        request.experiment.network.depth = 5;
        request.experiment.network.width = width;
        request.experiment.network.activation = {"tanh", {}};
        request.experiment.input.samples = 256;
        request.generation = 1;
        StudyCaches caches(std::size_t(1) << 26);
        const StudyPtr preview = preview_study(request, caches, {}), full = full_study(request, caches, {});
        QVERIFY(4 * preview->measurement->samples <= full->measurement->samples);
        const Picture few(preview), all(full);
        double sum = 0;
        int cells = 0;
        for (int layer = 2; layer <= 5; ++layer) {
            const double rms = full->measurement->preactivation(layer)->rms;
            for (double z = -1; z <= 1; z += 0.1) {
                const double a = few.density(layer, z * rms), b = all.density(layer, z * rms);
                const double law = std::log10(std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi) / rms);
                const double p = std::pow(10.0, law) * few.canvas.y.span() / 120;
                const double off = 4.5 / std::sqrt(width * p) / std::numbers::ln10;   // the largest of 84 cells
                QVERIFY2(std::abs(a - b) < off && std::abs(b - law) < off,
                    qPrintable(
                        QStringLiteral("layer %1, %2 σ: %3 and %4, law %5").arg(layer).arg(z).arg(a).arg(b).arg(law)));
                sum += a - b;
                ++cells;
            }
        }
        // The mean over 21 cells per layer; layers of one network are not independent.
        QVERIFY2(std::abs(sum / cells) < 0.1, qPrintable(QString::number(sum / cells)));
        for (const StudyPtr& study : {preview, full}) {
            const QString words = wordsOf(QStringLiteral("activations"), study);
            for (const char* word : {">fraction<", ">≥ 10⁻¹<", ">≤ 10⁻⁴<"})
                QVERIFY2(words.contains(QString::fromUtf8(word)), word);
        }
    }
};

STEPZERO_TEST(TestFigureActivations, QApplication)

}   // namespace tst_figure_activations
#include "tst_figure_activations.moc"
