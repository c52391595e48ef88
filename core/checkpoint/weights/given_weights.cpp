// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/weights/given_weights.h"

#include <cmath>
#include <mutex>
#include <numeric>

#include "core/base/words/words.h"
#include "core/checkpoint/weights/weight_places.h"
#include "core/kinds/kinds.h"
#include "core/network/init/parameter_use.h"
#include "core/network/input/input_file.h"
#include "core/simulate/simulate.h"

namespace stepzero {

namespace {

namespace fs = std::filesystem;

WeightMatrix empty_matrix(const ParameterPlan& plan)
{
    return plan.kind == Role::bias ? WeightMatrix(1, plan.shape.rows())
                                   : WeightMatrix(plan.shape.rows(), plan.shape.columns());
}

/// Maps an entry of a tensor to its place in the parameters.
class Spread {
public:
    Spread(const WeightPlace& place, const std::vector<std::uint64_t>& shape, std::vector<WeightMatrix>& parts)
        : place_(place), parts_(parts)
    {
        const ParameterPlan& first = *place.parts.front();
        const bool vector = first.kind == Role::bias;
        columns_ = place.transposed && !vector ? shape.back() : std::uint64_t(first.shape.columns());
        if (vector)
            columns_ = std::accumulate(shape.begin(), shape.end(), std::uint64_t(1), std::multiplies());
        along_columns_ = vector || place.packing.axis > 0;
        period_ = std::accumulate(place.packing.sizes.begin(), place.packing.sizes.end(), std::uint64_t(0));
        for (std::uint64_t sum = 0; const std::uint64_t size : place.packing.sizes) {
            begins_.push_back(sum);
            sum += size;
        }
    }

    void put(std::uint64_t entry, float value)
    {
        std::uint64_t row = entry / columns_, column = entry % columns_;
        if (row < place_.from_row)
            return;
        row -= place_.from_row;
        std::size_t part = 0;
        if (period_ > 0) {
            std::uint64_t& along = along_columns_ ? column : row;
            const std::uint64_t repeat = along / period_, within = along % period_;
            part = place_.packing.part_of(along);
            along = repeat * place_.packing.sizes[part] + within - begins_[part];
        }
        if (place_.transposed && parts_[part].rows() > 0 && place_.parts[part]->kind == Role::weight)
            std::swap(row, column);
        parts_[part](Eigen::Index(row), Eigen::Index(column)) = float(value + place_.plus);
    }

private:
    const WeightPlace& place_;
    std::vector<WeightMatrix>& parts_;
    std::uint64_t columns_, period_ = 0;
    std::vector<std::uint64_t> begins_;
    bool along_columns_ = false;
};

class Reader {
public:
    Reader(const Checkpoint& checkpoint, const WeightPlaces& places) : checkpoint_(checkpoint), places_(places) { }

    std::shared_ptr<const GivenWeights> read(const Context& context)
    {
        double all = 0, done = 0;
        for (const WeightPlace& place : places_.places)
            all += double(tensor(place).entries);
        for (const WeightPlace& place : places_.places) {
            context.progress(done / all, tr("weights"));
            done += double(tensor(place).entries);
            read(place, context);
        }
        for (const ParameterPlan* zero : places_.zeros)
            given_->values.hold(zero->name, WeightMatrix::Zero(1, zero->shape.rows()), context);
        given_->notes = places_.notes;
        return given_;
    }

private:
    const StoredTensor& tensor(const WeightPlace& place) const { return checkpoint_.tensors()[place.tensor]; }

    void read(const WeightPlace& place, const Context& context)
    {
        std::vector<WeightMatrix> parts;
        for (const ParameterPlan* plan : place.parts)
            parts.push_back(empty_matrix(*plan));
        Spread spread(place, tensor(place).shape, parts);
        for_entries(place.tensor, context, [&](std::uint64_t entry, float value) { spread.put(entry, value); });
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const ParameterPlan& plan = *place.parts[i];
            if (use_of(plan) == ParameterUse::positions && places_.added_to_positions)
                add_first_row(*places_.added_to_positions, parts[i], context);
            if (use_of(plan) == ParameterUse::tokens)
                for (const std::size_t twin : places_.twins)
                    compare(twin, parts[i], context);
            given_->values.hold(plan.name, std::move(parts[i]), context);
        }
    }

    template <class Body>
    void for_entries(std::size_t index, const Context& context, const Body& body) const
    {
        const StoredTensor& stored = checkpoint_.tensors()[index];
        std::uint64_t entry = 0;
        checkpoint_.read(
            index,
            [&](std::span<const double> piece) {
                for (const double number : piece) {
                    if (!std::isfinite(float(number)))
                        refuse(stored, tr("has an entry that is not a finite 32-bit number"));
                    body(entry++, float(number));
                }
            },
            context);
    }

    void add_first_row(std::size_t index, WeightMatrix& to, const Context& context) const
    {
        Eigen::RowVectorXf row(to.cols());
        for_entries(index, context, [&](std::uint64_t entry, float value) {
            if (entry < std::uint64_t(row.size()))
                row[Eigen::Index(entry)] = value;
        });
        to.rowwise() += row;
    }

