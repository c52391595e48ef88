// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/image_files.h"

#include <QFile>
#include <QImageReader>
#include <QRgba64>
#include <algorithm>

#include "core/input/image_reader.h"

namespace stepzero {

namespace {

std::string reasonOf(QString sentence)
{
    while (sentence.endsWith('.'))
        sentence.chop(1);
    return sentence.isEmpty() ? "cannot be read as an image" : "cannot be read as an image: " + sentence.toStdString();
}

std::string readImage(const std::string& name, int channels, int side, float* values)
{
    QFile file(QFile::decodeName(QByteArray::fromStdString(name)));
    if (!file.open(QIODevice::ReadOnly))
        return reasonOf(file.errorString());
    QImageReader reader(&file);
    reader.setDecideFormatFromContent(true);   // a name may say another format
    reader.setAutoTransform(true);
    QImage image;
    if (!reader.read(&image))
        return reasonOf(reader.errorString());
    // 16 bits a channel, so that smoothing rounds to less than a step of 8 bits.
    image.convertTo(QImage::Format_RGBX64);
    const int middle = std::min(image.width(), image.height());
    image = image.copy((image.width() - middle) / 2, (image.height() - middle) / 2, middle, middle);
    if (middle != side)
        image = image.scaled(side, side, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    if (image.width() != side || image.height() != side)
        return reasonOf(QStringLiteral("there is not enough memory"));
    image.convertTo(QImage::Format_RGBX64);
    constexpr float full = 65535;
    const int positions = side * side;
    for (int row = 0; row < side; ++row) {
        const auto* line = reinterpret_cast<const QRgba64*>(image.constScanLine(row));
        for (int column = 0; column < side; ++column) {
            const QRgba64 pixel = line[column];
            const float red = float(pixel.red()) / full, green = float(pixel.green()) / full,
                        blue = float(pixel.blue()) / full;
            float* const at = values + std::ptrdiff_t(row) * side + column;
            if (channels == 1) {
                *at = 0.299F * red + 0.587F * green + 0.114F * blue;
            } else {
                at[0] = red;
                at[positions] = green;
                at[std::ptrdiff_t(2) * positions] = blue;
            }
        }
    }
    return {};
}

}   // namespace

void installImageReader()
{
    ImageReader reader;
    for (const QByteArray& format : QImageReader::supportedImageFormats())
        if (!format.startsWith("svg") && format != "pdf")   // drawings have no pixels of their own
            reader.endings.push_back(format.toLower().toStdString());
    reader.read = readImage;
    set_image_reader(std::move(reader));
}

}   // namespace stepzero
