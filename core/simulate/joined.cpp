// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/simulate/blocks.h"
#include "core/simulate/replica.h"
#include "core/statistics/join.h"

namespace stepzero {

namespace {

/// Joins one Distribution of every replica. `get` finds it in a replica.
template <class Get>
std::pair<Distribution, Distribution> join_distributions(const std::vector<Measurement>& replicas, const Get& get)
{
    std::vector<const Distribution*> all;
    for (const Measurement& replica : replicas)
        all.push_back(&get(replica));
    return joined(all);
}

}   // namespace

Measurement joined(std::vector<Measurement> replicas)
{
    if (replicas.size() == 1)
        return std::move(replicas.front());
    Measurement out = replicas.front();
    out.replicas = int(replicas.size());
    out.input = join_distributions(
        replicas, [](const Measurement& m) -> auto& {
            return m.input;
        }).first;
    out.spread.resize(out.layers.size());
    out.remarks.clear();
    for (std::size_t r = 0; r < replicas.size(); ++r)
        for (Remark remark : replicas[r].remarks) {
            remark.text += " (replica " + std::to_string(r) + ")";
            out.remarks.push_back(remark);
        }
    for (std::size_t l = 0; l < out.layers.size(); ++l) {
        LayerMeasurement &mean = out.layers[l], &sd = out.spread[l];
        const std::array<Distribution LayerMeasurement::*, 3> tensors {
            &LayerMeasurement::weight, &LayerMeasurement::preactivation, &LayerMeasurement::output};
        for (const auto tensor : tensors)
            std::tie(mean.*tensor, sd.*tensor) = join_distributions(
                replicas, [&](const Measurement& m) -> auto& { return m.layers[l].*tensor; });
        const bool everywhere = std::all_of(
            replicas.begin(), replicas.end(), [&](const Measurement& m) { return m.layers[l].gradient.has_value(); });
        mean.gradient.reset();
        if (everywhere)
            std::tie(mean.gradient.emplace(), sd.gradient.emplace()) = join_distributions(
                replicas, [&](const Measurement& m) -> auto& { return *m.layers[l].gradient; });
        std::vector<double> decorrelations;
        for (const Measurement& m : replicas)
            if (const auto& d = m.layers[l].decorrelation)
                decorrelations.push_back(*d);
        mean.decorrelation.reset();
        if (decorrelations.size() == replicas.size()) {
            const MeanAndSpread p = mean_and_spread(decorrelations);
            mean.decorrelation = p.mean;
            sd.decorrelation = p.sd;
        }
        const std::array<double LayerMeasurement::*, 3> fractions {
            &LayerMeasurement::zero_fraction, &LayerMeasurement::saturated_fraction, &LayerMeasurement::dead_fraction};
        for (const auto fraction : fractions) {
            std::vector<double> numbers;
            for (const Measurement& m : replicas)
                numbers.push_back(m.layers[l].*fraction);
            const MeanAndSpread p = mean_and_spread(numbers);
            mean.*fraction = p.mean;
            sd.*fraction = p.sd;
        }
    }
    if (out.recording) {
        std::vector<const Recording*> recordings;
        for (const Measurement& m : replicas)
            recordings.push_back(m.recording.get());
        auto [mean, sd] = joined(recordings);
        out.recording = std::make_shared<const Recording>(std::move(mean));
        out.recording_spread = std::make_shared<const Recording>(std::move(sd));
    }
    return out;
}

}   // namespace stepzero
