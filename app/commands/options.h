// SPDX-License-Identifier: GPL-3.0-or-later
// The options of a command. They are parsed strictly: whatever is not understood is reported in a sentence.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text_error.h"

namespace stepzero {

/// The user asked for something that does not exist. what() is a sentence.
struct UsageError : TextError {
    using TextError::TextError;
};

/// One row of a command's table, which --help, the completion and the manual page are made from
/// (tests/app/tst_tables.cpp).
struct Option {
    std::string name;   ///< "--output"
    std::string letter;   ///< "-o", or empty
    std::string value;   ///< the name of its value; "FILE" and "DIR" are completed as such. Empty for a switch
    Text help;   ///< half a line
    std::vector<std::string> words {};   ///< all possible values, where there are few
    std::vector<std::string> beginnings {};   ///< words that the value may begin with
    std::string more {};   ///< English sentences that only the manual page has
    int most = 1;   ///< how many times it may be given
};

/// -o, --output: the file that the result is written to.
Option output_option();
/// The same option with another help text.
Option output_option(Text help);
/// --sarif: the file for findings in SARIF, for commands that judge a file.
Option sarif_option();

/// Returns whether a FILE is "-", which stands for standard input or output.
bool is_standard_stream(const std::string& file);
/// Returns whether a FILE is given and is "-".
bool is_standard_stream(const std::optional<std::string>& file);

/// Returns whether an argument asks for help: "--help" or "-h".
bool is_help(std::string_view argument);
/// Returns whether an argument is "--", which ends the options.
bool ends_options(std::string_view argument);

/// Parsed arguments. "--help" is always known.
struct Arguments {
    std::vector<std::string> words;   ///< arguments that are not options; `-` is a word
    std::multimap<std::string, std::string> values;   ///< by the option's long name, in the order given
    bool help = false;

    std::optional<std::string> value(const std::string& option) const;   ///< the first one
    std::vector<std::string> all_values(const std::string& option) const;
    bool has(const std::string& option) const { return values.contains(option); }
};

/// Parses options of the forms `--name value`, `--name=value` and `-n value`, in any place; `--` ends them. Throws
/// UsageError for an unknown option, one given too often, a missing value, and a value that is not among its words.
Arguments parse_arguments(const std::vector<std::string>& arguments, const std::vector<Option>& options);

/// Parses an integer or a number within [low, high], in the same way in every locale. Throws UsageError.
int whole_number(const TextArgument& option, std::string_view text, int low, int high);
double decimal_number(const TextArgument& option, std::string_view text, double low, double high);

/// Returns `text` if it is one of `words`; throws UsageError otherwise.
const std::string& choice(const std::string& option, const std::string& text, const std::vector<std::string>& words);

/// Splits "a,b" into {"a", "b"}; empty parts are kept.
std::vector<std::string> split(std::string_view text, char separator);

}   // namespace stepzero
