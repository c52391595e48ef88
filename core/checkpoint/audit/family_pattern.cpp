// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/family_pattern.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace stepzero {

namespace {

constexpr std::size_t longest_name = 1000;   // maximum length of a name, which bounds the matching time

/// Returns the number at the beginning of the text and its count of digits; nothing beyond nine digits.
std::optional<std::pair<int, std::size_t>> leading_number(std::string_view text)
{
    constexpr std::size_t most = 9;
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    int number = 0;
    if (digits == 0 || digits > most)
        return {};
    std::from_chars(text.data(), text.data() + digits, number);
    return std::pair(number, digits);
}

}   // namespace

NamePattern::NamePattern(std::string_view text) : text_(text)
{
    constexpr std::array<std::pair<std::string_view, Piece>, 5> words {{{"block", Piece::block},
        {"layer", Piece::layer}, {"stage", Piece::stage}, {"expert", Piece::expert}, {"any", Piece::any}}};
    while (!text.empty()) {
        const std::size_t open = std::min(text.find('{'), text.size());
        if (open > 0)
            parts_.push_back({Piece::literal, std::string(text.substr(0, open))});
        if (open == text.size())
            return;
        const std::size_t close = std::min(text.find('}', open), text.size());
        const std::string_view word = text.substr(open + 1, close - open - 1);
        const auto found = std::ranges::find(words, word, &std::pair<std::string_view, Piece>::first);
        if (found != words.end())
            parts_.push_back({found->second});
        else if (unknown_.empty())
            unknown_ = text.substr(open, close + 1 - open);
        text.remove_prefix(std::min(close + 1, text.size()));
    }
}

std::optional<NameMatch> NamePattern::match(std::string_view name) const
{
    NameMatch found;
    if (name.size() > longest_name || !match(0, name, found))
        return {};
    return found;
}

/// The starred name is built from its end, once the rest is known to match.
bool NamePattern::match(std::size_t part, std::string_view rest, NameMatch& found) const
{
    if (part == parts_.size())
        return rest.empty();
    const Part& wanted = parts_[part];
    if (wanted.piece == Piece::literal) {
        if (!rest.starts_with(wanted.literal) || !match(part + 1, rest.substr(wanted.literal.size()), found))
            return false;
        found.starred.insert(0, wanted.literal);
        return true;
    }
    if (wanted.piece == Piece::any) {
        for (std::size_t size = 1; size <= rest.size(); ++size)
            if (match(part + 1, rest.substr(size), found)) {
                const NameMatch text = starred_name(rest.substr(0, size));
                found.starred.insert(0, text.starred);
                if (text.block)
                    found.block = text.block;
                return true;
            }
        return false;
    }
    const auto number = leading_number(rest);
    if (!number || !match(part + 1, rest.substr(number->second), found))
        return false;
    found.starred.insert(0, "*");
    if (wanted.piece == Piece::stage)
        found.stage = number->first;
    if (wanted.piece == Piece::block)
        found.block = number->first;
    if (wanted.piece == Piece::expert)
        found.expert = number->first;
    if (wanted.piece == Piece::layer)
        found.block = number->first - 1;
    return true;
}

NameMatch starred_name(std::string_view name)
{
    NameMatch found;
    while (true) {
        const std::size_t dot = std::min(name.find('.'), name.size());
        const std::string_view word = name.substr(0, dot);
        const auto number = leading_number(word);
        if (number && number->second == word.size()) {
            found.starred += '*';
            if (!found.block)
                found.block = number->first;
        } else {
            found.starred += word;
        }
        if (dot == name.size())
            return found;
        found.starred += '.';
        name.remove_prefix(dot + 1);
    }
}

}   // namespace stepzero
