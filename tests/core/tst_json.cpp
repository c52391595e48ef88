// SPDX-License-Identifier: GPL-3.0-or-later
// JSON trees: building, formatting and reading. tst_experiment checks the messages for invalid texts.
#include <QTest>
#include <cmath>
#include <limits>
#include <sstream>

#include "core/base/json/json_fields.h"
#include "core/base/json/read_json.h"
#include "core/base/json/write_json.h"
#include "core/base/words/nan.h"
#include "core/files/experiment_json.h"
#include "tests/main/registered_test.h"

namespace tst_json {

using namespace stepzero;

namespace {

/// Returns [7, 7, …], which is 3 · count columns wide.
Json sevens(int count) { return json_of(std::vector<int>(std::size_t(count), 7)); }

}   // namespace

class TestJson : public QObject {
    Q_OBJECT

private slots:
    void values_of_every_type()
    {
        const std::optional<double> nothing;
        const Json json = json_object({{"a", json_of(1)}, {"b", json_of(true)}, {"c", json_of("x\n\"")},
            {"d", json_of(std::string("ü"))}, {"e", json_of(-infinity)}, {"f", json_of(nothing)},
            {"g", json_of(std::vector<std::optional<double>> {0.5, {}})}, {"h", json_object()}, {"i", json_list()},
            {"j", json_of((std::uint64_t(1) << 53) - 1)}});
        const std::string line
            = "{\"a\": 1, \"b\": true, \"c\": \"x\\n\\\"\", \"d\": \"ü\", \"e\": \"-inf\", \"f\": null, "
              R"("g": [0.5, null], "h": {}, "i": [], "j": 9007199254740991})";
        QCOMPARE(json_line(json), line);
        const JsonReading reading = read_json(line);
        QVERIFY(reading.complete && reading.problems.empty());
        QCOMPARE(json_line(reading.root), line);
    }

    // 110 columns, counted from the bracket, and the indentation.
    void what_fits_stands_on_one_line()
    {
        QCOMPARE(json_lines(json_list({sevens(36)})).size(), std::size_t(110));
        QCOMPARE(json_lines(json_list({sevens(37)})), "[\n  " + json_line(sevens(37)) + "\n]");
        QCOMPARE(json_lines(sevens(500)), json_line(sevens(500)));   // an array of numbers is never broken into lines
        const Json inner = json_object({{"a", sevens(30)}, {"b", json_of(10)}});
        QCOMPARE(json_line(inner).size(), std::size_t(106));
        const auto nested = [](Json json, int levels) {
            for (int i = 0; i < levels; ++i)
                json = json_list({std::move(json)});
            return QString::fromStdString(json_lines(json));
        };
        const Json twice = json_list({inner, inner});
        QVERIFY(nested(twice, 1).contains(QString::fromStdString("\n    " + json_line(inner) + ",\n")));   // 4 + 106
        QVERIFY(nested(inner, 3).contains(QStringLiteral("\n        \"b\": 10\n")));
    }

    void rows_have_a_line_an_item()
    {
        QCOMPARE(json_line(json_object({{"a", in_rows(json_list({in_rows(json_list({json_of(1)}))}))}})),
            std::string(R"({"a": [[1]]})"));   // one line has no rows
        QCOMPARE(json_lines(in_rows(json_list())), std::string("[]"));
        QCOMPARE(json_lines(in_rows(json_list({json_of(1), json_of(2)}))), std::string("[\n  1,\n  2\n]"));
        Json rows = in_rows(json_object({{"a", json_of(1)}, {"b", json_of(2)}, {"c", json_list({sevens(60)})}}));
        rows.items[1].beside = true;
        const std::string c = json_line(json_list({sevens(60)}));
        QCOMPARE(json_lines(rows), "{\n  \"a\": 1, \"b\": 2,\n  \"c\": " + c + "\n}");
        rows.items[0].beside = true;
        QCOMPARE(json_lines(json_object({{"key", rows}})),
            "{\n  \"key\": {\"a\": 1, \"b\": 2,\n          \"c\": " + c + "}\n}");
    }

