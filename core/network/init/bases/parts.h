// SPDX-License-Identifier: GPL-3.0-or-later
// Helper functions shared by several bases.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/network/init/bases.h"
#include "core/network/init/scheme.h"
#include "core/network/init/variance_scaling.h"

namespace stepzero {

/// Calls fill(row) for every row, in parallel tiles of rows, each with well under 10 ms of work. Throws Stopped.
template <class Fill>
void by_rows(Eigen::Index rows, Eigen::Index columns, const Context& context, const Fill& fill)
{
    constexpr Eigen::Index entries_of_a_task = 1 << 16;
    const Eigen::Index tile = std::clamp<Eigen::Index>(
        entries_of_a_task / std::max<Eigen::Index>(columns, 1), 1, std::max<Eigen::Index>(rows, 1));
    context.parallel(int((rows + tile - 1) / tile), [&](int task) {
        const Eigen::Index end = std::min(rows, (task + 1) * tile);
        for (Eigen::Index row = task * tile; row < end; ++row)
            fill(row);
    });
}

/// Fills with samples of N(0, 1). Throws Stopped.
void fill_normal_rows(const Stream& stream, WeightMatrix& entries, const Context& context);
double normal_density(double x);
double normal_below(double x);   ///< the distribution function

// The distribution of a coordinate of a uniformly random point on the unit sphere in n dimensions.
Law sphere_law(int n);
inline double sphere_kurtosis(int n) { return 3.0 * n / (n + 2); }
/// Empty for n < 4.
std::function<double(double)> sphere_below(int n);

/// Returns a distribution in which one in `of` entries is kept, and the rest are 0.
Law one_in(Law law, int of);

/// Integrates a smooth function by Gauss quadrature in panels.
double integral(double begin, double end, const std::function<double(double)>& f);

/// Returns f(key, shape, dtype), given a Python expression in these three.
std::string jax_function(const std::string& value);

/// Returns the number that an entry of the base becomes, in Python.
std::string python_entry(const Draw& draw, double base);

/// Returns the only instance of a base without parameters.
template <class Member>
std::shared_ptr<const Base> shared_base()
{
    static const std::shared_ptr<const Base> base = std::make_shared<const Member>();
    return base;
}

}   // namespace stepzero
