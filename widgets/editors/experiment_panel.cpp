// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/experiment_panel.h"

#include <QApplication>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/files/complete.h"
#include "core/init/scheme.h"
#include "core/kinds/kinds.h"
#include "core/quadrature/moments.h"
#include "core/words/ranges.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/registry_choices.h"

namespace stepzero {

namespace {

constexpr double smallestAngle = 0.001;   // degrees: closer inputs are the same to a network in float32
constexpr qint64 burstMilliseconds = 700;   // key presses closer than this are one undo step

// σ² is kept to twelve digits, so that σ = √2 gives a variance of exactly 2.
double squared(double sigma) { return QString::number(sigma * sigma, 'g', 12).toDouble(); }

/// The σ_w at which a small signal neither dies nor explodes: 1/√E[φ'²] near zero.
double criticalSigma(const Activation& activation)
{
    const GaussianMoments moments = gaussian_moments(ActivationFunction(activation), 1e-20);
    return 1 / std::sqrt(moments.derivative_square);
}

QVector<Choice> optionChoices()
{
    QVector<Choice> choices;
    for (const NetworkKind& a : kinds())
        choices.push_back({a.name, QString::fromStdString(a.label), QString(), a.options});
    return choices;
}

const char* followsWeights = "";   // the entry of a role that has no scheme of its own

QVector<Choice> roleChoices(Role kind)
{
    QVector<Choice> choices = schemeChoices(kind);
    choices.prepend({followsWeights,
        kind == Role::weight ? ExperimentPanel::tr("as the weights") : ExperimentPanel::tr("ones"), QString(), {}});
    return choices;
}

/// Options that are worth dragging.
std::optional<SliderRow> optionRow(const std::string&, const ParameterInfo& info)
{
    const auto row = [&](const SliderScale& scale, const char* hint) {
        return std::optional(SliderRow {QString::fromStdString(info.label), ExperimentPanel::tr(hint), scale, info.low,
            info.high, {}, {}, std::nullopt});
    };
    if (info.name == "branch")
        return row(SliderScale::linear(0, 2), "What a branch is multiplied by before it is added to the stream");
    if (info.name == "heads")
        return row(SliderScale::logarithmicInteger(1, 64), "Heads of attention; they divide the width");
    return std::nullopt;
}

std::optional<SliderRow> gainRow(const ParameterInfo& info)
{
    if (info.name != "gain")
        return std::nullopt;
    return SliderRow {
        "gain", "Multiplies the weights", SliderScale::logarithmic(0.1, 10), info.low, info.high, {}, {}, 1.0};
}

/// How many layers have a setting of their own, and the network without these. `get`: the setting of one.
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
    std::erase_if(network.overrides,
        [](const LayerOverride& layer) { return !layer.activation && !layer.weight && !layer.bias; });
}

constexpr auto activationOf = [](auto& layer) -> auto& { return layer.activation; };
constexpr auto weightOf = [](auto& layer) -> auto& { return layer.weight; };
constexpr auto biasOf = [](auto& layer) -> auto& { return layer.bias; };

}   // namespace

