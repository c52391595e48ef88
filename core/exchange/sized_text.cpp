// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/sized_text.h"

#include "core/base/json/write_json.h"
#include "core/base/words/shown_text.h"

namespace stepzero {

namespace {

/// "+0.53"
std::string signed_text(double number)
{
    const std::string text = hundredths_text(number);
    return (number < 0 && text != hundredths_text(0) ? "-" : "+") + text;
}

}   // namespace

Json slope_json(const std::optional<Slope>& slope, Scaling scaling)
{
    if (!slope)
        return {};
    return json_object({{"slope", json_of(slope->slope)}, {"low", json_of(slope->low)}, {"high", json_of(slope->high)},
        {"verdict", json_of(word(scaling))}});
}

Json nested_json(const std::vector<std::vector<std::vector<double>>>& numbers)
{
    Json steps = in_rows(json_list());
    for (const auto& step : numbers) {
        Json sizes = json_list();
        for (const auto& seeds : step)
            sizes.add(json_of(seeds));
        steps.add(std::move(sizes));
    }
    return steps;
}

Text slope_cell(const std::optional<Slope>& slope, Scaling scaling)
{
    if (!slope)
        return Text::name("-");
    return tr("%1 (%2 to %3) %4", signed_text(slope->slope), signed_text(slope->low), signed_text(slope->high),
        text_of(scaling));
}

Text sizes_text(const std::vector<int>& sizes, bool depths, int steps, int seeds)
{
    std::string list;
    for (const int size : sizes)
        list += (list.empty() ? "" : ", ") + std::to_string(size);
    return depths ? tr("depths %1; %2 {step|steps}, %3 {seed|seeds}", list, steps, seeds)
                  : tr("widths %1; %2 {step|steps}, %3 {seed|seeds}", list, steps, seeds);
}

}   // namespace stepzero
