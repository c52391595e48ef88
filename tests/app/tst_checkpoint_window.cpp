// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a checkpoint with real key and mouse events: opening, the map, the table and its filter, comparison,
// cancelling. STEPZERO_PICTURES=folder saves pictures of it, and of the folders in STEPZERO_CHECKPOINTS.
#include <QAction>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <cmath>

#include "app/appearance.h"
#include "app/application.h"
#include "app/board.h"
#include "app/checkpoint_panel.h"
#include "app/checkpoint_window.h"
#include "app/child_windows.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/audited_checkpoint.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/initialization_section.h"
#include "widgets/figures/frame/axes_figure.h"

namespace tst_checkpoint_window {

using namespace stepzero;

namespace {

struct Opened {
    explicit Opened(const QString& path = {}) : settings(folder.path()), window(settings)
    {
        window.resize(1280, 800);
        window.show();
        good = QTest::qWaitForWindowExposed(&window);
        if (!path.isEmpty())
            good = good && open(path);
    }
    bool open(const QString& path)
    {
        const AuditStudyPtr before = window.study();
        window.openPath(path);
        return QTest::qWaitFor([&] { return window.study() != before && settled(); }, 60000);
    }
    bool settled() { return !window.runner().isRunning(); }
    Figure* figure(const char* kind) { return window.board()->dock(kind)->figure(); }
    std::string chosen() { return window.study()->name_of(*window.study()->chosen); }
    /// Returns the middle of a cell of the map, in pixels.
    QPoint cell(double block, double line)
    {
        auto* map = qobject_cast<AxesFigure*>(figure("audit_map"));
        return map->canvas(map->size()).at(block, line).toPoint();
    }
    void keep(const QString& name)
    {
        const QString pictures = qEnvironmentVariable("STEPZERO_PICTURES");
        if (!pictures.isEmpty())
            QVERIFY(window.grab().save(pictures + "/checkpoint-" + name + ".png"));
    }

    QTemporaryDir folder;
    Settings settings;
    CheckpointWindow window;
    bool good = false;
};

}   // namespace

class TestCheckpointWindow : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString path(const char* name) const { return folder_.filePath(name); }

private slots:
    void initTestCase()
    {
        prepareApplication();
        writeCheckpoint(path("right.safetensors"), true);
        writeCheckpoint(path("wrong.safetensors"), false);
        writeCheckpoint(path("other.safetensors"), true, 2);
    }
    void init() { applyAppearance("light"); }

    void saysThatItFollows()
    {
        Opened o(path("right.safetensors"));
        QVERIFY(o.good);
        QCOMPARE(o.window.study()->audit->verdict, AuditVerdict::follows);
        QVERIFY2(o.window.verdict().startsWith("✓ Follows its recipe · GPT-2"), qPrintable(o.window.verdict()));
        QVERIFY(o.window.study()->audit->findings.empty());
        // Every matrix of every block has a cell and a row.
        QCOMPARE(o.figure("audit_table")->table().rows.size(), qsizetype(o.window.study()->places.size()));
        QVERIFY(o.window.windowTitle().startsWith("right.safetensors"));
        o.keep("follows");
    }

    void showsWhatDeviates()
    {
        Opened o(path("wrong.safetensors"));
        QVERIFY(o.good);
        QVERIFY2(o.window.verdict().startsWith("✕ Deviates · GPT-2"), qPrintable(o.window.verdict()));
        // One of the deviating tensors is chosen initially, and its matrix was read.
        QVERIFY2(o.chosen().find("c_proj") != std::string::npos, o.chosen().c_str());
        QVERIFY(o.window.study()->reading && !o.window.study()->reading->singular_values.empty());
        QVERIFY(o.figure("audit_spectrum")->whyEmpty().isEmpty());
        QVERIFY(o.figure("audit_entries")->whyEmpty().isEmpty());
        QVERIFY(o.figure("audit_lengths")->whyEmpty().isEmpty());
        const QString numbers = o.window.panel()->numbersText();
        QVERIFY2(numbers.contains("Deviates") && numbers.contains("ratio") && numbers.contains("c_proj"),
            qPrintable(numbers));
        const FigureTable findings = o.figure("audit_findings")->table();
        QVERIFY(!findings.rows.isEmpty());
        QCOMPARE(findings.rows[0][0], QString("std_ratio"));
        o.keep("deviates");
    }

