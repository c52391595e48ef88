// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/words/problem.h"

#include <algorithm>
#include <utility>

#include "core/base/words/shown_text.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace {
/// Returns the optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours count as
/// one mistake each.
std::size_t distance(const std::string& a, const std::string& b)
{
    std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before_last = last;
        last = row;
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
    }
    return row[b.size()];
}

/// Returns the text in lower case without word separators, so that "KaimingNormal" matches "kaiming_normal".
std::string letters(std::string text)
{
    std::erase_if(text, [](char c) { return c == '-' || c == ' ' || c == '_'; });
    for (char& c : text)
        c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    return text;
}
}   // namespace

Text with_path(const Problem& problem)
{
    const Text path = problem.path.empty() ? Text() : Text::name(problem.path);
    return joined({path, problem.message}, ": ");
}

Text sentence(const std::string& file, const Problem& problem)
{
    return joined({Text::name(shown(file)), with_path(problem)}, ": ");
}

const std::string* nearest_name(const std::string& found, const std::vector<std::string>& known)
{
    const std::string* nearest = nullptr;
    std::size_t fewest = 0;
    for (const std::string& name : known) {
        const std::size_t allowed = std::max<std::size_t>(1, name.size() / 3);
        // Lengths alone rule out most words, and a huge word would cost time.
        if (found.size() > name.size() + allowed || name.size() > found.size() + allowed)
            continue;
        const std::size_t mistakes = distance(letters(found), letters(name));
        if (mistakes <= allowed && mistakes < name.size() && (!nearest || mistakes < fewest)) {
            nearest = &name;
            fewest = mistakes;
        }
    }
    return nearest;
}

Text with_suggestion(Text sentence, const std::string& found, const std::vector<std::string>& known)
{
    const std::string* nearest = nearest_name(found, known);
    return nearest ? tr("%1: did you mean %2?", std::move(sentence), quote(*nearest)) : sentence;
}

Text with_known(Text sentence, const std::string& found, const std::vector<std::string>& known)
{
    return tr("%1 (known: %2)", with_suggestion(std::move(sentence), found, known), list_text(known));
}

}   // namespace stepzero
