// SPDX-License-Identifier: GPL-3.0-or-later
// What float formats hold, as lines and zones across axes of log2.
#pragma once

#include <QVector>
#include <array>
#include <optional>

#include "core/diagnose/float_range.h"
#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// fp16 first: what is judged unless something else is chosen.
inline constexpr std::array<FloatFormat, 5> float_order {
    FloatFormat::float16, FloatFormat::bfloat16, FloatFormat::e5m2, FloatFormat::e4m3, FloatFormat::float32};

class FloatLimits {
public:
    FloatLimits() = default;
    explicit FloatLimits(const std::optional<FloatFormat>& judged);   ///< absent: all formats

    Range range() const;   ///< that the axes are to show
    /// What a judged format does not hold, and where it has fewer digits.
    void drawZones(QPainter& painter, const Canvas& c, const Style& style) const;
    void draw(QPainter& painter, const Frame& frame, const Canvas& c, const Style& style) const;

private:
    /// A line across the axes, with the limits that it stands for.
    struct Limit {
        double log2;
        QString words;
        bool strong = true;
    };
    std::optional<FloatFormat> judged_;
    QVector<Limit> limits_;
};

}   // namespace stepzero
