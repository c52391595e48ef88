// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured of entries against what a law says of them: each test with its p-value, and with an effect size, so
// that a million entries do not condemn a thousandth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/checkpoint/audit/entry_law.h"
#include "core/checkpoint/audit/tensor_numbers.h"
#include "core/checkpoint/element_type.h"

namespace stepzero {

enum class Doubt {
    constant,   ///< all entries are one number, and the law is of many, or of another number
    std,   ///< χ² interval of the variance, by the law's kurtosis; effect |ln(measured/expected)|
    mean,   ///< effect: distance in σ
    law,   ///< binned χ² of the law at the measured scale; effect: total variation distance
    extremes,   ///< P(the largest of n is so far out); effect: ln of how far beyond the last likely number
    rows,   ///< row lengths spread as those of independent entries; effect: ln of the spread's ratio to theirs
    singular,   ///< the largest singular value beyond the edge of independent entries; effect: ln of their ratio
};
const char* word(Doubt doubt);   ///< as results name it: "std", "extremes"
Text label_of(Doubt doubt);

struct EntryTest {
    Doubt doubt = Doubt::std;
    double p = 1;
    double effect = 0;
    bool matters = false;   ///< the effect is above what counts
};

/// Of entries against an independent law, or the marginal law of orthogonal rows.
struct EntryTests {
    double ratio = 1;   ///< measured std over the law's; of a constant law its value's
    double center_ratio = 1;   ///< the same by the median of |x − mean|, which a few entries do not move
    double distance = 0;   ///< of the law: total variation, less what chance makes of it
    double beyond = 0;   ///< fraction of entries clearly further out than any likely one
    std::vector<EntryTest> tests;
};

EntryTests test_entries(const PartNumbers& part, const EntryLaw& law, ElementType type);

/// Whether rows are as long as those of independent entries of this kurtosis.
EntryTest test_rows(const RowNumbers& rows, double kurtosis);

/// How far the measured bins are from a law of mean 0 and std 1 at their own mean and scale: total variation distance,
/// less what chance makes of it.
double distance_of(const PartNumbers& part, const EntryLaw& law);

/// Entries that lie too far out of a law, without a recipe: of the known law that the others are most like.
struct Strays {
    double furthest = 0;   ///< entry
    double std = 0;   ///< of the others
    double sigmas = 0;   ///< from their median to it
};
/// Absent where there are none, where they are many, where the others are like no known law, and of few entries.
std::optional<Strays> strays_of(const PartNumbers& part);

/// Holm 1979: which of the p-values are below a family-wise error of `level`.
std::vector<bool> holm(const std::vector<double>& p, double level);

}   // namespace stepzero
