// SPDX-License-Identifier: GPL-3.0-or-later
// Exercises of lessons: read and written, judged, and those of the built-in lessons.
#include <QTest>
#include <cmath>

#include "core/study/lesson/exercise.h"
#include "core/study/lesson/lesson_json.h"
#include "core/study/lesson/lesson_study.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_exercise {

using namespace stepzero;

namespace {

constexpr std::size_t cache_bytes = std::size_t(64) << 20;

/// ReLU after Xavier: each layer halves the second moment.
std::string shrinking_text(
    const std::string& exercise, const std::string& question = R"("question": "q", "answer": "a",)")
{
    return R"({"format": "stepzero-lesson", "version": 1, "title": "t", "steps": [{"title": "a", "text": "b",
        "experiment": {"network": {"kind": "dense", "depth": 6, "width": 64, "activation": "relu",
        "weight": {"scheme": "xavier_normal"}}, "input": {"samples": 64},
        "measure": {"jacobian": false, "weight_spectra": false}}, )"
        + question + R"("exercise": )" + exercise + "}]}";
}

Lesson lesson_of(const std::string& exercise)
{
    auto parsed = parse_lesson(shrinking_text(exercise));
    if (const auto* problems = std::get_if<Problems>(&parsed))
        qFatal("%s", sentence("lesson", problems->front()).english().c_str());
    return std::get<Lesson>(std::move(parsed));
}

StudyPtr study_of(const Experiment& experiment)
{
    StudyCaches caches(cache_bytes);
    return full_study({experiment, 1, {}, nullptr, {}}, caches, {});
}

const std::string he = R"({"network.weight": {"scheme": "kaiming_normal"}})";

}   // namespace

class TestExercise : public QObject {
    Q_OBJECT
private slots:
    void a_number_is_expected_between_bounds()
    {
        const Lesson within = lesson_of(R"({"number": "signal(6) ", "within": 10})");
        const StudyPtr study = study_of(within.steps[0].experiment);
        const double rms = study->measurement->output(6)->rms;
        auto expected = expected_number(std::get<NumberExercise>(*within.steps[0].exercise), *study);
        QVERIFY(std::holds_alternative<ExpectedNumber>(expected));
        QCOMPARE(std::get<ExpectedNumber>(expected).low, 0.9 * rms);
        QCOMPARE(std::get<ExpectedNumber>(expected).high, 1.1 * rms);
        // Theory's band is around theory's number, not the simulated one.
        const Lesson band = lesson_of(R"({"number": "signal(6) ", "between": ["signal_low(6) ", "signal_high(6) "]})");
        expected = expected_number(std::get<NumberExercise>(*band.steps[0].exercise), *study);
        QVERIFY(std::holds_alternative<ExpectedNumber>(expected));
        const auto [number, low, high] = std::get<ExpectedNumber>(expected);
        QCOMPARE(number, rms);
        const double theory = study->prediction->output(6, Quantity::rms)->value;
        QVERIFY(low < theory && theory < high && low > theory / 4 && high < 4 * theory);
    }

    /// The number of any simulated network is a right answer: in a band of two standard deviations, 4.6% would not be.
    void a_simulated_number_is_right()
    {
        const Lesson lesson
            = lesson_of(R"({"number": "signal(6) ", "between": ["signal_low(6) ", "signal_high(6) "]})");
        Experiment other = lesson.steps[0].experiment;
        const auto& asked = std::get<NumberExercise>(*lesson.steps[0].exercise);
        const auto expected = expected_number(asked, *study_of(other));
        const auto [number, low, high] = std::get<ExpectedNumber>(expected);
        QVERIFY(low < number && number < high);
        const NetworkPlan plan = plan_of(other.network);
        NoiseCache cache(cache_bytes);
        other.measure.gradient = false;
        const double middle = std::log(low * high) / 2, half = std::log(high / low) / 2;
        constexpr int networks = 100;
        int outside = 0, outside_of_two = 0;
        for (int i = 0; i < networks; ++i) {
            other.seed = std::uint64_t(100 + i);
            const double away = std::abs(std::log(simulate(other, plan, cache, {}).output(6)->rms) - middle);
            outside += away > half;
            outside_of_two += away > 2 * half / 3;
        }
        QVERIFY2(
            outside <= 2 && outside < outside_of_two, qPrintable(QString("%1, %2").arg(outside).arg(outside_of_two)));
    }

    void an_exercise_without_value_is_told()
    {
        StudyCaches caches(cache_bytes);
        for (const auto& [exercise, told] : std::initializer_list<std::pair<std::string, std::string>> {
                 {R"({"number": "signal(7) ", "within": 5})", "the layer must be 1 to 6, got 7"},
                 {R"({"number": "signal(6) ", "between": ["signal_high(6) ", "signal_low(6) "]})", "is not between"},
                 {R"({"goal": "depth == 6", "solution": )" + he + "}", "is reached before anything is changed"},
                 {R"({"goal": "signal(6) > 5", "solution": )" + he + "}", "the solution does not reach the goal"}}) {
            const Lesson lesson = lesson_of(exercise);
            const auto problem = exercise_problem(lesson.steps[0], study_of(lesson.steps[0].experiment), caches, {});
            QVERIFY2(problem && problem->english().find(told) != std::string::npos, exercise.c_str());
        }
    }

