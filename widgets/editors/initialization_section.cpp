// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/initialization_section.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/kinds/kinds.h"
#include "core/math/quadrature/moments.h"
#include "core/network/init/scheme.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_edits.h"
#include "widgets/editors/field_row.h"
#include "widgets/editors/fold.h"
#include "widgets/editors/initializer_laws.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/law_fold.h"
#include "widgets/editors/registry_choices.h"
#include "widgets/editors/sketch.h"
#include "widgets/file_path.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

constexpr int initializerRows = 4;   // parameters need at most three; mean and std, four with a wrong expression

/// Returns the σ_w at which a small signal neither dies nor explodes: 1/√E[φ'²] near zero. Gated pairs, and activations
/// that are flat at zero, have none.
std::optional<double> criticalSigma(const Activation& activation)
{
    if (!find_activation(activation.name))
        return std::nullopt;
    const GaussianMoments moments = gaussian_moments(ActivationFunction(activation), 1e-20);
    constexpr double flat = 1e-4;   // slope that no slider can compensate
    return moments.derivative_square > flat * flat ? std::optional(1 / std::sqrt(moments.derivative_square))
                                                   : std::nullopt;
}

SliderScale sigmaScale(std::optional<double> critical)
{
    return critical ? SliderScale::centred(0, *critical, std::max(4.0, 2 * *critical)) : SliderScale::linear(0, 4);
}

const char* followsWeights = "";   // the choice for a role without its own scheme

QVector<Choice> roleChoices(const RoleInfo& role)
{
    QVector<Choice> choices = schemeChoices(role.kind, false, role.name);
    choices.prepend({followsWeights,
        role.usual                                        ? InitializationSection::tr("default")
            : scales_norms(role) && !role.follows.empty() ? InitializationSection::tr("same as all norms")
            : !role.follows.empty()                       ? InitializationSection::tr("same as biases")
            : role.kind == Role::weight                   ? InitializationSection::tr("same as weights")
                                                          : InitializationSection::tr("ones"),
        role.usual ? translated(find_scheme(role.usual->scheme)->label) : QString(), {}});
    return choices;
}

std::optional<SliderRow> gainRow(const ParameterInfo& info)
{
    if (info.name != "gain")
        return std::nullopt;
    return SliderRow {translated(info.label), InitializationSection::tr("Multiplies the weights"),
        SliderScale::logarithmic(0.1, 10), info.low, info.high, false, 1.0};
}

}   // namespace

InitializationSection::InitializationSection(ExperimentEdits& edits, QWidget* parent)
    : QWidget(parent), edits_(edits), file_(new QLabel), weightLaw_(new Sketch(this)), biasLaw_(new Sketch(this)),
      roleLaw_(new Sketch(this)), biasFold_(new Fold(QStringLiteral("bias"), tr("Bias"), this)),
      matrix_(new Fold(QStringLiteral("matrix"), tr("Matrix"), this)), laws_(new LawFold(this)), role_(new Combo)
{
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(matrix_->rows()->spacing());
    makeFileRow();
    rows->addWidget(fileRow_);
    makeWeight();
    makeBias();
    makeRole();
    for (QWidget* row : std::initializer_list<QWidget*> {weight_, bias_, biasFold_, matrix_, laws_})
        rows->addWidget(row);
    connect(laws_, &LawFold::chosen, this, [this](int layer, const QString& role) {
        if (role_->findData(role) >= 0)
            emit matrixChosen(role);
        if (layer > 0)
            emit layerChosen(layer);
    });
}

/// Commits the edits of an initializer's editor. An expression is accepted when the network is valid with it.
void InitializationSection::follow(ChoiceEditor* editor, const QString& text, const Store& store)
{
    acceptExpressions(editor, edits_, store);
    edits_.follow(editor, text, text, [editor, store](Experiment& e) {
        store(e, {editor->name(), editor->parameters()});
    });
}

