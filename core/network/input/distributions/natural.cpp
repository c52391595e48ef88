// SPDX-License-Identifier: GPL-3.0-or-later
// x = mean + std times a Gaussian field with the amplitudes of natural images, ∝ 1/f (core/math/random/natural.h). The
// field is on the positions of each channel, or on a ring of all entries.
#include "core/math/random/natural.h"

#include <memory>

#include "core/network/input/distributions.h"

namespace stepzero {

namespace {

/// Fills channel after channel, each with a separate field; two fields are generated together.
SampleFill fill(const Experiment& experiment, const Stream& stream)
{
    const PositionShape shape = position_shape(experiment.network);
    const auto field = std::make_shared<const NaturalField>(shape.dimensions, shape.side);
    return [stream, field](std::uint32_t sample, Eigen::Ref<Eigen::VectorXf> x) {
        const std::size_t positions = field->positions(), channels = std::size_t(x.size()) / positions;
        std::vector<float> normal(2 * positions);
        for (std::size_t c = 0; c < channels; c += 2) {
            fill_normal(stream, sample, std::uint32_t(c * positions), normal.data(), normal.size());
            float* const one = x.data() + c * positions;
            field->fill(normal.data(), one, c + 1 < channels ? one + positions : nullptr);
        }
        return 1.0F;
    };
}

/// Amplitudes ∝ 1/f with random phases: white noise with each frequency weighted.
PythonLines python(const Experiment& experiment, const std::string& samples, const std::string&)
{
    const PositionShape shape = position_shape(experiment.network);
    const Input& input = experiment.input;
    const std::string side = std::to_string(shape.side);
    const bool grid = shape.dimensions == 2;
    const int channels = entries_of_layer(experiment.network, 0) / (grid ? shape.side * shape.side : shape.side);
    const std::string size = samples + ", " + std::to_string(channels) + ", " + (grid ? side + ", " + side : side);
    return {"f = np.fft.fftfreq(" + side + ", 1 / " + side + ")  # cycles a side",
        grid ? "power = 1 / np.maximum(f[:, None] ** 2 + f**2, 1)" : "power = 1 / np.maximum(f**2, 1)",
        "amplitude = np.sqrt(power / power.sum() * power.size)", "noise = rng.standard_normal((" + size + "))",
        grid ? "x = np.fft.ifft2(amplitude * np.fft.fft2(noise)).real"
             : "x = np.fft.ifft(amplitude * np.fft.fft(noise)).real",
        "x = " + python_number(input.mean) + " + " + python_number(input.std) + " * x.reshape(len(x), -1)"};
}

}   // namespace

const InputDistribution& natural_distribution()
{
    static const InputDistribution natural {.name = "natural",
        .label = tr("natural image statistics"),
        .independent = false,
        .fill = fill,
        .tile = 1,
        .python = python};
    return natural;
}

}   // namespace stepzero