    void compare(std::size_t index, const WeightMatrix& embedding, const Context& context) const
    {
        const StoredTensor& head = checkpoint_.tensors()[index];
        bool same = head.entries == std::uint64_t(embedding.size());
        if (same)
            for_entries(index, context,
                [&](std::uint64_t entry, float value) { same = same && embedding.data()[entry] == value; });
        if (!same)
            refuse(head, tr("is not the embedding, but the network's head is tied to it"));
    }

    /// `why` continues a sentence that begins with the tensor's name.
    [[noreturn]] void refuse(const StoredTensor& stored, const Text& why) const
    {
        throw BadInput(joined(
            {Text::name(checkpoint_.files()[stored.file].string()), joined({Text::name(quote(stored.name)), why}, " ")},
            ": "));
    }

    const Checkpoint& checkpoint_;
    const WeightPlaces& places_;
    std::shared_ptr<GivenWeights> given_ = std::make_shared<GivenWeights>();
};

/// The weights that were read last, with a stamp of their files and parameters.
struct Kept {
    std::mutex mutex;
    std::string stamp;
    std::weak_ptr<const GivenWeights> weights;
};
Kept& kept()
{
    static Kept last;
    return last;
}

std::string stamp_of(const Checkpoint& checkpoint, const NetworkPlan& plan, const std::string& family)
{
    std::string stamp;
    const auto add = [&](const std::string& text) { stamp += text + "\n"; };
    add(family);
    std::vector<fs::path> files = checkpoint.files();
    if (!checkpoint.config().empty())
        files.push_back(checkpoint.config());
    for (const fs::path& file : files) {
        std::error_code ignored;
        add(file.string());
        add(std::to_string(fs::last_write_time(file, ignored).time_since_epoch().count()));
        add(std::to_string(fs::file_size(file, ignored)));
    }
    for (const ParameterPlan* parameter : plan.parameters())
        add(parameter->name + " " + std::to_string(parameter->shape.rows()) + " "
            + std::to_string(parameter->shape.columns()));
    return stamp;
}

Initializer law_of(const ParameterPlan& plan, const GivenWeights& given, const Context& context)
{
    double mean = 0, std = 0;
    if (plan.kind == Role::weight) {
        const Distribution seen = given.values.matrix(plan, context).distribution();
        std = seen.plain(seen.rms);
    } else {
        const Eigen::VectorXd entries = given.values.vector(plan, context).cast<double>();
        mean = is_norm_scale(plan) ? entries.mean() : 0;
        std = std::sqrt((entries.array() - mean).square().mean());
    }
    if (std == 0)
        return {"constant", {{"value", mean}}};
    return {"normal", {{"mean", mean}, {"std", std}}};
}

void check_memory(const Experiment& experiment, const NetworkPlan& plan)
{
    double bytes = 0;
    for (const ParameterPlan* parameter : plan.parameters())
        bytes += sizeof(float) * double(parameter->shape.rows())
            * (parameter->kind == Role::bias ? 1 : parameter->shape.columns());
    const auto most = double(SimulateOptions::default_memory_limit());
    if (const double run = memory_estimate(experiment, plan); bytes + run > most)
        throw BadInput(tr("%1: its weights take %2 of memory and the run about %3, but only %4 may be used",
            experiment.weights.file, gibibytes(bytes), gibibytes(run), gibibytes(most)));
}

void measure(NetworkPlan& plan, const Context& context)
{
    const auto measured = [&](std::vector<ParameterPlan>& parameters) {
        for (ParameterPlan& parameter : parameters) {
            parameter.initializer = law_of(parameter, *plan.given, context);
            parameter.typed = {};
            parameter.factor = 1;
            parameter.rows = {};
        }
    };
    measured(plan.before);
    for (BlockPlan& block : plan.blocks)
        measured(block.parameters);
    measured(plan.after);
    for (std::size_t l = 0; l < plan.layers.size(); ++l) {
        plan.layers[l].weight = plan.blocks[l].find("weight")->initializer;
        plan.layers[l].bias = plan.blocks[l].find("weight", Role::bias)->initializer;
        plan.layers[l].typed_weight = {};
        plan.layers[l].typed_bias = {};
    }
}

}   // namespace

NetworkPlan plan_of(const Experiment& experiment, const Context& context)
{
    NetworkPlan plan = plan_of(experiment.network);
    if (experiment.weights.file.empty())
        return plan;
    try {
        const Checkpoint checkpoint(experiment.weights.file);
        const std::string stamp = stamp_of(checkpoint, plan, experiment.weights.family);
        const std::lock_guard lock(kept().mutex);
        plan.given = stamp == kept().stamp ? kept().weights.lock() : nullptr;
        if (!plan.given) {
            check_memory(experiment, plan);
            const WeightPlaces places = weight_places(checkpoint, plan, experiment.weights.family);
            plan.given = Reader(checkpoint, places).read(context);
            kept().stamp = stamp;
            kept().weights = plan.given;
        }
    } catch (const FileError& error) {
        throw BadInput(text_of(error));
    }
    measure(plan, context);
    return plan;
}

}   // namespace stepzero
