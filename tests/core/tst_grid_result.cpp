// SPDX-License-Identifier: GPL-3.0-or-later
// The results of cells: their numbers against the simulation, and as text, read back, and joined.
#include <QTest>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>

#include "core/base/json/read_json.h"
#include "core/base/json/write_json.h"
#include "core/base/words/nan.h"
#include "core/kinds/kinds.h"
#include "core/simulate/simulate.h"
#include "core/study/grid/grid_json.h"
#include "core/study/grid/grid_parts.h"
#include "core/study/grid/grid_result.h"
#include "core/theory/layer_theory.h"
#include "tests/main/registered_test.h"

namespace tst_grid_result {

using namespace stepzero;

namespace {

Grid grid_of(const std::string& text)
{
    auto parsed = parse_grid(text);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&parsed))
        qFatal("%s", sentence("s", problems->front()).english().c_str());
    return std::get<Grid>(parsed);
}

/// ReLU and tanh, with sizes that preserve, lose and explode the signal; three replicas.
const std::string small = R"({"format": "stepzero-study", "version": 1, "title": "small",
  "experiment": {"network": {"kind": "dense", "width": 10, "depth": 4}, "input": {"samples": 7}, "replicas": 3},
  "vary": [{"path": "network.activation", "values": ["relu", "tanh"], "labels": ["Re, 'LU'", "tanh"]},
           {"path": "network.weight", "values": [{"scheme": "normal", "std": 0}, {"scheme": "normal", "std": 0.3},
             {"scheme": "normal", "std": 1e30}]}]})";

GridResult run_all(const Grid& grid)
{
    NoiseCache cache(1 << 20);
    GridResult result {grid, {}};
    for (std::size_t cell = 0; cell < cell_count(grid); ++cell)
        result.cells.push_back(run_cell(grid, cell, ".", cache, {}));
    return result;
}

/// Made once, because it is only read.
const GridResult& small_result()
{
    static const GridResult result = run_all(grid_of(small));
    return result;
}

/// Texts of parts by name.
using Texts = std::vector<std::pair<std::string, std::string>>;

/// Returns what is wrong with the first invalid part, one problem per line.
std::string add_all(GridParts& parts, const Texts& texts)
{
    std::string lines;
    for (const auto& [name, text] : texts) {
        for (const Problem& problem : parts.add(name, std::make_unique<std::stringbuf>(text, std::ios::in)))
            lines += sentence(name, problem).english() + "\n";
        if (!lines.empty())
            break;
    }
    return lines;
}

/// Returns all cells that are in some part.
GridResult joined(const Texts& texts)
{
    GridParts parts;
    if (const std::string lines = add_all(parts, texts); !lines.empty())
        qFatal("%s", lines.c_str());
    GridResult result {parts.grid(), {}};
    for (std::size_t cell = 0; cell < cell_count(parts.grid()); ++cell)
        if (parts.holds(cell))
            result.cells.push_back(parts.cell(cell));
    return result;
}

GridResult read_back(const std::string& text) { return joined({{"r", text}}); }

std::string told(const std::string& text)
{
    GridParts parts;
    return add_all(parts, {{"r", text}});
}

/// Returns why results cannot be joined, or which cells are missing.
std::string refusal(const std::vector<std::pair<std::string, GridResult>>& results)
{
    Texts texts;
    for (const auto& [name, result] : results)
        texts.emplace_back(name, format_grid_result(result));
    GridParts parts;
    try {
        const std::string lines = add_all(parts, texts);
        return lines + parts.missing().english();
    } catch (const MergeError& error) {
        return error.what();
    }
}

/// Returns a layer whose output has this std, with this RMS of the gradient.
CellLayer layer_of(double std, double gradient_rms, std::optional<double> log10_rms = {})
{
    CellLayer layer;
    layer.output.value.std = std;
    layer.gradient = CellNumbers {{0, 0, gradient_rms, log10_rms}, {}};
    return layer;
}

}   // namespace

