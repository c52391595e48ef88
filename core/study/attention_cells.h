// SPDX-License-Identifier: GPL-3.0-or-later
// Maps of attention whose cells stand for several tokens each (SiteRecord::maps), beside uniform attention.
#pragma once

#include <Eigen/Core>

#include "core/study/study.h"

namespace stepzero {

struct AttentionCells {
    int tokens = 1, size = 1, count = 1;   ///< size: tokens of a cell; count: cells a side
    bool causal = true;

    int first(int cell) const { return cell * size; }   ///< token, from 0
    int last(int cell) const { return std::min(tokens, (cell + 1) * size) - 1; }
    bool is_seen(int key, int query) const { return !causal || key <= query; }
    /// What uniform attention over the visible keys would put there: the mean over the cell's queries.
    double uniform(int key, int query) const;
    Eigen::MatrixXd uniform() const;   ///< [keys, queries]
};

/// Of the chosen block; null without.
const std::vector<Eigen::MatrixXf>* attention_maps(const Study& study);
/// Precondition: there are maps.
AttentionCells attention_cells(const Study& study);

/// The mean weight of `side` by `side` cells, or with `relative`, [keys, queries], of the ratio to that. NaN where the
/// mask hides all of them.
double mean_weight(const AttentionCells& cells, const Eigen::MatrixXf& map, int column, int row, int side,
    const Eigen::MatrixXd* relative);

}   // namespace stepzero
