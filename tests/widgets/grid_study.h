// SPDX-License-Identifier: GPL-3.0-or-later
// Small studies of many experiments for tests of figures, which are actually run. Each takes milliseconds.
#pragma once

#include <QTest>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/files/presets.h"
#include "core/study/grid/grid_json.h"
#include "core/study/grid/grid_result.h"
#include "core/study/grid_study.h"

namespace stepzero {

/// Parses a study's grid; a failure ends the test.
inline Grid gridOf(const std::string& text)
{
    auto parsed = parse_grid(text);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&parsed))
        qFatal("%s", sentence("study", problems->front()).english().c_str());
    return std::get<Grid>(std::move(parsed));
}

inline GridResult runGrid(const Grid& grid)
{
    NoiseCache cache(16 << 20);
    GridResult result {grid, {}};
    for (std::size_t cell = 0; cell < cell_count(grid); ++cell)
        result.cells.push_back(run_cell(grid, cell, ".", cache, {}));
    return result;
}

inline GridResult runGrid(const std::string& text) { return runGrid(gridOf(text)); }

/// The study of the course notes: six schemes × (ReLU, tanh), ten layers of width 40, and 50 samples.
inline const GridResult& notesResult()
{
    static const GridResult result = [] {
        std::string text(find_study_preset("notes-six-schemes")->text);
        const auto put = [&text](const std::string& old, const std::string& value) {
            const std::size_t at = text.find(old);
            if (at == std::string::npos)
                qFatal("the study has no %s", old.c_str());
            text.replace(at, old.size(), value);
        };
        put("\"width\": 1000", "\"width\": 40");
        put("\"samples\": 1000", "\"samples\": 50");
        return runGrid(text);
    }();
    return result;
}

/// Five numeric values of σ_w² × two activations, four replicas, with gradients.
inline const GridResult& numericResult()
{
    static const GridResult result = runGrid(R"({"format": "stepzero-study", "version": 1, "title": "numeric",
  "experiment": {"network": {"kind": "dense", "width": 30, "depth": 6,
      "weight": {"scheme": "mean_field", "variance": 1}}, "input": {"samples": 20}, "replicas": 4,
    "measure": {"gradient": true}},
  "vary": [{"path": "network.activation", "values": ["relu", "tanh"], "labels": ["ReLU", "tanh"]},
    {"path": "network.weight.variance", "values": [0.5, 1, 1.5, 2, 3]}]})");
    return result;
}

/// Depths 1, 4, 16 and 64: a numeric list whose cells differ in their number of layers. Three replicas.
inline const GridResult& depthsResult()
{
    static const GridResult result = runGrid(R"({"format": "stepzero-study", "version": 1, "title": "depths",
  "experiment": {"network": {"kind": "dense", "width": 20}, "input": {"samples": 10}, "replicas": 3,
    "measure": {"gradient": true}},
  "vary": [{"path": "network.weight", "values": [
      {"scheme": "kaiming_normal"}, {"scheme": "xavier_normal"}], "labels": ["He", "Xavier"]},
    {"path": "network.depth", "values": [1, 4, 16, 64]}]})");
    return result;
}

/// Weights that are all zero, and healthy ones: the signal of half the cells is lost in the first layer.
inline const GridResult& deadResult()
{
    static const GridResult result = runGrid(R"({"format": "stepzero-study", "version": 1, "title": "dead",
  "experiment": {"network": {"kind": "dense", "width": 10, "depth": 4}, "input": {"samples": 7},
    "measure": {"gradient": true}},
  "vary": [{"path": "network.weight", "values": [{"scheme": "zeros"}, {"scheme": "normal", "std": 0.3}],
      "labels": ["zeros", "normal"]},
    {"path": "network.activation", "values": ["relu", "tanh"], "labels": ["ReLU", "tanh"]}]})");
    return result;
}

/// Signals that leave the range of double upwards and downwards, and one that does not.
inline const GridResult& explodingResult()
{
    static const GridResult result = runGrid(R"({"format": "stepzero-study", "version": 1, "title": "exploding",
  "experiment": {"network": {"kind": "dense", "width": 12, "depth": 40}, "input": {"samples": 7},
    "measure": {"gradient": true}},
  "vary": [{"path": "network.weight", "values": [
      {"scheme": "normal", "std": 1e12}, {"scheme": "normal", "std": 1e-12}, {"scheme": "kaiming_normal"}],
      "labels": ["1e12", "1e-12", "He"]},
    {"path": "network.activation", "values": ["relu", "linear"]}]})");
    return result;
}

