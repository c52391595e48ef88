// SPDX-License-Identifier: GPL-3.0-or-later
// The distribution of a single entry as tests need it: its distribution function and its moments. It is derived from a
// scheme, or from what a recipe expects.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/checkpoint/audit/family.h"
#include "core/network/init/scheme.h"

namespace stepzero {

struct EntryLaw {
    std::string word;   ///< "normal", "uniform", "truncated_normal", "orthogonal", "unit_vectors",
                        ///< "softplus_log_uniform", "constant", "row", "range"
    double mean = 0, std = 0;   ///< std: of the rounded numbers when the draw has a coarse format
    double kurtosis = 3;   ///< fourth central moment over σ⁴
    bool independent = true;   ///< false for the entries of an orthogonal matrix
    std::function<double(double)> below {};   ///< P(entry ≤ x) before rounding; empty when nothing is sampled
    std::optional<std::pair<double, double>> range {};   ///< rows and ranges only: interval that contains all entries
};

/// Returns the distribution of one entry of a draw. Absent for distributions with point masses: identities, sparse
/// matrices, orthogonal kernels with one tap, and time steps with a floor. Also absent for rows of logarithms.
std::optional<EntryLaw> entry_law(const Draw& draw, Shape shape);
/// Returns the distribution that a recipe expects, in the given format (absent: any).
std::optional<EntryLaw> entry_law(const Expected& expected, std::optional<FloatFormat> format);

/// A reference distribution with mean 0 and standard deviation 1.
struct KnownLaw {
    std::string word;   ///< as EntryLaw::word, with the bound of truncated ones: "truncated_normal at 2 sigma"
    EntryLaw law;
};
/// Returns normal, uniform, and normal truncated at 1 to 3 σ.
const std::vector<KnownLaw>& known_laws();

}   // namespace stepzero
