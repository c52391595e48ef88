// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/position_field.h"

#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <numbers>

#include "core/base/words/nan.h"
#include "core/theory/log_sum.h"

namespace stepzero {

namespace {

/// Plain numbers in units of the largest.
struct Plain {
    explicit Plain(const std::vector<double>& ln) : unit(*std::max_element(ln.begin(), ln.end()))
    {
        for (const double each : ln)
            numbers.push_back(unit == -infinity ? 0 : std::exp(each - unit));
    }
    double at(int position) const { return numbers.size() == 1 ? numbers.front() : numbers[std::size_t(position)]; }

    double unit;
    std::vector<double> numbers;
};

}   // namespace

double PositionField::mean() const
{
    if (uniform())
        return ln_.front();
    const Plain plain(ln_);
    double sum = 0;
    for (const double each : plain.numbers)
        sum += each;
    return plain.unit + std::log(sum / double(ln_.size()));
}

PositionField PositionField::forward(
    const Window& window, double ln_weight, double ln_bias, std::optional<int> one_tap) const
{
    // The middle tap of a kernel is inside everywhere.
    if (uniform() && (window.uniform() || (one_tap && !window.transposed)))
        return PositionField(log_sum(ln_weight + ln_.front(), ln_bias));
    const Plain plain(ln_);
    const Taps taps(window);
    const double seen = window.taps_per_output() / (one_tap ? taps.taps() : 1);
    std::vector<double> result;
    for (int output = 0; output < window.positions_out(); ++output) {
        double sum = 0;
        for (int tap = 0; tap < taps.taps(); ++tap)
            if (const int input = taps.input(output, tap); input >= 0 && tap == one_tap.value_or(tap))
                sum += plain.at(input);
        result.push_back(log_sum(ln_weight + plain.unit + std::log(sum / seen), ln_bias));
    }
    return PositionField(std::move(result));
}

PositionField PositionField::backward(const Window& window, double factor, std::optional<int> one_tap) const
{
    if (uniform() && window.uniform())
        return PositionField(ln_.front() + factor);
    const Plain plain(ln_);
    const Taps taps(window);
    std::vector<double> result;
    for (int input = 0; input < window.positions_in(); ++input) {
        double sum = 0;
        taps.for_outputs(input, [&](int output, int tap) {
            if (tap == one_tap.value_or(tap))
                sum += plain.at(output);
        });
        result.push_back(plain.unit + factor + std::log(one_tap ? sum : sum / taps.taps()));
    }
    return PositionField(std::move(result));
}

namespace {

/// Combines two fields position by position; a single value is used for all positions.
template <class Operation>
std::vector<double> combined(const std::vector<double>& a, const std::vector<double>& b, const Operation& operation)
{
    std::vector<double> result;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
        result.push_back(operation(a[a.size() == 1 ? 0 : i], b[b.size() == 1 ? 0 : i]));
    return result;
}

}   // namespace

PositionField PositionField::plus(const PositionField& other) const
{
    return PositionField(combined(ln_, other.ln_, log_sum));
}

PositionField PositionField::times(const PositionField& other) const
{
    return PositionField(combined(ln_, other.ln_, std::plus<>()));
}

double wave_kept(const Window& window, int cycles, bool one_tap)
{
    if (one_tap)
        return 1;
    std::complex<double> sum = 0;
    for (int t = 0; t < window.kernel; ++t)
        sum += std::polar(1.0, 2 * std::numbers::pi * cycles * window.dilation * t / window.side);
    return std::abs(sum) / window.kernel;
}

}   // namespace stepzero
