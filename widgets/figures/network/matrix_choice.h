// SPDX-License-Identifier: GPL-3.0-or-later
// Selects which matrix of a network made of blocks a figure shows: its name, and the menu of all matrices.
#pragma once

#include <QActionGroup>
#include <QMenu>
#include <memory>

#include "widgets/figures/frame/figure.h"

namespace stepzero {

/// Returns "query of block 3", or "embedding" outside the blocks; "MLP in, expert 5 of block 3".
QString matrixName(const Study& study);
/// Returns the name with the shape, [fan_out, fan_in] as in PyTorch: "query of block 3 · 768 × 768".
QString matrixText(const Study& study);

/// The submenu "Matrix" of a figure. The checked entry follows the study. When the user chooses another one,
/// Figure::matrixChosen() requests it.
class MatrixChoice : public QObject {
    Q_OBJECT
public:
    explicit MatrixChoice(Figure* figure);

    /// Updates the submenu to the roles of this study. A network of plain layers has no submenu.
    void follow(const Study& study);
    /// Returns the submenu, or nothing.
    QList<QAction*> actions() const;

private:
    void add(QMenu* menu, const QString& text, const QString& matrix);

    Figure* figure_;
    std::unique_ptr<QMenu> menu_;
    QActionGroup* group_;
    QStringList roles_;   // roles in the menu, each with its number of experts
};

}   // namespace stepzero
