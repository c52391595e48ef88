// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out the tensors of a checkpoint on its map. Each role has a row, and each block has a column. Tensors outside
// the blocks have separate lines above.
#pragma once

#include <QRectF>
#include <QString>
#include <QVector>
#include <vector>

#include "core/study/audit_study.h"

namespace stepzero {

/// One cell in axis coordinates: x counts blocks from 1, y counts lines upwards.
struct AuditCell {
    QRectF area;   ///< topLeft() is the left end and the lower end; width and height count to the right and upwards
    std::vector<std::size_t> places;   ///< indices of the tensors: one, or all experts of a block, the most severe
                                       ///< first

    QPointF middle() const { return area.center(); }
};

struct AuditLine {
    QString name;   ///< role or pattern; empty: tensors outside the blocks
    QVector<AuditCell> cells;   ///< from left to right
};

struct AuditCells {
    QVector<AuditLine> lines;   ///< from the top down
    int blocks = 0;   ///< 0: the checkpoint has no blocks
    double top = 0, bottom = 0;   ///< extent of all lines

    const AuditCell* at(const QPointF& point) const;   ///< Returns the cell at a point, or null.
    const AuditCell* of(std::size_t place) const;
    /// Returns the cell that an arrow key leads to: the next in its line, or the nearest in the next line. `cell` is
    /// one of these cells.
    const AuditCell* beside(const AuditCell& cell, int right, int down) const;
};

AuditCells cellsOf(const AuditStudy& study);

}   // namespace stepzero
