// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson_layout.h"

#include <algorithm>
#include <cmath>

#include "app/figure_dock.h"
#include "app/layout_json.h"
#include "widgets/report/json_object.h"

namespace stepzero {

namespace {

/// Returns the specified shares, and distributes the rest evenly among the others. If none are specified, the first
/// figure has the largest share. They add up to 1.
std::vector<double> sharesOf(const std::vector<LessonFigure>& figures)
{
    constexpr double least = 0.15, first = 0.56;
    double told = 0;
    int others = 0;
    for (const LessonFigure& figure : figures) {
        told += figure.share;
        others += figure.share == 0;
    }
    if (told == 0 && others > 1) {
        std::vector<double> shares(figures.size(), (1 - first) / (others - 1));
        shares.front() = first;
        return shares;
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

/// Arranges figures side by side; with three or more, the first next to the others.
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

void roundShares(BoardPart& part)
{
    constexpr double unit = 1000;
    part.share = std::max(1.0, std::round(unit * part.share)) / unit;
    for (BoardPart& child : part.parts)
        roundShares(child);
}

}   // namespace

std::variant<BoardLayout, QStringList> stepBoard(const LessonStep& step, const QString& place)
{
    return layoutFromJson(
        {{QStringLiteral("board"), objectOf(*step.board)}}, place.isEmpty() ? QString() : place + '.');
}

Json boardOf(const BoardLayout& layout)
{
    QStringList seen = figuresOf(layout.root);
    seen.removeIf([&](const QString& figure) {
        return layout.hidden.contains(figure) || (!layout.enlarged.isEmpty() && figure != layout.enlarged);
    });
    BoardLayout shown = fitted(restored(layout), {tabsOf(seen), {}, {}});
    roundShares(shown.root);
    return jsonOf(toJson(shown)[QStringLiteral("board")].toObject());
}

double areaOf(const BoardPart& board, const QString& figure)
{
    if (board.kind == BoardPart::Kind::tabs)
        return board.figures.contains(figure) ? board.share : 0;
    double area = 0;
    for (const BoardPart& part : board.parts)
        area += areaOf(part, figure);
    return board.share * area;
}

BoardLayout lessonLayout(const BoardLayout& present, const LessonStep& step, bool wide)
{
    constexpr double most = 0.72;   // fraction of the board for the figures, when the step specifies no shares
    const std::vector<LessonFigure>& figures = step.figures;
    if (step.board) {
        const auto board = stepBoard(step);
        const auto* layout = std::get_if<BoardLayout>(&board);
        return layout ? fitted(*layout, present) : restored(present);
    }
    if (figures.empty())
        return restored(present);
    const bool alone = std::ranges::any_of(figures, [](const LessonFigure& figure) { return figure.share > 0; });
    BoardLayout layout;
    layout.root = partsOf(figures, wide);
    const QStringList shown = figuresOf(layout.root);
    QStringList others;
    QString front;
    for (const QString& figure : figuresOf(present.root))
        if (!shown.contains(figure)) {
            others << figure;
            if (alone || present.hidden.contains(figure))
                layout.hidden << figure;
            else if (front.isEmpty())
                front = figure;
        }
    if (front.isEmpty()) {
        // Hidden figures keep a place in the tabs of the first figure, so that the View menu can show them again.
        BoardPart* first = &layout.root;
        while (first->kind != BoardPart::Kind::tabs)
            first = &first->parts.front();
        first->figures << others;
        return normal(std::move(layout));
    }
    layout.root.share = most;
    BoardPart tray = tabsOf(others, 1 - most);
    tray.front = front;
    layout.root = columnOf({layout.root, tray});
    return normal(std::move(layout));
}

std::vector<LessonFigure> sharedFigures(const LessonStep& step)
{
    const auto board = step.board ? stepBoard(step) : BoardLayout();
    const auto* layout = step.board ? std::get_if<BoardLayout>(&board) : nullptr;
    std::vector<LessonFigure> figures = step.figures;
    for (LessonFigure& figure : figures) {
        if (layout)
            figure.share = areaOf(layout->root, QString::fromStdString(figure.figure));
        if (figure.share <= 0)
            figure.share = 0.5;
    }
    return figures;
}

LessonFigure figureOf(const FigureDock& dock)
{
    LessonFigure figure {dock.kind().id.toStdString()};
    const std::unique_ptr<Figure> fresh(dock.kind().create(nullptr));
    const QJsonObject plain = fresh->viewState();
    QJsonObject view = dock.figure()->viewState();
    for (const QString& key : view.keys())
        if (view[key] == plain[key])
            view.remove(key);
    if (!view.isEmpty())
        figure.view = jsonOf(view);
    return figure;
}

}   // namespace stepzero