class TestGridResult : public QObject {
    Q_OBJECT

private slots:
    void a_cell_has_the_numbers_of_its_simulation()
    {
        const Grid grid = grid_of(small);
        const Experiment experiment = cell_experiment(grid, 4);
        NoiseCache cache(1 << 20);
        const NetworkPlan plan = plan_of(experiment.network);
        const Measurement measurement = simulate(experiment, plan, cache, {});
        const Prediction prediction = predict_layers(plan, experiment);
        const CellResult& cell = small_result().cells[4];
        QCOMPARE(cell.index, std::size_t(4));
        QCOMPARE(cell.labels, (std::vector<std::string> {"tanh", "normal, std 0.3"}));
        QCOMPARE(cell.layers.size(), std::size_t(4));
        for (std::size_t l = 0; l < 4; ++l) {
            const CellLayer& found = cell.layers[l];
            const int layer = int(l) + 1;
            const BlockRecord& sd = measurement.spread_of(layer);
            const Reading& at = measurement.reading;
            const auto check = [](const CellNumbers& numbers, const Distribution& m, const Distribution& s) {
                QCOMPARE(numbers.value.mean, m.mean);
                QCOMPARE(numbers.value.std, m.std);
                QCOMPARE(numbers.value.rms, m.rms);
                QVERIFY(numbers.sd);
                QCOMPARE(numbers.sd->std, s.std);
                QCOMPARE(numbers.sd->rms, s.rms);
            };
            check(found.weight, *measurement.weight(layer), *sd.weight(at.weight));
            check(found.preactivation, *measurement.preactivation(layer), *sd.value(at.preactivation));
            check(found.output, *measurement.output(layer), *sd.value(at.output));
            check(*found.gradient, *measurement.gradient(layer), *sd.gradient(at.gradient));
            QCOMPARE(found.prediction.activation_std, std::optional(prediction.output(layer, Quantity::std)->value));
            QCOMPARE(found.prediction.gradient_rms, std::optional(prediction.gradient(layer)->value));
        }
        // 64 bins of the first layer's 3 × 100 weights, and a density over them whose area is 1.
        QCOMPARE(cell.weights.counts.size(), std::size_t(64));
        double entries = 0, area = 0;
        for (const double count : cell.weights.counts)
            entries += count;
        QCOMPARE(entries, 300.0);
        // 300 samples of N(0, 0.3²): extremes at 1.7σ to 5σ
        QVERIFY(cell.weights.low < -0.5 && cell.weights.low > -1.5);
        for (const double y : cell.weights.density)
            area
                += y * (cell.weights.density_high - cell.weights.density_low) / double(cell.weights.density.size() - 1);
        QVERIFY2(std::abs(area - 1) < 0.01, qPrintable(QString::number(area)));
    }

    void columns_of_the_table()
    {
        CellResult cell;
        cell.layers = {layer_of(0.7, 2e-3), layer_of(0.2, 1), layer_of(3, 1), layer_of(0.4, 0.5)};
        QCOMPARE(last_std(cell), 0.4);
        QCOMPARE(least_layer_std(cell), 0.2);
        QCOMPARE(most_layer_std(cell), 3.0);
        QVERIFY(std::abs(*log10_gradient_ratio(cell) - std::log10(4e-3)) < 1e-12);
        cell.layers[0] = layer_of(0.7, infinity, 400.0);   // beyond the range of double
        QVERIFY(std::abs(*log10_gradient_ratio(cell) - (400 - std::log10(0.5))) < 1e-12);
        cell.layers[0] = layer_of(0.7, 0);   // exactly zero
        QCOMPARE(log10_gradient_ratio(cell), std::optional(-infinity));
        cell.layers[3] = layer_of(0.7, 0);
        QCOMPARE(log10_gradient_ratio(cell), std::nullopt);
        cell.layers[0].gradient.reset();
        QCOMPARE(log10_gradient_ratio(cell), std::nullopt);
    }

    void csv_has_a_row_a_cell()
    {
        const std::string text = format_grid_csv(small_result());
        QCOMPARE(std::count(text.begin(), text.end(), '\n'), 7);
        QVERIFY(text.starts_with("cell,network.activation,network.weight,stability,last_std,min_layer_std,"
                                 "max_layer_std,gradient_ratio,log10_gradient_ratio\r\n"));
        // A comma in a label; everything is zero, so there is no ratio.
        QVERIFY2(text.find("\r\n0,\"Re, 'LU'\",\"normal, std 0\",low,0,0,0,,\r\n") != std::string::npos, text.c_str());
    }