ExperimentPanel::ExperimentPanel(QVector<PresetChoice> presets, QWidget* parent)
    : QScrollArea(parent), presets_(std::move(presets))
{
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::NoFocus);   // its rows have it
    // A row that Tab enters from elsewhere may be out of sight; what is clicked does not move.
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (now && widget() && widget()->isAncestorOf(now) && QApplication::mouseButtons() == Qt::NoButton)
            ensureWidgetVisible(now);
    });
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget;
    rows_ = new QVBoxLayout(body);
    rows_->setContentsMargins(10, 6, 8, 8);
    rows_->setSpacing(4);

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
    preset_->setToolTip(tr("An experiment to begin with; Undo brings the present one back"));
    addRow(tr("preset"), preset_);

    addSection(tr("Network"));
    kind_ = new Combo;
    for (const NetworkKind& kind : kinds())
        kind_->addItem(QString::fromStdString(kind.label), QString::fromStdString(kind.name));
    connect(kind_, &QComboBox::activated, this, [this](int index) {
        const NetworkKind& kind = kinds()[std::size_t(index)];
        if (kind.name == experiment_.network.kind)
            return;
        Experiment next = experiment_;
        next.network = kind.network;
        next.input = kind.input;
        commit(next, tr("Kind of network"), {}, false);
    });
    kind_->setToolTip(tr("What the network is made of"));
    addRow(tr("kind"), kind_);
    depth_ = addSlider(tr("Depth"),
        new LabeledSlider(tr("depth"), SliderScale::logarithmicInteger(1, 1000), ranges::depth.low, ranges::depth.high),
        tr("Layers, or blocks"), Network().depth, [](Experiment& e, double value) {
            Network& network = e.network;
            if (!network.widths.empty())
                network.widths.resize(std::size_t(value), network.widths.back());
            network.depth = int(value);
            std::erase_if(network.overrides, [&](const LayerOverride& o) { return o.layer > network.depth; });
        });
    width_ = addSlider(tr("Width"),
        new LabeledSlider(tr("width"), SliderScale::powersOfTwo(8, 4096), ranges::width.low, ranges::width.high),
        tr("Units of a layer, or of the residual stream"), Network().width, [](Experiment& e, double value) {
            if (!e.network.widths.empty())
                e.network.depth = int(e.network.widths.size());
            e.network.widths.clear();
            const Network before = e.network;
            e.network.width = int(value);
            if (const NetworkKind& kind = kind_of(e.network); kind.fitted)
                e.network = kind.fitted(e.network, before);
        });
    activation_ = new ChoiceEditor(tr("activation"), activationChoices(false), 1,
        [](const std::string&, const ParameterInfo&) { return std::optional<SliderRow>(); });
    addChoice(tr("Activation"), activation_, [this](Experiment& e) {
        e.network.activation = {activation_->name(), activation_->parameters()};
    });
    addChip(
        activation_, tr("Activations of single layers cleared"),
        [](const Network& network) { return ownOf(network, activationOf); },
        [](Network& network) { clearOwn(network, activationOf); });

    ofBlocks_ << addSection(tr("Blocks"));
    options_ = new ChoiceEditor({}, optionChoices(), 0, optionRow);
    connect(options_, &ChoiceEditor::dragStarted, this, &ExperimentPanel::beginDrag);
    connect(options_, &ChoiceEditor::dragEnded, this, &ExperimentPanel::endDrag);
    connect(options_, &ChoiceEditor::edited, this, [this](const QString& parameter, bool dragging) {
        Experiment next = experiment_;
        next.network.options = options_->parameters();
        if (const NetworkKind& kind = kind_of(next.network); kind.fitted)
            next.network = kind.fitted(next.network, experiment_.network);
        commit(next, tr("Network"), "option." + parameter, dragging);
    });
    rows_->addWidget(options_);
    ofBlocks_ << options_;

    addSection(tr("Initialization"));
    weight_ = new ChoiceEditor(
        tr("weights"), schemeChoices(Role::weight), 2, [this](const std::string& scheme, const ParameterInfo& info) {
            if (scheme != "mean_field" || info.name != "variance")
                return gainRow(info);
            const double critical = criticalSigma(experiment_.network.activation);
            return std::optional(SliderRow {"σ<sub>w</sub>",
                tr("σ<sub>w</sub>² = fan_in · Var(W); the mark is where a small signal keeps its size"),
                SliderScale::centred(0, critical, std::max(4.0, 2 * critical)), std::sqrt(std::max(0.0, info.low)),
                std::sqrt(info.high), [](double variance) { return std::sqrt(variance); }, squared, critical});
        });
    addChoice(tr("Weight initialization"), weight_, [this](Experiment& e) {
        e.network.weight = {weight_->name(), weight_->parameters()};
    });
    addChip(
        weight_, tr("Weights of their own cleared"),
        [](const Network& network) { return ownOf(network, weightOf) + int(network.roles.size()); },
        [](Network& network) {
            clearOwn(network, weightOf);
            network.roles.clear();
        });
    bias_ = new ChoiceEditor(
        tr("bias"), schemeChoices(Role::bias), 2, [](const std::string& scheme, const ParameterInfo& info) {
            if (scheme != "mean_field" || info.name != "variance")
                return gainRow(info);
            return std::optional(SliderRow {"σ<sub>b</sub>", tr("σ<sub>b</sub>² = Var(b)"), SliderScale::linear(0, 2),
                std::sqrt(std::max(0.0, info.low)), std::sqrt(info.high),
                [](double variance) { return std::sqrt(variance); }, squared, {}});
        });
    addChoice(tr("Bias initialization"), bias_, [this](Experiment& e) {
        e.network.bias = {bias_->name(), bias_->parameters()};
    });
    addChip(
        bias_, tr("Biases of single layers cleared"), [](const Network& network) { return ownOf(network, biasOf); },
        [](Network& network) { clearOwn(network, biasOf); });

    role_ = new Combo;
    connect(role_, &QComboBox::activated, this, [this] {
        showRole();
        emit matrixChosen(role_->currentData().toString());
    });
    role_->setToolTip(tr("The matrix of every block whose initialization is chosen below"));
    ofBlocks_ << addRow(tr("matrix"), role_);
    roleScheme_ = new ChoiceEditor(tr("drawn"), roleChoices(Role::weight), 1,
        [](const std::string&, const ParameterInfo& info) { return gainRow(info); });
    addChoice(tr("Initialization of a matrix"), roleScheme_, [this](Experiment& e) {
        const std::string role = role_->currentData().toString().toStdString();
        if (roleScheme_->name() == followsWeights)
            e.network.roles.erase(role);
        else
            e.network.roles[role] = {roleScheme_->name(), roleScheme_->parameters()};
    });
    ofBlocks_ << roleScheme_;

    addSection(tr("Input"));
    distribution_ = new Combo;
    connect(distribution_, &QComboBox::activated, this, [this](int index) {
        Experiment next = experiment_;
        next.input.distribution = distribution_->itemData(index).toString().toStdString();
        next.input.file.clear();
        commit(next, tr("Input distribution"), {}, false);
    });
    distribution_->setToolTip(tr("What the input is drawn from"));
    addRow(tr("distribution"), distribution_);
    mean_ = new NumberBox(ranges::input_mean.low, ranges::input_mean.high, false);
    std_ = new NumberBox(ranges::input_std.low, ranges::input_std.high, false);
    connect(mean_, &NumberBox::edited, this, [this](double value) {
        Experiment next = experiment_;
        next.input.mean = value;
        commit(next, tr("Input mean"), "input.mean", false);
    });
    connect(std_, &NumberBox::edited, this, [this](double value) {
        Experiment next = experiment_;
        next.input.std = value;
        commit(next, tr("Input standard deviation"), "input.std", false);
    });
    auto* both = new QWidget;
    auto* bothLayout = new QHBoxLayout(both);
    bothLayout->setContentsMargins(0, 0, 0, 0);
    bothLayout->addWidget(mean_, 1);
    auto* stdLabel = new QLabel(tr("std"));
    stdLabel->setBuddy(std_);
    bothLayout->addWidget(stdLabel);
    bothLayout->addWidget(std_, 1);
    mean_->setAccessibleName(tr("input mean"));
    std_->setAccessibleName(tr("input standard deviation"));
    for (NumberBox* box : {mean_, std_})
        box->setToolTip(tr("Of every number of the input"));
    ofNumbers_ << addRow(tr("mean"), both);
    samples_ = addSlider(tr("Samples"),
        new LabeledSlider(
            tr("samples"), SliderScale::logarithmicInteger(16, 4096), ranges::samples.low, ranges::samples.high),
        tr("Inputs that are sent through the network"), Input().samples,
        [](Experiment& e, double value) { e.input.samples = int(value); });
    tokens_ = addSlider(tr("Tokens"),
        new LabeledSlider(
            tr("tokens"), SliderScale::logarithmicInteger(8, 1024), ranges::tokens.low, ranges::tokens.high),
        tr("Of a sequence"), Input().tokens, [](Experiment& e, double value) { e.input.tokens = int(value); });

    addSection(tr("Run"));
    seed_ = new NumberBox(ranges::seed.low, ranges::seed.high, true);
    connect(seed_, &NumberBox::edited, this, [this](double value) {
        Experiment next = experiment_;
        next.seed = std::uint64_t(value);
        commit(next, tr("Seed"), "seed", false);
    });
    reroll_ = new QToolButton;
    reroll_->setText(tr("Re-roll"));
    reroll_->setToolTip(tr("Another seed (Ctrl+R)"));
    connect(reroll_, &QToolButton::clicked, this, &ExperimentPanel::rerollSeed);
    seed_->setToolTip(tr("Of all random numbers: the same seed gives the same network"));
    addRow(tr("seed"), seed_, reroll_);
    replicas_ = new NumberBox(ranges::replicas.low, ranges::replicas.high, true);
    replicas_->setToolTip(tr("Independent networks: curves show the mean over them and the spread"));
    connect(replicas_, &NumberBox::edited, this, [this](double value) {
        Experiment next = experiment_;
        next.replicas = int(value);
        commit(next, tr("Replicas"), "replicas", false);
    });
    addRow(tr("replicas"), replicas_);
    auto* checks = new QWidget;
    auto* checkRow = new QHBoxLayout(checks);
    checkRow->setContentsMargins(0, 0, 0, 0);
    checkRow->setSpacing(8);
    gradient_ = addCheck(tr("gradient"), &Measure::gradient, checks);
    gradient_->setToolTip(tr("Of the loss, backward through every layer"));
    weightSpectra_ = addCheck(tr("spectra"), &Measure::weight_spectra, checks);
    weightSpectra_->setToolTip(tr("Singular values of the weights"));
    jacobian_ = addCheck(tr("Jacobian"), &Measure::jacobian, checks);
    jacobian_->setToolTip(tr("Singular values of the input-output Jacobian"));
    checkRow->addStretch(1);
    addRow(tr("measure"), checks);
    auto* pair = new QWidget;
    auto* pairRow = new QHBoxLayout(pair);
    pairRow->setContentsMargins(0, 0, 0, 0);
    correlation_ = addCheck(tr("correlation"), &Measure::correlation, pair);
    correlation_->setToolTip(tr("How alike the signals of two inputs are in each layer"));
    pairRow->addStretch(1);
    ofDense_ << addRow({}, pair) << jacobian_;
    angle_ = addSlider(tr("Angle of two inputs"),
        new LabeledSlider(
            tr("angle in °"), SliderScale::linear(1, ranges::most_degrees), smallestAngle, ranges::most_degrees),
        tr("Between the two inputs whose correlation is followed; 90° is none"), Measure().correlation_angle,
        [](Experiment& e, double value) { e.measure.correlation_angle = value; });
    ofDense_ << angle_;

    rows_->addStretch(1);
    setWidget(body);
    setExperiment(experiment_);
}

