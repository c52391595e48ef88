// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/result.h"

#include <cmath>

#include "core/exchange/numbers.h"
#include "core/exchange/result_parts.h"
#include "core/exchange/theory_json.h"
#include "core/json/write_json.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

using Members = std::vector<std::string>;   // `"name": value`

std::string number_json(double number) { return json_line(json_of(number)); }

std::string member(std::string_view name, const std::string& value) { return json_text(name) + ": " + value; }

std::string joined_by(const Members& members, const std::string& between)
{
    std::string text;
    for (const std::string& m : members)
        text += (text.empty() ? "" : between) + m;
    return text;
}

std::string on_one_line(const Members& members) { return "{" + joined_by(members, ", ") + "}"; }

/// A line a member, the last one's "}" `spaces` from the left.
std::string on_lines(const Members& members, int spaces)
{
    if (members.empty())
        return "{}";
    const std::string end = "\n" + std::string(std::size_t(spaces), ' ');
    return "{" + end + "  " + joined_by(members, "," + end + "  ") + end + "}";
}

/// Each with its deviation beside, where there is one.
void add(Members& members, const NamedNumbers& numbers, const NamedNumbers& deviations)
{
    for (const NamedNumber& number : numbers) {
        members.push_back(member(number.name, number_json(number.value)));
        if (const double* deviation = find(deviations, number.name))
            members.push_back(member(std::string(number.name) + "_sd", number_json(*deviation)));
    }
}

void add(Members& members, const NumberGroup& group)
{
    Members numbers;
    add(numbers, group.numbers, group.deviations);
    members.push_back(member(group.name, on_one_line(numbers)));
}

void add_number(Members& members, std::string_view name, const std::optional<double>& number)
{
    members.push_back(member(name, number ? number_json(*number) : "null"));
}

/// Beyond the range of double with its logarithm beside.
void add_size(Members& members, const std::string& name, const Predicted* size)
{
    if (!size)
        return add_number(members, name, {});
    add_number(members, name, size->value);
    if (std::isfinite(*size->log10) && (size->value == 0 || std::isinf(size->value)))
        add_number(members, "log10_" + name, size->log10);
}

std::optional<double> value_of(const Predicted* predicted)
{
    return predicted ? std::optional(predicted->value) : std::nullopt;
}

NamedNumbers told(const std::optional<Distribution>* distribution, Told what)
{
    return distribution && *distribution ? numbers_of(**distribution, what) : NamedNumbers();
}

/// All that a result is made of.
class Writer {
public:
    explicit Writer(const RunOutcome& outcome) : o_(outcome) { }

    std::string block(const BlockPlan& plan) const
    {
        const int block = plan.block;
        Members members {member("layer", std::to_string(block))};
        if (o_.plan.kind->layered) {
            members.push_back(member("fan_in", std::to_string(plan.fan_in)));
            members.push_back(member("fan_out", std::to_string(plan.fan_out)));
            members.push_back(member("activation", json_text(plan.activation.name)));
            for (const NumberGroup& group : layer_groups(o_.measurement, block))
                add(members, group);
            if (o_.weight_spectra)
                members.push_back(spectrum_text("weight_singular_values", spectrum_of(plan, o_.plan.reading.weight)));
            members.push_back(member("prediction", layer_prediction(block)));
            return on_lines(members, 4);
        }
        add(members, output_group(o_.measurement, block));
        if (const auto gradient = gradient_group(o_.measurement, block))
            add(members, *gradient);
        members.push_back(member("sites", sites(block, 6)));
        members.push_back(member("weights", weights(block, plan.parameters, 6)));
        for (const SiteRecord& site : o_.measurement.block(block).sites)
            if (!site.heads.empty())
                members.push_back(member(site.role, heads(block, site)));
        if (o_.weight_spectra)
            members.push_back(member("weight_singular_values", singular_values(plan)));
        members.push_back(member("prediction", steps(block)));
        return on_lines(members, 4);
    }

    std::string outside() const
    {
        std::vector<ParameterPlan> plans = o_.plan.before;
        plans.insert(plans.end(), o_.plan.after.begin(), o_.plan.after.end());
        return on_lines({member("sites", sites(0, 4)), member("weights", weights(0, plans, 4))}, 2);
    }

