// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/effort.h"

#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

#include "core/base/words/shown_text.h"
#include "core/base/words/words.h"
#include "core/kinds/kinds.h"
#include "core/kinds/tokens.h"
#include "core/kinds/transformer.h"
#include "core/simulate/network_spectra.h"
#include "core/study/spectrum_time.h"
#include "core/train/training_run.h"

namespace stepzero {

namespace {

/// Speed of the core that spectrum_seconds() refers to.
constexpr double operations_a_second = 40e9;
/// Limits for a study that begins unasked: seconds, and the fraction of the free memory.
constexpr double most_seconds = 60, most_of_memory = 0.5;

/// Assumes that all cores of this machine work at full speed, because its pace is not known yet.
double seconds_at_best(const Effort& effort)
{
    return effort.operations / operations_a_second / std::max(1U, std::thread::hardware_concurrency());
}

/// Equivalent operations: for sampling an entry; for a number of a signal with its statistics, forward and backward;
/// and for a block of any size, including theory and findings.
constexpr double of_an_entry = 200, of_a_number = 400, of_a_block = 20e6;

/// Calls body(shape, columns) for each weight matrix, where `columns` is the number of output columns per sample.
template <class Body>
void for_matrices(const NetworkPlan& plan, int tokens, const Body& body)
{
    const auto each = [&](const std::vector<ParameterPlan>& parameters, double positions) {
        for (const ParameterPlan& parameter : parameters)
            if (parameter.kind == Role::weight)
                body(parameter.shape,
                    parameter.expert > 0                  ? share_of_tokens(plan.network, parameter) * tokens
                        : parameter.window.dimensions > 0 ? parameter.window.direct().positions_out()
                                                          : positions * tokens);
    };
    each(plan.before, 1);
    for (const BlockPlan& block : plan.blocks)
        each(block.parameters, block.positions_out);
    each(plan.after, 1);
}

}   // namespace

Effort effort_of(const Experiment& experiment, const NetworkPlan& plan, std::size_t bytes_of_noise)
{
    const NetworkKind& kind = *plan.kind;
    const Extent extent = whole_extent(experiment);
    const Measure& measure = experiment.measure;
    double entries = 0, numbers = 0;
    for_matrices(plan, extent.tokens, [&](Shape matrix, double columns) {
        entries += double(matrix.columns()) * matrix.rows();
        numbers += double(matrix.rows()) * columns * extent.samples;
    });
    // Entries that are not in the cache are sampled again in the backward pass.
    const bool drawn = experiment.weights.file.empty();   // weights from a file stay in memory
    const double noise = drawn ? std::min(4 * entries, double(bytes_of_noise)) : 4 * entries;
    const double draws = measure.gradient && 4 * entries > noise ? 2 : 1;
    Effort effort {.bytes = 0,
        .operations = of_a_block * plan.depth()
            + experiment.replicas
                * (kind.cost(experiment, plan, extent) + of_an_entry * draws * entries + of_a_number * numbers)};

    // The user may select any matrix; assume the most expensive one in a block.
    double largest = 1, matrix_seconds = 0;
    for (const BlockPlan& block : plan.blocks)
        for (const ParameterPlan& parameter : block.parameters)
            if (parameter.kind == Role::weight && spectrum_seconds(parameter) > matrix_seconds) {
                matrix_seconds = spectrum_seconds(parameter);
                largest = double(parameter.shape.columns()) * parameter.shape.rows();
            }
    // Counted in doubles: the matrix and the workspace of its reduction; or the product of the layers and its factors.
    double spectra = 0;
    if (measure.weight_spectra) {
        spectra = 3 * largest;
        effort.operations += operations_a_second * (kind.layered && !kind.kernels ? 2 : 1) * matrix_seconds;
    }
    if (measure.jacobian && has_jacobian(plan)) {
        const double width = std::min(plan.blocks.front().entries_in(), plan.blocks.front().entries_out());
        for (const LayerPlan& layer : plan.layers)
            largest = std::max(largest,
                double(layer.inputs()) * layer.window.positions_in() * layer.units() * layer.window.positions_out());
        spectra = std::max(spectra, 3 * width * width + 3 * largest);
        effort.operations += operations_a_second * jacobian_seconds(plan);
    }
    effort.bytes = noise + std::max(kind.memory(experiment, plan, extent), 8 * spectra);
    if (experiment.train) {
        effort.bytes += training_memory(experiment, plan);
        effort.operations += training_operations(experiment, plan, extent);
    }
    return effort;
}

Text too_large(const Experiment& experiment, const Effort& effort, double available, std::size_t bytes_of_noise)
{
    // Halves the number until the study fits. Since less of it needs less memory, a bisection finds how often, which
    // saves plans: that of a network with ten thousand layers takes a tenth of a second.
    const auto fitting = [&](auto&& number) {
        Experiment less = experiment;
        int& n = number(less);
        std::vector<int> halved;
        for (int left = n; left > 1; halved.push_back(left))
            left = (left + 1) / 2;
        const auto found = std::ranges::partition_point(halved, [&](int left) {
            n = left;
            return effort_of(less, plan_of(less.network), bytes_of_noise).bytes > available;
        });
        return found == halved.end() ? 0 : *found;
    };
    int samples = 0, width = 0;
    if (experiment.input.file.empty())
        samples = fitting([](Experiment& e) -> int& { return e.input.samples; });
    if (kind_of(experiment.network).layered && !kind_of(experiment.network).kernels
        && experiment.network.widths.empty())
        width = fitting([](Experiment& e) -> int& { return e.network.width; });
    const Text advice = samples > 0 && width > 0 ? tr("%1 {sample|samples} or a width of %2 would fit", samples, width)
        : samples > 0                            ? tr("%1 {sample|samples} would fit", samples)
        : width > 0                              ? tr("a width of %1 would fit", width)
                                                 : tr("reduce samples, width or depth, or turn off the gradient");
    return tr("the experiment needs about %1 of memory, but only %2 are free: %3", bytes_text(effort.bytes),
        bytes_text(available), advice);
}

bool costly(const Effort& effort, double available)
{
    return seconds_at_best(effort) > most_seconds || effort.bytes > most_of_memory * available;
}

Text unasked(const Effort& effort)
{
    return tr("the reopened experiment needs about %1 of memory and takes at least %2: it runs when you ask for it",
        bytes_text(effort.bytes), seconds_text(seconds_at_best(effort)));
}

std::string seconds_text(double seconds)
{
    const auto of = [](double number, const char* unit) {
        const double step = number < 10 ? 1 : number < 30 ? 5 : 10;
        return number_text(std::max(1.0, std::round(number / step) * step)) + unit;
    };
    return seconds < 90 ? of(seconds, " s") : seconds < 5400 ? of(seconds / 60, " min") : of(seconds / 3600, " h");
}

void Pace::took(double operations, double seconds)
{
    constexpr double remembered = 20;   // seconds of work
    const std::lock_guard lock(mutex_);
    operations_ += operations;
    seconds_ += seconds;
    if (seconds_ > remembered) {
        operations_ *= remembered / seconds_;
        seconds_ = remembered;
    }
}

std::optional<double> Pace::seconds(double operations) const
{
    const std::lock_guard lock(mutex_);
    return operations_ > 0 ? std::optional(operations / operations_ * seconds_) : std::nullopt;
}

}   // namespace stepzero
