// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/network_layout.h"

#include <algorithm>
#include <cmath>

namespace stepzero {

namespace {

// Style pixels
constexpr double widest_step = 130, narrowest_parts = 30, narrowest_bar = 5, narrowest_branch = 7;
constexpr double outside_room = 80, outside_gap = 8, name_row = 14;

/// Lays out one drawing.
class Layouter {
public:
    Layouter(const NetworkDrawing& drawing, const QRectF& area, double scale) : d_(drawing), area_(area), scale_(scale)
    {
        for (const DrawnPlace& place : d_.places)
            positions_ = std::max(positions_, place.positions);
    }

    NetworkLayout layout()
    {
        const double names = area_.height() >= px(70) ? px(16) : 0;
        l_.body = area_.adjusted(0, 0, 0, -names);
        l_.names = names > 0 ? QRectF(area_.left(), l_.body.bottom(), area_.width(), names) : QRectF();
        const double start = d_.before.isEmpty() ? px(38) : boxWidth() + px(30),
                     end = d_.head ? boxWidth() + px(26) : 0;
        l_.slot = std::min((area_.width() - start - end) / d_.depth, px(widest_step) * d_.per_block);
        l_.left = area_.left() + (area_.width() - l_.slot * d_.depth - start - end) / 2 + start;
        l_.entrance = l_.left - px(d_.before.isEmpty() ? 18 : 10);
        const double step = l_.stepWidth(d_);
        l_.detail = step >= px(narrowest_parts)                             ? NetworkLayout::Detail::parts
            : step >= px(d_.streams > 0 ? narrowest_branch : narrowest_bar) ? NetworkLayout::Detail::bars
                                                                            : NetworkLayout::Detail::strip;
        constexpr double high_enough = 110;
        l_.names_branches
            = d_.streams > 0 && l_.detail == NetworkLayout::Detail::parts && l_.body.height() >= px(high_enough);
        placeAxis();
        addOutside();
        if (l_.detail == NetworkLayout::Detail::strip)
            return std::move(l_);
        addPlace(0, l_.entrance);
        for (int i = 1; i < d_.places.size(); ++i)
            addStep(i);
        return std::move(l_);
    }

private:
    using What = DrawnPiece::What;

    double px(double size) const { return size * scale_; }
    double boxWidth() const { return std::min(px(outside_room), 0.12 * area_.width()); }
    bool isParallel() const { return d_.places.last().branches.size() > 1; }

    /// The way is in the middle, or below the branches. A loop above and arrows below need room.
    void placeAxis()
    {
        const double loop = d_.shared ? px(10) : 0, arrows = d_.inputs > 0 ? px(14) : 0;
        const double top = l_.body.top() + loop, high = std::max(1.0, l_.body.bottom() - arrows - top);
        const bool above = d_.streams > 0 && !isParallel();
        l_.axis = top + (above ? 0.68 : 0.5) * high;
        l_.half = (d_.streams == 0 ? 0.47 : above ? 0.28 : 0.2) * high;
    }

    /// Returns the area of the n-th branch of a step, above the way or below it.
    QRectF branchArea(double from, double to, int branch) const
    {
        const double name = l_.names_branches ? px(name_row) : 0;
        const double high = (isParallel() ? 0.26 : 0.32) * l_.body.height() - name / 2;
        return {from, branch == 0 ? l_.body.top() + 1 + name : l_.body.bottom() - 1 - name - high, to - from, high};
    }

    QRectF bar(double x, const DrawnPlace& place) const
    {
        const double step = l_.stepWidth(d_);
        double thick
            = d_.streams == 0 ? std::clamp(0.45 * step, px(1), px(24)) : std::clamp(0.16 * step, px(1.5), px(10));
        if (d_.streams == 0 && step < px(10))
            thick = 0.8 * step;
        if (positions_ > 1)
            thick *= 0.35 + 0.65 * std::log(place.positions + 1.0) / std::log(positions_ + 1.0);
        const double half = std::max(px(2), l_.half * bar_length(d_, place.width));
        return {x - thick / 2, l_.axis - half, thick, 2 * half};
    }

    void addPlace(int i, double x)
    {
        const DrawnPlace& place = d_.places[i];
        l_.pieces << DrawnPiece {
            .what = What::place, .area = bar(x, place), .place = i, .width = place.width, .levels = place.levels};
    }

    void addPart(const DrawnPart& part, const QRectF& area, int place, int branch)
    {
        l_.pieces << DrawnPiece {.what = What::part,
            .area = area,
            .place = place,
            .branch = branch,
            .name = part.name,
            .role = part.role,
            .norm = part.norm,
            .width = part.width,
            .levels = part.levels};
    }

