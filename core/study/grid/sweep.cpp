// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/sweep.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/base/json/json_path.h"
#include "core/base/json/write_json.h"
#include "core/base/words/ranges.h"
#include "core/base/words/registry.h"
#include "core/base/words/words.h"
#include "core/files/experiment_json.h"
#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/network/init/scheme.h"
#include "core/network/input/input.h"
#include "core/study/grid/axis_values.h"
#include "core/study/grid/cell_source.h"
#include "core/study/grid/proposed_grid.h"
#include "core/study/grid/typed_numbers.h"

namespace stepzero {

namespace {

using Kind = Variable::Kind;

/// A variance has the path of the scheme that it replaces.
std::string dial_path(const Variable& variable)
{
    return variable.variance ? variable.path + ".variance" : variable.path;
}

/// Returns one variable per path: a scheme with a variance has two.
std::vector<Variable> dialled(const Experiment& base)
{
    std::vector<Variable> all;
    for (Variable& variable : variables(base))
        if (std::none_of(
                all.begin(), all.end(), [&](const Variable& other) { return dial_path(other) == dial_path(variable); }))
            all.push_back(std::move(variable));
    return all;
}

std::vector<std::string> names_in(const std::string& text)
{
    std::vector<std::string> names;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const std::string part = text.substr(from, comma - from);
        from = comma + 1;
        if (const auto first = part.find_first_not_of(' '); first != std::string::npos)
            names.push_back(part.substr(first, part.find_last_not_of(' ') - first + 1));
    }
    return names;
}

/// Returns the name of a value in a list; the experiment's own scheme or activation includes its parameters.
std::string name_of(const Json& value, const Variable& variable)
{
    if (variable.kind == Kind::scheme)
        return initializer_of(value).scheme;
    if (variable.kind == Kind::activation)
        return activation_of(value).name;
    if (const Json* name = value.find("name"))
        return name->text;
    return value.kind == Json::Kind::boolean ? (value.boolean ? "true" : "false") : value.text;
}

std::vector<std::string> known_names(const Variable& variable)
{
    if (variable.kind == Kind::scheme)
        return names_of(schemes());
    if (variable.kind == Kind::activation)
        return names_of(activations());
    std::vector<std::string> names;
    for (const Json& choice : variable.choices)
        names.push_back(name_of(choice, variable));
    return names;
}

std::vector<Json> named_values(const std::string& text, const Variable& variable)
{
    const std::vector<std::string> known = known_names(variable);
    std::vector<Json> values;
    for (const std::string& name : names_in(text)) {
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw BadInput(joined({Text::name(dial_path(variable)), choice_message(known, name)}, ": "));
        const auto has_name = [&](const Json& value) { return name_of(value, variable) == name; };
        const auto own = std::find_if(variable.suggestion.begin(), variable.suggestion.end(), has_name);
        if (own != variable.suggestion.end())
            values.push_back(*own);
        else
            values.push_back(json_of(name));
    }
    if (values.empty())
        throw BadInput(tr("%1: there is no value to show", dial_path(variable)));
    return values;
}

std::vector<double> typed(const std::string& path, const std::string& text, const Variable& variable)
{
    const auto numbers = numbers_in(text, variable, Between::readable);
    if (const auto* wrong = std::get_if<Text>(&numbers))
        throw BadInput(joined({Text::name(path), *wrong}, ": "));
    return std::get<std::vector<double>>(numbers);
}

Variable step_variable(const Experiment& base)
{
    Variable v;
    v.path = step_path;
    v.label = tr("training step");
    v.high = base.train->steps;
    v.whole = true;
    v.value = [](double number) { return json_of(number); };
    return v;
}

/// Returns a suitable range.
std::string proposed(const Experiment& base, const Variable& variable)
{
    const auto range = [](double low, double high, int count, const char* how) {
        return number_text(low) + " .. " + number_text(high) + (count > 0 ? " : " + std::to_string(count) + how : "");
    };
    if (variable.kind != Kind::number) {
        std::vector<std::string> names;
        for (const Json& value : variable.suggestion)
            if (std::string name = name_of(value, variable); std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(std::move(name));
        return list_text(names);
    }
    if (variable.path == step_path)
        return base.train->steps <= 100 ? range(0, base.train->steps, 0, "") : range(0, base.train->steps, 101, "");
    if (variable.path == "network." + kind_of(base.network).length)
        return range(1, std::max(50, base.network.depth), base.network.depth > 100 ? 100 : 0, "");
    if (variable.path == "network.width") {   // powers of two
        const int most = std::max(9, int(std::ceil(std::log2(base.network.width))));
        return range(8, std::ldexp(1, most), most - 2, " log");
    }
    if (variable.path == "seed")
        return range(double(base.seed), double(base.seed) + 19, 0, "");
    std::vector<double> suggested;
    for (const Json& value : variable.suggestion)
        suggested.push_back(number_of(value));
    const auto [low, high] = std::minmax_element(suggested.begin(), suggested.end());
    if (*low == *high)
        return number_text(*low);
    const int count = variable.whole ? std::min(31, int(*high - *low) + 1) : 31;
    return range(*low, *high, std::max(2, count), *low > 0 && *high / *low > 10 ? " log" : "");
}

/// Returns the number of stops of a range: close to 61, at distances that are whole numbers, or 1, 2, 2.5 or 5 times a
/// power of ten, if possible.
int stops_of(double low, double high, bool whole)
{
    constexpr int usual = 61, farthest = 40;
    constexpr double rounding = 1e-9;
    for (int away = 0; away <= farthest; ++away)
        for (const int count : {usual + away, usual - away}) {
            const double distance = (high - low) / (count - 1);
            const double first = distance / std::pow(10.0, std::floor(std::log10(distance)));   // its leading digits
            const auto is = [&](double digits) { return std::abs(first - digits) < rounding; };
            const bool round = is(1) || is(2) || is(2.5) || is(5) || is(10);
            if (whole ? distance == std::floor(distance) : round)
                return count;
        }
    return usual;
}

/// Returns the number at a path of an experiment's file, or the variance there.
std::optional<double> present_number(const Experiment& base, const std::string& path)
{
    const Json root = json_of(base);
    const Json* at = value_at(root, path);
    if (at && at->kind == Json::Kind::object)
        at = at->find("variance");
    return at && at->kind == Json::Kind::number ? std::optional(at->number) : std::nullopt;
}

/// Returns the current number of the sweep's variable, or the training step.
std::optional<double> present_number(const Experiment& base, int step, const Sweep& sweep)
{
    return sweep.path == step_path ? step : present_number(base, sweep.path);
}

}   // namespace

Sweep sweep_of(const Experiment& base, const std::string& path, const std::string& text)
{
    Variable variable;
    if (path == step_path) {
        if (!base.train)
            throw BadInput(tr("step: the experiment has no training"));
        variable = step_variable(base);
    } else {
        std::vector<Variable> all = dialled(base);
        const auto found
            = std::find_if(all.begin(), all.end(), [&](const Variable& each) { return dial_path(each) == path; });
        if (found == all.end()) {
            std::vector<std::string> known;
            for (const Variable& each : all)
                known.push_back(dial_path(each));
            throw BadInput(tr("the control %1", choice_message(known, path)));
        }
        variable = std::move(*found);
    }
    Sweep sweep {variable.path, variable.label, variable.kind == Kind::number, {}, {}};
    if (sweep.numbers)
        for (const double number : typed(path, text, variable))
            sweep.values.push_back(variable.value(number));
    else
        sweep.values = named_values(text, variable);
    sweep.labels = labels_of(sweep.values, variable);
    return sweep;
}

std::string range_text(const Experiment& base, const std::string& path, double low, double high)
{
    for (const Variable& variable : dialled(base))
        if (dial_path(variable) == path && variable.kind == Kind::number) {
            constexpr int most = 100;
            if (low >= high)
                return number_text(low);
            const bool few = variable.whole && high - low <= most;
            const bool ratios = low > 0 && high / low >= most;
            return number_text(low) + " .. " + number_text(high)
                + (few           ? std::string()
                        : ratios ? " : 61 log"
                                 : " : " + std::to_string(stops_of(low, high, variable.whole)));
        }
    return {};
}

std::string stops_text(const Experiment& base, int step, const std::string& path, double low, double high, int count)
{
    constexpr double large = 20, digits = 3;
    const std::vector<Variable> all = dialled(base);
    const bool whole = path == step_path || std::ranges::any_of(all, [&](const Variable& variable) {
        return dial_path(variable) == path && variable.whole;
    });
    const bool ratios = low > 0 && high / low >= large;
    std::vector<double> numbers {low, high};
    for (int i = 1; i + 1 < count; ++i) {
        const double share = double(i) / (count - 1);
        const double number = ratios ? low * std::pow(high / low, share) : low + (high - low) * share;
        const double unit = whole ? 1 : std::pow(10, std::floor(std::log10(high - low)) - digits + 1);
        const double fine = ratios && !whole ? std::pow(10, std::floor(std::log10(number)) - 1) : unit;
        numbers.push_back(std::clamp(std::round(number / fine) * fine, low, high));
    }
    const std::optional<double> own = path == step_path ? step : present_number(base, path);
    if (own && *own >= low && *own <= high)
        numbers.push_back(*own);
    std::ranges::sort(numbers);
    std::vector<std::string> words;
    for (const double number : numbers)
        if (std::string word = number_text(number); words.empty() || words.back() != word)
            words.push_back(std::move(word));
    return list_text(words);
}

std::vector<Dial> dials(const Experiment& base)
{
    std::vector<Dial> all;
    if (base.train)
        all.push_back({step_path, step_variable(base).label, proposed(base, step_variable(base))});
    for (const Variable& variable : dialled(base))
        all.push_back({dial_path(variable), variable.label, proposed(base, variable), variable.kind == Kind::number});
    return all;
}

std::size_t first_dial(const std::vector<Dial>& dials, const std::string& wanted)
{
    for (const std::string& path : {wanted, std::string("network.depth"), std::string("network.steps")})
        if (const auto found = std::ranges::find(dials, path, &Dial::path); found != dials.end())
            return std::size_t(found - dials.begin());
    const auto found = std::ranges::find(dials, true, &Dial::numbers);
    return found == dials.end() ? 0 : std::size_t(found - dials.begin());
}

/// Returns the value at a path of an experiment's file. A role that it does not name has the initializer that it uses.
static std::optional<Json> value_in(const Experiment& experiment, const Json& root, const std::string& path)
{
    if (const Json* value = value_at(root, path))
        return *value;
    for (const RoleInfo& role : roles_of(experiment.network))
        if (path == "network.roles." + role.name)
            return json_of(initializer_of(experiment.network, role.name, role.kind));
    return std::nullopt;
}

std::string moved_dial(const Experiment& before, const Experiment& after)
{
    if (before == after)
        return {};
    const Json old = json_of(before), now = json_of(after);
    std::string moved;
    for (const Variable& variable : dialled(after)) {
        const std::string path = dial_path(variable);
        const std::optional<Json> from = value_in(before, old, path);
        const Json* to = value_at(now, path);
        if (!from || !to)
            continue;
        const auto position = [&](const Json& value) {
            return variable.kind == Kind::number ? json_line(value) : name_of(value, variable);
        };
        if (position(*from) == position(*to))
            continue;
        if (!moved.empty())
            return {};
        moved = path;
    }
    return moved;
}

SweepFrame frame_at(const Experiment& base, const Sweep& sweep, std::size_t index)
{
    const Text label = joined({sweep.label, sweep.labels.at(index)}, " ");
    if (sweep.path == step_path)
        return {base, int(number_of(sweep.values[index])), label};
    auto made = cell_at(grid_of(base, {{sweep.path, {sweep.values[index]}, {sweep.labels[index].english()}}}), {0});
    if (const auto* problems = std::get_if<Problems>(&made))
        throw BadInput(joined({label, with_path(problems->front())}, ": "));
    if (const auto* misfit = std::get_if<Misfit>(&made))
        throw BadInput(joined({label, misfit->message}, ": "));
    auto& experiment = std::get<Experiment>(made);
    experiment.title = base.title;
    return {std::move(experiment), 0, label};
}

std::vector<SweepFrame> frames_of(const Experiment& base, const std::vector<Sweep>& sweeps)
{
    std::vector<SweepFrame> frames {{base, 0, {}}};
    for (const Sweep& sweep : sweeps) {
        std::vector<SweepFrame> finer;
        for (const SweepFrame& frame : frames)
            for (std::size_t i = 0; i < sweep.values.size(); ++i) {
                SweepFrame next = frame_at(frame.experiment, sweep, i);
                next.step = std::max(next.step, frame.step);   // only one of them is the training step
                next.label = frame.label.empty() ? next.label : joined({frame.label, next.label}, ", ");
                finer.push_back(std::move(next));
            }
        frames = std::move(finer);
    }
    return frames;
}

/// Returns the index of the experiment's own name. Names that do not make a valid experiment are skipped.
static std::optional<std::size_t> own_name(const Experiment& base, const Sweep& sweep)
{
    for (std::size_t i = 0; i < sweep.values.size(); ++i) {
        try {
            if (frame_at(base, sweep, i).experiment == base)
                return i;
        } catch (const BadInput&) {
        }
    }
    return std::nullopt;
}

/// Returns "≈1.761" for 1.760955.
static std::string readable(double number)
{
    constexpr int digits = 4;
    std::array<char, 40> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, digits);
    double shorter = 0;
    std::from_chars(text.data(), end.ptr, shorter);
    return shorter == number || number == std::floor(number) ? number_text(number) : "≈" + number_text(shorter);
}

