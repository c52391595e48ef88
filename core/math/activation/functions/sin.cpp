// SPDX-License-Identifier: GPL-3.0-or-later
// Sine, as in periodic networks: Sitzmann et al. 2020. In float, arguments up to 10^5 are reduced to a quarter turn in
// double, in a loop that vectorizes. Larger ones are rare and use the library.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "core/math/activation/activations.h"
#include "core/math/activation/elementwise.h"

namespace stepzero {

namespace {

constexpr float far_out = 1e5f;

// Returns sin(z + quarter_turns·π/2) for |z| < far_out; meaningless beyond.
inline float near_sine(float z, std::uint32_t quarter_turns)
{
    constexpr double magic = 0x1.8p52;   // adding it rounds to an integer
    constexpr double half_pi_high = 0x1.921fb544p0, half_pi_low = 0x1.0b4611a626331p-34;
    const double x = z;
    const double shifted = x * (2 / std::numbers::pi) + magic;
    const double k = shifted - magic;
    const float r = float((x - k * half_pi_high) - k * half_pi_low);
    const std::uint32_t quadrant = std::uint32_t(std::bit_cast<std::uint64_t>(shifted)) + quarter_turns;
    const float r2 = r * r;
    const float sine = r + r * r2 * (-1.0f / 6 + r2 * (1.0f / 120 + r2 * (-1.0f / 5040 + r2 * (1.0f / 362880))));
    const float cosine
        = 1 + r2 * (-0.5f + r2 * (1.0f / 24 + r2 * (-1.0f / 720 + r2 * (1.0f / 40320 - r2 * (1.0f / 3628800)))));
    // Integer arithmetic instead of branches, so that the loop vectorizes.
    const std::uint32_t sine_bits = std::bit_cast<std::uint32_t>(sine);
    const std::uint32_t other = (sine_bits ^ std::bit_cast<std::uint32_t>(cosine)) & (0u - (quadrant & 1u));
    return std::bit_cast<float>(sine_bits ^ other ^ ((quadrant & 2u) << 30));
}

void sine(const float* z, float* x, std::ptrdiff_t n, std::uint32_t quarter_turns)
{
    std::array<float, 1024> argument;
    for (std::ptrdiff_t first = 0; first < n; first += std::ptrdiff_t(argument.size())) {
        const std::ptrdiff_t count = std::min(std::ptrdiff_t(argument.size()), n - first);
        std::copy_n(z + first, count, argument.data());
        by_blocks(argument.data(), x + first, count, [quarter_turns](float t) { return near_sine(t, quarter_turns); });
        for (std::ptrdiff_t i = 0; i < count; ++i) {
            const float t = argument[std::size_t(i)];
            if (!(std::abs(t) < far_out))
                x[first + i] = quarter_turns == 0 ? std::sin(t) : std::cos(t);
        }
    }
}

}   // namespace

ActivationInfo activation_sin()
{
    return {.name = "sin",
        .label = tr("Sine"),
        .formula = "sin(z)",
        .parameters = {},
        .value_f = [](const Parameters&, const float* z, float* x, std::ptrdiff_t n) { sine(z, x, n, 0); },
        .value_d = [](const Parameters&, const double* z, double* x,
                       std::ptrdiff_t n) { by_blocks(z, x, n, [](double t) { return std::sin(t); }); },
        .derivative_f = [](const Parameters&, const float* z, float* d, std::ptrdiff_t n) { sine(z, d, n, 1); },
        .derivative_d = [](const Parameters&, const double* z, double* d,
                            std::ptrdiff_t n) { by_blocks(z, d, n, [](double t) { return std::cos(t); }); },
        .limits =
            [](const Parameters&) {
                return Limits {.slope_left = 1,
                    .slope_right = 1,
                    .bounded = true,
                    .wave_panel = 4,
                    .wave_reach = 10,
                    .wave_period = 2 * std::numbers::pi};
            },
        .saturation = [](const Parameters&) { return Saturation {}; },
        .kinks = [](const Parameters&) { return std::vector<double> {}; },
        .code = ActivationCode {.pytorch = "Sin()",
            .jax = "jnp.sin(x)",
            .keras = "ops.sin",
            .pytorch_value = "torch.sin(x)",
            .function = "sin"}};
}

}   // namespace stepzero
