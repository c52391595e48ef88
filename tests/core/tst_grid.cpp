// SPDX-License-Identifier: GPL-3.0-or-later
// Studies of many experiments as files: which are accepted, which are refused with which messages, and what the cells
// are.
#include <QDir>
#include <QTest>
#include <cmath>
#include <set>

#include "core/base/json/read_json.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/kinds/kinds.h"
#include "core/network/input/input.h"
#include "core/study/grid/axis_numbers.h"
#include "core/study/grid/grid_json.h"
#include "core/study/grid/run_cells.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_grid {

using namespace stepzero;

namespace {

std::string study(const std::string& experiment, const std::string& vary)
{
    return R"({"format": "stepzero-study", "version": 1, "experiment": )" + experiment + R"(, "vary": )" + vary + "}";
}

const std::string dense = R"({"network": {"kind": "dense", "width": 8}})";

/// Returns a list of 1, 2, 3, …
std::string axis(const std::string& path, int values)
{
    std::string text;
    for (int i = 1; i <= values; ++i)
        text += (i > 1 ? ", " : "") + std::to_string(i);
    return "{\"path\": \"" + path + "\", \"values\": [" + text + "]}";
}

/// Returns every problem, one per line, as the command line prints them.
std::string told(const std::string& text)
{
    const auto parsed = parse_grid(text);
    std::string lines;
    if (const auto* problems = std::get_if<std::vector<Problem>>(&parsed))
        for (const Problem& problem : *problems)
            lines += sentence("s", problem).english() + "\n";
    return lines;
}

Grid grid_of(const std::string& text)
{
    auto parsed = parse_grid(text);
    if (std::holds_alternative<std::vector<Problem>>(parsed))
        qFatal("%s", told(text).c_str());
    return std::get<Grid>(parsed);
}

/// Parses an experiment file; `title` is used if it has none.
Experiment experiment_of(const std::string& members, const std::string& title)
{
    Experiment experiment = networks::with_members(members);
    experiment.title = title;
    return experiment;
}

}   // namespace

