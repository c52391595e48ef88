// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPainter>

#include "widgets/figures/frame/figure.h"

namespace stepzero {

/// Returns the picture of a figure; with an empty size, in the figure's size. Pixels that it does not paint are
/// magenta.
inline QImage pictureOf(Figure& figure, const QSize& of = {})
{
    const QSize size = of.isEmpty() ? figure.size() : of;
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    figure.paint(painter, size);
    return image;
}

}   // namespace stepzero
