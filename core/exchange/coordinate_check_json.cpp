// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/coordinate_check_json.h"

#include <algorithm>

#include "core/base/json/write_json.h"
#include "core/base/words/shown_text.h"
#include "core/exchange/sized_text.h"
#include "core/files/experiment_json.h"

namespace stepzero {

std::string format_check_table(const CoordinateCheck& check, const Render& render)
{
    const CheckRequest& request = check.request;
    std::string text = render(joined({check.parametrization, check.optimizer,
                                         sizes_text(request.sizes, request.depths, request.steps, request.seeds)},
                           ", "))
        + "\n" + render(tr("slopes of ln RMS vs. ln size, with 95% intervals")) + "\n\n";
    const auto cell
        = [&](const std::optional<Slope>& slope, Scaling scaling) { return render(slope_cell(slope, scaling)); };
    const std::string at_start = render(tr("at step 0"));
    std::size_t label = 0, first = shown_width(at_start) + 1;
    for (const CheckedSite& site : check.sites) {
        label = std::max(label, shown_width(render(site.label)));
        first = std::max(first, shown_width(cell(site.first, site.first_scaling)));
    }
    text += padded("", label) + "  " + padded(at_start, first) + "  " + render(tr("change during training")) + "\n";
    for (const CheckedSite& site : check.sites)
        text += padded(render(site.label), label) + "  " + padded(cell(site.first, site.first_scaling), first) + "  "
            + cell(site.change, site.change_scaling) + "\n";
    text += "\n";
    for (const Text& sentence : check.sentences)
        text += render(sentence) + "\n";
    return text;
}

std::string format_check(const CoordinateCheck& check, const Experiment& experiment)
{
    const CheckRequest& request = check.request;
    Json json = in_rows(json_object({{"format", json_of("stepzero-coordinate-check")}, {"version", json_of(1)},
        {"verdict",
            json_of(!check.good     ? "bad"
                    : check.certain ? "good"
                                    : "uncertain")},
        {"sentences", json_of(check.sentences)}, {"parametrization", json_of(experiment.train->parametrization)},
        {"optimizer", json_of(experiment.train->optimizer.name)},
        {request.depths ? "depths" : "widths", json_of(request.sizes)}, {"steps", json_of(request.steps)},
        {"seeds", json_of(request.seeds)}}));
    Json& sites = json.add("sites", in_rows(json_list()));
    for (const CheckedSite& site : check.sites)
        sites.add(in_rows(
            json_object({{"site", json_of(site.label)}, {"at_step_0", slope_json(site.first, site.first_scaling)},
                {"change", slope_json(site.change, site.change_scaling)}, {"rms", nested_json(site.rms)}})));
    json.add("losses", nested_json(check.losses));
    json.add("experiment", json_of(experiment));
    return json_lines(json) + "\n";
}

}   // namespace stepzero
