// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of measured entries against a distribution. Each has a p-value and an effect size, so that a deviation of a
// thousandth does not matter, even if a million entries prove it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/checkpoint/audit/entry_law.h"
#include "core/checkpoint/audit/tensor_numbers.h"
#include "core/checkpoint/element_type.h"

namespace stepzero {

enum class Doubt {
    constant,   ///< all entries are equal, but the distribution is not constant or has another value
    std,   ///< χ² interval of the variance, using the distribution's kurtosis; effect |ln(measured/expected)|
    mean,   ///< effect: distance in σ
    law,   ///< binned χ² of the distribution at the measured scale; effect: total variation distance
    extremes,   ///< probability that the largest of n entries lies this far out; effect: ln of its ratio to the last
                ///< likely number, beyond which probably none of n entries lies
    rows,   ///< spread of row lengths against that of independent entries; effect: ln of the ratio of the spreads
    singular,   ///< largest singular value beyond the edge of independent entries; effect: ln of the ratio
};
const char* word(Doubt doubt);   ///< as written to results: "std", "extremes"
Text label_of(Doubt doubt);

struct EntryTest {
    Doubt doubt = Doubt::std;
    double p = 1;
    double effect = 0;
    bool matters = false;   ///< the effect exceeds the minimum for this doubt
};

/// Tests against a distribution of independent entries, or the marginal distribution of orthogonal rows.
struct EntryTests {
    double ratio = 1;   ///< measured std over the expected one; for constants, the ratio of values
    double center_ratio = 1;   ///< the same ratio by the median of |x − mean|, which is robust to a few entries
    double distance = 0;   ///< total variation distance of the shape, less its expectation by chance
    double beyond = 0;   ///< fraction of entries clearly farther out than any likely one
    std::vector<EntryTest> tests;
};

EntryTests test_entries(const PartNumbers& part, const EntryLaw& law, ElementType type);

/// Tests whether rows are as long as those of independent entries with this kurtosis.
EntryTest test_rows(const RowNumbers& rows, double kurtosis);

/// Returns the total variation distance of the bins from a distribution with mean 0 and std 1, scaled to their mean and
/// std. The expectation by chance is subtracted.
double distance_of(const PartNumbers& part, const EntryLaw& law);

/// Entries that lie too far outside, without a recipe: relative to the known distribution closest to the others.
struct Strays {
    double furthest = 0;   ///< the entry farthest out
    double std = 0;   ///< standard deviation of the other entries
    double sigmas = 0;   ///< distance of `furthest` from their median, in `std`
};
/// Absent when there are none or many, when the others match no known distribution, and for few entries.
std::optional<Strays> strays_of(const PartNumbers& part);

/// Returns which p-values are significant at the family-wise error `level`. Holm 1979.
std::vector<bool> holm(const std::vector<double>& p, double level);

}   // namespace stepzero
