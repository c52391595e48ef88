// SPDX-License-Identifier: GPL-3.0-or-later
// What theory says of a network, under the keys of its measurement: block by block, site by site. What theory does not
// know is absent.
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
    double value = 0;   ///< plain: may leave its range (0 or inf), never NaN
    std::optional<double> ln {};   ///< a size (RMS, std) has it too: never leaves its range, −inf for an exact zero
    /// Finite width, where the law holds (finite_width.h): standard deviation over networks of ln of a size, of the
    /// number itself for others, …
    std::optional<double> spread {};
    /// … and the shift that goes with it: ln of the root of the mean square over networks of this width, less ln of the
    /// prediction. ln RMS is close to normal with mean ln(the prediction) + shift − spread², so the band at k σ is
    /// rms·exp(shift − spread² ± k·spread).
    double shift = 0;
    /// Of ln of a size, either way: what theory leaves out at this width, by a bound that it knows (chance.h). The band
    /// is wider by as much, and what lies within is no deviation.
    double uncertainty = 0;

    std::optional<double> log10() const;   ///< ln / ln 10, for files and figures; absent where ln is
};
/// Returns a size by its natural logarithm.
Predicted predicted_size(double ln, double uncertainty = 0);

struct SitePrediction {
    std::string role;
    std::vector<std::pair<Quantity, Predicted>> numbers {};
    std::optional<AttentionPrediction> attention {};   ///< at the site "attention"

    const Predicted* find(Quantity quantity) const;
    Predicted& at(Quantity quantity);   ///< added where there is none
    void set(Quantity quantity, Predicted predicted) { numbers.emplace_back(quantity, predicted); }
};

struct BlockPrediction {
    std::vector<SitePrediction> sites {};   ///< empty: theory is silent

    const SitePrediction* find(std::string_view role) const;
    SitePrediction& at(std::string_view role);   ///< which it gets where there is none
    const Predicted* find(std::string_view role, Quantity quantity) const;
    std::optional<double> number(std::string_view role, Quantity quantity) const;   ///< the plain value
    std::optional<double> shown(std::string_view role, Quantity quantity) const;   ///< see BlockRecord
};

/// Of dense networks, what depends on nothing but the last layer; of streams, how deep signal and gradient see them.
struct Prediction {
    Reading reading;   ///< of the plan
    std::vector<BlockPrediction> blocks;   ///< entry 0: outside; entry l: block l
    std::optional<FixedPoint>
        fixed_point {};   ///< of layers that all (from the second on) have one activation and variances
    std::optional<HeadPrediction> head {};
    std::optional<double> writing_blocks {}, path_length {}, path_length_std {};   ///< see stream_walk.h
    Text remark {};   ///< why something is absent; mostly empty

    bool covers(int block) const { return !blocks.at(std::size_t(block)).sites.empty(); }
    bool covers_all() const;
    const BlockPrediction& block(int number) const { return blocks.at(std::size_t(number)); }

    /// By what they are to the block (Reading); nullptr where theory is silent.
    const Predicted* preactivation(int number, Quantity quantity) const
    {
        return block(number).find(reading.preactivation, quantity);
    }
    const Predicted* output(int number, Quantity quantity) const
    {
        return block(number).find(reading.output, quantity);
    }
    const Predicted* gradient(int number) const { return block(number).find(reading.gradient, Quantity::gradient_rms); }
    /// At the block's output, or at its preactivation: whichever has it.
    std::optional<double> number(int number, Quantity quantity) const;
};

/// Returns a prediction for this number of blocks that knows nothing yet, or nothing at all: then `remark` says why.
Prediction silent_prediction(const Reading& reading, int blocks, Text remark = {});
Prediction silent_prediction(const NetworkPlan& plan, Text remark = {});

}   // namespace stepzero