    std::string prediction() const
    {
        const Prediction& p = o_.prediction;
        const BlockPrediction& before = p.block(0);
        const std::string& start = o_.plan.reading.start;
        Members input;
        add_size(input, "stream_rms", before.find(start, Quantity::rms));
        add_size(input, "stream_gradient_rms", before.find(start, Quantity::gradient_rms));
        add_number(input, "similarity", value_of(before.find(start, Quantity::similarity)));
        Members members {member("input", on_one_line(input))};
        if (const auto& head = p.head)
            members.push_back(member("head",
                on_one_line({member("logit_variance", number_json(head->logit_variance)),
                    member("cross_entropy", number_json(head->cross_entropy)),
                    member("small_variance_cross_entropy", number_json(head->small_variance_cross_entropy))})));
        add_number(members, "writing_blocks", p.writing_blocks.value_or(0));
        add_number(members, "path_length", p.path_length);
        add_number(members, "path_length_std", p.path_length_std);
        members.push_back(member("remark", json_text(p.remark)));
        return on_lines(members, 2);
    }

private:
    std::string sites(int block, int spaces) const
    {
        const BlockRecord* spread = o_.measurement.spread_of(block);
        Members members;
        for (const SiteRecord& site : o_.measurement.block(block).sites) {
            const SiteRecord* sd = spread ? spread->find(site.role) : nullptr;
            if (site.value && site.value->count == 0)
                continue;   // behind a signal that was lost
            Members of_site;
            if (site.value)
                add(of_site, numbers_of(*site.value, Told::signal), told(sd ? &sd->value : nullptr, Told::signal));
            if (site.gradient)
                add(of_site,
                    NumberGroup {"gradient", numbers_of(*site.gradient, Told::gradient),
                        told(sd ? &sd->gradient : nullptr, Told::gradient)});
            const NamedNumbers numbers = numbers_of(site);
            add(of_site, numbers, sd ? numbers_of(*sd) : NamedNumbers());
            if (find(numbers, quantity_name(Quantity::cross_entropy)))
                of_site.push_back(
                    member("log_vocabulary", number_json(std::log(option(o_.plan.network, "vocabulary")))));
            if (!of_site.empty())
                members.push_back(member(site.role, on_one_line(of_site)));
        }
        return on_lines(members, spaces);
    }

    /// Those that took part: behind a lost signal none does.
    std::string weights(int block, const std::vector<ParameterPlan>& plans, int spaces) const
    {
        const BlockRecord* spread = o_.measurement.spread_of(block);
        Members members;
        for (const ParameterPlan& plan : plans) {
            const Distribution* entries = o_.measurement.block(block).weight(plan.role);
            if (!entries || plan.kind != Role::weight)
                continue;
            Members of_matrix {member(
                "shape", "[" + std::to_string(plan.shape.fan_out) + ", " + std::to_string(plan.shape.fan_in) + "]")};
            const Distribution* sd = spread ? spread->weight(plan.role) : nullptr;
            add(of_matrix, numbers_of(*entries, Told::weight), sd ? numbers_of(*sd, Told::weight) : NamedNumbers());
            members.push_back(member(plan.role, on_one_line(of_matrix)));
        }
        return on_lines(members, spaces);
    }

    std::string heads(int block, const SiteRecord& site) const
    {
        const BlockRecord* spread = o_.measurement.spread_of(block);
        const SiteRecord* sd = spread ? spread->find(site.role) : nullptr;
        Members items;
        for (std::size_t h = 0; h < site.heads.size(); ++h) {
            Members of_head {member("head", std::to_string(h + 1))};
            const bool deviates = sd && h < sd->heads.size();
            add(of_head, numbers_of(site.heads[h]), deviates ? numbers_of(sd->heads[h]) : NamedNumbers());
            items.push_back(on_one_line(of_head));
        }
        return "[\n        " + joined_by(items, ",\n        ") + "\n      ]";
    }

    const SpectrumStatistics& spectrum_of(const BlockPlan& plan, const std::string& role) const
    {
        return o_.weight_spectra->at(plan.find(role)->name);
    }

    std::string singular_values(const BlockPlan& block) const
    {
        Members members;
        for (const ParameterPlan& plan : block.parameters)
            if (const auto found = o_.weight_spectra->find(plan.name); found != o_.weight_spectra->end())
                members.push_back(spectrum_text(plan.role, found->second));
        return on_lines(members, 6);
    }

