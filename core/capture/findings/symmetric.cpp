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

/// Weights of zeros are not a fault: such branches start at 0, and their units receive different gradients. Equal rows
/// are, but only if the outputs are equal too, which separate biases or inputs prevent.
std::vector<CaptureFinding> find_symmetric(const Capture& capture)
{
    std::map<std::string, const CapturedModule*> modules;
    for (const CapturedModule& one : capture.modules)
        modules.try_emplace(one.path, &one);
    std::vector<const CapturedParameter*> found;
    const CapturedParameter* worst = nullptr;
    for (const CapturedParameter& one : capture.parameters) {
        if (!one.trainable || !has_units(one) || one.equal_rows < capture_limits::equal_rows || !one.value.rms
            || *one.value.rms == 0)
            continue;
        const auto owner = modules.find(owner_of(one));
        if (owner != modules.end() && owner->second->output && owner->second->output->equal_units.value_or(1) == 0)
            continue;
        found.push_back(&one);
        if (!worst || one.equal_rows > worst->equal_rows)
            worst = &one;
    }
    if (!worst)
        return {};
    return {finding_of(capture, "symmetric_units", worst->equal_rows == 1 ? Severity::error : Severity::warning, found,
        found.size() == 1
            ? tr("%1 of the rows equal another row.", percent_text(worst->equal_rows))
            : tr("up to %1 of the rows equal another row (%2).", percent_text(worst->equal_rows), worst->name),
        tr("Units with equal weights have equal outputs. If the next layer weights them equally, they have equal "
           "gradients too, and stay equal."),
        tr("Initialize the weight at random. Constants are for biases and scales."))};
}

}   // namespace

CaptureRule capture_rule_symmetric()
{
    return {"symmetric", {{"symmetric_units", tr("symmetric"), tr("units of a layer have equal weights and outputs")}},
        find_symmetric};
}

}   // namespace stepzero
