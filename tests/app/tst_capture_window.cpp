// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a capture with real key and mouse events: opening by extension, format and drop, comparison, choosing a
// module, the filter, broken files, another language. STEPZERO_PICTURES=folder saves pictures of it, also with the
// captures that STEPZERO_CAPTURES lists.
#include <QAction>
#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "app/appearance.h"
#include "app/application.h"
#include "app/board.h"
#include "app/board_tabs.h"
#include "app/capture_panel.h"
#include "app/capture_window.h"
#include "app/child_windows.h"
#include "app/find_bar.h"
#include "app/layout.h"
#include "app/open_file.h"
#include "core/files/presets.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/audited_checkpoint.h"
#include "tests/widgets/sample_capture.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/language/language.h"

namespace tst_capture_window {

using namespace stepzero;

namespace {

struct OpenedCaptureWindow {
    explicit OpenedCaptureWindow(const QString& path = {}, const QSize& size = {1280, 800})
        : settings(folder.path()), window(settings)
    {
        window.resize(size);
        window.show();
        good = QTest::qWaitForWindowExposed(&window);
        if (!path.isEmpty())
            good = good && open(path);
    }
    bool open(const QString& path)
    {
        const CaptureStudyPtr before = window.study();
        window.openPath(path);
        return QTest::qWaitFor([&] { return window.study() != before && settled(); }, 60000);
    }
    bool settled() { return !window.runner().isRunning(); }
    Figure* figure(const char* kind) { return window.board()->dock(kind)->figure(); }
    std::string chosen() { return window.study()->name_of(*window.study()->chosen); }
    void keep(const QString& name)
    {
        const QString pictures = qEnvironmentVariable("STEPZERO_PICTURES");
        if (pictures.isEmpty())
            return;
        QTest::qWait(100);
        QVERIFY(window.grab().save(pictures + "/capture-" + name + ".png"));
    }

    QTemporaryDir folder;
    Settings settings;
    CaptureWindow window;
    bool good = false;
};

}   // namespace

class TestCaptureWindow : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString path(const char* name) const { return folder_.filePath(name); }
    void write(const char* name, const QByteArray& text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

private slots:
    void initTestCase()
    {
        prepareApplication();
        writeCapture(path("small.stepzero-capture.json"), smallCapture());
        writeCapture(path("twice.stepzero-capture.json"), smallCapture(2));
        writeCapture(path("gpt.stepzero-capture.json"), transformerCapture(24, 1.02, true));
        writeCapture(path("exploding.stepzero-capture.json"), explodingCapture());
        writeCapture(path("broken.stepzero-capture.json"), brokenCapture());
        writeCapture(path("renamed.json"), smallCapture());
        writeCapture(path("widths.stepzero-capture.json"), widthsCapture(0.5));
        writeCapture(path("audited.stepzero-capture.json"), weightsCapture("audited.safetensors"));
        writeCheckpoint(path("audited.safetensors"), false);
        writeCapture(path("lone.stepzero-capture.json"), weightsCapture("no-such-file.safetensors"));
    }
    void init() { applyAppearance("light"); }

    void showsAHealthyModel()
    {
        OpenedCaptureWindow o(path("small.stepzero-capture.json"));
        QVERIFY(o.good);
        QVERIFY2(o.window.verdict().startsWith("✓ Healthy · MLP · step 0 · loss 2.31, ln 10 = 2.30 · 3 modules"),
            qPrintable(o.window.verdict()));
        QVERIFY(o.window.windowTitle().startsWith("small.stepzero-capture.json"));
        QCOMPARE(o.window.fileName(), QString("small"));
        QCOMPARE(o.figure("capture_signal")->table().rows.size(), 3);
        // The largest weight is chosen initially, with its module.
        QCOMPARE(o.chosen(), std::string("fc1.weight"));
        const QString numbers = o.window.panel()->numbersText();
        QVERIFY2(numbers.contains("fc1.weight") && numbers.contains("Linear") && numbers.contains("Marchenko"),
            qPrintable(numbers));
        QCOMPARE(o.window.board()->subject(), QString("capture"));
    }

    void showsWhatIsWrong()
    {
        OpenedCaptureWindow o(path("exploding.stepzero-capture.json"));
        QVERIFY(o.good);
        QVERIFY2(o.window.verdict().startsWith("✕ Exploding"), qPrintable(o.window.verdict()));
        QVERIFY(o.window.verdict().contains("finding"));
        QVERIFY(o.window.study()->finding_of(*o.window.study()->chosen));
        const FigureTable findings = o.figure("capture_findings")->table();
        QVERIFY(!findings.rows.isEmpty());
        QVERIFY(o.open(path("broken.stepzero-capture.json")));
        QVERIFY(o.window.verdict().startsWith("✕"));
    }

    void aModuleIsChosenInFiguresAndTheTable()
    {
        OpenedCaptureWindow o(path("small.stepzero-capture.json"));
        QVERIFY(o.good);
        auto* signal = qobject_cast<AxesFigure*>(o.figure("capture_signal"));
        const Canvas c = signal->canvas(signal->size());
        QTest::mouseClick(signal, Qt::LeftButton, Qt::NoModifier, {int(c.px(2)), c.plot.center().y()});
        QCOMPARE(o.chosen(), std::string("act"));
        QVERIFY(o.window.panel()->numbersText().contains("ReLU"));
        signal->setFocus();
        QTest::keyClick(signal, Qt::Key_Right);
        QCOMPARE(o.chosen(), std::string("fc2"));
        QVERIFY(o.figure("capture_spectrum")->table().rows.size() == 2);
        Figure* table = o.figure("capture_table");
        o.window.board()->setShown("capture_table", true);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Up);
        QCOMPARE(o.chosen(), std::string("act"));
        o.window.choosePlace(-1);
        QVERIFY(!o.window.study()->chosen);
        o.window.choosePlace(100000);
        QVERIFY(!o.window.study()->chosen);
    }

