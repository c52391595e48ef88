// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/result.h"

#include <cmath>

#include "core/base/json/write_json.h"
#include "core/exchange/numbers.h"
#include "core/exchange/theory_json.h"
#include "core/files/experiment_json.h"
#include "core/kinds/kinds.h"
#include "core/network/init/parameter_use.h"

namespace stepzero {

namespace {

/// Adds each number, followed by its deviation if there is one.
void add(Json& json, const NamedNumbers& numbers, const NamedNumbers& deviations)
{
    json.reserve(json.items.size() + numbers.size() + deviations.size());
    for (const NamedNumber& number : numbers) {
        json.add(number.name, json_of(number.value));
        if (const double* deviation = find(deviations, number.name))
            json.add(std::string(number.name) + "_sd", json_of(*deviation));
    }
}

void add(Json& json, const NumberGroup& group)
{
    add(json.add(group.name, json_object()), group.numbers, group.deviations);
}

/// Adds a spectrum; with several replicas, its deviations follow on the same line.
void add(Json& json, const std::string& name, const SpectrumStatistics& spectrum)
{
    json.add(name, json_of(spectrum.mean));
    if (!spectrum.sd.empty())
        json.add(name + "_sd", json_of(spectrum.sd)).beside = true;
}

/// Adds a number; beyond the range of double, its logarithm follows on the same line.
void add_size(Json& json, const std::string& name, const Predicted* size)
{
    json.add(name, size ? json_of(size->value) : Json());
    if (size && std::isfinite(*size->ln) && (size->value == 0 || std::isinf(size->value)))
        json.add("log10_" + name, json_of(size->log10()));
    if (size && size->uncertainty > 0)
        json.add(name + "_uncertainty", json_of(size->uncertainty));
}

std::optional<double> value_of(const Predicted* predicted)
{
    return predicted ? std::optional(predicted->value) : std::nullopt;
}

NamedNumbers told(const std::optional<Distribution>* distribution, Told what)
{
    return distribution && *distribution ? numbers_of(**distribution, what) : NamedNumbers();
}

/// Writes the parts of a result.
class OutcomeWriter {
public:
    explicit OutcomeWriter(const RunOutcome& outcome) : o_(outcome) { }

    Json block(const BlockPlan& plan) const
    {
        const int block = plan.block;
        Json json = in_rows(json_object({{"layer", json_of(block)}}));
        json.reserve(10);
        if (o_.plan.kind->layered) {
            const Shape shape = o_.plan.layers[std::size_t(block - 1)].shape();
            json.add("fan_in", json_of(shape.fan_in));
            json.add("fan_out", json_of(shape.fan_out));
            json.add("activation", json_of(plan.activation.name));
            for (const NumberGroup& group : layer_groups(o_.measurement, block))
                add(json, group);
            if (o_.weight_spectra)
                add(json, "weight_singular_values", o_.weight_spectra->at(plan.find(o_.plan.reading.weight)->name));
            json.add("prediction", layer_prediction(block));
            return json;
        }
        add(json, output_group(o_.measurement, block));
        if (const auto gradient = gradient_group(o_.measurement, block))
            add(json, *gradient);
        add_beside(json, block);
        json.add("sites", sites(block));
        json.add("weights", weights(block, plan.parameters));
        for (const SiteRecord& site : o_.measurement.block(block).sites) {
            if (!site.heads.empty())
                json.add(site.role, rows(block, site, "head", &SiteRecord::heads));
            if (!site.experts.empty())
                json.add("experts", rows(block, site, "expert", &SiteRecord::experts));
        }
        if (o_.weight_spectra)
            json.add("weight_singular_values", singular_values(plan.parameters));
        json.add("prediction", steps(block));
        return json;
    }

    Json outside() const
    {
        std::vector<ParameterPlan> plans = o_.plan.before;
        plans.insert(plans.end(), o_.plan.after.begin(), o_.plan.after.end());
        Json json = in_rows(json_object({{"sites", sites(0)}, {"weights", weights(0, plans)}}));
        if (Json values = o_.weight_spectra ? singular_values(plans) : Json(); !values.items.empty())
            json.add("weight_singular_values", std::move(values));
        return json;
    }

