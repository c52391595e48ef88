// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/coordinate_check_json.h"

#include <algorithm>
#include <cmath>

#include "core/files/experiment_json.h"
#include "core/json/write_json.h"
#include "core/words/shown_text.h"

namespace stepzero {

namespace {

const char* word(Scaling scaling)
{
    switch (scaling) {
    case Scaling::level:
        return "level";
    case Scaling::grows:
        return "grows";
    case Scaling::shrinks:
        return "shrinks";
    case Scaling::uncertain:
        return "uncertain";
    case Scaling::unknown:
        break;
    }
    return "unknown";
}

Json json_of(const std::optional<Slope>& slope, Scaling scaling)
{
    if (!slope)
        return {};
    return json_object({{"slope", stepzero::json_of(slope->slope)}, {"low", stepzero::json_of(slope->low)},
        {"high", stepzero::json_of(slope->high)}, {"verdict", stepzero::json_of(word(scaling))}});
}

/// [step][size][seed]
Json json_of(const std::vector<std::vector<std::vector<double>>>& numbers)
{
    Json steps = in_rows(json_list());
    for (const auto& step : numbers) {
        Json sizes = json_list();
        for (const auto& seeds : step)
            sizes.add(stepzero::json_of(seeds));
        steps.add(std::move(sizes));
    }
    return steps;
}

std::string padded(const std::string& text, std::size_t width)
{
    return text + std::string(width > shown_width(text) ? width - shown_width(text) : 0, ' ');
}

/// "+0.53"
std::string signed_text(double number)
{
    const std::string text = hundredths_text(number);
    return (number < 0 && text != hundredths_text(0) ? "-" : "+") + text;
}

std::string cell(const std::optional<Slope>& slope, Scaling scaling)
{
    if (!slope)
        return "-";
    return signed_text(slope->slope) + " (" + signed_text(slope->low) + " to " + signed_text(slope->high) + ") "
        + word(scaling);
}

}   // namespace

std::string format_check_table(const CoordinateCheck& check)
{
    const CheckRequest& request = check.request;
    std::string sizes;
    for (const int size : request.sizes)
        sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
    std::string text = check.parametrization + ", " + check.optimizer + ", " + (request.depths ? "depths " : "widths ")
        + sizes + "; " + std::to_string(request.steps) + (request.steps == 1 ? " step, " : " steps, ")
        + std::to_string(request.seeds) + (request.seeds == 1 ? " seed" : " seeds")
        + "\nslopes of ln RMS over ln size, with 95 % intervals\n\n";
    std::size_t label = 0, first = 10;
    for (const CheckedSite& site : check.sites) {
        label = std::max(label, shown_width(site.label));
        first = std::max(first, shown_width(cell(site.first, site.first_scaling)));
    }
    text += padded("", label) + "  " + padded("at step 0", first) + "  change by the steps\n";
    for (const CheckedSite& site : check.sites)
        text += padded(site.label, label) + "  " + padded(cell(site.first, site.first_scaling), first) + "  "
            + cell(site.change, site.change_scaling) + "\n";
    text += "\n";
    for (const std::string& sentence : check.sentences)
        text += sentence + "\n";
    return text;
}

std::string format_check(const CoordinateCheck& check, const Experiment& experiment)
{
    const CheckRequest& request = check.request;
    Json json = in_rows(
        json_object({{"format", stepzero::json_of("stepzero-coordinate-check")}, {"version", stepzero::json_of(1)},
            {"verdict",
                stepzero::json_of(!check.good ? "bad"
                        : check.certain       ? "good"
                                              : "uncertain")},
            {"sentences", stepzero::json_of(check.sentences)},
            {"parametrization", stepzero::json_of(experiment.train->parametrization)},
            {"optimizer", stepzero::json_of(experiment.train->optimizer.name)},
            {request.depths ? "depths" : "widths", stepzero::json_of(request.sizes)},
            {"steps", stepzero::json_of(request.steps)}, {"seeds", stepzero::json_of(request.seeds)}}));
    Json& sites = json.add("sites", in_rows(json_list()));
    for (const CheckedSite& site : check.sites)
        sites.add(in_rows(json_object(
            {{"site", stepzero::json_of(site.label)}, {"at_step_0", json_of(site.first, site.first_scaling)},
                {"change", json_of(site.change, site.change_scaling)}, {"rms", json_of(site.rms)}})));
    json.add("losses", json_of(check.losses));
    json.add("experiment", stepzero::json_of(experiment));
    return json_lines(json) + "\n";
}

}   // namespace stepzero
