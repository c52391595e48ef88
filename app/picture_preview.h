// SPDX-License-Identifier: GPL-3.0-or-later
// Shows in a dialog what an export will write: the picture itself, drawn smaller, and its size in words.
#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>

#include "widgets/figures/picture.h"

namespace stepzero {

/// Returns options for the same picture, small enough for `room`: with fewer pixels and dots per inch, the layout
/// stays.
PictureOptions previewOptions(PictureOptions options, const QSize& room);
/// Returns the size of a picture in a format, by its extension: "1600 × 900 pixels", "page of 423 × 238 mm".
QString sizeWords(const PictureOptions& options, const QString& ending);

/// Draws the latest requested picture. Requests in quick succession are drawn once, and never so often that drawing
/// takes more than half of the time. Once requests have paused, it writes the file to memory to know its size.
class PicturePreview : public QWidget {
    Q_OBJECT
public:
    /// `parts` returns the figures that are chosen now.
    PicturePreview(ExhibitPtr exhibit, std::function<QVector<PicturePart>()> parts, QWidget* parent);

    /// Requests the picture with these options, and its size in a format; another extension has no size in bytes.
    void request(const PictureOptions& options, const QString& ending);
    const QImage& image() const { return image_; }   ///< null until the first one is drawn
    /// Returns the size of the file in words, or why there is no picture.
    QString words() const { return words_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void draw();
    void weigh();
    void setWords(const QString& words);
    QRect room() const;

    ExhibitPtr exhibit_;
    std::function<QVector<PicturePart>()> parts_;
    PictureOptions options_;
    QString ending_, words_;
    QImage image_;
    QTimer wait_, pause_;
};

}   // namespace stepzero
