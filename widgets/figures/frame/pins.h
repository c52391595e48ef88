// SPDX-License-Identifier: GPL-3.0-or-later
// Pinned experiments in figures: how each is distinguished from the others, and how its lines are drawn.
#pragma once

#include <QPolygonF>
#include <QString>
#include <QVector>
#include <functional>

#include "core/study/exhibit.h"
#include "widgets/figures/frame/ticks.h"
#include "widgets/style/style.h"

class QPainter;

namespace stepzero {

/// An experiment that figures draw next to the present one.
struct Pin {
    StudyPtr study;   ///< null: not computed yet
    QString name;
    int style = 0;   ///< see pinLook()
    bool visible = true;
    bool operator==(const Pin&) const = default;
};

/// A combination of one of eight colours, marks and dashes; the first 64 all differ. No dash is a solid line, which is
/// reserved for the present experiment.
struct PinLook {
    QColor color;
    QVector<qreal> dash;   ///< in units of the pen width
    int mark = 0;   ///< 0 to 7: disc, square, triangles up and down, diamond, triangles left and right, star
};
PinLook pinLook(int style, const Theme& theme);
/// Returns a mark as a letter, for text.
QChar pinSign(int style);

/// Distinguishes the lines of one pin: marks are filled, open, or open around a point.
enum class PinFill { filled, open, dotted };

/// One line of a pin in axis coordinates; NaN where there is nothing to draw.
struct PinLine {
    Pin pin;
    QVector<double> x, y {};
    PinFill fill = PinFill::filled;
    bool steps = false;   ///< true for an outline of bins, each of which reaches from its x to that of the next one
    QString remark {};   ///< appended to the name in the legend: "layer 5"
};

/// Returns the union of `range` and all x (or y) of the lines.
Range withPinnedX(const QVector<PinLine>& lines, Range range);
Range withPinnedY(const QVector<PinLine>& lines, Range range);

/// Draws a line. `at` maps axis coordinates to pixels. Lines are clipped to `area`, however far they reach.
void drawPinLine(QPainter& painter, const PinLine& line, const QRectF& area,
    const std::function<QPointF(double x, double y)>& at, const Style& style);
/// Draws a piece of a pin's line with its mark, in the middle of `place`. A valid `color` replaces the pin's own.
void drawPinSample(QPainter& painter, const QRectF& place, int pinStyle, const Style& style, const QColor& color = {});

}   // namespace stepzero
