// SPDX-License-Identifier: GPL-3.0-or-later
// Attention maps of long sequences are stored in a coarse grid: each cell stands for several tokens (SiteRecord::maps).
// This header assigns tokens to cells and computes what uniform attention would look like in the same grid, so that
// figures can show the difference.
#pragma once

#include <Eigen/Core>

#include "core/study/study.h"

namespace stepzero {

struct AttentionCells {
    int tokens = 1, size = 1, count = 1;   ///< size: tokens per cell; count: cells per side of the map
    bool causal = true;

    int first(int cell) const { return cell * size; }   ///< first token of a cell, counted from 0
    int last(int cell) const { return std::min(tokens, (cell + 1) * size) - 1; }
    bool is_seen(int key, int query) const { return !causal || key <= query; }
    /// Returns the weight of a cell under uniform attention over the visible keys, averaged over the cell's queries.
    double uniform(int key, int query) const;
    Eigen::MatrixXd uniform() const;   ///< [keys, queries]
};

/// Returns the maps of the chosen block, one per head. Null when it has none or nothing was measured.
const std::vector<Eigen::MatrixXf>* attention_maps(const Study& study);
/// Returns the grid of the study's maps. Precondition: attention_maps() is not null.
AttentionCells attention_cells(const Study& study);

/// Returns the mean weight of a square of `side` by `side` cells, over the cells that the mask leaves visible. With
/// `relative`, [keys, queries], averages the ratios of the weights to it. NaN where the mask hides the whole square.
double mean_weight(const AttentionCells& cells, const Eigen::MatrixXf& map, int column, int row, int side,
    const Eigen::MatrixXd* relative);

}   // namespace stepzero
