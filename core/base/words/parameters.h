// SPDX-License-Identifier: GPL-3.0-or-later
// Named parameters of a scheme, an activation or an input: their values, and the values that each of them allows. The
// registries provide the descriptions; the file format, the editors and the tests read them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/words/registry.h"
#include "core/base/words/text.h"

namespace stepzero {

/// A number given as an expression, such as "sqrt(2/fan_in)", which is evaluated for each matrix. Only initializers
/// have them, for parameters whose default is a number.
struct TypedNumber {
    std::string text;   ///< as typed
    bool operator==(const TypedNumber&) const = default;
};

using ParameterValue = std::variant<double, std::string, TypedNumber>;
using Parameters = std::map<std::string, ParameterValue, std::less<>>;

struct ParameterInfo {
    std::string name;   ///< as in the experiment file, e.g. "negative_slope"
    Text label;   ///< as in the window, e.g. "negative slope"
    ParameterValue default_value;   ///< its type is the parameter's type
    double low = -1e30, high = 1e30;   ///< allowed numbers, inclusive
    bool integer = false;   ///< true: whole numbers only
    std::vector<std::string> choices {};   ///< allowed words, when default_value is a word
    std::vector<Text> choice_labels {};   ///< display names, one per choice; empty: the words themselves
    bool quiet = false;   ///< omitted from files when it has its default value
    std::string only_with {};   ///< name of a word of the same set; effective only where that word is in only_where
    std::vector<std::string> only_where {};
    bool main = false;   ///< true: an option of a network that the window always shows; the others are folded
};

/// Describes a whole number from low to high.
ParameterInfo whole_number(std::string name, Text label, double by_default, double low, double high);
/// Describes a choice among the names of a table, by default the first; `labels` are their display names.
template <class Value, std::size_t count>
ParameterInfo one_of(std::string name, Text label, const NamedValue<Value> (&table)[count], std::vector<Text> labels)
{
    return {.name = std::move(name),
        .label = std::move(label),
        .default_value = std::string(table[0].name),
        .choices = names_of(table),
        .choice_labels = std::move(labels)};
}
/// Describes a yes-or-no parameter, which files write as true or false.
ParameterInfo flag(std::string name, Text label, bool by_default);
bool is_flag(const ParameterInfo& info);
/// Returns an option of a network with `main` set.
ParameterInfo main_option(ParameterInfo info);
/// Return the value of a flag, the word "true" or "false", and whether it is on.
ParameterValue flag_value(bool on);
bool is_on(const ParameterValue& flag);

Text choice_label(const ParameterInfo& info, std::size_t choice);
Text choice_label(const ParameterInfo& info, const std::string& choice);

/// Returns whether a parameter has an effect in a completed set of parameters.
bool applies(const ParameterInfo& info, const Parameters& parameters);

/// Returns whether a parameter is a number, plain or typed as an expression.
bool is_numeric(const ParameterInfo& info);
/// Returns the expression of a number that was typed as one, else nullptr.
const std::string* typed_text(const ParameterValue& value);

/// Returns `given` with defaults for the parameters that it omits; expressions are kept. Parameters that `infos` does
/// not know are dropped; validation has reported them before.
Parameters completed(const std::vector<ParameterInfo>& infos, const Parameters& given);

/// Returns whether files include a parameter of a completed set: a quiet one is omitted at its default value.
bool is_told(const ParameterInfo& info, const Parameters& completed);

/// Returns the number or word of a completed set without expressions. Throws std::out_of_range or
/// std::bad_variant_access on a programming error.
double number(const Parameters& parameters, std::string_view name);
const std::string& word(const Parameters& parameters, std::string_view name);
/// Returns whether a flag of a completed set is on. Throws as above.
bool is_on(const Parameters& parameters, std::string_view name);
/// Returns whether the parameter has this word, in any set; false when the set has no parameter of this name.
bool is_word(const Parameters& parameters, std::string_view name, std::string_view value);

}   // namespace stepzero
