// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/layer_section.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "core/kinds/kinds.h"
#include "core/network/experiment/overrides.h"
#include "widgets/editors/experiment_edits.h"
#include "widgets/editors/field_row.h"
#include "widgets/editors/initializer_laws.h"
#include "widgets/editors/registry_choices.h"

namespace stepzero {

namespace {

constexpr int spaceBetweenRows = 4;

/// The settings of one layer have no sliders, for which there is no room below the table.
std::optional<SliderRow> noSlider(const std::string&, const ParameterInfo&) { return std::nullopt; }

const std::string& nameOf(const Activation& activation) { return activation.name; }
const std::string& nameOf(const Initializer& initializer) { return initializer.scheme; }

}   // namespace

LayerSection::LayerSection(ExperimentEdits& edits, QWidget* parent)
    : QWidget(parent), edits_(edits), name_(heading({})),
      activation_(new ChoiceEditor(tr("activation"), activationChoices(false), noSlider)),
      weight_(new ChoiceEditor(tr("weights"), schemeChoices(Role::weight), noSlider)),
      bias_(new ChoiceEditor(tr("bias"), schemeChoices(Role::bias), noSlider))
{
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(10, 0, 8, 0);
    rows->setSpacing(spaceBetweenRows);
    for (QWidget* row : std::initializer_list<QWidget*> {name_, activation_, weight_, bias_})
        rows->addWidget(row);
    rows->addStretch(1);
    for (const auto& [editor, setting] : {std::pair(weight_, weight_setting), std::pair(bias_, bias_setting)})
        acceptExpressions(editor, edits_, [this, setting = setting](Experiment& e, const Initializer& initializer) {
            set_value_of_layer(e.network, layer_, setting, initializer);
        });
    follow(activation_, QStringLiteral("activation"), activation_setting);
    follow(weight_, QStringLiteral("weight"), weight_setting);
    follow(bias_, QStringLiteral("bias"), bias_setting);
}

/// Commits the edits of an editor as overrides of the layer.
template <class Value>
void LayerSection::follow(ChoiceEditor* editor, const QString& key, const LayerSetting<Value>& setting)
{
    const auto set = [this, setting](const Value& value, const QString& mergeKey) {
        edits_.change(tr("Settings of layer %1").arg(layer_), mergeKey,
            [&](Experiment& e) { set_value_of_layer(e.network, layer_, setting, value); });
    };
    connect(editor, &ChoiceEditor::edited, this, [this, editor, key, set](const QString& parameter) {
        set({editor->name(), editor->parameters()},
            parameter.isEmpty() ? QString() : QStringLiteral("layer %1.%2.%3").arg(layer_).arg(key, parameter));
    });
    connect(editor, &ChoiceEditor::chipClicked, this,
        [this, setting, set] { set(edits_.experiment().network.*setting.usual, {}); });
}

template <class Value>
void LayerSection::show(ChoiceEditor* editor, const LayerSetting<Value>& setting)
{
    const auto [value, own] = value_of_layer(edits_.experiment().network, layer_, setting);
    editor->setChoice(nameOf(value), value.parameters);
    editor->setChip(own ? tr("differs · clear") : QString(), tr("Use the setting of the whole network"));
}

/// A hidden section does nothing; it follows when it is shown.
void LayerSection::showExperiment()
{
    const Experiment& experiment = edits_.experiment();
    const Network& network = experiment.network;
    const NetworkKind& kind = kind_of(network);
    if (!isVisible() || !kind.layered)
        return;
    layer_ = std::clamp(layer_, 1, stepzero::depth(network));
    if (kind.kernels != kernels_) {
        kernels_ = kind.kernels;
        weight_->setChoices(schemeChoices(Role::weight, kernels_));
    }
    name_->setText(tr("Layer %1").arg(layer_));
    show(activation_, activation_setting);
    show(weight_, weight_setting);
    show(bias_, bias_setting);
    for (ChoiceEditor* editor : {weight_, bias_})
        editor->setEnabled(experiment.weights.file.empty());
    showLaws();
}

void LayerSection::setLayer(int layer)
{
    if (layer == layer_)
        return;
    layer_ = layer;
    showExperiment();
}

/// Shows what the expressions of the layer amount to.
void LayerSection::showLaws()
{
    const Experiment& experiment = edits_.experiment();
    const auto plan = edits_.isValid(experiment) ? plannedSamples(experiment) : std::nullopt;
    for (const auto& [editor, role] : {std::pair(weight_, Role::weight), std::pair(bias_, Role::bias)}) {
        const ParameterPlan* shown = plan ? parameterOf(*plan, layer_, plan->reading.weight, role) : nullptr;
        if (shown)
            editor->showLaws(
                lawValues(*plan, {editor->name(), editor->parameters()}, shown), variablesOf(*plan, *shown));
        else
            editor->showLaws({}, {});
    }
}

void LayerSection::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    showExperiment();
}

}   // namespace stepzero
