// SPDX-License-Identifier: GPL-3.0-or-later
// Where the places of a NetworkDrawing lie in a picture. Pointer and painter both use it.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QVector>

#include "widgets/figures/network/network_drawing.h"

namespace stepzero {

/// A place, branch or part with its area.
struct DrawnPiece {
    enum class What { place, branch, part, before, head };
    What what = What::place;
    QRectF area;
    int place = 0;   ///< index into NetworkDrawing::places
    int branch = -1;   ///< index into its branches; −1: the place itself, or the way to it
    QString name {};
    std::string role {};   ///< of a matrix or norm; empty: none
    bool norm = false;
    int width = 1;
    Levels levels {};
};

struct NetworkLayout {
    enum class Detail {
        parts,   ///< every branch with its matrices and norms
        bars,   ///< one bar per place and branch
        strip,   ///< one colour per column of pixels
    };
    Detail detail = Detail::strip;
    QRectF body;   ///< without the names below
    QRectF names;   ///< the row below; empty: none
    bool names_branches = false;   ///< a row above the branches, or below them, has their names
    double axis = 0;   ///< y of the middle of the way
    double half = 0;   ///< half the length of the longest bar
    double left = 0, slot = 1;   ///< where block 1 begins, and the width of a block
    double entrance = 0;   ///< x of the place before the first block
    QVector<DrawnPiece> pieces {};   ///< in the order of painting; those outside the blocks only with Detail::strip

    double right(int depth) const { return left + slot * depth; }
    QRectF block(int number) const   ///< the whole area of a block
    {
        return {left + slot * (number - 1), body.top(), slot,
            names.isEmpty() ? body.height() : names.bottom() - body.top()};
    }
    double stepWidth(const NetworkDrawing& drawing) const { return slot / drawing.per_block; }
    double xOf(const NetworkDrawing& drawing, int place) const;   ///< x of the middle of a place (an index)
    /// Returns the block at a position; 0: outside the blocks.
    int blockAt(const NetworkDrawing& drawing, const QPointF& at) const;
    /// Returns the index of the place whose step contains the position, 0 outside the blocks.
    int placeAt(const NetworkDrawing& drawing, const QPointF& at) const;
    const DrawnPiece* pieceAt(const QPointF& at) const;   ///< the uppermost; null: none
};

/// Returns the length of a bar relative to the longest. Widths that differ by more than a factor of 4 are compared by
/// their logarithms.
double bar_length(const NetworkDrawing& drawing, int width);

/// `scale` is that of the Style: pixels per Style pixel.
NetworkLayout network_layout(const NetworkDrawing& drawing, const QRectF& area, double scale);

}   // namespace stepzero
