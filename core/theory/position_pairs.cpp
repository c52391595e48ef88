// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/position_pairs.h"

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/base/words/nan.h"
#include "core/math/linear/chebyshev.h"
#include "core/theory/log_sum.h"

namespace stepzero {

namespace {

double ln_at(const PositionField& field, int position)
{
    return field.ln()[field.uniform() ? 0 : std::size_t(position)];
}

int most_reach(int side, bool circular) { return circular ? side / 2 : side - 1; }

/// E[φ(z_a) φ(z_b)]/E[φ(z)²] at equal lengths, tabulated for correlations from `low` to 1 and the lengths of a field.
class ProductTable {
public:
    ProductTable(const GaussianExpectation& phi, const PositionField& q, double low)
        : largest_(std::sqrt(std::max(1 - low, 1e-6)))
    {
        double first = infinity, last = -infinity;
        for (const double ln_q : q.ln())
            if (ln_q > -infinity) {
                first = std::min(first, clamped(ln_q));
                last = std::max(last, clamped(ln_q));
            }
        if (last > -infinity)
            terms_ = Chebyshev<points>(first, last, [&](double ln_q) {
                std::array<double, points> products;
                const double length = std::exp(ln_q), square = phi.moments(length).square;
                for (std::size_t k = 0; k < points; ++k) {
                    const double root = (1 + chebyshev_node(int(k), points)) / 2 * largest_;
                    products[k] = square > 0 ? (phi.pair(length, length, root * root).product / square - 1) / root : 0;
                }
                to_chebyshev_terms(products);
                return products;
            });
    }

    double operator()(double ln_q, double c) const
    {
        const double root = std::sqrt(std::max(0.0, 1 - c));
        return 1 + root * chebyshev_value(terms_(clamped(ln_q)), 2 * root / largest_ - 1);
    }

private:
    static constexpr std::size_t points = 16;
    static double clamped(double ln_q) { return std::clamp(ln_q, -100.0, 100.0); }

