// SPDX-License-Identifier: GPL-3.0-or-later
// Files of captures: reading returns what was written, every mistake is reported in a sentence with its place, and a
// changed file is either read as a whole or refused.
#include <QTest>
#include <random>

#include "core/base/json/json_fields.h"
#include "core/base/json/json_path.h"
#include "tests/core/capture_cases.h"
#include "tests/fuzz/take_capture.h"
#include "tests/main/registered_test.h"

namespace tst_capture {

using namespace stepzero;

namespace {

/// A small file that has every member of the schema.
Json whole_file()
{
    Capture capture = capture_cases::gpt();
    std::erase_if(capture.modules, [](const CapturedModule& one) { return one.block > 1; });
    std::erase_if(capture.parameters, [](const CapturedParameter& one) { return one.block > 1; });
    capture.modules.front().output->saturated = 0.25;
    capture.modules.front().constant_input = false;
    capture.unused = {"pooler"};
    capture.unseen = {"scripted"};
    capture.weights = "mine.safetensors";
    capture.parameters.front().update = 1e-3;
    capture.steps = {{1, 4.6, {{"wte", 0.02}}, {{"wte", 1e-3}}, {{"wte.weight", 1e-3}}}, {2, {}, {}, {}, {}}};
    return capture_cases::json_of_capture(capture);
}

std::string problems_of(const Json& json)
{
    const auto parsed = parse_capture(json_line(json));
    const auto* problems = std::get_if<Problems>(&parsed);
    return problems ? sentences("mine.json", *problems).english() : std::string();
}

}   // namespace

class TestCapture : public QObject {
    Q_OBJECT

private slots:
    void a_file_is_read_as_it_was_written()
    {
        const std::string text = json_line(whole_file());
        const auto parsed = parse_capture(text);
        QVERIFY2(std::holds_alternative<CaptureFile>(parsed),
            std::holds_alternative<Problems>(parsed) ? sentences("", std::get<Problems>(parsed)).english().c_str()
                                                     : "");
        const Capture& capture = std::get<Capture>(std::get<CaptureFile>(parsed));
        QCOMPARE(capture_cases::text_of_capture(capture), text);
        QCOMPARE(capture.blocks(), 1);
        QVERIFY(capture.has_backward());
        QCOMPARE(*capture.modules.front().output->norm(), 0.02 * std::sqrt(4.0 * 32 * 64));
        QVERIFY(!capture.steps[1].loss);
        QVERIFY(is_capture(text));
        QVERIFY(!is_capture(R"({"format": "stepzero-experiment", "title": "stepzero-capture"})"));
    }

    void captures_at_widths_are_read()
    {
        const std::string text = capture_cases::text_of_widths(capture_cases::widths(0.5));
        QVERIFY(is_capture(text));
        const auto parsed = parse_capture(text);
        QVERIFY(std::holds_alternative<CaptureFile>(parsed));
        const auto& all = std::get<CapturedWidths>(std::get<CaptureFile>(parsed));
        QCOMPARE(all.captures.size(), std::size_t(6));
        QCOMPARE(all.captures[1].width, 64);
        QCOMPARE(all.captures[1].step, 1);
        QCOMPARE(capture_cases::text_of_widths(all), text);
    }

