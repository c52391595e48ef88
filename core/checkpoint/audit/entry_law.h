// SPDX-License-Identifier: GPL-3.0-or-later
// The law of one entry as tests need it: its distribution function and its moments.
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
    double mean = 0, std = 0;   ///< std: of the format's numbers where the draw has a coarse one
    double kurtosis = 3;   ///< of the fourth power about the mean
    bool independent = true;   ///< entries are; those of an orthogonal matrix are not
    std::function<double(double)> below {};   ///< P(entry ≤ x) before rounding; empty of what is not drawn
    std::optional<std::pair<double, double>> range {};   ///< of a row or range: where entries lie
};

/// Absent of laws with a mass at some number: identities, sparse matrices, orthogonal ones at one tap of a kernel, and
/// time steps with a floor; and of rows of logarithms.
std::optional<EntryLaw> entry_law(const Draw& draw, Shape shape);
/// Of what a recipe expects, in a format (absent: any).
std::optional<EntryLaw> entry_law(const Expected& expected, std::optional<FloatFormat> format);

/// A law of mean 0 and standard deviation 1 that entries may be like.
struct KnownLaw {
    std::string word;   ///< as EntryLaw has it, of truncated ones with where: "truncated_normal at 2 sigma"
    EntryLaw law;
};
/// Normal, uniform, and normal truncated at 1 to 3 σ.
const std::vector<KnownLaw>& known_laws();

}   // namespace stepzero
