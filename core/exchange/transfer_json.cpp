// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/transfer_json.h"

#include <algorithm>
#include <cmath>

#include "core/base/json/write_json.h"
#include "core/base/words/shown_text.h"
#include "core/diagnose/text.h"
#include "core/exchange/sized_text.h"
#include "core/files/experiment_json.h"

namespace stepzero {

namespace {

double mean(const std::vector<double>& numbers)
{
    double sum = 0;
    for (const double number : numbers)
        sum += number / double(numbers.size());
    return sum;
}

}   // namespace

std::string format_transfer_table(const Transfer& t, const Render& render)
{
    const TransferRequest& request = t.request;
    std::string text = render(joined({t.parametrization, t.optimizer,
                                         sizes_text(request.sizes, request.depths, t.steps, request.seeds)},
                           ", "))
        + "\n" + render(tr("mean loss after the last step, by learning rate; *: the lowest")) + "\n\n";
    constexpr std::size_t column = 12;
    const auto row = [&](const std::string& head, const auto& cell) {
        text += padded(head, column);
        for (std::size_t i = 0; i < request.sizes.size(); ++i)
            text += i + 1 < request.sizes.size() ? padded(cell(i), column) : cell(i);
        text += "\n";
    };
    row("", [&](std::size_t i) { return std::to_string(request.sizes[i]); });
    std::vector<std::vector<double>> means;
    for (const auto& of_size : t.losses) {
        means.emplace_back();
        for (const auto& of_rate : of_size)
            means.back().push_back(mean(of_rate));
    }
    for (std::size_t rate = 0; rate < request.rates.size(); ++rate)
        row(short_text(request.rates[rate]), [&](std::size_t i) {
            const double loss = means[i][rate];
            const bool lowest
                = std::ranges::none_of(means[i], [&](double other) { return other < loss; }) && std::isfinite(loss);
            return (std::isfinite(loss) ? short_text(loss) : render(tr("diverged"))) + (lowest ? "*" : "");
        });
    row(render(tr("best")), [&](std::size_t i) {
        const double best = mean(t.best[i]);
        return std::isfinite(best) ? short_text(std::exp(best)) : std::string("-");
    });
    text += "\n" + render(tr("slope of ln of the best learning rate vs. ln size: %1", slope_cell(t.drift, t.scaling)))
        + "\n";
    for (const Text& sentence : t.sentences)
        text += render(sentence) + "\n";
    return text;
}

std::string format_transfer(const Transfer& t, const Experiment& experiment)
{
    const TransferRequest& request = t.request;
    Json json = in_rows(json_object({{"format", json_of("stepzero-transfer")}, {"version", json_of(1)},
        {"verdict",
            json_of(!t.good()                     ? "bad"
                    : t.scaling == Scaling::level ? "good"
                                                  : "uncertain")},
        {"sentences", json_of(t.sentences)}, {"parametrization", json_of(experiment.train->parametrization)},
        {"optimizer", json_of(experiment.train->optimizer.name)},
        {request.depths ? "depths" : "widths", json_of(request.sizes)}, {"rates", json_of(request.rates)},
        {"steps", json_of(t.steps)}, {"seeds", json_of(request.seeds)}, {"drift", slope_json(t.drift, t.scaling)}}));
    Json& best = json.add("best_rates", in_rows(json_list()));
    for (const std::vector<double>& seeds : t.best) {
        Json of_size = json_list();
        for (const double ln : seeds)
            of_size.add(json_of(std::exp(ln)));
        best.add(std::move(of_size));
    }
    json.add("losses", nested_json(t.losses));
    json.add("experiment", json_of(experiment));
    return json_lines(json) + "\n";
}

}   // namespace stepzero
