// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson_layout.h"

#include <algorithm>

namespace stepzero {

namespace {

/// Those that are told, and of what is left an even part for each of the others; 1 together.
std::vector<double> sharesOf(const std::vector<LessonFigure>& figures)
{
    constexpr double least = 0.15;
    double told = 0;
    int others = 0;
    for (const LessonFigure& figure : figures) {
        told += figure.share;
        others += figure.share == 0;
    }
    std::vector<double> shares;
    double sum = 0;
    for (const LessonFigure& figure : figures) {
        shares.push_back(figure.share > 0 ? figure.share : std::max(least, (1 - told) / others));
        sum += shares.back();
    }
    for (double& share : shares)
        share /= sum;
    return shares;
}

/// One beside the other; of three and more the first beside the others.
BoardPart partsOf(const std::vector<LessonFigure>& figures, bool wide)
{
    const std::vector<double> shares = sharesOf(figures);
    const auto along = [](bool row, std::vector<BoardPart> parts, double share) {
        return row ? rowOf(std::move(parts), share) : columnOf(std::move(parts), share);
    };
    const auto tabs
        = [&](std::size_t i, double share) { return tabsOf({QString::fromStdString(figures[i].figure)}, share); };
    if (figures.size() == 1)
        return tabs(0, 1);
    std::vector<BoardPart> others;
    for (std::size_t i = 1; i < figures.size(); ++i)
        others.push_back(tabs(i, shares[i] / (1 - shares[0])));
    BoardPart rest = others.front();
    if (others.size() > 1)
        rest = along(!wide, others, 1);
    rest.share = 1 - shares[0];
    return along(wide, {tabs(0, shares[0]), rest}, 1);
}

}   // namespace

BoardLayout lessonLayout(const BoardLayout& present, const std::vector<LessonFigure>& figures, bool wide)
{
    BoardLayout layout = restored(present);
    if (std::ranges::any_of(figures, [](const LessonFigure& figure) { return figure.share > 0; })) {
        BoardLayout own;
        own.root = partsOf(figures, wide);
        const QStringList shown = figuresOf(own.root);
        // The others keep a place, to be shown again by the View menu: in the tabs of the first.
        BoardPart* first = &own.root;
        while (first->kind != BoardPart::Kind::tabs)
            first = &first->parts.front();
        for (const QString& figure : figuresOf(layout.root))
            if (!shown.contains(figure)) {
                first->figures << figure;
                own.hidden << figure;
            }
        return normal(std::move(own));
    }
    QStringList before;
    for (const LessonFigure& figure : figures) {
        const QString id = QString::fromStdString(figure.figure);
        const BoardLayout next = shownAgain(layout, id);
        const QStringList fronts = frontsOf(next);
        const bool covers = std::ranges::any_of(before, [&](const QString& other) { return !fronts.contains(other); });
        layout = covers ? moved(next, id, before.back(), wide ? Side::right : Side::below) : next;
        if (covers)
            for (const QString& other : before)
                layout = inFront(layout, other);
        before << id;
    }
    return layout;
}

}   // namespace stepzero
