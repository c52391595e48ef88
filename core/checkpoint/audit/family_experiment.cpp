// SPDX-License-Identifier: GPL-3.0-or-later
// Interprets the tensors of an experiment, whose expected initialization follows from its plan.
#include <algorithm>
#include <cmath>

#include "core/base/words/words.h"
#include "core/checkpoint/audit/family_expected.h"
#include "core/checkpoint/audit/family_names.h"
#include "core/kinds/code/checkpoint_names.h"
#include "core/kinds/kinds.h"
#include "core/network/init/parameter_use.h"

namespace stepzero {

namespace {

Expected expected_of(const ParameterPlan& plan)
{
    const Initializer all = completed(plan.initializer);
    Expected expected {.draw = draw_of(plan),
        .initializer = all,
        .factor = plan.factor,
        .shape = plan.shape,
        .source = tr("the experiment")};
    expected.formula = initializer_formula(
        plan.initializer, [&](const std::string& parameter) { return number_text(number(all.parameters, parameter)); });
    expected.row = expected.draw.base->row(plan.shape.columns());
    for (double& number : expected.row)
        number *= expected.draw.scale;
    if (plan.factor != 1)
        expected.formula += " · " + recipe_formula("factor", {{"factor", plan.factor}});
    return expected;
}

TensorKind kind_of(const ParameterPlan& plan)
{
    if (ending_of(CheckpointStyle::own, plan).empty())
        return TensorKind::constant;
    if (plan.kind == Role::weight)
        return TensorKind::weight;
    return plan.name.ends_with(".bias") ? TensorKind::bias : TensorKind::scale;
}

UnderstoodTensor understood(const CheckpointTensor& tensor, const StoredTensor& stored)
{
    UnderstoodTensor known = understood_by_name(stored);
    if (tensor.parts.empty()) {   // a bias that the network does not have
        known.expected = Expected {.draw = draw_of({"zeros", {}}, known.shape, Role::bias),
            .shape = known.shape,
            .formula = "0",
            .source = tr("the network has no such bias")};
        return known;
    }
    const ParameterPlan& first = tensor.parts.front();
    known.role = first.role;
    known.block = first.block;
    known.kind = kind_of(first);
    known.transposed = tensor.transposed;
    known.shape = first.shape;
    known.vocabulary = known.kind == TensorKind::weight
        && (use_of(first) == ParameterUse::tokens || use_of(first) == ParameterUse::head);
    known.padded = first.rows.padding;
    if (first.rows.added > 0 && first.rows.rule != GivenRows::Rule::drawn) {   // these have no distribution
        const Shape shape = first.shape;
        const int old = shape.fan_out - first.rows.added;
        known.packing = Packing {.axis = 0, .sizes = {std::uint64_t(old), std::uint64_t(first.rows.added)}};
        known.parts = {{first.role, {old, shape.fan_in}, expected_of(first)},
            {"new_rows", {first.rows.added, shape.fan_in}, std::nullopt}};
        return known;
    }
    if (tensor.parts.size() == 1) {
        known.expected = expected_of(first);
        return known;
    }
    known.role = tensor.below ? first.role : "qkv";
    // Parts below each other are rows, otherwise columns.
    known.packing = Packing {.axis = tensor.below ? 0 : int(tensor.shape.size()) - 1, .sizes = {}};
    known.shape.fan_out = 0;
    for (const ParameterPlan& plan : tensor.parts) {
        known.packing->sizes.push_back(std::uint64_t(plan.shape.rows()));
        known.parts.push_back({plan.role, plan.shape, expected_of(plan)});
        known.shape.fan_out += plan.shape.fan_out;
    }
    return known;
}

}   // namespace

Understanding understand_experiment(const std::vector<StoredTensor>& tensors, const Experiment& experiment)
{
    const NetworkPlan plan = plan_of(experiment.network);
    const std::vector<CheckpointTensor> planned = checkpoint_tensors(plan);
    std::map<std::string_view, const CheckpointTensor*> by_name;
    for (const CheckpointTensor& tensor : planned)
        by_name.emplace(tensor.name, &tensor);
    const Understanding by_names = understand(tensors, Json(), nullptr);   // identifies tensors that are not parameters
    Understanding all;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const StoredTensor& tensor = tensors[i];
        const auto found = by_name.find(tensor.name);
        const bool same = found != by_name.end()
            && std::ranges::equal(found->second->shape, tensor.shape,
                [](std::size_t a, std::uint64_t b) { return std::uint64_t(a) == b; });
        if (same) {
            all.tensors.push_back(understood(*found->second, tensor));
            if (all.tensors.back().padded)
                all.padding_row = 0;
        } else if (by_names.tensors[i].kind == TensorKind::buffer) {
            all.tensors.push_back(by_names.tensors[i]);
        } else {
            all.tensors.push_back(understood_by_name(tensor));
            all.unknown.push_back(tensor.name);
        }
    }
    return all;
}

}   // namespace stepzero
