// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/entry_sums.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace stepzero {

namespace {

using Numbers = Eigen::Map<const Eigen::ArrayXd>;

}   // namespace

void EntrySums::add(std::span<const double> numbers)
{
    std::vector<double> finite;
    if (!std::isfinite(Numbers(numbers.data(), Eigen::Index(numbers.size())).abs().sum())) {
        std::copy_if(
            numbers.begin(), numbers.end(), std::back_inserter(finite), [](double x) { return std::isfinite(x); });
        not_finite_ += numbers.size() - finite.size();
        numbers = finite;
    }
    add_finite(numbers);
    if (counts_)
        counts_->add(numbers);
}

void EntrySums::add_finite(std::span<const double> finite)
{
    if (finite.empty())
        return;
    if (count_ == 0)
        origin_ = finite.front();
    const Numbers numbers(finite.data(), Eigen::Index(finite.size()));
    distance_ = numbers - origin_;
    square_ = distance_.square();
    sums_[0] += distance_.sum();
    sums_[1] += square_.sum();
    sums_[2] += (square_ * distance_).sum();
    sums_[3] += square_.square().sum();
    min_ = std::min(min_, numbers.minCoeff());
    max_ = std::max(max_, numbers.maxCoeff());
    zeros_ += std::uint64_t((numbers == 0).count());
    count_ += finite.size();
}

EntryNumbers EntrySums::numbers() const
{
    EntryNumbers found {.count = count_ + not_finite_, .not_finite = not_finite_, .zeros = zeros_};
    if (count_ == 0)
        return found;
    found.min = min_;
    found.max = max_;
    const auto n = double(count_);
    const double m1 = sums_[0] / n, m2 = sums_[1] / n, m3 = sums_[2] / n, m4 = sums_[3] / n;
    const double variance = std::max(0.0, m2 - m1 * m1);
    found.mean = min_ == max_ ? min_ : origin_ + m1;
    found.std = min_ == max_ ? 0 : std::sqrt(variance);
    const double fourth = m4 - 4 * m1 * m3 + 6 * m1 * m1 * m2 - 3 * m1 * m1 * m1 * m1;
    if (const double kurtosis = fourth / (variance * variance); found.std > 0 && std::isfinite(kurtosis))
        found.kurtosis = kurtosis;
    return found;
}

}   // namespace stepzero
