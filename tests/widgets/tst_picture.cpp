// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures have the exact size and metadata, and SVG and PDF show the same as PNG.
#include <QPainter>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtSvg/QSvgRenderer>
#include <QtTest>
#include <variant>

#include "core/files/experiment_json.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/audited_checkpoint.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/grid_study.h"
#include "tests/widgets/sample_capture.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/picture.h"
#include "widgets/file_path.h"

namespace tst_picture {

using namespace stepzero;

namespace {

/// Returns the mean difference of brightness over cells of 8×8 pixels, which ignores antialiasing, but detects missing
/// parts.
double distance(const QImage& a, const QImage& b)
{
    const auto small = [](const QImage& image) {
        return image.convertToFormat(QImage::Format_Grayscale8)
            .scaled(image.size() / 8, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    };
    const QImage sa = small(a),
                 sb
        = small(b.size() == a.size() ? b : b.scaled(a.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
    double sum = 0;
    for (int y = 0; y < sa.height(); ++y)
        for (int x = 0; x < sa.width(); ++x)
            sum += std::abs(qGray(sa.pixel(x, y)) - qGray(sb.pixel(x, y)));
    return sum / sa.width() / sa.height();
}

/// Returns the approximate horizontal bounds of a path in the form of Qt's generator ("M1,2 L3,4 C…").
QRectF boundsOf(const QString& numbers)
{
    static const QRegularExpression number(QStringLiteral("-?[0-9.]+(e-?[0-9]+)?"));
    QVector<double> values;
    for (auto it = number.globalMatch(numbers); it.hasNext();)
        values << it.next().captured().toDouble();
    QRectF bounds;
    for (int i = 0; i + 1 < values.size(); i += 2) {
        const QRectF point(values[i], values[i + 1], 1e-9, 1e-9);
        bounds = i == 0 ? point : bounds | point;
    }
    return bounds;
}

}   // namespace

class TestPicture : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    QString path(const QString& name) const { return dir_.filePath(name); }

    void eachKind()
    {
        QTest::addColumn<QString>("kind");
        for (const FigureKind& kind : figureKinds())
            if (!kind.places.contains(manyExperiments) && !kind.places.contains(oneCheckpoint)
                && !kind.places.contains(oneCapture))   // these do not draw a network
                QTest::newRow(qPrintable(kind.id)) << kind.id;
    }

private slots:
    void initTestCase() { installFonts(); }

    void sizeAndMetadata_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("dpi");
        QTest::newRow("screen") << QSize(640, 360) << 96.0;
        QTest::newRow("paper") << QSize(1771, 1003) << 300.0;
        QTest::newRow("odd") << QSize(333, 777) << 150.0;
    }
    void sizeAndMetadata()
    {
        QFETCH(QSize, size);
        QFETCH(double, dpi);
        auto study = std::make_shared<Study>(*sampleStudy());
        study->experiment.title = "Größe";
        PictureOptions options;
        options.pixels = size;
        options.dpi = dpi;
        QString error;
        QVERIFY2(writePicture(pathOf(path("a.png")), study, {{"signal", {}}}, options, &error), qPrintable(error));
        const QImage image(path("a.png"));
        QCOMPARE(image.size(), size);
        QCOMPARE(image.dotsPerMeterX(), qRound(dpi / 0.0254));
        QCOMPARE(image.dotsPerMeterY(), qRound(dpi / 0.0254));
        QCOMPARE(image.text("Title"), QStringLiteral("Größe"));
        QVERIFY(image.text("Description").contains(QLatin1String("seed 42")));
        QVERIFY(image.text("Software").startsWith(QLatin1String("Stepzero 0.")));
        const auto parsed = parse_experiment(image.text("stepzero-experiment").toStdString());
        QVERIFY(std::holds_alternative<Experiment>(parsed));
        QCOMPARE(std::get<Experiment>(parsed).title, study->experiment.title);
        // The background reaches the last row and column.
        QCOMPARE(image.pixel(size.width() - 1, size.height() - 1), theme("print").background.rgb());
    }

    /// A higher resolution draws the same layout more finely.
    void dpiKeepsTheLayout()
    {
        const StudyPtr study = sampleStudy();
        PictureOptions coarse, fine;
        coarse.pixels = {640, 360};
        fine.pixels = {1920, 1080};
        fine.dpi = 288;
        QVERIFY(distance(renderPicture(study, {{"signal", {}}}, coarse),
                    renderPicture(study, {{"signal", {}}}, fine)
                        .scaled(640, 360, Qt::IgnoreAspectRatio, Qt::SmoothTransformation))
            < 1);
    }

    void board()
    {
        PictureOptions options;
        options.caption = false;
        options.theme = "dark";
        options.pixels = {800, 300};
        const QImage both = renderPicture(
            sampleStudy(), {{"signal", {}, {0, 0, 0.5, 1}}, {"weights", {}, {0.5, 0, 0.5, 1}}}, options);
        options.pixels = {400, 300};
        QCOMPARE(both.copy(0, 0, 400, 300), renderPicture(sampleStudy(), {{"signal", {}}}, options).copy());
        QCOMPARE(both.copy(400, 0, 400, 300), renderPicture(sampleStudy(), {{"weights", {}}}, options).copy());
    }

    void svgShowsThePng_data() { eachKind(); }
    void svgShowsThePng()
    {
        QFETCH(QString, kind);
        PictureOptions options;
        options.pixels = {800, 480};
        QString error;
        const StudyPtr study = sampleStudy({.growth = 0.9, .replicas = 4});
        QVERIFY2(writePicture(pathOf(path("a.svg")), study, {{kind, {}}}, options, &error), qPrintable(error));
        QSvgRenderer renderer(path("a.svg"));
        QVERIFY(renderer.isValid());
        QCOMPARE(renderer.viewBox(), QRect(QPoint(0, 0), options.pixels));
        QImage drawn(options.pixels, QImage::Format_RGB32);
        drawn.fill(Qt::white);
        QPainter painter(&drawn);
        renderer.render(&painter);
        const double d = distance(renderPicture(study, {{kind, {}}}, options), drawn);
        QVERIFY2(d < 2.5, qPrintable(QString::number(d)));   // of 255; a missing curve exceeds this
    }

    void pdfShowsThePng_data() { eachKind(); }
    void pdfShowsThePng()
    {
        QFETCH(QString, kind);
        if (QStandardPaths::findExecutable("pdftoppm").isEmpty())
            QSKIP("needs pdftoppm");
        PictureOptions options;
        options.pixels = {800, 480};
        QString error;
        const StudyPtr study = sampleStudy({.growth = 0.9, .replicas = 4});
        QVERIFY2(writePicture(pathOf(path("a.pdf")), study, {{kind, {}}}, options, &error), qPrintable(error));
        QCOMPARE(QProcess::execute("pdftoppm", {"-r", "96", "-png", "-singlefile", path("a.pdf"), path("back")}), 0);
        const QImage drawn(path("back.png"));
        QCOMPARE(drawn.size(), options.pixels);
        const double d = distance(renderPicture(study, {{kind, {}}}, options), drawn);
        QVERIFY2(d < 2.5, qPrintable(QString::number(d)));
    }

    /// The generator does not clip. In a zoomed figure, nothing may cross the axes.
    void svgStaysInsideTheAxes_data() { eachKind(); }
    void svgStaysInsideTheAxes()
    {
        QFETCH(QString, kind);
        const StudyPtr study = sampleStudy({.growth = 1.3, .replicas = 4});
        const std::unique_ptr<Figure> figure(findFigureKind(kind)->create(nullptr));
        auto* axes = qobject_cast<AxesFigure*>(figure.get());
        if (!axes)
            QSKIP("a table has no axes");
        figure->setStyle({theme("print"), 1});
        figure->setExhibit(study);
        QImage image(800, 480, QImage::Format_RGB32);
        QPainter painter(&image);
        figure->paint(painter, image.size());
        const Canvas home = axes->canvas(image.size());
        const auto middle = [](const Range& r) {
            return QJsonArray {r.low + 0.42 * r.span(), r.low + 0.55 * r.span()};
        };
        const QJsonObject view {{"x", middle(home.x)}, {"y", middle(home.y)}};

        PictureOptions options;
        options.pixels = image.size();
        options.caption = false;
        QString error;
        QVERIFY2(writePicture(pathOf(path("z.svg")), study, {{kind, view}}, options, &error), qPrintable(error));
        QFile file(path("z.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        const QRectF page(0, 0, 800, 480);
        const QRectF inside = QRectF(home.plot).adjusted(-8, -8, 12, 8);   // a whole marker may lie on the edge
        QVector<QTransform> transforms {QTransform()};
        int seen = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isEndElement() && xml.name() == QLatin1String("g"))
                transforms.removeLast();
            if (!xml.isStartElement())
                continue;
            const auto attributes = xml.attributes();
            if (xml.name() == QLatin1String("g")) {
                QTransform transform = transforms.last();
                const QString text = attributes.value("transform").toString();
                if (text.startsWith(QLatin1String("matrix("))) {
                    const QStringList m = text.mid(7).chopped(1).split(',');
                    transform = QTransform(m[0].toDouble(), m[1].toDouble(), m[2].toDouble(), m[3].toDouble(),
                                    m[4].toDouble(), m[5].toDouble())
                        * transform;
                }
                transforms << transform;
                continue;
            }
            const QString shape = xml.name() == QLatin1String("path") ? attributes.value("d").toString()
                : xml.name() == QLatin1String("polyline")             ? attributes.value("points").toString()
                                                                      : QString();
            if (shape.isEmpty())
                continue;
            const QRectF bounds = transforms.last().mapRect(boundsOf(shape));
            QVERIFY2(page.adjusted(-1, -1, 1, 1).contains(bounds), qPrintable(shape.left(200)));
            // A path that begins between the axes is data, and must end there as well.
            if (inside.contains(bounds.center()) && !bounds.contains(page.adjusted(1, 1, -1, -1))) {
                ++seen;
                QVERIFY2(inside.contains(bounds), qPrintable(shape.left(200)));
            }
        }
        QVERIFY(!xml.hasError());
        QVERIFY(seen > 0 || kind == QLatin1String("activations"));   // this one is an image
    }

    /// No font is needed where the file is read, and its description can be searched for.
    void svgLettersAreOutlines()
    {
        QString error;
        QVERIFY(writePicture(pathOf(path("t.svg")), sampleStudy(), {{"signal", {}}}, {}, &error));
        QFile file(path("t.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray svg = file.readAll();
        QVERIFY(!svg.contains("<text"));
        QVERIFY(svg.contains("<desc>Signal and gradient by layer · "));
    }

    /// Numbers are 1/45 of the shorter side, but not smaller than on the screen. A chosen scale is used unchanged.
    void slidesCanBeRead()
    {
        QCOMPARE(qRound(11 * readableScale({1600, 900}, 1)), 20);
        QCOMPARE(qRound(11 * readableScale({3840, 2160}, 1)), 48);
        QCOMPARE(qRound(11 * readableScale({1080, 1920}, 1)), 24);
        QCOMPARE(readableScale({480, 300}, 1), 1.0);
        QCOMPARE(readableScale({1800, 300}, 1), 1.0);
        QVERIFY(readableScale({1600, 900}, 6) < 1.03);   // six share the room
        const StudyPtr study = sampleStudy();
        PictureOptions free, chosen, other;
        free.pixels = chosen.pixels = other.pixels = {1600, 900};
        chosen.scale = readableScale(QSizeF(chosen.pixels), 1);
        other.scale = 1;
        const auto drawn = [&](const PictureOptions& options) {
            return renderPicture(study, {{"signal", {}}}, options).copy();
        };
        QCOMPARE(drawn(free), drawn(chosen));
        QVERIFY(drawn(free) != drawn(other));
    }

    /// A long table is shrunk until it is complete, and states when rows are missing.
    void longTablesAreWhole()
    {
        for (const auto& [depth, whole] : {std::pair {10, true}, {30, true}, {100, false}}) {
            const StudyPtr study = sampleStudy({.depth = depth});
            PictureOptions options;
            QString error;
            QVERIFY(writePicture(pathOf(path("s.png")), study, {{"summary", {}}}, options, &error));
            const QImage drawn(path("s.png"));
            options.scale = depth == 10 ? readableScale(QSizeF(options.pixels), 1) : 1;
            const QImage plain = renderPicture(study, {{"summary", {}}}, options).convertToFormat(drawn.format());
            QCOMPARE(drawn.copy() == plain.copy(), depth != 30);   // 30 rows fit at more than the size on the screen
            QCOMPARE(!wordsOf("summary", study, {}, 1600, 850).contains("too many to show"), whole);
        }
    }

    /// At the sizes of slides and of strips, texts neither overlap nor are cut off.
    void wordsHaveRoom_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QSize>("size");
        int turn = 0;   // of the sizes of a screen
        for (const FigureKind& kind : figureKinds())
            for (const QSize size :
                {QSize(800, 500), ++turn % 2 == 0 ? QSize(1600, 900) : QSize(3840, 2160), QSize(1800, 300)})
                QTest::addRow("%s %d", qPrintable(kind.id), size.width()) << kind.id << size;
    }
    void wordsHaveRoom()
    {
        QFETCH(QString, kind);
        QFETCH(QSize, size);
        const auto isOf = [&](const QString& subject) { return findFigureKind(kind)->places.contains(subject); };
        static const AuditStudyPtr audited = auditedCheckpoint(false);
        static const CaptureStudyPtr captured = captureStudy(transformerCapture(4, 1.02, true)),
                                     widths = captureStudy(widthsCapture(0.5));
        const ExhibitPtr exhibit = isOf(manyExperiments) ? ExhibitPtr(gridStudy(notesResult()))
            : isOf(oneCheckpoint)                        ? ExhibitPtr(audited)
            : isOf(oneCapture)    ? ExhibitPtr(kind == QLatin1String("capture_widths") ? widths : captured)
            : isOf(networkLayers) ? ExhibitPtr(sampleStudy({.replicas = 4}))
                                  : blockStudy({});
        const Style style {theme("print"), readableScale(size, 1)};
        PaperRecorder paper(size);
        QPainter painter(&paper);
        figureOf({kind, {}}, exhibit, style)->paint(painter, size);
        const QRectF page = QRectF(QPointF(0, 0), size).adjusted(-1, -1, 1, 1);
        for (qsizetype i = 0; i < paper.ink.size(); ++i) {
            QVERIFY2(paper.ink[i].isEmpty() || page.contains(paper.ink[i]), qPrintable(paper.texts[i] + " is cut off"));
            for (qsizetype j = 0; j < i; ++j) {
                const QRectF common = paper.ink[i] & paper.ink[j];
                // Slanted letters and scripts extend into each other's boxes.
                QVERIFY2(common.width() < style.px(2.5) || common.height() < style.px(1),
                    qPrintable(paper.texts[i] + QStringLiteral(" on ") + paper.texts[j]));
            }
        }
        QVERIFY(paper.texts.size() > 1);
    }

    void failuresAreSaid()
    {
        QString error;
        QVERIFY(!writePicture(pathOf(path("a.bmp")), sampleStudy(), {{"signal", {}}}, {}, &error));
        QVERIFY(error.contains(QLatin1String(".png, .svg, .pdf")));
        QVERIFY(!QFile::exists(path("a.bmp")));
        QVERIFY(!writePicture(pathOf(path("no/such/dir/a.png")), sampleStudy(), {{"signal", {}}}, {}, &error));
        QVERIFY2(error.contains(QLatin1String("a.png")), qPrintable(error));
    }

    void captions()
    {
        Experiment e;
        e.network.depth = 10;
        QCOMPARE(titleOf(e), QStringLiteral("He, ReLU, 10 × 256"));
        QCOMPARE(
            settingsOf(e), QStringLiteral("Dense · 10 × 256 · ReLU · kaiming_normal (relu) · 256 samples · seed 42"));
        e.title = "Mine";
        e.network.widths = {512, 512, 10};
        e.network.bias = {"normal", {{"std", 0.1}}};
        e.replicas = 3;
        QCOMPARE(titleOf(e), QStringLiteral("Mine"));
        QCOMPARE(settingsOf(e),
            QStringLiteral("Dense · 512–512–10 · ReLU · kaiming_normal (relu) · bias normal (std 0.1) · 256 samples · "
                           "seed 42 · 3 replicas"));
    }
};

STEPZERO_TEST(TestPicture, QApplication)

}   // namespace tst_picture
#include "tst_picture.moc"
