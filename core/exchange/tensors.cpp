// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tensors.h"

#include <algorithm>

#include "core/base/formats/safetensors.h"
#include "core/files/experiment_json.h"
#include "core/kinds/code/checkpoint_names.h"
#include "core/kinds/structure.h"
#include "core/kinds/tokens.h"
#include "core/modules/modulation.h"
#include "core/network/init/parameter.h"
#include "core/network/input/input.h"

namespace stepzero {

namespace {

using Eigen::Index;

constexpr std::size_t piece = 1 << 20;   // numbers per write, so that stopping works on a slow disk

template <class Matrix>
void append(SafetensorsWriter& writer, const Matrix& matrix, const Context& context)
{
    std::span<const float> rest(matrix.data(), std::size_t(matrix.size()));
    while (!rest.empty()) {
        context.check();
        writer.append(rest.first(std::min(piece, rest.size())));
        rest = rest.subspan(std::min(piece, rest.size()));
    }
}

/// Rows of W, or of Wᵀ.
void copy_rows(
    const ScaledMatrix& w, bool transposed, Index first, Eigen::Ref<WeightMatrix, 0, Eigen::OuterStride<>> rows)
{
    const auto& base = w.base->entries;
    if (transposed)
        rows.array() = w.plain_scale() * base.middleCols(first, rows.rows()).transpose().array() + w.plain_shift();
    else
        rows.array() = w.plain_scale() * base.middleRows(first, rows.rows()).array() + w.plain_shift();
}

/// Appends parts side by side along the last axis.
void append(SafetensorsWriter& writer, const std::vector<ScaledMatrix>& parts, bool transposed, const Context& context)
{
    const auto side
        = [&](const ScaledMatrix& part, bool of_rows) { return of_rows == transposed ? part.columns() : part.rows(); };
    const Index rows = side(parts.front(), true);
    Index columns = 0;
    for (const ScaledMatrix& part : parts)
        columns += side(part, false);
    const Index at_once = std::max<Index>(1, Index(piece) / columns);
    for (Index first = 0; first < rows; first += at_once) {
        WeightMatrix block(std::min(at_once, rows - first), columns);
        Index column = 0;
        for (const ScaledMatrix& part : parts) {
            const Index width = side(part, false);
            copy_rows(part, transposed, first, block.middleCols(column, width));
            column += width;
        }
        append(writer, block, context);
    }
}

void append(SafetensorsWriter& writer, const CheckpointTensor& tensor, const ParameterSource& parameters,
    const Context& context)
{
    if (tensor.parts.empty())
        return append(writer, Eigen::VectorXf(Eigen::VectorXf::Zero(Index(tensor.shape[0]))), context);
    if (tensor.parts.front().kind == Role::bias) {
        for (const ParameterPlan& plan : tensor.parts)
            append(writer, parameters.vector(plan, context), context);
        return;
    }
    std::vector<ScaledMatrix> parts;
    for (const ParameterPlan& plan : tensor.parts)
        parts.push_back(parameters.matrix(plan, context));
    if (!tensor.below)
        return append(writer, parts, tensor.transposed, context);
    for (const ScaledMatrix& part : parts)
        append(writer, {part}, tensor.transposed, context);
}

/// Returns the batch [entries, samples] for the file. A sequence contains all steps, with zeros after the end of the
/// input.
Eigen::MatrixXf whole_input(const Experiment& experiment, const NetworkPlan& plan, int samples, const Context& context)
{
    Eigen::MatrixXf drawn = draw_input(experiment, 0, samples, context);
    if (!plan.kind->steps_of_input)
        return drawn;
    Eigen::MatrixXf whole = Eigen::MatrixXf::Zero(Index(width_of_layer(plan.network, 0)) * plan.depth(), drawn.cols());
    whole.topRows(drawn.rows()) = drawn;
    return whole;
}

SafetensorsMetadata metadata_of(const Experiment& experiment)
{
    return {{std::string(experiment_metadata), format_experiment(experiment)}};
}

}   // namespace

void write_tensors(const std::filesystem::path& path, const Experiment& experiment, const NetworkPlan& plan,
    NoiseCache& cache, const Context& context)
{
    const bool takes_tokens = plan.kind->takes_tokens;
    const Extent extent = whole_extent(experiment);
    const int replica = 0;
    const std::size_t rows(extent.samples), tokens(extent.tokens), inputs(entries_of_layer(experiment.network, 0)),
        outputs(plan.outputs.value_or(plan.blocks.back().entries_out()));
    const std::vector<CheckpointTensor> tensors = checkpoint_tensors(plan);
    const Eigen::MatrixXf pairs = plan.kind->layered && experiment.measure.correlation
        ? draw_pairs(experiment, replica)
        : Eigen::MatrixXf(Index(inputs), 0);

    std::vector<TensorShape> shapes;
    if (takes_tokens)
        shapes = {{"input_ids", {rows, tokens}, TensorType::i64}, {"labels", {rows, tokens}, TensorType::i64}};
    else if (plan.kind->attends)
        shapes = {{"labels", {rows}, TensorType::i64}, {"input", {rows, inputs}}};
    else
        shapes = {{"input", {rows, inputs}}, {"cotangent", {rows, outputs}}};
    if (plan.kind->steps_of_input)
        shapes.front().shape = {rows, std::size_t(plan.depth()), std::size_t(width_of_layer(plan.network, 0))};
    const bool modulated = structure_of(experiment.network).modulated;
    if (modulated)
        shapes.push_back({"condition", {rows, std::size_t(experiment.network.width)}});
    for (const CheckpointTensor& tensor : tensors)
        shapes.push_back({tensor.name, tensor.shape});
    if (pairs.cols() > 0)
        shapes.push_back({"pairs", {std::size_t(pairs.cols()), inputs}});

    SafetensorsWriter writer(path, shapes, metadata_of(experiment));
    if (takes_tokens) {
        const Batch batch
            = draw_tokens(experiment, structure_of(experiment.network).softmax->outcomes, replica, extent);
        for (const std::vector<int>* numbers : {&batch.tokens, &batch.targets})
            writer.append(std::vector<std::int64_t>(numbers->begin(), numbers->end()));
    } else if (plan.kind->attends) {
        const std::vector<int> classes
            = draw_classes(experiment, structure_of(experiment.network).softmax->outcomes, replica, extent.samples);
        writer.append(std::vector<std::int64_t>(classes.begin(), classes.end()));
        append(writer, draw_input(experiment, replica, extent.samples, context), context);
    } else {
        append(writer, whole_input(experiment, plan, extent.samples, context), context);
        append(writer, draw_cotangent_of(experiment, int(outputs), replica, extent.samples, context), context);
    }
    if (modulated)
        append(writer, conditions(experiment.network.width, int(rows)), context);
    const NetworkParameters parameters(plan, experiment.seed, replica, cache);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        context.progress(double(i) / double(tensors.size()), tr("tensors"));
        append(writer, tensors[i], parameters, context);
    }
    append(writer, pairs, context);
    writer.commit();
}

