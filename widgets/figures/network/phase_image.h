// SPDX-License-Identifier: GPL-3.0-or-later
// The map of a phase diagram: the colours of χ₁ or of the depth scale ξ_c, the lines of equal value, and the critical
// line.
#pragma once

#include <QPainter>
#include <memory>

#include "core/theory/phase_map.h"
#include "widgets/figures/network/phase_labels.h"

class QCPColorMap;
class QCustomPlot;

namespace stepzero {

class PhaseImage {
public:
    explicit PhaseImage(QCustomPlot& plot);

    /// Shows a map, or nothing for null: its depth scales if `depth`, otherwise χ₁. It is a function of activation,
    /// range and size, so the image is rebuilt only when these change. Returns whether it was.
    bool show(const std::shared_ptr<const PhaseMap>& map, bool depth, const Theme& theme);

    const std::shared_ptr<const PhaseMap>& map() const { return map_; }   ///< may be null
    const PhaseLines& lines() const { return lines_; }
    /// Draws the scale of the colours next to the axes.
    void drawScale(QPainter& painter, const Style& style, const QRect& plot) const;

private:
    void trace(const std::vector<float>& values);

    QCPColorMap* image_;   // owned by the plot
    std::shared_ptr<const PhaseMap> map_;
    bool depth_ = false;
    PhaseLines lines_;
};

}   // namespace stepzero
