// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <string>

#include "core/capture/capture_thresholds.h"
#include "core/capture/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

/// Returns whether rows of the parameter are units of a layer, which have the same input. Each row of an embedding
/// belongs to another token, and each one of a depthwise convolution to another channel. So does each row of a
/// parameter that a module of another class uses in its own way, such as A of a state-space model.
bool has_units(const CapturedParameter& one)
{
    const auto is = [&one](const char* part) { return one.module_class.find(part) != std::string::npos; };
    const bool layer = is("Linear") || is("Conv") || is("LSTM") || is("GRU") || is("RNN") || is("MultiheadAttention");
    const std::vector<std::uint64_t>& shape = one.value.shape;
    return layer && !is("Transpose") && shape.size() >= 2 && shape[0] >= 2 && shape[1] >= 2;
}

/// Returns whether every row equals another one, and none is 0, as with a constant. Rows of zeros are those of gates
/// and channels that start at 0.
bool has_copies_only(const CapturedParameter& one) { return one.equal_rows == 1 && one.value.zeros == 0.0; }

/// Weights of zeros are not a fault: such branches start at 0, and their units receive different gradients. Equal rows
/// are if the outputs are equal too. Different biases or inputs prevent that, so a few equal rows are no fault then. A
/// layer that consists of them is: its units are functions of the same sum.
std::vector<CaptureFinding> find_symmetric(const Capture& capture)
{
    std::map<std::string, const CapturedModule*> modules;
    for (const CapturedModule& one : capture.modules)
        modules.try_emplace(one.path, &one);
    std::vector<const CapturedParameter*> equal, biased;
    const CapturedParameter* worst = nullptr;
    for (const CapturedParameter& one : capture.parameters) {
        if (!one.trainable || !has_units(one) || one.equal_rows < capture_limits::equal_rows || !one.value.rms
            || *one.value.rms == 0)
            continue;
        const auto owner = modules.find(owner_of(one));
        if (owner != modules.end() && owner->second->output && owner->second->output->equal_units.value_or(1) == 0) {
            if (has_copies_only(one))
                biased.push_back(&one);
            continue;
        }
        equal.push_back(&one);
        if (!worst || one.equal_rows > worst->equal_rows)
            worst = &one;
    }
    const Text fix = tr("Initialize the weight at random. Constants are for biases and scales.");
    std::vector<CaptureFinding> all;
    if (worst)
        all.push_back(finding_of(capture, "symmetric_units",
            worst->equal_rows == 1 ? Severity::error : Severity::warning, equal,
            equal.size() == 1
                ? tr("%1 of the rows equal another row.", percent_text(worst->equal_rows))
                : tr("up to %1 of the rows equal another row (%2).", percent_text(worst->equal_rows), worst->name),
            tr("Units with equal weights have equal outputs. If the next layer weights them equally, they have equal "
               "gradients too, and stay equal."),
            fix));
    if (!biased.empty())
        all.push_back(finding_of(capture, "symmetric_units", Severity::warning, biased,
            tr("every row equals another row, so the units differ only by their biases."),
            tr("Units with equal weights compute the same sum of the inputs, so the layer passes on little more than "
               "one number per sample."),
            fix));
    return all;
}

}   // namespace

CaptureRule capture_rule_symmetric()
{
    return {"symmetric",
        {{"symmetric_units", tr("symmetric"), tr("units of a layer have equal weights"), "equal_rows"}},
        find_symmetric};
}

}   // namespace stepzero
