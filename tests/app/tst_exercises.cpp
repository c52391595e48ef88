// SPDX-License-Identifier: GPL-3.0-or-later
// Exercises of lessons in the window: a number is typed and judged, an experiment is changed until it reaches the goal,
// and the answers are saved. STEPZERO_PICTURES=folder saves pictures.
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include "app/application.h"
#include "app/exercise_row.h"
#include "app/lesson_bar.h"
#include "app/lesson_controller.h"
#include "core/base/formats/csv_table.h"
#include "core/base/formats/format_error.h"
#include "core/study/lesson/exercise.h"
#include "core/study/lesson/lesson_json.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"

namespace tst_exercises {

using namespace stepzero;

namespace {

constexpr int patience = 60000;

/// ReLU after Xavier: a number to name, then an experiment to mend, then a step without an exercise.
Lesson lesson()
{
    const auto parsed = parse_lesson(R"({"format": "stepzero-lesson", "version": 1, "title": "t", "steps": [
        {"title": "a", "text": "b", "experiment": {"network": {"kind": "dense", "depth": 4, "width": 64,
            "activation": "relu", "weight": {"scheme": "xavier_normal"}}, "input": {"samples": 64}},
         "question": "How much is left?", "answer": "{signal(4)}",
         "exercise": {"number": "signal(4) ", "between": ["signal_low(4) ", "signal_high(4) "]}},
        {"title": "c", "text": "d", "question": "Mend it.", "answer": "kaiming_normal",
         "exercise": {"goal": "signal(4) ~ signal(1) within 40%", "changes": 1,
                      "solution": {"network.weight": {"scheme": "kaiming_normal"}}}},
        {"title": "e", "text": "f"}]})");
    if (const auto* problems = std::get_if<Problems>(&parsed))
        qFatal("%s", sentence("lesson", problems->front()).english().c_str());
    return std::get<Lesson>(parsed);
}

}   // namespace

class TestExercises : public QObject {
    Q_OBJECT
    std::unique_ptr<OpenedWindow> o_;

    LessonBar& bar() { return *o_->window.lessonBar(); }
    ExerciseRow& row() { return *bar().exerciseRow(); }
    LessonController& controller() { return *o_->window.findChild<LessonController*>(); }
    void type(const QString& text)
    {
        row().box()->clear();
        row().box()->setFocus();
        QTest::keyClicks(row().box(), text);
        QTest::keyClick(row().box(), Qt::Key_Return);
    }
    void picture(const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("STEPZERO_PICTURES"); !folder.isEmpty())
            o_->window.grab().save(folder + "/exercise-" + name + ".png");
    }

