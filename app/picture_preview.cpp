// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture_preview.h"

#include <QElapsedTimer>
#include <QLocale>
#include <QPainter>
#include <QScreen>
#include <algorithm>
#include <utility>

#include "app/appearance.h"
#include "app/worker.h"

namespace stepzero {

namespace {

constexpr int previewDelay = 30,
              previewPause = 400;   // ms until a request is drawn, and until the file is written to memory
constexpr qint64 mostWeighed = 4'000'000;   // pixels; larger images take noticeable time to compress
constexpr double inchInMillimetres = 25.4;

}   // namespace

PictureOptions previewOptions(PictureOptions options, const QSize& room)
{
    const double factor = std::min(
        {1.0, double(room.width()) / options.pixels.width(), double(room.height()) / options.pixels.height()});
    options.pixels = (QSizeF(options.pixels) * factor).toSize().expandedTo({1, 1});
    options.dpi *= factor;
    return options;
}

QString sizeWords(const PictureOptions& options, const QString& ending)
{
    const QSizeF millimetres = QSizeF(options.pixels) * (inchInMillimetres / options.dpi);
    if (ending == QLatin1String("pdf"))
        return PicturePreview::tr("page of %1 × %2 mm")
            .arg(qRound(millimetres.width()))
            .arg(qRound(millimetres.height()));
    const QString pixels
        = PicturePreview::tr("%1 × %2 pixels").arg(options.pixels.width()).arg(options.pixels.height());
    return ending == QLatin1String("svg") ? PicturePreview::tr("%1, sharp at any size").arg(pixels) : pixels;
}

PicturePreview::PicturePreview(ExhibitPtr exhibit, std::function<QVector<PicturePart>()> parts, QWidget* parent)
    : QWidget(parent), exhibit_(std::move(exhibit)), parts_(std::move(parts))
{
    setAccessibleName(tr("preview"));
    setToolTip(tr("What will be written, drawn smaller"));
    const QSize screenSize = screen()->availableGeometry().size();
    setFixedWidth(std::min(qRound(380 * appliedScale()), screenSize.width() / 3));
    setMinimumHeight(std::min(qRound(240 * appliedScale()), screenSize.height() / 3));
    wait_.setSingleShot(true);
    pause_.setSingleShot(true);
    pause_.setInterval(previewPause);
    connect(&wait_, &QTimer::timeout, this, &PicturePreview::draw);
    connect(&pause_, &QTimer::timeout, this, &PicturePreview::weigh);
    wait_.setInterval(previewDelay);
}

void PicturePreview::request(const PictureOptions& options, const QString& ending)
{
    options_ = options;
    ending_ = ending;
    pause_.stop();
    if (!wait_.isActive())   // a waiting one draws the latest options
        wait_.start();
}

/// Returns the area of the picture, above the words.
QRect PicturePreview::room() const { return rect().adjusted(0, 0, 0, -2 * fontMetrics().height()); }

void PicturePreview::draw()
{
    QElapsedTimer clock;
    clock.start();
    const double ratio = devicePixelRatioF();
    const auto failure = failureOf([&] {
        image_ = renderPicture(exhibit_, parts_(), previewOptions(options_, room().size() * ratio));
        image_.setDevicePixelRatio(ratio);
    });
    wait_.setInterval(std::max(previewDelay, int(clock.elapsed())));
    if (failure)
        image_ = {};
    setWords(failure.value_or(sizeWords(options_, ending_)));
    pause_.start();
}

/// Adds the size of the file to the words.
void PicturePreview::weigh()
{
    const PictureFormat* format = findPictureFormat(ending_);
    const qint64 pixels = qint64(options_.pixels.width()) * options_.pixels.height();
    if (image_.isNull() || !format || pixels > mostWeighed)
        return;
    (void)failureOf([&] {   // the export itself reports a failure
        const QByteArray bytes = format->render(exhibit_, parts_(), options_);
        setWords(QStringLiteral("%1, %2").arg(
            sizeWords(options_, ending_), locale().formattedDataSize(bytes.size(), 1, QLocale::DataSizeSIFormat)));
    });
}

void PicturePreview::setWords(const QString& words)
{
    words_ = words;
    setAccessibleDescription(words);
    update();
}

void PicturePreview::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QRect place = room();
    if (!image_.isNull()) {
        const QSize size = image_.deviceIndependentSize().toSize();
        place = QRect(QPoint((place.width() - size.width()) / 2, (place.height() - size.height()) / 2), size);
        painter.drawImage(place.topLeft(), image_);
    }
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawRect(place.adjusted(0, 0, -1, -1));
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(0, place.bottom() + 1, width(), 2 * fontMetrics().height()),
        Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, words_);
}

}   // namespace stepzero