QSize ExperimentPanel::sizeHint() const
{
    return {widget()->sizeHint().width() + verticalScrollBar()->sizeHint().width(), widget()->sizeHint().height()};
}

QWidget* ExperimentPanel::addSection(const QString& title)
{
    auto* label = new QLabel(title);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setContentsMargins(0, 6, 0, 0);
    rows_->addWidget(label);
    return label;
}

QWidget* ExperimentPanel::addRow(const QString& label, QWidget* editor, QWidget* second)
{
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    auto* name = new QLabel(label);
    name->setFixedWidth(labelColumnWidth(this));
    name->setBuddy(editor);
    if (editor->accessibleName().isEmpty())
        editor->setAccessibleName(label);
    layout->addWidget(name);
    layout->addWidget(editor, 1);
    if (second)
        layout->addWidget(second);
    rows_->addWidget(row);
    return row;
}

LabeledSlider* ExperimentPanel::addSlider(const QString& text, LabeledSlider* slider, const QString& hint,
    double byDefault, const std::function<void(Experiment&, double)>& store)
{
    slider->setDefault(byDefault);
    slider->setHint(hint);
    connect(slider, &LabeledSlider::dragStarted, this, &ExperimentPanel::beginDrag);
    connect(slider, &LabeledSlider::dragEnded, this, &ExperimentPanel::endDrag);
    connect(slider, &LabeledSlider::edited, this, [this, slider, text, store](double value) {
        Experiment next = experiment_;
        store(next, value);
        commit(next, text, text, slider->isDragging());
    });
    rows_->addWidget(slider);
    return slider;
}

