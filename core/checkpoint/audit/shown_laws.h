// SPDX-License-Identifier: GPL-3.0-or-later
// The laws that pictures of a tensor draw beside what was measured of it.
#pragma once

#include <optional>
#include <vector>

#include "core/checkpoint/audit/audit.h"
#include "core/math/statistics/distribution.h"
#include "core/theory/marchenko_pastur.h"

namespace stepzero {

/// Density of one entry between two numbers, as the mean of `points` equal steps, at their middles. By the recipe;
/// absent of what is not drawn.
std::optional<Curve> expected_density(const AuditedPart& part, double low, double high, int points);
/// The same of the law that entries are most like (AuditedPart::nearest), at their own mean and standard deviation;
/// absent where that is none of known_laws().
std::optional<Curve> nearest_density(const AuditedPart& part, double low, double high, int points);

/// Root mean squares of rows (or columns) of `length` independent entries like those of the part, in rising order:
/// quantiles at (i + ½)/points. The law is normal by the central limit: of rows of a few entries it is rough.
std::vector<double> row_lengths(const AuditedPart& part, std::uint64_t length, int points);

/// Of a matrix of independent entries like those of the part (Marchenko, Pastur 1967).
SingularValueLaw singular_law(const AuditedPart& part, std::uint64_t rows, std::uint64_t columns);
/// A singular value beyond this is not of that law: five times the scale on which the largest fluctuates, above the
/// edge (Johnstone 2001; by the tail of Tracy and Widom's law chance gives one in some 1000 matrices).
double outlier_edge(const SingularValueLaw& law, std::uint64_t rows, std::uint64_t columns);

}   // namespace stepzero