std::size_t nearest_frame(const Experiment& base, int step, const Sweep& sweep)
{
    if (!sweep.numbers)
        return own_name(base, sweep).value_or(0);
    const std::optional<double> present = present_number(base, step, sweep);
    const auto distance = [&](const Json& value) { return std::abs(number_of(value) - present.value_or(0)); };
    return std::size_t(std::min_element(sweep.values.begin(), sweep.values.end(), [&](const Json& a, const Json& b) {
        return distance(a) < distance(b);
    }) - sweep.values.begin());
}

std::size_t nearest_frame(const Experiment& base, int step, const std::vector<Sweep>& sweeps)
{
    std::size_t frame = 0;
    for (const Sweep& sweep : sweeps)
        frame = frame * sweep.values.size() + nearest_frame(base, step, sweep);
    return frame;
}

Text present_label(const Experiment& base, int step, const Sweep& sweep)
{
    if (!sweep.numbers) {
        if (const auto own = own_name(base, sweep))
            return sweep.labels[*own];
        const Json root = json_of(base);
        const Json* value = value_at(root, sweep.path);
        for (const Variable& variable : dialled(base))
            if (value && variable.path == sweep.path && variable.kind != Kind::number)
                return labels_of({*value}, variable).front();
        return sweep.labels.front();
    }
    const std::optional<double> present = present_number(base, step, sweep);
    const auto own = std::find_if(sweep.values.begin(), sweep.values.end(),
        [&](const Json& value) { return !present || number_of(value) == *present; });
    return own == sweep.values.end() ? Text::name(readable(*present))
                                     : sweep.labels[std::size_t(own - sweep.values.begin())];
}

}   // namespace stepzero