void ExperimentPanel::addChoice(
    const QString& text, ChoiceEditor* editor, const std::function<void(Experiment&)>& store)
{
    connect(editor, &ChoiceEditor::dragStarted, this, &ExperimentPanel::beginDrag);
    connect(editor, &ChoiceEditor::dragEnded, this, &ExperimentPanel::endDrag);
    connect(editor, &ChoiceEditor::edited, this, [this, editor, text, store](const QString& parameter, bool dragging) {
        Experiment next = experiment_;
        store(next);
        keeping_ = editor;
        commit(next, text, parameter.isEmpty() ? QString() : text + "." + parameter, dragging);
    });
    rows_->addWidget(editor);
}

void ExperimentPanel::addChip(ChoiceEditor* editor, const QString& text, std::function<int(const Network&)> count,
    const std::function<void(Network&)>& clear)
{
    chips_.push_back({editor, std::move(count)});
    connect(editor, &ChoiceEditor::chipClicked, this, [this, text, clear] {
        Experiment next = experiment_;
        clear(next.network);
        commit(next, text, {}, false);
    });
}

void ExperimentPanel::showChips()
{
    const bool layers = kind_of(experiment_.network).layered;
    for (const auto& [editor, count] : chips_) {
        const int own = count(experiment_.network);
        const QString words = layers ? own == 1 ? tr("1 layer") : tr("%1 layers").arg(own)
            : own == 1 ? tr("1 matrix")
                                     : tr("%1 matrices").arg(own);
        const QString verb = editor != keeping_ ? own == 1 ? tr("differs") : tr("differ")
            : own == 1 ? tr("keeps its own")
                                                : tr("keep their own");
        editor->setChip(own == 0 ? QString() : words + ' ' + verb + tr(" · clear"),
            tr("What is chosen here does not reach them. A click clears what they have of their own, for all of "
               "them."));
    }
}

