// SPDX-License-Identifier: GPL-3.0-or-later
// Describes each field of an experiment once: its place in the value and in the file, its valid values, and its labels.
// Reading, checking, completing and writing files, the variables of a study, the rows of the window and a report's
// settings table use these descriptions. Composite fields have their own reader and writer: widths, initializers, the
// activation and overrides. Options of a kind are described by the kind.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/words/problem.h"
#include "core/base/words/ranges.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

struct NetworkKind;   // core/kinds/kinds.h

/// A value inside an experiment. Precondition of a call: the part that contains the value exists.
template <class Value>
struct Place {
    const Value& (*constant)(const Experiment&);
    Value& (*changeable)(Experiment&);
    const Value& operator()(const Experiment& experiment) const { return constant(experiment); }
    Value& operator()(Experiment& experiment) const { return changeable(experiment); }
    bool operator==(const Place&) const = default;
};
using FieldPlace
    = std::variant<Place<bool>, Place<int>, Place<std::uint64_t>, Place<double>, Place<std::string>, Place<Selection>>;

/// A valid word, or a member of a registry.
struct FieldChoice {
    std::string name;
    Text label;
    const std::vector<ParameterInfo>* parameters = nullptr;   ///< registry members with parameters only
};

struct Field {
    std::string path;   ///< in a file: "input.mean"
    FieldPlace place;
    /// Display texts: the full name, "input std"; the label of its row in its part, "std" (empty: the name); and help.
    struct Words {
        Text name {}, label {}, help {};
    } words {};
    int asked = 0;   ///< priority in the list of study variables, higher first; 0: not offered
    NumberRange range {-1e30, 1e30};   ///< for numbers
    enum class Numbers { closed, above_low, powers_of_two } numbers = Numbers::closed;   ///< valid numbers of the range
    std::vector<FieldChoice> choices {};   ///< words and Selections only; empty: any text
    bool (*allows)(const FieldChoice&, const Network&) = nullptr;   ///< null: every choice
    bool file = false;   ///< names a file or folder; must not be empty unless `quiet`
    Text required {};   ///< description such as "a file name", required if a file contains the part; empty: optional
    /// Returns whether the field has an effect, given the other values; null: always.
    bool (*applies)(const Experiment&) = nullptr;
    /// Sets the default that depends on earlier fields; null: that of a default-constructed experiment.
    void (*prepare)(Experiment&) = nullptr;
    /// Adds problems beyond range and choices; null: there are none.
    void (*check)(const Experiment&, Problems&) = nullptr;

    bool quiet = false;   ///< omitted from a file when it has its default
    /// Path of a quiet field. When a file omits that one, it omits this one at its default.
    std::string only_with {};
    bool beside = false;   ///< on the same line of a file as the previous field

    std::vector<double> (*suggested)(double present) = nullptr;   ///< for a study's new list; null: halves and doubles

    std::string_view key() const;   ///< "mean"
    std::string_view part() const;   ///< "input"; empty at the top of a file
};

/// Returns the fields of a kind in file order, grouped by part; null: those common to all networks.
std::vector<Field> described_fields(const NetworkKind* kind);
/// Returns the fields of experiments with this kind of network, in file order. An unknown kind has those common to all
/// networks.
const std::vector<Field>& fields_of(const Network& network);
/// Returns the fields of one named part: "input".
std::span<const Field> fields_of(const Network& network, std::string_view part);
const Field* find_field(const Network& network, std::string_view path);   ///< nullptr when the kind has no such field
/// Returns the field at the same place of an experiment, whose path may differ; nullptr when the kind has none.
const Field* find_field(const Network& network, const FieldPlace& place);
/// Returns the field of the first kind that has it; ranges and places are the same for all kinds. Throws
/// std::out_of_range.
const Field& field_of(std::string_view path);
/// Returns an experiment with all fields at their defaults, including training.
const Experiment& usual_experiment();

bool applies(const Field& field, const Experiment& experiment);
/// Returns whether a file contains the field.
bool is_told(const Field& field, const Experiment& experiment);
bool is_whole(const Field& field);   ///< Returns whether the field is an integer.
/// Precondition: the field holds a number. Throws std::bad_variant_access on a programming error.
double number_of(const Field& field, const Experiment& experiment);
void set_number(const Field& field, Experiment& experiment, double number);

}   // namespace stepzero