void InitializationSection::makeFileRow()
{
    auto* draw = new QToolButton;
    draw->setObjectName(QStringLiteral("drawWeights"));
    draw->setText(tr("Re-initialize"));
    draw->setToolTip(tr("Replace the file's weights with newly initialized ones"));
    connect(draw, &QToolButton::clicked, this,
        [this] { edits_.change(tr("Re-initialize weights"), {}, [](Experiment& e) { e.weights = {}; }); });
    auto* another = new QToolButton;
    another->setText(tr("Other…"));
    another->setToolTip(tr("Load the weights from another file of the same network, for example from another step"));
    connect(another, &QToolButton::clicked, this, &InitializationSection::chooseFile);
    file_->setTextFormat(Qt::PlainText);
    file_->setMinimumWidth(1);
    file_->setAccessibleName(tr("weight file"));
    fileRow_ = fieldRow(tr("weights of"), file_, another);
    fileRow_->layout()->addWidget(draw);
}

void InitializationSection::makeWeight()
{
    weight_ = new ChoiceEditor(
        tr("weights"), schemeChoices(Role::weight), [this](const std::string& scheme, const ParameterInfo& info) {
            if (find_scheme(scheme)->mean_field_variance != info.name)
                return gainRow(info);
            const auto critical = criticalSigma(edits_.experiment().network.activation);
            return std::optional(SliderRow {"σ<sub>w</sub>",
                tr("σ<sub>w</sub>² = fan_in · Var(w); the mark shows the critical value, which preserves small "
                   "signals"),
                sigmaScale(critical), std::sqrt(std::max(0.0, info.low)), std::sqrt(info.high), true, critical});
        });
    weight_->setFiller(weightLaw_, initializerRows);
    follow(weight_, tr("Weight initialization"),
        [](Experiment& e, const Initializer& initializer) { e.network.weight = initializer; });
}

void InitializationSection::makeBias()
{
    bias_ = new ChoiceEditor(
        tr("bias"), schemeChoices(Role::bias), [](const std::string& scheme, const ParameterInfo& info) {
            if (find_scheme(scheme)->mean_field_variance != info.name)
                return gainRow(info);
            return std::optional(SliderRow {"σ<sub>b</sub>", tr("σ<sub>b</sub>² = Var(b)"), SliderScale::linear(0, 2),
                std::sqrt(std::max(0.0, info.low)), std::sqrt(info.high), true});
        });
    bias_->setFiller(biasLaw_, initializerRows);
    follow(bias_, tr("Bias initialization"),
        [](Experiment& e, const Initializer& initializer) { e.network.bias = initializer; });
}

void InitializationSection::makeRole()
{
    connect(role_, &QComboBox::activated, this, [this] {
        showMatrix();
        emit matrixChosen(role_->currentData().toString());
    });
    role_->setToolTip(tr("The matrix (in every block) whose initialization is set below"));
    roleScheme_ = new ChoiceEditor(tr("initialized"), roleChoices({}),
        [](const std::string&, const ParameterInfo& info) { return gainRow(info); });
    roleScheme_->setFiller(roleLaw_, initializerRows);
    follow(roleScheme_, tr("Initialization of a matrix"), [this](Experiment& e, const Initializer& initializer) {
        const std::string role = role_->currentData().toString().toStdString();
        if (initializer.scheme == followsWeights)
            e.network.roles.erase(role);
        else
            e.network.roles[role] = initializer;
    });
    matrix_->rows()->addWidget(fieldRow(tr("matrix"), role_));
    matrix_->rows()->addWidget(roleScheme_);
}

void InitializationSection::showBias()
{
    const Network& network = edits_.experiment().network;
    bias_->setChoice(network.bias.scheme, network.bias.parameters);
    biasFold_->setSummary(bias_->box()->currentText());
    const bool folded = !kind_of(network).layered || kind_of(network).kernels;
    biasFold_->setVisible(folded);
    if (folded == biasFold_->isAncestorOf(bias_))
        return;
    if (folded)
        biasFold_->rows()->addWidget(bias_);
    else
        static_cast<QVBoxLayout*>(layout())->insertWidget(2, bias_);   // after the file and the weights
}