inline const GridResult& singleResult()
{
    static const GridResult result = runGrid(R"({"format": "stepzero-study", "version": 1, "title": "single",
  "experiment": {"network": {"kind": "dense", "width": 10, "depth": 1}, "input": {"samples": 7}},
  "vary": [{"path": "network.activation", "values": ["tanh"]}]})");
    return result;
}

/// Sixty cells in three lists, five layers each.
inline const GridResult& sixtyResult()
{
    static const GridResult result = runGrid(R"({"format": "stepzero-study", "version": 1, "title": "sixty",
  "experiment": {"network": {"kind": "dense", "width": 8, "depth": 5}, "input": {"samples": 5},
    "measure": {"gradient": true}},
  "vary": [{"path": "network.activation", "values": ["relu", "tanh", "gelu", "silu", "sigmoid"]},
    {"path": "network.weight", "values": [{"scheme": "kaiming_normal"}, {"scheme": "xavier_normal"},
      {"scheme": "lecun_normal"}, {"scheme": "orthogonal"}], "labels": ["He", "Xavier", "LeCun", "orthogonal"]},
    {"path": "seed", "values": [1, 2, 3]}]})");
    return result;
}

/// Returns a result with only these cells, as while the others are still being computed.
inline GridResult partOf(const GridResult& whole, const std::vector<std::size_t>& indices)
{
    GridResult part {whole.grid, {}};
    for (const CellResult& cell : whole.cells)
        if (std::find(indices.begin(), indices.end(), cell.index) != indices.end())
            part.cells.push_back(cell);
    return part;
}

/// Returns `count` copies of one cell, in one list or in two of equal length, for tests of how costs grow with their
/// number.
inline GridResult manyCells(std::size_t count, bool square)
{
    const std::size_t side = square ? std::size_t(std::lround(std::sqrt(double(count)))) : count;
    Grid grid = gridOf(R"({"format": "stepzero-study", "version": 1, "title": "many", "experiment": {"network":
        {"kind": "dense", "width": 8, "depth": 12, "weight": {"scheme": "mean_field", "variance": 1}},
        "input": {"samples": 5}, "measure": {"gradient": true}, "replicas": 2},
        "vary": [{"path": "network.weight.variance", "values": [1]}, {"path": "seed", "values": [1]}]})");
    if (!square)
        grid.axes.erase(grid.axes.begin());
    NoiseCache cache(1 << 20);
    const CellResult one = run_cell(grid, 0, ".", cache, {});
    for (GridAxis& axis : grid.axes) {
        axis.values.clear();
        axis.labels.clear();
        for (std::size_t i = 0; i < side; ++i) {
            axis.values.push_back(json_of(double(i + 1)));
            axis.labels.push_back(std::to_string(i + 1));
        }
    }
    GridResult result {grid, {}};
    for (std::size_t cell = 0; cell < cell_count(grid); ++cell) {
        CellResult same = one;
        same.index = cell;
        same.labels = cell_labels(grid, cell);
        for (CellLayer& layer : same.layers)
            layer.output.value.rms *= 1 + double(cell % 17) / 17;
        same.weights.low -= 1e-9 * double(cell);   // gives all cells different weights
        result.cells.push_back(std::move(same));
    }
    return result;
}

/// Returns the same cells after `change` was applied to each.
template <class Change>
GridResult withEachCell(const GridResult& whole, const Change& change)
{
    GridResult other {whole.grid, {}};
    for (CellResult cell : whole.cells) {
        change(cell);
        other.cells.push_back(std::move(cell));
    }
    return other;
}

/// Returns the study for figures; a preview while cells are missing.
inline GridStudyPtr gridStudy(
    const GridResult& result, std::optional<std::size_t> cell = {}, std::uint64_t generation = 1)
{
    return grid_study(result, generation, cell);
}

/// Adds the rows of a test: for any study, a figure draws it or states that there is nothing to draw.
inline void gridStudiesToSurvive()
{
    QTest::addColumn<GridStudyPtr>("study");
    QTest::newRow("none") << GridStudyPtr();
    QTest::newRow("notes") << gridStudy(notesResult(), 3);
    QTest::newRow("single") << gridStudy(singleResult(), 0);
    QTest::newRow("dead") << gridStudy(deadResult(), 0);
    QTest::newRow("exploding") << gridStudy(explodingResult());
    QTest::newRow("sixty") << gridStudy(sixtyResult(), 59);
    QTest::newRow("depths") << gridStudy(depthsResult());
    QTest::newRow("nothing yet") << gridStudy(partOf(sixtyResult(), {}), 12);
}

}   // namespace stepzero
