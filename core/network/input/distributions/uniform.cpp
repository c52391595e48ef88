// SPDX-License-Identifier: GPL-3.0-or-later
// x ~ U(mean ± √3·std), entry by entry.
#include <cmath>

#include "core/network/input/distributions.h"

namespace stepzero {

const InputDistribution& uniform_distribution()
{
    static const InputDistribution uniform {.name = "uniform",
        .label = tr("uniform"),
        .kurtosis = 1.8,
        .fill = [](const Experiment&, const Stream& stream) -> SampleFill {
            return [stream](std::uint32_t sample, Eigen::Ref<Eigen::VectorXf> x) {
                fill_uniform(stream, sample, 0, x.data(), std::size_t(x.size()));
                return std::sqrt(3.0F);
            };
        },
        .python
        = [](const Experiment& experiment, const std::string& samples, const std::string& width) -> PythonLines {
            return {"x = " + python_number(experiment.input.mean) + " + " + python_number(experiment.input.std)
                + " * rng.uniform(-math.sqrt(3), math.sqrt(3), (" + samples + ", " + width + "))"};
        }};
    return uniform;
}

}   // namespace stepzero
