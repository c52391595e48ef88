// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/json/json.h"
#include "core/base/json/write_json.h"
#include "core/capture/depth_trend.h"
#include "core/capture/inspection.h"
#include "core/capture/output_layer.h"
#include "core/capture/rules.h"

namespace stepzero {

namespace {

std::optional<double> rms_in(const std::optional<CapturedMoments>& moments)
{
    return moments ? moments->rms : std::nullopt;
}

/// Adds a member unless the value is absent.
template <class Value>
void add_given(Json& json, const char* key, const std::optional<Value>& value)
{
    if (value)
        json.add(key, json_of(*value));
}

Json findings_json(const std::vector<CaptureFinding>& findings)
{
    Json all = json_list();
    for (const CaptureFinding& one : findings) {
        Json& json = all.add(json_object(
            {{"id", json_of(one.id)}, {"severity", json_of(word(one.severity))}, {"names", json_of(one.names)},
                {"message", json_of(one.message)}, {"cause", json_of(one.cause)}, {"fix", json_of(one.fix)}}));
        if (one.of_weights)
            json.add("of", json_of("weights"));
    }
    return all;
}

Json header(const std::string& model, const std::vector<CaptureFinding>& findings)
{
    std::vector<std::string> checked;
    for (const CaptureFindingInfo& info : capture_finding_infos())
        checked.push_back(info.id);
    return json_object({{"format", json_of("stepzero-inspection")}, {"version", json_of(1)}, {"model", json_of(model)},
        {"verdict", json_of(findings.empty() ? "healthy" : word(findings.front().severity))},
        {"word", json_of(capture_verdict(findings))}, {"checked", json_of(checked)}});
}

Json factor_json(const std::optional<DepthFactor>& factor)
{
    if (!factor)
        return {};
    return json_object({{"factor", json_of(factor->factor)}, {"per", json_of(factor->blocks ? "block" : "layer")}});
}

Json module_json(const CapturedModule& one)
{
    Json json = json_object(
        {{"path", json_of(one.path)}, {"class", json_of(one.class_name)}, {"kind", json_of(word(one.kind))}});
    if (one.call > 1)
        json.add("call", json_of(one.call));
    if (one.block > 0)
        json.add("block", json_of(one.block));
    add_given(json, "output_rms", rms_in(one.output));
    add_given(json, "gradient_rms", rms_in(one.gradient));
    if (one.gradient)
        add_given(json, "gradient_norm", one.gradient->norm());
    if (one.output) {
        add_given(json, "zeros", one.output->zeros);
        add_given(json, "dead", one.output->dead);
        add_given(json, "saturated", one.output->saturated);
    }
    return json;
}

/// The modules of one role in all blocks, with the geometric mean of their sizes.
Json roles_json(const Capture& capture)
{
    struct Role {
        std::string class_name;
        int modules = 0, outputs = 0, gradients = 0;
        double ln_output = 0, ln_gradient = 0;
    };
    std::vector<std::string> order;
    std::map<std::string, Role> roles;
    for (const CapturedModule& one : capture.modules) {
        if (one.block == 0)
            continue;
        const std::string name = block_pattern(one);
        if (!roles.contains(name))
            order.push_back(name);
        Role& role = roles[name];
        role.class_name = one.class_name;
        ++role.modules;
        if (const auto rms = rms_in(one.output); rms && *rms > 0) {
            role.ln_output += std::log(*rms);
            ++role.outputs;
        }
        if (const auto norm = one.gradient ? one.gradient->norm() : std::nullopt; norm && *norm > 0) {
            role.ln_gradient += std::log(*norm);
            ++role.gradients;
        }
    }
    Json all = json_list();
    for (const std::string& name : order) {
        const Role& role = roles[name];
        Json& json = all.add(json_object(
            {{"role", json_of(name)}, {"class", json_of(role.class_name)}, {"calls", json_of(role.modules)}}));
        if (role.outputs > 0)
            json.add("output_rms", json_of(std::exp(role.ln_output / role.outputs)));
        if (role.gradients > 0)
            json.add("gradient_norm", json_of(std::exp(role.ln_gradient / role.gradients)));
    }
    return all;
}

Json change_json(const CaptureChange& change)
{
    Json differences = json_list();
    for (const CapturedDifference& one : change.differences) {
        Json& json = differences.add(json_object({{"name", json_of(one.name)}, {"of", json_of(word(one.side))},
            {"rms_before", json_of(one.before)}, {"rms_after", json_of(one.after)}}));
        add_given(json, "ratio", one.ratio());
    }
    return json_object({{"equal", json_of(change.equal)}, {"differences", std::move(differences)},
        {"only_before", json_of(change.only_before)}, {"only_after", json_of(change.only_after)}});
}

}   // namespace

std::string format_inspection(const Inspection& inspection)
{
    const Capture& capture = inspection.capture;
    Json root = header(capture.model, inspection.findings);
    root.add("step", json_of(capture.step));
    root.add("blocks", json_of(capture.blocks()));
    if (capture.loss) {
        Json& loss = root.add("loss",
            json_object({{"value", json_of(capture.loss->value)},
                {"kind", json_of(name_of(captured_loss_names, capture.loss->kind))}}));
        if (const std::optional<double> uniform = uniform_loss(*capture.loss))
            loss.add("uniform", json_of(*uniform));
    }
    root.add("signal", factor_json(signal_factor(capture)));
    root.add("gradient", factor_json(gradient_factor(capture)));
    root.add("roles", roles_json(capture));
    if (!capture.unseen.empty())
        root.add("unseen", json_of(capture.unseen));
    Json modules = json_list(), parameters = json_list();
    for (const CapturedModule& one : capture.modules)
        modules.add(module_json(one));
    for (const CapturedParameter& one : capture.parameters) {
        Json& json = parameters.add(json_object({{"name", json_of(one.name)}, {"trainable", json_of(one.trainable)}}));
        add_given(json, "rms", one.value.rms);
        add_given(json, "gradient_rms", rms_in(one.gradient));
        add_given(json, "update", one.update);
    }
    root.add("modules", std::move(modules));
    root.add("parameters", std::move(parameters));
    if (inspection.weights) {
        const Understanding& understanding = inspection.weights->understanding;
        root.add("weights",
            json_object({{"verdict", json_of(word(inspection.weights->verdict))},
                {"family", json_of(understanding.family->name)}, {"recipe", json_of(understanding.recipe)}}));
    }
    if (inspection.change)
        root.add("against", change_json(*inspection.change));
    root.add("findings", findings_json(inspection.findings));
    return json_lines(root) + "\n";
}

std::string format_inspection(const WidthInspection& inspection)
{
    Json root = header(inspection.captures.model, inspection.findings);
    Json exponents = json_list();
    for (const WidthExponent& one : inspection.exponents) {
        Json sizes = json_list();
        for (const auto& [width, rms] : one.rms)
            sizes.add(json_object({{"width", json_of(width)}, {"rms", std::isfinite(rms) ? json_of(rms) : Json()}}));
        Json& json = exponents.add(json_object({{"role", json_of(one.name)}, {"step", json_of(one.step)},
            {"output_rms", std::move(sizes)}, {"scaling", json_of(word(one.scaling))}}));
        if (one.slope) {
            json.add("exponent", json_of(one.slope->slope));
            json.add("low", json_of(one.slope->low));
            json.add("high", json_of(one.slope->high));
        }
    }
    root.add("exponents", std::move(exponents));
    root.add("findings", findings_json(inspection.findings));
    return json_lines(root) + "\n";
}

}   // namespace stepzero
