// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/block_result.h"

#include <cmath>

#include "core/exchange/block_numbers.h"
#include "core/exchange/result_parts.h"
#include "core/json/write_json.h"
#include "core/network/architecture.h"

namespace stepzero {

namespace {

using Members = std::vector<std::string>;   // `"name": value`

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
        members.push_back(member(number.name, json_line(json_of(number.value))));
        if (const double* deviation = find(deviations, number.name))
            members.push_back(member(std::string(number.name) + "_sd", json_line(json_of(*deviation))));
    }
}

template <class Key>
const Distribution* find_in(const std::map<Key, Distribution>& all, const Key& key)
{
    const auto found = all.find(key);
    return found == all.end() ? nullptr : &found->second;
}

Members distribution_members(const Distribution& value, const Distribution* deviation, Told told)
{
    Members members;
    add(members, numbers_of(value, told), deviation ? numbers_of(*deviation, told) : NamedNumbers());
    return members;
}

/// All that a result is made of.
class Writer {
public:
    Writer(const Experiment& experiment, const Measurement& measurement, const BlockPrediction& prediction,
        const MatrixSpectra* spectra)
        : network_(experiment.network), body_(*architecture_of(network_).body), measurement_(measurement),
          mean_(*measurement.recording), sd_(measurement.recording_spread.get()), prediction_(prediction),
          spectra_(spectra), plans_(body_.parameters(network_))
    {
    }

    std::string block(int block) const
    {
        const auto i = std::size_t(block - 1);
        const LayerMeasurement& layer = measurement_.layers.at(i);
        const LayerMeasurement* spread = measurement_.spread.empty() ? nullptr : &measurement_.spread.at(i);
        Members members {member("layer", std::to_string(block)),
            member("activation_output",
                on_one_line(distribution_members(layer.output, spread ? &spread->output : nullptr, Told::signal)))};
        if (layer.gradient) {
            const Distribution* deviation = spread && spread->gradient ? &*spread->gradient : nullptr;
            members.push_back(
                member("gradient", on_one_line(distribution_members(*layer.gradient, deviation, Told::gradient))));
        }
        members.push_back(member("sites", sites(block, 6)));
        members.push_back(member("weights", weights(block, 6)));
        if (const std::string heads = attention(block); !heads.empty())
            members.push_back(member("attention", heads));
        if (spectra_)
            members.push_back(member("weight_singular_values", singular_values(block)));
        members.push_back(member("prediction", steps(block)));
        return on_lines(members, 4);
    }

    std::string outside() const
    {
        return on_lines({member("sites", sites(0, 4)), member("weights", weights(0, 4))}, 2);
    }

    std::string prediction() const
    {
        Members input;
        add_power(input, "stream_rms", prediction_.log10_input_rms);
        add_power(input, "stream_gradient_rms", prediction_.log10_input_gradient_rms);
        add_number(input, "similarity", prediction_.input_similarity);
        Members members {member("input", on_one_line(input))};
        if (const auto& head = prediction_.head)
            members.push_back(member("head",
                on_one_line({member("logit_variance", json_line(json_of(head->logit_variance))),
                    member("cross_entropy", json_line(json_of(head->cross_entropy))),
                    member("small_variance_cross_entropy", json_line(json_of(head->small_variance_cross_entropy)))})));
        add_number(members, "writing_blocks", prediction_.writing_blocks);
        add_number(members, "path_length", prediction_.path_length);
        add_number(members, "path_length_std", prediction_.path_length_std);
        members.push_back(member("remark", json_text(prediction_.remark)));
        return on_lines(members, 2);
    }

private:
    std::string sites(int block, int spaces) const
    {
        Members members;
        for (const Site& site : sites_of(mean_, network_, block)) {
            Members of_site;
            if (const Distribution* value = find_in(mean_.values, site))
                of_site = distribution_members(*value, sd_ ? find_in(sd_->values, site) : nullptr, Told::signal);
            if (const Distribution* gradient = find_in(mean_.gradients, site))
                of_site.push_back(member("gradient",
                    on_one_line(distribution_members(
                        *gradient, sd_ ? find_in(sd_->gradients, site) : nullptr, Told::gradient))));
            const NamedNumbers scalars = scalars_of(mean_, site);
            add(of_site, scalars, sd_ ? scalars_of(*sd_, site) : NamedNumbers());
            if (find(scalars, "cross_entropy"))
                of_site.push_back(
                    member("log_vocabulary", json_line(json_of(std::log(option(network_, "vocabulary"))))));
            members.push_back(member(site.role, on_one_line(of_site)));
        }
        return on_lines(members, spaces);
    }

