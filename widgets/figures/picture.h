// SPDX-License-Identifier: GPL-3.0-or-later
// Figures as pictures: one figure or a whole board, with title and settings, in any theme, at an exact size.
#pragma once

#include <QImage>
#include <QJsonObject>
#include <QSize>
#include <QString>
#include <QVector>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/study/grid/grid.h"
#include "widgets/figures/frame/figure.h"

namespace stepzero {

/// One figure of a picture: its kind and the view that it is to be shown in.
struct PicturePart {
    QString kind;
    QJsonObject view;
    QRectF place {0, 0, 1, 1};   ///< share of the picture's body, for a board
    QVector<Pin> pins {};   ///< experiments drawn beside the study
};

struct PictureOptions {
    QSize pixels {1600, 900};
    double dpi = 96;   ///< layout happens at pixels·96/dpi logical pixels, so that 300 dpi is as readable as 96
    QString theme = "print";
    double scale = 0;   ///< plot scale; 0: readable at this size, see readableScale()
    bool caption = true;   ///< the experiment's title above, its settings below
    QString mark {};   ///< beside the title, at the right: "depth 12"
};

/// The scale at which the smallest letters, those of numbers, are a 45th of the picture's shorter side, as a slide
/// needs them, and an 80th where figures share it; never below 1.
double readableScale(const QSizeF& logicalSize, qsizetype figures);

/// The figure of a part, off any screen; nullptr when there is no such kind.
std::unique_ptr<Figure> figureOf(
    const PicturePart& part, const ExhibitPtr& exhibit, const Style& style = {theme(QStringLiteral("print"))});

/// "He and ReLU, 10 layers" or, without a title, a short description of the network, or of what varies.
QString titleOf(const Exhibit& exhibit);
QString titleOf(const Experiment& experiment);
/// One line of settings: "dense · 10 × 256 · ReLU · kaiming_normal (fan_in, relu) · 256 samples · seed 42"; of many
/// experiments, what varies and what they share.
QString settingsOf(const Exhibit& exhibit);
QString settingsOf(const Experiment& experiment);
/// The settings that all cells of a study have, in the same words.
QString sharedSettings(const Grid& grid);

/// Throws std::bad_alloc where there is no memory for it, or for what painting on it takes.
QImage blankImage(const QSize& pixels, const QColor& colour);
QByteArray pngOf(const QImage& image);

/// Renders exactly options.pixels with the PNG text keys Title, Description, Software and stepzero-experiment or
/// stepzero-study (the file) set, and the dpi in the image's metadata.
QImage renderPicture(const ExhibitPtr& exhibit, const QVector<PicturePart>& parts, const PictureOptions& options);

/// The same of many exhibits of one subject, with axes that hold all that was measured.
class Frames {
public:
    /// Precondition: every part's kind is there.
    Frames(QVector<PicturePart> parts, const PictureOptions& options);
    ~Frames();
    void measure(const ExhibitPtr& exhibit);
    QImage picture(const ExhibitPtr& exhibit, const QString& mark);

private:
    void show(const ExhibitPtr& exhibit);

    QVector<PicturePart> parts_;
    PictureOptions options_;
    Style style_;
    std::vector<std::unique_ptr<Figure>> figures_;
};

/// A format of pictures.
struct PictureFormat {
    const char* ending;   ///< of its files' names: "svg"
    QByteArray (*render)(const ExhibitPtr&, const QVector<PicturePart>&, const PictureOptions&);
};
const std::vector<PictureFormat>& pictureFormats();
/// All endings with text before and between them: ".png, .svg, .pdf" of "." and ", .".
QString pictureEndings(const QString& first, const QString& between);

/// Writes in the format of the name's ending. False and a sentence in `error` on failure; the old file is
/// then untouched.
bool writePicture(const std::filesystem::path& path, const ExhibitPtr& exhibit, const QVector<PicturePart>& parts,
    const PictureOptions& options, QString* error);

}   // namespace stepzero
