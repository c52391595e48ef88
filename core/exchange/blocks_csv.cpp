// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/architecture.h"
#include "core/exchange/block_numbers.h"
#include "core/exchange/block_result.h"
#include "core/formats/csv_table.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

/// Cells of numbers, each with its deviation behind it where there are any.
void add_cells(
    std::vector<CsvCell>& row, const std::string& prefix, const NamedNumbers& numbers, const NamedNumbers* deviations)
{
    for (const NamedNumber& number : numbers) {
        const std::string title = prefix + std::string(number.name);
        row.push_back({title, number_text(number.value)});
        if (!deviations)
            continue;
        const double* deviation = find(*deviations, number.name);
        row.push_back({title + "_sd", deviation ? number_text(*deviation) : ""});
    }
}

/// Of all that is known of something, what a table tells.
NamedNumbers chosen(const NamedNumbers& numbers, std::initializer_list<std::string_view> names)
{
    NamedNumbers some;
    for (const std::string_view name : names)
        if (const double* number = find(numbers, name))
            some.push_back({name, *number});
    return some;
}

/// The numbers of a site by title: "mlp_stream_" and "rms", "gradient_rms", "similarity", …
std::vector<std::pair<std::string, NamedNumbers>> site_numbers(const Recording& recording, const Site& site)
{
    std::vector<std::pair<std::string, NamedNumbers>> groups;
    if (const auto value = recording.values.find(site); value != recording.values.end())
        groups.emplace_back(
            site.role + "_", chosen(numbers_of(value->second, Told::signal), {"mean", "std", "rms", "log10_rms"}));
    if (const auto gradient = recording.gradients.find(site); gradient != recording.gradients.end())
        groups.emplace_back(
            site.role + "_gradient_", chosen(numbers_of(gradient->second, Told::gradient), {"rms", "log10_rms"}));
    groups.emplace_back(site.role + "_", scalars_of(recording, site));
    return groups;
}

/// Means over heads.
NamedNumbers mean_head(const std::vector<AttentionHead>& heads)
{
    NamedNumbers mean = numbers_of(AttentionHead {});
    for (const AttentionHead& head : heads) {
        const NamedNumbers numbers = numbers_of(head);
        for (std::size_t i = 0; i < mean.size(); ++i)
            mean[i].value += numbers[i].value / double(heads.size());
    }
    return chosen(mean, {"logit_mean", "logit_std", "logit_spread", "entropy", "log_visible"});
}

}   // namespace

std::string format_blocks_csv(const Experiment& experiment, const Measurement& measurement)
{
    const Recording& mean = *measurement.recording;
    const Recording* sd = measurement.recording_spread.get();
    const std::vector<ParameterPlan> plans = architecture_of(experiment.network).body->parameters(experiment.network);
    std::vector<std::vector<CsvCell>> rows;
    for (int block = 1; block <= int(measurement.layers.size()); ++block) {
        std::vector<CsvCell> row {{"layer", std::to_string(block)}};
        for (const Site& site : sites_of(mean, experiment.network, block)) {
            const auto groups = site_numbers(mean, site), deviations = site_numbers(sd ? *sd : mean, site);
            for (std::size_t i = 0; i < groups.size(); ++i)
                add_cells(row, groups[i].first, groups[i].second, sd ? &deviations[i].second : nullptr);
        }
        if (const auto heads = mean.attention.find({block, "attention"}); heads != mean.attention.end())
            add_cells(row, "", mean_head(heads->second), nullptr);
        for (const ParameterPlan& plan : plans)
            if (const auto weight = mean.parameters.find(plan.name);
                plan.block == block && weight != mean.parameters.end()) {
                const NamedNumbers deviations
                    = sd ? numbers_of(sd->parameters.at(plan.name), Told::weight) : NamedNumbers();
                add_cells(row, plan.role + "_weight_", chosen(numbers_of(weight->second, Told::weight), {"std"}),
                    sd ? &deviations : nullptr);
            }
        rows.push_back(std::move(row));
    }
    return csv_table(rows);
}

}   // namespace stepzero
