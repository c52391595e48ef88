// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/fitted_number.h"

#include <algorithm>
#include <cmath>

#include "core/checkpoint/audit/recipe_evidence.h"

namespace stepzero {

namespace {

constexpr double least_change = 0.02;   // ln; minimum ratio of standard deviations that matters
constexpr double furthest = 10;   // maximum ratio to the stated number, up or down

/// The estimate of the number from one tensor, or part of one.
struct Witness {
    std::size_t tensor;
    double number, entries;
    double error;   ///< standard error of ln(number)
};

/// Returns whether a distribution's scale is proportional to the number, which is doubled in `doubled`.
bool is_drawn_by_it(const std::optional<Expected>& one, const std::optional<Expected>& doubled)
{
    return one && doubled && one->row.empty() && !one->range && !one->draw.is_constant() && one->draw.shift == 0
        && std::abs(doubled->draw.scale / one->draw.scale - 2) < 1e-9;
}

std::vector<Witness> witnesses_of(const Audit& audit, const Understanding& doubled)
{
    constexpr double least_entries = 256;
    std::vector<Witness> all;
    for (std::size_t i = 0; i < audit.tensors.size(); ++i) {
        const std::vector<const AuditedPart*> parts = audit.tensors[i].judged();
        const UnderstoodTensor& twice = doubled.tensors[i];
        for (std::size_t k = 0; k < parts.size(); ++k) {
            const AuditedPart& part = *parts[k];
            const auto& other = twice.parts.size() == parts.size() && twice.parts[k].expected ? twice.parts[k].expected
                                                                                              : twice.expected;
            const auto entries = double(part.entries.finite());
            if (part.kind != TensorKind::weight || !part.law || entries < least_entries || part.entries.constant()
                || !is_drawn_by_it(part.expected, other))
                continue;
            all.push_back({i, audit.understanding.free->value * part.entries.std / part.law->std, entries,
                std::sqrt((part.law->kurtosis - 1) / entries) / 2});
        }
    }
    return all;
}

bool agrees(const Witness& witness, double number)
{
    return std::abs(std::log(witness.number / number)) < std::max(least_change, 4 * witness.error);
}

/// Returns ln of the likelihood of all standard deviations, each of which may be something else (see
/// recipe_evidence()).
double likelihood(const std::vector<Witness>& all, double number)
{
    double sum = 0;
    for (const Witness& one : all) {
        const double off = std::log(one.number / number) / one.error;
        sum += std::log((1 - something_else) * std::exp(-off * off / 2) + something_else / std::sqrt(one.entries));
    }
    return sum;
}

/// Rounds to the fewest digits within two standard errors, because people choose round numbers.
double rounded(double number, double error)
{
    const double power = std::pow(10, std::floor(std::log10(number)));
    for (double unit = power; unit > power * 1e-6; unit /= 10) {
        const double per = std::round(1 / unit);   // exact when the unit is below 1
        const double found = unit < 1 ? std::round(number * per) / per : std::round(number / unit) * unit;
        if (std::abs(std::log(found / number)) < 2 * error)
            return found;
    }
    return number;
}

/// Returns the likeliest individual estimate, then refines it over all that agree, weighted by their entries.
double fitted(const std::vector<Witness>& all)
{
    double most = -1e300, best = 0;
    for (const Witness& one : all)
        if (const double found = likelihood(all, one.number); found > most) {
            most = found;
            best = one.number;
        }
    double squares = 0, weights = 0;
    for (const Witness& one : all)
        if (agrees(one, best)) {
            const double weight = 1 / (one.error * one.error);
            squares += weight * one.number * one.number;
            weights += weight;
        }
    return rounded(std::sqrt(squares / weights), 1 / std::sqrt(weights));
}

std::optional<FreeNumber> other_number(const Audit& audit, const Understanding& doubled)
{
    constexpr std::size_t fewest = 3;
    const std::vector<Witness> all = witnesses_of(audit, doubled);
    if (all.size() < fewest)
        return {};
    FreeNumber number = *audit.understanding.free;
    const double found = fitted(all), change = std::abs(std::log(found / number.value));
    const auto agreeing
        = std::size_t(std::ranges::count_if(all, [&](const Witness& one) { return agrees(one, found); }));
    if (change < least_change || change > std::log(furthest) || agreeing < fewest || 2 * agreeing <= all.size())
        return {};
    number.fitted = found;
    number.agreeing = int(agreeing);
    number.drawn = int(all.size());
    return number;
}

bool is_explained(const Audit& audit)
{
    return audit.verdict == AuditVerdict::trained
        || std::ranges::none_of(
            audit.tensors, [](const AuditedTensor& tensor) { return tensor.verdict == AuditVerdict::deviates; });
}

}   // namespace

double evidence_of(const Audit& audit)
{
    constexpr double of_choice = 4;   // same as in likelihood_otherwise()
    double sum = 0, entries = 0;
    for (const AuditedTensor& tensor : audit.tensors)
        for (const AuditedPart* part : tensor.judged()) {
            sum += part->evidence;
            entries += double(part->entries.finite());
        }
    const auto& free = audit.understanding.free;
    return free && free->fitted ? sum - std::log(entries) / 2 - of_choice : sum;
}

std::vector<Understanding> fitted_readings(const std::vector<StoredTensor>& tensors, const std::vector<Audit>& audits)
{
    const Understanding& first = audits.front().understanding;
    const auto likeliest = std::ranges::max_element(audits, {}, evidence_of);
    if (!first.family || !first.free || !first.config || !(first.free->value > 0) || is_explained(*likeliest))
        return {};
    const auto with = [&](double number) {
        return understand_all(tensors, *first.config, first.family, {{first.free->name, number}});
    };
    const std::vector<Understanding> doubled = with(2 * first.free->value);
    std::vector<Understanding> all;
    for (const Audit& audit : audits) {
        const std::string& recipe = audit.understanding.recipe;
        const auto number = other_number(audit, *std::ranges::find(doubled, recipe, &Understanding::recipe));
        if (!number)
            continue;
        std::vector<Understanding> readings = with(*number->fitted);
        Understanding& reading
            = all.emplace_back(std::move(*std::ranges::find(readings, recipe, &Understanding::recipe)));
        reading.own = audit.understanding.own;
        reading.free = number;
    }
    return all;
}

void take_fitted(std::vector<Audit>& audits, std::vector<Audit> fitted)
{
    for (Audit& audit : audits)
        for (Audit& other : fitted)
            if (other.understanding.recipe == audit.understanding.recipe && evidence_of(other) > evidence_of(audit)) {
                audit = std::move(other);
                break;
            }
}

}   // namespace stepzero