    Json prediction() const
    {
        const Prediction& p = o_.prediction;
        const BlockPrediction& before = p.block(0);
        const std::string& start = o_.plan.reading.start;
        Json json = in_rows(json_object());
        Json& input = json.add("input", json_object());
        add_size(input, "stream_rms", before.find(start, Quantity::rms));
        add_size(input, "stream_gradient_rms", before.find(start, Quantity::gradient_rms));
        input.add("similarity", json_of(value_of(before.find(start, Quantity::similarity))));
        if (const auto& head = p.head)
            json.add("head",
                json_object(
                    {{"logit_variance", json_of(head->logit_variance)}, {"cross_entropy", json_of(head->cross_entropy)},
                        {"small_variance_cross_entropy", json_of(head->small_variance_cross_entropy)}}));
        json.add("writing_blocks", json_of(p.writing_blocks.value_or(0)));
        json.add("path_length", json_of(p.path_length));
        json.add("path_length_std", json_of(p.path_length_std));
        json.add("remark", json_of(p.remark));
        return json;
    }

private:
    Json sites(int block) const
    {
        const BlockRecord& spread = o_.measurement.spread_of(block);
        Json json = in_rows(json_object());
        for (const SiteRecord& site : o_.measurement.block(block).sites) {
            const SiteRecord* sd = spread.find(site.role);
            if (site.value && site.value->count == 0)
                continue;   // after a lost signal
            if (Json numbers = numbers_at(site, sd); !numbers.items.empty())
                json.add(site.role, std::move(numbers));
        }
        return json;
    }

    Json numbers_at(const SiteRecord& site, const SiteRecord* sd) const
    {
        Json of_site = json_object();
        if (site.value)
            add(of_site, numbers_of(*site.value, Told::signal), told(sd ? &sd->value : nullptr, Told::signal));
        if (site.gradient)
            add(of_site,
                NumberGroup {"gradient", numbers_of(*site.gradient, Told::gradient),
                    told(sd ? &sd->gradient : nullptr, Told::gradient)});
        const NamedNumbers numbers = numbers_of(site);
        add(of_site, numbers, sd ? numbers_of(*sd) : NamedNumbers());
        if (find(numbers, quantity_name(Quantity::cross_entropy)))
            of_site.add(o_.plan.kind->takes_tokens ? "log_vocabulary" : "log_classes",
                json_of(std::log(double(structure_of(o_.plan.network).softmax->outcomes))));
        return of_site;
    }

    /// Adds measurements of this kind of network besides a block's output; gates form a group.
    void add_beside(Json& json, int block) const
    {
        const BlockRecord& spread = o_.measurement.spread_of(block);
        Json gates = in_rows(json_object());
        const auto take = [&](Json& to, const std::vector<SiteInfo>& infos) {
            for (const SiteInfo& info : infos)
                if (const SiteRecord* site = o_.measurement.block(block).find(info.role))
                    to.add(info.role, numbers_at(*site, spread.find(info.role)));
        };
        take(json, o_.plan.kind->sites);
        take(gates, o_.plan.kind->gates);
        if (!gates.items.empty())
            json.add("gates", std::move(gates));
    }

    /// Returns the weights that were used; after a lost signal there are none.
    Json weights(int block, const std::vector<ParameterPlan>& plans) const
    {
        const BlockRecord& spread = o_.measurement.spread_of(block);
        Json json = in_rows(json_object());
        for (const ParameterPlan& plan : plans) {
            const Distribution* entries = o_.measurement.block(block).weight(plan.role);
            if (!entries || plan.kind != Role::weight || plan.expert > 1)   // experts are reported as one
                continue;
            Json& matrix = json.add(plan.role,
                json_object({{"shape", json_list({json_of(plan.shape.rows()), json_of(plan.shape.columns())})}}));
            const Distribution* sd = spread.weight(plan.role);
            add(matrix, numbers_of(*entries, Told::weight), sd ? numbers_of(*sd, Told::weight) : NamedNumbers());
        }
        return json;
    }

    /// Returns the heads or the experts of a site, counted by `name`.
    template <class Row>
    Json rows(int block, const SiteRecord& site, const char* name, std::vector<Row> SiteRecord::*list) const
    {
        const BlockRecord& spread = o_.measurement.spread_of(block);
        const SiteRecord* sd = spread.find(site.role);
        Json json = in_rows(json_list());
        for (std::size_t i = 0; i < (site.*list).size(); ++i) {
            const bool deviates = sd && i < (sd->*list).size();
            add(json.add(json_object({{name, json_of(i + 1)}})), numbers_of((site.*list)[i]),
                deviates ? numbers_of((sd->*list)[i]) : NamedNumbers());
        }
        return json;
    }

    Json singular_values(const std::vector<ParameterPlan>& plans) const
    {
        Json json = in_rows(json_object());
        for (const ParameterPlan& plan : plans)
            if (const auto found = o_.weight_spectra->find(plan.name);
                found != o_.weight_spectra->end() && plan.expert <= 1)
                add(json, plan.role, found->second);
        return json;
    }