void InitializationSection::showRoles()
{
    const std::vector<RoleInfo> roles = roles_of(edits_.experiment().network);
    std::vector<std::string> names;
    for (const RoleInfo& role : roles)
        names.push_back(role.name);
    if (names == shownRoles_)
        return;
    shownRoles_ = names;
    const QString chosen = role_->currentData().toString();
    role_->clear();
    for (const RoleInfo& role : roles)
        role_->addItem(translated(role.label), QString::fromStdString(role.name));
    // Initially, the matrix that the figures show is chosen.
    const auto first = std::find_if(
        roles.begin(), roles.end(), [](const RoleInfo& role) { return role.in_blocks && role.kind == Role::weight; });
    const int known = role_->findData(chosen);
    role_->setCurrentIndex(known >= 0 ? known : first == roles.end() ? 0 : int(first - roles.begin()));
}

void InitializationSection::setMatrix(const QString& role)
{
    const int index = role_->findData(role);
    if (index < 0 || index == role_->currentIndex())
        return;
    role_->setCurrentIndex(index);
    showMatrix();
}

void InitializationSection::setLayer(int layer)
{
    if (layer == layer_)
        return;
    layer_ = layer;
    showMatrix();
}

/// Shows another matrix of the same network.
void InitializationSection::showMatrix()
{
    showRole();
    shownNetwork_.reset();
    showLaws();
}

/// Shows the initialization of the chosen role.
void InitializationSection::showRole()
{
    const Network& network = edits_.experiment().network;
    const std::string name = role_->currentData().toString().toStdString();
    for (const RoleInfo& role : roles_of(network))
        if (role.name == name) {
            if (shownRole_ != role.name) {   // avoids work at every step of a slider
                shownRole_ = role.name;
                roleScheme_->setChoices(roleChoices(role));
            }
            const auto own = network.roles.find(name);
            if (own == network.roles.end())
                roleScheme_->setChoice(followsWeights, {});
            else
                roleScheme_->setChoice(own->second.scheme, own->second.parameters);
        }
    matrix_->setSummary(joinedText({role_->currentText(), roleScheme_->box()->currentText()}, ", "));
}

/// Shows the distributions of the chosen layer, or of the chosen role's matrix in the chosen block.
void InitializationSection::showLaws()
{
    const Network& network = edits_.experiment().network;
    const std::string& file = edits_.experiment().weights.file;
    if (shownNetwork_ == network && shownFile_ == file)
        return;
    shownNetwork_ = network;
    shownFile_ = file;
    if (!file.empty())
        return showNoPlan(tr("loaded from file"));
    if (isTooDeepToPlan(network))
        return showNoPlan(tr("the Weights figure shows the distribution"));
    if (!edits_.isValid(edits_.experiment()))   // an invalid network has no distributions
        return showNoPlan({});
    showPlan(plan_of(network));
}

void InitializationSection::showNoPlan(const QString& words)
{
    for (Sketch* sketch : {weightLaw_, biasLaw_, roleLaw_})
        sketch->showWords(words);
    for (ChoiceEditor* editor : {weight_, bias_, roleScheme_})
        editor->showLaws({}, {});
    laws_->showNone({});
}