void ExperimentPanel::choosePreset(const QString& name)
{
    for (const PresetChoice& choice : presets_)
        if (choice.name == name)
            return commit(choice.experiment, tr("Preset “%1”").arg(choice.title), {}, false);
}

QCheckBox* ExperimentPanel::addCheck(const QString& text, bool Measure::*flag, QWidget* parent)
{
    auto* box = new QCheckBox(text, parent);
    connect(box, &QCheckBox::clicked, this, [this, text, flag](bool on) {
        Experiment next = experiment_;
        next.measure.*flag = on;
        commit(next, tr("Measure %1").arg(text), {}, false);
    });
    parent->layout()->addWidget(box);
    return box;
}

void ExperimentPanel::beginDrag()
{
    ++burst_;
    lastKey_.clear();
    emit dragStarted();
}

void ExperimentPanel::endDrag()
{
    ++burst_;
    lastKey_.clear();
    emit dragEnded();
}

void ExperimentPanel::commit(const Experiment& experiment, const QString& text, const QString& key, bool dragging)
{
    if (!dragging && (key.isEmpty() || key != lastKey_ || sinceEdit_.elapsed() > burstMilliseconds))
        ++burst_;
    lastKey_ = key;
    sinceEdit_.start();
    setExperiment(experiment);
    emit edited(
        experiment_, {text, key.isEmpty() ? QString() : QStringLiteral("%1 %2").arg(key).arg(burst_), dragging});
}

void ExperimentPanel::rerollSeed()
{
    Experiment next = experiment_;
    // Six digits can be read out in a lecture; the box takes any seed.
    do
        next.seed = QRandomGenerator::global()->bounded(1000000u);
    while (next.seed == experiment_.seed);
    commit(next, tr("Re-roll seed"), {}, false);
}

/// The rows that this kind of network has.
void ExperimentPanel::showKind()
{
    const Network& network = experiment_.network;
    const NetworkKind& kind = kind_of(network);
    options_->setChoice(network.kind, network.options);
    if (shownKind_ != QString::fromStdString(network.kind)) {
        shownKind_ = QString::fromStdString(network.kind);
        const bool blocks = !kind.layered, tokens = kind.takes_tokens;
        kind_->setCurrentIndex(kind_->findData(shownKind_));
        activation_->setChoices(activationChoices(kind.gated));
        distribution_->clear();
        for (const std::string& name : kind.distributions)
            distribution_->addItem(QString::fromStdString(name).replace('_', ' '), QString::fromStdString(name));
        for (QWidget* row : ofBlocks_)
            row->setVisible(blocks);
        for (QWidget* row : ofDense_)
            row->setVisible(!blocks);
        for (QWidget* row : ofNumbers_)
            row->setVisible(!tokens);
        tokens_->setVisible(tokens);
        samples_->label()->setText(tokens ? tr("sequences") : tr("samples"));
        samples_->setScale(SliderScale::logarithmicInteger(tokens ? 1 : 16, tokens ? 64 : 4096));
        depth_->setDefault(kind.network.depth);
        width_->setDefault(kind.network.width);
        samples_->setDefault(kind.input.samples);
        // Never narrower than its rows: there is no scrolling sideways. Other parameters than these fit as well.
        setMinimumWidth(widget() ? widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width() : 0);
    }
    std::vector<std::string> names;
    for (const RoleInfo& role : roles_of(network))
        names.push_back(role.name);
    if (names != shownRoles_) {
        const QString chosen = role_->currentData().toString();
        shownRoles_ = names;
        role_->clear();
        for (const RoleInfo& role : roles_of(network))
            role_->addItem(QString::fromStdString(role.label), QString::fromStdString(role.name));
        // At first the matrix that the figures show at first.
        const auto roles = roles_of(network);
        const auto first = std::find_if(roles.begin(), roles.end(),
            [](const RoleInfo& role) { return role.in_blocks && role.kind == Role::weight; });
        const int known = role_->findData(chosen);
        role_->setCurrentIndex(known >= 0 ? known : int(first - roles.begin()));
    }
    showRole();
}

