// SPDX-License-Identifier: GPL-3.0-or-later
// Links the axes of two figures that are next to each other.
#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

void AxesFigure::linkAxes(AxesFigure& one, AxesFigure& other)
{
    for (const auto& [from, to] : {std::pair(&one, &other), std::pair(&other, &one)}) {
        connect(from, &AxesFigure::axesFitted, to, [from = from, to = to] { from->uniteWith(*to); });
        connect(from, &AxesFigure::axesMoved, to, [from = from, to = to] { to->zoomLike(*from); });
        connect(from, &AxesFigure::pointedAt, to, &AxesFigure::readAt);
    }
}

bool AxesFigure::sharesX(const AxesFigure& other) const
{
    return framed_ && other.framed_ && frame_.xScale == other.frame_.xScale
        && (frame_.layers > 0) == (other.frame_.layers > 0);
}

bool AxesFigure::sharesY(const AxesFigure& other) const
{
    return framed_ && other.framed_ && frame_.yScale == other.frame_.yScale
        && (frame_.yScale != Scale::symlog || frame_.symlog.log10_threshold == other.frame_.symlog.log10_threshold);
}

/// Extends the axes of both, after those of this figure were fitted. Axes that are held stay as they are. A figure that
/// has just got its first data takes the zoom of the other.
void AxesFigure::uniteWith(AxesFigure& other)
{
    if (held_ || other.held_)
        return;
    zoomLike(other);
    if (sharesX(other))
        shownX_ = other.shownX_ = shownX_.united(other.frame_.xHome);
    if (sharesY(other))
        shownY_ = other.shownY_ = shownY_.united(other.frame_.yHome);
    for (AxesFigure* figure : {this, &other}) {
        figure->stale_ = true;
        figure->update();
    }
}

void AxesFigure::zoomLike(const AxesFigure& other)
{
    if (sharesX(other))
        setZoomX(other.zoomX());
    if (sharesY(other))
        zoomY_ = other.zoomY_;
    stale_ = true;
    update();
}

void AxesFigure::readAt(const std::optional<QPointF>& place)
{
    const QString words = framed_ && place ? wordsAt(*place) : QString();
    if (words == words_)
        return;
    words_ = words;
    update();
}

}   // namespace stepzero
