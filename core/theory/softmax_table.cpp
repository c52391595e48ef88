// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/softmax_table.h"

#include <algorithm>
#include <cmath>

#include "core/theory/attention_theory.h"

namespace stepzero {

namespace {

constexpr double least_spread = 0.01, ratio = 0.25;   // ratio: ln of the ratio of successive spreads
constexpr int spreads = 34;   // the largest spread is 38.3
constexpr int most_keys = 1 << 17;

/// Lagrange weights of four points, and those of the derivative.
struct Cubic {
    double weight[4], slope[4];
    Cubic(const double* at, double x)
    {
        for (int i = 0; i < 4; ++i) {
            double product = 1, sum = 0;
            for (int j = 0; j < 4; ++j) {
                if (j == i)
                    continue;
                double rest = 1 / (at[i] - at[j]);
                for (int k = 0; k < 4; ++k)
                    if (k != i && k != j)
                        rest *= (x - at[k]) / (at[i] - at[k]);
                sum += rest;
                product *= (x - at[j]) / (at[i] - at[j]);
            }
            weight[i] = product;
            slope[i] = sum;
        }
    }
};

}   // namespace

const SoftmaxTable& SoftmaxTable::shared()
{
    static const SoftmaxTable table;
    return table;
}

SoftmaxTable::SoftmaxTable()
{
    std::vector<int> keys {2, 3};
    for (int n = 4; n < most_keys; n *= 2)
        for (const int part : {4, 5, 6})   // quarters of n
            if (n * part % 4 == 0)
                keys.push_back(n * part / 4);
    keys.push_back(most_keys);
    for (const int n : keys)
        log_keys_.push_back(std::log(double(n)));
    participation_.resize(spreads, Eigen::Index(keys.size()));
    entropy_.resize(spreads, Eigen::Index(keys.size()));
    pairing_.resize(spreads, Eigen::Index(keys.size()));
    for (int i = 0; i < spreads; ++i) {
        const std::vector<SoftmaxMoments> moments = softmax_moments(keys, least_spread * std::exp(ratio * i));
        for (Eigen::Index k = 0; k < Eigen::Index(keys.size()); ++k) {
            const SoftmaxMoments& m = moments[std::size_t(k)];
            const double n = keys[std::size_t(k)], tiny = 1e-12;
            participation_(i, k) = std::log(
                std::max(tiny, std::log1p(n * m.participation - 1)) / std::max(tiny, -std::log(m.participation)));
            entropy_(i, k)
                = std::log(std::max(tiny, log_keys_[std::size_t(k)] - m.entropy) / std::max(tiny, m.entropy));
            pairing_(i, k) = std::log(std::max(tiny, m.pairing));
        }
    }
}

SoftmaxTable::Entry SoftmaxTable::at(int keys, double spread) const
{
    if (keys < 2)
        return {};
    const double n = std::min(keys, most_keys), log_n = std::log(n);
    if (spread < 2 * least_spread) {   // expansion to second order
        const double slope = (1 - 1 / n) / n;
        return {1 / n + slope * spread * spread, slope, log_n - n * slope * spread * spread / 2,
            (1 - 1 / n) * (1 - 4 / n + 6 / (n * n)), 0};
    }
    const double place = std::log(spread / least_spread) / ratio, inside = std::min(place, spreads - 1.0);
    const int i = std::clamp(int(inside) - 1, 0, spreads - 4);
    const auto next = std::upper_bound(log_keys_.begin(), log_keys_.end(), log_n) - log_keys_.begin();
    const Eigen::Index k = std::clamp<Eigen::Index>(next - 2, 0, Eigen::Index(log_keys_.size()) - 4);
    const double rows[4] = {i + 0.0, i + 1.0, i + 2.0, i + 3.0};
    const Cubic across(rows, inside), along(&log_keys_[std::size_t(k)], log_n);
    const double beyond = ratio * (place - inside);   // extrapolated linearly
    double p = beyond, h = beyond, slope = beyond > 0 ? ratio : 0, pairing = -3 * beyond,
           pairing_slope = beyond > 0 ? -3 * ratio : 0;
    for (int b = 0; b < 4; ++b)
        for (int a = 0; a < 4; ++a) {
            p += across.weight[a] * along.weight[b] * participation_(i + a, k + b);
            h += across.weight[a] * along.weight[b] * entropy_(i + a, k + b);
            pairing += across.weight[a] * along.weight[b] * pairing_(i + a, k + b);
            if (beyond > 0)
                continue;
            slope += across.slope[a] * along.weight[b] * participation_(i + a, k + b);
            pairing_slope += across.slope[a] * along.weight[b] * pairing_(i + a, k + b);
        }
    // y = ln(L/(1 − L)), L = ln(nP)/ln n: dP/dy = P ln n L (1 − L), and dy/d(s²) = y'/(2 ratio s²).
    const double part = 1 / (1 + std::exp(-p)), participation = std::exp(-log_n * (1 - part));
    return {participation, participation * log_n * part * (1 - part) * slope / (2 * ratio * spread * spread),
        log_n / (1 + std::exp(h)), std::exp(pairing), pairing_slope / ratio};
}

}   // namespace stepzero