void ExperimentPanel::setMatrix(const QString& role)
{
    const int index = role_->findData(role);
    if (index < 0 || index == role_->currentIndex())
        return;
    role_->setCurrentIndex(index);
    showRole();
}

/// How the chosen role is filled.
void ExperimentPanel::showRole()
{
    const Network& network = experiment_.network;
    const std::string name = role_->currentData().toString().toStdString();
    for (const RoleInfo& role : roles_of(network))
        if (role.name == name) {
            if (shownRoleKind_ != role.kind) {   // not at every step of a slider
                shownRoleKind_ = role.kind;
                roleScheme_->setChoices(roleChoices(role.kind));
            }
            const auto own = network.roles.find(name);
            if (own == network.roles.end())
                roleScheme_->setChoice(followsWeights, {});
            else
                roleScheme_->setChoice(own->second.scheme, own->second.parameters);
        }
}

void ExperimentPanel::setExperiment(const Experiment& experiment)
{
    const bool otherActivation = !(experiment.network.activation == experiment_.network.activation);
    experiment_ = experiment;
    const Network& network = experiment_.network;
    showKind();
    depth_->setValue(stepzero::depth(network));
    width_->setValue(width_of_layer(network, 1));
    width_->setHint(network.widths.empty()
            ? tr("Units of a layer, or of the residual stream")
            : tr("The layers have widths of their own; setting one here gives all the same"));
    activation_->setChoice(network.activation.name, network.activation.parameters);
    weight_->setChoice(network.weight.scheme, network.weight.parameters);
    bias_->setChoice(network.bias.scheme, network.bias.parameters);
    showChips();
    if (otherActivation && network.weight.scheme == "mean_field")
        if (auto* sigma = qobject_cast<LabeledSlider*>(weight_->parameterEditor("variance"));
            sigma && find_activation(network.activation.name)) {
            const double critical = criticalSigma(network.activation);
            sigma->setScale(SliderScale::centred(0, critical, std::max(4.0, 2 * critical)));
            sigma->slider()->setMark(critical);
        }

    const Input& input = experiment_.input;
    distribution_->setCurrentIndex(
        input.file.empty() ? distribution_->findData(QString::fromStdString(input.distribution)) : -1);
    distribution_->setPlaceholderText(QString::fromStdString(input.file));
    mean_->setValue(input.mean);
    std_->setValue(input.std);
    samples_->setValue(input.samples);
    tokens_->setValue(input.tokens);
    for (QWidget* widget : std::initializer_list<QWidget*> {mean_, std_, samples_, tokens_})
        widget->setEnabled(input.file.empty());
    seed_->setValue(double(experiment_.seed));
    replicas_->setValue(experiment_.replicas);
    gradient_->setChecked(experiment_.measure.gradient);
    weightSpectra_->setChecked(experiment_.measure.weight_spectra);
    jacobian_->setChecked(experiment_.measure.jacobian);
    correlation_->setChecked(experiment_.measure.correlation);
    angle_->setValue(experiment_.measure.correlation_angle);
    angle_->setEnabled(experiment_.measure.correlation);

    // A preset may leave parameters to their defaults, and its title is not part of what it does.
    const Experiment complete = with_completed_parameters(experiment_);
    const auto same = std::find_if(presets_.begin(), presets_.end(), [&](const PresetChoice& p) {
        Experiment preset = with_completed_parameters(p.experiment);
        preset.title = complete.title;
        return preset == complete;
    });
    preset_->setCurrentIndex(same == presets_.end() ? -1 : preset_->findData(same->name));
}

}   // namespace stepzero
