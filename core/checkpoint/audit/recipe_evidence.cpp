// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/recipe_evidence.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/checkpoint/audit/entry_tests.h"

namespace stepzero {

namespace {

constexpr double most_entries = 30000;   // maximum number of entries that count
constexpr double most_evidence = 20;   // ln
constexpr double of_values = 10, of_range = 2;   // ln, for entries equal to the recipe's number or row, or in its range
constexpr double stray = 1e-3;   // fraction of entries that may lie anywhere

/// ln((1 − ε)·e^odds + ε).
double bounded(double odds)
{
    return std::log1p(-something_else)
        + std::log(std::exp(std::min(odds, most_evidence)) + something_else / (1 - something_else));
}

/// Merges neighboring bins; cells farther out contain fewer entries.
std::vector<ValueBin> cells_of(const std::vector<ValueBin>& bins, double n)
{
    constexpr double of_tail = 0.15, of_all = 1.0 / 200;
    std::vector<ValueBin> cells;
    double before = 0;   // entries in complete cells
    bool open = false;
    for (const ValueBin& bin : bins) {
        if (!open)
            cells.push_back({bin.low, bin.high, 0});
        cells.back().high = bin.high;
        cells.back().count += bin.count;
        const auto count = double(cells.back().count);
        open = count < std::min(of_all * n, of_tail * std::min(before + count, n - before));
        before += open ? 0 : count;
    }
    return cells;
}

/// Returns ln of the likelihood of the cells under a distribution, mixed with a small fraction of stray entries.
class Likelihood {
public:
    explicit Likelihood(const PartNumbers& part)
        : n_(double(part.entries.finite())), cells_(cells_of(part.bins, n_)), scale_(part.entries.std)
    {
        for (const ValueBin& cell : cells_)
            anywhere_.push_back(stray * (wide(cell.high) - wide(cell.low)));
    }

    double counted() const { return std::min(n_, most_entries); }

    template <class Below>
    double of(const Below& below) const
    {
        double sum = 0;
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            const double inside = std::max(0.0, below(cells_[i].high) - below(cells_[i].low));
            sum += double(cells_[i].count) * std::log((1 - stray) * inside + anywhere_[i] + 1e-300);
        }
        return sum * counted() / n_;
    }

private:
    double wide(double x) const { return 0.5 + std::atan(x / scale_) / std::numbers::pi; }   // Cauchy distribution

    double n_;
    std::vector<ValueBin> cells_;
    double scale_;
    std::vector<double> anywhere_;
};

double evidence_of_numbers(const PartNumbers& part, const EntryLaw& law, ElementType type)
{
    const EntryTests tests = test_entries(part, law, type);
    const bool wrong
        = std::ranges::any_of(tests.tests, [](const EntryTest& test) { return test.matters && test.p < 1e-3; });
    return bounded(wrong ? -most_evidence : law.range && law.std == 0 ? of_range : of_values);
}

}   // namespace

/// Each fitted number costs ½ ln n (Schwarz 1978); its possible range accounts for the rest.
double likelihood_otherwise(const PartNumbers& part)
{
    constexpr double of_choice = 4;
    const EntryNumbers& entries = part.entries;
    if (entries.finite() == 0 || entries.constant())
        return 0;
    const Likelihood likelihood(part);
    double best = -1e300;
    for (const KnownLaw& known : known_laws())
        best = std::max(
            best, likelihood.of([&](double x) { return known.law.below((x - entries.mean) / entries.std); }));
    return best - std::log(likelihood.counted()) - of_choice;
}

double recipe_evidence(const PartNumbers& part, const EntryLaw& law, ElementType type, double otherwise)
{
    const EntryNumbers& entries = part.entries;
    if (entries.finite() == 0)
        return 0;
    if (!law.below || is_quantized(type))   // blocks of numbers are rounded by separate scales
        return evidence_of_numbers(part, law, type);
    if (entries.constant())
        return entries.finite() > 1 ? bounded(-most_evidence) : 0;
    return bounded(Likelihood(part).of(law.below) - otherwise);
}

}   // namespace stepzero
