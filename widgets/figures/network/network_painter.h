// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a NetworkDrawing: bars, branches and ways coloured by the size of the signal, or of the gradient.
#pragma once

#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/network/network_layout.h"
#include "widgets/style/style.h"

class QPainter;

namespace stepzero {

class NetworkPainter {
public:
    /// The drawing and the layout must outlive the painter. `decades` is NetworkDrawing::decades(), for a part of a
    /// drawing that of the whole.
    NetworkPainter(
        const NetworkDrawing& drawing, const NetworkLayout& layout, const Style& style, bool backward, double decades);

    void draw(QPainter& painter) const;
    /// Marks the chosen block; `strong`: the figure has the keyboard focus.
    void markChosen(QPainter& painter, int block, bool strong) const;
    /// Marks what the pointer is over.
    void markHovered(QPainter& painter, const QRectF& area) const;
    /// Draws the legend into a row, as much of it as fits.
    void drawLegend(QPainter& painter, const QRectF& row, const QString& quantity) const;

    /// Returns the colour of a known level.
    QColor colorOf(const Level& level) const;

private:
    void drawStrip(QPainter& painter) const;
    void drawWays(QPainter& painter) const;
    void drawWay(QPainter& painter, const Level& level, double from, double to, double limit) const;
    void drawBranchWay(QPainter& painter, const DrawnPiece& piece) const;
    void drawPiece(QPainter& painter, const DrawnPiece& piece) const;
    void drawName(QPainter& painter, const DrawnPiece& piece) const;
    void drawRow(QPainter& painter) const;
    void drawShared(QPainter& painter) const;
    void drawInputs(QPainter& painter) const;
    void drawFates(QPainter& painter) const;
    /// Fills an area according to the fate of a level.
    void fill(QPainter& painter, const QRectF& area, const Level& level) const;
    void hatch(QPainter& painter, const QRectF& area) const;
    void cross(QPainter& painter, const QRectF& area) const;
    QRectF stepArea(int first, int last) const;   ///< of places (indices), as high as the longest bar
    QColor way() const { return style_.theme.tint(backward_ ? style_.theme.gradient : style_.theme.forward, 0.55); }
    double px(double size) const { return style_.px(size); }

    const NetworkDrawing& d_;
    const NetworkLayout& l_;
    Style style_;
    bool backward_;
    double decades_;
    ColorStops stops_;
};

}   // namespace stepzero
