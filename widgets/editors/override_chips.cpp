// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/override_chips.h"

#include <algorithm>

#include "core/kinds/kinds.h"
#include "core/network/experiment/overrides.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/experiment_edits.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// ownOf() counts the layers that override a setting, and clearOwn() removes these overrides. `get` returns the setting
/// of one layer.
template <class Get>
int ownOf(const Network& network, Get get)
{
    return int(std::count_if(network.overrides.begin(), network.overrides.end(),
        [&](const LayerOverride& layer) { return get(layer).has_value(); }));
}

template <class Get>
void clearOwn(Network& network, Get get)
{
    for (LayerOverride& layer : network.overrides)
        get(layer).reset();
    remove_empty_overrides(network);
}

constexpr auto activationOf = [](auto& layer) -> auto& { return layer.activation; };
constexpr auto weightOf = [](auto& layer) -> auto& { return layer.weight; };
constexpr auto biasOf = [](auto& layer) -> auto& { return layer.bias; };

}   // namespace

OverrideChips::OverrideChips(
    ExperimentEdits& edits, ChoiceEditor* activation, ChoiceEditor* weight, ChoiceEditor* bias, QObject* parent)
    : QObject(parent), edits_(edits)
{
    add(
        activation, tr("Clear activation overrides"),
        [](const Network& network) { return ownOf(network, activationOf); },
        [](Network& network) { clearOwn(network, activationOf); });
    add(
        weight, tr("Clear weight overrides"),
        [](const Network& network) { return ownOf(network, weightOf) + int(network.roles.size()); },
        [](Network& network) {
            clearOwn(network, weightOf);
            network.roles.clear();
        });
    add(
        bias, tr("Clear bias overrides"), [](const Network& network) { return ownOf(network, biasOf); },
        [](Network& network) { clearOwn(network, biasOf); });
}

void OverrideChips::add(ChoiceEditor* editor, const QString& text, std::function<int(const Network&)> count,
    const std::function<void(Network&)>& clear)
{
    chips_.push_back({editor, std::move(count)});
    connect(editor, &ChoiceEditor::edited, this, [this, editor] {
        keeping_ = editor;
        show();
    });
    connect(editor, &ChoiceEditor::chipClicked, this,
        [this, text, clear] { edits_.change(text, {}, [&](Experiment& e) { clear(e.network); }); });
}

void OverrideChips::show()
{
    const Network& network = edits_.experiment().network;
    const bool layers = kind_of(network).layered;
    for (const auto& [editor, count] : chips_) {
        const int own = count(network);
        const Text kept = layers ? stepzero::tr("%1 {layer has its|layers have their} own · clear", own)
                                 : stepzero::tr("%1 {matrix has its|matrices have their} own · clear", own);
        const Text differ = layers ? stepzero::tr("%1 {layer differs|layers differ} · clear", own)
                                   : stepzero::tr("%1 {matrix differs|matrices differ} · clear", own);
        editor->setChip(own == 0 ? QString() : translated(editor == keeping_ ? kept : differ),
            tr("These override this setting. Click to remove all of these overrides."));
    }
}

}   // namespace stepzero
