// SPDX-License-Identifier: GPL-3.0-or-later
// Renders figures as pictures: one figure or a whole board, with title and settings, in any theme, at an exact size.
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

/// One figure of a picture: its kind and its view.
struct PicturePart {
    QString kind;
    QJsonObject view;
    QRectF place {0, 0, 1, 1};   ///< for a board: the part of the picture's body that it occupies, as fractions
    QVector<Pin> pins {};   ///< experiments drawn next to the study
};

struct PictureOptions {
    QSize pixels {1600, 900};
    double dpi = 96;   ///< the layout has pixels·96/dpi logical pixels, so that 300 dpi is as readable as 96
    QString theme = "print";
    double scale = 0;   ///< plot scale; 0: readable at this size, see readableScale()
    bool caption = true;   ///< writes the experiment's title above and its settings below
    QString mark {};   ///< shown to the right of the title: "depth 12"
};

/// Returns the scale at which the smallest letters, those of numbers, are 1/45 of the shorter side, as slides need. If
/// figures share the picture, they are 1/80. Never below 1.
double readableScale(const QSizeF& logicalSize, qsizetype figures);

/// Returns the figure of a part, never shown on a screen; nullptr when there is no such kind.
std::unique_ptr<Figure> figureOf(
    const PicturePart& part, const ExhibitPtr& exhibit, const Style& style = {theme(QStringLiteral("print"))});

/// Returns the title, "He and ReLU, 10 layers"; without one, a short description of the network, or of what varies.
QString titleOf(const Exhibit& exhibit);
QString titleOf(const Experiment& experiment);
/// Returns one line of settings: "dense · 10 × 256 · ReLU · kaiming_normal (fan_in, relu) · 256 samples · seed 42". For
/// many experiments, it has what varies and what they share.
QString settingsOf(const Exhibit& exhibit);
QString settingsOf(const Experiment& experiment);
/// Returns the settings that all cells of a study share, in the same form.
QString sharedSettings(const Grid& grid);

/// Throws std::bad_alloc when there is not enough memory for the image, or for painting on it.
QImage blankImage(const QSize& pixels, const QColor& colour);
QByteArray pngOf(const QImage& image);

/// Renders exactly options.pixels. Sets the PNG text keys Title, Description, Software and stepzero-experiment or
/// stepzero-study (the file), and the dpi in the image's metadata.
QImage renderPicture(const ExhibitPtr& exhibit, const QVector<PicturePart>& parts, const PictureOptions& options);

/// Renders many exhibits of one subject, with axes that hold everything measured so far.
class Frames {
public:
    /// Precondition: the kind of every part exists.
    Frames(QVector<PicturePart> parts, const PictureOptions& options);
    ~Frames();
    void measure(const ExhibitPtr& exhibit);
    QImage picture(const ExhibitPtr& exhibit, const QString& mark);
    /// Returns the file that the export in this format writes, but for the axes.
    QByteArray svg(const ExhibitPtr& exhibit);
    /// Returns the figure of the first part, as it shows the last exhibit. Precondition: there was one.
    const Figure& first() const { return *figures_.front(); }

private:
    void show(const ExhibitPtr& exhibit);

    QVector<PicturePart> parts_;
    PictureOptions options_;
    Style style_;
    std::vector<std::unique_ptr<Figure>> figures_;
};

/// A picture format.
struct PictureFormat {
    const char* ending;   ///< extension of its file names: "svg"
    QByteArray (*render)(const ExhibitPtr&, const QVector<PicturePart>&, const PictureOptions&);
};
const std::vector<PictureFormat>& pictureFormats();
/// Returns the format with this extension, in lower case; nullptr when there is none.
const PictureFormat* findPictureFormat(const QString& ending);
/// Returns all extensions with text before and between them: ".png, .svg, .pdf" for "." and ", .".
QString pictureEndings(const QString& first, const QString& between);

/// Writes the format that the extension of the name determines. On failure it returns false, sets a sentence in
/// `error`, and leaves the old file untouched.
bool writePicture(const std::filesystem::path& path, const ExhibitPtr& exhibit, const QVector<PicturePart>& parts,
    const PictureOptions& options, QString* error);

}   // namespace stepzero
