// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/experiment_panel.h"

#include <QApplication>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "core/files/complete.h"
#include "core/kinds/kinds.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/field_row.h"
#include "widgets/editors/initialization_section.h"
#include "widgets/editors/input_section.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/law_fold.h"
#include "widgets/editors/override_chips.h"
#include "widgets/editors/registry_choices.h"
#include "widgets/editors/run_section.h"
#include "widgets/editors/sketch.h"
#include "widgets/editors/training_rows.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

constexpr int activationRows = 3;   // one of them is for parameters
constexpr int rowSpacing = 4;
constexpr double fieldsInBoxes = 2.9;   // width of the editors of a row, in boxes; two boxes with a name between them
                                        // need it
constexpr QMargins margins(10, 6, 8, 8);

QVector<Choice> optionChoices(bool main)
{
    QVector<Choice> choices;
    for (const NetworkKind& a : kinds()) {
        Choice choice {a.name, translated(a.label), QString(), {}};
        std::copy_if(a.options.begin(), a.options.end(), std::back_inserter(choice.parameters),
            [&](const ParameterInfo& info) { return info.main == main; });
        choices.push_back(choice);
    }
    return choices;
}

/// Returns a slider for options that are worth dragging.
std::optional<SliderRow> optionRow(const std::string&, const ParameterInfo& info)
{
    if (!info.main)   // the folded rows have no room for a slider
        return std::nullopt;
    struct Slider {
        SliderScale scale;
        const char* hint;
    };
    static const std::map<std::string, Slider> sliders {
        {"branch", {SliderScale::linear(0, 2), "What a branch is multiplied by before it is added to the stream"}},
        {"size", {SliderScale::logarithmicInteger(1, 256), "Positions of the input along each dimension"}},
        {"patch", {SliderScale::logarithmicInteger(1, 64), "Side of a patch; it divides the side of the image"}},
        {"heads", {SliderScale::logarithmicInteger(1, 64), "Heads of attention; they divide the width"}}};
    const auto found = sliders.find(info.name);
    if (found == sliders.end())
        return std::nullopt;
    return SliderRow {
        translated(info.label), ExperimentPanel::tr(found->second.hint), found->second.scale, info.low, info.high};
}

/// Returns an experiment with completed parameters, since a preset may leave some out, and without its title.
Experiment comparable(const Experiment& experiment)
{
    Experiment complete = with_completed_parameters(experiment);
    complete.title.clear();
    return complete;
}

}   // namespace

ExperimentPanel::ExperimentPanel(QVector<PresetChoice> presets, QWidget* parent)
    : QScrollArea(parent), presets_(std::move(presets))
{
    for (const PresetChoice& preset : presets_)
        comparablePresets_.push_back(comparable(preset.experiment));
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::NoFocus);   // its rows take the focus
    // Scroll to a row that Tab enters from elsewhere, which may be out of sight. A clicked row must not move.
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (now && widget() && widget()->isAncestorOf(now) && QApplication::mouseButtons() == Qt::NoButton)
            ensureWidgetVisible(now);
    });
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget;
    auto* rows = new QVBoxLayout(body);
    rows->setContentsMargins(margins);
    rows->setSpacing(rowSpacing);

    rows->addWidget(presetRow());
    rows->addWidget(heading(tr("Network")));
    rows->addWidget(kindRow());
    makeSizes();
    makeActivation();
    for (QWidget* row : std::initializer_list<QWidget*> {depth_, width_, activation_})
        rows->addWidget(row);

    options_ = addOptions(true);
    advanced_ = addOptions(false);
    details_ = new Fold(QStringLiteral("details"), tr("Details"));
    details_->rows()->addWidget(advanced_);
    heading_ = heading({});
    for (QWidget* row : std::initializer_list<QWidget*> {heading_, options_, details_})
        rows->addWidget(row);

    rows->addWidget(heading(tr("Initialization")));
    initialization_ = new InitializationSection(edits_);
    connect(initialization_, &InitializationSection::matrixChosen, this, &ExperimentPanel::matrixChosen);
    connect(initialization_, &InitializationSection::layerChosen, this, &ExperimentPanel::layerChosen);
    input_ = new InputSection(edits_);
    run_ = new RunSection(edits_);
    for (QWidget* row : std::initializer_list<QWidget*> {initialization_, input_, run_})
        rows->addWidget(row);
    for (Fold* fold : folds())
        fold->rows()->setSpacing(rowSpacing);
    chips_ = new OverrideChips(edits_, activation_, weight(), bias(), this);
    rows->addStretch(1);

    connect(&edits_, &ExperimentEdits::dragStarted, this, &ExperimentPanel::dragStarted);
    connect(&edits_, &ExperimentEdits::dragEnded, this, &ExperimentPanel::dragEnded);
    connect(&edits_, &ExperimentEdits::edited, this, [this](const Experiment& now, const EditInfo& info) {
        setExperiment(now);
        emit edited(experiment(), info);
    });
    setWidget(body);
    setExperiment({});
    keepWidth();
}

