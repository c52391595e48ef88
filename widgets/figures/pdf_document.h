// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a PDF file. The same painting gives the same bytes at any time and with any version of Qt that writes the same
// objects, and its text can be searched and copied.
#pragma once

#include <QByteArray>
#include <QPageSize>
#include <QString>
#include <functional>

class QPagedPaintDevice;
class QPainter;

namespace stepzero {

/// `paint` draws the pages, 96 pixels to the inch, and calls newPage() of the device between two of them. It may throw.
QByteArray pdfDocument(const QPageSize& size, const QString& title, const QString& creator,
    const std::function<void(QPainter& painter, QPagedPaintDevice& device)>& paint);

}   // namespace stepzero
