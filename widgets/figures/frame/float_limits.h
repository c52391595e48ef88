// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the ranges of float formats as lines and zones across axes of log2.
#pragma once

#include <QVector>
#include <array>
#include <optional>

#include "core/diagnose/float_range.h"
#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// fp16 comes first: it is judged by default.
inline constexpr std::array<FloatFormat, 5> float_order {
    FloatFormat::float16, FloatFormat::bfloat16, FloatFormat::e5m2, FloatFormat::e4m3, FloatFormat::float32};

class FloatLimits {
public:
    FloatLimits() = default;
    explicit FloatLimits(const std::optional<FloatFormat>& judged);   ///< absent: all formats

    Range range() const;   ///< the range that the axes should show
    /// Draws the zones that a judged format cannot represent, and those where it has fewer digits.
    void drawZones(QPainter& painter, const Canvas& c, const Style& style) const;
    void draw(QPainter& painter, const Frame& frame, const Canvas& c, const Style& style) const;

private:
    /// A line across the axes, with the limits that it represents.
    struct Limit {
        double log2;
        QString words;
        bool strong = true;
    };
    std::optional<FloatFormat> judged_;
    QVector<Limit> limits_;
};

}   // namespace stepzero
