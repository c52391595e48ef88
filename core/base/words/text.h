// SPDX-License-Identifier: GPL-3.0-or-later
// Text for people, stored as an English format and its arguments. It is rendered where it is shown, in English or with
// a translation of the format. Translations are therefore whole sentences, and nothing parses a rendered text.
//
//     tr("Layer %1: %2% of %3 {unit is|units are} dead", layer, percent, units)
//
// %1 to %9 are the arguments. {unit is|units are} takes the first form for 1 and the second for any other number. The
// number is that of the nearest place before the forms, or else of the first place after them. Translations use %1 to
// %9 only. Qt's lupdate finds tr() by its name.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace stepzero {

struct TextArgument;

class Text {
public:
    // Defined after TextArgument, whose size they need.
    Text();   ///< empty
    Text(const Text&);
    Text(Text&&) noexcept;
    Text& operator=(const Text&);
    Text& operator=(Text&&) noexcept;
    ~Text();

    /// Makes a name, number or formula that is the same in every language.
    static Text name(std::string text);
    /// Makes a text of a data file, such as the title of a preset. It is translated when a translation exists.
    static Text whole(std::string text);
    /// Precondition: there are as many arguments as the highest place.
    static Text formatted(std::string format, std::vector<TextArgument> arguments);

    bool empty() const { return format_.empty(); }
    const std::string& format() const { return format_; }
    const std::vector<TextArgument>& arguments() const { return arguments_; }
    bool is_name() const { return sort_ == Sort::name; }
    bool is_whole() const { return sort_ == Sort::whole; }

    std::string english() const;

    friend bool operator==(const Text& a, const Text& b);

private:
    enum class Sort { formatted, name, whole };
    Text(std::string text, Sort sort);
    std::string format_;
    std::vector<TextArgument> arguments_;
    Sort sort_ = Sort::formatted;
};

/// An argument of a Text: a number that selects singular or plural, or another Text.
struct TextArgument {
    Text text {};
    long long number = 0;
    bool counts = false;   ///< true: `number` is shown

    TextArgument(Text value) : text(std::move(value)) { }   // NOLINT(google-explicit-constructor)
    TextArgument(std::string name) : text(Text::name(std::move(name))) { }   // NOLINT(google-explicit-constructor)
    TextArgument(std::string_view name) : text(Text::name(std::string(name))) { }   // NOLINT
    TextArgument(const char* name) : text(Text::name(name)) { }   // NOLINT(google-explicit-constructor)
    template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
    TextArgument(Integer value) : number((long long)(value)), counts(true)   // NOLINT(google-explicit-constructor)
    {
        static_assert(!std::is_same_v<Integer, bool>, "a bool does not count anything");
    }
    bool operator==(const TextArgument&) const = default;
};

inline Text::Text() = default;
inline Text::Text(const Text&) = default;
inline Text::Text(Text&&) noexcept = default;
inline Text& Text::operator=(const Text&) = default;
inline Text& Text::operator=(Text&&) noexcept = default;
inline Text::~Text() = default;
inline Text::Text(std::string text, Sort sort) : format_(std::move(text)), sort_(sort) { }

/// Makes a translatable text. A string argument is a name, which is not translated; format a fractional number first
/// (short_text).
template <class... Arguments>
Text tr(const char* format, Arguments&&... arguments)
{
    return Text::formatted(format, {TextArgument(std::forward<Arguments>(arguments))...});
}

/// Joins texts with a separator such as ", ". Empty texts are skipped.
Text joined(const std::vector<Text>& texts, const char* separator);

/// Renders a text: in English (&Text::english), or in the language of the reader.
using Render = std::function<std::string(const Text&)>;

/// Returns the translation of a Text's format, or an empty string when there is none, so that English is shown.
using Translate = std::function<std::string(const Text&)>;
/// Calls `translate` for each Text except names. For a formatted Text, `translate` returns a format again.
std::string rendered(const Text& text, const Translate& translate);

}   // namespace stepzero