    void text_reads_back_to_the_same_text()
    {
        GridResult result = small_result();
        const std::string text = format_grid_result(result);
        QVERIFY(text.find(R"("complete": true)") != std::string::npos);
        QVERIFY(text.find(R"("log10_rms": )") != std::string::npos);   // log10 of 1e30
        QCOMPARE(format_grid_result(read_back(text)), text);
        // Numbers that are not finite, and remarks.
        std::vector<CellResult> cells(result.cells.begin(), result.cells.end());
        CellLayer& layer = cells[1].layers[0];
        layer.weight.value = {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity, {}};
        layer.gradient.reset();
        cells[1].remarks = {{3, Text::name("the signal \"overflows\"\n")}};
        cells.erase(cells.begin());
        result.cells = CellList(cells);
        const std::string other = format_grid_result(result);
        QVERIFY(other.find(R"("complete": false)") != std::string::npos);
        QVERIFY(other.find(R"("std": "inf")") != std::string::npos);
        QCOMPARE(format_grid_result(read_back(other)), other);
        QCOMPARE(read_back(other).cells[0].remarks.at(0).text.english(), result.cells[0].remarks[0].text.english());
        result.cells = {};
        const std::string empty = format_grid_result(result);
        QCOMPARE(format_grid_result(read_back(empty)), empty);
    }

    void shares_in_any_order_give_the_text_of_one_run()
    {
        const std::string whole = format_grid_result(small_result());
        std::mt19937 random(1);   // its numbers are the same everywhere
        for (int attempt = 0; attempt < 20; ++attempt) {
            std::vector<GridResult> shares(4, GridResult {grid_of(small), {}});
            NoiseCache cache(1 << 20);   // because each part has its own
            for (std::size_t cell = 0; cell < 6; ++cell) {
                CellResult run
                    = attempt == 0 ? run_cell(grid_of(small), cell, ".", cache, {}) : small_result().cells[cell];
                shares[random() % 4].cells.push_back(run);
            }
            Texts texts;
            for (const GridResult& share : shares)
                texts.emplace_back("part" + std::to_string(texts.size()), format_grid_result(share));
            QCOMPARE(format_grid_result(joined(texts)), whole);
        }
    }

    // Other programs format JSON differently and sort keys, so that the study follows its cells.
    void the_order_and_layout_of_a_part_do_not_matter()
    {
        Json root = read_json(format_grid_result(small_result())).root, sorted = json_object();
        for (const char* key : {"cells", "complete", "format", "study", "version"})
            sorted.add(key, *root.find(key));
        QCOMPARE(format_grid_result(read_back(json_line(sorted))), format_grid_result(small_result()));
        member(sorted.items[0].items[4], "cell") = json_of(2);
        QVERIFY2(told(json_line(sorted)).starts_with("r: cells[4].labels: must be those of cell 2"),
            told(json_line(sorted)).c_str());
    }

    void a_part_that_changes_is_not_joined()
    {
        std::string text = format_grid_result(small_result());
        auto buffer = std::make_unique<std::stringbuf>(text, std::ios::in);
        std::stringbuf& changing = *buffer;
        GridParts parts;
        QVERIFY(parts.add("p", std::move(buffer)).empty());
        changing.str(text.substr(0, text.find("\"cell\": 4")));
        QCOMPARE(parts.cell(3).index, std::size_t(3));
        QVERIFY_THROWS_EXCEPTION(MergeError, parts.cell(4));
        changing.str(text.insert(0, "\n"));
        QVERIFY_THROWS_EXCEPTION(MergeError, parts.cell(0));
    }

    void parts_that_do_not_fit_are_refused()
    {
        const GridResult& all = small_result();
        GridResult some = all, rest = all, other = all;
        some.cells = CellList({all.cells.begin(), all.cells.begin() + 4});
        rest.cells = CellList({all.cells.begin() + 4, all.cells.end()});
        other.grid.title = "another";
        QCOMPARE(refusal({{"a", some}, {"b", rest}}), std::string());
        QCOMPARE(refusal({{"a", some}}), std::string("2 of 6 cells are missing: 4, 5"));
        QCOMPARE(refusal({{"a", {all.grid, {}}}}), std::string("6 of 6 cells are missing: 0, 1, 2, 3, 4, …"));
        QCOMPARE(format_grid_result(read_back(format_grid_result(some))), format_grid_result(some));
        QCOMPARE(refusal({{"a", rest}, {"b", all}}), std::string("b: cell 4 (tanh, normal, std 0.3) is also in a"));
        QCOMPARE(refusal({{"a", all}, {"b", other}}), std::string("b belongs to a different study from a"));
    }

