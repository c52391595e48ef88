// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/attention_cells.h"

#include <algorithm>
#include <cmath>

#include "core/kinds/kinds.h"

namespace stepzero {

double AttentionCells::uniform(int key, int query) const
{
    double sum = 0;
    for (int q = first(query); q <= last(query); ++q) {
        const int visible = causal ? q + 1 : tokens;
        sum += double(std::clamp(visible - first(key), 0, last(key) - first(key) + 1)) / visible;
    }
    return sum / (last(query) - first(query) + 1);
}

Eigen::MatrixXd AttentionCells::uniform() const
{
    return Eigen::MatrixXd::NullaryExpr(
        count, count, [this](Eigen::Index key, Eigen::Index query) { return uniform(int(key), int(query)); });
}

const std::vector<Eigen::MatrixXf>* attention_maps(const Study& study)
{
    const SiteRecord* site = study.measurement->block(study.layer).find("attention");
    return !site || site->maps.empty() || site->maps.front().size() == 0 ? nullptr : &site->maps;
}

AttentionCells attention_cells(const Study& study)
{
    AttentionCells cells {.tokens = std::max(1, study.measurement->tokens),
        .count = int(attention_maps(study)->front().rows()),
        .causal = structure_of(study.experiment.network).attention->causal};
    cells.size = (cells.tokens + cells.count - 1) / cells.count;
    return cells;
}

double mean_weight(const AttentionCells& cells, const Eigen::MatrixXf& map, int column, int row, int side,
    const Eigen::MatrixXd* relative)
{
    double sum = 0;
    int seen = 0;
    for (int q = row * side; q < std::min(cells.count, (row + 1) * side); ++q)
        for (int k = column * side; k < std::min(cells.count, (column + 1) * side); ++k)
            if (cells.is_seen(k, q)) {
                sum += double(map(k, q)) / (relative ? (*relative)(k, q) : 1);
                ++seen;
            }
    return seen > 0 ? sum / seen : std::nan("");
}

}   // namespace stepzero