QWidget* ExperimentPanel::presetRow()
{
    preset_ = new Combo;
    for (const PresetChoice& choice : presets_) {
        if (!choice.group.isEmpty() && (&choice == &presets_.first() || choice.group != (&choice - 1)->group)) {
            preset_->addItem(choice.group);
            static_cast<QStandardItemModel*>(preset_->model())->item(preset_->count() - 1)->setEnabled(false);
        }
        preset_->addItem(choice.title, choice.name);
    }
    preset_->setPlaceholderText(tr("choose…"));
    connect(preset_, &QComboBox::activated, this, [this] { choosePreset(preset_->currentData().toString()); });
    preset_->setToolTip(tr("Start from an example (Undo restores your experiment)"));
    return fieldRow(tr("preset"), preset_);
}

QWidget* ExperimentPanel::kindRow()
{
    kind_ = new Combo;
    for (const NetworkKind& kind : kinds())
        kind_->addItem(translated(kind.label), QString::fromStdString(kind.name));
    connect(kind_, &QComboBox::activated, this, [this](int index) {
        const NetworkKind& kind = kinds()[std::size_t(index)];
        if (kind.name != experiment().network.kind)
            edits_.change(tr("Kind of network"), {}, [&](Experiment& e) {
                e.network = kind.network;
                e.input = kind.input;
            });
    });
    kind_->setToolTip(tr("Structure of the network"));
    return fieldRow(tr("kind"), kind_);
}

void ExperimentPanel::makeSizes()
{
    depth_ = edits_.slider("network.depth", SliderScale::logarithmicInteger(1, 1000), [](Experiment& e, double value) {
        Network& network = e.network;
        if (!network.widths.empty())
            network.widths.resize(std::size_t(value), network.widths.back());
        network.depth = int(value);
        std::erase_if(network.overrides, [&](const LayerOverride& o) { return o.layer > network.depth; });
    });
    width_ = edits_.slider("network.width", SliderScale::powersOfTwo(8, 4096), [](Experiment& e, double value) {
        if (!e.network.widths.empty())
            e.network.depth = int(e.network.widths.size());
        e.network.widths.clear();
        const Network before = e.network;
        e.network.width = int(value);
        if (const NetworkKind& kind = kind_of(e.network); kind.fitted)
            e.network = kind.fitted(e.network, before);
    });
}

void ExperimentPanel::makeActivation()
{
    activation_ = new ChoiceEditor(tr("activation"), activationChoices(false),
        [](const std::string&, const ParameterInfo&) { return std::optional<SliderRow>(); });
    activationSketch_ = new Sketch;
    activation_->setFiller(activationSketch_, activationRows);
    edits_.follow(activation_, tr("Activation"), tr("Activation"), [this](Experiment& e) {
        e.network.activation = {activation_->name(), activation_->parameters()};
    });
}

ChoiceEditor* ExperimentPanel::addOptions(bool main)
{
    auto* editor = new ChoiceEditor({}, optionChoices(main), optionRow);
    edits_.follow(editor, tr("Network"), "option", [editor](Experiment& e) {
        const Network before = e.network;
        for (const auto& [name, value] : editor->parameters())
            e.network.options[name] = value;
        if (const NetworkKind& kind = kind_of(e.network); kind.fitted)
            e.network = kind.fitted(e.network, before);
    });
    return editor;
}

QWidget* ExperimentPanel::optionEditor(const std::string& name) const
{
    QWidget* plain = options_->parameterEditor(name);
    return plain ? plain : advanced_->parameterEditor(name);
}

ChoiceEditor* ExperimentPanel::weight() const { return initialization_->weight(); }
ChoiceEditor* ExperimentPanel::bias() const { return initialization_->bias(); }

