// SPDX-License-Identifier: GPL-3.0-or-later
// A paint device that passes everything on to a painter. Two uses: QCustomPlot draws with a painter class of its
// own, which has to begin on a device, so this leads it to whatever is being painted on; and SVG, whose
// generator does not clip (Qt 6.4), gets lines and areas that were cut at the clip rectangle beforehand, and letters as
// outlines, which need no font where the file is read.
#pragma once

#include <QPaintDevice>
#include <QSize>
#include <memory>

class QPainter;

namespace stepzero {

enum class Clipping {
    passed,   ///< the target clips
    cut,   ///< geometry is cut here, and letters are outlines; for SVG. Clips count as rectangles
};

class Relay : public QPaintDevice {
public:
    /// `target` is an active painter that outlives the relay; device pixel (0, 0) is its present origin.
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
