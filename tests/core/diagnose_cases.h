// SPDX-License-Identifier: GPL-3.0-or-later
// Networks for tests of the diagnosis.
#pragma once

#include <string>
#include <vector>

#include "core/diagnose/finding.h"
#include "core/kinds/tokens.h"
#include "core/simulate/simulate.h"
#include "tests/networks.h"

namespace diagnose_cases {

using namespace stepzero;
using networks::experiment, networks::preset;

inline Experiment dense(const std::string& members, const std::string& input = R"("samples": 128)")
{
    return experiment(R"("kind": "dense", )" + members, R"("input": {)" + input + "}");
}

inline Experiment residual(const std::string& members)
{
    return experiment(R"("kind": "residual", "width": 128, )" + members, R"("input": {"samples": 64})");
}

inline Experiment transformer(const std::string& members)
{
    return experiment(
        R"("kind": "transformer", "width": 128, "heads": 4, "vocabulary": 500, "context": 64, )" + members,
        R"("input": {"samples": 2, "tokens": 48})");
}

inline Experiment vision(const std::string& members, const std::string& input = {})
{
    return experiment(R"("kind": "vision_transformer", "depth": 4, "width": 128, "size": 32, "patch": 8, )" + members,
        R"("input": {"samples": 4)" + input + "}");
}

inline Experiment state_space(const std::string& members)
{
    return experiment(R"("kind": "state_space", "width": 64, "vocabulary": 500, )" + members,
        R"("input": {"samples": 2, "tokens": 48})");
}

inline Experiment resnet(const std::string& members)
{
    return experiment(
        R"("kind": "resnet", "width": 32, "size": 16, "norm_groups": 8, )" + members, R"("input": {"samples": 8})");
}

/// A measurement with its theory.
struct Examined {
    Experiment experiment;
    NetworkPlan plan;
    Measurement measurement;
    Prediction prediction;

    std::vector<Finding> findings() const { return diagnose({experiment, plan, measurement, prediction}); }
};

/// Examines a network. A large network made of blocks is examined as in a preview, with fewer tokens.
inline Examined examine(const Experiment& experiment, NoiseCache& cache, double operations = 2e10)
{
    Examined e {experiment, plan_of(experiment.network), {}, {}};
    SimulateOptions options;
    if (!e.plan.kind->layered)
        options.extent = preview_extent(experiment, e.plan, whole_extent(experiment), operations);
    e.measurement = simulate(experiment, e.plan, cache, {}, options);
    e.prediction = predict(experiment, e.plan, {e.measurement.samples, e.measurement.tokens}, {});
    return e;
}

/// Returns whether initializing a network takes only a fraction of a second.
inline bool is_quickly_drawn(const Experiment& experiment)
{
    double numbers = 0;
    const NetworkPlan plan = plan_of(experiment.network);   // owns the parameters below
    for (const ParameterPlan* p : plan.parameters())
        numbers += double(p->shape.rows()) * p->shape.columns();
    return numbers < 1.5e7;
}

inline const Finding* find(const std::vector<Finding>& findings, const std::string& id)
{
    for (const Finding& finding : findings)
        if (finding.id == id)
            return &finding;
    return nullptr;
}

inline std::string list(const std::vector<Finding>& findings)
{
    std::string text;
    for (const Finding& f : findings)
        text += std::string(word(f.severity)) + " " + f.id + ": " + f.message.english() + "\n";
    return text;
}

}   // namespace diagnose_cases
