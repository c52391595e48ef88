// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/attention_weights.h"

#include <algorithm>
#include <cmath>

#include "core/math/activation/elementary.h"

namespace stepzero {

void HeadSum::join(const HeadSum& other)
{
    logits.join(other.logits);
    largest = std::max(largest, other.largest);
    variance += other.variance;
    entropy += other.entropy;
    log_visible += other.log_visible;
    queries += other.queries;
    lone_queries += other.lone_queries;
}

AttentionHead HeadSum::head(std::int64_t exponent, std::int64_t before) const
{
    const auto in_units
        = [](double logit, std::int64_t e) { return std::clamp(std::scalbln(logit, long(e)), -1e300, 1e300); };
    const auto plain = [&](double logit) { return in_units(logit, exponent); };
    AttentionHead h;
    h.logit_mean = plain(logits.mean);
    h.logit_std = logits.count == 0 ? 0 : plain(std::sqrt(logits.m2 / logits.count));
    h.logit_max = in_units(largest, before);
    h.queries = queries;
    h.lone_queries = lone_queries;
    if (queries > 0) {
        h.logit_spread = plain(std::sqrt(variance / queries));
        h.entropy = entropy / queries;
        h.log_visible = log_visible / queries;
    }
    return h;
}

std::vector<AttentionHead> joined_heads(
    const std::vector<HeadSum>& sums, int heads, std::int64_t exponent, std::int64_t before)
{
    std::vector<AttentionHead> all;
    for (std::size_t head = 0; head < std::size_t(heads); ++head) {
        HeadSum sum;
        for (std::size_t i = head; i < sums.size(); i += std::size_t(heads))
            sum.join(sums[i]);
        all.push_back(sum.head(exponent, before));
    }
    return all;
}

double AttentionWeights::largest() const
{
    float most = -std::numeric_limits<float>::infinity();
    for (int t = 0; t < int(p.cols()); ++t)
        most = std::max(most, p.col(t).head(visible_of(t)).maxCoeff());
    return double(most);
}

void AttentionWeights::cap(const SoftCap& cap, bool slopes)
{
    if (!cap.bends(exponent))
        return;
    cap.apply(p.data(), p.size(), exponent);
    exponent = 0;
    if (slopes)
        slope = cap.slope(p);
}

void AttentionWeights::softmax(HeadSum* sum)
{
    for (int t = 0; t < int(p.cols()); ++t) {
        const int n = visible_of(t);
        auto column = p.col(t).head(n).array();
        p.col(t).tail(p.rows() - n).setZero();
        float largest = column.maxCoeff();
        double variance = 0;
        if (sum) {
            MomentAccumulator logits;
            logits.add(p.col(t).data(), std::size_t(n));
            const Moments m = logits.moments();
            sum->logits.join(m);
            variance = m.m2 / n;
        }
        constexpr double far_below = -1e4;   // values far below the largest one are all equivalent
        if (exponent != 0) {   // converts to plain units
            column = ((column - largest).cast<double>() * power_of_two(exponent)).max(far_below).cast<float>();
            largest = 0;
        }
        if (biases) {
            column += Eigen::Map<const Eigen::ArrayXf>(biases + (tokens - 1 - first - t), n);
            largest = column.maxCoeff();
        }
        // H = ln Σe^(l − max) − Σ p (l − max)
        double total = 0, weighted = 0;
        for (int i = 0; i < n; ++i) {
            const float below = column[i] - largest;
            const float e = elementary::exp<float>(below);
            total += double(e);
            weighted += double(e) * double(below);
            column[i] = e;
        }
        column *= float(1 / total);
        if (!sum)
            continue;
        if (n == 1) {
            ++sum->lone_queries;
            continue;
        }
        ++sum->queries;
        sum->variance += variance;
        sum->entropy += std::log(total) - weighted / total;
        sum->log_visible += std::log(double(n));
    }
}

}   // namespace stepzero
