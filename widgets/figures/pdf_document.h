// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a PDF file whose text can be searched and copied. The same painting yields the same bytes at any time, with
// any version of Qt that writes the same objects.
#pragma once

#include <QByteArray>
#include <QPageSize>
#include <QString>
#include <functional>

class QPagedPaintDevice;
class QPainter;

namespace stepzero {

/// `paint` draws the pages at 96 pixels per inch, and calls newPage() of the device between two of them. It may throw.
QByteArray pdfDocument(const QPageSize& size, const QString& title, const QString& creator,
    const std::function<void(QPainter& painter, QPagedPaintDevice& device)>& paint);

}   // namespace stepzero
