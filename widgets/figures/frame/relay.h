// SPDX-License-Identifier: GPL-3.0-or-later
// A paint device that passes everything on to a painter. It has two uses. QCustomPlot draws with its own painter class,
// which must begin on a device, so the relay leads it to whatever is being painted on. The SVG generator does not clip
// (Qt 6.4), so for SVG the relay cuts lines and areas at the clip rectangle. Letters become outlines there, which need
// no font where the file is read.
#pragma once

#include <QPaintDevice>
#include <QSize>
#include <memory>

class QPainter;

namespace stepzero {

enum class Clipping {
    passed,   ///< the target clips
    cut,   ///< geometry is cut here, and letters become outlines, for SVG; clips count as rectangles
};

class Relay : public QPaintDevice {
public:
    /// `target` is an active painter that outlives the relay. Device pixel (0, 0) is its present origin.
    Relay(QPainter& target, const QSize& size, Clipping clipping = Clipping::passed);
    ~Relay() override;
    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    QSize size_;
    std::unique_ptr<QPaintEngine> engine_;
};

}   // namespace stepzero
