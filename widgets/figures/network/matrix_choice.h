// SPDX-License-Identifier: GPL-3.0-or-later
// Which matrix of a network made of blocks a figure shows: its name, and the menu of all of them.
#pragma once

#include <QActionGroup>
#include <QMenu>
#include <memory>

#include "widgets/figures/frame/figure.h"

namespace stepzero {

/// "query of block 3", or "embedding" outside the blocks; "MLP in, expert 5 of block 3".
QString matrixName(const Study& study);
/// With its shape, [fan_out, fan_in] as in PyTorch: "query of block 3 · 768 × 768".
QString matrixText(const Study& study);

/// The submenu "Matrix" of a figure. Which entry is checked follows the study; another one that is chosen is asked
/// for by Figure::matrixChosen().
class MatrixChoice : public QObject {
    Q_OBJECT
public:
    explicit MatrixChoice(Figure* figure);

    /// With the roles of this study; a network of plain layers has no submenu.
    void follow(const Study& study);
    /// One submenu, or nothing.
    QList<QAction*> actions() const;

private:
    void add(QMenu* menu, const QString& text, const QString& matrix);

    Figure* figure_;
    std::unique_ptr<QMenu> menu_;
    QActionGroup* group_;
    QStringList roles_;   // that are in the menu, each with how many experts have one
};

}   // namespace stepzero
