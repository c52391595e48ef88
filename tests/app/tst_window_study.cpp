// SPDX-License-Identifier: GPL-3.0-or-later
// The window of studies of many experiments: lists are typed and clicked, cells run once, a cell is opened in the main
// window, files, undo, cancel and a restart.
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QToolButton>

#include "app/application.h"
#include "app/board.h"
#include "app/grid_window.h"
#include "app/main_window.h"
#include "app/open_file.h"
#include "app/report_dialog.h"
#include "core/base/formats/file_buffer.h"
#include "core/files/complete.h"
#include "core/files/presets.h"
#include "core/study/grid/grid_json.h"
#include "core/study/grid/grid_parts.h"
#include "core/study/grid/grid_result.h"
#include "core/study/grid/proposed_grid.h"
#include "core/study/grid/typed_numbers.h"
#include "core/study/grid_study.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/axis_editor.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/grid_panel.h"

namespace tst_window_study {

using namespace stepzero;

namespace {

Experiment small()
{
    Experiment e;
    e.title = "small";
    e.network.depth = 4;
    e.network.width = 24;
    e.input.samples = 20;
    return with_completed_parameters(e);
}

Variable variable(const Experiment& base, const std::string& label)
{
    for (const Variable& v : variables(base))
        if (v.label.english() == label)
            return v;
    qFatal("no such variable");
}

Grid gridOver(const Experiment& base, const std::vector<std::pair<std::string, std::string>>& numbers)
{
    std::vector<GridAxis> axes;
    for (const auto& [label, text] : numbers) {
        const Variable v = variable(base, label);
        GridAxis axis {v.path, {}, {}};
        const auto read = numbers_in(text, v);
        for (const double number : std::get<std::vector<double>>(read))
            axis.values.push_back(v.value(number));
        axes.push_back(axis);
    }
    auto good = checked(grid_of(base, axes));
    if (!std::holds_alternative<Grid>(good))
        qFatal("not a study");
    return std::get<Grid>(good);
}

struct Windows {
    explicit Windows(const QString& folder) : settings(folder), main(settings)
    {
        main.start();
        main.document().replace(small(), {});
        window = main.studyWindow();
        window->show();
        good = QTest::qWaitForWindowExposed(window);
    }
    bool settled()
    {
        const GridStudyPtr s = window->study();
        return !window->runner().isRunning() && s && format_grid(s->result->grid) == format_grid(window->grid());
    }
    std::size_t done() { return window->study()->result->cells.size(); }
    AxisEditor* axis(int i) { return window->panel()->axes().value(i); }
    QAction* action(const char* name) { return window->findChild<QAction*>(QLatin1String(name)); }

    Settings settings;
    MainWindow main;
    GridWindow* window;
    bool good = false;
};

}   // namespace

class TestWindowStudy : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { prepareApplication(); }