void InitializationSection::showPlan(const NetworkPlan& plan)
{
    const Network& network = edits_.experiment().network;
    const int block = std::clamp(layer_, 1, plan.depth());
    // For a matrix that the block lacks, the first block that has it is shown.
    const auto show
        = [&](Sketch* sketch, const std::string& role, Role kind, const QString& name, const QString& none) {
              const ParameterPlan* parameter = parameterOf(plan, block, role, kind);
              for (int other = 1; !parameter && other <= plan.depth(); ++other)
                  parameter = parameterOf(plan, other, role, kind);
              parameter ? sketch->showLaw(*parameter, name) : sketch->showWords(none);
              return parameter;
          };
    const auto explain = [&](ChoiceEditor* editor, const Initializer& own, const ParameterPlan* shown) {
        editor->showLaws(lawValues(plan, own, shown), shown ? variablesOf(plan, *shown) : QString());
    };
    std::string role = plan.reading.weight;   // the role that the weights' scheme applies to
    QString name = tr("layer %1").arg(block);
    const std::string selected = role_->currentData().toString().toStdString();
    for (const RoleInfo& info : plan.roles)
        if (info.name == selected) {
            const bool differ = info.in_blocks && laws_differ_by_block(network);
            const ParameterPlan* shown = show(roleLaw_, info.name, info.kind,
                differ ? translated(plan.kind->numbered_unit(block)) : role_->currentText(), {});
            if (const auto own = network.roles.find(info.name); own != network.roles.end())
                explain(roleScheme_, own->second, shown);
        }
    if (!plan.kind->layered) {
        // The chosen matrix if it has no scheme of its own, otherwise the first such matrix in the block.
        const RoleInfo* ruled = nullptr;
        for (const RoleInfo& info : plan.roles) {
            const bool chosen = info.name == selected;
            if (info.kind == Role::weight && !network.roles.contains(info.name)
                && parameterOf(plan, block, info.name, Role::weight)
                && (chosen || ((info.in_blocks || plan.steps.empty()) && !ruled)))
                ruled = &info;
        }
        role = ruled ? ruled->name : std::string();
        name = ruled ? translated(ruled->label) : QString();
    }
    const ParameterPlan* weight = show(weightLaw_, role, Role::weight, name, tr("each matrix has its own scheme"));
    explain(weight_, network.weight, weight);
    std::string biased = role;
    for (const std::string& other : {plan.reading.weight, plan.reading.preactivation})
        if (!parameterOf(plan, block, biased, Role::bias))   // an embedding has no bias
            biased = other;
    if (plan.kind->biases_follow)
        for (const RoleInfo& info : plan.roles)
            if (info.kind == Role::bias && !network.roles.contains(info.name)) {
                biased = info.name;
                break;
            }
    explain(
        bias_, network.bias, show(biasLaw_, biased, Role::bias, biased == role ? name : QString(), tr("no biases")));
    laws_->showPlan(plan, block, weight ? variablesOf(plan, *weight) : QString());
}

/// Centres the slider of σ_w at the critical point of the activation.
void InitializationSection::showCritical()
{
    const Network& network = edits_.experiment().network;
    const std::string& variance = find_scheme(network.weight.scheme)->mean_field_variance;
    if (variance.empty() || network.activation == critical_)
        return;
    critical_ = network.activation;
    if (auto* sigma = qobject_cast<LabeledSlider*>(weight_->parameterEditor(variance))) {
        const auto critical = criticalSigma(network.activation);
        sigma->setScale(sigmaScale(critical));
        sigma->slider()->setMark(critical.value_or(-1));   // a negative mark is beyond the slider: none is shown
    }
}

void InitializationSection::chooseFile()
{
    const QString now = pathText(edits_.experiment().weights.file);
    const QString path = QFileDialog::getOpenFileName(window(), tr("Weights from a file"), QFileInfo(now).path());
    if (!path.isEmpty())
        edits_.change(tr("Weights from a file"), {}, [&](Experiment& e) { e.weights.file = pathOf(path).native(); });
}

/// Shows the file of the weights. Schemes do not apply to weights from a file.
void InitializationSection::showFile()
{
    const QString file = pathText(edits_.experiment().weights.file), name = QFileInfo(file).fileName();
    fileRow_->setVisible(!file.isEmpty());
    file_->setText(name.isEmpty() ? file : name);
    file_->setToolTip(file);
    for (QWidget* editor : std::initializer_list<QWidget*> {weight_, bias_, roleScheme_}) {
        editor->setEnabled(file.isEmpty());
        editor->setToolTip(file.isEmpty() ? QString() : tr("Not initialized here: the weights come from a file"));
    }
}

void InitializationSection::showExperiment()
{
    showFile();
    const Network& network = edits_.experiment().network;
    if (const bool kernels = kind_of(network).kernels; kernels != kernels_) {
        kernels_ = kernels;
        weight_->setChoices(schemeChoices(Role::weight, kernels));
    }
    weight_->setChoice(network.weight.scheme, network.weight.parameters);
    showBias();
    matrix_->setVisible(!roles_of(network).empty());
    showRoles();
    if (role_->count() > 0)
        showRole();
    showLaws();
    showCritical();
}

}   // namespace stepzero
