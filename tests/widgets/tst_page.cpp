// SPDX-License-Identifier: GPL-3.0-or-later
// Pages with sliders: one file that loads nothing, has a verdict for every stop, and unpacks to the program's own SVG
// files, in Node and in a real browser. The browser is used where Chromium is installed; STEPZERO_CHROMIUM=1 requires
// it.
#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <numeric>

#include "core/study/grid/sweep.h"
#include "core/study/make_study.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"
#include "widgets/figures/frame/figure.h"
#include "widgets/figures/picture.h"
#include "widgets/file_path.h"
#include "widgets/report/page.h"
#include "widgets/report/page_figure.h"

namespace tst_page {

using namespace stepzero;

namespace {

PageRequest requestOf(const char* figure, const std::vector<std::pair<std::string, std::string>>& varied)
{
    Experiment base = networks::preset("notes-he");
    base.network.width = 16;
    base.network.depth = 4;
    base.input.samples = 16;
    base.measure.jacobian = false;
    base.measure.weight_spectra = figure == std::string_view("spectrum");
    PageRequest request {{QString::fromLatin1(figure), {}}, {}, {}};
    for (const auto& [path, values] : varied)
        request.sweeps.push_back(sweep_of(base, path, values));
    std::vector<std::pair<Experiment, Focus>> moments;
    for (const SweepFrame& frame : frames_of(base, request.sweeps))
        moments.emplace_back(frame.experiment, Focus {});
    StudyCaches caches(16 << 20);
    request.studies = full_studies(moments, caches, {});
    request.start = nearest_frame(base, 0, request.sweeps);
    return request;
}

Page pageOf(const PageRequest& request)
{
    return {QStringLiteral("He & ReLU"), QStringLiteral("4 × 16"), QStringLiteral("Stepzero"), QStringLiteral("en"),
        drawnFigure(request, QStringLiteral("stop"), {})};
}

/// Returns the decompressed drawings of a page.
QJsonObject unpacked(const QString& html)
{
    static const QRegularExpression data(QStringLiteral("<script type=\"application/octet-stream\">([^<]*)</script>"));
    QByteArray bytes = QByteArray::fromBase64(data.match(html).captured(1).toLatin1());
    bytes.prepend(QByteArray(4, '\0'));   // qUncompress() takes the length as a hint
    return QJsonDocument::fromJson(qUncompress(bytes)).object();
}

/// Returns drawings as the scripts of the test expect them.
QByteArray expectedOf(const Page& page, const QVector<qsizetype>& stops)
{
    QJsonArray all;
    for (const qsizetype stop : stops)
        for (qsizetype size = 0; size < page.figure.sizes.size(); ++size)
            for (const bool dark : {false, true}) {
                const PageDrawing& drawing = page.figure.stops[stop].drawings[size];
                all << QJsonObject {{"stop", stop}, {"size", size}, {"dark", dark},
                    {"text", QString::fromUtf8(dark ? drawing.dark : drawing.light)}};
            }
    return QJsonDocument(all).toJson();
}

void writeTo(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

QString source(const char* path) { return QStringLiteral(STEPZERO_SOURCE_DIR "/") + QLatin1String(path); }

/// Runs a script; returns what it reports unless it is done.
QByteArray ran(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    process.waitForFinished(250'000);
    const QByteArray out = process.readAll();
    return process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0 && out.endsWith("done\n")
        ? QByteArray()
        : out.isEmpty() ? QByteArray("no output")
                        : out;
}

QString chromium()
{
    for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
        if (const QString found = QStandardPaths::findExecutable(QLatin1String(name)); !found.isEmpty())
            return found;
    return {};
}

}   // namespace

class TestPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    /// One drawing per stop, size and theme; a row with values and verdict per stop; a slider per setting.
    void everyStopHasValueAndVerdict()
    {
        const PageRequest request
            = requestOf("signal", {{"network.depth", "2..5"}, {"network.activation", "relu, tanh, sigmoid"}});
        const Page page = pageOf(request);
        const QString html = pageHtml(page);
        QCOMPARE(page.figure.stops.size(), 12);
        QCOMPARE(html.count(QStringLiteral("<input type=\"range\"")), 2);
        QVERIFY(html.contains(QStringLiteral("max=\"3\" value=\"2\" aria-valuetext=\"4\"")));   // 4 of 2..5
        QVERIFY(html.contains(QStringLiteral("max=\"2\" value=\"0\" aria-valuetext=\"ReLU\"")));
        static const QRegularExpression row(QStringLiteral(
            "<tr><td>([^<]+)</td><td>([^<]+)</td><td data-severity=\"(\\w+)\"><strong>([^<]+)</strong>"));
        QStringList values;
        for (auto it = row.globalMatch(html); it.hasNext();) {
            const QRegularExpressionMatch match = it.next();
            const qsizetype i = values.size();
            values << match.captured(1) + QLatin1Char(' ') + match.captured(2);
            QCOMPARE(match.captured(3), page.figure.stops[i].severity);
            QCOMPARE(match.captured(4), page.figure.stops[i].verdict.toHtmlEscaped());
            QCOMPARE(request.studies[std::size_t(i)]->experiment.network.depth, 2 + int(i / 3));
        }
        QCOMPARE(values.size(), 12);
        QCOMPARE(values[4], QStringLiteral("3 Tanh"));
        const QJsonObject data = unpacked(html);
        QCOMPARE(data["drawings"].toArray().size(), 12 * 2 * 2);
        QVERIFY(data["curves"].isNull());
        // Different depths are different drawings.
        QVERIFY(page.figure.stops[0].drawings[0].light != page.figure.stops[3].drawings[0].light);
        QCOMPARE(html, pageHtml(pageOf(request)));   // the same bytes again
    }

    /// The policy allows this style and this script, and nothing else; there is nothing else.
    void nothingIsLoaded()
    {
        const QString html = pageHtml(pageOf(requestOf("signal", {{"network.depth", "1, 2"}})));
        static const QRegularExpression style(
            QStringLiteral("<style>(.*)</style>"), QRegularExpression::DotMatchesEverythingOption),
            script(QStringLiteral("<script>(.*)</script>"), QRegularExpression::DotMatchesEverythingOption),
            handler(QStringLiteral("<[^>]*\\s(on\\w+|style|src|href)=")), address(QStringLiteral("https?://[^\"' ]*"));
        for (const auto& [pattern, name] : {std::pair(&style, "style-src"), {&script, "script-src"}}) {
            const QString text = pattern->match(html).captured(1);
            QVERIFY(!text.isEmpty());
            const QByteArray hash = QCryptographicHash::hash(text.toUtf8(), QCryptographicHash::Sha256).toBase64();
            QVERIFY(html.contains(QStringLiteral("%1 'sha256-%2'").arg(QLatin1String(name), QLatin1String(hash))));
        }
        QVERIFY(html.contains(QStringLiteral("content=\"default-src 'none'; ")));
        QString markup = html;
        markup.remove(style).remove(script);
        QVERIFY2(!handler.match(markup).hasMatch(), qPrintable(handler.match(markup).captured()));
        QString rest = html;
        rest.remove(QStringLiteral("http://www.w3.org/2000/svg"));   // a name, not an address
        QVERIFY2(!address.match(rest).hasMatch(), qPrintable(address.match(rest).captured()));
        QVERIFY(pageScript().count(QLatin1Char('\n')) < 420);
    }

    void wordsAreEscaped()
    {
        Page page = pageOf(requestOf("signal", {{"network.depth", "1, 2"}}));
        const QString bad = QStringLiteral("</script><script>alert(1)</script>\"'&");
        page.title = page.settings = page.footer = page.figure.title = page.figure.sliders[0].name
            = page.figure.sliders[0].values[0] = page.figure.stops[0].verdict = page.figure.stops[0].reason = bad;
        const QString html = pageHtml(page);
        QVERIFY(!html.contains(QStringLiteral("<script>alert")));
        QVERIFY(
            html.contains(QStringLiteral("aria-label=\"&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;")));
        QCOMPARE(html.count(QStringLiteral("<script")), 2);
    }

    /// Sixty stops of a deep network are below five megabytes.
    void sizes()
    {
        const QString html = pageHtml(pageOf(requestOf("signal", {{"network.depth", "1..60"}})));
        QVERIFY2(html.size() < 5'000'000, qPrintable(QString::number(html.size())));
    }

    /// What a page unpacks to is what the program exports as SVG.
    void aDrawingIsTheExport()
    {
        for (const char* figure : {"signal", "fractions", "weights", "phase", "network"}) {
            const PageRequest request = requestOf(figure, {{"network.depth", "3"}});
            const Page page = pageOf(request);
            QTemporaryDir folder;
            for (const bool dark : {false, true}) {
                PictureOptions options;
                options.pixels = page.figure.sizes.first().pixels;
                options.theme = dark ? QStringLiteral("dark") : QStringLiteral("light");
                options.caption = false;
                const QString path = folder.filePath(QStringLiteral("figure.svg"));
                QString error;
                QVERIFY2(
                    writePicture(pathOf(path), request.studies[0], {request.part}, options, &error), qPrintable(error));
                QFile file(path);
                QVERIFY(file.open(QIODevice::ReadOnly));
                const PageDrawing& drawing = page.figure.stops[0].drawings[0];
                QVERIFY2(file.readAll() == (dark ? drawing.dark : drawing.light), figure);
            }
            const QString node = QStandardPaths::findExecutable(QStringLiteral("node"));
            if (node.isEmpty())
                continue;
            writeTo(folder.filePath("page.html"), pageHtml(page).toUtf8());
            writeTo(folder.filePath("expected.json"), expectedOf(page, {0}));
            const QByteArray wrong = ran(node,
                {source("tests/widgets/page_logic.js"), source("resources/pages/page.js"), folder.filePath("page.html"),
                    folder.filePath("expected.json")});
            QVERIFY2(wrong.isEmpty(), wrong);
        }
    }

    /// The band contains theory, within the axes, at every stop and in both sizes.
    void aPredictionHasABand()
    {
        PageRequest request = requestOf("signal", {{"network.depth", "2..6"}});
        request.predicted = true;
        const PageFigure figure = drawnFigure(request, QStringLiteral("step-1"), {});
        for (qsizetype i = 0; i < figure.stops.size(); ++i) {
            QCOMPARE(figure.stops[i].drawings.size(), 2);
            for (const PageDrawing& drawing : figure.stops[i].drawings) {
                QVERIFY(drawing.curve);
                const TheoryCurve& curve = *drawing.curve;
                QCOMPARE(curve.x.size(), i + 2);   // layers
                QVERIFY(!curve.name.isEmpty() && curve.grid.size() > 1);
                for (qsizetype layer = 0; layer < curve.x.size(); ++layer) {
                    QVERIFY(curve.plot.contains(QPointF(curve.x[layer], curve.y[layer]).toPoint()));
                    QVERIFY(curve.top[layer] < curve.y[layer] && curve.y[layer] < curve.bottom[layer]);
                }
            }
        }
        const QString html = pageFigureHtml(figure);
        QVERIFY(html.contains(QStringLiteral("class=\"overlay\"")));
        const QJsonArray curves = unpacked(html)["curves"].toArray();
        QCOMPARE(curves.size(), figure.stops.size());
        // A figure without a curve or a distribution of theory has no prediction.
        request.part.kind = QStringLiteral("network");
        QVERIFY(!pageFigureHtml(drawnFigure(request, QStringLiteral("step-2"), {})).contains("overlay"));
    }

    void aShapeHasPlaces_data()
    {
        QTest::addColumn<QString>("figure");
        QTest::addColumn<QJsonObject>("view");
        QTest::addColumn<QString>("key");   // of theory in the legend
        QTest::newRow("weights") << "weights" << QJsonObject() << "law";
        QTest::newRow("singular values") << "spectrum" << QJsonObject {{"source", "weights"}} << "theory";
    }
    /// The shape of a distribution has the same places at every stop, stands on 0, and is within the axes.
    void aShapeHasPlaces()
    {
        QFETCH(QString, figure);
        QFETCH(QJsonObject, view);
        QFETCH(QString, key);
        PageRequest request = requestOf(figure.toUtf8(), {{"network.weight.variance", "1, 4"}});
        request.part.view = view;
        request.predicted = true;
        const PageFigure drawn = drawnFigure(request, QStringLiteral("stop"), {});
        const TheoryCurve &one = *drawn.stops[0].drawings[0].curve, &two = *drawn.stops[1].drawings[0].curve;
        QCOMPARE(one.x, two.x);
        QVERIFY(one.y != two.y);
        QCOMPARE(one.base, two.base);
        for (const TheoryCurve* curve : {&one, &two})
            for (const double y : curve->y)
                QVERIFY(y <= *curve->base && y >= curve->plot.top());
        // The wider distribution is lower, and both have the same area where x is linear.
        const auto area = [](const TheoryCurve& curve) {
            return std::accumulate(
                curve.y.begin(), curve.y.end(), 0.0, [&](double sum, double y) { return sum + *curve.base - y; });
        };
        if (figure == QLatin1String("weights"))
            QVERIFY2(std::abs(area(one) / area(two) - 1) < 0.05, qPrintable(QString::number(area(one) / area(two))));
        const QString html = pageFigureHtml(drawn);
        QVERIFY(html.contains(QStringLiteral("draw the shape of the distribution")));
        const QJsonObject curve = unpacked(html)["curves"].toArray()[0].toArray()[0].toObject();
        QCOMPARE(curve["y"].toArray().size(), curve["x"].toArray().size());
        QVERIFY(curve["base"].isDouble() && !curve.contains("top"));
        // Nothing is predicted of trained weights, nor of a theory that is not drawn.
        const auto predicts = [&](const StudyPtr& study) {
            const auto shown = figureOf(request.part, study);
            shown->resize(900, 500);
            shown->grab();   // a figure takes its numbers when it is drawn
            return dynamic_cast<const PredictedFigure&>(*shown).theoryCurve({900, 500}).has_value();
        };
        auto trained = std::make_shared<Study>(*request.studies.front());
        QVERIFY(predicts(trained));
        trained->step = 3;
        QVERIFY(!predicts(trained));
        request.part.view.insert("off", QJsonArray {key});
        QVERIFY(!predicts(request.studies.front()));
    }

    /// The drawing of a network follows the sliders too.
    void theNetworkIsAFigure()
    {
        const PageFigure figure
            = drawnFigure(requestOf("network", {{"network.depth", "2, 5"}}), QStringLiteral("stop"), {});
        for (const qsizetype size : {0, 1}) {
            const PageDrawing &shallow = figure.stops[0].drawings[size], &deep = figure.stops[1].drawings[size];
            QVERIFY(shallow.light != deep.light && shallow.light != shallow.dark);
            QVERIFY(deep.light.count("<path") + deep.light.count("<rect") > 10);
        }
    }

    void logicInNode()
    {
        const QString node = QStandardPaths::findExecutable(QStringLiteral("node"));
        if (node.isEmpty())
            QSKIP("node is not installed");
        const QByteArray wrong = ran(node, {source("tests/widgets/page_logic.js"), source("resources/pages/page.js")});
        QVERIFY2(wrong.isEmpty(), wrong);
    }

    void inABrowser_data()
    {
        QTest::addColumn<QString>("figure");
        QTest::addColumn<bool>("predicted");
        QTest::newRow("curves") << "signal" << false;
        QTest::newRow("gradient ids") << "phase" << false;
        QTest::newRow("prediction") << "signal" << true;
        QTest::newRow("shape") << "weights" << true;
        QTest::newRow("network") << "network" << false;
    }
    void inABrowser()
    {
        QFETCH(QString, figure);
        QFETCH(bool, predicted);
        const QString browser = chromium();
        if (browser.isEmpty() && !qEnvironmentVariableIsSet("STEPZERO_CHROMIUM"))
            QSKIP("Chromium is not installed");
        PageRequest request
            = requestOf(figure.toUtf8(), {{"network.activation", "relu, tanh"}, {"network.depth", "2..6"}});
        request.predicted = predicted;
        const Page page = pageOf(request);
        QTemporaryDir folder;
        writeTo(folder.filePath("page.html"), pageHtml(page).toUtf8());
        writeTo(folder.filePath("expected.json"), expectedOf(page, {7}));
        QStringList arguments {source("tests/widgets/page_in_chromium.py"), browser, folder.filePath("page.html"),
            folder.filePath("expected.json")};
        if (const QString shots = qEnvironmentVariable("STEPZERO_SCREENSHOTS"); !shots.isEmpty()) {
            const QString own = shots + QLatin1Char('/') + QTest::currentDataTag();
            QVERIFY(QDir().mkpath(own));
            arguments << own;
        }
        const QByteArray wrong = ran(QStringLiteral("/usr/bin/python3"), arguments);
        QVERIFY2(wrong.isEmpty(), wrong);
    }
};

STEPZERO_TEST(TestPage, QApplication)

}   // namespace tst_page
#include "tst_page.moc"