    /// Everything but modules and parameters may be absent or null, and unknown members are ignored.
    void little_is_required()
    {
        const auto parsed = parse_capture(R"({"format": "stepzero-capture", "version": 1, "modules": [{"path": "a",
            "output": {"rms": null, "extra": [1]}, "gradient": null}], "parameters": [], "loss": null, "mine": {}})");
        QVERIFY(std::holds_alternative<CaptureFile>(parsed));
        const Capture& capture = std::get<Capture>(std::get<CaptureFile>(parsed));
        QVERIFY(!capture.modules[0].output->rms && !capture.modules[0].gradient && !capture.loss);
        QVERIFY(!capture.has_backward());
    }

    void a_mistake_is_a_sentence_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* path, const char* value, const char* sentence) {
            QTest::newRow(path) << QString(path) << QString(value) << QString(sentence);
        };
        row("format", "\"stepzero-captures\"", "format: must be \"stepzero-capture\", got \"stepzero-captures\"");
        row("version", "2", "version: must be 1, got 2: a later version of Stepzero wrote this file");
        row("step", "-1", "step: must be 0 to 1000000000, got -1");
        row("batch", "1.5", "batch: must be a whole number, got 1.5");
        row("training", "1", "training: must be true or false, got 1");
        row("loss.classes", "0", "loss.classes: must be 1 to 9007199254740991, got 0");
        row("modules", "{}", "modules: must be a list, got an object");
        row("modules[1]", "3", "modules[1]: must be an object, got 3");
        row("modules[1].kind", "\"linaer\"",
            "modules[1].kind: must be one of linear, convolution, norm, activation, attention, embedding, recurrent, "
            "dropout, pooling, other, got \"linaer\": did you mean \"linear\"?");
        row("modules[1].call", "0", "modules[1].call: must be 1 to 1000000000, got 0");
        row("modules[1].output.zeros", "1.5", "modules[1].output.zeros: must be 0 to 1, got 1.5");
        row("modules[1].output.rms", "-1", "modules[1].output.rms: must be 0 to 1.7976931348623157e+308, got -1");
        row("modules[1].output.not_finite", "100000", "modules[1].output.not_finite: must be 0 to 8192, got 100000");
        row("modules[1].output.min", "9", "modules[1].output.min: must be at most 4, got 9");
        row("modules[1].output.histogram.counts", "[]",
            "modules[1].output.histogram.counts: must have at least one entry");
        row("modules[1].output.shape", "[2, -3]",
            "modules[1].output.shape[1]: must be a whole number of at least 0, got -3");
        row("modules[1].path", "\"wte\"", "modules[1]: repeats an entry before it: \"wte\"");
        row("parameters[0].singular_values", "[1, 2]",
            "parameters[0].singular_values[1]: must be a number from 0 to the one before it, 1, got 2");
        row("parameters[0].name", "7", "parameters[0].name: must be a string, got 7");
        row("unused", "[1]", "unused[0]: must be a name of at most 1000 bytes, got 1");
        row("unseen", "[1]", "unseen[0]: must be a name of at most 1000 bytes, got 1");
        row("modules[1].constant_input", "1", "modules[1].constant_input: must be true or false, got 1");
        row("weights", "\"../other.safetensors\"", "weights: must be the name of a file in the same folder");
        row("steps[0].update", "{\"a\": \"b\"}", "steps[0].update.a: must be a number, got \"b\"");
    }
    void a_mistake_is_a_sentence()
    {
        QFETCH(QString, path);
        QFETCH(QString, value);
        QFETCH(QString, sentence);
        Json json = whole_file();
        QVERIFY(put_value(json, path.toStdString(), read_json(value.toStdString()).root).empty());
        QCOMPARE(QString::fromStdString(problems_of(json)), "mine.json: " + sentence);
    }

    void required_members_are_named()
    {
        QCOMPARE(problems_of(json_object({{"format", json_of("stepzero-capture")}, {"version", json_of(1)}})),
            std::string("mine.json: modules: is required: must be a list\n"
                        "mine.json: parameters: is required: must be a list"));
        QCOMPARE(problems_of(json_list()), std::string("mine.json: must be a capture, a JSON object, got a list"));
        QCOMPARE(problems_of(json_object({{"format", json_of("stepzero-capture-widths")}, {"version", json_of(1)},
                     {"captures", json_list()}})),
            std::string("mine.json: captures: must have at least one entry"));
    }

    /// The contract of the parser (take_capture.h) holds for 2000 changed files: bytes changed, removed and doubled,
    /// and values of the tree replaced.
    void changed_files_are_taken_or_refused()
    {
        const Json whole = whole_file();
        const std::string text = json_line(whole);
        std::mt19937 random(20);
        const auto below = [&random](std::size_t n) { return std::size_t(random() % n); };
        int taken = 0, refused = 0;
        for (int i = 0; i < 1000; ++i) {
            std::string changed = text;
            const std::size_t at = below(text.size()), size = 1 + below(20);
            if (i % 3 == 0)
                changed[at] = char(below(256));
            else if (i % 3 == 1)
                changed.erase(at, size);
            else
                changed.insert(at, text.substr(below(text.size()), size));
            ++(fuzz::take_capture(changed) ? taken : refused);
        }
        const std::vector<Json> values {Json(), json_of(true), json_of(-1), json_of(1e300), json_of(0.5), json_of(""),
            json_of(std::string(2000, 'a')), json_list(), json_list({json_of(-1)}), json_object(),
            json_object({{"path", json_of("a")}}), json_of(1e17)};
        for (int i = 0; i < 1000; ++i) {
            Json changed = whole, *at = &changed;
            while (at->holds_others() && !at->items.empty() && (at == &changed || below(5) > 0))
                at = &at->items[below(at->items.size())];
            *at = values[below(values.size())];
            ++(fuzz::take_capture(json_line(changed)) ? taken : refused);
        }
        // Names and numbers may change, and structure may not.
        QVERIFY2(taken > 100 && refused > 1000, qPrintable(QString("%1 %2").arg(taken).arg(refused)));
    }
};

STEPZERO_TEST(TestCapture, NoApplication)

}   // namespace tst_capture
#include "tst_capture.moc"