    void a_goal_is_reached_with_few_changes()
    {
        const Lesson lesson
            = lesson_of(R"({"goal": "signal(6) ~ signal(1) within 50%", "changes": 1, "solution": )" + he + "}");
        const Experiment& own = lesson.steps[0].experiment;
        const auto& exercise = std::get<GoalExercise>(*lesson.steps[0].exercise);
        StudyCaches caches(cache_bytes);
        QVERIFY(!exercise_problem(lesson.steps[0], study_of(own), caches, {}));
        QVERIFY(!check_goal(exercise, own, *study_of(own)).reached);
        const auto end = solved(exercise, own);
        QVERIFY(std::holds_alternative<Experiment>(end));
        Experiment changed = std::get<Experiment>(end);
        QVERIFY(check_goal(exercise, own, *study_of(changed)).reached);
        changed.seed += 1;
        const GoalResult twice = check_goal(exercise, own, *study_of(changed));
        QVERIFY(!twice.reached && twice.claim.holds && twice.too_many);
        QCOMPARE(twice.changed, (std::vector<std::string> {"network.weight", "seed"}));
    }

    void problems_name_the_field_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("sentence");
        const auto row = [](const char* name, const std::string& text, const char* sentence) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(sentence);
        };
        row("neither", shrinking_text("{}"), "steps[0].exercise: must have number or goal");
        row("no question", shrinking_text(R"({"number": "depth", "within": 5})", ""),
            "steps[0].question: is required where there is exercise");
        row("no bounds", shrinking_text(R"({"number": "depth"})"), "steps[0].exercise.within: is required");
        row("both bounds", shrinking_text(R"({"number": "depth", "within": 5, "between": ["1", "2"]})"),
            "steps[0].exercise.within: cannot be combined with between");
        row("percent", shrinking_text(R"({"number": "depth", "within": 0})"), "steps[0].exercise.within: must be ");
        row("one end", shrinking_text(R"({"number": "depth", "between": ["1"]})"),
            "steps[0].exercise.between: must be two expressions");
        row("number", shrinking_text(R"({"number": "dept", "within": 5})"),
            "steps[0].exercise.number: \"dept\" is not known");
        row("end", shrinking_text(R"({"number": "depth", "between": ["1", "signl(2) "]
})"),
            "steps[0].exercise.between[1]: \"signl\" is not known");
        row("unknown", shrinking_text(R"({"number": "depth", "within": 5, "withn": 3})"),
            "steps[0].exercise.withn: is not known");
        row("goal", shrinking_text(R"({"goal": "depth", "solution": )" + he + "}"), "steps[0].exercise.goal: ");
        row("no solution", shrinking_text(R"({"goal": "depth > 6"})"), "steps[0].exercise.solution: is required");
        row("nothing", shrinking_text(R"({"goal": "depth > 6", "solution": {}})"),
            "steps[0].exercise.solution: must change");
        row("too many",
            shrinking_text(R"({"goal": "depth > 6", "changes": 1, "solution": {"network.depth": 7, "seed": 3}})"),
            "steps[0].exercise.solution: changes 2 settings, more than the 1 allowed: network.depth, seed");
        row("value", shrinking_text(R"({"goal": "depth > 6", "solution": {"network.depth": -7}})"),
            "steps[0].exercise.solution: network.depth: must be 1 to 10000, got -7");
        row("path", shrinking_text(R"({"goal": "depth > 6", "solution": {"network..depth": 7}})"),
            "steps[0].exercise.solution: network..depth: must be a path");
    }
    void problems_name_the_field()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, sentence);
        const auto parsed = parse_lesson(text.toStdString());
        const auto* problems = std::get_if<Problems>(&parsed);
        QVERIFY(problems);
        const std::string told = stepzero::sentence("file", problems->front()).english();
        QVERIFY2(QByteArray::fromStdString(told).contains(sentence), told.c_str());
    }

    void what_is_written_reads_the_same()
    {
        for (const std::string exercise : {R"({"number": "signal(6) ", "within": 10})",
                 R"({"number": "signal(6) ", "between": ["signal_low(6) ", "signal_high(6) "]})",
                 R"({"goal": "depth > 6", "solution": {"network.depth": 9}})",
                 R"({"goal": "depth > 6", "changes": 2, "solution": {"network.depth": 9, "seed": 7}})"}) {
            const std::string written = format_lesson(lesson_of(exercise));
            const auto again = parse_lesson(written);
            QVERIFY2(std::holds_alternative<Lesson>(again), exercise.c_str());
            QCOMPARE(format_lesson(std::get<Lesson>(again)), written);
        }
    }

    void built_in_exercises_can_be_done()
    {
        StudyCaches caches(cache_bytes);
        int count = 0;
        for (const Lesson& lesson : lessons())
            for (std::size_t i = 0; i < lesson.steps.size(); ++i)
                if (const LessonStep& step = lesson.steps[i]; step.exercise) {
                    ++count;
                    const auto problem = exercise_problem(step,
                        full_study({step.experiment, i + 1, focus_of(lesson, i), nullptr, {}}, caches, {}), caches, {});
                    QVERIFY2(!problem, (lesson.name + ": " + (problem ? problem->english() : "")).c_str());
                }
        QVERIFY(count >= 8);
    }
};

STEPZERO_TEST(TestExercise, QCoreApplication)

}   // namespace tst_exercise
#include "tst_exercise.moc"
