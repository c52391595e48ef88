// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons: files read and written, expressions over a study, claims, and the built-in lessons.
#include <QRegularExpression>
#include <QTest>
#include <cmath>

#include "core/diagnose/finding.h"
#include "core/kinds/kinds.h"
#include "core/study/lesson/lesson_claim.h"
#include "core/study/lesson/lesson_json.h"
#include "core/study/make_study.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_lesson {

using namespace stepzero;

namespace {

constexpr std::size_t cache_bytes = std::size_t(64) << 20;

StudyPtr study_of(const std::string& members, Focus focus = {})
{
    StudyCaches caches(cache_bytes);
    return full_study({networks::with_members(members), 1, focus, nullptr, {}}, caches, {});
}

/// Plain layers, trained, with everything measured.
const Study& dense()
{
    static const StudyPtr study
        = study_of(R"("network": {"kind": "dense", "depth": 6, "width": 48, "activation": "tanh",
        "weight": {"scheme": "mean_field", "variance": 1.5}}, "input": {"samples": 64},
        "measure": {"weight_spectra": true, "jacobian": true, "correlation": true},
        "train": {"steps": 3, "task": "clusters"})",
            {.layer = 2});
    return *study;
}

const Study& transformer()
{
    static const StudyPtr study = study_of(R"("network": {"kind": "transformer", "width": 32, "depth": 2, "heads": 2,
        "vocabulary": 31, "context": 16}, "input": {"samples": 2, "tokens": 8})");
    return *study;
}

std::string lesson_text(const std::string& step, const std::string& rest = {})
{
    return R"({"format": "stepzero-lesson", "version": 1, "title": "t", "summary": {"zh": "丙"}, "steps": [{"title": "a",
        "text": "b", )"
        + step + "}" + rest + "]}";
}

}   // namespace

class TestLesson : public QObject {
    Q_OBJECT
private slots:
    void expressions_have_the_numbers_of_the_study()
    {
        const Study& s = dense();
        const auto& layer = *s.measurement->output(3);
        const std::vector<std::pair<std::string, double>> cases {{"1 + 2*3^2", 19}, {"depth", 6}, {"width", 48},
            {"log10(1000)", 3}, {"signal(3)", layer.rms}, {"signal(depth - 3)", layer.rms}, {"std( 3 )", layer.std},
            {"signal(3)/signal(2)", layer.rms / s.measurement->output(2)->rms},
            {"signal_theory(3)", s.prediction->output(3, Quantity::rms)->value},
            {"log10_signal(3)", std::log10(layer.rms)}, {"gradient(1)", s.measurement->gradient(1)->rms},
            {"weight_std(2)", s.measurement->weight(2)->std}, {"fan_in(1)", 48},
            {"value(\"network.weight.variance\")", 1.5}, {"value('input.samples')", 64},
            {"column(\"activation_output_std\", 3)", layer.std}, {"layer", 2},
            {"correlation(2)", 1 - *s.measurement->number(2, Quantity::decorrelation)},
            {"chi(2)", s.prediction->preactivation(2, Quantity::chi)->value}, {"findings", double(s.findings->size())},
            {"jacobian_log_spread", *s.jacobian->front() - *s.jacobian->back()},
            {"weight_largest", s.layer_spectra->weight.front()}, {"last_rms", s.measurement->output(6)->rms},
            {"gradient_ratio", s.measurement->gradient(1)->rms / s.measurement->gradient(6)->rms},
            {"loss(0)", s.training->steps[0].loss}, {"loss(3)", s.training->last_loss},
            {"loss_ratio", s.training->last_loss / s.training->steps[0].loss},
            {"trained('layers.2.weight', 'update_rms', 3)", s.training->steps[2].moves[2].update},
            {"trained('layers.2.weight', 'norm', 1)", s.training->steps[0].moves[2].matrix->norm},
            {"found(\"no_such_thing\")", 0}, {"max(signal(1), 7)", 7}, {"-mean(1) + mean(1)", 0}};
        for (const auto& [text, expected] : cases) {
            QVERIFY2(!expression_problem(text), text.c_str());
            const LessonNumber number = lesson_value(text, s);
            const auto* problem = std::get_if<Text>(&number);
            QVERIFY2(!problem, problem ? problem->english().c_str() : "");
            QVERIFY2(std::abs(std::get<double>(number) - expected) <= 1e-12 * std::abs(expected), text.c_str());
        }
    }

