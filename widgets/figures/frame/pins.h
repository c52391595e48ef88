// SPDX-License-Identifier: GPL-3.0-or-later
// Pinned experiments in figures: how each is told from the others, and how its lines are drawn.
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

/// An experiment that figures draw beside the present one.
struct Pin {
    StudyPtr study;   ///< null: not computed yet
    QString name;
    int style = 0;   ///< see pinLook()
    bool visible = true;
    bool operator==(const Pin&) const = default;
};

/// One of eight colours, marks and dashes each: alike in no two of the first 64. No dash is a solid line, which is
/// that of the present experiment.
struct PinLook {
    QColor color;
    QVector<qreal> dash;   ///< in units of the pen's width
    int mark = 0;   ///< 0 to 7: disc, square, triangles up and down, diamond, triangles left and right, star
};
PinLook pinLook(int style, const Theme& theme);
/// A mark as a letter, for words about it.
QChar pinSign(int style);

/// Which of several lines of one pin it is: its marks are filled, open, or open around a point.
enum class PinFill { filled, open, dotted };

/// One line of a pin in axis coordinates; NaN where there is nothing to draw.
struct PinLine {
    Pin pin;
    QVector<double> x, y {};
    PinFill fill = PinFill::filled;
    bool steps = false;   ///< an outline of bins, each of which reaches from its x to the next one's
    QString remark {};   ///< behind the name in the legend: "layer 5"
};

/// `range` united with all x (or y) of the lines.
Range withPinnedX(const QVector<PinLine>& lines, Range range);
Range withPinnedY(const QVector<PinLine>& lines, Range range);

/// Draws a line; `at` maps axis coordinates to pixels. Lines are cut to `area`, however far they reach.
void drawPinLine(QPainter& painter, const PinLine& line, const QRectF& area,
    const std::function<QPointF(double x, double y)>& at, const Style& style);
/// A piece of a pin's line with its mark, in the middle of `place`. `color` in place of its own if valid.
void drawPinSample(QPainter& painter, const QRectF& place, int pinStyle, const Style& style, const QColor& color = {});

}   // namespace stepzero
