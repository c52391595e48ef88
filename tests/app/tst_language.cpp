// SPDX-License-Identifier: GPL-3.0-or-later
// A change of language: the window is another one around the same work, and the output of commands for machines is
// unchanged.
#include <QAccessible>
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QtTest>

#include "app/board.h"
#include "app/checkpoint_window.h"
#include "app/child_windows.h"
#include "app/dial_bar.h"
#include "app/grid_window.h"
#include "app/help_controller.h"
#include "app/lesson_bar.h"
#include "app/picture_button.h"
#include "app/pin_panel.h"
#include "app/present_window.h"
#include "app/preset_gallery.h"
#include "app/sizes_window.h"
#include "app/verdict_bar.h"
#include "app/window_owner.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/study/lesson/lesson_json.h"
#include "tests/app/opened_window.h"
#include "tests/app/program.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/figures/frame/figure.h"
#include "widgets/language/language.h"
#include "widgets/sizes/size_figures.h"

namespace tst_language {

using namespace stepzero;

namespace {

QStringList menusOf(const QMainWindow& window)
{
    QStringList all;
    for (const QAction* menu : window.menuBar()->actions()) {
        all << menu->text();
        for (const QAction* action : menu->menu()->actions())
            if (!action->objectName().contains("undo")
                && !action->objectName().contains("redo"))   // their texts contain the edit
                all << action->text();
    }
    return all;
}

bool hasCharacters(const QString& text)
{
    return std::ranges::any_of(text, [](QChar c) { return c.unicode() >= 0x4e00 && c.unicode() < 0xa000; });
}

}   // namespace

class TestLanguage : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { setLanguage(QStringLiteral("en")); }
    void nothingIsLost();
    void toolsFollow();
    void failuresAreInTheLanguage();
    void aLessonGoesOn();
    void whatIsPresentedIsInTheLanguage();
    void labelsAreWhole();
    void resultsAreTheSame();
    void helpIsInTheLanguage();
    void presetsAreInTheLanguage();
};

/// The window of presets stays open, in the other language, and chooses for the new window.
void TestLanguage::presetsAreInTheLanguage()
{
    QTemporaryDir folder;
    Settings settings(folder.path());
    WindowOwner owner(settings, QStringLiteral("en"));
    owner.window().start();
    owner.window().help().showPresets();
    QCOMPARE(owner.window().findChild<PresetGallery*>()->windowTitle(), QString("Presets"));
    owner.chooseLanguage(QStringLiteral("zh"));
    auto* gallery = owner.window().findChild<PresetGallery*>();
    QVERIFY(gallery && gallery->isVisible());
    gallery->presetButton("exploding")->click();
    QCOMPARE(owner.window().document().experiment().title, find_preset("exploding")->title.english());
}

void TestLanguage::nothingIsLost()
{
    QTemporaryDir folder;
    Settings settings(folder.path());
    WindowOwner owner(settings, QStringLiteral("en"));
    owner.window().start();
    owner.window().showNormal();
    // Within the screen, because Qt 6.8 does not restore a larger window.
    owner.window().resize(owner.window().screen()->availableSize() - QSize(40, 80));
    const QStringList english = menusOf(owner.window());
    Document* document = &owner.window().document();
    Experiment edited = smallNetwork();
    document->edit(edited, {QStringLiteral("one edit"), {}, false});
    owner.window().workspace().pinExperiment();
    edited.network.depth = 6;
    document->edit(edited, {QStringLiteral("another"), {}, false});
    owner.window().workspace().chooseLayer(3);
    QTRY_VERIFY(owner.window().study() && owner.window().study()->stage == Stage::full
        && owner.window().study()->experiment == edited);
    GridWindow* studies = owner.window().studyWindow();
    studies->choosePreset(QStringLiteral("notes-six-schemes"));
    studies->show();
    const std::string grid = studies->grid().title;
    const StudyPtr study = owner.window().study();
    const QSize size = owner.window().size();
    const int docks = int(owner.window().board()->docks().size());
    QVERIFY(owner.window().pinPanel()->isVisible());
    const QAccessible::Id spoken = QAccessible::uniqueId(QAccessible::queryAccessibleInterface(&owner.window()));

    owner.chooseLanguage(QStringLiteral("zh"));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(!QAccessible::accessibleInterface(spoken));   // otherwise it would be mistaken for a later object at the
                                                          // same address
    MainWindow& window = owner.window();
    QVERIFY(window.isVisible());
    QCOMPARE(window.size(), size);
    QCOMPARE(menusOf(window).size(), english.size());
    for (const QAction* menu : window.menuBar()->actions())
        QVERIFY2(hasCharacters(menu->text()), qPrintable(menu->text()));
    QCOMPARE(settings.value("look/language").toString(), QStringLiteral("zh"));
    // The same work: history, pins, layer, study, the other window.
    QCOMPARE(&window.document(), document);
    QVERIFY(document->experiment() == edited);
    QCOMPARE(document->undoStack()->count(), 2);
    QCOMPARE(window.pins().entries().size(), 1);
    QVERIFY(!window.workspace().history().entries().isEmpty());
    QVERIFY(window.workspace().history().entries().first()->experiment == edited);
    QVERIFY(window.pinPanel()->isVisible());
    QCOMPARE(window.workspace().focus().layer, 3);
    QCOMPARE(window.layerBox()->value(), 3);
    QVERIFY(window.study());
    QVERIFY(window.study() == study || window.study()->experiment == edited);
    QCOMPARE(int(window.board()->docks().size()), docks);
    QCOMPARE(window.studyWindow()->grid().title, grid);
    QVERIFY(window.studyWindow()->isVisible());
    QVERIFY(hasCharacters(window.studyWindow()->menuBar()->actions().first()->text()));
    QCOMPARE(window.studyWindow()->undoStack()->count(), 1);
    window.studyWindow()->undoStack()->undo();   // in the present window
    QVERIFY(window.studyWindow()->grid().title != grid);
    QTRY_VERIFY(hasCharacters(window.verdictBar()->words()));
    // Later changes happen in this window only.
    document->undoStack()->undo();
    QCOMPARE(document->experiment().network.depth, 4);
    QTRY_VERIFY(window.study()->experiment == document->experiment() && window.study()->stage == Stage::full);
    QCOMPARE(window.panel()->depth()->value(), 4);

    owner.chooseLanguage(QStringLiteral("en"));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCOMPARE(menusOf(owner.window()), english);
    QCOMPARE(document->experiment().network.depth, 4);
    QVERIFY(document->undoStack()->canRedo());
}