    void experiments_keep_their_bytes_data()
    {
        QTest::addColumn<QString>("members");
        QTest::addColumn<QString>("text");
        QTest::newRow("dense") << QStringLiteral(R"("title": "a",
  "network": {"kind": "dense", "widths": [3, 2], "activation": "tanh", "overrides": [
    {"layer": 2, "activation": "elu", "weight": {"scheme": "xavier_normal"}, "bias": {"scheme": "uniform"}},
    {"layer": 1, "bias": {"scheme": "ones"}}]}, "measure": {"correlation": false})")
                               << QStringLiteral(R"({
  "format": "stepzero-experiment",
  "version": 1,
  "title": "a",
  "network": {
    "kind": "dense",
    "input_width": 3,
    "widths": [3, 2],
    "activation": {"name": "tanh"},
    "weight": {"scheme": "kaiming_normal", "mode": "fan_in", "nonlinearity": "relu", "negative_slope": 0},
    "bias": {"scheme": "zeros"},
    "overrides": [
      {"layer": 1, "bias": {"scheme": "ones"}},
      {"layer": 2, "activation": {"name": "elu", "alpha": 1}, "weight": {"scheme": "xavier_normal", "gain": 1}, "bias": {"scheme": "uniform", "low": 0, "high": 1}}
    ]
  },
  "input": {"distribution": "normal", "mean": 0, "std": 1, "samples": 256},
  "measure": {"gradient": true, "weight_spectra": true, "jacobian": true,
              "correlation": false, "correlation_angle": 60},
  "seed": 42,
  "replicas": 1
}
)");
        QTest::newRow("residual") << QStringLiteral(R"("network": {"kind": "residual", "width": 8}, "seed": 1)")
                                  << QStringLiteral(R"({
  "format": "stepzero-experiment",
  "version": 1,
  "title": "",
  "network": {
    "kind": "residual",
    "depth": 24,
    "width": 8,
    "layers_per_branch": 2, "hidden_ratio": 1, "norm": "none",
    "norm_placement": "pre", "norm_epsilon": 0.00001, "dyt_alpha": 0.5,
    "residual_scaling": "plain", "skip": 1, "branch": 1,
    "streams": 1, "stream_mixing": "identity", "mixing_std": 0,
    "biases": true,
    "activation": {"name": "relu"},
    "weight": {"scheme": "kaiming_normal", "mode": "fan_in", "nonlinearity": "relu", "negative_slope": 0},
    "bias": {"scheme": "zeros"},
    "roles": {
      "branch_in": {"scheme": "kaiming_normal", "mode": "fan_in", "nonlinearity": "relu", "negative_slope": 0},
      "branch_out": {"scheme": "kaiming_normal", "mode": "fan_in", "nonlinearity": "relu", "negative_slope": 0}
    }
  },
  "input": {"distribution": "normal", "mean": 0, "std": 1, "samples": 256},
  "measure": {"gradient": true, "weight_spectra": true, "jacobian": true,
              "correlation": true, "correlation_angle": 60},
  "seed": 1,
  "replicas": 1
}
)");
    }

    void experiments_keep_their_bytes()
    {
        QFETCH(QString, members);
        QFETCH(QString, text);
        const auto parsed
            = parse_experiment((R"({"format": "stepzero-experiment", "version": 1, )" + members + '}').toStdString());
        QVERIFY(std::holds_alternative<Experiment>(parsed));
        QCOMPARE(QString::fromStdString(format_experiment(std::get<Experiment>(parsed))), text);
    }

    // A list of any length, entry by entry: the same entries with their positions.
    void entries_are_given_away_as_they_are_read()
    {
        const std::string text = "{\"a\": [1], \"list\": [{\"x\": [1, \"]\"]} , -2.5,\n"
                                 "[], \"ü\", 7], \"b\": {\"list\": [3]}}";
        std::stringbuf buffer(text, std::ios::in);
        std::string given, pieces;
        const JsonReading reading = read_json(buffer, "list", [&](const Json& root, const JsonEntry& entry) {
            QCOMPARE(json_line(root), std::string("{\"a\": [1], \"list\": []}"));
            given += json_line(entry.json) + '|';
            if (entry.json.holds_others())
                pieces += text.substr(entry.begin, entry.end - entry.begin) + '|';
        });
        QVERIFY(reading.complete && reading.problems.empty());
        QCOMPARE(given, std::string("{\"x\": [1, \"]\"]}|-2.5|[]|\"ü\"|7|"));
        QCOMPARE(pieces, std::string("{\"x\": [1, \"]\"]}|[]|"));
        QCOMPARE(json_line(reading.root), std::string("{\"a\": [1], \"list\": [], \"b\": {\"list\": [3]}}"));
    }

    void problems_with_entries_are_those_of_a_whole_text()
    {
        for (const char* text :
            {"{\"list\": [{\"a\": 1}, {\"a\": 1, \"a\": 2}]}", "{\"list\": [[], [1, [2, 1e999]]]}",
                "{\"list\": [1,\n 2,\n 3", "{\"list\": [1,\n 2,\n x]}", "", "[1, 2]", "{\"list\": 3, \"list\": [1]}"}) {
            const JsonReading whole = read_json(text);
            std::stringbuf buffer(text, std::ios::in);
            const JsonReading piecemeal = read_json(buffer, "list", [](const Json&, const JsonEntry&) {});
            QCOMPARE(piecemeal.complete, whole.complete);
            QCOMPARE(piecemeal.problems.size(), whole.problems.size());
            for (std::size_t i = 0; i < whole.problems.size(); ++i)
                QCOMPARE(sentence("f", piecemeal.problems[i]).english(), sentence("f", whole.problems[i]).english());
        }
    }

    void members_are_read_strictly()
    {
        Problems problems;
        const Json json
            = read_json(R"({"format": "x", "version": 2, "a": 1.5, "b": "inf", "lits": 1, "liist": 2})").root;
        const JsonFields fields(json, "at", problems);
        QVERIFY(!fields.format("x"));
        fields.known({"format", "version", "a", "b", "list"});
        fields.required({"a", "other"}, stepzero::tr("a number"));
        int whole = 3;
        double finite = 4, any = 5;
        fields.read("a", {0, 9}, whole);
        fields.read("b", finite);
        fields.read_any("b", any);
        fields.read("missing", finite);
        QVERIFY(!fields.list("a") && !fields.object("missing"));
        QCOMPARE(whole, 3);
        QCOMPARE(finite, 4.0);
        QVERIFY(std::isinf(any));
        QStringList found;
        for (const Problem& problem : problems)
            found << QString::fromStdString(sentence("f", problem).english());
        QCOMPARE(found.join('\n'),
            QStringLiteral("f: at.version: must be 1, got 2: a later version of Stepzero wrote this file\n"
                           "f: at.lits: is not known: did you mean \"list\"? (known: format, version, a, b, list)\n"
                           "f: at.liist: is not known either: did you mean \"list\"?\n"
                           "f: at.other: is required: must be a number\n"
                           "f: at.a: must be a whole number, got 1.5\n"
                           "f: at.b: must be a number, got \"inf\"\n"
                           "f: at.a: must be a list, got 1.5"));
    }
};

STEPZERO_TEST(TestJson, NoApplication)

}   // namespace tst_json
#include "tst_json.moc"
