// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/formats/csv_table.h"
#include "core/base/words/words.h"
#include "core/exchange/numbers.h"
#include "core/exchange/result.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

/// Returns the numbers that the table contains.
NamedNumbers chosen(const NamedNumbers& numbers, std::initializer_list<std::string_view> names)
{
    NamedNumbers some;
    for (const std::string_view name : names)
        if (const double* number = find(numbers, name))
            some.push_back({name, *number});
    return some;
}

/// Adds the numbers of a site: "mlp_stream" and "rms", "mlp_stream_gradient" and "rms", …
void add_site(std::vector<NumberGroup>& groups, const SiteRecord& site, const SiteRecord* spread)
{
    const auto add
        = [&](const std::string& name, const std::optional<Distribution>& d, const std::optional<Distribution>& sd,
              Told told, std::initializer_list<std::string_view> names) {
              if (d && d->count > 0)   // else after a lost signal
                  groups.push_back({name, chosen(numbers_of(*d, told), names),
                      sd ? chosen(numbers_of(*sd, told), names) : NamedNumbers()});
          };
    static const std::optional<Distribution> none;
    add(site.role, site.value, spread ? spread->value : none, Told::signal, {"mean", "std", "rms", "log10_rms"});
    add(site.role + "_gradient", site.gradient, spread ? spread->gradient : none, Told::gradient, {"rms", "log10_rms"});
    groups.push_back({site.role, numbers_of(site), spread ? numbers_of(*spread) : NamedNumbers()});
}

/// Returns means over heads.
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

std::vector<NumberGroup> block_groups(const Measurement& measurement, int block)
{
    const BlockRecord &record = measurement.block(block), &spread = measurement.spread_of(block);
    std::vector<NumberGroup> groups;
    for (const SiteRecord& site : record.sites)
        add_site(groups, site, spread.find(site.role));
    for (const SiteRecord& site : record.sites)
        if (!site.heads.empty())
            groups.push_back({"", mean_head(site.heads)});
    for (const auto& [role, entries] : record.weights) {
        const Distribution* sd = spread.weight(role);
        groups.push_back({role + "_weight", chosen(numbers_of(entries, Told::weight), {"std"}),
            sd ? chosen(numbers_of(*sd, Told::weight), {"std"}) : NamedNumbers()});
    }
    return groups;
}

std::vector<NumberGroup> groups_of(const NetworkPlan& plan, const Measurement& measurement, int block)
{
    return plan.kind->layered ? layer_groups(measurement, block) : block_groups(measurement, block);
}

std::string title_of(const NumberGroup& group, const NamedNumber& number)
{
    return group.name + (group.name.empty() ? "" : "_") + std::string(number.name);
}

}   // namespace

std::vector<std::pair<std::string, double>> column_numbers(
    const NetworkPlan& plan, const Measurement& measurement, int block)
{
    std::vector<std::pair<std::string, double>> all;
    for (const NumberGroup& group : groups_of(plan, measurement, block))
        for (const NamedNumber& number : group.numbers)
            all.emplace_back(title_of(group, number), number.value);
    return all;
}

std::string format_csv(const NetworkPlan& plan, const Measurement& measurement)
{
    std::vector<std::vector<CsvCell>> rows;
    for (const BlockPlan& block : plan.blocks) {
        std::vector<CsvCell> row {{"layer", std::to_string(block.block)}};
        if (plan.kind->layered) {
            const LayerPlan& layer = plan.layers[std::size_t(block.block - 1)];
            row.insert(row.end(),
                {{"fan_in", std::to_string(layer.fan_in)}, {"fan_out", std::to_string(layer.fan_out)},
                    {"activation", block.activation.name}});
        }
        for (const NumberGroup& group : groups_of(plan, measurement, block.block))
            for (const NamedNumber& number : group.numbers) {
                const std::string title = title_of(group, number);
                row.push_back({title, number_text(number.value)});
                if (measurement.spread.empty() || group.name.empty())
                    continue;
                const double* deviation = find(group.deviations, number.name);
                row.push_back({title + "_sd", deviation ? number_text(*deviation) : ""});
            }
        rows.push_back(std::move(row));
    }
    return csv_table(rows);
}

}   // namespace stepzero
