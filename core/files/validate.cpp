// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/validate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>

#include "core/base/words/problem.h"
#include "core/base/words/registry.h"
#include "core/base/words/words.h"
#include "core/files/fields.h"
#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/math/activation/formula.h"
#include "core/network/init/scheme.h"
#include "core/network/input/distributions.h"
#include "core/train/adapter.h"
#include "core/train/resized.h"

namespace stepzero {

namespace {

void check_range(Problems& problems, const std::string& path, NumberRange range, double found)
{
    if (!range.holds(found))   // false for NaN
        problems.push_back({path, range_message(range, found)});
}

void check_text(Problems& problems, const std::string& path, const std::string& text)
{
    if (first_bad_utf8(text) != std::string::npos)
        problems.push_back({path, tr("must be UTF-8")});
}

void check_number(Problems& problems, const std::string& path, const ParameterInfo& info, const ParameterValue& value)
{
    if (const std::string* typed = typed_text(value)) {
        const auto read = read_number_expression(*typed, law_names());
        if (const auto* problem = std::get_if<FormulaProblem>(&read))
            problems.push_back({path,
                tr("must be a number or an expression such as %1, got %2: %3", "\"sqrt(2/n)\"", quote(*typed),
                    problem->sentence)});
    } else if (const auto* found = std::get_if<std::string>(&value))
        problems.push_back({path, tr("must be a number, got %1", quote(*found))});
    else if (const double number = std::get<double>(value); !NumberRange {info.low, info.high}.holds(number))
        problems.push_back({path, range_message({info.low, info.high}, number)});
    else if (info.integer && number != std::trunc(number))
        problems.push_back({path, tr("must be a whole number, got %1", number_text(number))});
}

/// Returns whether `low` is below `high`, the only relation between parameters that registries cannot express as a
/// range. Expressions are compared when they have values, by check_laws().
bool is_ordered(const Parameters& all)
{
    const auto low = all.find("low"), high = all.find("high");
    return low == all.end() || high == all.end() || typed_text(low->second) || typed_text(high->second)
        || number(all, "low") < number(all, "high");
}

void check_order(Problems& problems, const std::string& path, const Parameters& all)
{
    if (!is_ordered(all))
        problems.push_back({member_path(path, "low"),
            tr("must be below high (%1), got %2", number_text(number(all, "high")), number_text(number(all, "low")))});
}

void check_formula(Problems& problems, const std::string& path, const ParameterValue& value)
{
    if (const auto* found = std::get_if<double>(&value)) {
        problems.push_back({path,
            tr("must be a formula in z such as %1, got %2", "\"z*tanh(log(1 + exp(z)))\"", number_text(*found))});
        return;
    }
    const std::string& formula = std::get<std::string>(value);
    const auto parsed = parse_formula(formula);
    if (const auto* problem = std::get_if<FormulaProblem>(&parsed))
        problems.push_back({path, tr("must be a function of z: %1, got %2", problem->sentence, quote(formula))});
}

void check_word(Problems& problems, const std::string& path, const ParameterInfo& info, const ParameterValue& value)
{
    if (info.choices.empty())
        check_formula(problems, path, value);
    else if (const auto* found = std::get_if<double>(&value))
        problems.push_back({path, tr("must be one of %1, got %2", list_text(info.choices), number_text(*found))});
    else if (const auto& word = std::get<std::string>(value);
             std::find(info.choices.begin(), info.choices.end(), word) == info.choices.end())
        problems.push_back({path, choice_message(info.choices, word)});
}

/// `owner`: scheme or activation that has the parameters, for the message.
void check_parameters(Problems& problems, const std::string& path, const Text& owner,
    const std::vector<ParameterInfo>& infos, const Parameters& given)
{
    const std::size_t before = problems.size();
    for (const auto& [name, value] : given) {
        const std::string where = member_path(path, name);
        if (const ParameterInfo* info = find_member(infos, name)) {
            is_numeric(*info) ? check_number(problems, where, *info, value) : check_word(problems, where, *info, value);
            continue;
        }
        const std::vector<std::string> names = names_of(infos);
        const Text wrong = tr("is not a parameter of %1", owner);
        problems.push_back({where,
            names.empty() ? tr("%1 (it has none)", wrong)
                          : tr("%1 (it has %2)", with_suggestion(wrong, name, names), list_text(names))});
    }
    if (problems.size() == before)
        check_order(problems, path, completed(infos, given));
}

void check_activation(Problems& problems, const std::string& path, const Activation& activation, bool gated = false)
{
    if (gated && is_gated(activation)) {
        check_parameters(problems, path, Text::name(activation.name), {}, activation.parameters);
        return;
    }
    if (const ActivationInfo* info = find_activation(activation.name)) {
        check_parameters(problems, path, Text::name(info->name), info->parameters, activation.parameters);
        return;
    }
    std::vector<std::string> names = names_of(activations());
    if (gated)
        names.insert(names.end(), gated_pairs().begin(), gated_pairs().end());
    problems.push_back({path,
        !gated && is_gated(activation) ? tr("%1 is a gated pair, which a dense network cannot have", activation.name)
                                       : choice_message(names, activation.name)});
}

}   // namespace

void check_initializer(Problems& problems, const std::string& path, const Initializer& initializer, Role role,
    bool kernels, std::string_view name)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    if (scheme && fills(*scheme, role, kernels, name)) {
        check_parameters(problems, path, Text::name(scheme->name), scheme->parameters, initializer.parameters);
        return;
    }
    const std::vector<std::string> names
        = names_of(schemes(), [&](const Scheme& known) { return fills(known, role, kernels, name); });
    const std::string allowed = list_text(names), got = quote(initializer.scheme);
    problems.push_back({member_path(path, "scheme"),
        !scheme ? choice_message(names, initializer.scheme)
            : !scheme->of_role.empty() && scheme->of_role != name
            ? tr("must be one of %1, got %2, which is only for %3", allowed, got, scheme->of_role)
            : role == Role::bias && !scheme->for_bias
            ? tr("must be one of %1, got %2, which cannot fill a bias", allowed, got)
            : scheme->needs_convolution ? tr("must be one of %1, got %2, which needs a convolution", allowed, got)
                                        : tr("must be one of %1, got %2, which needs a matrix", allowed, got)});
}