    /// Returns null for a layer that theory does not cover.
    Json layer_prediction(int layer) const
    {
        const Prediction& p = o_.prediction;
        if (!p.covers(layer))
            return {};
        Json json = json_object();
        json.reserve(16);
        const auto add_value = [&](const char* name, const Predicted* of) { json.add(name, json_of(value_of(of))); };
        const auto add_spread = [&](const std::string& name, const Predicted* size) {
            json.add(name + "_spread", size ? json_of(size->spread) : Json());
            json.add(name + "_shift", json_of(size ? size->shift : 0));
        };
        const Predicted *z = p.preactivation(layer, Quantity::rms), *x = p.output(layer, Quantity::rms),
                        *gradient = p.gradient(layer), *difference = p.preactivation(layer, Quantity::decorrelation);
        add_value("weight_std", p.preactivation(layer, Quantity::weight_std));
        add_value("preactivation_rms", z);
        add_spread("preactivation", z);
        add_value("activation_mean", p.output(layer, Quantity::mean));
        add_value("activation_std", p.output(layer, Quantity::std));
        add_value("activation_rms", x);
        add_spread("activation", x);
        if (o_.plan.layers[std::size_t(layer - 1)].pooling != Pooling::none)
            add_value("pooled_rms", p.block(layer).find("pooled", Quantity::rms));
        add_value("gradient_rms", gradient);
        add_spread("gradient", gradient);
        add_value("chi", p.preactivation(layer, Quantity::chi));
        if (const Predicted* error = p.output(layer, Quantity::rounding_error))
            json.add("rounding_error", json_of(error->value));
        json.add("correlation", difference ? json_of(1 - difference->value) : Json());
        add_value("one_minus_correlation", difference);
        json.add("decorrelation_spread", difference ? json_of(difference->spread) : Json());
        return json;
    }

    Json steps(int block) const
    {
        const BlockPrediction& p = o_.prediction.block(block);
        Json json = in_rows(json_object());
        for (const StepInfo& step : o_.plan.steps)
            if (p.find(step.word + "_stream"))
                json.add(step.word, step_prediction(p, step.word));
        for (const SitePrediction& site : p.sites)
            if (o_.plan.steps.empty() || site.role == "router" || site.role == "scan") {
                Json& of_site = json.add(site.role, json_object());
                for (const auto& [quantity, predicted] : site.numbers)
                    of_site.add(std::string(quantity_name(quantity)), json_of(predicted.value));
            }
        return json;
    }

    static Json step_prediction(const BlockPrediction& p, const std::string& word)
    {
        const std::string stream = word + "_stream", branch = word + "_branch", back = word + "_return";
        Json json = json_object();
        const auto add_value = [&](const char* name, const Predicted* of) { json.add(name, json_of(value_of(of))); };
        add_size(json, "stream_rms", p.find(stream, Quantity::rms));
        add_size(json, "branch_rms", p.find(branch, Quantity::rms));
        add_size(json, "variance_sum_rms", p.find(stream, Quantity::variance_sum_rms));
        add_value("correlation", p.find(branch, Quantity::correlation));
        add_value("similarity", p.find(stream, Quantity::similarity));
        add_size(json, "stream_gradient_rms", p.find(stream, Quantity::gradient_rms));
        add_size(json, "branch_gradient_rms", p.find(branch, Quantity::gradient_rms));
        add_size(json, "return_gradient_rms", p.find(back, Quantity::gradient_rms));
        add_value("branch_share", p.find(branch, Quantity::branch_share));
        if (const SitePrediction* site = p.find(word); site && site->attention)
            add(json,
                NamedNumbers {{"logit_variance", site->attention->logit_variance},
                    {"logit_spread", site->attention->logit_spread}, {"entropy", site->attention->entropy},
                    {"log_visible", site->attention->log_visible}},
                {});
        return json;
    }

