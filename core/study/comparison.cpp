// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/comparison.h"

#include "core/base/words/registry.h"
#include "core/kinds/kinds.h"
#include "core/kinds/tokens.h"
#include "core/simulate/simulate.h"

namespace stepzero {

const std::vector<ComparisonKind>& comparisons()
{
    static const std::vector<ComparisonKind> all = [] {
        std::vector<ComparisonKind> found;
        for (const NetworkKind& kind : kinds())
            for (const ComparisonKind& comparison : kind.comparisons)
                if (!find_member(found, comparison.name))
                    found.push_back(comparison);
        return found;
    }();
    return all;
}

bool applies(const ComparisonKind& comparison, const Network& network)
{
    return find_member(kind_of(network).comparisons, comparison.name)
        && (!comparison.applies || comparison.applies(network));
}

const ComparisonKind* find_comparison(std::string_view name) { return find_member(comparisons(), name); }

Comparison compare(const ComparisonKind& kind, const Experiment& experiment, double most_operations, NoiseCache& cache,
    const Context& context)
{
    const std::vector<Variant> variants = kind.variants(experiment);
    Comparison result {kind.name, {}};
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const Context part = context.part(double(i) / double(variants.size()), 1 / double(variants.size()));
        Experiment e = variants[i].experiment;
        e.weights = {};   // variants are initialized, never read from a file
        auto plan = std::make_shared<const NetworkPlan>(plan_of(e.network));
        SimulateOptions options;
        options.extent = preview_extent(e, *plan, whole_extent(e), most_operations / double(variants.size()));
        ComparedVariant v {variants[i].label, e, plan,
            std::make_shared<const Measurement>(simulate(e, *plan, cache, part, options)),
            std::make_shared<const Prediction>(predict(e, *plan, *options.extent, part))};
        result.variants.push_back(std::move(v));
    }
    return result;
}

}   // namespace stepzero
