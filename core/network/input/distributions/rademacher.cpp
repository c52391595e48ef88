// SPDX-License-Identifier: GPL-3.0-or-later
// x = mean ± std with equal probability, entry by entry.
#include "core/network/input/distributions.h"

namespace stepzero {

const InputDistribution& rademacher_distribution()
{
    static const InputDistribution rademacher {.name = "rademacher",
        .label = tr("Rademacher (±1)"),
        .kurtosis = 1,
        .fill = [](const Experiment&, const Stream& stream) -> SampleFill {
            return [stream](std::uint32_t sample, Eigen::Ref<Eigen::VectorXf> x) {
                fill_uniform(stream, sample, 0, x.data(), std::size_t(x.size()));
                x = (x.array() < 0)
                        .select(Eigen::VectorXf::Constant(x.size(), -1), Eigen::VectorXf::Constant(x.size(), 1));
                return 1.0F;
            };
        },
        .python
        = [](const Experiment& experiment, const std::string& samples, const std::string& width) -> PythonLines {
            return {"x = " + python_number(experiment.input.mean) + " + " + python_number(experiment.input.std)
                + " * rng.choice([-1, 1], (" + samples + ", " + width + "))"};
        }};
    return rademacher;
}

}   // namespace stepzero