    /// One object on one line; null for a layer that theory does not cover.
    std::string layer_prediction(int layer) const
    {
        const Prediction& p = o_.prediction;
        if (!p.covers(layer))
            return "null";
        Members members;
        const auto add_spread = [&](const std::string& name, const Predicted* size) {
            add_number(members, name + "_spread", size ? size->spread : std::nullopt);
            add_number(members, name + "_shift", size ? size->shift : 0);
        };
        const Predicted *z = p.preactivation(layer, Quantity::rms), *x = p.output(layer, Quantity::rms),
                        *gradient = p.gradient(layer), *difference = p.preactivation(layer, Quantity::decorrelation);
        add_number(members, "weight_std", value_of(p.preactivation(layer, Quantity::weight_std)));
        add_number(members, "preactivation_rms", value_of(z));
        add_spread("preactivation", z);
        add_number(members, "activation_mean", value_of(p.output(layer, Quantity::mean)));
        add_number(members, "activation_std", value_of(p.output(layer, Quantity::std)));
        add_number(members, "activation_rms", value_of(x));
        add_spread("activation", x);
        add_number(members, "gradient_rms", value_of(gradient));
        add_spread("gradient", gradient);
        add_number(members, "chi", value_of(p.preactivation(layer, Quantity::chi)));
        add_number(members, "correlation", difference ? std::optional(1 - difference->value) : std::nullopt);
        add_number(members, "one_minus_correlation", value_of(difference));
        add_number(members, "decorrelation_spread", difference ? difference->spread : std::nullopt);
        return on_one_line(members);
    }

    std::string steps(int block) const
    {
        const BlockPrediction& p = o_.prediction.block(block);
        Members members;
        for (const StepInfo& step : o_.plan.steps)
            if (p.find(step.word + "_stream"))
                members.push_back(member(step.word, on_one_line(step_members(p, step.word))));
        return on_lines(members, 6);
    }

    static Members step_members(const BlockPrediction& p, const std::string& word)
    {
        const std::string stream = word + "_stream", branch = word + "_branch", back = word + "_return";
        Members members;
        add_size(members, "stream_rms", p.find(stream, Quantity::rms));
        add_size(members, "branch_rms", p.find(branch, Quantity::rms));
        add_size(members, "variance_sum_rms", p.find(stream, Quantity::variance_sum_rms));
        add_number(members, "correlation", value_of(p.find(branch, Quantity::correlation)));
        add_number(members, "similarity", value_of(p.find(stream, Quantity::similarity)));
        add_size(members, "stream_gradient_rms", p.find(stream, Quantity::gradient_rms));
        add_size(members, "branch_gradient_rms", p.find(branch, Quantity::gradient_rms));
        add_size(members, "return_gradient_rms", p.find(back, Quantity::gradient_rms));
        add_number(members, "branch_share", value_of(p.find(branch, Quantity::branch_share)));
        if (const SitePrediction* site = p.find(word); site && site->attention)
            add(members,
                {{"logit_variance", site->attention->logit_variance}, {"logit_spread", site->attention->logit_spread},
                    {"entropy", site->attention->entropy}, {"log_visible", site->attention->log_visible}},
                {});
        return members;
    }

    const RunOutcome& o_;
};

}   // namespace

std::string format_result(const RunOutcome& outcome)
{
    const Writer writer(outcome);
    std::string text = result_head(outcome.experiment) + "  \"layers\": [";
    for (const BlockPlan& block : outcome.plan.blocks)
        text += (block.block == 1 ? "\n    " : ",\n    ") + writer.block(block);
    text += "\n  ],\n";
    if (!outcome.plan.kind->layered)
        text += "  \"outside\": " + writer.outside() + ",\n  \"prediction\": " + writer.prediction() + ",\n";
    if (const JacobianResult* jacobian = outcome.jacobian)
        text += "  \"jacobian\": {" + spectrum_text("log10_singular_values", jacobian->measured)
            + ",\n    \"prediction\": " + (jacobian->predicted ? json_line(json_of(*jacobian->predicted)) : "null") + "},\n";
    if (outcome.plan.kind->layered)
        text += "  \"fixed_point\": "
            + (outcome.prediction.fixed_point ? nested(json_lines(json_of(*outcome.prediction.fixed_point))) : "null")
            + ",\n";
    return text + result_tail(outcome.measurement, outcome.findings);
}

}   // namespace stepzero
