// SPDX-License-Identifier: GPL-3.0-or-later
// The predictions of theory for a network, with the same blocks, sites and quantities as its measurement, so that the
// two can be compared. Quantities that theory does not know are absent.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/words/text.h"
#include "core/network/plan.h"
#include "core/network/site.h"
#include "core/theory/attention_theory.h"
#include "core/theory/mean_field.h"

namespace stepzero {

/// A quantity in the mean over networks, at infinite width.
struct Predicted {
    double value = 0;   ///< plain number: may become 0 or inf outside its range, never NaN
    std::optional<double> ln {};   ///< present for a size (RMS, std): always in range, −inf for an exact zero
    /// Effects of finite width, where they are known (finite_width.h). The standard deviation over networks: of ln for
    /// a size, of the number itself for others …
    std::optional<double> spread {};
    /// … and the corresponding shift: ln of the root of the mean square over networks of this width, minus ln of the
    /// prediction. ln RMS is nearly normal with mean ln(the prediction) + shift − spread². The band at k σ is therefore
    /// rms·exp(shift − spread² ± k·spread).
    double shift = 0;
    /// Bound in both directions, of ln for a size, on what theory ignores at this width (chance.h). It widens the band,
    /// and a number within it is not a deviation.
    double uncertainty = 0;

    std::optional<double> log10() const;   ///< ln / ln 10, for files and figures; absent when ln is absent
};
/// Returns a size by its natural logarithm.
Predicted predicted_size(double ln, double uncertainty = 0);

struct SitePrediction {
    std::string role;
    std::vector<std::pair<Quantity, Predicted>> numbers {};
    std::optional<AttentionPrediction> attention {};   ///< at the site "attention"

    const Predicted* find(Quantity quantity) const;
    Predicted& at(Quantity quantity);   ///< adds the quantity when it is missing
    void set(Quantity quantity, Predicted predicted) { numbers.emplace_back(quantity, predicted); }
};

struct BlockPrediction {
    std::vector<SitePrediction> sites {};   ///< empty: theory makes no prediction

    const SitePrediction* find(std::string_view role) const;
    SitePrediction& at(std::string_view role);   ///< adds the site when it is missing
    const Predicted* find(std::string_view role, Quantity quantity) const;
    std::optional<double> number(std::string_view role, Quantity quantity) const;   ///< the plain value
    std::optional<double> shown(std::string_view role, Quantity quantity) const;   ///< see BlockRecord
};

/// Predictions by block. For dense networks also what depends only on the last layer; for streams, the depth as signal
/// and gradient see it.
struct Prediction {
    Reading reading;   ///< the plan's reading
    std::vector<BlockPrediction> blocks;   ///< entry 0: outside the blocks; entry l: block l
    std::optional<FixedPoint>
        fixed_point {};   ///< when all layers (from the second on) have the same activation and variances
    std::optional<HeadPrediction> head {};
    std::optional<double> writing_blocks {}, path_length {}, path_length_std {};   ///< see stream_walk.h
    Text remark {};   ///< why something is absent; usually empty

    bool covers(int block) const { return !blocks.at(std::size_t(block)).sites.empty(); }
    const BlockPrediction& block(int number) const { return blocks.at(std::size_t(number)); }

    /// Return predictions by their function in the block (Reading), or nullptr when theory makes none.
    const Predicted* preactivation(int number, Quantity quantity) const
    {
        return block(number).find(reading.preactivation, quantity);
    }
    const Predicted* output(int number, Quantity quantity) const
    {
        return block(number).find(reading.output, quantity);
    }
    const Predicted* gradient(int number) const { return block(number).find(reading.gradient, Quantity::gradient_rms); }
    /// Returns the quantity at the block's output or at its preactivation, whichever has it.
    std::optional<double> number(int number, Quantity quantity) const;
};

/// Returns an empty prediction for this number of blocks. `remark` is the reason when theory makes no prediction at
/// all.
Prediction silent_prediction(const Reading& reading, int blocks, Text remark = {});
Prediction silent_prediction(const NetworkPlan& plan, Text remark = {});

}   // namespace stepzero
