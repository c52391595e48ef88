// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPainter>

#include "widgets/figures/frame/figure.h"

namespace stepzero {

/// What a figure paints; of no size, in its own. What it leaves out is magenta.
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
