// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/record.h"

#include <algorithm>
#include <array>

#include "core/math/statistics/join.h"

namespace stepzero {

namespace {

template <class Sites>
auto* find_role(Sites& sites, std::string_view role)
{
    const auto found = std::find_if(sites.begin(), sites.end(), [&](const SiteRecord& s) { return s.role == role; });
    return found == sites.end() ? nullptr : &*found;
}

/// Returns an item of every replica's record, which `get` finds or returns nullptr for. Empty when a replica lacks it.
template <class T, class Replica, class Get>
std::vector<const T*> everywhere(const std::vector<const Replica*>& replicas, const Get& get)
{
    std::vector<const T*> all;
    for (const Replica* replica : replicas) {
        const T* found = get(*replica);
        if (!found)
            return {};
        all.push_back(found);
    }
    return all;
}

const Distribution* pointer(const std::optional<Distribution>& d) { return d ? &*d : nullptr; }

/// Joins, row by row and field by field, a list that all replicas have.
template <class Row, std::size_t fields>
void join_rows(const std::vector<const SiteRecord*>& replicas, std::vector<Row> SiteRecord::*rows,
    const std::array<double Row::*, fields>& of, SiteRecord& mean, SiteRecord& sd)
{
    mean.*rows = sd.*rows = replicas.front()->*rows;
    for (std::size_t i = 0; i < (mean.*rows).size(); ++i)
        for (const auto field : of) {
            std::vector<double> numbers;
            for (const SiteRecord* replica : replicas)
                numbers.push_back((replica->*rows).at(i).*field);
            const MeanAndSpread p = mean_and_spread(numbers);
            (mean.*rows)[i].*field = p.mean;
            (sd.*rows)[i].*field = p.sd;
        }
}

void join_heads(const std::vector<const SiteRecord*>& replicas, SiteRecord& mean, SiteRecord& sd)
{
    using Head = AttentionHead;
    join_rows(replicas, &SiteRecord::heads,
        std::array {&Head::logit_mean, &Head::logit_std, &Head::logit_max, &Head::logit_spread, &Head::entropy,
            &Head::log_visible, &Head::queries, &Head::lone_queries},
        mean, sd);
}

void join_experts(const std::vector<const SiteRecord*>& replicas, SiteRecord& mean, SiteRecord& sd)
{
    join_rows(replicas, &SiteRecord::experts, std::array {&ExpertLoad::load, &ExpertLoad::probability}, mean, sd);
}

void join_sites(const std::vector<const SiteRecord*>& replicas, BlockRecord& mean, BlockRecord& sd)
{
    SiteRecord m {.role = replicas.front()->role}, s = m;
    for (const auto member : {&SiteRecord::value, &SiteRecord::gradient})
        if (const auto all
            = everywhere<Distribution>(replicas, [&](const SiteRecord& r) { return pointer(r.*member); });
            !all.empty())
            std::tie(m.*member, s.*member) = joined(all);
    for (const auto& [quantity, first] : replicas.front()->numbers) {
        std::vector<double> numbers;
        for (const SiteRecord* replica : replicas)
            for (const auto& [other, number] : replica->numbers)
                if (other == quantity)
                    numbers.push_back(number);
        if (numbers.size() != replicas.size())
            continue;
        const MeanAndSpread p = mean_and_spread(numbers);
        m.numbers.emplace_back(quantity, p.mean);
        s.numbers.emplace_back(quantity, p.sd);
    }
    const bool heads = std::all_of(replicas.begin(), replicas.end(),
        [&](const SiteRecord* r) { return r->heads.size() == replicas.front()->heads.size(); });
    if (heads)
        join_heads(replicas, m, s);
    join_experts(replicas, m, s);
    m.maps = replicas.front()->maps;
    mean.sites.push_back(std::move(m));
    sd.sites.push_back(std::move(s));
}

}   // namespace

std::optional<double> SiteRecord::number(Quantity quantity) const
{
    switch (quantity) {
    case Quantity::mean:
        return value ? std::optional(value->plain(value->mean)) : std::nullopt;
    case Quantity::std:
        return value ? std::optional(value->plain(value->std)) : std::nullopt;
    case Quantity::rms:
        return value ? std::optional(value->plain(value->rms)) : std::nullopt;
    case Quantity::gradient_rms:
        return gradient ? std::optional(gradient->plain(gradient->rms)) : std::nullopt;
    default:
        break;
    }
    for (const auto& [which, number] : numbers)
        if (which == quantity)
            return number;
    return std::nullopt;
}

void SiteRecord::set(Quantity quantity, double number)
{
    for (auto& [which, old] : numbers)
        if (which == quantity) {
            old = number;
            return;
        }
    numbers.emplace_back(quantity, number);
}

const SiteRecord* BlockRecord::find(std::string_view role) const { return find_role(sites, role); }

SiteRecord& BlockRecord::at(std::string_view role)
{
    if (SiteRecord* found = find_role(sites, role))
        return *found;
    return sites.emplace_back(SiteRecord {.role = std::string(role)});
}

const Distribution* BlockRecord::value(std::string_view role) const
{
    const SiteRecord* site = find(role);
    return site ? pointer(site->value) : nullptr;
}

const Distribution* BlockRecord::gradient(std::string_view role) const
{
    const SiteRecord* site = find(role);
    return site ? pointer(site->gradient) : nullptr;
}

const Distribution* BlockRecord::weight(std::string_view role) const
{
    for (const auto& [name, entries] : weights)
        if (name == role)
            return &entries;
    return nullptr;
}

std::optional<double> BlockRecord::number(std::string_view role, Quantity quantity) const
{
    const SiteRecord* site = find(role);
    return site ? site->number(quantity) : std::nullopt;
}

const Distribution* BlockRecord::distribution(std::string_view role, Quantity size) const
{
    return size == Quantity::gradient_rms ? gradient(role) : value(role);
}

std::optional<double> BlockRecord::shown(std::string_view role, Quantity quantity) const
{
    if (!is_size(quantity))
        return number(role, quantity);
    const Distribution* d = distribution(role, quantity);
    return d && d->count > 0 ? std::optional(d->log10_of(quantity == Quantity::std ? d->std : d->rms)) : std::nullopt;
}

std::pair<Record, Record> joined(const std::vector<const Record*>& replicas)
{
    const Record& first = *replicas.front();
    Record mean(first.size()), sd(first.size());
    for (std::size_t b = 0; b < first.size(); ++b) {
        for (Record* record : {&mean, &sd})
            (*record)[b].sites.reserve(first[b].sites.size());
        for (const SiteRecord& site : first[b].sites)
            if (const auto all
                = everywhere<SiteRecord>(replicas, [&](const Record& r) { return r.at(b).find(site.role); });
                !all.empty())
                join_sites(all, mean[b], sd[b]);
        for (const auto& weight : first[b].weights)
            if (const auto all
                = everywhere<Distribution>(replicas, [&](const Record& r) { return r.at(b).weight(weight.first); });
                !all.empty()) {
                auto [m, s] = joined(all);
                mean[b].weights.emplace_back(weight.first, std::move(m));
                sd[b].weights.emplace_back(weight.first, std::move(s));
            }
    }
    return {std::move(mean), std::move(sd)};
}

}   // namespace stepzero
