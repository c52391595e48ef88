// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/statistics/magnitude.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/words/nan.h"

namespace stepzero {

namespace {

/// The bins on one side of 0, visited from 0 outward. The density of |x| is constant up to the outer end of a bin.
class Outward {
public:
    /// `direction` is 1 for positive numbers, −1 for negative ones.
    Outward(const NonzeroCounts& counts, std::ptrdiff_t direction) : counts_(counts), direction_(direction)
    {
        const bool zero = counts.end_negative() < counts.first_positive();   // otherwise begins in the gap around 0
        bin_ = direction > 0 ? counts.first_positive() - 1 : counts.end_negative();
        end_ = outer_end();
        density_ = zero ? counts[bin_] / counts.width() : 0;
    }

    double density() const { return density_; }
    double end() const { return end_; }   ///< infinite after the last bin

    void advance()
    {
        bin_ += direction_;
        const bool within = bin_ >= 0 && bin_ < counts_.size();
        end_ = within ? outer_end() : infinity;
        density_ = within ? counts_[bin_] / counts_.width() : 0;
    }

private:
    double outer_end() const
    {
        return std::max(0.0, double(direction_) * counts_.low(direction_ > 0 ? bin_ + 1 : bin_));
    }

    const NonzeroCounts& counts_;
    std::ptrdiff_t direction_, bin_;
    double density_, end_;
};

}   // namespace

double log2_rms(const Distribution& d) { return std::log2(d.rms) + double(d.exponent); }

double log2_largest(const Distribution& d)
{
    return d.count > 0 ? std::log2(std::max(std::abs(d.min), std::abs(d.max))) + double(d.exponent) : nan;
}

NonzeroCounts::NonzeroCounts(const Histogram& histogram) : histogram_(histogram), width_(histogram.bin_width())
{
    const double zero = std::floor(-histogram.low / width_);   // the bin that contains 0, or one of its neighbours
    first_positive_ = std::ptrdiff_t(std::clamp(zero - 1, 0.0, double(size())));
    while (first_positive_ < size() && low(first_positive_) <= 0)
        ++first_positive_;
    end_negative_ = first_positive_;
    while (end_negative_ > 0 && low(end_negative_ - 1) + width_ > 0)
        --end_negative_;
    total_ = std::reduce(histogram.counts.begin(), histogram.counts.end());
    for (std::ptrdiff_t i = end_negative_; i < first_positive_; ++i)
        total_ -= histogram.counts[std::size_t(i)] - (*this)[i];
}

double NonzeroCounts::operator[](std::ptrdiff_t bin) const
{
    const std::vector<double>& counts = histogram_.counts;
    const auto i = std::size_t(bin);
    if (bin < end_negative_ || bin >= first_positive_)
        return counts[i];
    const double before = i > 0 ? counts[i - 1] : 0, behind = i + 1 < counts.size() ? counts[i + 1] : 0;
    return std::min(counts[i], std::max(before, behind));
}

double log2_magnitude_quantile(const Distribution& d, double level)
{
    const double largest = std::max(std::abs(d.min), std::abs(d.max));
    if (!(d.count > 0 && largest > 0 && std::isfinite(largest)) || d.histogram.counts.empty())
        return nan;
    if (!(d.histogram.bin_width() > 0))
        return std::log2(largest) + double(d.exponent);
    const NonzeroCounts counts(d.histogram);
    if (!(counts.total() > 0))
        return nan;
    double at = 0, wanted = level * counts.total();   // |x|, and the number of entries between it and the quantile
    Outward negative(counts, -1), positive(counts, 1);
    for (double end; (end = std::min(negative.end(), positive.end())) < infinity; at = end) {
        const double density = negative.density() + positive.density(), here = density * (end - at);
        if (density > 0 && here >= wanted) {
            at += wanted / density;
            break;
        }
        wanted -= here;
        for (Outward* side : {&negative, &positive})
            if (side->end() == end)
                side->advance();
    }
    return std::log2(at) + double(d.exponent);
}

}   // namespace stepzero
