// SPDX-License-Identifier: GPL-3.0-or-later
// A page that opens in any browser: a figure with a slider for one or two settings, as one HTML file that loads
// nothing. This file has the content of a page as plain values, and turns it into HTML; page_figure.h draws the
// content. Drawings share their lines, and are packed with zlib, which the browser unpacks.
#pragma once

#include <QByteArray>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>

#include "widgets/figures/frame/predicted.h"

namespace stepzero {

/// A setting that varies.
struct PageSlider {
    QString name;   ///< "depth"
    QStringList values;   ///< as shown, at least one
};

/// One drawing of a figure in one size.
struct PageDrawing {
    QByteArray light, dark;   ///< SVG
    std::optional<TheoryCurve> curve {};   ///< what a reader may predict
};

/// A position of the sliders.
struct PageStop {
    QString severity;   ///< "healthy", "note", "warning", "error" or "unknown"
    QString verdict, reason;   ///< "✕ Vanishing" and a sentence; the reason may be empty
    QVector<PageDrawing> drawings;   ///< one per size
};

/// A size of drawings.
struct DrawingSize {
    QSize pixels;
    int least = 0;   ///< width in pixels of the browser below which its letters are not readable
};

struct PageFigure {
    QString id;   ///< unique on its page; also names the stop in the address: "page.html#stop=12"
    QString title;   ///< describes the figure to people who cannot see it
    QVector<PageSlider> sliders;
    QVector<DrawingSize> sizes;   ///< in descending order; the page shows the first that is readable
    QVector<PageStop> stops;   ///< all combinations of values; the last slider moves fastest
    qsizetype start = 0;   ///< the first stop shown
    /// The curve, or the shape of a distribution, is covered until the reader has drawn a prediction, or asks to see
    /// it. Stops without a curve are shown.
    bool predicted = false;
};

/// A link to another page of the same folder.
struct PageLink {
    QString text, address;
    QString language {};   ///< of the other page and of the text, if it is another one: "zh"
};

/// A box for a number that answers the question of a lesson's step.
struct PageExercise {
    QString lesson, title;   ///< name of the lesson and title of the step, for the table of answers
    int step = 1;   ///< from 1
    double low = 0, high = 0;   ///< an answer from low to high is right
};

/// A page with a single figure.
struct Page {
    QString title, settings, footer;
    QString language = QStringLiteral("en");
    PageFigure figure;
};

/// Returns a row of links; empty for none.
QString linksHtml(const QVector<PageLink>& links);
/// Returns everything before the title of a document: its head, and the beginning of its body.
QString pageHead(const QString& title, const QString& language, const QString& footer, const QString& script);

/// Returns one self-contained file. The same page yields the same bytes.
QString pageHtml(const Page& page);

/// Returns the figure with its sliders, for a document that has pageStyle() and pageScript().
QString pageFigureHtml(const PageFigure& figure);
/// Returns an exercise, and a button that saves the answers to all exercises of the document as a table, for such a
/// document.
QString exerciseHtml(const PageExercise& exercise);
QString saveAnswersHtml();
QString pageStyle();
QString pageScript();
/// Returns the element that forbids everything but these texts of style and script, which may be empty, and pictures in
/// the file itself.
QString securityPolicy(const QString& style, const QString& script);

/// Returns the drawings as JSON, compressed by zlib: {"sizes": [[960, 540, 686], …], "lines":
/// […], "drawings": [[…], …], "curves": …}. A drawing is a list of its lines, as differences of consecutive numbers;
/// drawings are ordered by stop, size and theme. The script of the page has the reader.
QByteArray packedDrawings(const PageFigure& figure);

}   // namespace stepzero
