// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/layout_defaults.h"

#include <array>

#include "widgets/figures/figures.h"

namespace stepzero {

namespace {

constexpr int places = 6;   // number of FigureKind::places
constexpr std::array<BoardRoom, 3> rooms {BoardRoom::grid, BoardRoom::hero, BoardRoom::narrow};

}   // namespace

BoardRoom roomOf(const QSize& board)
{
    // A window of 1920×1080 with its panel has room for the grid, one of 1280×800 does not.
    if (board.width() >= 1500 && board.height() >= 720)
        return BoardRoom::grid;
    return board.width() >= 720 && board.height() >= 420 ? BoardRoom::hero : BoardRoom::narrow;
}

BoardLayout defaultLayout(const QString& subject, BoardRoom room)
{
    std::array<QStringList, places> at;
    QStringList elsewhere;
    for (const FigureKind& kind : figureKindsFor(subject))
        if (const auto found = kind.places.find(subject); found != kind.places.end())
            (*found < 0 ? elsewhere : at[std::size_t(*found)]) << kind.id;
    BoardLayout layout;
    layout.hidden = QSet<QString>(elsewhere.begin(), elsewhere.end());
    if (pairSubjects().contains(subject)) {
        layout.root = columnOf({tabsOf(at[0], 0.22), tabsOf(at[1], 0.39), tabsOf(at[2] + elsewhere, 0.39)});
    } else if (room == BoardRoom::grid) {
        const auto row = [&](std::size_t first, const QStringList& also) {
            return rowOf({tabsOf(at[first], 0.52), tabsOf(at[first + 1] + also, 0.48)});
        };
        layout.root = columnOf({row(0, {}), row(2, {}), row(4, elsewhere)});
    } else if (room == BoardRoom::hero) {
        layout.root = columnOf({
            rowOf({tabsOf(at[0], 0.62), columnOf({tabsOf(at[1]), tabsOf(at[3])}, 0.38)}, 0.64),
            tabsOf(at[2] + at[4] + at[5] + elsewhere, 0.36),
        });
    } else {
        layout.root = columnOf({tabsOf(at[0], 0.55), tabsOf(at[1] + at[3] + at[2] + at[4] + at[5] + elsewhere, 0.45)});
    }
    return normal(std::move(layout));
}

BoardLayout followingRoom(const BoardLayout& layout, const QString& subject, BoardRoom room)
{
    const BoardLayout plain = restored(layout);
    for (const BoardRoom other : rooms) {
        const BoardLayout known = defaultLayout(subject, other);
        if (other == room || withFrontsOf(known, plain) != plain)
            continue;
        BoardLayout next = defaultLayout(subject, room);
        const QStringList before = frontsOf(known), chosen = frontsOf(plain);
        for (qsizetype i = 0; i < chosen.size(); ++i)
            if (chosen[i] != before[i])
                next = inFront(next, chosen[i]);
        next.enlarged = layout.enlarged;
        return next;
    }
    return layout;
}

}   // namespace stepzero
