// SPDX-License-Identifier: GPL-3.0-or-later
// x = mean + a vector of uniformly random direction and length std·√input_width, the RMS length of a normal one.
#include <algorithm>
#include <cmath>

#include "core/network/input/distributions.h"

namespace stepzero {

const InputDistribution& sphere_distribution()
{
    static const InputDistribution sphere {.name = "sphere",
        .label = tr("on a sphere"),
        .kurtosis = 1,
        .fill = [](const Experiment&, const Stream& stream) -> SampleFill {
            return [stream](std::uint32_t sample, Eigen::Ref<Eigen::VectorXf> x) {
                fill_normal(stream, sample, 0, x.data(), std::size_t(x.size()));
                return float(std::sqrt(double(x.size())) / std::max(x.cast<double>().norm(), 1e-30));
            };
        },
        .python =
            [](const Experiment& experiment, const std::string& samples, const std::string& width) {
                PythonLines lines {"x = rng.standard_normal((" + samples + ", " + width + "))",
                    "x *= " + python_number(experiment.input.std) + " * math.sqrt(" + width
                        + ") / np.linalg.norm(x, axis=1, keepdims=True)"};
                if (experiment.input.mean != 0)
                    lines.push_back("x += " + python_number(experiment.input.mean));
                return lines;
            }};
    return sphere;
}

}   // namespace stepzero
