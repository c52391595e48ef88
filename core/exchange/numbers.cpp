// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/numbers.h"

#include <algorithm>
#include <array>

namespace stepzero {

namespace {

void append(NamedNumbers& numbers, const NamedNumbers& more)
{
    numbers.insert(numbers.end(), more.begin(), more.end());
}

NamedNumbers output_numbers(const SiteRecord* site)
{
    NamedNumbers numbers;
    if (site && site->value)
        numbers = numbers_of(*site->value, Told::signal);
    if (site)
        append(numbers, numbers_of(*site));
    return numbers;
}

NamedNumbers told(const Distribution* distribution, Told what)
{
    return distribution ? numbers_of(*distribution, what) : NamedNumbers();
}

/// Effects of reduced precision on a gradient.
constexpr std::array rounded_gradient {
    Quantity::rounded_gradient_rms, Quantity::gradient_rounding_error, Quantity::flushed_gradient_fraction};
bool is_of_gradient(Quantity quantity)
{
    return std::ranges::find(rounded_gradient, quantity) != rounded_gradient.end();
}

}   // namespace

NamedNumbers numbers_of(const Distribution& d, Told told)
{
    NamedNumbers numbers {{"mean", d.plain(d.mean)}, {"std", d.plain(d.std)}};
    if (told != Told::weight)
        numbers.push_back({"rms", d.plain(d.rms)});
    if (told != Told::gradient)
        numbers.insert(numbers.end(), {{"min", d.plain(d.min)}, {"max", d.plain(d.max)}});
    if (told != Told::weight && d.exponent != 0)
        numbers.push_back({"log10_rms", d.log10_of(d.rms)});
    return numbers;
}

NamedNumbers numbers_of(const AttentionHead& head)
{
    return {{"logit_mean", head.logit_mean}, {"logit_std", head.logit_std}, {"logit_max", head.logit_max},
        {"logit_spread", head.logit_spread}, {"entropy", head.entropy}, {"log_visible", head.log_visible},
        {"queries", head.queries}, {"lone_queries", head.lone_queries}};
}

NamedNumbers numbers_of(const ExpertLoad& expert)
{
    return {{"load", expert.load}, {"probability", expert.probability}};
}

NamedNumbers numbers_of(const SiteRecord& site)
{
    NamedNumbers numbers;
    for (const auto& [quantity, number] : site.numbers)
        if (quantity != Quantity::decorrelation)   // listed as a separate group
            numbers.push_back({quantity_name(quantity), number});
    return numbers;
}

const double* find(const NamedNumbers& numbers, std::string_view name)
{
    const auto found
        = std::find_if(numbers.begin(), numbers.end(), [&](const NamedNumber& n) { return n.name == name; });
    return found == numbers.end() ? nullptr : &found->value;
}

NumberGroup output_group(const Measurement& measurement, int block)
{
    const std::string& role = measurement.reading.output;
    // For a residual stream, its site lists the quantities; those of its gradient belong to the layer's gradient.
    const auto numbers = [&](const BlockRecord& record) {
        if (role != "activation_output")
            return told(record.value(role), Told::signal);
        NamedNumbers all = output_numbers(record.find(role));
        for (const Quantity of_gradient : rounded_gradient)
            std::erase_if(all, [&](const NamedNumber& n) { return n.name == quantity_name(of_gradient); });
        return all;
    };
    return {"activation_output", numbers(measurement.block(block)), numbers(measurement.spread_of(block))};
}

std::optional<NumberGroup> gradient_group(const Measurement& measurement, int block)
{
    if (!measurement.gradient(block))
        return std::nullopt;
    const auto numbers = [&](const BlockRecord& record) {
        const SiteRecord* site = record.find(measurement.reading.gradient);
        NamedNumbers all = told(site && site->gradient ? &*site->gradient : nullptr, Told::gradient);
        if (site && measurement.reading.gradient != measurement.reading.output)
            for (const auto& [quantity, number] : site->numbers)
                if (is_of_gradient(quantity))
                    all.push_back({quantity_name(quantity), number});
        return all;
    };
    return NumberGroup {"gradient", numbers(measurement.block(block)), numbers(measurement.spread_of(block))};
}

std::vector<NumberGroup> layer_groups(const Measurement& measurement, int layer)
{
    const BlockRecord &record = measurement.block(layer), &spread = measurement.spread_of(layer);
    const Reading& at = measurement.reading;
    const auto signal_group = [&](const char* name, const std::string& role) {
        return NumberGroup {name, told(record.value(role), Told::signal), told(spread.value(role), Told::signal)};
    };
    std::vector<NumberGroup> groups {
        {"weight", told(record.weight(at.weight), Told::weight), told(spread.weight(at.weight), Told::weight)},
        signal_group("preactivation", at.preactivation), output_group(measurement, layer)};
    if (record.value("pooled"))
        groups.push_back(signal_group("pooled", "pooled"));
    if (auto gradient = gradient_group(measurement, layer))
        groups.push_back(std::move(*gradient));
    if (const auto d = measurement.number(layer, Quantity::decorrelation)) {
        const auto sd = spread.number(at.preactivation, Quantity::decorrelation);
        groups.push_back({"correlation", {{"mean", 1 - *d}, {"one_minus", *d}},
            sd ? NamedNumbers {{"mean", *sd}, {"one_minus", *sd}} : NamedNumbers()});
    }
    return groups;
}

}   // namespace stepzero
