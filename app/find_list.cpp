// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/find_list.h"

#include <QStringList>
#include <algorithm>

namespace stepzero {

namespace {

// How badly a typed word matches, by where it occurs.
constexpr double atTitle = 0, atWord = 1, inside = 2, elsewhere = 4, withGaps = 6;
constexpr int shortestWithGaps = 3;

/// Returns whether a letter begins a word. Chinese is written without spaces, so any of its characters does.
bool beginsWord(const QString& text, qsizetype at)
{
    return at == 0 || !text[at - 1].isLetterOrNumber() || text[at].script() == QChar::Script_Han;
}

/// Returns whether the letters of `word` occur in this order, the first one where a word begins, with at most as many
/// letters left out between them as there are letters.
bool occursWithGaps(const QString& word, const QString& text)
{
    for (qsizetype from = text.indexOf(word[0]); from >= 0; from = text.indexOf(word[0], from + 1)) {
        if (!beginsWord(text, from))
            continue;
        qsizetype at = from, next = 1;
        while (next < word.size() && ++at < text.size() && text[at].isLetterOrNumber())
            next += text[at] == word[next];
        if (next == word.size() && at - from < 2 * word.size())
            return true;
    }
    return false;
}

std::optional<double> matchOfWord(const QString& word, const QString& title, const QString& rest)
{
    std::optional<double> best;
    for (qsizetype at = title.indexOf(word); at >= 0; at = title.indexOf(word, at + 1)) {
        const double match = at == 0 ? atTitle : beginsWord(title, at) ? atWord : inside;
        best = std::min(best.value_or(match), match);
    }
    if (best)
        return best;
    if (rest.contains(word))
        return elsewhere;
    return word.size() >= shortestWithGaps && occursWithGaps(word, title) ? std::optional(withGaps) : std::nullopt;
}

}   // namespace

std::optional<double> matchOf(const QString& typed, const Findable& entry)
{
    const QString title = entry.title.toCaseFolded(), rest = (entry.place + '\n' + entry.words).toCaseFolded();
    const QString wanted = typed.toCaseFolded();
    if (wanted == title)
        return 0;
    double sum = 0;
    qsizetype letters = 0;
    for (const QString& word : wanted.split(QChar(u' '), Qt::SkipEmptyParts)) {
        const std::optional<double> match = matchOfWord(word, title, rest);
        if (!match)
            return std::nullopt;
        sum += *match;
        letters += word.size();
    }
    // Among equal matches, the title of which most was typed comes first.
    const double left = 1 - double(std::min(letters, title.size())) / double(std::max<qsizetype>(title.size(), 1));
    return sum + left / 2;
}

QVector<int> matches(const QString& typed, const QVector<Findable>& entries, int most)
{
    QVector<std::pair<double, int>> ranked;
    for (int i = 0; i < int(entries.size()); ++i)
        if (const auto match = matchOf(typed, entries[i]))
            ranked << std::pair(*match, i);
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    QVector<int> found;
    for (const auto& [match, index] : ranked.first(std::min<qsizetype>(ranked.size(), most)))
        found << index;
    return found;
}

}   // namespace stepzero
