// SPDX-License-Identifier: GPL-3.0-or-later
// Named parameters of a scheme, an activation or an input, as values, and what each of them allows.
// The registries describe; the file format, the editors and the tests read the descriptions.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

using ParameterValue = std::variant<double, std::string>;
using Parameters = std::map<std::string, ParameterValue, std::less<>>;

struct ParameterInfo {
    std::string name;   ///< as in the experiment file, e.g. "negative_slope"
    Text label;   ///< as in the window, e.g. "negative slope"
    ParameterValue default_value;   ///< its type is the parameter's type
    double low = -1e30, high = 1e30;   ///< allowed numbers, inclusive
    bool integer = false;   ///< only whole numbers
    std::vector<std::string> choices {};   ///< allowed words, when default_value is a word
    std::vector<Text> choice_labels {};   ///< for people, one per choice; empty: the words themselves
    bool quiet = false;   ///< left out of files where it is at its default
    std::string only_with {};   ///< another word of the same set, and the choices with which this one has an effect
    std::vector<std::string> only_where {};
};

/// A whole number from low to high.
ParameterInfo whole_number(std::string name, Text label, double by_default, double low, double high);
/// Yes or no, which files write as true or false.
ParameterInfo flag(std::string name, Text label, bool by_default);
bool is_flag(const ParameterInfo& info);

/// What people read for a choice.
Text choice_label(const ParameterInfo& info, std::size_t choice);
Text choice_label(const ParameterInfo& info, const std::string& choice);

/// Whether a parameter has an effect, the others being as they are in a completed set.
bool applies(const ParameterInfo& info, const Parameters& parameters);

/// `given` with every parameter that it leaves out at its default. Parameters that `infos` does not know
/// are dropped: validation has named them before.
Parameters completed(const std::vector<ParameterInfo>& infos, const Parameters& given);

/// Whether a parameter of a completed set is to be told: a quiet one is not where it is at its default.
bool is_told(const ParameterInfo& info, const Parameters& completed);

/// The number or word of a completed set. Throws std::out_of_range / std::bad_variant_access on a
/// programming error.
double number(const Parameters& parameters, std::string_view name);
const std::string& word(const Parameters& parameters, std::string_view name);
/// Whether it is this word, of any set; not where there is none of the name.
bool is_word(const Parameters& parameters, std::string_view name, std::string_view value);

}   // namespace stepzero
