// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/cell_source.h"

#include <algorithm>
#include <set>

#include "core/base/json/json_path.h"
#include "core/base/json/write_json.h"
#include "core/base/words/words.h"
#include "core/files/experiment_json.h"

namespace stepzero {

namespace {

using Position = std::vector<std::size_t>;

/// Reports each problem once, at the value that causes it.
class Teller {
public:
    Teller(const Grid& grid, const std::string& path, Problems& problems)
        : grid_(grid), path_(path), problems_(problems)
    {
    }

    /// Reports a problem of the first cell. Unless it concerns one of its values, it is a problem of the experiment.
    void tell_first(const Problem& problem)
    {
        if (const GridAxis* axis = axis_of(problem.path))
            return add(value_path(*axis, 0) + problem.path.substr(axis->path.size()), problem.message, problem);
        if (const auto base = base_problems(); std::any_of(base.begin(), base.end(),
                [&](const Problem& p) { return p.path == problem.path && p.message == problem.message; }))
            return add(base_path(problem.path), problem.message, problem);
        tell(problem, Position(grid_.axes.size(), 0));
    }

    /// Reports a problem of a cell that differs from the first in one value.
    void tell_one(const Problem& problem, std::size_t a, std::size_t value)
    {
        const GridAxis& axis = grid_.axes[a];
        if (axis_of(problem.path) == &axis)
            problems_.push_back({value_path(axis, value) + problem.path.substr(axis.path.size()), problem.message});
        else
            add(value_path(axis, value), with_path(problem), problem);
    }

    /// Reports a problem of any cell, naming all its values.
    void tell(const Problem& problem, const Position& position)
    {
        std::string paths;
        for (std::size_t a = 0; a < position.size(); ++a)
            paths += (a == 0 ? "" : ", ") + value_path(grid_.axes[a], position[a]);
        add(paths, with_path(problem), problem);
    }

    void tell_path(std::size_t axis, const Text& message)
    {
        add(axis_path(grid_.axes[axis]) + ".path", message, {grid_.axes[axis].path, message});
    }

    std::string value_path(const GridAxis& axis, std::size_t value) const
    {
        return item_path(axis_path(axis) + ".values", value);
    }

private:
    std::string axis_path(const GridAxis& axis) const
    {
        return item_path(member_path(path_, "vary"), std::size_t(&axis - grid_.axes.data()));
    }

    std::string base_path(const std::string& inner) const
    {
        return member_path(path_, "experiment") + (inner.empty() ? "" : "." + inner);
    }

    /// Returns the innermost axis that sets the value at a path.
    const GridAxis* axis_of(const std::string& path) const
    {
        const GridAxis* innermost = nullptr;
        for (const GridAxis& axis : grid_.axes)
            if (lies_in(path, axis.path) && (!innermost || axis.path.size() > innermost->path.size()))
                innermost = &axis;
        return innermost;
    }

    const Problems& base_problems()
    {
        if (!base_) {
            const auto parsed = experiment_of(grid_.base);
            const auto* problems = std::get_if<Problems>(&parsed);
            base_ = problems ? *problems : Problems();
        }
        return *base_;
    }

    void add(const std::string& path, const Text& message, const Problem& source)
    {
        if (told_.insert(source.path + '\n' + source.message.english()).second)
            problems_.push_back({path, message});
    }

    const Grid& grid_;
    const std::string& path_;
    Problems& problems_;
    std::set<std::string> told_;   // problems of cells reported so far
    std::optional<Problems> base_;
};

/// Returns a problem at the path itself that all values share.
std::optional<Text> shared_by_all(const std::vector<Problems>& of_values, const std::string& path)
{
    for (const Problem& problem : of_values.front()) {
        const bool shared = problem.path == path && problem.message.format().find(", got %") == std::string::npos
            && std::all_of(of_values.begin(), of_values.end(), [&](const Problems& others) {
                   return std::any_of(others.begin(), others.end(), [&](const Problem& other) {
                       return other.path == problem.path && other.message == problem.message;
                   });
               });
        if (shared)
            return with_path(problem);
    }
    return std::nullopt;
}

/// Returns the problems of a cell; a value that cannot be inserted is a problem at its axis' path.
Problems problems_at(const Grid& grid, const Position& position)
{
    const auto made = cell_at(grid, position);
    if (const auto* misfit = std::get_if<Misfit>(&made))
        return {{grid.axes[misfit->axis].path, misfit->message}};
    const auto* problems = std::get_if<Problems>(&made);
    return problems ? *problems : Problems();
}

}   // namespace

std::variant<Experiment, std::vector<Problem>, Misfit> cell_at(const Grid& grid, const Position& position)
{
    Json object = grid.base;
    for (std::size_t a = 0; a < grid.axes.size(); ++a)
        if (Text message(put_value(object, grid.axes[a].path, set_value(grid.axes[a], position[a]))); !message.empty())
            return Misfit {a, std::move(message)};
    auto parsed = experiment_of(object);
    if (auto* experiment = std::get_if<Experiment>(&parsed))
        return std::move(*experiment);
    return std::get<Problems>(std::move(parsed));
}

void check_cells(const Grid& grid, const std::string& path, Problems& problems)
{
    const std::size_t before = problems.size();
    Teller teller(grid, path, problems);
    const Position first(grid.axes.size(), 0);
    const Problems of_first = problems_at(grid, first);
    // Changing a single value shows which one is wrong.
    std::vector<std::vector<Problems>> of_axes;
    for (std::size_t a = 0; a < grid.axes.size(); ++a) {
        std::vector<Problems>& of_values = of_axes.emplace_back();
        for (std::size_t i = 0; i < grid.axes[a].values.size(); ++i) {
            Position position = first;
            position[a] = i;
            of_values.push_back(i == 0 ? of_first : problems_at(grid, position));
        }
        if (const auto message = shared_by_all(of_values, grid.axes[a].path)) {
            teller.tell_path(a, *message);
            return;   // all other problems follow from this one
        }
    }
    for (const Problem& problem : of_first)
        teller.tell_first(problem);
    for (std::size_t a = 0; a < grid.axes.size(); ++a)
        for (std::size_t i = 1; i < of_axes[a].size(); ++i)
            for (const Problem& problem : of_axes[a][i])
                teller.tell_one(problem, a, i);
    if (grid.axes.size() == 1 || problems.size() > before || cell_count(grid) > most_held_cells)
        return;
    for (std::size_t cell = 0; cell < cell_count(grid) && problems.size() == before; ++cell) {
        const Position position = cell_position(grid, cell);
        for (const Problem& problem : problems_at(grid, position))
            teller.tell(problem, position);
    }
}

}   // namespace stepzero