    void aTypedTextFilters()
    {
        OpenedCaptureWindow o(path("gpt.stepzero-capture.json"));
        QVERIFY(o.good);
        Figure* table = o.figure("capture_table");
        const auto all = table->table().rows.size();
        QLineEdit* filter = o.window.panel()->filterEdit();
        filter->setFocus();
        QTest::keyClicks(filter, "GELU");
        QCOMPARE(table->table().rows.size(), 24);
        filter->selectAll();
        QTest::keyClick(filter, Qt::Key_Delete);
        QCOMPARE(table->table().rows.size(), all);
    }

    void compares()
    {
        OpenedCaptureWindow o(path("twice.stepzero-capture.json"));
        QVERIFY(o.good);
        QVERIFY(!o.window.findChild<QAction*>("endComparison")->isEnabled());
        QVERIFY(!o.window.panel()->endComparisonButton()->isVisible());
        o.window.compareWith(path("small.stepzero-capture.json"));
        QTRY_VERIFY(o.window.study()->before && o.settled());
        QVERIFY2(
            o.window.verdict().contains("compared with small.stepzero-capture.json"), qPrintable(o.window.verdict()));
        // Outputs are twice as large, gradients are equal.
        const FigureTable table = o.figure("capture_table")->table();
        QCOMPARE(table.rows[0][table.header.indexOf("output_ratio")].toDouble(), 2.0);
        QCOMPARE(table.rows[0][table.header.indexOf("gradient_ratio")].toDouble(), 1.0);
        QVERIFY(o.window.panel()->numbersText().contains("ratio to the other capture"));
        o.keep("compared");
        // The choice keeps the comparison, and so does a filter.
        o.window.choosePlace(1);
        QVERIFY(o.window.study()->before);
        QTest::mouseClick(o.window.panel()->endComparisonButton(), Qt::LeftButton);
        QVERIFY(!o.window.study()->before && !o.window.verdict().contains("compared"));
    }

    void aWidthIsChosen()
    {
        OpenedCaptureWindow o(path("widths.stepzero-capture.json"));
        QVERIFY(o.good);
        QVERIFY2(o.window.verdict().contains("Grows with width"), qPrintable(o.window.verdict()));
        QVERIFY(frontsOf(o.window.board()->arrangement()).contains("capture_widths"));
        QComboBox *width = o.window.panel()->widthBox(), *step = o.window.panel()->stepBox();
        QVERIFY(width->isVisible() && step->isVisible());
        QCOMPARE(width->currentText(), QString("256"));
        QCOMPARE(step->currentText(), QString("2"));
        const Figure* signal = o.figure("capture_signal");
        const auto rms = [&] {
            const FigureTable table = signal->table();
            for (const QStringList& row : table.rows)
                if (row[0] == "h.0.mlp.c_fc")
                    return row[3].toDouble();
            return 0.0;
        };
        const double wide = rms();
        const std::string chosen = o.chosen();
        width->setFocus();
        QTest::keyClick(width, Qt::Key_Up);
        QCOMPARE(width->currentText(), QString("128"));
        QVERIFY(std::abs(wide / rms() - std::sqrt(2)) < 1e-12);   // the exponent is 0.5
        QCOMPARE(o.chosen(), chosen);
        QVERIFY(o.window.verdict().contains("compared with width 64"));
        step->setFocus();
        QTest::keyClick(step, Qt::Key_Up);
        QCOMPARE(o.window.study()->capture->step, 0);
        QVERIFY(o.window.verdict().contains("step 0"));
        // An ended comparison stays ended, and the narrowest has none.
        QTest::mouseClick(o.window.panel()->endComparisonButton(), Qt::LeftButton);
        QTest::keyClick(width, Qt::Key_Down);
        QCOMPARE(width->currentText(), QString("256"));
        QVERIFY(!o.window.study()->before);
        QTest::keyClick(width, Qt::Key_Home);
        QVERIFY(!o.window.study()->before);
        QVERIFY(o.open(path("small.stepzero-capture.json")));
        QVERIFY(!width->isVisible());
        QVERIFY(!frontsOf(o.window.board()->arrangement()).contains("capture_widths"));
    }

