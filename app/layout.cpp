// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/layout.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

namespace stepzero {

namespace {

using Kind = BoardPart::Kind;

bool isGood(double share) { return std::isfinite(share) && share > 0; }

/// Divides shares by their sum, unless it is 1 up to rounding. Normal shares stay bitwise identical.
void normaliseShares(std::vector<BoardPart>& parts)
{
    constexpr double least = 1e-3, enough = 2e-3;   // smaller parts could not be grasped by their splitter
    for (BoardPart& part : parts)
        part.share = isGood(part.share) ? part.share : 1.0 / double(parts.size());
    const auto divide = [&parts] {
        const double sum = std::accumulate(
            parts.begin(), parts.end(), 0.0, [](double s, const BoardPart& part) { return s + part.share; });
        if (std::abs(sum - 1) > 1e-9)
            for (BoardPart& part : parts)
                part.share /= sum;
    };
    divide();
    for (BoardPart& part : parts)
        // `enough` exceeds `least`, so that a second pass changes nothing
        part.share = part.share < least ? enough : part.share;
    divide();
}

/// Removes empty parts, and figures that are already in `seen`.
void tidy(BoardPart& part, QSet<QString>& seen)
{
    if (part.kind == Kind::tabs) {
        part.parts.clear();
        QStringList once;
        for (const QString& figure : std::as_const(part.figures))
            if (!figure.isEmpty() && !seen.contains(figure)) {
                seen << figure;
                once << figure;
            }
        part.figures = once;
        return;
    }
    part.figures.clear();
    part.front.clear();
    std::vector<BoardPart> parts;
    for (BoardPart& child : part.parts) {
        tidy(child, seen);
        if (child.kind == part.kind) {
            for (BoardPart& inner : child.parts) {
                inner.share *= isGood(child.share) ? child.share : 1;
                parts.push_back(std::move(inner));
            }
        } else if (child.kind != Kind::tabs || !child.figures.isEmpty()) {
            parts.push_back(std::move(child));
        }
    }
    part.parts = std::move(parts);
    normaliseShares(part.parts);
    if (part.parts.size() > 1)
        return;
    BoardPart only = part.parts.empty() ? BoardPart() : std::move(part.parts.front());
    only.share = part.share;
    part = std::move(only);
}

template <class Part, class Use>
void eachTabs(Part& part, const Use& use)
{
    if (part.kind == Kind::tabs)
        use(part);
    for (auto& child : part.parts)
        eachTabs(child, use);
}

void setFront(BoardPart& tabs, const QSet<QString>& hidden)
{
    if (!tabs.figures.contains(tabs.front))
        tabs.front = tabs.figures.value(0);
    if (!hidden.contains(tabs.front))
        return;
    // The next visible figure, or the last before it.
    const qsizetype at = tabs.figures.indexOf(tabs.front);
    const auto isSeen = [&](const QString& figure) { return !hidden.contains(figure); };
    const auto next = std::find_if(tabs.figures.begin() + at, tabs.figures.end(), isSeen);
    const auto before
        = std::find_if(std::make_reverse_iterator(tabs.figures.begin() + at), tabs.figures.rend(), isSeen);
    if (next != tabs.figures.end())
        tabs.front = *next;
    else if (before != tabs.figures.rend())
        tabs.front = *before;
}

template <class Part>
Part* findTabs(Part& part, const QString& figure)
{
    if (part.kind == Kind::tabs)
        return part.figures.contains(figure) ? &part : nullptr;
    for (auto& child : part.parts)
        if (Part* found = findTabs(child, figure))
            return found;
    return nullptr;
}

bool has(const BoardLayout& layout, const QString& figure) { return findTabs(layout.root, figure) != nullptr; }

/// Returns the visible parts of a row or column; none when the path does not lead to a part.
template <class Part>
std::vector<Part*> shownParts(const BoardLayout& layout, Part& root, const std::vector<int>& path)
{
    Part* part = &root;
    for (const int index : path) {
        if (index < 0 || std::size_t(index) >= part->parts.size())
            return {};
        part = &part->parts[std::size_t(index)];
    }
    std::vector<Part*> shown;
    for (Part& child : part->parts)
        if (anyShown(layout, child))
            shown.push_back(&child);
    return shown;
}

/// Inserts a part next to another. If that is in a row (for left and right) or a column (for above and below), it is
/// inserted there; otherwise a new one is made.
void putBeside(BoardPart& part, const QString& target, BoardPart added, Kind kind, bool before)
{
    if (part.kind == Kind::tabs) {
        const double share = std::exchange(part.share, 0.5);
        added.share = 0.5;
        std::vector<BoardPart> two {std::move(part), std::move(added)};
        if (before)
            std::swap(two[0], two[1]);
        part = BoardPart {kind, share, {}, {}, std::move(two)};
        return;
    }
    const auto at = std::find_if(
        part.parts.begin(), part.parts.end(), [&](BoardPart& child) { return findTabs(child, target) != nullptr; });
    if (part.kind == kind && at->kind == Kind::tabs) {
        at->share /= 2;
        added.share = at->share;
        part.parts.insert(before ? at : at + 1, std::move(added));
    } else {
        putBeside(*at, target, std::move(added), kind, before);
    }
}

void putAtEdge(BoardPart& root, BoardPart added, Kind kind, bool before)
{
    const double others = root.kind == kind ? double(root.parts.size()) : 2;
    root.share = others / (others + 1);
    added.share = 1 / (others + 1);
    std::vector<BoardPart> two {std::move(root), std::move(added)};
    if (before)
        std::swap(two[0], two[1]);
    root = BoardPart {kind, 1, {}, {}, std::move(two)};
}

}   // namespace

BoardPart tabsOf(const QStringList& figures, double share)
{
    return {Kind::tabs, share, figures, figures.value(0), {}};
}

BoardPart rowOf(std::vector<BoardPart> parts, double share) { return {Kind::row, share, {}, {}, std::move(parts)}; }

BoardPart columnOf(std::vector<BoardPart> parts, double share)
{
    return {Kind::column, share, {}, {}, std::move(parts)};
}

BoardLayout normal(BoardLayout layout)
{
    QSet<QString> seen;
    tidy(layout.root, seen);
    layout.root.share = 1;
    layout.hidden &= seen;
    if (!isShown(layout, layout.enlarged))
        layout.enlarged.clear();
    eachTabs(layout.root, [&](BoardPart& tabs) { setFront(tabs, layout.hidden); });
    return layout;
}

QStringList figuresOf(const BoardPart& part)
{
    QStringList figures;
    eachTabs(part, [&](const BoardPart& tabs) { figures << tabs.figures; });
    return figures;
}

bool isShown(const BoardLayout& layout, const QString& figure)
{
    return has(layout, figure) && !layout.hidden.contains(figure);
}

bool anyShown(const BoardLayout& layout, const BoardPart& part)
{
    const QStringList figures = figuresOf(part);
    return std::any_of(
        figures.begin(), figures.end(), [&](const QString& figure) { return !layout.hidden.contains(figure); });
}

BoardLayout moved(const BoardLayout& layout, const QString& figure, const QString& target, Side side, int at)
{
    const bool edge = target.isEmpty();
    if (!has(layout, figure) || (edge ? side == Side::tabs : figure == target || !has(layout, target)))
        return layout;
    BoardLayout next = layout;
    next.enlarged.clear();
    next.hidden.remove(figure);
    findTabs(next.root, figure)->figures.removeOne(figure);
    if (side == Side::tabs) {
        BoardPart& tabs = *findTabs(next.root, target);
        qsizetype place = 0;   // position after `at` visible figures
        for (int shown = 0; place < tabs.figures.size() && (at < 0 || shown < at); ++place)
            shown += next.hidden.contains(tabs.figures[place]) ? 0 : 1;
        tabs.figures.insert(place, figure);
        tabs.front = figure;
    } else {
        const Kind kind = side == Side::left || side == Side::right ? Kind::row : Kind::column;
        const bool before = side == Side::left || side == Side::above;
        if (edge)
            putAtEdge(next.root, tabsOf({figure}), kind, before);
        else
            putBeside(next.root, target, tabsOf({figure}), kind, before);
    }
    return normal(std::move(next));
}

BoardLayout closed(const BoardLayout& layout, const QString& figure)
{
    BoardLayout next = layout;
    next.hidden << figure;
    return normal(std::move(next));
}

BoardLayout shownAgain(const BoardLayout& layout, const QString& figure)
{
    BoardLayout next = layout;
    next.hidden.remove(figure);
    if (next.enlarged != figure && has(layout, figure))
        next.enlarged.clear();
    return inFront(next, figure);
}

BoardLayout inFront(const BoardLayout& layout, const QString& figure)
{
    BoardLayout next = layout;
    if (BoardPart* tabs = findTabs(next.root, figure); tabs && !next.hidden.contains(figure))
        tabs->front = figure;
    return normal(std::move(next));
}

BoardLayout enlarged(const BoardLayout& layout, const QString& figure)
{
    if (!isShown(layout, figure))
        return layout;
    BoardLayout next = inFront(layout, figure);
    next.enlarged = figure;
    return next;
}

BoardLayout restored(const BoardLayout& layout)
{
    BoardLayout next = layout;
    next.enlarged.clear();
    return next;
}

std::vector<double> shownShares(const BoardLayout& layout, const std::vector<int>& path)
{
    std::vector<double> shares;
    for (const BoardPart* part : shownParts(layout, layout.root, path))
        shares.push_back(part->share);
    return shares;
}

BoardLayout withShares(const BoardLayout& layout, const std::vector<int>& path, const std::vector<double>& shares)
{
    BoardLayout next = layout;
    const std::vector<BoardPart*> shown = shownParts(next, next.root, path);
    if (shown.empty() || shown.size() != shares.size() || !std::all_of(shares.begin(), shares.end(), isGood))
        return layout;
    const std::vector<double> before = shownShares(layout, path);
    const double room = std::accumulate(before.begin(), before.end(), 0.0),
                 sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (std::size_t i = 0; i < shown.size(); ++i)
        shown[i]->share = room * (shares[i] / sum);
    return normal(std::move(next));
}

QStringList frontsOf(const BoardLayout& layout)
{
    QStringList fronts;
    eachTabs(layout.root, [&](const BoardPart& tabs) { fronts << tabs.front; });
    return fronts;
}

BoardLayout withFrontsOf(const BoardLayout& base, const BoardLayout& other)
{
    BoardLayout next = base;
    for (const QString& front : frontsOf(other))
        next = inFront(next, front);
    return next;
}

BoardLayout fitted(const BoardLayout& layout, const BoardLayout& model)
{
    BoardLayout next = layout;
    const QStringList wanted = figuresOf(model.root);
    eachTabs(next.root, [&](BoardPart& tabs) {
        tabs.figures.removeIf([&](const QString& figure) { return !wanted.contains(figure); });
    });
    next = normal(std::move(next));
    for (const QString& figure : wanted) {
        if (has(next, figure))
            continue;
        BoardPart* place = nullptr;
        for (const QString& mate : findTabs(model.root, figure)->figures)
            if (!place)
                place = findTabs(next.root, mate);
        if (!place)
            for (place = &next.root; place->kind != Kind::tabs;)
                place = &place->parts.back();
        place->figures << figure;
        next.hidden << figure;
        next = normal(std::move(next));
    }
    return next;
}

}   // namespace stepzero
