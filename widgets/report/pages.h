// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of a document from top to bottom, set on pages.
#pragma once

#include <QByteArray>
#include <QColor>
#include <QSizeF>
#include <QString>
#include <functional>
#include <memory>
#include <vector>

class QPainter;

namespace stepzero {

/// What is never parted: a line of text, a row of a table, a figure with its caption. Sizes are pixels, 96 to the inch.
struct Piece {
    double height = 0;
    std::function<void(QPainter&)> draw;   ///< at the painter's origin, the piece's upper left corner
    double before = 0;   ///< space above; none at the top of a page
    bool keep = false;   ///< on the page of the next piece: a heading
    std::shared_ptr<const Piece> head {};   ///< of a table, drawn again where a page begins with one of its rows
    QColor bar {};   ///< along the left edge, if valid, and along the space above
    bool opens = false;   ///< not along the space above: the bar begins here
};

/// A4 with its margins.
struct PageSize {
    static constexpr double millimetre = 96 / 25.4;
    static constexpr double width = 210 * millimetre, height = 297 * millimetre;
    static constexpr double side = 18 * millimetre, top = 17 * millimetre, bottom = 20 * millimetre;
    static constexpr double body_width = width - 2 * side, body_height = height - top - bottom;
};

/// The pieces of each page: as many as fit, none parted, none kept apart from its next. One that is higher than a page
/// stands alone on one.
std::vector<std::vector<Piece>> paginated(const std::vector<Piece>& pieces);

/// The pages as PDF, each with a footer: words left, "3 / 12" right. The same bytes for the same pieces. `before` is
/// called ahead of each page with the share that is done, and may throw.
QByteArray pdfOfPages(const std::vector<std::vector<Piece>>& pages, const QString& title, const QString& footer,
    const std::function<void(double fraction)>& before);

}   // namespace stepzero
