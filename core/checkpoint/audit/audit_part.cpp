// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/audit_part.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/checkpoint/audit/copies.h"
#include "core/checkpoint/audit/recipe_evidence.h"

namespace stepzero {

namespace {

constexpr std::size_t histogram_bins = 120;
constexpr double most_sigmas = 8;   // half-width of a histogram
constexpr double like_another = 0.02;   // total variation distance below which entries have a distribution's shape

/// Upper edge of the singular values of a matrix of independent entries (Marchenko and Pastur 1967). `scale`: size of
/// the fluctuations of the largest one (Johnstone 2001).
struct SpectrumEdge {
    double edge, scale;
};
SpectrumEdge edge_of(const SpectrumNumbers& spectrum, double std)
{
    const double a = std::sqrt(double(spectrum.rows)), b = std::sqrt(double(spectrum.columns));
    const double edge = std * (a + b);
    // For the squared singular value s², the scale is (a + b)(1/a + 1/b)^⅓.
    return {edge, edge * std::cbrt(1 / a + 1 / b) / (2 * (a + b))};
}

/// Tests the largest singular value by the tail of the Tracy–Widom distribution, about exp(−⅔ t^1.5) at t scales beyond
/// the edge. The mean is tested separately.
EntryTest test_singular(const SpectrumNumbers& spectrum, const SpectrumEdge& edge)
{
    constexpr double least = 0.1;   // ln
    const double effect = std::log(std::max(spectrum.largest_centred, 1e-300) / edge.edge);
    const double t = (spectrum.largest_centred - edge.edge) / edge.scale;
    return {Doubt::singular, t > 0 ? std::exp(-2.0 / 3 * std::pow(t, 1.5)) : 1.0, effect, effect > least};
}

Histogram histogram_of(const PartNumbers& part)
{
    // A stray entry must not press all others into one bin.
    const double reach = most_sigmas * part.entries.std;
    Histogram found {.low = std::max(part.entries.min, part.entries.mean - reach),
        .high = std::min(part.entries.max, part.entries.mean + reach),
        .counts = {}};
    if (part.bins.empty() || part.entries.constant())
        return found;
    found.counts.resize(histogram_bins);
    for (const ValueBin& bin : part.bins) {
        if (bin.high <= found.low || bin.low > found.high)
            continue;
        const double low = std::max(bin.low, found.low), high = std::min(bin.high, found.high);
        const double middle = std::clamp((low + high) / 2, found.low, found.high);
        const auto place = std::size_t((middle - found.low) / (found.high - found.low) * double(histogram_bins));
        found.counts[std::min(place, histogram_bins - 1)] += double(bin.count);
    }
    return found;
}

std::string nearest_law(const PartNumbers& part)
{
    if (part.entries.finite() == 0)
        return "none";
    if (part.entries.constant())
        return "constant";
    if (part.spectrum && part.spectrum->orthogonal)
        return "orthogonal";
    double nearest = std::numeric_limits<double>::infinity();
    std::string found;
    for (const KnownLaw& known : known_laws())
        if (const double distance = distance_of(part, known.law); distance < nearest) {
            nearest = distance;
            found = known.word;
        }
    return nearest > 2 * like_another ? "other" : found;
}

/// Returns the kurtosis of independent entries: the recipe's, or that of the distribution which the entries have
/// instead.
double kurtosis_of(const AuditedPart& part, const EntryTests& tests)
{
    if (!part.law)
        return std::max(part.entries.kurtosis.value_or(3), 1.8);
    double kurtosis = part.law->kurtosis;
    for (const KnownLaw& known : known_laws())
        if (tests.distance > like_another && known.word == part.nearest)
            kurtosis = std::max(kurtosis, known.law.kurtosis);
    return kurtosis;
}

/// Tests row lengths of a tensor without a recipe. Halves, thirds or quarters of the rows may be separate matrices of
/// different scales, so the mildest of these views counts.
EntryTest test_rows_of_parts(const RowNumbers& rows, double kurtosis)
{
    constexpr std::size_t least_rows = 16;
    EntryTest mildest = test_rows(rows, kurtosis);
    for (const std::size_t parts : {2, 3, 4}) {
        const std::size_t size = rows.square_sums.size() / parts;
        if (rows.square_sums.size() % parts != 0 || size < least_rows)
            continue;
        EntryTest worst {Doubt::rows, 1, 0, false};
        for (std::size_t part = 0; part < parts; ++part) {
            RowNumbers own;
            own.columns = rows.columns;
            const auto begin = rows.square_sums.begin() + std::ptrdiff_t(part * size);
            own.square_sums.assign(begin, begin + std::ptrdiff_t(size));
            EntryTest test = test_rows(own, kurtosis);
            test.p = std::min(1.0, test.p * double(parts));
            worst = test.p < worst.p ? test : worst;
        }
        mildest = worst.p > mildest.p ? worst : mildest;
    }
    return mildest;
}

/// Tests whether entries are independent, by the lengths of rows and the largest singular value.
void test_independence(AuditedPart& part, const PartNumbers& numbers, EntryTests& tests)
{
    constexpr double by_chance = 1e-6;   // far below the level of a single test of a file
    const double kurtosis = kurtosis_of(part, tests);
    const EntryTest all_rows = test_rows(*numbers.rows, kurtosis);
    tests.tests.push_back(part.law ? all_rows : test_rows_of_parts(*numbers.rows, kurtosis));
    // Parts with different scales, detected by the rows, also change the singular values.
    const bool of_parts = all_rows.p < by_chance && tests.tests.back().p > by_chance;
    if (!numbers.spectrum || of_parts)
        return;
    const SpectrumEdge edge = edge_of(*numbers.spectrum, numbers.entries.std);
    part.edge = edge.edge;
    tests.tests.push_back(test_singular(*numbers.spectrum, edge));
}

}   // namespace

void measure_part(AuditedPart& part, const PartNumbers& numbers)
{
    part.entries = numbers.entries;
    part.hash = numbers.hash;
    part.unlike_any = unlike_any(numbers);
    part.rows = numbers.rows;
    part.unexpected_dead = numbers.rows ? numbers.rows->dead : 0;
    part.spectrum = numbers.spectrum;
    part.histogram = histogram_of(numbers);
    part.nearest = nearest_law(numbers);
}

void compare_part(AuditedPart& part, const PartNumbers& numbers, const StoredTensor& stored, double otherwise)
{
    if (numbers.entries.finite() == 0 || (!is_floating(stored.type) && !is_quantized(stored.type)))
        return;
    if (part.expected)
        part.law = entry_law(*part.expected, float_format(stored.type));
    if (!part.law && !part.expected)
        part.strays = strays_of(numbers);
    EntryTests tests = part.law ? test_entries(numbers, *part.law, stored.type) : EntryTests {};
    // Independence can be tested without a recipe, unless entries are dependent by design or have no spread.
    const bool independent
        = part.law ? part.law->independent && part.law->below : !part.is_new_rows();   // rows from the mean
    if (part.kind == TensorKind::weight && numbers.rows && independent && !numbers.entries.constant())
        test_independence(part, numbers, tests);
    part.tests = std::move(tests);
    if (part.law)
        part.evidence = recipe_evidence(numbers, *part.law, stored.type, otherwise);
}

void leave_out_padding(PartNumbers& part, std::uint64_t row)
{
    if (!part.rows || row >= part.rows->square_sums.size() || part.rows->square_sums[row] != 0 || part.rows->dead == 0)
        return;
    const std::uint64_t columns = part.rows->columns;
    EntryNumbers& entries = part.entries;
    const auto n = double(entries.finite()), kept = n - double(columns);
    if (kept <= 0)
        return;
    const double square = (entries.std * entries.std + entries.mean * entries.mean) * n / kept;
    entries.mean *= n / kept;
    entries.std = std::sqrt(std::max(0.0, square - entries.mean * entries.mean));
    entries.count -= columns;
    entries.zeros -= columns;
    --part.rows->dead;
    part.rows->square_sums.erase(part.rows->square_sums.begin() + std::ptrdiff_t(row));
    for (ValueBin& bin : part.bins)
        if (bin.low <= 0 && bin.high > 0) {
            bin.count -= std::min(bin.count, columns);
            break;
        }
}

bool AuditedPart::doubted(Doubt doubt) const { return std::find(doubts.begin(), doubts.end(), doubt) != doubts.end(); }

bool AuditedPart::has_strays(double most) const
{
    if (!law || !doubted(Doubt::extremes) || tests->beyond >= most)
        return false;
    const double far = std::max(entries.max - entries.mean, entries.mean - entries.min);
    constexpr double of_a_few = 3;
    return !rows || *std::max_element(rows->square_sums.begin(), rows->square_sums.end()) < of_a_few * far * far;
}

bool AuditedPart::looks_trained() const
{
    if (kind != TensorKind::weight || doubted(Doubt::constant) || !tests)
        return false;
    const bool pieces_equal = rows && (rows->has_copies() || unexpected_dead > 0 || rows->dead_columns > 0);
    const bool few_far_out = has_strays(1e-3) && tests->distance < like_another;
    return !few_far_out && !pieces_equal && (doubted(Doubt::rows) || doubted(Doubt::singular));
}

std::optional<double> AuditedPart::ratio() const
{
    return law && tests && std::isfinite(tests->ratio) ? std::optional(tests->ratio) : std::nullopt;
}

}   // namespace stepzero
