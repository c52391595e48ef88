// SPDX-License-Identifier: GPL-3.0-or-later
// A theory that the reader of a page predicts before it is shown, in pixels of a picture. It is a line, which is judged
// by the band around it, or the shape of a distribution, which is judged by its area.
#pragma once

#include <QRect>
#include <QSize>
#include <QString>
#include <QVector>
#include <functional>
#include <optional>
#include <vector>

namespace stepzero {

struct Canvas;

/// y grows downwards.
struct TheoryCurve {
    QString name;   ///< name of the line in the legend
    QRect plot;   ///< the area of the axes
    QVector<double> grid;   ///< y of the horizontal grid lines
    QVector<double> x {}, y {};   ///< the places of the curve
    QVector<double> top {}, bottom {};   ///< the band of 2 σ, limited to the axes; empty for a shape
    std::optional<double> base {};   ///< y of 0, for a shape
};

class PredictedFigure {
public:
    virtual ~PredictedFigure() = default;
    /// Returns the first theory that is drawn, as painted at a size; nothing when none is.
    virtual std::optional<TheoryCurve> theoryCurve(const QSize& size) const = 0;
};

/// Completes the curve by the shape of a distribution, at places that are the same for all distributions on these axes.
/// `height` returns the height at an x; it is 0 where that is not finite. Returns nothing for a shape lower than a
/// pixel.
std::optional<TheoryCurve> withShape(
    TheoryCurve curve, const Canvas& canvas, const std::function<double(double x)>& height);
/// Completes it by a line without a band, at no more places than a hand can draw.
std::optional<TheoryCurve> withLine(
    TheoryCurve curve, const Canvas& canvas, const std::vector<double>& x, const std::vector<double>& y);

}   // namespace stepzero
