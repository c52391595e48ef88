// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a capture with real key and mouse events: opening by extension, format and drop, comparison, choosing a
// module, the filter, broken files, another language. STEPZERO_PICTURES=folder saves pictures of it, also with the
// captures that STEPZERO_CAPTURES lists.
#include <QAction>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QTest>

#include "app/appearance.h"
#include "app/application.h"
#include "app/board.h"
#include "app/capture_panel.h"
#include "app/capture_window.h"
#include "app/child_windows.h"
#include "app/open_file.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"
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

    void pictures()
    {
        if (qEnvironmentVariable("STEPZERO_PICTURES").isEmpty())
            QSKIP("STEPZERO_PICTURES names no folder");
        QStringList all {path("gpt.stepzero-capture.json"), path("small.stepzero-capture.json"),
            path("exploding.stepzero-capture.json")};
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
