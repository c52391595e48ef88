// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of a study as numbers, and cells along a list.
#include <QTest>
#include <cmath>
#include <set>

#include "core/base/json/read_json.h"
#include "core/study/grid/axis_numbers.h"
#include "core/study/grid/cell_lines.h"
#include "core/study/grid/grid_json.h"
#include "tests/main/registered_test.h"

namespace tst_grid_axis {

using namespace stepzero;

namespace {

GridAxis axis_of(const std::string& path, const std::string& values)
{
    GridAxis axis {path, read_json(values).root.items, {}};
    for (std::size_t i = 0; i < axis.values.size(); ++i)
        axis.labels.push_back(std::to_string(i));
    return axis;
}

std::string path_of(const GridAxis& axis)
{
    const auto numbers = axis_numbers(axis);
    return numbers ? numbers->path : "";
}

}   // namespace

class TestGridAxis : public QObject {
    Q_OBJECT

private slots:
    void numbers_are_their_own_values()
    {
        const auto numbers = axis_numbers(axis_of("network.depth", "[5, 500, 50]"));
        QVERIFY(numbers);
        QCOMPARE(numbers->path, std::string("network.depth"));
        QCOMPARE(numbers->values, (std::vector<double> {5, 500, 50}));
        QCOMPARE(axis_numbers(axis_of("seed", "[3]"))->values, std::vector<double> {3});
    }

    void objects_are_the_member_in_which_they_differ()
    {
        const auto numbers = axis_numbers(axis_of("network.weight",
            R"([{"scheme": "mean_field", "variance": 2}, {"variance": 1.5, "scheme": "mean_field"},
                {"scheme": "mean_field", "variance": 0}])"));
        QVERIFY(numbers);
        QCOMPARE(numbers->path, std::string("network.weight.variance"));
        QCOMPARE(numbers->values, (std::vector<double> {2, 1.5, 0}));
        // Members that are objects are allowed if they are identical.
        QCOMPARE(
            path_of(axis_of("input", R"([{"a": {"b": 1}, "c": 1}, {"a": {"b": 1}, "c": 2}])")), std::string("input.c"));
    }

    void everything_else_is_no_number()
    {
        for (const char* values : {R"(["relu", "tanh"])", R"([1, "tanh"])", R"([[10, 20], [10, 30]])",
                 R"([{"scheme": "normal", "std": 1}, {"scheme": "uniform", "std": 1}])",   // a word differs
                 R"([{"scheme": "normal", "std": 1}, {"scheme": "uniform", "std": 2}])",
                 R"([{"std": 1, "mean": 0}, {"std": 2, "mean": 1}])",   // two differ
                 R"([{"std": 1}, {"std": 2, "mean": 1}])", R"([{"std": 1}, {"mean": 2}])",   // different members
                 R"([{"std": 1}, {"std": "1"}])", R"([{"std": 1}, 1])", R"([{"std": 1}])", R"([null, true])"})
            QVERIFY2(!axis_numbers(axis_of("network.weight", values)), values);
    }

    void the_longest_list_of_numbers_is_swept()
    {
        const GridAxis words = axis_of("network.activation", R"(["a", "b", "c", "d", "e"])");
        const GridAxis two = axis_of("network.width", "[1, 2]"), three = axis_of("network.depth", "[1, 2, 3]");
        const GridAxis others = axis_of("seed", "[4, 5, 6]"), few = axis_of("network.weight", R"(["a", "b"])");
        QCOMPARE(sweep_axis({"", {}, {words, two, three, others}}), std::size_t(2));
        QCOMPARE(sweep_axis({"", {}, {three, words}}), std::size_t(0));
        QCOMPARE(sweep_axis({"", {}, {few, words, few}}), std::size_t(1));
        QCOMPARE(sweep_axis({"", {}, {few}}), std::size_t(0));
    }

    /// Every cell is in exactly one line, at the index of its value, and the rest of its position is the line's.
    void lines_hold_every_cell_once()
    {
        const Grid grid {"", {},
            {axis_of("a", "[1, 2, 3]"), axis_of("b", R"(["x", "y"])"), axis_of("c", "[1, 2, 3, 4]"),
                axis_of("d", "[7]")}};
        for (std::size_t axis = 0; axis < grid.axes.size(); ++axis) {
            std::set<std::size_t> seen;
            std::size_t last_first = 0;
            const std::vector<CellLine> lines = cells_along(grid, axis);
            QCOMPARE(lines.size(), cell_count(grid) / grid.axes[axis].values.size());
            for (const CellLine& line : lines) {
                QVERIFY(&line == &lines.front() || line.cells.front() > last_first);
                last_first = line.cells.front();
                for (std::size_t i = 0; i < line.cells.size(); ++i) {
                    std::vector<std::size_t> position = line.others;
                    QCOMPARE(position[axis], std::size_t(0));
                    position[axis] = i;
                    QCOMPARE(cell_position(grid, line.cells[i]), position);
                    QVERIFY(seen.insert(line.cells[i]).second);
                }
            }
            QCOMPARE(seen.size(), cell_count(grid));
        }
    }
};

STEPZERO_TEST(TestGridAxis, NoApplication)

}   // namespace tst_grid_axis
#include "tst_grid_axis.moc"