    void typedNumbersRunOnlyWhatIsNew()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        QVERIFY(o.window->open(gridOver(small(), {{"depth", "2, 3"}}), {}));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.done() == 2, 120000);
        const int before = o.window->runner().cellsRun();
        QLineEdit* numbers = o.axis(0)->numbers();
        QVERIFY(numbers);
        QCOMPARE(numbers->text(), QStringLiteral("2, 3"));
        numbers->setFocus();
        QTest::keyClick(numbers, Qt::Key_End);
        QTest::keyClicks(numbers, QStringLiteral(", 5 .. 7"));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.done() == 5, 120000);
        // "5" alone was valid for a moment, and may have been run; nothing was run twice.
        QCOMPARE(o.window->runner().cellsRun() - before, 3);
        const auto& cells = o.window->study()->result->cells;
        for (std::size_t i = 0; i < cells.size(); ++i)
            QCOMPARE(cells[i].layers.size(), (std::vector<std::size_t> {2, 3, 5, 6, 7})[i]);
        QCOMPARE(numbers->text(), QStringLiteral("2, 3, 5 .. 7"));   // as it was typed

        // Keys in one list are one undo step.
        o.window->undoStack()->undo();
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.done() == 2, 120000);
        QCOMPARE(o.window->runner().cellsRun() - before, 3);
        QCOMPARE(numbers->text(), QStringLiteral("2, 3"));
    }

    // The key 0 resets the axes of the study's figures too; in a field it is a digit.
    void allFitAgain()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        QVERIFY(o.window->open(gridOver(small(), {{"depth", "2, 3"}}), {}));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        Board* board = o.window->board();
        board->setShown("study_sweep", true);
        board->toggleMaximised(board->dock("study_sweep"));
        Figure* sweep = board->dock("study_sweep")->figure();
        const QJsonObject home = board->views();
        const QPoint at = sweep->rect().center();
        QWheelEvent wheel(
            at, sweep->mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(sweep, &wheel);
        const QJsonObject zoomed = board->views();
        QVERIFY(zoomed != home);
        QLineEdit* numbers = o.axis(0)->numbers();
        numbers->setFocus();
        QTest::keyClick(numbers, Qt::Key_End);
        QTest::keyClick(numbers, Qt::Key_0);
        QCOMPARE(numbers->text(), QStringLiteral("2, 30"));
        QCOMPARE(board->views(), zoomed);
        QTest::keyClick(sweep, Qt::Key_0);
        QCOMPARE(board->views(), home);
    }

    void wrongNumbersStayInThePanel()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        QVERIFY(o.window->open(gridOver(small(), {{"depth", "2, 3"}}), {}));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        const std::string before = format_grid(o.window->grid());
        QLineEdit* numbers = o.axis(0)->numbers();
        numbers->selectAll();
        QTest::keyClicks(numbers, QStringLiteral("4, x"));
        QCOMPARE(o.axis(0)->problem(), QStringLiteral("\"x\" is not a number"));
        numbers->selectAll();
        QTest::keyClicks(numbers, QStringLiteral("0"));
        QCOMPARE(o.axis(0)->problem(), QStringLiteral("0 is not within 1 to 10000"));
        numbers->selectAll();
        QTest::keyClicks(numbers, QStringLiteral("2, 3"));
        QVERIFY(o.axis(0)->problem().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        QCOMPARE(format_grid(o.window->grid()), before);
    }

    void schemesAreAddedEditedAndTakenOut()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        QVERIFY(o.window->propose());   // schemes by activations
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        AxisEditor* schemes = o.axis(0);
        QVERIFY(schemes->entries());
        const int count = schemes->entries()->count();
        const std::size_t cells = cell_count(o.window->grid());
        const auto add = [&](const QString& label) {
            for (QAction* entry : schemes->addButton()->menu()->actions())
                if (entry->text() == label)
                    return entry->trigger();
            QFAIL("no such scheme");
        };
        add(QStringLiteral("Normal"));
        QCOMPARE(schemes->entries()->count(), count + 1);
        QCOMPARE(cell_count(o.window->grid()), cells / std::size_t(count) * std::size_t(count + 1));
        QCOMPARE(schemes->entries()->currentRow(), count);
        add(QStringLiteral("Normal"));   // the same scheme again: only its label differs, which a file would refuse
        QVERIFY(!o.window->panel()->problem()->text().isEmpty());
        QCOMPARE(schemes->entries()->count(), count + 1);

        // Its standard deviation, and therefore its label, is changed.
        schemes->entries()->setCurrentRow(count);
        auto* std = schemes->parameters()->parameterEditor("std");
        QVERIFY(std);
        auto* line = std->findChild<QLineEdit*>();
        QVERIFY(line);
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("0.25"));
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(schemes->entries()->item(count)->text(), QStringLiteral("Normal, std 0.25"));
        QCOMPARE(cell_experiment(o.window->grid(), std::size_t(count) * (cells / std::size_t(count))).network.weight,
            completed(Initializer {"normal", {{"std", 0.25}}}));

        // A label that the user typed stays when the value changes. It is typed in the list itself, which closes its
        // editor after accepting the text.
        QTest::failOnWarning(QRegularExpression("does not belong to this view"));
        schemes->entries()->editItem(schemes->entries()->item(count));
        auto* label = schemes->entries()->viewport()->findChild<QLineEdit*>();
        QVERIFY(label);
        label->setText(QStringLiteral("mine"));
        QTest::keyClick(label, Qt::Key_Return);
        QCoreApplication::processEvents();
        QCOMPARE(schemes->entries()->item(count)->text(), QStringLiteral("mine"));
        line = schemes->parameters()->parameterEditor("std")->findChild<QLineEdit*>();
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("0.5"));
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(schemes->entries()->item(count)->text(), QStringLiteral("mine"));

        QTest::mouseClick(schemes->dropButton(), Qt::LeftButton);
        QCOMPARE(schemes->entries()->count(), count);
        QCOMPARE(cell_count(o.window->grid()), cells);
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.done() == cells, 60000);
    }

    void listsComeAndGo()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        QVERIFY(o.window->open(gridOver(small(), {{"seed", "1, 2"}}), {}));
        QVERIFY(!o.axis(0)->removeButton()->isEnabled());   // the last list stays
        while (o.window->panel()->addButton()->isEnabled()) {
            const qsizetype before = o.window->panel()->axes().size();
            QTest::mouseClick(o.window->panel()->addButton(), Qt::LeftButton);
            QCOMPARE(o.window->panel()->axes().size(), before + 1);
            // many cells are checked in another thread
            QTRY_VERIFY_WITH_TIMEOUT(o.window->panel()->problem()->text().isEmpty(), 120000);
        }
        QVERIFY(o.window->grid().axes.size() > 3);
        while (o.window->panel()->axes().size() > 1) {
            QTest::mouseClick(o.axis(1)->removeButton(), Qt::LeftButton);
            QTRY_VERIFY_WITH_TIMEOUT(o.window->panel()->problem()->text().isEmpty(), 120000);
        }
        QCOMPARE(o.window->grid().axes.front().path, std::string("seed"));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.done() == 2, 60000);
    }

    void anotherVariableOfAList()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        QVERIFY(o.window->open(gridOver(small(), {{"seed", "1, 2"}}), {}));
        QComboBox* box = o.axis(0)->variableBox();
        const auto choose = [&](const QString& text) {
            const int index = box->findText(text);
            QVERIFY(index >= 0);
            box->setCurrentIndex(index);
            emit box->activated(index);
        };
        choose(QStringLiteral("activation"));
        QCOMPARE(o.window->grid().axes.front().path, std::string("network.activation"));
        QVERIFY(o.axis(0)->entries() && !o.axis(0)->numbers());
        choose(QStringLiteral("width"));
        QVERIFY(o.axis(0)->numbers() && !o.axis(0)->entries());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
    }

    void aCellIsOpenedAndPinned()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        const Grid grid = gridOver(small(), {{"depth", "2, 3"}, {"width", "8, 16"}});
        QVERIFY(o.window->open(grid, {}));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.done() == 4, 120000);
        QVERIFY(!o.action("openCell")->isEnabled());
        emit o.window->board()->dock(QStringLiteral("study_table"))->figure()->cellChosen(3);
        QCOMPARE(o.window->study()->cell, std::optional<std::size_t>(3));
        QVERIFY(o.action("openCell")->isEnabled());
        o.action("openCell")->trigger();
        QVERIFY(o.main.document().experiment() == cell_experiment(grid, 3));
        o.main.document().undoStack()->undo();
        QVERIFY(o.main.document().experiment() == small());
        o.action("pinCell")->trigger();
        QCOMPARE(o.main.pins().entries().size(), 1);
        QVERIFY(o.main.pins().entries().first().experiment == cell_experiment(grid, 3));
        emit o.window->board()->dock(QStringLiteral("study_table"))->figure()->cellChosen(-1);
        QVERIFY(!o.window->study()->cell);
    }

    void theWindowsExperimentBecomesTheBase()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        QVERIFY(o.window->open(gridOver(small(), {{"depth", "2, 3"}}), {}));
        Experiment other = small();
        other.network.width = 11;
        o.main.document().edit(other, {QStringLiteral("test"), {}, false});
        QTest::mouseClick(o.window->panel()->baseButton(), Qt::LeftButton);
        QCOMPARE(cell_experiment(o.window->grid(), 1).network.width, 11);
        QCOMPARE(cell_experiment(o.window->grid(), 1).network.depth, 3);
    }

    /// Keys do not wait for the check of many cells, and the last typed text counts. A long range stays a range.
    void manyCellsAreCheckedBesideTheWindow()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        QVERIFY(o.window->open(gridOver(small(), {{"seed", "1, 2"}}), {}));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        GridPanel* panel = o.window->panel();
        QSignalSpy edited(panel, &GridPanel::edited);
        QLineEdit* numbers = o.axis(0)->numbers();
        for (const char* typed : {"1 .. 700", "1 .. 800", "1 .. 900"}) {
            numbers->setText(QString());
            QTest::keyClicks(numbers, QLatin1String(typed));
            QCOMPARE(panel->problem()->text(), QStringLiteral("checking…"));
        }
        const qsizetype few = edited.count();   // the intermediate "1 .. 7" and "1 .. 70" are checked at once
        QTRY_COMPARE_WITH_TIMEOUT(edited.count(), few + 1, 60000);
        QCOMPARE(cell_count(edited.last()[0].value<Grid>()), std::size_t(900));
        QVERIFY(panel->problem()->text().isEmpty());
        o.window->runner().cancel();
        QTest::keyClick(numbers, Qt::Key_Return);
        QCOMPARE(numbers->text(), QStringLiteral("1 .. 900"));
        o.window->undoStack()->undo();
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.done() == 2, 60000);
    }

    /// A window slower than the cells shows the latest result, and skips earlier ones.
    void aSlowWindowTakesTheLatest()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        QVERIFY(o.window->open(gridOver(small(), {{"seed", "1"}}), {}));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        int deliveries = 0;
        bool grows = true;
        std::size_t before = 0;
        QObject::connect(&o.window->runner(), &GridRunner::delivered, o.window, [&](const GridStudyPtr& study) {
            const std::size_t cells = study->result->cells.size();
            grows = grows && (deliveries == 0 || cells > before);
            before = cells;
            for (++deliveries; deliveries == 1 && o.window->runner().cellsRun() < 60;)
                QThread::msleep(5);   // it is busy meanwhile
        });
        QVERIFY(o.window->open(gridOver(small(), {{"seed", "1 .. 60"}}), {}));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.done() == 60, 60000);
        QVERIFY(grows);
        QVERIFY2(deliveries <= 4, qPrintable(QString::number(deliveries)));
    }

    void cancelKeepsWhatIsDone()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        Experiment base = small();
        base.network.width = 256;
        base.network.depth = 20;
        base.input.samples = 400;
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        const int before = o.window->runner().cellsRun();
        QVERIFY(o.window->open(gridOver(base, {{"seed", "1 .. 200"}}), {}));
        QTRY_VERIFY_WITH_TIMEOUT(o.window->runner().cellsRun() - before >= 3, 60000);
        o.window->runner().cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!o.window->runner().isRunning(), 10000);
        const GridStudyPtr study = o.window->study();
        QVERIFY(study->result->cells.size() >= 3);
        QVERIFY(!study->result->complete());
        QCOMPARE(study->stage, Stage::preview);
        const QString path = dir.filePath(QStringLiteral("part.json"));
        QString error;
        QVERIFY2(o.window->writeResult(path, &error), qPrintable(error));
        GridParts parts;
        QVERIFY(parts.add("part", std::make_unique<FileBuffer>(path.toStdString(), 1 << 16)).empty());
        for (std::size_t cell = 0; cell < 200; ++cell)
            QCOMPARE(parts.holds(cell), cell < study->result->cells.size());
    }

    void theSameNumbersAsTheCommandLine()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        const Grid grid = gridOver(small(), {{"depth", "2, 3"}, {"seed", "1, 2"}});
        QVERIFY(o.window->open(grid, {}));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.done() == 4, 120000);
        NoiseCache cache(1 << 20);
        GridResult expected {grid, {}};
        for (std::size_t cell = 0; cell < 4; ++cell)
            expected.cells.push_back(run_cell(grid, cell, ".", cache, {}));
        QCOMPARE(format_grid_result(*o.window->study()->result), format_grid_result(expected));
    }

    // From the menu of either window, opening a preset is one edit of the present study.
    void presetsFromMenusCanBeUndone()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        const std::string before = format_grid(gridOver(small(), {{"depth", "2, 3"}}));
        QVERIFY(o.window->open(std::get<Grid>(parse_grid(before)), {}));
        for (QMainWindow* window : {static_cast<QMainWindow*>(&o.main), static_cast<QMainWindow*>(o.window)}) {
            QAction* chosen = nullptr;
            for (QAction* action : window->findChildren<QAction*>())
                if (action->text().toStdString() == study_presets().front().title.english())
                    chosen = action;
            QVERIFY(chosen);
            chosen->trigger();
            o.window->runner().cancel();
            QCOMPARE(o.window->grid().title, study_presets().front().title.english());
            QCOMPARE(o.window->undoStack()->count(), 1);
            o.window->undoStack()->undo();
            QCOMPARE(format_grid(o.window->grid()), before);
        }
    }

    void presetsAndFilesOpenHere()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        for (const Preset& preset : study_presets()) {
            QVERIFY(o.main.open(QString::fromStdString(preset.name)));
            QCOMPARE(o.window->grid().title, preset.title.english());
            o.window->runner().cancel();
        }
        const QString path = dir.filePath(QStringLiteral("mine.stepzero-study.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(format_grid(gridOver(small(), {{"depth", "1 .. 3"}}))));
        file.close();
        QVERIFY(o.main.open(path));
        QCOMPARE(o.window->path(), path);
        QVERIFY(!o.window->isDirty());
        QTest::keyClicks(o.window->panel()->titleEdit(), QStringLiteral("!"));
        QVERIFY(o.window->isDirty());
        QVERIFY(o.window->save());
        QVERIFY(!o.window->isDirty());
        QStringList problems;
        const auto again = openFile(path, &problems);
        QVERIFY(again);
        QCOMPARE(format_grid(std::get<OpenedGrid>(*again).grid), format_grid(o.window->grid()));
    }

    void aRestartBringsTheStudyBack()
    {
        const QTemporaryDir dir;
        const Grid grid = gridOver(small(), {{"depth", "2, 4, 6"}});
        {
            Windows o(dir.path());
            QVERIFY(o.good);
            QVERIFY(o.window->open(grid, {}));
        }
        Windows o(dir.path());
        QVERIFY(o.good);
        QCOMPARE(format_grid(o.window->grid()), format_grid(grid));
    }

    void reportsOfBothWindows()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        QVERIFY(o.window->open(gridOver(small(), {{"depth", "2, 3"}}), {}));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.done() == 2, 120000);
        QTRY_VERIFY_WITH_TIMEOUT(o.main.runner().state() == StudyRunner::State::idle && o.main.study(), 120000);
        const QString ofStudy = dir.filePath(QStringLiteral("study.html")),
                      ofOne = dir.filePath(QStringLiteral("one.pdf"));
        QVERIFY(makeReport(o.window, o.window->study(), ofStudy));
        QVERIFY(makeReport(&o.main, o.main.study(), ofOne));
        QFile page(ofStudy), pdf(ofOne);
        QVERIFY(page.open(QIODevice::ReadOnly) && pdf.open(QIODevice::ReadOnly));
        QVERIFY(page.readAll().contains("small"));
        QVERIFY(pdf.readAll().startsWith("%PDF"));
    }

    void everyFigureIsMadeOnceAStudy()
    {
        const QTemporaryDir dir;
        Windows o(dir.path());
        QVERIFY(o.good);
        QVERIFY(o.window->open(gridOver(small(), {{"depth", "2, 3"}}), {}));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.done() == 2, 120000);
        QTest::qWait(50);
        QMap<QString, int> before;
        for (const FigureDock* dock : o.window->board()->docks())
            before[dock->kind().id] = dock->figure()->recomputations();
        QVERIFY(before.size() >= 7);
        o.window->chooseCell(1);
        QTest::qWait(50);
        for (const FigureDock* dock : o.window->board()->docks())
            QVERIFY2(dock->figure()->recomputations() - before[dock->kind().id] <= 1, qPrintable(dock->kind().id));
    }
};

STEPZERO_TEST(TestWindowStudy, QApplication)

}   // namespace tst_window_study
#include "tst_window_study.moc"
