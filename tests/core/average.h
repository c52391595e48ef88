// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace stepzero {

/// Accumulates the mean and the standard error of numbers.
class Average {
public:
    void add(double x)
    {
        ++count_;
        const double away = x - mean_;
        mean_ += away / count_;
        squares_ += away * (x - mean_);
    }
    double mean() const { return mean_; }
    double error() const { return std::sqrt(squares_ / (count_ - 1) / count_); }

private:
    double count_ = 0, mean_ = 0, squares_ = 0;
};

}   // namespace stepzero