    double largest_;   // √(1 − c), in which a kink's part is smooth
    Chebyshev<points> terms_;   // the terms of (product − 1)/√(1 − c) as functions of a length
};

}   // namespace

PositionPairs::PositionPairs(int dimensions, int side, bool circular, int reach)
    : grid_(dimensions == 2), circular_(circular), side_(side), reach_(std::min(reach, most_reach(side, circular)))
{
}

PositionPairs::PositionPairs(const Window& window, int reach, double alike)
    : PositionPairs(window.dimensions, window.side, window.border == Border::circular, reach)
{
    fill([&](int, int) { return alike; });
}

template <class Body>
void PositionPairs::fill(const Body& body)
{
    pairs_.assign(std::size_t((grid_ ? reach_ + 1 : 1) * (2 * reach_ + 1)), {});
    const auto inside = [&](int place) { return circular_ ? (place + side_) % side_ : place; };
    for (int down = 0; down <= (grid_ ? reach_ : 0); ++down)
        for (int across = down == 0 ? 1 : -reach_; across <= reach_; ++across) {
            std::vector<double>& those = pairs_[index(down, across)];
            for (int i = 0; i < (grid_ ? side_ * side_ : side_); ++i) {
                const int row = inside((grid_ ? i / side_ : 0) + down), column = inside(i % side_ + across);
                const bool known = column >= 0 && column < side_ && row < side_;
                those.push_back(known ? body(i, row * side_ + column) : 0);
            }
        }
}

int PositionPairs::around(int distance) const
{
    if (!circular_)
        return distance;
    const int forward = (distance % side_ + side_) % side_;
    return forward > side_ / 2 ? forward - side_ : forward;
}

double PositionPairs::operator()(int i, int j) const
{
    if (i == j)
        return 1;
    int down = grid_ ? around(j / side_ - i / side_) : 0, across = around(j % side_ - i % side_);
    if (down < 0 || (down == 0 && across < 0)) {
        down = grid_ ? around(-down) : 0;
        across = around(-across);
        i = j;
    }
    if (down > reach_ || std::abs(across) > reach_)
        throw std::out_of_range("positions that are too far from each other");
    return pairs_[index(down, across)][std::size_t(i)];
}

PositionPairs PositionPairs::forward(const Window& window, int reach, const PositionField& squares,
    const PositionField& q, double ln_weight, double ln_bias, std::optional<int> one_tap) const
{
    PositionPairs z(window.dimensions, window.side_out(), circular_, reach);
    const Taps taps(window);
    const double seen = window.taps_per_output() / (one_tap ? taps.taps() : 1);
    const double unit = *std::max_element(squares.ln().begin(), squares.ln().end());
    std::vector<double> sizes;   // RMS in units of e^(unit/2)
    for (int i = 0; i < window.positions_in(); ++i)
        sizes.push_back(unit == -infinity ? 0 : std::exp((ln_at(squares, i) - unit) / 2));
    z.fill([&](int a, int b) {
        double sum = 0;
        for (int tap = 0; tap < taps.taps(); ++tap) {
            const int i = taps.input(a, tap), j = taps.input(b, tap);
            if (i >= 0 && j >= 0 && tap == one_tap.value_or(tap))
                sum += sizes[std::size_t(i)] * sizes[std::size_t(j)] * (*this)(i, j);
        }
        const double product = log_sum(ln_weight + unit + ln(sum / seen), ln_bias);
        const double of_both = (ln_at(q, a) + ln_at(q, b)) / 2;
        return product == -infinity || of_both == -infinity ? 0 : std::min(1.0, std::exp(product - of_both));
    });
    return z;
}

PositionPairs PositionPairs::activated(const GaussianExpectation& phi, const PositionField& q) const
{
    double low = 1;
    for (const std::vector<double>& those : pairs_)
        for (const double c : those)
            low = std::min(low, c);
    const ProductTable product(phi, q, low);
    PositionPairs x(grid_ ? 2 : 1, side_, circular_, reach_);
    x.fill([&](int i, int j) {
        const double length = (ln_at(q, i) + ln_at(q, j)) / 2;
        return length == -infinity ? 1 : product(length, (*this)(i, j));
    });
    return x;
}

PositionPairs::Pooled PositionPairs::averaged(const Window& pool, int reach, const PositionField& squares) const
{
    const Taps taps(pool);
    const double unit = *std::max_element(squares.ln().begin(), squares.ln().end()), n = taps.taps();
    const auto product = [&](int a, int b) {   // mean product of two window means, in units of e^unit
        double sum = 0;
        for (int s = 0; s < taps.taps(); ++s)
            for (int t = 0; t < taps.taps(); ++t) {
                const int i = taps.input(a, s), j = taps.input(b, t);
                sum += std::exp((ln_at(squares, i) + ln_at(squares, j)) / 2 - unit) * (*this)(i, j);
            }
        return sum / (n * n);
    };
    std::vector<double> of_means, ln_squares;
    for (int o = 0; o < pool.positions_out(); ++o) {
        of_means.push_back(unit == -infinity ? 0 : product(o, o));
        ln_squares.push_back(ln(of_means.back()) + (unit == -infinity ? 0 : unit));
    }
    const auto [low, high] = std::minmax_element(ln_squares.begin(), ln_squares.end());
    const bool level = !(*high - *low > 1e-12);
    Pooled result {level ? PositionField(ln_squares.front()) : PositionField(ln_squares),
        PositionPairs(pool.dimensions, pool.side_out(), circular_, std::max(reach, 0))};
    result.pairs.fill([&](int a, int b) {
        const double both = std::sqrt(of_means[std::size_t(a)] * of_means[std::size_t(b)]);
        return both > 0 ? std::min(1.0, product(a, b) / both) : 0;
    });
    return result;
}

std::optional<PairReaches> pair_reaches(const std::vector<LayerPlan>& plan)
{
    constexpr double most_pairs = 6e4;   // per layer: candidates for fixes evaluate theory dozens of times
    PairReaches reaches;
    reaches.layers.assign(plan.size(), -1);
    reaches.behind.assign(plan.size(), -1);
    int reach = -1;
    for (std::size_t l = plan.size(); l-- > 0;) {
        const Window& window = plan[l].window;
        const bool circular = window.border == Border::circular;
        // With circular edges, the positions that windows leave out lie between the last and the first.
        const auto before = [&](const Window& w, int behind) {
            if (w.transposed)
                return std::min(behind / w.stride, most_reach(w.side, circular));
            const int rest = circular ? std::abs(w.side - w.stride * w.side_out()) : 0;
            return std::min(w.stride * behind + rest, most_reach(w.side, circular));
        };
        reaches.behind[l] = reach;
        if (plan[l].pooling == Pooling::average)
            reach = std::min(before(plan[l].pool, std::max(reach, 0)) + plan[l].pool.kernel - 1,
                most_reach(plan[l].pool.side, circular));
        if (reach < 0)
            continue;
        reaches.layers[l] = reach;
        const double distances = window.dimensions == 2 ? (2.0 * reach + 1) * (reach + 1) : reach;
        if (distances * window.positions_out() > most_pairs)
            return std::nullopt;
        reach = before(window, reach);
        if ((window.dimensions == 2 ? (2.0 * reach + 1) * (reach + 1) : reach) * window.positions_in() > most_pairs)
            return std::nullopt;
    }
    reaches.input = reach;
    return reaches;
}

}   // namespace stepzero