namespace {

void check_kind(Problems& problems, const std::string& kind)
{
    if (!find_kind(kind))
        problems.push_back({"network.kind", choice_message(names_of(kinds()), kind)});
}

/// Checks what is specific to a kind of network. Relations between numbers come last, once each is valid.
void check_kind(Problems& problems, const Experiment& experiment, const NetworkKind& kind)
{
    const Network& network = experiment.network;
    check_parameters(problems, "network", tr("a %1 network", kind.name), kind.options, network.options);
    if (!kind.layered)
        for (const auto& [what, given] :
            {std::pair("input_width", !kind.has_input_width && network.input_width.has_value()),
                {"widths", !network.widths.empty()}, {"overrides", !network.overrides.empty()}})
            if (given)
                problems.push_back({std::string("network.") + what, tr("is only for networks of plain layers")});
    for (const auto& [name, initializer] : network.roles) {
        const std::string path = member_path("network.roles", name);
        if (const RoleInfo* role = find_member(kind.roles, name)) {
            check_initializer(problems, path, initializer, role->kind, kind.kernels, name);
            continue;
        }
        const std::vector<std::string> names = names_of(kind.roles);
        problems.push_back({path,
            names.empty() ? tr("is not a role (a %1 network has none)", kind.name)
                          : with_known(tr("is not a role"), name, names)});
    }
    if (problems.empty() && kind.check)
        kind.check(experiment, problems);
}

/// Returns the path of the initializer in which an expression of a parameter was typed.
std::string path_of_law(const Network& network, const Initializer& typed, const std::string& role, Role kind)
{
    if (const auto own = network.roles.find(role); own != network.roles.end() && own->second == typed)
        return member_path("network.roles", role);
    if ((kind == Role::weight ? network.weight : network.bias) == typed)
        return kind == Role::weight ? "network.weight" : "network.bias";
    const auto same = std::ranges::find_if(network.roles, [&](const auto& other) { return other.second == typed; });
    return same != network.roles.end() ? member_path("network.roles", same->first) : "network.weight";
}

std::string path_of_law(const Network& network, int layer, Role kind)
{
    const auto& all = network.overrides;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].layer == layer && (kind == Role::weight ? all[i].weight : all[i].bias))
            return item_path("network.overrides", i) + (kind == Role::weight ? ".weight" : ".bias");
    return kind == Role::weight ? "network.weight" : "network.bias";
}

/// Reports an expression without a valid value for a matrix. `where` names the matrix: "block 12".
void report_law(
    Problems& problems, const std::string& path, const TypedLaw& law, const LawProblem& problem, const Text& where)
{
    const std::string& typed = problem.expression;
    const ParameterInfo& info = *problem.info;
    std::vector<std::string> known;
    for (const auto& variable : law.variables)
        known.push_back(variable.first);
    problems.push_back({member_path(path, problem.parameter),
        !problem.missing.empty() ? tr("%1 has no value at %2, since this network has no %3 (it has %4)", typed, where,
            problem.missing, list_text(known))
            : info.integer && NumberRange {info.low, info.high}.holds(problem.value)
            ? tr("%1 at %2 is %3; must be a whole number", typed, where, number_text(problem.value))
            : tr("%1 at %2 is %3; must be %4 to %5", typed, where, number_text(problem.value), number_text(info.low),
                number_text(info.high))});
}

