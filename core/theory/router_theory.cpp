// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/router_theory.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/math/linear/chebyshev.h"
#include "core/math/random/stream.h"

namespace stepzero {

namespace {

constexpr int drawn_numbers = 1 << 15;   // in all; draws = this number / experts
constexpr int least_draws = 64;

/// Softmax, choice and gates of a column. The memory is reused for the next column.
class Routed {
public:
    explicit Routed(const RouterRule& rule)
        : softmax(rule.experts), chosen(rule.experts), gates(rule.experts), rule_(rule),
          order_(std::size_t(rule.experts))
    {
    }

    Eigen::ArrayXd softmax, chosen, gates;   // chosen: 0 or 1
    double top = 0;

    void route(const Eigen::ArrayXd& logits)
    {
        softmax = (logits - logits.maxCoeff()).exp();
        softmax /= softmax.sum();
        std::iota(order_.begin(), order_.end(), 0);
        std::nth_element(order_.begin(), order_.begin() + (rule_.chosen - 1), order_.end(),
            [&](int a, int b) { return logits[a] > logits[b] || (logits[a] == logits[b] && a < b); });
        chosen.setZero();
        for (int j = 0; j < rule_.chosen; ++j)
            chosen[order_[std::size_t(j)]] = 1;
        gates = softmax * chosen;
        top = gates.sum();
        if (rule_.renormalized)
            gates /= top;
    }
    /// Returns the weights of the experts in the gradient at the logits.
    const Eigen::ArrayXd& weights() const { return rule_.renormalized ? gates : softmax; }

private:
    RouterRule rule_;
    std::vector<int> order_;
};

RouterPair pair_of(const RouterRule& rule, const Routed& a, const Routed& b)
{
    const double n = rule.experts, k = rule.chosen, gates = (a.gates * b.gates).sum();
    const double slopes
        = (a.weights() * b.weights() * (a.chosen * b.chosen - a.chosen * b.gates - b.chosen * a.gates + gates)).sum();
    return {gates, slopes, n / k * (a.chosen * b.softmax).sum(), n / (k * k) * (a.chosen * b.chosen).sum()};
}

void add(RouterPair& sum, const RouterPair& part, double weight)
{
    sum.gates += weight * part.gates;
    sum.slopes += weight * part.slopes;
    sum.balance += weight * part.balance;
    sum.common += weight * part.common;
}

std::array<double, 4> numbers_of(const RouterPair& pair)
{
    return {pair.gates, pair.slopes, pair.balance, pair.common};
}

}   // namespace

RouterLaw::RouterLaw(const RouterRule& rule, double spread) : rule_(rule), spread_(spread)
{
    constexpr RouterPair nothing {0, 0, 0, 0};
    Routed first(rule), second(rule);
    if (!(spread > 0)) {
        first.route(Eigen::ArrayXd::Zero(rule.experts));
        entropy_ = std::log(double(rule.experts));
        top_ = first.top;
        own_ = pair_of(rule, first, first);
        return;
    }
    const int draws = std::max(least_draws, drawn_numbers / rule.experts);
    std::array<double, nodes> x, away;   // away: 1 − c
    for (std::size_t i = 0; i < nodes; ++i) {
        x[i] = std::numbers::sqrt2 / 2 * (1 + chebyshev_node(int(i), nodes));
        away[i] = x[i] * x[i];
    }
    own_ = nothing;
    std::vector<RouterPair> known(nodes, nothing);
    Eigen::ArrayXf numbers(2 * rule.experts);
    Eigen::ArrayXd u(rule.experts), v(rule.experts), beside(rule.experts);
    for (int draw = 0; draw < draws; ++draw) {
        fill_normal({}, std::uint32_t(draw), 0, numbers.data(), std::size_t(numbers.size()));
        u = spread * numbers.head(rule.experts).cast<double>();
        v = spread * numbers.tail(rule.experts).cast<double>();
        first.route(u);
        for (const double p : first.softmax)
            entropy_ -= p > 0 ? p * std::log(p) / draws : 0;
        top_ += first.top / draws;
        add(own_, pair_of(rule, first, first), 1.0 / draws);
        for (std::size_t i = 0; i < away.size(); ++i) {
            const double c = 1 - away[i];
            beside = c * u + std::sqrt(away[i] * (2 - away[i])) * v;
            second.route(beside);
            add(known[i], pair_of(rule, first, second), 1.0 / draws);
        }
    }
    const std::array<double, 4> own = numbers_of(own_);
    for (std::size_t i = 0; i < nodes; ++i)
        for (std::size_t n = 0; n < own.size(); ++n)
            terms_[n][i] = (numbers_of(known[i])[n] - own[n]) / x[i];
    for (std::array<double, nodes>& terms : terms_)
        to_chebyshev_terms(terms);
}

RouterPair RouterLaw::at(double cosine) const
{
    const double x = std::sqrt(std::clamp(1 - cosine, 0.0, 2.0));
    const auto change = [&](std::size_t n) { return x * chebyshev_sum(terms_[n], std::numbers::sqrt2 * x - 1).value; };
    return {own_.gates + change(0), own_.slopes + change(1), own_.balance + change(2), own_.common + change(3)};
}

}   // namespace stepzero