/// The window of other sizes keeps its input and results, and running work continues.
void TestLanguage::toolsFollow()
{
    QTemporaryDir folder;
    Settings settings(folder.path());
    WindowOwner owner(settings, QStringLiteral("en"));
    owner.window().start();
    owner.window().showNormal();
    owner.window().document().replace(smallNetwork(), {});
    owner.window().findChild<QAction*>("sizesWindow")->trigger();
    auto* sizes = owner.window().findChild<SizesWindow*>();
    sizes->tabs()->setCurrentIndex(1);
    SizesPage* page = sizes->checkPage();
    page->sizesEdit()->setText("8, 16");
    page->stepsBox()->setValue(2);
    page->seedsBox()->setValue(2);
    page->startOrStop();
    QTRY_VERIFY(!page->runner().isRunning() && page->saveButton()->isEnabled());
    const QString english = page->verdict()->text(), table = page->table()->toPlainText();
    QVERIFY(!hasCharacters(english));
    SizesPage* running = sizes->transferPage();
    running->stepsBox()->setValue(10000);
    running->startOrStop();
    QVERIFY2(running->runner().isRunning(), qPrintable(running->verdict()->text()));

    owner.chooseLanguage(QStringLiteral("zh"));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCOMPARE(owner.window().findChildren<SizesWindow*>().size(), 1);
    sizes = owner.window().findChild<SizesWindow*>();
    QVERIFY(sizes->isVisible() && hasCharacters(sizes->windowTitle()));
    QCOMPARE(sizes->tabs()->currentIndex(), 1);
    page = sizes->checkPage();
    QCOMPARE(page->sizesEdit()->text(), QString("8, 16"));
    QCOMPARE(page->stepsBox()->value(), 2);
    QCOMPARE(page->table()->toPlainText(), table);
    QVERIFY(page->saveButton()->isEnabled() && page->figure()->whyEmpty().isEmpty());
    QVERIFY2(hasCharacters(page->verdict()->text()), qPrintable(page->verdict()->text()));
    running = sizes->transferPage();
    QVERIFY(running->runner().isRunning());
    QVERIFY2(hasCharacters(running->verdict()->text()), qPrintable(running->verdict()->text()));
    const QString words = running->verdict()->text();
    running->startOrStop();
    QTRY_VERIFY(!running->runner().isRunning());
    QVERIFY(hasCharacters(running->verdict()->text()) && running->verdict()->text() != words);
}

/// The core's messages about a wrong file, in a window and on the command line.
void TestLanguage::failuresAreInTheLanguage()
{
    setLanguage(QStringLiteral("zh_CN"));
    OpenedWindow opened;
    QVERIFY(opened.good);
    QTemporaryDir folder;
    const QString path = folder.filePath("model.safetensors");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("abc") == 3);
    file.close();
    opened.window.windows().openCheckpoint(path);
    const Board* board = opened.window.checkpointWindow()->board();
    QTRY_VERIFY(!board->notice().isEmpty());
    QVERIFY2(board->notice().startsWith(path + QStringLiteral(" 不是已知的张量文件")) && board->notice().endsWith("。"),
        qPrintable(board->notice()));
    const Outcome told = run_program({"--language", "zh", "audit", path});
    QCOMPARE(told.status, 2);
    QVERIFY2(QString::fromUtf8(told.err).contains(QStringLiteral("不是已知的张量文件")), told.err.constData());
}

