// SPDX-License-Identifier: GPL-3.0-or-later
// Pinned experiments in figures: looks that differ, lines at the pinned numbers, and nothing without pins.
#include <QAction>
#include <QPainter>
#include <QtTest>
#include <set>

#include "tests/widgets/block_study.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/axes_figure.h"
#include "widgets/figures/block_data.h"
#include "widgets/figures/picture.h"

using namespace stepzero;

namespace {

constexpr QSize size(640, 420);

std::unique_ptr<Figure> make(const char* kind, const StudyPtr& study, const QVector<Pin>& pins,
    const QStringList& choices = {}, const QString& look = QStringLiteral("light"))
{
    std::unique_ptr<Figure> figure(findFigureKind(QLatin1String(kind))->create(nullptr));
    figure->setStyle({theme(look), 1});
    figure->resize(size);
    figure->setStudy(study);
    figure->setPins(pins);
    for (QAction* action : figure->choices())
        if (choices.contains(action->data().toString()))
            action->trigger();
    return figure;
}

QImage pictureOf(Figure& figure, const QSize& of = size)
{
    QImage image(of, QImage::Format_RGB32);
    QPainter painter(&image);
    figure.paint(painter, of);
    return image;
}

QColor at(Figure& figure, const QImage& picture, double x, double y)
{
    const QPointF p = dynamic_cast<AxesFigure&>(figure).canvas(picture.size()).at(x, y);
    return picture.pixelColor(int(p.x()), int(p.y()));
}

int count(const QImage& picture, const QColor& color)
{
    int n = 0;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            n += picture.pixelColor(x, y) == color;
    return n;
}

Pin pin(const StudyPtr& study, const QString& name, int style = 0) { return {study, name, style, true}; }

QVector<Pin> eight(const std::function<StudyPtr(int)>& study)
{
    QVector<Pin> all;
    for (int i = 0; i < 8; ++i)
        all << pin(study(i), QStringLiteral("experiment number %1 with a long name").arg(i + 1), i);
    return all;
}

}   // namespace