    void blocks_have_columns()
    {
        const Study& s = transformer();
        const auto& heads = s.measurement->block(2).find("attention")->heads;
        const double entropy = (heads[0].entropy + heads[1].entropy) / 2;
        QVERIFY(std::abs(std::get<double>(lesson_value("column('entropy', 2)", s)) - entropy) < 1e-12);
        QCOMPARE(std::get<double>(lesson_value("column_theory('mlp_stream_rms', 2)", s)),
            s.prediction->block(2).find("mlp_stream", Quantity::rms)->value);
        const LessonNumber outside = lesson_value("column('logits_cross_entropy', 0)", s);
        QVERIFY2(outside.index() == 0, outside.index() ? std::get<Text>(outside).english().c_str() : "");
    }

    void what_has_no_value_is_a_sentence_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("sentence");
        const auto row = [](const char* text, const char* sentence) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(sentence);
        };
        row("signl(3)", "\"signl\" is not known: did you mean \"signal\"?");
        row("dept", "\"dept\" is not known: did you mean \"depth\"?");
        row("signal(7)", "signal(7): the layer must be 1 to 6, got 7");
        row("signal(1.5)", "signal(1.5): the layer must be 1 to 6, got 1.5");
        row("signal", "signal: needs a layer: write signal(1)");
        row("signal()", "must have a layer in its brackets");
        row("depth(1)", "is a single number of the study");
        row("signal(1", "a bracket is not closed");
        row("1 +", "ends too early");
        row("", "an expression is missing");
        row("loss(9)", "the step must be 0 to 3, got 9");
        row("zeros(1)*0/0", "is not finite");
        row("value(\"network.kind\")", "the experiment has no number there: it has \"dense\"");
        row("value(depth)", "must be in quotation marks");
        row("trained('layers.2.wight', 'norm', 1)", "did you mean \"layers.2.weight\"?");
        row("trained('layers.2.bias', 'norm', 1)", "there is no number \"norm\"");
        row("trained('layers.2.bias', 'weight_rms', 0)", "the step must be 1 to 3, got 0");
        row("column('activation_outpt_rms', 1)", "did you mean \"activation_output_rms\"?");
        row("column('activation_output_rms', 0)", "must be 1 or more");
    }
    void what_has_no_value_is_a_sentence()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, sentence);
        const LessonNumber number = lesson_value(text.toStdString(), dense());
        const auto* found = std::get_if<Text>(&number);
        QVERIFY(found);
        QVERIFY2(QByteArray::fromStdString(found->english()).contains(sentence), found->english().c_str());
    }

    void claims()
    {
        const Study& s = dense();
        const std::vector<std::pair<std::string, bool>> cases {{"depth == 6", true}, {"depth < 6", false},
            {"depth <= 6 and width > 40", true}, {"depth <= 6 and width > 50", false}, {"1 < depth < 10", true},
            {"1 < depth < 3", false}, {"signal(3) ~ signal_theory(3) within 30%", true}, {"2 ~ 1 within 50%", false},
            {"2 ≈ 1 within 100%", true}, {"depth ≥ 6", true}};
        for (const auto& [claim, holds] : cases) {
            QVERIFY2(!claim_problem(claim), claim.c_str());
            const ClaimResult result = check_claim(claim, s);
            QVERIFY2(result.problem.empty(), result.problem.english().c_str());
            QVERIFY2(result.holds == holds, claim.c_str());
        }
        QCOMPARE(claim_numbers(check_claim("depth <= 6 and 1/3 ~ 0.25 within 5%", s)),
            std::string("6 ≤ 6, 0.333 ≈ 0.25 (±5%)"));
        for (const std::string claim : {"depth", "depth ~ 6", "depth ~ 6 within 5", "depth < ", "dept < 3", "and"})
            QVERIFY2(claim_problem(claim), claim.c_str());
        QVERIFY(!check_claim("signal(99) < 1", s).holds);
        QVERIFY(!check_claim("signal(99) < 1", s).problem.empty());
    }

    void texts_with_numbers()
    {
        const Study& s = dense();
        const std::vector<std::pair<std::string, std::string>> cases {{"a {depth} b", "a 6 b"},
            {"{{x}} {1/3:5}", "{x} 0.33333"}, {"{0 - 2/3}", "−0.667"}, {"{1/30000}", "3.33×10⁻⁵"},
            {"{2^40:2}", "1.1×10¹²"}, {"{65504}", "65504"}, {"{1e9}", "1×10⁹"}, {"{0}", "0"}, {"{1234.5}", "1234"},
            {"{0.5}{depth > 3 ? 1 : 2}", "0.51"}};
        for (const auto& [text, expected] : cases) {
            QVERIFY2(!numbered_problem(text), text.c_str());
            QCOMPARE(with_numbers(text, &s).text, expected);
        }
        QCOMPARE(with_numbers("a {signal(77)} b", &s).text, std::string("a … b"));
        QCOMPARE(with_numbers("a {signal(77)} b", &s).problems.size(), std::size_t(1));
        QCOMPARE(with_numbers("a {depth} b", nullptr).text, std::string("a … b"));
        for (const std::string text : {"{", "}", "{dept}", "{depth:0}", "{depth:x}", "{}"})
            QVERIFY2(numbered_problem(text), text.c_str());
    }

    void problems_name_step_and_field_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("sentence");
        const auto row = [](const char* name, const std::string& text, const char* sentence) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(sentence);
        };
        const std::string he = R"("preset": "he-relu-10")";
        row("format", "{}", "format: ");
        row("unknown", lesson_text(he + R"(, "figurs": [])"),
            "steps[0].figurs: is not known: did you mean \"figures\"?");
        row("no experiment", lesson_text(R"("layer": 1)"), "steps[0]: must have a preset or an experiment");
        row("preset", lesson_text(R"("preset": "he-relu-11")"), "did you mean \"he-relu-10\"?");
        row("experiment", lesson_text(R"("experiment": {"network": {"kind": "dense", "depth": -3}})"),
            "steps[0].experiment.network.depth: must be 1 to");
        row("claim", lesson_text(he + R"(, "claims": [{"text": "x", "that": "signl(1) < 2"}])"),
            "steps[0].claims[0].that: \"signl\" is not known");
        row("number", lesson_text(he + R"(, "formula": "x = {dept}")"),
            "steps[0].formula: {dept}: \"dept\" is not known");
        row("layer", lesson_text(he + R"(, "layer": 11)"), "steps[0].layer: must be 1 to 10, got 11");
        row("step", lesson_text(he + R"(, "step": 1)"), "steps[0].step: needs an experiment that has \"train\"");
        row("control", lesson_text(he + R"(, "control": "network.dept")"), "did you mean \"network.depth\"?");
        row("range", lesson_text(he + R"(, "control": "network.depth", "range": [1, 1e9])"),
            "steps[0].range: must be 1 to");
        row("range of a word", lesson_text(he + R"(, "control": "verdict", "range": [1, 9])"),
            "a control with numbers");
        row("dial", lesson_text(he + R"(, "dials": ["network.dept"])"), "did you mean \"network.depth\"?");
        row("values of a dial", lesson_text(he + R"(, "dials": [{"control": "network.depth", "values": "0 .. 9"}])"),
            "steps[0].dials[0].values: ");
        row("many dials", lesson_text(he + R"(, "dials": ["network.depth", "network.width", "seed", "input.samples"])"),
            "steps[0].dials: must have at most 3 controls, got 4");
        row("answer", lesson_text(he + R"(, "question": "x")"), "steps[0].answer: is required");
        row("language", lesson_text(he + R"(, "notes": {"en": "x", "de": "y"})"), "steps[0].notes.de: is not known");
        row("no language", lesson_text(he + R"(, "notes": {})"),
            "steps[0].notes: must have a text in at least one language: en, zh");
        row("share", lesson_text(he + R"(, "figures": [{"figure": "signal", "share": 2}])"),
            "steps[0].figures[0].share: ");
        row("board", lesson_text(he + R"(, "figures": ["signal"], "board": ["signal"])"),
            "steps[0].board: must be an object, got");
        row("board alone", lesson_text(he + R"(, "board": {"tabs": ["signal"]})"),
            "steps[0].figures: is required where there is a board");
        row("board and shares",
            lesson_text(he + R"(, "figures": [{"figure": "signal", "share": 0.5}], "board": {"tabs": ["signal"]})"),
            "steps[0].figures: must have no shares where there is a board");
        row("second step", lesson_text(he, R"(, {"title": "c", "text": "d", "layer": 0})"), "steps[1].layer: ");
    }
    void problems_name_step_and_field()
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
        const std::string text
            = lesson_text(R"("experiment": {"network": {"kind": "dense", "depth": 4}, "train": {"steps": 9}},
            "step": 2, "layer": 3, "formula": "y = {depth}",
            "figures": ["signal", {"figure": "weights", "share": 0.4, "view": {"log": true}}],
            "control": "network.depth", "range": [1, 9],
            "dials": ["network.width", {"control": "network.depth", "values": "1 .. 4"}], "claims": [{"text": {"en": "e", "zh": "中"}, "that": "depth > 1"}],
            "question": "q", "answer": "a", "exercise": {"number": "depth", "within": 5}, "notes": "n")",
                R"(, {"title": "c", "text": {"zh": "丁"}, "figures": ["signal"], "board": {"row": [{"tabs": ["signal"],
                "share": 2}, {"tabs": ["weights"]}]}}, {"title": "c", "preset": "he-relu-10"})");
        const auto first = parse_lesson(text);
        QVERIFY(std::holds_alternative<Lesson>(first));
        const Lesson& lesson = std::get<Lesson>(first);
        QCOMPARE(lesson.steps.size(), std::size_t(3));
        QCOMPARE(lesson.summary.in("zh"), std::string("丙"));
        QCOMPARE(lesson.steps[1].step, 2);
        QVERIFY(lesson.steps[1].experiment == lesson.steps[0].experiment);
        QCOMPARE(lesson.steps[2].step, 0);
        QCOMPARE(lesson.steps[1].text.in("en"), std::string("丁"));
        QVERIFY(lesson.steps[1].board && lesson.steps[1].board->find("row") && !lesson.steps[0].board);
        QCOMPARE(lesson.steps[0].claims[0].text.in("zh"), std::string("中"));
        QCOMPARE(lesson.steps[0].notes.in("zh"), std::string("n"));
        QCOMPARE(lesson.steps[0].dials.size(), std::size_t(2));
        QCOMPARE(lesson.steps[0].dials[1].values, std::string("1 .. 4"));
        const std::string written = format_lesson(lesson);
        const auto second = parse_lesson(written);
        QVERIFY(std::holds_alternative<Lesson>(second));
        QCOMPARE(format_lesson(std::get<Lesson>(second)), written);
        QVERIFY(std::get<Lesson>(second).steps[0].experiment == lesson.steps[0].experiment);
        QVERIFY(is_lesson(written));
    }

    void time_to_speak()
    {
        QCOMPARE(spoken_words("Two *words*, and 3.5 more.", "en"), 5);
        QCOMPARE(spoken_words("方差每层减半，ReLU 使然。", "zh"), 9);
        const LessonText english {{{"en", "a b c"}}}, both {{{"en", "a b"}, {"zh", "方差"}}},
            chinese {{{"zh", "方差"}}};
        QCOMPARE(spoken(english, "zh").minutes, 3 / 130.0);
        QCOMPARE(spoken(both, "en").minutes, 2 / 130.0);
        QCOMPARE(spoken(both, "zh").minutes, 2 / 200.0);
        QCOMPARE(spoken(chinese, "en").minutes, 2 / 200.0);
    }

    /// A quarter of a minute per step, two per exercise, and the words that a reader sees, which exclude the notes.
    void time_to_read()
    {
        const auto minutes = [](int steps, int exercises, const std::string& words, const std::string& notes) {
            Lesson lesson;
            for (int i = 0; i < steps; ++i) {
                LessonStep step;
                step.text.by["en"] = words;
                step.notes.by["en"] = notes;
                if (i < exercises)
                    step.exercise = NumberExercise {"1"};
                lesson.steps.push_back(step);
            }
            return std::pair(exercise_count(lesson), lesson_minutes(lesson, "en"));
        };
        std::string many;
        for (int i = 0; i < 220; ++i)
            many += "word ";
        QCOMPARE(minutes(1, 0, "a", many), std::pair(0, 1));
        QCOMPARE(minutes(8, 0, "a", {}), std::pair(0, 2));
        QCOMPARE(minutes(8, 3, "a", {}), std::pair(3, 8));
        QCOMPARE(minutes(4, 0, many, {}), std::pair(0, 5));
        QCOMPARE(lesson_minutes(lessons().front(), "en"), 5);   // the five-minute tour
        for (const Lesson& lesson : lessons())
            for (const std::string& language : lesson_languages()) {
                const int all = lesson_minutes(lesson, language);
                QVERIFY2(all >= 2 && all <= 15, (lesson.name + " " + std::to_string(all)).c_str());
                QVERIFY2(lesson.summary.by.contains(language), lesson.name.c_str());
            }
    }

    void lessons_of_the_program_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const EmbeddedFile& file : embedded_lessons())
            QTest::newRow(std::string(file.name).c_str()) << QByteArray(file.text.data(), qsizetype(file.text.size()));
    }
    /// They can be read, have the same numbers in every language, and call a preactivation z and an output x = φ(z), as
    /// figures do. Tests of the window check that claims hold (app/lessons).
    void lessons_of_the_program()
    {
        QFETCH(QByteArray, text);
        const auto parsed = parse_lesson(text.toStdString());
        if (const auto* problems = std::get_if<Problems>(&parsed))
            QFAIL(sentence(QTest::currentDataTag(), problems->front()).english().c_str());
        static const QRegularExpression number("\\{[^{}]*\\}");
        const auto numbers = [](const std::string& words) {
            QStringList all;
            for (auto found = number.globalMatch(QString::fromStdString(words)); found.hasNext();)
                all << found.next().captured();
            all.sort();
            return all;
        };
        static const QRegularExpression otherNames(QStringLiteral(R"((?<![\w])(h[_²^)]|a[_²](?!/3)|E\[[ha]|σ_[ha]\b))"),
            QRegularExpression::UseUnicodePropertiesOption);
        for (const LessonStep& step : std::get<Lesson>(parsed).steps)
            for (const LessonText* each : numbered_texts(step))
                for (const std::string& language : lesson_languages()) {
                    const std::string& words = each->in(language);
                    QVERIFY2(numbers(words) == numbers(each->in("en")), words.c_str());
                    // A state along time is h, as everywhere.
                    const bool states = kind_of(step.experiment.network).steps_of_input;
                    QVERIFY2(states || !QString::fromStdString(words).contains(otherNames), words.c_str());
                }
    }
};

STEPZERO_TEST(TestLesson, QCoreApplication)

}   // namespace tst_lesson
#include "tst_lesson.moc"
