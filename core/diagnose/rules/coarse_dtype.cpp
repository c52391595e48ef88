// SPDX-License-Identifier: GPL-3.0-or-later
// Weights whose format has too few distinct numbers.
#include <algorithm>
#include <cmath>

#include "core/base/words/words.h"
#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

struct Fault {
    bool over = false;   ///< exceeds the format's largest number
    double alike = 0;   ///< fraction of entries rounded to one number that were not equal before
    double number = 0;   ///< number that they are rounded to
    bool found() const { return over || alike > thresholds::alike_entries; }
};

Fault fault_of(Draw draw, const ParameterPlan& plan)
{
    const FloatRange& range = float_range(draw.format);
    const Law law = law_of(draw, plan.shape, plan.kind);
    draw.format = FloatFormat::float32;
    const Law wide = law_of(draw, plan.shape, plan.kind);
    Fault fault {.over = std::abs(wide.mean) + 5 * std::sqrt(wide.variance) > range.largest};
    if (!wide.density || law.density)
        return fault;
    double before = 0;
    for (const Law::Atom& atom : wide.atoms)
        before = std::max(before, atom.probability);
    for (const Law::Atom& atom : law.atoms)
        if (atom.probability - before > fault.alike) {
            fault.alike = atom.probability - before;
            fault.number = atom.value;
        }
    return fault;
}

/// Replaces a format everywhere.
Experiment all_in(Experiment e, FloatFormat from, FloatFormat to)
{
    for_initializers(e.network, [&](Initializer& initializer) {
        if (is_word(initializer.parameters, "dtype", float_range(from).name))
            initializer.parameters["dtype"] = std::string(float_range(to).name);
    });
    return e;
}

std::vector<Finding> find_coarse_dtype(const Case& c)
{
    for (const ParameterPlan* plan : unlike_matrices(c)) {
        Draw draw = draw_of(*plan);
        const FloatFormat format = draw.format;
        if (format == FloatFormat::float32)
            continue;
        const Fault fault = fault_of(draw, *plan);
        if (!fault.found())
            continue;
        const FloatRange& range = float_range(format);
        const Span span = span_of(c, *plan);
        draw.format = FloatFormat::float32;
        const double std = std::sqrt(law_of(draw, plan->shape, plan->kind).variance);
        const Text name = c.layered ? span_text(c.network, plan->block, plan->block) : role_text(*c.plan.kind, *plan);
        std::vector<Fix> fixes;
        for (const FloatFormat other : {FloatFormat::bfloat16, FloatFormat::float32}) {
            draw.format = other;
            if (other != format && !(other != FloatFormat::float32 && fault_of(draw, *plan).found()))
                fixes.push_back(
                    fix_of({tr("Initialize in %1", float_range(other).label), all_in(c.experiment, format, other)}));
        }
        const bool lost = fault.over || fault.alike > 1 - 1e-6;
        return {{.id = "coarse_dtype",
            .severity = lost ? Severity::error : Severity::warning,
            .first_layer = span.first,
            .last_layer = span.last,
            .message = fault.over ? tr("The weights of %1 exceed %2, the largest number of %3.", name,
                           short_text(range.largest), range.label)
                                  : tr("In %1, %2 of the weights of %3 become %4: their σ is %5.", range.label,
                                      percent_text(fault.alike), name, short_text(fault.number), short_text(std)),
            .cause = fault.over ? tr("In PyTorch such entries become infinite.")
                                : tr("The numbers of this format are too far apart for a distribution with this σ."),
            .formula = fault.over
                ? "the largest number of " + std::string(range.label) + " is " + number_text(range.largest)
                : fault.number == 0
                ? "the smallest number of " + std::string(range.label) + " is " + short_text(range.smallest_subnormal)
                    + "; what is below half of it becomes 0"
                : std::string(range.label) + " has " + std::to_string(range.significant_bits) + " significant bits",
            .fixes = std::move(fixes)}};
    }
    return {};
}

}   // namespace

Rule rule_coarse_dtype()
{
    return {"coarse_dtype", "IEEE 754: numbers of a format lie 2^(1 − bits) of their size apart",
        {{"coarse_dtype", tr("too coarse"),
            tr("a dtype has too few numbers for the spread of the weights, or none large enough"), 420, {"rounding"}}},
        find_coarse_dtype, true};
}

}   // namespace stepzero
