// SPDX-License-Identifier: GPL-3.0-or-later
// Where the tensors of a checkpoint lie on its map: a row a role, a column a block, and those of no block in lines of
// their own above.
#pragma once

#include <QRectF>
#include <QString>
#include <QVector>
#include <vector>

#include "core/study/audit_study.h"

namespace stepzero {

/// In axis coordinates: x is the block from 1, y a line, upwards.
struct AuditCell {
    QRectF area;   ///< left, and lower end; width and height upwards
    std::vector<std::size_t> places;   ///< one, or all experts of a block, the gravest first

    QPointF middle() const { return area.center(); }
};

struct AuditLine {
    QString name;   ///< role, or pattern; empty: of no block
    QVector<AuditCell> cells;   ///< from left to right
};

struct AuditCells {
    QVector<AuditLine> lines;   ///< from the top down
    int blocks = 0;   ///< 0: there are none
    double top = 0, bottom = 0;   ///< of all lines

    const AuditCell* at(const QPointF& point) const;   ///< null: none
    const AuditCell* of(std::size_t place) const;
    /// The cell that a key leads to: the next of its line, or the nearest of the next line. `cell` is one of these.
    const AuditCell* beside(const AuditCell& cell, int right, int down) const;
};

AuditCells cellsOf(const AuditStudy& study);

}   // namespace stepzero