    void addStep(int i)
    {
        const DrawnPlace& place = d_.places[i];
        const double step = l_.stepWidth(d_), from = l_.left + (i - 1) * step;
        const QRectF own = bar(l_.xOf(d_, i), place);
        for (int b = 0; b < place.branches.size(); ++b) {
            const bool detailed = l_.detail == NetworkLayout::Detail::parts;
            const QRectF area = branchArea(
                from + (detailed ? 0.1 : 0.06) * step, detailed ? own.left() - 0.2 * step : from + 0.86 * step, b);
            const DrawnBranch& branch = place.branches[b];
            l_.pieces << DrawnPiece {.what = What::branch,
                .area = area,
                .place = i,
                .branch = b,
                .name = branch.name,
                .width = place.width,
                .levels = branch.levels};
            if (detailed)
                addParts(branch, area, i, b);
        }
        if (l_.detail == NetworkLayout::Detail::parts) {
            // Norms right before the place, and the projection on the way below the branch.
            double x = own.left() - px(3);
            const double high = std::max(px(8), 0.7 * own.height());
            for (auto norm = place.norms.rbegin(); norm != place.norms.rend(); ++norm, x -= px(5))
                addPart(*norm, {x - px(3), l_.axis - high / 2, px(3), high}, i, -1);
            double at = from + (place.skip_first ? 0.01 : 0.24) * step;
            for (const DrawnPart& part : place.skip) {
                const double wide = part.norm ? std::min(px(3), 0.06 * step) : std::min(px(8), 0.14 * step);
                addPart(part, {at, l_.axis - px(8), wide, px(16)}, i, -1);
                at += wide + px(1.5);
            }
        }
        addPlace(i, l_.xOf(d_, i));
    }

    /// Fills a branch with its parts, if there is room for them: norms are narrow.
    void addParts(const DrawnBranch& branch, const QRectF& area, int i, int b)
    {
        const auto norms = std::ranges::count_if(branch.parts, &DrawnPart::norm);
        const auto others = branch.parts.size() - norms;
        const double narrow = px(4), gap = px(1),
                     wide = (area.width() - double(norms) * (narrow + gap)) / double(others);
        if (others == 0 || wide < px(5))
            return;
        double x = area.left();
        int most = 1;
        for (const DrawnPart& part : branch.parts)
            most = std::max(most, part.width);
        for (const DrawnPart& part : branch.parts) {
            const double room = part.norm ? narrow + gap : wide;
            // The height follows the width of the output, so that narrow waists and wide MLPs are visible.
            const double high = area.height() * (0.4 + 0.6 * std::log2(part.width + 1.0) / std::log2(most + 1.0));
            addPart(part, {x, area.center().y() - high / 2, room - gap, high}, i, b);
            x += room;
        }
    }

    void addOutside()
    {
        const double high = std::min(0.5 * l_.body.height(), px(44));
        const auto box = [&](double x, What what, const QVector<DrawnPart>& parts, const QString& name, int place) {
            const bool any = !parts.isEmpty();
            const DrawnPart last = any ? parts.last() : DrawnPart {};
            l_.pieces << DrawnPiece {.what = what,
                .area = {x, l_.axis - high / 2, boxWidth() - px(outside_gap), high},
                .place = place,
                .name = name,
                .role = any ? last.role : std::string(),
                .width = last.width,
                .levels = last.levels};
        };
        if (!d_.before.isEmpty()) {
            const auto main = std::ranges::find_if(d_.before, [](const DrawnPart& part) { return !part.norm; });
            const DrawnPart& named = main == d_.before.end() ? d_.before.first() : *main;
            box(l_.entrance - px(8) - boxWidth() + px(outside_gap) / 2, What::before, {named}, named.name, 0);
        }
        if (d_.head)
            box(l_.right(d_.depth) + px(outside_gap), What::head, {*d_.head}, d_.head->name, int(d_.places.size()) - 1);
    }

    const NetworkDrawing& d_;
    QRectF area_;
    double scale_;
    int positions_ = 1;
    NetworkLayout l_;
};

}   // namespace

double NetworkLayout::xOf(const NetworkDrawing& drawing, int place) const
{
    if (place == 0)
        return entrance;
    // Plain layers stand in the middle of their slot, the sum of a stream near its end.
    return left + (place - 1 + (drawing.streams == 0 ? 0.5 : 0.88)) * stepWidth(drawing);
}

int NetworkLayout::blockAt(const NetworkDrawing& drawing, const QPointF& at) const
{
    const double x = (at.x() - left) / slot;
    return x >= 0 && x < drawing.depth && block(1).top() <= at.y() && at.y() <= block(1).bottom() ? int(x) + 1 : 0;
}

int NetworkLayout::placeAt(const NetworkDrawing& drawing, const QPointF& at) const
{
    if (blockAt(drawing, at) == 0)
        return 0;
    return std::min(int((at.x() - left) / stepWidth(drawing)) + 1, int(drawing.places.size()) - 1);
}

const DrawnPiece* NetworkLayout::pieceAt(const QPointF& at) const
{
    const auto found = std::find_if(
        pieces.rbegin(), pieces.rend(), [&](const DrawnPiece& piece) { return piece.area.contains(at); });
    return found == pieces.rend() ? nullptr : &*found;
}

double bar_length(const NetworkDrawing& drawing, int width)
{
    constexpr double most_linear = 4, shortest = 0.25;
    const double low = drawing.narrowest, high = drawing.widest;
    if (high <= most_linear * low)
        return width / high;
    return shortest + (1 - shortest) * std::log(width / low) / std::log(high / low);
}

NetworkLayout network_layout(const NetworkDrawing& drawing, const QRectF& area, double scale)
{
    return Layouter(drawing, area, scale).layout();
}

}   // namespace stepzero