/// Calls check() for the expressions of all parameters; in plain layers only for those of norms.
template <class Check>
void check_parameter_laws(const Network& network, const Check& check)
{
    const NetworkPlan plan = plan_of(network);
    for (const ParameterPlan* parameter : plan.parameters())
        if (const auto& law = parameter->typed; law && (!plan.kind->layered || parameter->role != plan.reading.weight))
            check(
                *law, parameter->initializer,
                [&] { return path_of_law(network, law->initializer, parameter->role, parameter->kind); },
                [&] {
                    return parameter->block > 0 ? plan.kind->numbered_unit(parameter->block)
                                                : Text::name(parameter->name);
                });
}

/// Checks the values of all expressions. Each initializer is reported at the first matrix where it is wrong.
/// Precondition: there are no problems yet.
void check_laws(Problems& problems, const Network& network)
{
    // This is done at every key while somebody types, and by several parts of the window; plans take most of the time.
    thread_local std::optional<Network> last_valid;
    bool typed = false;
    for_initializers(network, [&](const Initializer& initializer) { typed = typed || is_typed(initializer); });
    if (!typed || last_valid == network)
        return;
    const NetworkKind& kind = kind_of(network);
    std::set<std::string> wrong;   // paths
    // Path and name of a matrix are only made for problems.
    const auto check = [&](const TypedLaw& law, const Initializer& value, const auto& path_of, const auto& where) {
        const std::optional<LawProblem> problem = law_problem(law);
        if (!problem && is_ordered(value.parameters))
            return;
        const std::string path = path_of();
        if (!wrong.insert(path).second)
            return;
        if (problem)
            report_law(problems, path, law, *problem, where());
        else
            check_order(problems, path, value.parameters);
    };
    if (kind.layered)
        for (const LayerPlan& layer : expand(network))
            for (const auto& [law, value, role] : {std::tuple(&layer.typed_weight, &layer.weight, Role::weight),
                     std::tuple(&layer.typed_bias, &layer.bias, Role::bias)})
                if (*law)
                    check(
                        **law, *value, [&, role = role] { return path_of_law(network, layer.layer, role); },
                        [&] { return kind.numbered_unit(layer.layer); });
    if (!kind.layered || !network.roles.empty())
        check_parameter_laws(network, check);
    if (problems.empty())
        last_valid = network;
}

void check_overrides(Problems& problems, const Network& network, const NetworkKind* kind)
{
    const bool kernels = kind && kind->kernels;
    std::map<int, std::size_t> first;   // layer → index
    for (std::size_t i = 0; i < network.overrides.size(); ++i) {
        const LayerOverride& override = network.overrides[i];
        const std::string path = item_path("network.overrides", i);
        check_range(problems, path + ".layer", {1, double(depth(network))}, override.layer);
        const auto [known, inserted] = first.emplace(override.layer, i);
        if (!inserted)
            problems.push_back({path + ".layer",
                tr("must be a different layer in each override, got %1 as in overrides[%2]", override.layer,
                    known->second)});
        if (override.activation)
            check_activation(problems, path + ".activation", *override.activation);
        if (override.weight)
            check_initializer(problems, path + ".weight", *override.weight, Role::weight, kernels);
        if (override.bias)
            check_initializer(problems, path + ".bias", *override.bias, Role::bias);
        const auto check_option = [&](const char* name, const auto& own) {
            if (!kind || !own)
                return;
            const ParameterInfo* info = find_member(kind->options, name);
            if (!info)
                problems.push_back({member_path(path, name), tr("is not a setting of layers of this kind")});
            else if constexpr (std::is_same_v<decltype(own), const std::optional<std::string>&>)
                check_word(problems, member_path(path, name), *info, *own);
            else
                check_number(problems, member_path(path, name), *info, double(*own));
        };
        for (const OptionOverride& option : option_overrides)
            std::visit([&](auto own) { check_option(option.name, override.*own); }, option.own);
    }
}

