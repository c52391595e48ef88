// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of an experiment, each described once: where it stands in the value and in the file, what it may be, and
// what it is called. Reading, checking, completing and writing files, what a study may vary, the window's rows and a
// report's table of settings follow from these descriptions. What is more than one value stays with its reader and
// writer: widths, initializers, the activation and overrides. The options of a kind are described by the kind.
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

/// A value inside an experiment. Precondition of a call: the part that the value belongs to exists.
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

/// A word, or a member of a registry.
struct FieldChoice {
    std::string name;
    Text label;
    const std::vector<ParameterInfo>* parameters = nullptr;   ///< of a member of a registry that has some
};

struct Field {
    std::string path;   ///< in a file: "input.mean"
    FieldPlace place;
    /// For people: where it stands alone, "input std"; its row among those of its part, "std" (empty: the name);
    /// and what is to be known of it.
    struct Words {
        Text name {}, label {}, help {};
    } words {};
    int asked = 0;   ///< how early studies offer it: the higher, the earlier; 0: they do not
    NumberRange range {-1e30, 1e30};   ///< for numbers
    enum class Numbers { closed, above_low, powers_of_two } numbers = Numbers::closed;   ///< which numbers of the range
    std::vector<FieldChoice> choices {};   ///< for words and Selections; none: any text
    bool (*allows)(const FieldChoice&, const Network&) = nullptr;   ///< null: every choice
    bool file = false;   ///< a text that names a file or folder; not an empty one, but for quiet fields
    Text required {};   ///< what it must be, as "a file name", where a file has its part; empty: it may be left out
    /// Whether it has an effect with the other values as they are; null: always.
    bool (*applies)(const Experiment&) = nullptr;
    /// Sets the default that follows from the fields before it; null: that of a default-constructed experiment.
    void (*prepare)(Experiment&) = nullptr;
    /// Adds problems beyond its range and choices; null: there are none.
    void (*check)(const Experiment&, Problems&) = nullptr;

    bool quiet = false;   ///< left out of a file where it has its default
    std::string only_with {};   ///< path of a quiet field; this one is left out of a file where that one is
    bool beside = false;   ///< on the same line of a file as the field before

    std::vector<double> (*suggested)(double present) = nullptr;   ///< for a study's new list; null: halves and doubles

    std::string_view key() const;   ///< "mean"
    std::string_view part() const;   ///< "input"; empty at the top of a file
};

/// Those of a kind in the order of the file, those of a part next to each other; null: of any network.
std::vector<Field> described_fields(const NetworkKind* kind);
/// Those of experiments with a network of this kind, in the order of the file. An unknown kind has those of any
/// network.
const std::vector<Field>& fields_of(const Network& network);
/// Those of one part, which has a name: "input".
std::span<const Field> fields_of(const Network& network, std::string_view part);
const Field* find_field(const Network& network, std::string_view path);   ///< nullptr when the kind has none
/// The one at the same place of an experiment, whose path may be another; nullptr when the kind has none.
const Field* find_field(const Network& network, const FieldPlace& place);
/// That of the first kind which has it: ranges and places are the same for all kinds. Throws std::out_of_range.
const Field& field_of(std::string_view path);
/// With all fields at their defaults; it is trained.
const Experiment& usual_experiment();

bool applies(const Field& field, const Experiment& experiment);
/// Whether a file names it.
bool is_told(const Field& field, const Experiment& experiment);
bool is_whole(const Field& field);   ///< a whole number
/// Precondition: the field holds a number. Throws std::bad_variant_access on a programming error.
double number_of(const Field& field, const Experiment& experiment);
void set_number(const Field& field, Experiment& experiment, double number);

}   // namespace stepzero