class TestFigurePins : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    void looksDiffer()
    {
        const Theme& light = theme(QStringLiteral("light"));
        std::set<QString> colors, marks;
        std::set<std::tuple<QString, QVector<qreal>, int>> all;
        for (int i = 0; i < 64; ++i) {
            const PinLook look = pinLook(i, light);
            all.insert({look.color.name(), look.dash, look.mark});
            QVERIFY(!look.dash.isEmpty());   // solid is the present experiment
            if (i < 8) {
                colors.insert(look.color.name());
                marks.insert(QString(pinSign(i)));
            }
        }
        QCOMPARE(all.size(), std::size_t(64));
        QCOMPARE(colors.size(), std::size_t(8));
        QCOMPARE(marks.size(), std::size_t(8));
        QCOMPARE(pinLook(8, light).color, pinLook(0, light).color);
        QVERIFY(pinLook(8, light).dash != pinLook(0, light).dash);
        QVERIFY(pinLook(8, light).mark != pinLook(0, light).mark);
    }

    /// Marks stand at the numbers of the pinned network, also beyond the depth of the present one.
    void curves()
    {
        const StudyPtr present = sampleStudy({.depth = 8, .growth = 1});
        const StudyPtr other = sampleStudy({.depth = 12, .growth = 1.6});
        for (const char* look : {"light", "dark", "print"}) {
            const auto figure = make("curves", present, {pin(other, QStringLiteral("other"), 2)}, {}, look);
            const QImage picture = pictureOf(*figure);
            const QColor color = pinLook(2, theme(look)).color;
            int filled = 0, open = 0, marks = 0;
            for (int layer = 1; layer <= 12; layer += 2) {   // 8 marks at most: every second layer
                const LayerMeasurement& m = other->measurement->layers[std::size_t(layer - 1)];
                filled += at(*figure, picture, layer, std::log10(m.preactivation.rms)) == color;
                open += at(*figure, picture, layer, std::log10(m.gradient->rms)) == theme(look).background;
                ++marks;
            }
            QVERIFY2(filled >= marks - 1, qPrintable(QString::number(filled)));
            QVERIFY2(open >= marks - 1, qPrintable(QString::number(open)));
            QVERIFY(dynamic_cast<AxesFigure&>(*figure).canvas(size).x.high >= 12);
            figure->setPins({});
            QCOMPARE(count(pictureOf(*figure), color), 0);
            QVERIFY(dynamic_cast<AxesFigure&>(*figure).canvas(size).x.high < 9);
        }
    }

    void nothingWithoutPins()
    {
        const StudyPtr present = sampleStudy({.depth = 8});
        const StudyPtr other = sampleStudy({.depth = 12, .growth = 1.3});
        for (const char* kind : {"curves", "correlation", "spectrum", "weights", "summary"}) {
            const auto plain = make(kind, present, {});
            const auto figure = make(kind, present, {});
            const QImage before = pictureOf(*plain);
            QCOMPARE(pictureOf(*figure), before);
            const int computed = figure->recomputations();
            // Hidden ones and those without a study are none.
            figure->setPins(
                {{other, QStringLiteral("hidden"), 0, false}, {nullptr, QStringLiteral("waiting"), 1, true}});
            QVERIFY(figure->pins().isEmpty());
            QCOMPARE(figure->recomputations(), computed);
            figure->setPins({pin(other, QStringLiteral("other"))});
            QVERIFY2(pictureOf(*figure) != before, kind);
            figure->setPins({});
            QVERIFY2(pictureOf(*figure) == before, kind);
        }
    }

    /// On the screen another set of pins is no other study.
    void pinsAreNoStudy()
    {
        const auto figure = make("curves", sampleStudy(), {});
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
        QTRY_COMPARE(figure->recomputations(), 1);
        figure->setPins({pin(sampleStudy({.growth = 2}), QStringLiteral("other"))});
        QCoreApplication::processEvents();
        QCOMPARE(figure->recomputations(), 1);
    }

    void spectrum()
    {
        const StudyPtr present = sampleStudy({.depth = 8}), other = sampleStudy({.depth = 14});
        const auto figure = make("spectrum", present, {pin(other, QStringLiteral("other"), 1)}, {"sorted"});
        const QImage picture = pictureOf(*figure);
        const QColor color = pinLook(1, theme(QStringLiteral("light"))).color;
        // 128 values, a mark at each sixteenth; those of style 1 begin with the last of a round.
        int found = 0;
        for (int i = 15; i < 128; i += 16)
            found += at(*figure, picture, i + 1, *(*other->jacobian)[std::size_t(i)]) == color;
        QVERIFY2(found >= 7, qPrintable(QString::number(found)));
        // The histogram holds all of both.
        const auto histogram = make("spectrum", present, {pin(other, QStringLiteral("other"), 1)});
        pictureOf(*histogram);
        const Range x = dynamic_cast<AxesFigure&>(*histogram).canvas(size).x;
        for (const StudyPtr& s : {present, other})
            for (const auto& value : *s->jacobian)
                QVERIFY(!value || x.contains(*value));
    }

    void stream()
    {
        const StudyPtr present = blockStudy({.depth = 4});
        const StudyPtr other = blockStudy({.depth = 6, .weight_std = 0.3});
        const auto figure = make("stream", present, {pin(other, QStringLiteral("other"))});
        const QImage picture = pictureOf(*figure);
        const BlockSource s = blockSource(*other);
        const QColor color = pinLook(0, theme(QStringLiteral("light"))).color;
        int found = 0, marks = 0;
        for (int place = 0; place < s.places(); place += 2, ++marks)   // 13 places: every second has a mark
            found += at(*figure, picture, s.xOf(place), log10RmsAt(s.recording->values, s.streamSite(place))) == color;
        QVERIFY2(found >= marks - 2, qPrintable(QStringLiteral("%1 of %2").arg(found).arg(marks)));
        // A dense network has no stream.
        const auto without = make("stream", present, {});
        figure->setPins({pin(sampleStudy(), QStringLiteral("dense"))});
        QCOMPARE(pictureOf(*figure), pictureOf(*without));
    }

    void summary()
    {
        const StudyPtr present = sampleStudy({.depth = 8, .growth = 1.2}), other = sampleStudy({.depth = 6});
        const auto figure = make("summary", present, {pin(other, QStringLiteral("other"))});
        const FigureTable table = figure->table();
        const auto column = table.header.indexOf(QStringLiteral("preactivation_rms_ratio"));
        const auto gradient = table.header.indexOf(QStringLiteral("gradient_rms_ratio"));
        QVERIFY(column > 0 && gradient > 0);
        for (int l = 0; l < 8; ++l) {
            const QString cell = table.rows[l][column];
            if (l >= 6) {
                QVERIFY(cell.isEmpty());
                continue;
            }
            // The wobble of both is the same: growth^layer is left, and of gradients 1.2^(8 − layer).
            QVERIFY(std::abs(cell.toDouble() / std::pow(1.2, l + 1) - 1) < 1e-9);
            QVERIFY(std::abs(table.rows[l][gradient].toDouble() / std::pow(1.2, 7 - l) - 1) < 1e-9);
        }
        QVERIFY(!make("summary", present, {})->table().header.contains(QStringLiteral("preactivation_rms_ratio")));
    }

    void blockSummary()
    {
        const StudyPtr present = blockStudy({.depth = 3}), other = blockStudy({.depth = 2, .weight_std = 0.2});
        const FigureTable table = make("block_summary", present, {pin(other, QStringLiteral("other"))})->table();
        const auto column = table.header.indexOf(QStringLiteral("stream_rms_ratio"));
        QVERIFY(column > 0);
        for (int block = 1; block <= 3; ++block) {
            const QString cell = table.rows[block - 1][column];
            if (block == 3) {
                QVERIFY(cell.isEmpty());
                continue;
            }
            // The signal of a layer is the stream behind that block.
            const auto rms = [block](const StudyPtr& s) {
                const Distribution& d = s->measurement->layers[std::size_t(block - 1)].output;
                return d.plain(d.rms);
            };
            QVERIFY2(std::abs(cell.toDouble() * rms(other) / rms(present) - 1) < 1e-6, qPrintable(cell));
        }
    }

    /// Eight long names leave room for the curves, and can be clicked away.
    void eightPins()
    {
        const StudyPtr present = sampleStudy({.depth = 10});
        const QVector<Pin> pins = eight([](int i) { return sampleStudy({.depth = 10, .growth = 0.6 + 0.12 * i}); });
        const QSize small(520, 300);
        const auto figure = make("curves", present, pins);
        figure->resize(small);
        const QImage picture = pictureOf(*figure, small);
        const Canvas c = dynamic_cast<AxesFigure&>(*figure).canvas(small);
        QVERIFY2(c.plot.height() >= 120, qPrintable(QString::number(c.plot.height())));
        const QImage above = picture.copy(0, 0, small.width(), c.plot.top());
        for (int i = 0; i < 8; ++i)
            QVERIFY2(count(above, pinLook(i, theme(QStringLiteral("light"))).color) >= 9,   // the inside of a mark
                qPrintable(QStringLiteral("pin %1 is not in the legend").arg(i)));
        QJsonObject view = figure->viewState();
        view[QStringLiteral("off")] = QJsonArray {QStringLiteral("pin0")};
        figure->setViewState(view);
        const QColor color = pinLook(0, theme(QStringLiteral("light"))).color;
        QCOMPARE(count(pictureOf(*figure, small), color), 0);
    }

    void picturesHaveThem()
    {
        const StudyPtr present = sampleStudy({.depth = 8});
        PictureOptions options;
        options.pixels = {800, 500};
        PicturePart part {QStringLiteral("curves"), {}};
        const QColor color = pinLook(0, theme(options.theme)).color;
        QCOMPARE(count(renderPicture(present, {part}, options), color), 0);
        part.pins = {pin(sampleStudy({.depth = 8, .growth = 1.5}), QStringLiteral("other"))};
        QVERIFY(count(renderPicture(present, {part}, options), color) > 100);
    }
};

QTEST_MAIN(TestFigurePins)
#include "tst_figure_pins.moc"
