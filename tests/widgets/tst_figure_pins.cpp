// SPDX-License-Identifier: GPL-3.0-or-later
// Pinned experiments in figures: distinct looks, lines at the pinned numbers, and no trace without pins.
#include <QAction>
#include <QPainter>
#include <QSignalSpy>
#include <QtTest>
#include <set>

#include "tests/main/registered_test.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/sample_study.h"
#include "tests/widgets/theory_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/pin_numbers.h"
#include "widgets/figures/network/block_data.h"
#include "widgets/figures/picture.h"

namespace tst_figure_pins {

using namespace stepzero;

namespace {

constexpr QSize size(640, 420);

std::unique_ptr<Figure> make(const char* kind, const StudyPtr& study, const QVector<Pin>& pins,
    const QStringList& choices = {}, const QString& look = QStringLiteral("light"))
{
    std::unique_ptr<Figure> figure(findFigureKind(QLatin1String(kind))->create(nullptr));
    figure->setStyle({theme(look), 1});
    figure->resize(size);
    figure->setExhibit(study);
    figure->setPins(pins);
    for (QAction* action : figure->choices())
        if (choices.contains(action->data().toString()))
            action->trigger();
    return figure;
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

/// Returns a dense network or a transformer, with theory and spectra.
StudyPtr presentOf(const QString& subject)
{
    static const StudyPtr dense = theoryStudy({.depth = 8});
    static const StudyPtr blocks = blockStudy({.depth = 3, .spectra = true});
    return subject == networkLayers ? dense : blocks;
}

/// Returns a deeper network that differs in everything.
StudyPtr pinnedOf(const QString& subject)
{
    static const StudyPtr dense = [] {
        auto study = theoryStudy({.variances = {2.5, 0.3}, .depth = 10});
        auto measurement = std::make_shared<Measurement>(*study->measurement);
        for (int layer = 1; layer <= measurement->depth(); ++layer) {
            preactivationOf(*measurement, layer).value = sampleNormal(1.7, 0.2);
            outputOf(*measurement, layer).set(Quantity::zero_fraction, 0.3);
            measurement->record[std::size_t(layer)].weights = {{measurement->reading.weight, sampleNormal(0.12)}};
        }
        study->measurement = measurement;
        return study;
    }();
    static const StudyPtr blocks = blockStudy({.depth = 5, .weight_std = 0.3, .spectra = true});
    return subject == networkLayers ? dense : blocks;
}

QImage axesOf(Figure& figure, const QImage& picture)
{
    return picture.copy(dynamic_cast<AxesFigure&>(figure).canvas(picture.size()).plot);
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
            QVERIFY(!look.dash.isEmpty());   // a solid line is the present experiment
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

    /// Marks are at the numbers of the pinned network, even beyond the depth of the present one.
    void curves()
    {
        const StudyPtr present = sampleStudy({.depth = 8, .growth = 1});
        const StudyPtr other = sampleStudy({.depth = 12, .growth = 1.6});
        for (const char* look : {"light", "dark", "print"}) {
            const auto figure = make("signal", present, {pin(other, QStringLiteral("other"), 2)}, {}, look);
            const QImage picture = pictureOf(*figure);
            const QColor color = pinLook(2, theme(look)).color;
            int filled = 0, open = 0, marks = 0;
            for (int layer = 1; layer <= 12; layer += 2) {   // at most 8 marks: every second layer
                const Measurement& m = *other->measurement;
                filled += at(*figure, picture, layer, std::log10(m.preactivation(layer)->rms)) == color;
                open += at(*figure, picture, layer, std::log10(m.gradient(layer)->rms)) == theme(look).background;
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
        for (const char* kind : {"signal", "correlation", "spectrum", "weights", "summary"}) {
            const auto plain = make(kind, present, {});
            const auto figure = make(kind, present, {});
            const QImage before = pictureOf(*plain);
            QCOMPARE(pictureOf(*figure), before);
            const int computed = figure->recomputations();
            // Hidden pins and those without a study are not drawn.
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

    void everyFigure_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("subject");
        // Excludes figures of single maps, formulas, sentences, a drawing, variants of the present network with their
        // own looks, and training after step 0.
        const QStringList without {QStringLiteral("attention_map"), QStringLiteral("formula"),
            QStringLiteral("gain_numbers"), QStringLiteral("findings"), QStringLiteral("compare"),
            QStringLiteral("floats"), QStringLiteral("rounding"), QStringLiteral("experts"), QStringLiteral("training"),
            QStringLiteral("network")};
        for (const FigureKind& kind : figureKinds())
            for (const QString& subject : {networkLayers, networkTokens})
                if (kind.places.contains(subject) && !without.contains(kind.id))
                    QTest::newRow(qPrintable(kind.id + QLatin1Char(' ') + subject)) << kind.id << subject;
    }

    void everyFigure()
    {
        QFETCH(QString, kind);
        QFETCH(QString, subject);
        const StudyPtr present = presentOf(subject), other = pinnedOf(subject);
        const QVector<Pin> pins {pin(other, QStringLiteral("other"), 3)};
        const auto figure = make(qPrintable(kind), present, {});
        const QImage before = pictureOf(*figure);
        const QStringList ownColumns = figure->table().header;
        const auto ownRows = figure->table().rows;
        figure->setPins(pins);
        const QImage after = pictureOf(*figure);
        QVERIFY(after != before);

        if (dynamic_cast<AxesFigure*>(figure.get())) {
            // The legend has the pin's mark and name. Once hidden, only these remain.
            const QColor color = pinLook(3, theme(QStringLiteral("light"))).color;
            const int top = dynamic_cast<AxesFigure&>(*figure).canvas(size).plot.top();
            const QImage legend = after.copy(0, 0, size.width(), top);
            QVERIFY(count(legend, color) >= 9);
            const auto renamed = make(qPrintable(kind), present, {pin(other, QStringLiteral("another"), 3)});
            QVERIFY(pictureOf(*renamed).copy(0, 0, size.width(), top) != legend);
            QJsonObject view = figure->viewState();
            view[QStringLiteral("off")] = QJsonArray {QStringLiteral("pin3")};
            const auto off = make(qPrintable(kind), present, pins);
            off->setViewState(view);
            const QImage without = pictureOf(*off);
            QCOMPARE(count(axesOf(*off, without), color), count(axesOf(*figure, before), color));
        }
        // The numbers are in separate columns after those of the figure and, in summaries, ratios.
        const FigureTable table = figure->table();
        QStringList added;
        for (const QString& column : table.header)
            if (!ownColumns.contains(column) && !column.endsWith(QStringLiteral("_ratio")))
                added << column;
        QVERIFY(!added.isEmpty());
        QCOMPARE(table.header.mid(table.header.size() - added.size()), added);
        for (const QString& column : added) {
            QVERIFY2(column.startsWith(QStringLiteral("other: ")), qPrintable(column));
            QVERIFY2(ownColumns.contains(column.mid(7)), qPrintable(column));
        }
        for (qsizetype i = 0; i < table.rows.size(); ++i) {
            QCOMPARE(table.rows[i].size(), table.header.size());
            for (qsizetype k = 0; i < ownRows.size() && k < ownColumns.size(); ++k)
                QCOMPARE(table.rows[i][table.header.indexOf(ownColumns[k])], ownRows[i][k]);
        }
        figure->setPins({});
        QVERIFY(pictureOf(*figure) == before);
        QCOMPARE(figure->table().header, ownColumns);
        // A pin of another kind leaves no trace.
        figure->setPins({pin(presentOf(subject == networkLayers ? networkTokens : networkLayers), "odd")});
        QVERIFY(pictureOf(*figure) == before);
        QCOMPARE(figure->table().header, ownColumns);
    }

    /// Pins that are dead or exceed all numbers are drawn as far as possible.
    void deadAndExplodedPins()
    {
        const StudyPtr present = presentOf(networkLayers);
        const QVector<StudyPtr> odd {sampleStudy({.depth = 12, .dead = true}),
            sampleStudy({.depth = 12, .exponent = 5000, .infinite = true}), sampleStudy({.depth = 1}),
            sampleStudy({.depth = 12, .identity = true}), sampleStudy({.gradient = false, .spectra = false})};
        for (const FigureKind& kind : figureKinds()) {
            if (!kind.places.contains(networkLayers))
                continue;
            QVector<Pin> all;
            for (const StudyPtr& study : odd) {
                all << pin(study, QStringLiteral("odd"), int(all.size()));
                const auto figure = make(qPrintable(kind.id), present, {all.last()});
                pictureOf(*figure);
                figure->table();
                if (auto* axes = dynamic_cast<AxesFigure*>(figure.get())) {
                    const Canvas c = axes->canvas(size);
                    QVERIFY2(std::isfinite(c.x.span()) && std::isfinite(c.y.span()) && c.x.span() > 0 && c.y.span() > 0,
                        qPrintable(kind.id));
                }
            }
            const auto figure = make(qPrintable(kind.id), odd[1], all);
            QVERIFY(!pictureOf(*figure, {520, 300}).isNull());
        }
    }

    void rowsOfTables()
    {
        const StudyPtr present = sampleStudy({.depth = 8}), other = sampleStudy({.depth = 12, .growth = 1.6});
        const FigureTable table = make("signal", present, {pin(other, QStringLiteral("other"))})->table();
        const auto column = table.header.indexOf(QStringLiteral("other: preactivation_rms"));
        const auto own = table.header.indexOf(QStringLiteral("preactivation_rms"));
        QVERIFY(column > own && own > 0);
        QCOMPARE(table.rows.size(), 12);
        for (int l = 0; l < 12; ++l) {
            const Distribution& d = *other->measurement->preactivation(l + 1);
            QCOMPARE(table.rows[l][0], QString::number(l + 1));
            QCOMPARE(table.rows[l][column], exactNumber(d, d.rms));
            QCOMPARE(table.rows[l][own].isEmpty(), l >= 8);
        }
    }

    void readouts()
    {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const StudyPtr study = sampleStudy();
        Frame f;
        f.layers = 3;
        f.yScale = Scale::log10;
        PinLine he {pin(study, QStringLiteral("He"), 0), {1, 2, 3}, {0, -2, nan}}, open = he;
        PinLine naive {pin(study, QStringLiteral("naive"), 1), {1, 2}, {-9, -10}};
        f.pins = {he, naive};
        QCOMPARE(pinReadout(f, 1.4),
            QStringLiteral("He %1 · naive %2").arg(alignedLog10(0, false), alignedLog10(-9, false)));
        QCOMPARE(pinReadout(f, 3), QString());   // NaN, and beyond the depth of the other
        open.fill = PinFill::open;
        open.y = {1, 1, 1};
        f.pins = {he, naive, open};
        QCOMPARE(pinReadout(f, 2),
            QStringLiteral("He ● %1 ○ %2 · naive %3")
                .arg(alignedLog10(-2, false), alignedLog10(1, false), alignedLog10(-10, false)));
        f.layers = 0;
        f.xScale = f.yScale = Scale::linear;
        he.y = {10, 20, 40};
        f.pins = {he};
        QCOMPARE(pinReadout(f, 2.5), QStringLiteral("He ") + aligned(30));   // between its points
        QCOMPARE(pinReadout(f, 3.5), QString());
        f.pins[0].steps = true;
        QCOMPARE(pinReadout(f, 2.5), QStringLiteral("He ") + aligned(20));   // value of the bin from 2 to 3
        f.yScale = Scale::percent;
        f.pins[0].y = {0.1, 0.25, 0};
        QCOMPARE(pinReadout(f, 2.5), QStringLiteral("He 25.0%"));

        // In a figure, they follow the figure's own text.
        const auto figure = make("signal", sampleStudy({.depth = 8}), {pin(study, QStringLiteral("other"))});
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
        QSignalSpy said(figure.get(), &Figure::readout);
        const Canvas c = dynamic_cast<AxesFigure&>(*figure).canvas(figure->size());
        QTest::mouseMove(figure.get(), c.at(4, c.y.low + 0.5 * c.y.span()).toPoint());
        QTRY_VERIFY(!said.isEmpty());
        const Distribution& z = *study->measurement->preactivation(4);
        QVERIFY2(
            said.last()[0].toString().contains(QStringLiteral("other ● ") + alignedLog10(z.log10_of(z.rms), false)),
            qPrintable(said.last()[0].toString()));
    }

    /// On the screen another set of pins does not count as another study.
    void pinsAreNoStudy()
    {
        const auto figure = make("signal", sampleStudy(), {});
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
        // 128 values with a mark at each sixteenth; those of style 1 begin with the last of a group.
        int found = 0;
        for (int i = 15; i < 128; i += 16)
            found += at(*figure, picture, i + 1, *(*other->jacobian)[std::size_t(i)]) == color;
        QVERIFY2(found >= 7, qPrintable(QString::number(found)));
        // The histogram contains all values of both.
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
        const auto figure = make("signal", present, {pin(other, QStringLiteral("other"))});
        const QImage picture = pictureOf(*figure);
        const BlockSource s = blockSource(*other);
        const QColor color = pinLook(0, theme(QStringLiteral("light"))).color;
        int found = 0, marks = 0;
        for (int place = 0; place < s.places(); place += 2, ++marks)   // 13 places: every second has a mark
            found += at(*figure, picture, s.xOf(place), s.measured(s.streamSite(place), Quantity::rms)) == color;
        QVERIFY2(found >= marks - 2, qPrintable(QStringLiteral("%1 of %2").arg(found).arg(marks)));
        // A dense network has no stream.
        const auto without = make("signal", present, {});
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
            // Both have the same wobble, so growth^layer remains, and for gradients 1.2^(8 − layer).
            QVERIFY(std::abs(cell.toDouble() / std::pow(1.2, l + 1) - 1) < 1e-9);
            QVERIFY(std::abs(table.rows[l][gradient].toDouble() / std::pow(1.2, 7 - l) - 1) < 1e-9);
        }
        QVERIFY(!make("summary", present, {})->table().header.contains(QStringLiteral("preactivation_rms_ratio")));
    }

    void blockSummary()
    {
        const StudyPtr present = blockStudy({.depth = 3}), other = blockStudy({.depth = 2, .weight_std = 0.2});
        const FigureTable table = make("summary", present, {pin(other, QStringLiteral("other"))})->table();
        const auto column = table.header.indexOf(QStringLiteral("stream_rms_ratio"));
        QVERIFY(column > 0);
        for (int block = 1; block <= 3; ++block) {
            const QString cell = table.rows[block - 1][column];
            if (block == 3) {
                QVERIFY(cell.isEmpty());
                continue;
            }
            // The signal of a layer is the stream after that block.
            const auto rms = [block](const StudyPtr& s) {
                const Distribution& d = *s->measurement->output(block);
                return d.plain(d.rms);
            };
            QVERIFY2(std::abs(cell.toDouble() * rms(other) / rms(present) - 1) < 1e-6, qPrintable(cell));
        }
    }

    /// Eight long names leave room for the curves, and can be clicked to hide.
    void eightPins()
    {
        const StudyPtr present = sampleStudy({.depth = 10});
        const QVector<Pin> pins = eight([](int i) { return sampleStudy({.depth = 10, .growth = 0.6 + 0.12 * i}); });
        const QSize small(520, 300);
        const auto figure = make("signal", present, pins);
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
        PicturePart part {QStringLiteral("signal"), {}};
        const QColor color = pinLook(0, theme(options.theme)).color;
        QCOMPARE(count(renderPicture(present, {part}, options), color), 0);
        part.pins = {pin(sampleStudy({.depth = 8, .growth = 1.5}), QStringLiteral("other"))};
        QVERIFY(count(renderPicture(present, {part}, options), color) > 100);
    }
};

STEPZERO_TEST(TestFigurePins, QApplication)

}   // namespace tst_figure_pins
#include "tst_figure_pins.moc"