void TestLanguage::aLessonGoesOn()
{
    QTemporaryDir folder;
    Settings settings(folder.path());
    WindowOwner owner(settings, QStringLiteral("en"));
    owner.window().start();
    owner.window().lessonBar()->start(lessons().front());
    owner.window().lessonBar()->go(2);
    const QString english = owner.window().lessonBar()->text();
    Experiment explored = owner.window().document().experiment();
    explored.seed = 77;
    owner.window().document().edit(explored, {QStringLiteral("explored"), {}, false});
    owner.chooseLanguage(QStringLiteral("zh"));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    const LessonBar* bar = owner.window().lessonBar();
    QVERIFY(bar->isRunning());
    QCOMPARE(bar->step(), 2);
    QVERIFY2(hasCharacters(bar->text()) && !hasCharacters(english), qPrintable(bar->text()));
    QVERIFY(owner.window().document().experiment() == explored);
}

void TestLanguage::whatIsPresentedIsInTheLanguage()
{
    setLanguage(QStringLiteral("zh_CN"));
    OpenedWindow opened;
    QVERIFY(opened.good);
    QTRY_VERIFY(opened.settled());
    opened.window.findChild<QAction*>("present")->trigger();
    const PresentWindow* shown = opened.window.presentation();
    QVERIFY2(hasCharacters(shown->verdict()), qPrintable(shown->verdict()));
    QVERIFY2(hasCharacters(shown->control()->words()), qPrintable(shown->control()->words()));
}

/// Buttons and labels have enough room for their texts, at the size of a small screen.
void TestLanguage::labelsAreWhole()
{
    setLanguage(QStringLiteral("zh_CN"));
    OpenedWindow opened;
    QVERIFY(opened.good);
    QTRY_VERIFY(opened.settled());
    int looked = 0;
    for (const QLabel* label : opened.window.findChildren<QLabel*>())
        if (label->isVisible() && !label->wordWrap() && label->textFormat() != Qt::RichText
            && hasCharacters(label->text()) && label->minimumWidth() != 1
            && label->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored) {
            ++looked;
            QTRY_VERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
        }
    QVERIFY2(looked > 10, qPrintable(QString::number(looked)));
}

/// JSON, tables and tensors are for programs.
void TestLanguage::resultsAreTheSame()
{
    QTemporaryDir folder;
    Experiment experiment = smallNetwork();
    experiment.network.weight = {"normal", {{"std", 0.01}}};   // causes a finding
    QFile file(folder.filePath("small.stepzero.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(format_experiment(experiment)));
    file.close();
    const QString tensors = folder.filePath("small.safetensors");
    QCOMPARE(run_program({"run", file.fileName(), "-o", folder.filePath("r.json"), "--tensors", tensors}).status, 0);
    for (const QStringList& command :
        {QStringList {"run", file.fileName(), "-o", folder.filePath("result.json"), "--csv", "-"}, {"audit", tensors},
            {"audit", tensors, "-o", folder.filePath("audit.json"), "--csv", "-"}, {"run", file.fileName()},
            {"theory", "--activation", "tanh", "--weight-variance", "2", "--bias-variance", "0"},
            {"code", file.fileName(), "--framework", "pytorch"}, {"presets", "notes-he"}}) {
        const Outcome english = run_program(QStringList {"--language", "en"} + command),
                      same = run_program(QStringList {"--language", "zh"} + command);
        QCOMPARE(english.status, 0);
        QCOMPARE(same.status, 0);
        QVERIFY(!english.out.isEmpty());
        QVERIFY2(same.out == english.out, qPrintable(command.join(' ')));
    }
}

void TestLanguage::helpIsInTheLanguage()
{
    const Outcome said = run_program({"run", "--help", "--language=zh"}),
                  wrong = run_program({"--language", "zh", "run", "nosuch"}),
                  unknown = run_program({"--language", "xx", "--help"}),
                  usage = run_program({"--language", "zh", "run", "-o"});
    for (const QByteArray& line : usage.err.trimmed().split('\n'))
        QVERIFY2(hasCharacters(QString::fromUtf8(line)), line.constData());
    QCOMPARE(said.status, 0);
    QVERIFY(hasCharacters(QString::fromUtf8(said.out)));
    QCOMPARE(wrong.status, 2);
    QVERIFY(hasCharacters(QString::fromUtf8(wrong.err)));
    QCOMPARE(unknown.status, 2);
    QVERIFY2(unknown.err.contains("en, zh"), unknown.err.constData());
}

STEPZERO_TEST(TestLanguage, QApplication)

}   // namespace tst_language
#include "tst_language.moc"