    void what_is_wrong_is_told_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* from, const char* to, const char* sentence) {
            QTest::newRow(name) << from << to << sentence;
        };
        row("a study", "stepzero-study-result", "stepzero-study",
            R"(r: format: must be "stepzero-study-result", got "stepzero-study")");
        row("a later version", R"("version": 1)", R"("version": 3)",
            "r: version: must be 1, got 3: a later version of Stepzero wrote this file");
        row("a value of its study", R"("width": 10)", R"("width": 0)",
            "r: study.experiment.network.width: must be 1 to 65536, got 0");
        row("a wrong label", R"("labels": ["tanh", "normal, std 0.3"])", R"("labels": ["tanh", "normal, std 3"])",
            "r: cells[4].labels: must be those of cell 4, tanh, normal, std 0.3, got tanh, normal, std 3");
        row("a wrong cell", R"("cell": 4)", R"("cell": 6)", "r: cells[4].cell: must be 0 to 5, got 6");
        row("an unknown key", R"("cell": 4)", R"("cell": 4, "time": 3)", "r: cells[4].time: is not known");
        row("a missing key", R"("cell": 4,)", "", "r: cells[4].cell: is required");
        row("no number", R"("mean_sd": )", R"("mean_sd": "much", "mean_": )",
            R"(r: cells[0].layers[0].weight.mean_sd: must be a number, got "much")");
    }
    void what_is_wrong_is_told()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, sentence);
        QString text = QString::fromStdString(format_grid_result(small_result()));
        const auto place = text.indexOf(from);
        QVERIFY(place >= 0);
        text.replace(place, from.size(), to);
        const QString lines = QString::fromStdString(told(text.toStdString()));
        QVERIFY2(lines.contains(sentence), qPrintable(lines));
    }

    void cells_stand_once_and_in_order()
    {
        GridResult result = small_result();
        std::vector<CellResult> cells(result.cells.begin(), result.cells.end());
        std::swap(cells[1], cells[2]);
        result.cells = CellList(cells);
        QCOMPARE(told(format_grid_result(result)),
            std::string(
                "r: cells[2]: must come after all cells with lower numbers, and each cell may appear only once\n"));
        cells[1] = cells[2] = small_result().cells[1];
        result.cells = CellList(cells);
        QCOMPARE(told(format_grid_result(result)),
            std::string(
                "r: cells[2]: must come after all cells with lower numbers, and each cell may appear only once\n"));
    }

    void cut_text_is_refused_without_harm()
    {
        const std::string text = format_grid_result(small_result());
        for (std::size_t size = 0; size + 2 < text.size(); size += 101)
            QVERIFY(!told(text.substr(0, size)).empty());
    }

    void a_run_stops_between_and_within_cells()
    {
        std::stop_source source;
        source.request_stop();
        Context context;
        context.stop = source.get_token();
        NoiseCache cache(1 << 20);
        QVERIFY_THROWS_EXCEPTION(Stopped, run_cell(grid_of(small), 0, ".", cache, context));
    }

    void a_cell_of_blocks_has_the_stream()
    {
        const Grid grid = grid_of(R"({"format": "stepzero-study", "version": 1,
            "experiment": {"network": {"kind": "residual", "width": 16, "depth": 3}, "input": {"samples": 9}},
            "vary": [{"path": "seed", "values": [1]}]})");
        NoiseCache cache(1 << 20);
        const CellResult cell = run_cell(grid, 0, ".", cache, {});
        const Experiment experiment = cell_experiment(grid, 0);
        const Measurement measurement = simulate(experiment, plan_of(experiment.network), cache, {});
        QCOMPARE(cell.layers.size(), std::size_t(3));
        for (int block = 1; block <= 3; ++block) {
            const CellLayer& layer = cell.layers[std::size_t(block - 1)];
            const Distribution& stream = *measurement.block(block).value("branch_stream");
            QCOMPARE(layer.output.value.rms, stream.rms);
            QVERIFY(layer.gradient && layer.prediction.activation_rms && layer.prediction.gradient_rms);
            QVERIFY(!layer.output.sd);
        }
    }
};

STEPZERO_TEST(TestGridResult, NoApplication)

}   // namespace tst_grid_result
#include "tst_grid_result.moc"