QVector<Fold*> ExperimentPanel::folds() const
{
    return {details_, initialization_->biasFold(), initialization_->matrix(), initialization_->laws(), input_, run_};
}

QStringList ExperimentPanel::opened() const
{
    QStringList names;
    for (const Fold* fold : folds())
        if (fold->isOpen())
            names << fold->name();
    return names;
}

void ExperimentPanel::setOpened(const QStringList& names)
{
    for (Fold* fold : folds())
        fold->setOpen(names.contains(fold->name()));
}

QSize ExperimentPanel::sizeHint() const { return {minimumWidth(), widget()->sizeHint().height()}; }

/// Makes the panel wide enough for the rows of any kind, any scheme and any activation, since it never scrolls
/// sideways.
void ExperimentPanel::keepWidth()
{
    setMinimumWidth(margins.left() + labelColumnWidth(this) + qRound(fieldsInBoxes * boxColumnWidth(this))
        + margins.right() + verticalScrollBar()->sizeHint().width());
}

void ExperimentPanel::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if ((event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) && widget())
        keepWidth();
}

void ExperimentPanel::choosePreset(const QString& name)
{
    for (const PresetChoice& choice : presets_)
        if (choice.name == name)
            return edits_.commit(choice.experiment, tr("Preset “%1”").arg(choice.title), {}, false);
}

void ExperimentPanel::rerollSeed() { run_->rerollSeed(); }

void ExperimentPanel::setTrained(bool trained) { run_->training()->setTrained(trained); }

void ExperimentPanel::setMatrix(const QString& role) { initialization_->setMatrix(role); }

void ExperimentPanel::setLayer(int layer) { initialization_->setLayer(layer); }

/// Shows the rows that apply to this kind of network.
void ExperimentPanel::showKind()
{
    const Network& network = experiment().network;
    const NetworkKind& kind = kind_of(network);
    options_->setChoice(network.kind, network.options);
    advanced_->setChoice(network.kind, network.options);
    showDetails();
    if (shownKind_ == network.kind)
        return;
    shownKind_ = network.kind;
    kind_->setCurrentIndex(kind_->findData(QString::fromStdString(shownKind_)));
    activation_->setChoices(activationChoices(kind.gated));
    heading_->setText(kind.options_label.empty() ? tr("Blocks") : translated(kind.options_label));
    const bool main = std::ranges::any_of(kind.options, &ParameterInfo::main);
    for (QWidget* row : std::initializer_list<QWidget*> {heading_, options_})
        row->setVisible(main);
    details_->setVisible(!kind.options.empty());
}

/// Summarizes the folded options that differ from their defaults.
void ExperimentPanel::showDetails()
{
    const Network& network = experiment().network;
    QStringList parts;
    for (const ParameterInfo& info : kind_of(network).options) {
        const auto found = network.options.find(info.name);
        if (info.main || found == network.options.end() || found->second == info.default_value)
            continue;
        const QString label = translated(info.label);
        const auto* word = std::get_if<std::string>(&found->second);
        parts << (is_flag(info) ? is_on(found->second) ? label : tr("no %1").arg(label)
                : word ? label + ' ' + translated(choice_label(info, *word))
                                : label + ' ' + NumberBox::textOf(std::get<double>(found->second)));
    }
    details_->setSummary(parts.isEmpty() ? tr("default") : joinedText(parts, ", "));
}

void ExperimentPanel::setExperiment(const Experiment& shown)
{
    edits_.setExperiment(shown);
    const Network& network = experiment().network;
    showKind();
    depth_->setValue(stepzero::depth(network));
    width_->setValue(width_of_layer(network, 1));
    width_->setHint(network.widths.empty() ? helpOf("network.width")
                                           : tr("Layers have individual widths; a value set here applies to all"));
    activation_->setChoice(network.activation.name, network.activation.parameters);
    activationSketch_->showActivation(network.activation);
    initialization_->showExperiment();
    chips_->show();
    input_->showExperiment();
    run_->showExperiment();

    const auto same = std::ranges::find(comparablePresets_, comparable(experiment()));
    preset_->setCurrentIndex(
        same == comparablePresets_.end() ? -1 : preset_->findData(presets_[same - comparablePresets_.begin()].name));
}

}   // namespace stepzero