    void savedWeightsAreAudited()
    {
        OpenedCaptureWindow o(path("audited.stepzero-capture.json"));
        QVERIFY(o.good);
        QTRY_VERIFY_WITH_TIMEOUT(o.window.study()->weights.judged && o.settled(), 60000);
        const CaptureStudyPtr study = o.window.study();
        QVERIFY(study->weights.audit && study->weights.audit->verdict == AuditVerdict::deviates);
        QVERIFY(std::ranges::any_of(study->findings, [](const CaptureFinding& one) { return one.of_weights; }));
        QCOMPARE(std::size_t(o.figure("capture_findings")->table().rows.size()), study->findings.size());
        QVERIFY2(
            o.window.panel()->weightsText().contains("Deviates · GPT-2"), qPrintable(o.window.panel()->weightsText()));
        // Without the factor 1/√(2·3) of the recipe, c_proj is √6 too large; five standard errors of 4096 entries.
        Figure* table = o.figure("capture_table");
        table->setViewState({{"rows", "parameters"}});
        const FigureTable rows = table->table();
        const auto cell = [&](const QString& name, const char* column) {
            for (const QStringList& row : rows.rows)
                if (row[rows.header.indexOf("parameter")] == name)
                    return row[rows.header.indexOf(column)];
            return QString();
        };
        QVERIFY2(cell("h.1.attn.c_proj.weight", "verdict").contains("Deviates"),
            qPrintable(cell("h.1.attn.c_proj.weight", "verdict")));
        QVERIFY(cell("h.1.attn.c_attn.weight", "verdict").contains("Follows"));
        QVERIFY(std::abs(cell("h.1.attn.c_proj.weight", "recipe_ratio").toDouble() / std::sqrt(6) - 1)
            < 5 / std::sqrt(2 * 4096.0));
        for (std::size_t place = 0; place < study->places(); ++place)
            if (study->name_of(place) == "h.1.attn.c_proj.weight")
                o.window.choosePlace(int(place));
        QVERIFY2(o.window.panel()->numbersText().contains("Deviates"), qPrintable(o.window.panel()->numbersText()));
        o.keep("audited");
        QSignalSpy requested(&o.window, &CaptureWindow::checkpointRequested);
        QVERIFY(o.window.panel()->weightsButton()->isVisible() && !o.window.panel()->auditButton()->isVisible());
        QTest::mouseClick(o.window.panel()->weightsButton(), Qt::LeftButton);
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested[0][0].toString(), path("audited.safetensors"));
        QVERIFY(o.open(path("lone.stepzero-capture.json")));   // its checkpoint is not there
        QVERIFY(o.window.panel()->weightsText().isEmpty() && !o.window.panel()->weightsButton()->isVisible());
    }

    /// A stopped audit leaves the capture, and can be started again.
    void anAuditIsStopped()
    {
        OpenedCaptureWindow o;
        o.window.openPath(path("audited.stepzero-capture.json"));
        const auto stop
            = connect(&o.window.runner(), &CaptureRunner::inspected, &o.window, [&o] { o.window.runner().cancel(); });
        QTRY_VERIFY(o.window.study() && o.settled());
        disconnect(stop);
        if (o.window.study()->weights.judged)
            QSKIP("the audit has ended before it could be stopped");
        QVERIFY(o.window.panel()->weightsText().contains("not audited"));
        QTest::mouseClick(o.window.panel()->auditButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(o.window.study()->weights.judged, 60000);
    }

    void examplesAreOpenedAndFound()
    {
        OpenedWindow o;
        QVERIFY(o.good);
        QMenu* examples = o.window.findChild<QMenu*>("exampleCaptures");
        QCOMPARE(examples->actions().size(), qsizetype(example_captures().size()));
        // Find opens an example when no capture is open.
        o.trigger("find");
        FindBar& bar = *o.window.findChild<FindBar*>();
        bar.line()->setText("Attention entropy by module");
        QTest::keyClick(bar.line(), Qt::Key_Return);
        CaptureWindow* capture = o.window.windows().capture();
        QTRY_VERIFY(capture->study() && capture->isVisible());
        QCOMPARE(capture->board()->maximised(), capture->board()->dock("capture_attention"));
        QVERIFY(capture->board()->dock("capture_attention")->figure()->whyEmpty().isEmpty());
        for (QAction* action : examples->actions()) {
            const CaptureStudyPtr before = capture->study();
            action->trigger();
            QTRY_VERIFY(capture->study() != before && !capture->runner().isRunning());
            // One fault each, and nothing else.
            QCOMPARE(capture->study()->findings.size(), std::size_t(1));
            QCOMPARE(capture->study()->findings.front().severity, Severity::warning);
        }
        QVERIFY(o.settings.value("document/recent").toStringList().isEmpty());
        // The window of captures has a Find bar too.
        capture->findChild<QAction*>("find")->trigger();
        FindBar& own = *capture->findChild<FindBar*>();
        own.line()->setText("RMS against width");
        QTest::keyClick(own.line(), Qt::Key_Return);
        QCOMPARE(capture->board()->maximised(), capture->board()->dock("capture_widths"));
    }

    /// Every problem of a file is a sentence, and what was open stays.
    void whatCannotBeReadIsSaid()
    {
        OpenedCaptureWindow o(path("small.stepzero-capture.json"));
        QVERIFY(o.good);
        const CaptureStudyPtr before = o.window.study();
        write("no.stepzero-capture.json", "no JSON");
        write("other.stepzero-capture.json", R"({"format": "stepzero-capture", "version": 1, "modules": 3})");
        write("negative.stepzero-capture.json",
            R"({"format": "stepzero-capture", "version": 1, "modules": [{"path": "a", "output": {"rms": -1}}],
                "parameters": []})");
        write("empty.stepzero-capture.json", "");
        for (const char* name : {"no.stepzero-capture.json", "other.stepzero-capture.json",
                 "negative.stepzero-capture.json", "empty.stepzero-capture.json", "missing.stepzero-capture.json"}) {
            o.window.openPath(path(name));
            QTRY_VERIFY(o.settled() && !o.window.board()->notice().isEmpty());
            const QString notice = o.window.board()->notice();
            QVERIFY2(notice.contains(QString(name)), qPrintable(notice));
            QVERIFY2(notice.endsWith('.'), qPrintable(notice));
            QCOMPARE(o.window.study(), before);
            o.window.compareWith(path(name));
            QTRY_VERIFY(o.settled() && !o.window.board()->notice().isEmpty());
            QVERIFY(!o.window.study()->before);
        }
        QVERIFY(o.open(path("twice.stepzero-capture.json")));
        QVERIFY(o.window.board()->notice().isEmpty());
    }

    void isRecognizedByItsFormat()
    {
        QVERIFY(isCapture(path("small.stepzero-capture.json")) && isCapture(path("renamed.json")));
        QVERIFY(isCapture("/no/such/file.stepzero-capture.json"));
        write("late.json", R"({"modules": [], "parameters": [], "version": 1, "format": "stepzero-capture"})");
        QVERIFY(isCapture(path("late.json")));
        write("experiment.json", R"({"format": "stepzero", "version": 1})");
        write("text.json", "stepzero-capture");
        for (const char* name : {"experiment.json", "text.json", "missing.json"})
            QVERIFY2(!isCapture(path(name)), name);
        QVERIFY(!isCapture(folder_.path()));
        QStringList problems;
        const auto opened = openFile(path("renamed.json"), &problems);
        QVERIFY(opened && std::holds_alternative<stepzero::OpenedCapture>(*opened));
    }

    void theMainWindowOpensAndTakesADrop()
    {
        OpenedWindow o;
        QVERIFY(o.good);
        QVERIFY(o.window.open(path("renamed.json")));
        CaptureWindow* capture = o.window.windows().capture();
        QTRY_VERIFY(capture->study() && capture->isVisible());
        QVERIFY(o.settings.value("document/recent").toStringList().contains(path("renamed.json")));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path("twice.stepzero-capture.json"))});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&o.window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&o.window, &drop);
        QTRY_VERIFY(capture->study()->name == "twice.stepzero-capture.json");
        // The window of captures takes drops too, but only of captures.
        QDragEnterEvent own(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(capture, &own);
        QVERIFY(own.isAccepted());
        data.setUrls({QUrl::fromLocalFile(path("experiment.json"))});
        QDragEnterEvent other(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(capture, &other);
        QVERIFY(!other.isAccepted());
    }

    void keepsItsLayout()
    {
        OpenedCaptureWindow first(path("small.stepzero-capture.json"));
        QVERIFY(first.good);
        QVERIFY(first.window.board()->isShown("capture_floats"));
        first.window.board()->setShown("capture_floats", false);
        first.figure("capture_signal")->setViewState({{"modules", "linear"}});
        first.window.close();
        CaptureWindow second(first.settings);
        QVERIFY(!second.board()->isShown("capture_floats"));
        QCOMPARE(
            second.board()->dock("capture_signal")->figure()->viewState()["modules"].toString(), QString("linear"));
    }

    void anotherLanguageKeepsTheCapture()
    {
        OpenedCaptureWindow o(path("small.stepzero-capture.json"));
        QVERIFY(o.good);
        setLanguage("zh_CN");
        {
            CaptureWindow chinese(o.settings, nullptr, &o.window);
            QCOMPARE(chinese.study(), o.window.study());
            chinese.openPath(path("twice.stepzero-capture.json"));
            QTRY_VERIFY(chinese.study()->name == "twice.stepzero-capture.json");
            QCOMPARE(o.window.study()->name, std::string("small.stepzero-capture.json"));
        }
        setLanguage("en");
    }

    /// Tabs with a name of a single letter too, such as 表.
    void everyTabIsNamed()
    {
        setLanguage("zh_CN");
        {
            OpenedCaptureWindow o(path("small.stepzero-capture.json"));
            QVERIFY(o.good);
            int short_names = 0;
            for (BoardTabs* tabs : o.window.findChildren<BoardTabs*>()) {
                const QImage image = tabs->grab().toImage();
                for (int tab = 0; tabs->isVisible() && tab < tabs->count(); ++tab) {
                    const QRect area = tabs->tabRect(tab).adjusted(3, 3, -3, -4) & image.rect();
                    bool drawn = false;
                    for (int x = area.left(); x <= area.right() && !drawn; ++x)
                        for (int y = area.top(); y <= area.bottom() && !drawn; ++y)
                            drawn = image.pixel(x, y) != image.pixel(area.topLeft());
                    QVERIFY2(drawn, qPrintable(tabs->tabText(tab)));
                    short_names += tabs->tabText(tab).size() == 1;
                }
            }
            QVERIFY(short_names > 0);
        }
        setLanguage("en");
    }

    void pictures()
    {
        if (qEnvironmentVariable("STEPZERO_PICTURES").isEmpty())
            QSKIP("STEPZERO_PICTURES names no folder");
        QStringList all {path("gpt.stepzero-capture.json"), path("small.stepzero-capture.json"),
            path("exploding.stepzero-capture.json"), path("broken.stepzero-capture.json"),
            path("widths.stepzero-capture.json"), path("audited.stepzero-capture.json"),
            path("one.stepzero-capture.json"), path("many.stepzero-capture.json")};
        writeCapture(all[6],
            captureOf({QJsonObject {
                          {"path", "fc"}, {"class", "Linear"}, {"kind", "linear"}, {"output", momentsOf(1, {8, 8})}}},
                {}));   // without parameters and without a gradient
        writeCapture(all[7], transformerCapture(34, 1.01, true));   // 411 modules
        for (const Preset& example : example_captures()) {
            all << path((example.name + ".stepzero-capture.json").c_str());
            write((example.name + ".stepzero-capture.json").c_str(),
                QByteArray(example.text.data(), qsizetype(example.text.size())));
        }
        all += qEnvironmentVariable("STEPZERO_CAPTURES").split(':', Qt::SkipEmptyParts);
        for (const char* language : {"en", "zh_CN"}) {
            setLanguage(language);
            for (const QString& one : all)
                for (const char* look : {"light", "dark"})
                    for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
                        applyAppearance(look);
                        OpenedCaptureWindow o(one, size);
                        QVERIFY(o.good);
                        o.keep(QStringLiteral("%1-%2-%3-%4")
                                   .arg(QFileInfo(one).baseName(), QLatin1String(language), QLatin1String(look))
                                   .arg(size.width()));
                    }
        }
        setLanguage("en");
    }
};

STEPZERO_TEST(TestCaptureWindow, QApplication)

}   // namespace tst_capture_window
#include "tst_capture_window.moc"
