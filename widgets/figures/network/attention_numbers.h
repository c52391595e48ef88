// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of the attention figure: the number that each view shows for a head, a block or theory.
#pragma once

#include <QString>
#include <QVector>
#include <vector>

#include "core/study/block_heads.h"
#include "widgets/figures/frame/figure.h"

namespace stepzero {

enum class AttentionView { entropy, rms, spread, law };

inline constexpr int most_attention_dots = 4096;   ///< with more heads, only the extremes of every block are shown

/// Formats a number between 0 and ln T, with enough digits to distinguish it from others.
QString natsText(double value);
/// Returns the number that a view shows for a head, a block or its theory.
double attentionNumber(AttentionView view, const HeadMean& mean);
/// Returns the number on the view's y axis. Logit std has a logarithmic axis, where 0 cannot be drawn: NaN.
double attentionCoordinate(AttentionView view, const HeadMean& mean);

/// Numbers by block, in coordinates of the view.
struct AttentionByBlock {
    QVector<double> headX, headY;   ///< a dot per head
    QVector<double> blocks, means, predicted;   ///< one entry per block with heads or a prediction
    std::vector<double> spreads;   ///< s of these blocks
    std::vector<bool> zero;   ///< blocks whose number is zero, which has no coordinate
    bool several = false;   ///< a block has several heads
    bool hasTheory = false;
};
AttentionByBlock attentionByBlock(const std::vector<BlockHeads>& blocks, AttentionView view, int depth);

/// Returns the table of a study; for null, its header.
FigureTable attentionTable(const Study* study);
/// Returns all numbers of a block. `of`: null when it was not measured; `log_visible`: ln T.
QString attentionText(int block, const BlockHeads* of, double log_visible);

}   // namespace stepzero
