// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/entry_cut.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/random/truncated.h"

namespace stepzero {

namespace {

constexpr double sure_count = 12;   // expected entries in a region that has none; probability e^−12

double beyond(double x) { return std::erfc(x / std::numbers::sqrt2); }   // two-sided
double density(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi); }

/// Returns σ before truncation at ±value, for entries whose std after truncation is `std`.
double uncut(double std, double value)
{
    double low = std, high = 20 * value;   // nearly uniform at this σ
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (middle * share_left(value / middle) < std ? low : high) = middle;
    }
    return (low + high) / 2;
}

}   // namespace

double share_left(double at) { return std::sqrt(TruncatedNormal(-at, at).moments().variance); }

EntryCut cut_of(const Draw& draw)
{
    const auto& cut = draw.base->truncation;
    if (!cut || cut->first != -cut->second || beyond(cut->second) < 1e-3)
        return {};
    return {cut->second, share_left(cut->second)};
}

EntryCut cut_of(const EntryNumbers& entries)
{
    constexpr double most_gap = 0.05;
    if (entries.constant() || entries.std == 0)
        return {};
    const auto n = double(entries.finite());
    const double far = std::max(entries.max - entries.mean, entries.mean - entries.min);
    if (n * beyond(far / entries.std) < sure_count)
        return {};
    const double allowed = 0.006 + 3 / std::sqrt(2 * n);   // rounding of bf16, and the standard error of σ
    const auto fits = [&](double at, double std) {
        const double gap = sure_count / (n * 2 * density(at) * at);   // no entries in the last part before the end
        const double reach = far / std;
        return gap < most_gap && reach < at * (1 + allowed) && reach > at * (1 - allowed - gap);
    };
    for (const double at : {1.0, 1.5, 2.0, 2.5, 3.0})
        if (const double share = share_left(at); fits(at, entries.std / share))
            return {at, share};
    constexpr double value = 2;   // PyTorch's default bounds of trunc_normal_
    if (entries.std < value / std::numbers::sqrt3 * 0.99)
        if (const double std = uncut(entries.std, value); fits(value / std, std))
            return {value / std, entries.std / std, true};
    return {};
}

}   // namespace stepzero
