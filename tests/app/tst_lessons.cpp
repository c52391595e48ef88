// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the window. Every built-in one shows what it names; those that are completed by keys leave nothing behind.
// Steps are made from the state of the window.
#include <QJsonArray>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>
#include <map>

#include "app/application.h"
#include "app/board.h"
#include "app/board_cell.h"
#include "app/board_view.h"
#include "app/commands/source.h"
#include "app/lesson_bar.h"
#include "app/lesson_controller.h"
#include "app/lesson_language.h"
#include "app/lesson_layout.h"
#include "app/manual.h"
#include "core/base/formats/file.h"
#include "core/base/json/write_json.h"
#include "core/study/lesson/lesson_claim.h"
#include "core/study/lesson/lesson_json.h"
#include "core/study/lesson/lesson_study.h"
#include "tests/app/opened_window.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/figures/figures.h"
#include "widgets/language/language.h"
#include "widgets/report/json_object.h"

namespace tst_lessons {

using namespace stepzero;

namespace {

constexpr int patience = 120000;

struct Opened : OpenedWindow {
    using OpenedWindow::OpenedWindow;
    LessonBar& bar() { return *window.lessonBar(); }
    const Experiment& experiment() { return window.document().experiment(); }
    void key(Qt::Key key) { QTest::keyClick(window.focusWidget(), key); }
};

const Lesson& tour() { return lessons().front(); }

/// Returns a lesson of three steps: one with these fields, one without any, one with a figure.
Lesson taught(const std::string& fields)
{
    const auto parsed = parse_lesson(R"({"format": "stepzero-lesson", "version": 1, "title": "t", "steps": [
        {"title": "a", "text": "b", "experiment": {"network": {"kind": "dense", "depth": 3, "width": 16},
         "input": {"samples": 8}}, )"
        + fields + R"(}, {"title": "a", "text": "b"}, {"title": "a", "text": "b", "figures": ["phase"]}]})");
    if (const auto* problems = std::get_if<Problems>(&parsed))
        qFatal("%s", sentence("lesson", problems->front()).english().c_str());
    return std::get<Lesson>(parsed);
}

}   // namespace

class TestLessons : public QObject {
    Q_OBJECT
    std::map<QString, std::unique_ptr<Opened>> windows_;   // by language

    static qsizetype languageIndex()
    {
        const auto present = [](const Language& each) { return each.code == language(); };
        return std::ranges::find_if(languages(), present) - languages().begin();
    }

    /// Checks that the bar shows a step in the present language. `heights` has the height of the bar by language.
    static void checkTold(Opened& o, const LessonStep& step, QMap<QString, int>& heights)
    {
        const std::string where = step.title.in("en");
        const auto seen = [](const QPointer<QWidget>& framed) {
            return framed && framed->isVisible() && !framed->visibleRegion().isEmpty();
        };
        QTRY_VERIFY2(std::ranges::all_of(o.bar().framed(), seen), where.c_str());
        const std::string told = with_numbers(step.text.in(lessonLanguage()), o.window.study().get()).text;
        QCOMPARE(o.bar().text(), QString::fromStdString(told));
        QVERIFY2(!told.empty() && !o.bar().text().contains("…"), told.c_str());
        QCOMPARE(o.bar().claims().count("✓"), int(step.claims.size()));
        if (!heights.contains(language())) {
            for (int within = 0; within < 4; ++within)   // nesting of layouts
                QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            heights[language()] = o.bar().height();
        }
        QTRY_COMPARE(o.bar().height(), heights[language()]);
        QVERIFY(o.bar().height() < o.window.height() * 0.4);
        QVERIFY(!o.bar().restoreButton()->isVisible());
    }

private slots:
    void initTestCase() { prepareApplication(); }
    void cleanup() { setLanguage("en"); }
    void cleanupTestCase() { windows_.clear(); }

