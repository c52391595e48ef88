// SPDX-License-Identifier: GPL-3.0-or-later
// What the Find bar searches: everything that can be chosen in a window, and how well it matches typed words.
#pragma once

#include <QString>
#include <QVector>
#include <functional>
#include <optional>

namespace stepzero {

struct Findable {
    QString title;   ///< "Gain calculator"
    QString place;   ///< where it is in the window: "Tools", or "Presets › Transformers"
    QString keys {};   ///< its shortcut; may be empty
    QString words {};   ///< further text that is searched: a description, the title in other languages
    std::function<void()> choose {};
};

/// Returns how well an entry matches what was typed; smaller is better, 0 is its whole title. Every word must occur:
/// at the beginning of the title or of a word, inside, in the place or the further words, or, from three letters on,
/// with letters of a word of the title left out ("prst" finds "Presets"). Absent when a word does not occur. Case is
/// ignored.
std::optional<double> matchOf(const QString& typed, const Findable& entry);

/// Returns the indices of at most `most` entries that match, best first; ties keep their order.
QVector<int> matches(const QString& typed, const QVector<Findable>& entries, int most);

}   // namespace stepzero