class TestGrid : public QObject {
    Q_OBJECT

private slots:
    void cells_are_the_experiment_with_values_put_in()
    {
        const Grid grid = grid_of(study(dense, R"([
            {"path": "network.weight", "values": [{"scheme": "eye"}, {"scheme": "normal", "std": 0.5}]},
            {"path": "network.activation", "values": ["relu", {"name": "elu", "alpha": 2}], "labels": ["R", "E"]},
            {"path": "seed", "values": [1, 2, 3]}])"));
        QCOMPARE(cell_count(grid), std::size_t(12));
        // Row by row, the last list fastest: 10 = 1·6 + 1·3 + 1.
        QCOMPARE(cell_position(grid, 10), (std::vector<std::size_t> {1, 1, 1}));
        QCOMPARE(cell_labels(grid, 10), (std::vector<std::string> {"normal, std 0.5", "E", "2"}));
        QCOMPARE(cell_name(grid, 3).english(), std::string("cell 3 (eye, E, 1)"));
        QCOMPARE(cell_experiment(grid, 10),
            experiment_of(R"("network": {"kind": "dense", "width": 8, "weight": {"scheme": "normal", "std": 0.5},
                "activation": {"name": "elu", "alpha": 2}}, "seed": 2)",
                "normal, std 0.5, E, 2"));
        std::set<std::string> different;
        for (std::size_t cell = 0; cell < 12; ++cell)
            different.insert(format_experiment(cell_experiment(grid, cell)));
        QCOMPARE(different.size(), std::size_t(12));
    }

    void paths_reach_everything()
    {
        const std::string transformer = R"({"network": {"kind": "transformer", "depth": 2, "width": 16, "heads": 2,
            "vocabulary": 30}, "title": "T"})";
        const Grid roles = grid_of(study(transformer, R"([
            {"path": "network.roles.mlp_out", "values": [{"scheme": "zeros"}, {"scheme": "orthogonal"}]},
            {"path": "network.residual_scaling", "values": ["plain", "rezero"]},
            {"path": "input.tokens", "values": [4, 8]}])"));
        const Experiment last = cell_experiment(roles, 7);
        QCOMPARE(last.network.roles.at("mlp_out").scheme, std::string("orthogonal"));
        QCOMPARE(std::get<std::string>(last.network.options.at("residual_scaling")), std::string("rezero"));
        QCOMPARE(last.input.tokens, 8);
        QCOMPARE(last.title, std::string("T"));

        const Grid inner = grid_of(study(R"({"network": {"kind": "dense", "widths": [4, 5, 6],
            "overrides": [{"layer": 2, "activation": "tanh"}]}})",
            R"([{"path": "network.overrides[0].weight.scheme", "values": ["eye", "zeros"]},
                {"path": "network.widths[1]", "values": [5, 50]}, {"path": "input.std", "values": [1, 2]}])"));
        const Experiment made = cell_experiment(inner, 7);
        QCOMPARE(made.network.overrides.at(0).weight->scheme, std::string("zeros"));
        QCOMPARE(made.network.widths, (std::vector<int> {4, 50, 6}));
        QCOMPARE(made.input.std, 2.0);

        // A path inside another list's value comes after that list; and a kind of network is varied.
        const Grid gains = grid_of(study(dense, R"([
            {"path": "network.weight", "values": [{"scheme": "xavier_normal"}, {"scheme": "orthogonal"}]},
            {"path": "network.weight.gain", "values": [1, 1.5]}])"));
        QCOMPARE(number(cell_experiment(gains, 3).network.weight.parameters, "gain"), 1.5);
        const Grid kinds
            = grid_of(study("{}", R"([{"path": "network.kind", "values": ["dense", "residual", "transformer"]}])"));
        QCOMPARE(cell_experiment(kinds, 2).network.kind, std::string("transformer"));
    }

    /// Expressions of initializers are values of a list, and c in one of them stands for numbers.
    void expressions_are_varied()
    {
        const std::string weight
            = R"({"network": {"kind": "dense", "width": 8, "weight": {"scheme": "normal", "std": 1}}})";
        const auto typed = [](const Grid& grid, std::size_t cell) {
            return *typed_text(cell_experiment(grid, cell).network.weight.parameters.at("std"));
        };
        const Grid texts = grid_of(
            study(weight, R"j([{"path": "network.weight.std", "values": ["sqrt(2/fan_in)", "1/sqrt(fan_in)"]}])j"));
        QCOMPARE(typed(texts, 0), std::string("sqrt(2/fan_in)"));
        QCOMPARE(cell_labels(texts, 1), (std::vector<std::string> {"1/sqrt(fan_in)"}));

        const Grid grid = grid_of(study(weight,
            R"j([{"path": "network.weight.std", "expression": "√(c/fan_in) + cbrt(c)*1e-3", "values": [2, 0.5, 1e-7]},
                 {"path": "seed", "values": [1, 2]}])j"));
        QCOMPARE(typed(grid, 0), std::string("√(2/fan_in) + cbrt(2)*1e-3"));
        QCOMPARE(typed(grid, 3), std::string("√(0.5/fan_in) + cbrt(0.5)*1e-3"));
        QCOMPARE(cell_labels(grid, 2).front(), std::string("√(0.5/fan_in) + cbrt(0.5)*1e-3"));
        const double second = number(plan_of(cell_experiment(grid, 2).network).layers[1].weight.parameters, "std");
        QVERIFY(std::abs(second - (std::sqrt(0.5 / 8) + std::cbrt(0.5) * 1e-3)) < 1e-15);
        QCOMPARE(format_grid(grid_of(format_grid(grid))), format_grid(grid));
        QCOMPARE(axis_numbers(grid.axes[0])->values, (std::vector<double> {2, 0.5, 1e-7}));
        const Grid negative
            = grid_of(study(weight, R"j([{"path": "network.weight.mean", "expression": "2-c", "values": [-1, 1]}])j"));
        QCOMPARE(*typed_text(cell_experiment(negative, 0).network.weight.parameters.at("mean")), std::string("2-(-1)"));
    }

    void what_is_wrong_is_told_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const std::string& text, const char* sentence) {
            QTest::newRow(name) << QString::fromStdString(text) << QString(sentence) + "\n";
        };
        const auto values = [&](const char* name, const std::string& vary, const char* sentence) {
            row(name, study(dense, vary), sentence);
        };
        const auto replaced = [&](const char* name, const std::string& from, const std::string& to, const char* told) {
            std::string text = study(dense, R"([{"path": "seed", "values": [1]}])");
            text.replace(text.find(from), from.size(), to);
            row(name, text, told);
        };
        // Errors of the file.
        row("no JSON", "{", "s: is not JSON: line 1, column 2: unexpected end of the text");
        row("a list", "[]", "s: must be an object, got a list");
        replaced("another format", "stepzero-study", "stepzero-experiment",
            R"(s: format: must be "stepzero-study", got "stepzero-experiment")");
        replaced("a later version", R"("version": 1)", R"("version": 2)",
            "s: version: must be 1, got 2: a later version of Stepzero wrote this file");
        replaced("an unknown key", R"("vary")", R"("vray": 1, "vary")",
            R"(s: vray: is not known: did you mean "vary"? (known: format, version, title, experiment, vary))");
        replaced("twice", R"("version": 1)", R"("version": 1, "version": 1)", "s: version: is given twice");
        replaced("a title of another type", R"("version": 1)", R"("version": 1, "title": 3)",
            "s: title: must be a string, got 3");
        replaced("a whole file inside", R"({"network")", R"({"version": 1, "network")",
            "s: experiment.version: is only for an experiment file");
        row("nothing to vary", study(dense, "[]"), "s: vary: must have 1 to 8 entries, got 0");
        row("no experiment", R"({"format": "stepzero-study", "version": 1, "vary": []})",
            "s: experiment: is required\ns: vary: must have 1 to 8 entries, got 0");
        // Errors of a list.
        values("an expression without c", R"([{"path": "network.weight", "expression": "cc + 1", "values": [1]}])",
            "s: vary[0].expression: must contain c, which stands for the values, got \"cc + 1\"");
        values("an expression of words", R"([{"path": "network.weight", "expression": "c", "values": ["a"]}])",
            "s: vary[0].values[0]: must be a number, which takes the place of c, got \"a\"");
        values("no object", "[3]", "s: vary[0]: must be an object, got 3");
        values("no path", R"([{"values": [1]}])", "s: vary[0].path: is required");
        values("no list", R"([{"path": "seed", "values": 1}])", "s: vary[0].values: must be a list, got 1");
        values("an empty list", R"([{"path": "seed", "values": []}])",
            "s: vary[0].values: must have at least one entry, got none");
        values("an unknown key of a list", R"([{"path": "seed", "values": [1], "label": []}])",
            R"(s: vary[0].label: is not known: did you mean "labels"? (known: path, values, expression, labels))");
        values("no path at all", R"([{"path": "network..depth", "values": [1]}])",
            R"(s: vary[0].path: must be a path in an experiment file such as "network.activation", got )"
            R"("network..depth")");
        values("a path in the file's head", R"([{"path": "version", "values": [1, 2]}])",
            R"(s: vary[0].path: must be a path in the experiment, got "version")");
        values("a value twice", R"([{"path": "seed", "values": [1, 2, 1]}])",
            "s: vary[0].values[2]: is the same as entry [0] before it");
        values("a label twice", R"([{"path": "seed", "values": [1, 2], "labels": ["a", "a"]}])",
            "s: vary[0].labels[1]: is the same as entry [0] before it");
        values("labels of another number", R"([{"path": "seed", "values": [1, 2], "labels": ["a"]}])",
            "s: vary[0].labels: must have as many entries as values, 2, got 1");
        values("a label of another type", R"([{"path": "seed", "values": [1], "labels": [1]}])",
            "s: vary[0].labels[0]: must be a string, got 1\ns: vary[0].labels[0]: must not be empty");
        values("a path twice", R"([{"path": "seed", "values": [1]}, {"path": "seed", "values": [2]}])",
            "s: vary[1].path: is already the path of vary[0]");
        values("an outer path behind", R"([{"path": "network.weight.gain", "values": [1]},
            {"path": "network.weight", "values": [{"scheme": "orthogonal"}]}])",
            "s: vary[1].path: would replace what vary[0] sets at network.weight.gain: place it before that list");
        // Paths that lead nowhere.
        values("a typo in a path", R"([{"path": "network.dpeth", "values": [5, 10]}])",
            R"(s: vary[0].path: network.dpeth: is not known: did you mean "depth"? (known: kind, depth, width, )"
            R"(activation, weight, bias, roles, widths, overrides, input_width, norm, shared))");
        values("through a number", R"([{"path": "network.width.x", "values": [5]}])",
            R"(s: vary[0].path: network.width.x: network.width is 8, but must be an object to have a member x)");
        values("an entry of no list", R"([{"path": "network.overrides[0].layer", "values": [1]}])",
            R"(s: vary[0].path: network.overrides[0].layer: there is no list at network.overrides)");
        // Invalid values.
        values("out of range", R"([{"path": "seed", "values": [1]}, {"path": "network.depth", "values": [5, 0, -3]}])",
            "s: vary[1].values[1]: must be 1 to 10000, got 0\ns: vary[1].values[2]: must be 1 to 10000, got -3");
        values("the first out of range", R"([{"path": "network.depth", "values": [0, 5]}])",
            "s: vary[0].values[0]: must be 1 to 10000, got 0");
        values("of another type", R"([{"path": "network.depth", "values": [5, "ten"]}])",
            R"(s: vary[0].values[1]: must be a whole number, got "ten")");
        values("inside of a value", R"([{"path": "network.weight", "values": [{"scheme": "eye"},
            {"scheme": "normal", "std": -1}]}])",
            "s: vary[0].values[1].std: must be 0 to 1e+30, got -1");
        row("of the experiment",
            study(R"({"network": {"kind": "dense", "depth": -3}})", R"([{"path": "seed", "values": [1, 2]}])"),
            "s: experiment.network.depth: must be 1 to 10000, got -3");
        row("values that do not go together",
            study(R"({"network": {"kind": "transformer", "depth": 1, "vocabulary": 9}})",
                R"([{"path": "network.width", "values": [12, 16]}, {"path": "network.heads", "values": [4, 6]}])"),
            "s: vary[0].values[1], vary[1].values[1]: network.heads: must divide width (16), got 6");
        values("too many to be held", "[" + axis("seed", 101) + ", " + axis("input.std", 101) + "]",
            "s: vary: must make at most 10000 cells together to be drawn, got 10201 (stepzero run accepts "
            "more)");
        values("too many", "[" + axis("seed", 1001) + ", " + axis("input.std", 1000) + "]",
            "s: vary: must make at most 1000000 cells together, got more");
    }
    void what_is_wrong_is_told()
    {
        QFETCH(QString, text);
        QFETCH(QString, sentence);
        QCOMPARE(QString::fromStdString(told(text.toStdString())), sentence);
    }

    // Checking a million cells would take longer than running a part of them.
    void cells_of_a_large_study_are_looked_at_when_they_are_run()
    {
        const std::string text = study(R"({"network": {"kind": "transformer", "depth": 1, "vocabulary": 9}})",
            R"([{"path": "network.width", "values": [12, 16]}, {"path": "network.heads", "values": [4, 6]}, )"
                + axis("seed", 2501) + "]");
        const auto parsed = parse_grid(text, most_cells);
        QVERIFY(std::holds_alternative<Grid>(parsed));
        const Grid& grid = std::get<Grid>(parsed);
        QCOMPARE(cell_count(grid), std::size_t(10004));
        NoiseCache cache(1 << 20);
        int kept = 0;
        const auto run = [&](const std::vector<std::size_t>& cells) {
            run_cells({grid, cells, ".", [&](const CellResult&) { ++kept; }, {}}, cache, {});
        };
        run({0});
        QCOMPARE(kept, 1);
        std::string said;
        try {
            run({1, 10003});
        } catch (const BadInput& error) {
            said = error.what();
        }
        QCOMPARE(said, std::string("cell 10003 (16, 6, 2501): network.heads: must divide width (16), got 6"));
        QCOMPARE(kept, 1);
        // Cells that differ from the first in one value are checked with the file.
        const std::string wrong = std::string(text).replace(text.find("[12, 16]"), 8, "[12, 15]");
        const auto refused = parse_grid(wrong, most_cells);
        QVERIFY(std::holds_alternative<Problems>(refused));
        QCOMPARE(std::get<Problems>(refused).front().path, std::string("vary[0].values[1]"));
    }

    void ten_problems_are_enough()
    {
        std::string values;
        for (int i = 0; i < 300; ++i)
            values += ", " + std::to_string(-i);
        const std::string lines = told(study(dense, R"([{"path": "network.depth", "values": [1)" + values + "]}]"));
        QCOMPARE(std::count(lines.begin(), lines.end(), '\n'), 11);
        QVERIFY(lines.ends_with("\ns: has 290 more problems\n"));
    }

    void labels_are_short_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("label");
        QTest::newRow("word") << R"("relu")"
                              << "relu";
        QTest::newRow("number") << "0.02"
                                << "0.02";
        QTest::newRow("whole") << "1000"
                               << "1000";
        QTest::newRow("boolean") << "true"
                                 << "true";
        QTest::newRow("scheme") << R"({"scheme": "normal", "mean": 0, "std": 0.01})"
                                << "normal, mean 0, std 0.01";
        QTest::newRow("activation") << R"({"name": "elu", "alpha": 2})"
                                    << "elu, alpha 2";
        QTest::newRow("widths") << "[512, 256, 10]"
                                << "512-256-10";
        QTest::newRow("nested") << R"([{"layer": 1}])"
                                << R"([{"layer": 1}])";
    }
    void labels_are_short()
    {
        QFETCH(QString, value);
        QFETCH(QString, label);
        QCOMPARE(QString::fromStdString(default_label(read_json(value.toStdString()).root)), label);
    }

    void a_formatted_study_has_the_same_cells_data()
    {
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const std::string& experiment, const std::string& vary) {
            QTest::newRow(name) << QString::fromStdString(study(experiment, vary));
        };
        // Each varies something that another value follows by default.
        row("widths that the input follows", dense, R"([{"path": "network.width", "values": [4, 6]}])");
        row("an input width of its own", R"({"network": {"kind": "dense", "width": 8, "input_width": 8}})",
            R"([{"path": "network.width", "values": [4, 6]}])");
        row("lists of widths", R"({"network": {"kind": "dense"}})",
            R"([{"path": "network.widths", "values": [[3, 4], [5]]}])");
        row("roles that follow the weights",
            R"({"network": {"kind": "transformer", "width": 16, "heads": 2, "roles": {"q": {"scheme": "zeros"}}}})",
            R"([{"path": "network.weight", "values": [{"scheme": "zeros"}, {"scheme": "orthogonal"}]}])");
        row("kinds", R"({"network": {"depth": 3}})",
            R"([{"path": "network.kind", "values": ["dense", "residual", "transformer"]}])");
        row("networks", "{}", R"([{"path": "network", "values": [{"kind": "dense"}, {"kind": "residual"}]}])");
        row("files and distributions", dense,
            R"([{"path": "input", "values": [{"file": "x.npy"}, {"distribution": "uniform"}]}])");
        row("files", dense, R"([{"path": "input.file", "values": ["x.npy", "y.npy"]}])");
        row("schemes by name", R"({"network": {"kind": "dense", "weight": {"gain": 2}}})",
            R"([{"path": "network.weight.scheme", "values": ["xavier_normal", "orthogonal"]}])");
        row("what is measured", R"({"network": {"kind": "dense"}, "measure": {"jacobian": false}})",
            R"([{"path": "measure.gradient", "values": [true, false]}, {"path": "replicas", "values": [1, 2]}])");
        row("options", R"({"network": {"kind": "residual", "width": 16}})",
            R"([{"path": "network.norm_placement", "values": ["pre", "post"]}, {"path": "seed", "values": [0, 7]}])");
        for (const Preset& preset : study_presets())
            QTest::newRow(preset.name.c_str()) << QString::fromUtf8(preset.text.data(), qsizetype(preset.text.size()));
    }
    void a_formatted_study_has_the_same_cells()
    {
        QFETCH(QString, text);
        const Grid grid = grid_of(text.toStdString());
        const std::string formatted = format_grid(grid);
        const Grid again = grid_of(formatted);
        QCOMPARE(format_grid(again), formatted);
        // Against the file as it was given, without any completion.
        const Json given = read_json(text.toStdString()).root;
        Grid raw = grid;
        raw.base = *given.find("experiment");
        QCOMPARE(cell_count(again), cell_count(raw));
        for (std::size_t cell = 0; cell < cell_count(raw); ++cell)
            QCOMPARE(cell_experiment(again, cell), cell_experiment(raw, cell));
    }

    void a_formatted_study_names_everything()
    {
        const std::string text = format_grid(grid_of(study(dense, R"([{"path": "network.depth", "values": [5, 9]}])")));
        for (const char* named :
            {R"("width": 8)", R"("samples": 256)", R"("seed": 42)", R"("replicas": 1)", R"("correlation_angle": 60)",
                R"("scheme": "kaiming_normal", "mode": "fan_in")", R"("labels": ["5", "9"])", R"("title": "")"})
            QVERIFY2(text.find(named) != std::string::npos, named);
        QVERIFY(text.find(R"("depth":)") == std::string::npos);
    }

    void every_study_is_embedded_and_valid()
    {
        const QDir folder(STEPZERO_SOURCE_DIR "/resources/studies");
        const QStringList files = folder.entryList({"*"}, QDir::Files, QDir::Name);
        QVERIFY(!files.isEmpty());
        QCOMPARE(study_presets().size(), std::size_t(files.size()));
        for (int i = 0; i < files.size(); ++i) {
            const Preset& preset = study_presets()[std::size_t(i)];
            QCOMPARE(QString::fromStdString(preset.name) + ".stepzero-study.json", files[i]);
            QFile file(folder.filePath(files[i]));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(QByteArray(preset.text.data(), qsizetype(preset.text.size())), file.readAll());
            QCOMPARE(grid_of(std::string(preset.text)).title, preset.title.english());
            QCOMPARE(find_study_preset(preset.name), &preset);
            QVERIFY(!find_preset(preset.name));
        }
    }

    void the_notes_study_is_that_of_the_six_presets()
    {
        const Grid grid = grid_of(std::string(find_study_preset("notes-six-schemes")->text));
        const char* names[]
            = {"notes-naive", "notes-xavier", "notes-he", "notes-orthogonal", "notes-fixed", "notes-identity"};
        QCOMPARE(cell_count(grid), std::size_t(12));
        for (std::size_t cell = 0; cell < 12; ++cell) {
            Experiment preset = networks::preset(names[cell / 2]), found = cell_experiment(grid, cell);
            if (cell % 2 == 1)
                preset.network.activation = {"tanh", {}};
            preset.measure = found.measure;
            preset.title = found.title;
            QCOMPARE(found, preset);
        }
    }
};

STEPZERO_TEST(TestGrid, NoApplication)

}   // namespace tst_grid
#include "tst_grid.moc"