    const RunOutcome& o_;
};

Json tree(const std::vector<Remark>& remarks)
{
    Json json = json_list();
    for (const Remark& remark : remarks)
        json.add(json_object({{"layer", json_of(remark.layer)}, {"message", json_of(remark.text)}}));
    return json;
}

/// `layer` is the first affected layer, 0 for the whole network; `fix` is the simplest of `fixes`. `no_fix` is the
/// reason why there are none, if it is known.
Json tree(const Finding& finding)
{
    std::vector<std::string> fixes;
    for (const Fix& fix : finding.fixes)
        fixes.push_back(fix.label.english());
    Json json = in_rows(json_object({{"id", json_of(finding.id)}, {"severity", json_of(word(finding.severity))},
        {"layer", json_of(finding.first_layer)}, {"last_layer", json_of(finding.last_layer)},
        {"message", json_of(finding.message.english())}, {"cause", json_of(finding.cause.english())},
        {"formula", json_of(finding.formula)}, {"fix", fixes.empty() ? Json() : json_of(fixes.front())},
        {"fixes", json_of(fixes)}}));
    for (const char* beside : {"id", "severity", "layer", "last_layer", "formula", "fixes"})
        member(json, beside).beside = true;
    if (!finding.unfixed.empty())
        json.add("no_fix", json_of(finding.unfixed.english()));
    return json;
}

Json tree(const JacobianResult& jacobian)
{
    Json json = in_rows(json_object());
    add(json, "log10_singular_values", jacobian.measured);
    json.add("prediction", json_of(jacobian.predicted));
    return json;
}

/// Returns lists with one number per step.
Json tree(const TrainingRun& run)
{
    const auto list = [&](const auto& number) {
        Json json = json_list();
        for (const TrainingStep& step : run.steps)
            json.add(json_of(double(number(step))));
        return json;
    };
    Json json = in_rows(json_object({{"steps", json_of(int(run.steps.size()) - (run.diverged ? 1 : 0))},
        {"diverged", json_of(run.diverged)}, {"loss_name", json_of(run.loss->name)},
        {"loss", list([](const TrainingStep& s) { return s.loss; })}, {"last_loss", json_of(run.last_loss)}}));
    if (run.classes && !run.steps.empty() && run.steps.front().right)
        json.add("right", list([](const TrainingStep& s) { return s.right.value_or(0); }));
    json.add("learning_rate", list([](const TrainingStep& s) { return s.rate; }));
    if (run.linearized) {
        Json& linearized = json.add("linearized", json_object({{"loss", json_of(run.linearized->losses)}}));
        if (run.linearized->largest_rate)
            linearized.add("largest_rate", json_of(*run.linearized->largest_rate));
    }
    Json& parameters = json.add("parameters", in_rows(json_list()));
    for (std::size_t i = 0; i < run.parameters.size(); ++i) {
        const ParameterPlan& plan = run.parameters[i].plan;
        const auto moves = [&](auto number) {
            Json numbers = json_list();
            for (const TrainingStep& step : run.steps)
                if (!step.moves.empty())
                    numbers.add(json_of(double(number(step.moves[i]))));
            return numbers;
        };
        Json& parameter = parameters.add(in_rows(
            json_object({{"name", json_of(plan.name)}, {"role", json_of(plan.role)}, {"block", json_of(plan.block)}})));
        for (const auto& [name, size] : move_sizes())
            parameter.add(name, moves([size = size](const ParameterMove& m) { return m.*size; }));
        if (is_map(plan))
            for (const auto& [name, number] : matrix_numbers())
                parameter.add(name, moves([number = number](const ParameterMove& m) { return (*m.matrix).*number; }));
    }
    return json;
}

}   // namespace

std::string format_result(const RunOutcome& outcome)
{
    const OutcomeWriter writer(outcome);
    const bool layered = outcome.plan.kind->layered;
    Json json = in_rows(json_object({{"format", json_of("stepzero-result")}, {"version", json_of(1)},
        {"experiment", json_of(outcome.experiment)}, {"layers", in_rows(json_list())}}));
    for (const BlockPlan& block : outcome.plan.blocks)
        json.items.back().add(writer.block(block));
    if (!layered) {
        json.add("outside", writer.outside());
        json.add("prediction", writer.prediction());
    }
    if (outcome.jacobian)
        json.add("jacobian", tree(*outcome.jacobian));
    if (layered)
        json.add("fixed_point", json_of(outcome.prediction.fixed_point));
    json.add("remarks", tree(outcome.measurement.remarks));
    Json& findings = json.add("findings", in_rows(json_list()));
    for (const Finding& finding : outcome.findings)
        findings.add(tree(finding));
    if (outcome.training)
        json.add("training", tree(*outcome.training));
    const Distribution& last = *outcome.measurement.output(outcome.measurement.depth());
    json.add("stability", json_of(stability(last.plain(last.std))));
    return json_lines(json) + "\n";
}

StabilityGrade stability_of(double last_std)
{
    if (last_std >= 0.5 && last_std <= 2)
        return StabilityGrade::high;
    return last_std > 0.1 ? StabilityGrade::medium : StabilityGrade::low;
}

std::string_view word(StabilityGrade grade) { return std::array {"low", "medium", "high"}[std::size_t(grade)]; }

std::string_view stability(double last_std) { return word(stability_of(last_std)); }

}   // namespace stepzero
