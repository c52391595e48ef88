// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out the pieces of a document on pages, from top to bottom.
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

/// An unbreakable piece: a line of text, a row of a table, a figure with its caption. Sizes are pixels, 96 per inch.
struct Piece {
    double height = 0;
    std::function<void(QPainter&)> draw;   ///< draws with the upper left corner of the piece at the painter's origin
    double before = 0;   ///< space above; omitted at the top of a page
    bool keep = false;   ///< stays on the page of the next piece, as a heading does
    std::shared_ptr<const Piece> head {};   ///< head of a table, repeated where a page begins with one of its rows
    QColor bar {};   ///< colour of a bar along the left edge and the space above, if valid
    bool opens = false;   ///< the bar begins here, without the space above
};

/// A4 with its margins, in pixels.
struct PageSize {
    static constexpr double millimetre = 96 / 25.4;
    static constexpr double width = 210 * millimetre, height = 297 * millimetre;
    static constexpr double side = 18 * millimetre, top = 17 * millimetre, bottom = 20 * millimetre;
    static constexpr double body_width = width - 2 * side, body_height = height - top - bottom;
};

/// Distributes pieces to pages, as many as fit, without separating a piece from its next if it must keep to it. A piece
/// that is higher than a page stands alone on one.
std::vector<std::vector<Piece>> paginated(const std::vector<Piece>& pieces);

/// Returns the pages as PDF, each with a footer: text on the left, "3 / 12" on the right. The same pieces yield the
/// same bytes. `before` is called ahead of each page with the completed fraction, and may throw.
QByteArray pdfOfPages(const std::vector<std::vector<Piece>>& pages, const QString& title, const QString& footer,
    const std::function<void(double fraction)>& before);

}   // namespace stepzero