    /// Figures, findings and controls that lessons name exist, and formulas can be typeset.
    void whatLessonsNameIsThere()
    {
        QCOMPARE(lessons().size(), embedded_lessons().size());
        QCOMPARE(QString::fromStdString(tour().name), QString("00-tour"));
        QString findings;
        for (const ManualPage& page : manualPages())
            if (page.name == "findings.md")
                findings = page.text;
        static const QRegularExpression found("found\\(['\"]([a-z_0-9]+)['\"]\\)");
        Opened o;
        for (const Lesson& lesson : lessons()) {
            const std::vector<Problem> problems = figure_problems(lesson);
            QVERIFY2(problems.empty(),
                problems.empty() ? "" : (lesson.name + ": " + sentence("", problems.front()).english()).c_str());
            for (auto match = found.globalMatch(QString::fromStdString(format_lesson(lesson))); match.hasNext();) {
                const QString id = match.next().captured(1);
                QVERIFY2(findings.contains('`' + id + '`'), qPrintable(id + " is no finding of findings.md"));
            }
        }
    }

    void stepsHaveWhatTheyName_data()
    {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < lessons().size(); ++i)
            QTest::newRow(lessons()[i].name.c_str()) << int(i);
    }
    /// Claims of every step hold, its texts have their numbers in every language, and its figures are not empty.
    void stepsHaveWhatTheyName()
    {
        QFETCH(int, number);
        const Lesson& lesson = lessons()[std::size_t(number)];
        StudyCaches caches(std::size_t(1) << 28);
        const std::vector<StudyPtr> studies = lesson_studies(lesson, caches, {});
        std::map<std::string, std::unique_ptr<Figure>> figures;
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            const std::string where = lesson.steps[i].title.in("en");
            for (const LessonClaim& claim : lesson.steps[i].claims) {
                const ClaimResult result = check_claim(claim.that, *studies[i]);
                QVERIFY2(result.holds, (where + ": " + claim.that + ": " + claim_numbers(result)).c_str());
            }
            for (const LessonText* text : numbered_texts(lesson.steps[i]))
                for (const auto& [language, words] : text->by)
                    for (const Text& problem : with_numbers(words, studies[i].get()).problems)
                        QFAIL((where + ": " + problem.english()).c_str());
            for (const LessonFigure& named : lesson.steps[i].figures) {
                std::unique_ptr<Figure>& figure = figures[named.figure];
                if (!figure)
                    figure.reset(findFigureKind(QString::fromStdString(named.figure))->create(nullptr));
                if (named.view)
                    figure->setViewState(objectOf(*named.view));
                figure->setExhibit(studies[i]);
                const QString why = figure->whyEmpty();
                QVERIFY2(why.isEmpty(), qPrintable(QString::fromStdString(where + ": " + named.figure + ": ") + why));
            }
        }
    }

    void keysLeadThrough_data()
    {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < lessons().size(); ++i)
            if (tested::every_case() || i % 5 == 0)   // in either language
                QTest::newRow(lessons()[i].name.c_str()) << int(i);
    }
    /// Completes lessons with Return. Every step has the experiment, layer and figures that it names, with content, and
    /// the numbers of its texts. Undo restores the previous experiment, and the board is unchanged. Every fourth step
    /// is checked in the other languages too, with the same study. Each language has a window for some of the lessons.
    void keysLeadThrough()
    {
        QFETCH(int, number);
        const Lesson& lesson = lessons()[std::size_t(number)];
        const QString code = languages()[number % languages().size()].code;
        setLanguage(code);
        std::unique_ptr<Opened>& opened = windows_[code];
        if (!opened) {
            opened = std::make_unique<Opened>();
            QVERIFY(opened->good);
            opened->window.document().replace(smallNetwork(), {});
            QTRY_VERIFY_WITH_TIMEOUT(opened->settled(), patience);
        }
        Opened& o = *opened;
        const Experiment before = o.experiment();
        const QJsonObject layout = o.window.board()->layoutState();
        o.window.lessons().start(lesson);
        QVERIFY(o.bar().isVisible());
        QMap<QString, int> heights;
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            const LessonStep& step = lesson.steps[i];
            const std::string where = step.title.in("en");
            QCOMPARE(o.bar().step(), int(i));
            QVERIFY2(o.experiment() == step.experiment, where.c_str());
            QTRY_VERIFY2_WITH_TIMEOUT(o.settled() && o.window.study()->step == step.step, where.c_str(), patience);
            if (step.layer)
                QCOMPARE(o.window.workspace().focus().layer, *step.layer);
            for (const LessonFigure& named : step.figures) {
                const FigureDock* dock = o.window.board()->dock(QString::fromStdString(named.figure));
                const BoardCell* cell = o.window.board()->view()->cellOf(dock);
                QVERIFY2(cell && cell->front() == dock, (where + ": " + named.figure + " is not in front").c_str());
                const QString why = dock->figure()->whyEmpty();

                QVERIFY2(why.isEmpty(), qPrintable(QString::fromStdString(where + ": " + named.figure + ": ") + why));
            }
            if (!step.control.empty())
                QVERIFY2(!o.bar().framed().isEmpty(), where.c_str());
            // Translating a window takes as long as a step, so the steps take turns.
            for (qsizetype told = 0; told < ((i + std::size_t(number)) % 4 == 0 ? languages().size() : 1); ++told) {
                if (told > 0) {
                    setLanguage(languages()[(languageIndex() + 1) % languages().size()].code);
                    o.bar().go(int(i));
                }
                checkTold(o, step, heights);
                if (QTest::currentTestFailed())
                    return;
            }
            o.key(Qt::Key_Return);
        }
        QVERIFY(!o.bar().isRunning() && !o.bar().isVisible() && o.bar().framed().isEmpty());
        while (o.window.document().undoStack()->canUndo())
            o.window.document().undoStack()->undo();
        QVERIFY(o.experiment() == before);
        QTRY_VERIFY_WITH_TIMEOUT(o.window.board()->layoutState() == layout, patience);
    }

    /// When the user changes a step's experiment, outdated texts are marked, and one press restores the step.
    void backToTheStep()
    {
        Opened o;
        QVERIFY(o.good);
        o.window.lessons().start(tour());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.bar().claims().contains("✓"), patience);
        Experiment other = o.experiment();
        other.network.weight = {"normal", {{"std", 0.001}}};
        other.input.samples = 16;
        o.window.document().edit(other, {"Std", {}, false});
        QVERIFY(o.bar().restoreButton()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.bar().claims().contains("✗"), patience);
        o.bar().restoreButton()->click();
        QVERIFY(o.experiment() == tour().steps.front().experiment && !o.bar().restoreButton()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.bar().claims().contains("✓"), patience);

        // Back restores the previous experiments, whatever was changed manually.
        const auto last = int(tour().steps.size()) - 1;
        for (int i = 0; i < last; ++i)
            o.key(Qt::Key_PageDown);
        o.window.document().edit(other, {"Std", {}, false});
        for (int i = last - 1; i >= 0; --i) {
            o.bar().backButton()->setFocus();
            o.key(Qt::Key_Space);
            QCOMPARE(o.bar().step(), i);
            QVERIFY(o.experiment() == tour().steps[std::size_t(i)].experiment);
        }
        QVERIFY(!o.bar().backButton()->isEnabled());
    }

    /// From the bar and from anywhere else.
    void escapeEnds()
    {
        Opened o;
        QVERIFY(o.good);
        o.trigger("tour");
        QVERIFY(o.bar().isRunning());
        o.key(Qt::Key_Escape);
        QVERIFY(!o.bar().isRunning());
        o.trigger("tour");
        o.window.board()->view()->cells().first()->tabs()->setFocus();
        o.key(Qt::Key_Escape);
        QVERIFY(!o.bar().isRunning() && !o.bar().isVisible());
    }

    /// Figures are arranged as in a step until another step has figures. The end restores the user's arrangement.
    void boardsOfSteps()
    {
        const Lesson lesson = taught(R"("figures": ["weights", "signal"], "board": {"column": [
            {"row": [{"tabs": ["signal"], "share": 3}, {"tabs": ["formula", "weights"], "front": "weights"}]},
            {"tabs": ["activations"], "share": 0.25}]})");
        QVERIFY(figure_problems(lesson).empty());
        Opened o;
        QVERIFY(o.good);
        o.window.document().replace(smallNetwork(), {});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), patience);
        Board& board = *o.window.board();
        board.setShown("signal", false);
        const QJsonObject before = board.layoutState();
        o.window.lessons().start(lesson);
        QVERIFY(!(board.layoutState() == before));
        const BoardPart root = board.arrangement().root;
        QCOMPARE(int(root.kind), int(BoardPart::Kind::column));
        QCOMPARE(root.parts.size(), std::size_t(2));
        QCOMPARE(root.parts[1].share, 0.2);
        QCOMPARE(root.parts[0].parts[0].share, 0.75);
        QCOMPARE(areaOf(root, "signal"), 0.6);
        QVERIFY(std::abs(areaOf(root, "weights") - 0.2) < 1e-12 && areaOf(root, "no figure") == 0);
        QSet<QString> shown;
        for (const FigureDock* dock : board.docks())
            if (board.isShown(dock->kind().id))
                shown << dock->kind().id;
        QCOMPARE(shown, (QSet<QString> {"signal", "formula", "weights", "activations"}));
        QCOMPARE(json_line(boardOf(board.arrangement())),
            json_line(boardOf(std::get<BoardLayout>(stepBoard(lesson.steps[0])))));
        o.key(Qt::Key_PageDown);   // this step has no arrangement
        QCOMPARE(board.arrangement().root, root);
        o.key(Qt::Key_PageDown);
        QVERIFY(!(board.arrangement().root == root) && board.isShown("phase"));
        o.key(Qt::Key_Escape);
        QCOMPARE(board.layoutState(), before);
    }

    /// The menu has one ordered list with numbers and minutes, and a mark for lessons whose last step was reached.
    void theMenuHasThem()
    {
        Opened o;
        QVERIFY(o.good);
        auto* menu = o.window.findChild<QMenu*>("lessons");
        const auto& all = lessons();
        for (int times = 0; times < 3; ++times) {
            const std::size_t done = times < 2 ? all.size() : 3;   // 3: because it was completed
            if (times == 2) {
                o.window.lessons().start(all[done]);
                o.bar().go(int(all[done].steps.size()) - 1);
                o.bar().end();
            }
            menu->popup({});
            QVERIFY(menu->isVisible());
            menu->close();
            QSet<QString> texts;
            for (std::size_t i = 0; i < all.size(); ++i) {
                const QAction* entry = menu->actions()[qsizetype(i)];
                QCOMPARE(entry->objectName(), "lesson-" + QString::fromStdString(all[i].name));
                QVERIFY(!entry->menu());
                const QString text = QString(entry->text()).remove('&');
                const QString title = QString::fromStdString(all[i].title.in("en"));
                QVERIFY2(text.contains(title) && !texts.contains(title), qPrintable(text));
                QVERIFY2(i == 0 || text.startsWith(QString::number(i) + ' '), qPrintable(text));
                QVERIFY2(QRegularExpression(i == done ? "\t\\d+ min ✓$" : "\t\\d+ min$").match(text).hasMatch(),
                    qPrintable(text));
                texts << title;
            }
        }
        o.trigger("lesson-02-fans");
        QCOMPARE(o.bar().lesson().name, std::string("02-fans"));
    }

    /// Whatever happens to the experiment in a step, the framed control may disappear or move at once. The steps take
    /// turns: undo and a kind, or a preset, cycling through all kinds and presets.
    void controlsMayGo()
    {
        Opened o;
        QVERIFY(o.good);
        o.window.document().replace(smallNetwork(), {});
        const auto layOut = [&o] {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            for (int within = 0; within < 4; ++within)
                QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            o.window.runner().cancel();   // its results are not needed
        };
        QVector<QString> presets;
        for (const PresetChoice& preset : o.window.panel()->presets())
            presets << preset.name;
        qsizetype preset = 0;
        std::size_t kind = 0;
        int framed = 0;
        std::map<std::string, int> turns;   // by control
        for (const Lesson& lesson : lessons()) {
            o.window.lessons().start(lesson);
            for (int step = 0; step < int(lesson.steps.size()); ++step) {
                const std::string& control = lesson.steps[std::size_t(step)].control;
                // Each control is left in one of the two ways, unless all cases are run.
                const auto [found, first] = turns.try_emplace(control, int(turns.size()) % 2);
                const int turn = first ? found->second : tested::every_case() ? 1 - found->second : 2;
                if (control.empty() || turn > 1)
                    continue;
                o.bar().go(step);
                layOut();
                framed += int(o.bar().framed().size());
                if (turn == 0) {
                    o.window.panel()->choosePreset(presets[preset++ % presets.size()]);
                    layOut();
                    continue;
                }
                for (const char* action : {"undo", "redo"}) {
                    o.trigger(action);
                    layOut();
                }
                o.bar().go(step);
                o.window.document().edit(smallNetwork(kinds()[kind++ % kinds().size()].name), {"Kind", {}, false});
                layOut();
            }
            o.bar().end();
        }
        QVERIFY(framed > 40);
        QVERIFY(preset > 15 && kind > kinds().size());
    }

    /// After one lesson, or two in a row, a single undo restores the user's experiment, even after a restart. The focus
    /// is restored too.
    void oneUndoBringsBackOnesOwn()
    {
        const QTemporaryDir folder;
        const Experiment own = smallNetwork();
        {
            Opened o(folder.path());
            QVERIFY(o.good);
            o.window.document().replace(own, {});
            QUndoStack* stack = o.window.document().undoStack();
            QWidget* box = o.window.panel()->width()->box();
            box->setFocus();
            for (const Lesson* lesson : {&tour(), &lessons()[1]}) {
                o.window.lessons().start(*lesson);
                QVERIFY(!box->hasFocus());
                for (int step = 1; step < 4; ++step)
                    o.bar().go(step);
                Experiment other = o.experiment();
                other.seed += 1;
                o.window.document().edit(other, {"Seed", {}, false});
                o.trigger("undo");   // within a lesson each edit is separate
                QVERIFY(o.experiment() == lesson->steps[3].experiment);
                o.bar().end();
                QVERIFY(o.window.focusWidget() == box);
                QVERIFY(o.experiment() == lesson->steps[3].experiment);
                QCOMPARE(stack->count(), 1);
                o.trigger("undo");
                QVERIFY(o.experiment() == own);
                QVERIFY(!stack->canUndo());
                o.trigger("redo");
            }
            // A lesson that was undone to before it leaves nothing.
            o.window.lessons().start(tour());
            while (stack->canUndo())
                o.trigger("undo");
            o.bar().end();
            QVERIFY(o.experiment() == own);
            o.window.lessons().start(tour());
            o.bar().end();
            o.window.close();
        }
        Opened o(folder.path());
        QVERIFY(o.experiment() == tour().steps[0].experiment);
        QVERIFY(o.window.document().undoStack()->undoText().contains("tour"));
        o.trigger("undo");
        QVERIFY(o.experiment() == own);
    }

    void wrongBoardsAreToldOf_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<QByteArray>("sentence");
        const auto row = [](const char* name, const char* fields, const char* sentence) {
            QTest::newRow(name) << QByteArray(fields) << QByteArray(sentence);
        };
        row("share",
            R"("figures": ["signal"], "board": {"row": [{"tabs": ["signal"], "share": -1}, {"tabs": ["weights"]}]})",
            "mine: steps[0].board.row[0].share must be a number above 0.");
        row("member", R"("figures": ["signal"], "board": {"tabs": ["signal"], "size": 3})",
            "mine: steps[0].board has no member “size”; it may have tabs, share, front.");
        row("no figure", R"("figures": ["signal"], "board": {"row": [{"tabs": ["signal"]}, {"tabs": ["wieghts"]}]})",
            "mine: steps[0].board: there is no figure \"wieghts\" for a dense network: did you mean \"weights\"? "
            "(known: ");
        row("behind", R"("figures": ["weights"], "board": {"tabs": ["signal", "weights"]})",
            "mine: steps[0].figures[0]: must be a figure that is in front on the step's board (signal), got "
            "\"weights\"");
    }
    void wrongBoardsAreToldOf()
    {
        QFETCH(QByteArray, fields);
        QFETCH(QByteArray, sentence);
        const std::vector<Problem> problems = figure_problems(taught(fields.toStdString()));
        QCOMPARE(problems.size(), std::size_t(1));
        const QByteArray told = QByteArray::fromStdString(stepzero::sentence("mine", problems.front()).english());
        QVERIFY2(told.startsWith(sentence), told.constData());
    }

    /// A file of the user receives steps from the window, and can be played.
    void stepsAreAdded()
    {
        Opened o;
        QVERIFY(o.good);
        const QString file = o.folder.filePath("mine.stepzero-lesson.json");
        QStringList problems;
        o.window.document().replace(smallNetwork(), {});
        QVERIFY2(o.window.lessons().addStep(file, "One", "Depth {depth}.", &problems), qPrintable(problems.join('\n')));
        Experiment wide = o.experiment();
        wide.network.width = 48;
        o.window.document().edit(wide, {"Width", {}, false});
        o.window.workspace().chooseLayer(3);
        Board& board = *o.window.board();
        board.setShown("weights", true);
        board.arrange(moved(board.arrangement(), "weights", {}, Side::right));
        board.arrange(withShares(board.arrangement(), {}, {0.7, 0.3}));
        QJsonObject view = board.dock("weights")->figure()->viewState();
        view["off"] = QJsonArray {"density"};
        board.setViews({{"weights", view}});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), patience);
        setLanguage("zh_CN");
        QVERIFY2(o.window.lessons().addStep(file, "二", "宽 {width}。", &problems), qPrintable(problems.join('\n')));
        setLanguage("en");
        const std::string stood = json_line(boardOf(board.arrangement()));
        QVERIFY(!o.window.lessons().addStep(file, "Three", "A brace {", &problems) && problems.size() == 1);

        const auto parsed = parse_lesson(read_file(file.toStdString()));
        QVERIFY(std::holds_alternative<Lesson>(parsed));
        const Lesson& lesson = std::get<Lesson>(parsed);
        QCOMPARE(lesson.steps.size(), std::size_t(2));
        const LessonStep& two = lesson.steps[1];
        QVERIFY(two.experiment == wide && two.layer == 3);
        QCOMPARE(two.control, std::string("network.width"));
        const auto weights = std::ranges::find(two.figures, "weights", &LessonFigure::figure);
        QVERIFY(weights != two.figures.end() && weights->view);
        QCOMPARE(objectOf(*weights->view), (QJsonObject {{"off", QJsonArray {"density"}}}));
        QVERIFY(two.board);
        QCOMPARE(json_line(*two.board), stood);
        QCOMPARE(two.title.by, (LessonText {{{"zh", "二"}}}).by);
        board.resetLayout();
        QVERIFY(o.window.open(file));
        QVERIFY(o.bar().isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(o.bar().text(), QString("Depth 4."), patience);
        o.bar().nextButton()->click();
        QTRY_COMPARE_WITH_TIMEOUT(o.bar().text(), QStringLiteral("宽 48。"), patience);
        QCOMPARE(json_line(boardOf(board.arrangement())), stood);
    }

    /// A picture of every figure, and pages with all texts.
    void handout()
    {
        Opened o;
        QVERIFY(o.good);
        const QDir folder(o.folder.filePath("handout"));
        Lesson lesson = tour();
        lesson.steps.resize(3);
        o.window.lessons().start(lesson);
        QVERIFY(o.window.lessons().makeHandout(folder.path()));
        int figures = 0;
        for (const LessonStep& step : lesson.steps)
            figures += int(step.figures.size());
        QCOMPARE(int(folder.entryList({"*.png"}).size()), figures);
        QVERIFY(folder.exists("02-break-it-signal.png"));
        QFile html(folder.filePath("handout.html")), pdf(folder.filePath("handout.pdf"));
        QVERIFY(html.open(QIODevice::ReadOnly) && pdf.open(QIODevice::ReadOnly));
        const QString page = QString::fromUtf8(html.readAll());
        for (const LessonStep& step : lesson.steps)
            QVERIFY(page.contains(QString::fromStdString(step.title.in("en")).toHtmlEscaped()));
        QCOMPARE(page.count("<figure"), figures);
        QVERIFY(page.contains("✓") && !page.contains("✗"));
        QVERIFY(pdf.readAll().startsWith("%PDF"));
    }
};

STEPZERO_TEST(TestLessons, QApplication)

}   // namespace tst_lessons
#include "tst_lessons.moc"
