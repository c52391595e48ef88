// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/image_files.h"

#include <QBuffer>
#include <QImageReader>
#include <QRgba64>
#include <algorithm>
#include <fcntl.h>
#include <mutex>
#include <unistd.h>

#include "core/base/formats/file.h"
#include "core/network/input/image_reader.h"
#include "core/network/input/input_file.h"

namespace stepzero {

namespace {

/// `sentence` is a message of Qt.
Text reasonOf(QString sentence)
{
    while (sentence.endsWith('.'))
        sentence.chop(1);
    return sentence.isEmpty() ? tr("cannot be read as an image")
                              : tr("cannot be read as an image: %1", sentence.toStdString());
}

/// While an object of this class lives, nothing is written to standard error, where libpng and others print what the
/// reader reports anyway. Several may exist at the same time, because images are read in parallel.
class Quiet {
public:
    Quiet()
    {
        const std::lock_guard lock(mutex);
        if (count++ > 0)
            return;
        const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (nowhere < 0)
            return;
        std::fflush(stderr);
        before = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
        if (before >= 0)
            ::dup2(nowhere, STDERR_FILENO);
        ::close(nowhere);
    }
    ~Quiet()
    {
        const std::lock_guard lock(mutex);
        if (--count > 0 || before < 0)
            return;
        ::dup2(before, STDERR_FILENO);
        ::close(before);
        before = -1;
    }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;

private:
    static inline std::mutex mutex;
    static inline int count = 0, before = -1;
};

Text readImage(const std::string& name, int channels, int side, float* values)
{
    constexpr std::size_t most = std::size_t(256) << 20;
    std::string bytes;
    try {
        bytes = read_file(name, most);
    } catch (const FileError& error) {
        throw BadInput(text_of(error));
    }
    QByteArray view = QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size()));
    QBuffer file(&view);
    file.open(QIODevice::ReadOnly);
    QImageReader reader(&file);
    reader.setDecideFormatFromContent(true);   // the file name may suggest another format
    reader.setAutoTransform(true);
    QImage image;
    {
        const Quiet quiet;
        if (!reader.read(&image))
            return reasonOf(reader.errorString());
    }
    // 16 bits per channel make rounding errors of smoothing smaller than a step of 8 bits.
    image.convertTo(QImage::Format_RGBX64);
    const int middle = std::min(image.width(), image.height());
    image = image.copy((image.width() - middle) / 2, (image.height() - middle) / 2, middle, middle);
    if (middle != side)
        image = image.scaled(side, side, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    if (image.width() != side || image.height() != side)
        return tr("cannot be read as an image: there is not enough memory");
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
        if (!format.startsWith("svg") && format != "pdf")   // vector images have no pixels of their own
            reader.endings.push_back(format.toLower().toStdString());
    reader.read = readImage;
    set_image_reader(std::move(reader));
}

}   // namespace stepzero