void check_value(Problems& problems, const Field& field, double found)
{
    const auto [low, high] = field.range;
    if (field.numbers == Field::Numbers::closed)
        check_range(problems, field.path, field.range, found);
    else if (field.numbers == Field::Numbers::above_low && !(found > low && found <= high))
        problems.push_back({field.path,
            tr("must be above %1 and at most %2, got %3", number_text(low), number_text(high), number_text(found))});
    else if (field.numbers == Field::Numbers::powers_of_two
        && !(field.range.holds(found) && std::exp2(std::ilogb(found)) == found))
        problems.push_back({field.path,
            tr("must be a power of two from 2^%1 to 2^%2, got %3", std::ilogb(low), std::ilogb(high),
                number_text(found))});
}

/// Returns the choice of this name. Adds a problem and returns nullptr when there is none.
const FieldChoice* checked_choice(
    Problems& problems, const Field& field, const Network& network, const std::string& found)
{
    const auto allowed = [&](const FieldChoice& choice) { return !field.allows || field.allows(choice, network); };
    if (const FieldChoice* choice = find_member(field.choices, found); choice && allowed(*choice))
        return choice;
    problems.push_back({field.path, choice_message(names_of(field.choices, allowed), found)});
    return nullptr;
}

void check_field(Problems& problems, const Experiment& experiment, const Field& field)
{
    const auto check = [&](const auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, Selection>) {
            if (field.choices.empty())
                return;
            if (const FieldChoice* choice = checked_choice(problems, field, experiment.network, value.name))
                check_parameters(problems, field.path, Text::name(choice->name), *choice->parameters, value.parameters);
        } else if constexpr (std::is_same_v<Value, std::string>) {
            if (field.choices.empty())
                check_text(problems, field.path, value);
            else
                checked_choice(problems, field, experiment.network, value);
        } else if constexpr (!std::is_same_v<Value, bool>) {
            check_value(problems, field, double(value));
        }
    };
    if (!applies(field, experiment))
        return;
    std::visit([&](const auto& place) { check(place(experiment)); }, field.place);
    if (field.check)
        field.check(experiment, problems);
}

void check_part(Problems& problems, const Experiment& experiment, std::string_view part)
{
    for (const Field& field : fields_of(experiment.network, part))
        check_field(problems, experiment, field);
}

void check_shape(Problems& problems, const Experiment& experiment)
{
    const Network& network = experiment.network;
    if (network.input_width)
        check_range(problems, "network.input_width", ranges::width, *network.input_width);
    check_part(problems, experiment, "network");
    if (network.widths.empty())
        return;
    if (!ranges::depth.holds(double(network.widths.size())))
        problems.push_back({"network.widths",
            tr("must have %1 to %2 entries, got %3", number_text(ranges::depth.low), number_text(ranges::depth.high),
                network.widths.size())});
    for (std::size_t i = 0; i < network.widths.size(); ++i)
        check_range(problems, item_path("network.widths", i), ranges::width, network.widths[i]);
}

}   // namespace

std::vector<Problem> validate(const Experiment& experiment)
{
    Problems problems;
    const Network& network = experiment.network;
    const NetworkKind* kind = find_kind(network.kind);
    check_field(problems, experiment, field_of("title"));
    check_kind(problems, network.kind);
    check_shape(problems, experiment);
    check_activation(problems, "network.activation", network.activation, kind && kind->gated);
    check_initializer(problems, "network.weight", network.weight, Role::weight, kind && kind->kernels);
    check_initializer(problems, "network.bias", network.bias, Role::bias);
    check_overrides(problems, network, kind);
    for (const char* part : {"weights", "input", "measure", "train"})
        check_part(problems, experiment, part);
    for (const char* last : {"seed", "replicas"})
        check_field(problems, experiment, field_of(last));
    if (kind)
        check_kind(problems, experiment, *kind);
    if (problems.empty())
        check_laws(problems, network);
    if (problems.empty() && experiment.train && has_adapters(*experiment.train))
        if (Text problem = adapted_problem(experiment.train->adapted, plan_of(network)); !problem.empty())
            problems.push_back({"train.adapted", std::move(problem)});
    return problems;
}

Text problem_at_sizes(const Text& name, const Experiment& experiment, const std::vector<int>& sizes, bool depths)
{
    if (!experiment.weights.file.empty())
        return joined(
            {name, Text::name("weights"), tr("weights from a file have one size and cannot be trained at others")},
            ": ");
    for (const int size : sizes) {
        Experiment other = resized(experiment, size, depths);
        other.train->parametrization = Training().parametrization;   // a file name is not in the registry
        if (const auto problems = validate(other); !problems.empty())
            return joined({depths ? tr("%1, at depth %2", name, size) : tr("%1, at width %2", name, size),
                              with_path(problems.front())},
                ": ");
    }
    return {};
}

}   // namespace stepzero
