// SPDX-License-Identifier: GPL-3.0-or-later
// The theoretical distributions that figures of a tensor draw next to the measurements: densities of entries, row
// lengths and singular values.
#pragma once

#include <optional>
#include <vector>

#include "core/checkpoint/audit/audit.h"
#include "core/math/statistics/distribution.h"
#include "core/theory/marchenko_pastur.h"

namespace stepzero {

/// Returns the recipe's density of one entry between two numbers, as averages over `points` equal steps, at their
/// midpoints. Absent when nothing is sampled.
std::optional<Curve> expected_density(const AuditedPart& part, double low, double high, int points);
/// Returns the same for the distribution closest to the entries (AuditedPart::nearest), at their mean and standard
/// deviation. Absent when it is not one of known_laws().
std::optional<Curve> nearest_density(const AuditedPart& part, double low, double high, int points);

/// Returns the Wasserstein-1 distance between the entries and the distribution of the recipe, or the nearest one, in
/// units of the standard deviation of the entries. Absent when there is no such distribution, and when entries beyond
/// the histogram could change it by more than 0.01.
std::optional<double> expected_distance(const AuditedPart& part);
std::optional<double> nearest_distance(const AuditedPart& part);

/// Returns quantiles at (i + ½)/points of the RMS of rows (or columns) with `length` independent entries similar to
/// those of the part. The distribution is normal by the central limit theorem, so it is approximate for rows of a few
/// entries.
std::vector<double> row_lengths(const AuditedPart& part, std::uint64_t length, int points);

/// Returns the singular value law of a matrix of independent entries similar to those of the part (Marchenko, Pastur
/// 1967).
SingularValueLaw singular_law(const AuditedPart& part, std::uint64_t rows, std::uint64_t columns);
/// Returns a bound on singular values of that law: the edge plus five times the scale on which the largest fluctuates
/// (Johnstone 2001). By the tail of the Tracy–Widom distribution, one in about 1000 matrices exceeds it by chance.
double outlier_edge(const SingularValueLaw& law, std::uint64_t rows, std::uint64_t columns);

}   // namespace stepzero