    /// Uses a config.json that was chosen, because it has the number of heads.
    void runsItBesideTheRecipe()
    {
        Opened o(path("right.safetensors"));
        QVERIFY(o.good);
        QSignalSpy asked(&o.window, &CheckpointWindow::runRequested);
        QTest::mouseClick(o.window.panel()->runButton(), Qt::LeftButton);
        QTRY_VERIFY(o.settled());
        QVERIFY(asked.isEmpty());
        QVERIFY2(o.window.board()->notice().contains("n_head"), qPrintable(o.window.board()->notice()));
        QFile config(path("config.json"));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write(R"({"model_type": "gpt2", "n_layer": 3, "n_embd": 64, "n_head": 4, "vocab_size": 200})");
        config.close();
        QVERIFY(QFile::rename(path("config.json"), path("mine.json")));
        const AuditStudyPtr before = o.window.study();
        o.window.chooseConfig(path("mine.json"));
        QTRY_VERIFY(o.window.study() != before && o.settled());
        QTest::keyClick(&o.window, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(asked.size(), 1);
        const auto experiment = asked[0][0].value<Experiment>();
        QCOMPARE(experiment.network.depth, 3);
        QCOMPARE(experiment.network.width, 64);
        QCOMPARE(QString::fromStdString(experiment.weights.file), path("right.safetensors"));
        const auto& scaling = std::get<std::string>(experiment.network.options.at("residual_scaling"));
        QCOMPARE(scaling, std::string("inverse_sqrt_twice_depth"));
        // Read as another family, no tensor has a known name.
        const AuditStudyPtr gpt2 = o.window.study();
        o.window.chooseFamily("llama");
        QTRY_VERIFY(o.window.study() != gpt2 && o.settled());
        QVERIFY(!o.window.study()->audit->understanding.unknown.empty());
    }

    void aCellIsChosenByPointerAndKeys()
    {
        Opened o(path("right.safetensors"));
        QVERIFY(o.good);
        Figure* map = o.figure("audit_map");
        QTest::mouseClick(map, Qt::LeftButton, Qt::NoModifier, o.cell(2, -0.5));
        QTRY_VERIFY(o.settled());
        const std::string first = o.chosen();
        QCOMPARE(o.window.study()->tensor(*o.window.study()->chosen).understood.block, 2);
        map->setFocus();
        QTest::keyClick(map, Qt::Key_Right);
        QCOMPARE(o.window.study()->tensor(*o.window.study()->chosen).understood.block, 3);
        QTest::keyClick(map, Qt::Key_Right);   // there is no fourth block
        QCOMPARE(o.window.study()->tensor(*o.window.study()->chosen).understood.block, 3);
        QTest::keyClick(map, Qt::Key_Left);
        QCOMPARE(o.chosen(), first);
        QTest::keyClick(map, Qt::Key_Up);   // a tensor outside the blocks
        QCOMPARE(o.window.study()->tensor(*o.window.study()->chosen).understood.block, 0);
        QTRY_VERIFY(o.settled());
        QVERIFY(o.window.panel()->numbersText().contains(QString::fromStdString(o.chosen())));
        // A drag does not choose.
        const std::string before = o.chosen();
        QTest::mousePress(map, Qt::LeftButton, Qt::NoModifier, o.cell(1, -0.5));
        QTest::mouseMove(map, o.cell(2, -0.5));
        QTest::mouseRelease(map, Qt::LeftButton, Qt::NoModifier, o.cell(2, -0.5));
        QCOMPARE(o.chosen(), before);
    }

    void aTypedTextFilters()
    {
        Opened o(path("wrong.safetensors"));
        QVERIFY(o.good);
        Figure* table = o.figure("audit_table");
        const auto all = table->table().rows.size();
        QLineEdit* filter = o.window.panel()->filterEdit();
        filter->setFocus();
        QTest::keyClicks(filter, "C_PROJ.weight");
        QCOMPARE(table->table().rows.size(), 2 * checkpointBlocks);
        filter->selectAll();
        QTest::keyClicks(filter, "deviates");
        QCOMPARE(table->table().rows.size(), 2 * checkpointBlocks);
        filter->selectAll();
        QTest::keyClicks(filter, "no such name");
        QVERIFY(table->table().rows.isEmpty());
        QVERIFY(!table->whyEmpty().isEmpty());
        filter->selectAll();
        QTest::keyClick(filter, Qt::Key_Delete);
        QCOMPARE(table->table().rows.size(), all);
    }

    void compares()
    {
        Opened o(path("right.safetensors"));
        QVERIFY(o.good);
        QVERIFY(!o.window.findChild<QAction*>("endComparison")->isEnabled());
        o.window.compareWith(path("other.safetensors"));
        QTRY_VERIFY_WITH_TIMEOUT(o.window.study()->change && o.settled(), 60000);
        QVERIFY2(o.window.verdict().contains("since other.safetensors"), qPrintable(o.window.verdict()));
        // Two samples of one distribution: ‖ΔW‖/‖W‖ is √2, within a few percent for 12288 and more entries.
        int changed = 0;
        for (std::size_t place = 0; place < o.window.study()->places.size(); ++place)
            if (const WeightChange* change = o.window.study()->change_of(place); change && change->relative > 0) {
                QVERIFY2(std::abs(change->relative - std::sqrt(2.0)) < 0.1, change->name.c_str());
                ++changed;
            }
        QVERIFY(changed >= 4 * checkpointBlocks);
        QVERIFY(o.window.panel()->numbersText().contains("cosine"));
        o.keep("compared");
        QTest::mouseClick(o.window.panel()->endComparisonButton(), Qt::LeftButton);
        QVERIFY(!o.window.study()->change);
        QVERIFY(!o.window.verdict().contains("since"));
    }

    void whatCannotBeReadIsSaid()
    {
        Opened o(path("right.safetensors"));
        QVERIFY(o.good);
        const AuditStudyPtr before = o.window.study();
        QFile broken(path("broken.safetensors"));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("no tensors");
        broken.close();
        o.window.openPath(broken.fileName());
        QTRY_VERIFY(o.settled() && !o.window.board()->notice().isEmpty());
        QVERIFY2(o.window.board()->notice().contains("broken.safetensors"), qPrintable(o.window.board()->notice()));
        QCOMPARE(o.window.study(), before);
        // The next file that can be read removes the sentence.
        QVERIFY(o.open(path("wrong.safetensors")));
        QVERIFY(o.window.board()->notice().isEmpty());
    }

    void cancelLeavesWhatThereIs()
    {
        Opened o(path("right.safetensors"));
        QVERIFY(o.good);
        const AuditStudyPtr before = o.window.study();
        o.window.openPath(path("wrong.safetensors"));
        o.window.runner().cancel();
        QTRY_VERIFY(o.settled());
        QCOMPARE(o.window.study(), before);
    }

    /// The checkpoint becomes the document, with a pin that is initialized by its recipe. Schemes have no effect until
    /// weights are initialized again.
    void theMainWindowRunsIt()
    {
        OpenedWindow o;
        QVERIFY(o.good);
        o.window.windows().openCheckpoint(path("wrong.safetensors"));
        CheckpointWindow* checkpoint = o.window.checkpointWindow();
        QTRY_VERIFY_WITH_TIMEOUT(checkpoint->study() && !checkpoint->runner().isRunning(), 60000);
        checkpoint->chooseConfig(path("mine.json"));
        QTRY_VERIFY_WITH_TIMEOUT(!checkpoint->runner().isRunning(), 60000);
        checkpoint->runIt();
        const auto& document = o.window.document();
        QTRY_VERIFY(!document.experiment().weights.file.empty());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
        QVERIFY(o.window.study()->plan->given);
        QCOMPARE(o.window.pins().entries().size(), 1);
        QVERIFY(o.window.pins().entries().first().experiment.weights.file.empty());
        const InitializationSection* section = o.window.panel()->initialization();
        QVERIFY(section->file()->isVisible() && section->file()->text() == "wrong.safetensors");
        QVERIFY(!section->weight()->isEnabled() && !section->weight()->toolTip().isEmpty());
        QVERIFY(o.settings.value("document/recent").toStringList().contains(path("wrong.safetensors")));
        if (const QString pictures = qEnvironmentVariable("STEPZERO_PICTURES"); !pictures.isEmpty())
            QVERIFY(o.window.grab().save(pictures + "/checkpoint-runs.png"));
        QTest::mouseClick(
            section->file()->parentWidget()->findChild<QToolButton*>(QStringLiteral("drawWeights")), Qt::LeftButton);
        QVERIFY(document.experiment().weights.file.empty() && section->weight()->isEnabled());
        QVERIFY(!section->file()->isVisible());
    }

    void theMainWindowTakesADrop()
    {
        OpenedWindow o;
        QVERIFY(o.good);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path("right.safetensors"))});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&o.window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&o.window, &drop);
        QTRY_VERIFY_WITH_TIMEOUT(o.window.checkpointWindow()->study(), 60000);
        QVERIFY(o.window.checkpointWindow()->isVisible());
        // A folder with images is not a checkpoint; one with tensors is.
        QVERIFY(isCheckpoint(folder_.path()));
        QTemporaryDir images;
        QVERIFY(!isCheckpoint(images.path()));
        QVERIFY(!isCheckpoint("experiment.stepzero.json"));
        QVERIFY(isCheckpoint("/x/model.safetensors.index.json"));
    }

    void pictures()
    {
        for (const QString& one : qEnvironmentVariable("STEPZERO_CHECKPOINTS").split(':', Qt::SkipEmptyParts))
            for (const char* look : {"light", "dark"})
                for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
                    applyAppearance(look);
                    Opened o;
                    o.window.resize(size);
                    QVERIFY(o.open(one));
                    QTest::qWait(100);
                    o.keep(QStringLiteral("%1-%2-%3").arg(QFileInfo(one).fileName(), look).arg(size.width()));
                }
    }
};

STEPZERO_TEST(TestCheckpointWindow, QApplication)

}   // namespace tst_checkpoint_window
#include "tst_checkpoint_window.moc"