    /// Those that took part: behind a lost signal none does.
    std::string weights(int block, int spaces) const
    {
        Members members;
        for (const ParameterPlan& plan : plans_) {
            const Distribution* weight = plan.block == block ? find_in(mean_.parameters, plan.name) : nullptr;
            if (!weight)
                continue;
            Members of_matrix {member(
                "shape", "[" + std::to_string(plan.shape.fan_out) + ", " + std::to_string(plan.shape.fan_in) + "]")};
            const Members numbers
                = distribution_members(*weight, sd_ ? find_in(sd_->parameters, plan.name) : nullptr, Told::weight);
            of_matrix.insert(of_matrix.end(), numbers.begin(), numbers.end());
            members.push_back(member(plan.role, on_one_line(of_matrix)));
        }
        return on_lines(members, spaces);
    }

    std::string attention(int block) const
    {
        const Site site {block, "attention"};
        const auto heads = mean_.attention.find(site);
        if (heads == mean_.attention.end())
            return {};
        Members items;
        for (std::size_t h = 0; h < heads->second.size(); ++h) {
            Members of_head {member("head", std::to_string(h + 1))};
            const bool deviates = sd_ && sd_->attention.contains(site);
            add(of_head, numbers_of(heads->second[h]),
                deviates ? numbers_of(sd_->attention.at(site).at(h)) : NamedNumbers());
            items.push_back(on_one_line(of_head));
        }
        return "[\n        " + joined_by(items, ",\n        ") + "\n      ]";
    }

    std::string singular_values(int block) const
    {
        Members members;
        for (const ParameterPlan& plan : plans_)
            if (const auto found = spectra_->find(plan.name); plan.block == block && found != spectra_->end())
                members.push_back(spectrum_text(plan.role, found->second));
        return on_lines(members, 6);
    }

    std::string steps(int block) const
    {
        Members members;
        for (const StepPrediction& step : prediction_.steps)
            if (step.block == block)
                members.push_back(member(step.word, on_one_line(step_members(step))));
        return on_lines(members, 6);
    }

    static Members step_members(const StepPrediction& step)
    {
        Members members;
        add_power(members, "stream_rms", step.log10_stream_rms);
        add_power(members, "branch_rms", step.log10_branch_rms);
        add_power(members, "variance_sum_rms", step.log10_variance_sum_rms);
        add_number(members, "correlation", step.correlation);
        add_number(members, "similarity", step.similarity);
        add_power(members, "stream_gradient_rms", step.log10_stream_gradient_rms);
        add_power(members, "branch_gradient_rms", step.log10_branch_gradient_rms);
        add_power(members, "return_gradient_rms", step.log10_return_gradient_rms);
        add_number(members, "branch_share", step.branch_share);
        if (const auto& attention = step.attention)
            add(members,
                {{"logit_variance", attention->logit_variance}, {"logit_spread", attention->logit_spread},
                    {"entropy", attention->entropy}, {"log_visible", attention->log_visible}},
                {});
        return members;
    }

    static void add_number(Members& members, std::string_view name, const std::optional<double>& number)
    {
        members.push_back(member(name, number ? json_line(json_of(*number)) : "null"));
    }

    /// Beyond the range of double with its logarithm beside.
    static void add_power(Members& members, std::string_view name, const std::optional<double>& log10)
    {
        if (!log10)
            return add_number(members, name, {});
        const double number = std::pow(10.0, *log10);
        add_number(members, name, number);
        if (std::isfinite(*log10) && (number == 0 || std::isinf(number)))
            add_number(members, "log10_" + std::string(name), log10);
    }

    const Network& network_;
    const Body& body_;
    const Measurement& measurement_;
    const Recording& mean_;
    const Recording* sd_;   // null for one replica
    const BlockPrediction& prediction_;
    const MatrixSpectra* spectra_;
    std::vector<ParameterPlan> plans_;
};

}   // namespace

std::string format_block_result(const Experiment& experiment, const Measurement& measurement,
    const BlockPrediction& prediction, const MatrixSpectra* spectra, const std::vector<Finding>& findings)
{
    const Writer writer(experiment, measurement, prediction, spectra);
    std::string text = result_head(experiment) + "  \"layers\": [";
    for (int block = 1; block <= int(measurement.layers.size()); ++block)
        text += (block == 1 ? "\n    " : ",\n    ") + writer.block(block);
    return text + "\n  ],\n  \"outside\": " + writer.outside() + ",\n  \"prediction\": " + writer.prediction() + ",\n"
        + result_tail(measurement, findings);
}

}   // namespace stepzero
