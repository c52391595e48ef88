// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a network by depth, in the order in which figures draw them. A place is where the signal is looked at:
// place 0 before the first block, then one behind every step (attention, MLP) of a residual stream. Blocks without
// steps, as those of plain layers, have one place each.
#pragma once

#include <QString>
#include <QVector>
#include <algorithm>

#include "core/study/comparison.h"
#include "core/study/study.h"
#include "widgets/figures/frame/ticks.h"

namespace stepzero {

/// A measured network beside its theory, site by site. Refers to the study or variant that it is of, which must outlive
/// it.
struct BlockSource {
    const NetworkPlan* plan = nullptr;
    const Measurement* measurement = nullptr;
    const Prediction* prediction = nullptr;

    int depth() const { return plan->depth(); }
    const std::vector<StepInfo>& steps() const { return plan->steps; }
    int perBlock() const { return std::max(1, int(steps().size())); }
    int first() const { return steps().empty() ? 1 : 0; }   ///< that figures draw: a stream has a start
    int places() const { return 1 + depth() * perBlock(); }
    int blockOf(int place) const;   ///< 0 for place 0
    const StepInfo& stepOf(int place) const;   ///< place ≥ 1 of a stream
    /// Where a place stands on an axis of blocks: behind step k of n of block l at l − 1 + k/n.
    double xOf(int place) const;
    /// The place that is nearest on that axis.
    int placeAt(double x) const;
    QString nameOf(int place) const;   ///< "input", "layer 3", "block 3", "block 3, MLP"

    Site streamSite(int place) const;   ///< what leaves it: the stream, or a layer's output
    Site gradientSite(int place) const;   ///< where its gradient is told (Reading)
    Site preactivationSite(int place) const { return {blockOf(place), plan->reading.preactivation}; }
    Site branchSite(int place) const { return siteOf(place, "_branch"); }   ///< place ≥ 1 of a stream, as the next
    Site returnSite(int place) const { return siteOf(place, "_return"); }

    /// BlockRecord::shown(); NaN when nothing was recorded, or theory is silent.
    double measured(const Site& site, Quantity quantity) const;
    double predicted(const Site& site, Quantity quantity) const;
    const Predicted* theory(const Site& site, Quantity quantity) const;   ///< null where it is silent
    /// Standard deviation over replicas of a number that is no size; NaN for one replica.
    double deviation(const Site& site, Quantity quantity) const;
    /// Behind rms and gradient_rms; null when nothing was recorded, and of the spread for one replica.
    const Distribution* distribution(const Site& site, Quantity size) const;
    const Distribution* spread(const Site& site, Quantity size) const;
    /// Of attention; empty elsewhere.
    const std::vector<AttentionHead>& heads(int place) const;
    const AttentionPrediction* predictedAttention(int place) const;

private:
    Site siteOf(int place, const char* what) const;
};

BlockSource blockSource(const Study& study);
BlockSource blockSource(const ComparedVariant& variant);
/// The block that the nearest place on an axis of blocks belongs to; place 0 counts as the first block's.
int blockNear(const Study& study, double x);

/// A choice of axis: log10 itself, or 10^log10. NaN for what has no place there: 0 on a logarithmic axis, and what is
/// beyond a linear one.
double axisValue(double log10, bool logarithmic);
double axisValue(const Distribution& distribution, double number, bool logarithmic);   ///< with its sign, or log10 |x|
double axisValue(const Predicted& predicted, bool logarithmic);

/// ±1 standard deviation over replicas of a number, on an axis; NaN, NaN where it has no place there.
Range replicaBand(const Distribution& mean, const Distribution& spread, double Distribution::*number, bool logarithmic);

/// How far apart two numbers are, given as log10: "3%", "0.4%", "a factor of 12".
QString relativeText(double log10_a, double log10_b);

/// For CSV: 10^log10 with all digits, "0" for −inf, empty for NaN.
QString exactPower(double log10);

}   // namespace stepzero