private slots:
    void initTestCase() { prepareApplication(); }
    void init()
    {
        o_ = std::make_unique<OpenedWindow>();
        bar().start(lesson());
        QTRY_VERIFY_WITH_TIMEOUT(o_->settled(), patience);
    }
    void cleanup() { o_.reset(); }

    void aNumberIsJudged()
    {
        QVERIFY(row().isVisible() && row().box()->isVisible());
        const double rms = o_->window.study()->measurement->output(4)->rms;
        type("1/0");
        QCOMPARE(row().verdict(), QString("This is not a finite number."));
        type("1 +");
        QVERIFY2(row().verdict().endsWith('.'), qPrintable(row().verdict()));
        QVERIFY(controller().answers().empty());
        type(QString::number(rms / 3));
        QCOMPARE(row().verdict(), QString("✗ Too small"));
        type(QString::number(3 * rms));
        QCOMPARE(row().verdict(), QString("✗ Too large"));
        QCOMPARE(bar().step(), 0);   // Return judges, and does not lead to the next step
        type(QStringLiteral("%1*2^-1").arg(2 * rms));
        QVERIFY2(row().verdict().startsWith("✓ Right: between "), qPrintable(row().verdict()));
        picture("number");
        QCOMPARE(controller().answers().size(), std::size_t(1));
        QVERIFY(controller().answers()[0].right);
        QCOMPARE(controller().answers()[0].tries, 3);
        type("7");
        QVERIFY(controller().answers()[0].right);   // what was right stays so
    }

    /// The right number is that of the step's experiment, whatever the reader changes meanwhile.
    void aNumberBelongsToTheStep()
    {
        const double rms = o_->window.study()->measurement->output(4)->rms;
        Experiment changed = lesson().steps[0].experiment;
        changed.network.width = 16;
        o_->window.document().edit(changed, {});
        QTRY_VERIFY_WITH_TIMEOUT(o_->settled(), patience);
        type(QString::number(rms));
        QVERIFY2(row().verdict().startsWith("✓"), qPrintable(row().verdict()));
    }

    void aGoalFollowsTheExperiment()
    {
        bar().go(1);
        QTRY_VERIFY_WITH_TIMEOUT(o_->settled(), patience);
        QVERIFY(row().isVisible() && !row().box()->isVisible());
        QCOMPARE(row().verdict(), QString("Change the experiment: settings to change at most: 1"));
        const Lesson all = lesson();
        Experiment changed = all.steps[1].experiment;
        changed.network.width = 65;
        o_->window.document().edit(changed, {});
        QTRY_VERIFY2_WITH_TIMEOUT(row().verdict().startsWith("✗ Not yet: "), qPrintable(row().verdict()), patience);
        picture("goal-not-yet");
        const auto solution = solved(std::get<GoalExercise>(*all.steps[1].exercise), changed);
        o_->window.document().edit(std::get<Experiment>(solution), {});
        QTRY_COMPARE_WITH_TIMEOUT(
            row().verdict(), QString("✗ Settings changed: 2 (width, weight scheme), at most 1"), patience);
        changed = std::get<Experiment>(solution);
        changed.network.width = all.steps[1].experiment.network.width;
        o_->window.document().edit(changed, {});
        QTRY_COMPARE_WITH_TIMEOUT(row().verdict(), QString("✓ Reached by weight scheme"), patience);
        picture("goal");
        QCOMPARE(controller().answers().size(), std::size_t(1));
        QCOMPARE(controller().answers()[0].tries, 3);
        QCOMPARE(controller().answers()[0].answer, "network.weight");   // the same in every language
        bar().go(2);
        QVERIFY(!row().isVisible());
    }

    void answersAreSaved()
    {
        type("1e-9");
        bar().go(1);
        QTRY_VERIFY_WITH_TIMEOUT(o_->settled(), patience);
        bar().go(0);
        QTRY_VERIFY_WITH_TIMEOUT(o_->settled(), patience);
        QVERIFY(row().box()->text().isEmpty() && row().verdict().isEmpty());
        type("signal, 2");   // not an answer
        type("2,5");
        const QString path = o_->folder.filePath("answers.csv");
        QString problem;
        QVERIFY2(controller().saveAnswers(path, &problem), qPrintable(problem));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto rows = read_csv_table(file.readAll().toStdString());
        QCOMPARE(rows.size(), std::size_t(1));
        QStringList cells;
        for (const CsvCell& cell : rows[0])
            cells << QString::fromStdString(cell.title + "=" + cell.text);
        QCOMPARE(cells.join(' '), QString("lesson=t step=1 title=a answer=1e-9 right=0 tries=1"));
        QVERIFY(!controller().saveAnswers(o_->folder.filePath("missing/answers.csv"), &problem));
        QVERIFY(problem.contains("answers.csv"));
    }

    void aClassIsSummarized()
    {
        std::vector<LessonAnswer> one, two;
        add_answer(one, {"he", 2, "Half, \"exactly\"", "1", false});
        add_answer(one, {"he", 2, "Half, \"exactly\"", "0.5", true});
        add_answer(one, {"he", 2, "Half, \"exactly\"", "3", false});   // what was right stays so
        add_answer(two, {"he", 2, "Half, \"exactly\"", "2", false});
        add_answer(two, {"fans", 1, "Fans", "9", true});
        QCOMPARE(one.size(), std::size_t(1));
        QVERIFY(one[0].right && one[0].tries == 2);
        QCOMPARE(answers_csv(read_answers(answers_csv(one))), answers_csv(one));
        QCOMPARE(QString::fromStdString(class_csv({one, two})),
            QString("lesson,step,title,answered,right,right_at_once,mean_tries,wrong\r\n"
                    "fans,1,Fans,1,1,1,1,\r\n"
                    "he,2,\"Half, \"\"exactly\"\"\",2,1,0,1.5,2\r\n"));
        for (const char* text : {"lesson,step\r\nhe,2\r\n", "lesson,step,title,answer,right,tries\r\nhe,x,t,a,1,1\r\n",
                 "lesson,step,title,answer,right,tries\r\nhe,1,t,a,2,1\r\n",
                 "lesson,step,title,answer,right,tries\r\nhe,1,t,a,1,0\r\n"})
            QVERIFY_THROWS_EXCEPTION(FormatError, read_answers(text));
    }
};

STEPZERO_TEST(TestExercises, QApplication)

}   // namespace tst_exercises
#include "tst_exercises.moc"
