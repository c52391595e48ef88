// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/activation/wave.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/math/activation/piecewise.h"
#include "core/math/activation/sign_change.h"

namespace stepzero {

namespace {

/// Returns the upward crossings of a level by the slope.
std::vector<double> crossings(const std::function<double(double)>& slope, double end)
{
    constexpr int steps = 20'000;
    const auto place = [&](int i) { return end * i / steps; };
    std::vector<double> slopes, found;
    for (int i = 0; i <= steps; ++i)
        slopes.push_back(slope(place(i)));
    const auto [low, high] = std::ranges::minmax(slopes);
    const double level = low + 0.53 * (high - low);
    if (!(high - low > 1e-9 * (std::abs(high) + std::abs(low))))
        return {};   // straight up to rounding
    for (int i = 0; i < steps; ++i)
        if (slopes[std::size_t(i)] < level && slopes[std::size_t(i) + 1] >= level)
            found.push_back(
                sign_change([&](double z) { return slope(z) - level; }, place(i), place(i + 1)).value_or(place(i + 1)));
    return found;
}

bool repeats(const Expression& f, const Wave& wave, double scale)
{
    constexpr double dense = 640, step = 0.0277;   // distances grow beyond `dense`
    double far = 1.0137 * wave.period;
    for (int i = 0; far < 1e6 && i < 40'000; ++i, far += far < dense ? step : 0.05 * far)
        for (const double z : {far, -far}) {
            const double y = std::fmod(z, wave.period), expected = f.value(y) + wave.slope * (z - y);
            if (!(std::abs(f.value(z) - expected) <= (1e-9 + 1e-13 * far) * (scale + std::abs(wave.slope * far))))
                return false;
        }
    return true;
}

struct Means {
    double value = 0, square = 0;
};

/// Gaussian means of f minus a line through 0.
Means means(const Expression& f, double center, double deviation, double step, double slope)
{
    std::vector<double> z;
    for (double g = -7; g <= 7; g += step / deviation)
        z.push_back(center + deviation * g);
    std::vector<double> x(z.size());
    f.value(z.data(), x.data(), std::ptrdiff_t(z.size()));
    Means sum;
    double weight = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
        const double g = (z[i] - center) / deviation, w = std::exp(-g * g / 2), away = x[i] - slope * z[i];
        sum.value += w * away;
        sum.square += w * away * away;
        weight += w;
    }
    return {sum.value / weight, sum.square / weight};
}

}   // namespace

std::optional<Wave> repeated_wave(
    const Expression& f, const std::function<double(double)>& slope, double end, double scale)
{
    const std::vector<double> upward = crossings(slope, end);
    for (std::size_t i = 1; i < 200 && 2 * i < upward.size(); ++i) {
        const double times = std::floor(double(upward.size() - 1) / double(i));
        Wave wave;
        wave.period = (upward[std::size_t(times) * i] - upward[0]) / times;
        wave.slope = (f.value(wave.period * times) - f.value(0)) / (wave.period * times);
        if (std::abs(wave.slope * end) < 1e-9 * scale)
            wave.slope = 0;
        wave.reach = 1.4 * wave.period;   // the mean of e^{ikz} is e^{−k²q/2} ≤ 2e-17
        if (repeats(f, wave, scale))
            return wave;
    }
    return std::nullopt;
}

std::vector<double> repeated_kinks(const std::vector<double>& kinks, double period)
{
    std::vector<double> all;
    for (int i = -26; i <= 26; ++i)
        for (const double z : kinks)
            if (z > 0 && z <= 1.0000001 * period)
                all.push_back(z + i * period);
    std::ranges::sort(all);
    const auto same = [&](double one, double next) { return next - one < 1e-9 * period; };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
    return all;
}

Wave wave_around_line(const Expression& f, double gap, bool kinked, double end, double scale)
{
    using Trouble = Piecewise::Trouble;
    const double widest = end / 9, far = end - 2 * widest, step = gap / (kinked ? 2048 : 32);
    const auto mean = [&](double center) { return means(f, center, widest, gap / 32, 0).value; };
    const double left = mean(-far), right = mean(far), middle = (left + right) / 2, rise = right - left;
    const bool level = std::abs(rise) < 2e-3 * scale;
    if (!level && kinked && std::abs(mean(0) - middle) < 0.05 * std::abs(rise))
        throw Trouble {Trouble::Kind::no_period, end};
    Wave wave {.slope = level ? 0 : rise / (2 * far), .at_zero = middle};
    const auto settled = [&] {
        const Means wide = means(f, 0, 1.4 * wave.reach, step, wave.slope);
        const double rms = std::sqrt(wide.square);
        const auto same = [&](double center) {
            const Means found = means(f, center, wave.reach, step, wave.slope);
            return std::abs(found.value - wide.value) <= 1e-6 * rms
                && std::abs(found.square - wide.square) <= 1e-6 * wide.square;
        };
        return (level || rms < 0.15 * std::abs(wave.slope * end))
            && std::ranges::all_of(std::array {0.0, gap / 2, 3 * wave.reach, -3 * wave.reach}, same);
    };
    for (const double times : {5, 10, 20, 40}) {
        wave.reach = std::min(times * gap, widest);
        if (settled())
            return wave;
    }
    throw Trouble {Trouble::Kind::swings, end};
}

}   // namespace stepzero