/// Names a factor of an adapter after its matrix, if that is a separate tensor.
static std::string name_beside(const ParameterPlan& other, const std::vector<CheckpointTensor>& tensors)
{
    const auto stem = [](const std::string& name) { return name.substr(0, name.rfind(".weight")); };
    for (const CheckpointTensor& tensor : tensors)
        if (tensor.parts.size() == 1)
            if (const std::string matrix = stem(tensor.parts.front().name); other.name.starts_with(matrix + "."))
                return stem(tensor.name) + other.name.substr(matrix.size());
    return other.name;
}

void write_parameters(const std::filesystem::path& path, const Experiment& experiment, const NetworkPlan& plan,
    const ParameterSource& parameters, const std::vector<ParameterPlan>& others, const Context& context)
{
    const std::vector<CheckpointTensor> own = checkpoint_tensors(plan);
    std::vector<CheckpointTensor> tensors = own;
    for (const ParameterPlan& other : others) {
        const auto rows = std::size_t(other.shape.rows()), columns = std::size_t(other.shape.columns());
        tensors.push_back({.name = name_beside(other, own),
            .shape = other.kind == Role::bias ? std::vector {rows} : std::vector {rows, columns},
            .parts = {other}});
    }
    std::vector<TensorShape> shapes;
    for (const CheckpointTensor& tensor : tensors)
        shapes.push_back({tensor.name, tensor.shape});
    SafetensorsWriter writer(path, shapes, metadata_of(experiment));
    for (const CheckpointTensor& tensor : tensors)
        append(writer, tensor, parameters, context);
    writer.commit();
}

}   // namespace stepzero
