// SPDX-License-Identifier: GPL-3.0-or-later
// x ~ N(mean, std²), entry by entry.
#include "core/network/input/distributions.h"

namespace stepzero {

const InputDistribution& normal_distribution()
{
    static const InputDistribution normal {.name = "normal",
        .label = tr("normal"),
        .fill = [](const Experiment&, const Stream& stream) -> SampleFill {
            return [stream](std::uint32_t sample, Eigen::Ref<Eigen::VectorXf> x) {
                fill_normal(stream, sample, 0, x.data(), std::size_t(x.size()));
                return 1.0F;
            };
        },
        .python
        = [](const Experiment& experiment, const std::string& samples, const std::string& width) -> PythonLines {
            return {"x = rng.normal(" + python_number(experiment.input.mean) + ", "
                + python_number(experiment.input.std) + ", (" + samples + ", " + width + "))"};
        }};
    return normal;
}

}   // namespace stepzero
