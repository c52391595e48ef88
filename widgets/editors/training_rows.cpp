// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/training_rows.h"

#include <QCheckBox>
#include <QVBoxLayout>
#include <algorithm>

#include "core/kinds/kinds.h"
#include "core/train/adapter.h"
#include "core/train/default_training.h"
#include "core/train/linearized.h"
#include "core/train/optimizer.h"
#include "core/train/parametrization.h"
#include "core/train/task.h"
#include "core/words/ranges.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_edits.h"
#include "widgets/editors/field_row.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// A file of labels is named in an experiment's file; without one there is no such task.
QVector<Choice> taskChoices(const Network& network, bool labels)
{
    QVector<Choice> choices;
    for (const TaskInfo& task : tasks())
        if (suits(task, network) && (labels || !task.file))
            choices.push_back({task.name, spoken(task.label), spoken(task.note), task.parameters});
    return choices;
}

QVector<Choice> optimizerChoices()
{
    QVector<Choice> choices;
    for (const OptimizerInfo& info : optimizers())
        choices.push_back({info.name, spoken(info.label), {}, info.parameters});
    return choices;
}

QVector<Choice> adapterChoices()
{
    QVector<Choice> choices;
    for (const AdapterInfo& info : adapters())
        choices.push_back({info.name, spoken(info.label), spoken(info.note), info.parameters});
    return choices;
}

std::optional<SliderRow> noSlider(const std::string&, const ParameterInfo&) { return std::nullopt; }

}   // namespace

TrainingRows::TrainingRows(ExperimentEdits& edits, QWidget* parent)
    : QWidget(parent), edits_(edits), train_(new QCheckBox(tr("train"))), rows_(new QWidget),
      task_(new ChoiceEditor(tr("task"), taskChoices(Network(), false), noSlider)),
      optimizer_(new ChoiceEditor(tr("optimizer"), optimizerChoices(), noSlider)),
      adapters_(new ChoiceEditor(tr("adapters"), adapterChoices(), noSlider)),
      warmup_(new NumberBox(ranges::warmup.low, ranges::warmup.high, true)),
      batch_(new NumberBox(ranges::batch.low, ranges::batch.high, true))
{
    train_->setToolTip(tr("Goes on behind step 0: the figure Training shows how"));
    connect(train_, &QCheckBox::clicked, this, &TrainingRows::setTrained);
    edits_.follow(task_, tr("Task"), QStringLiteral("task"), [this](Experiment& e) {
        e.train->task = {task_->name(), task_->parameters()};
    });
    edits_.follow(optimizer_, tr("Optimizer"), QStringLiteral("optimizer"), [this](Experiment& e) {
        // Another rule begins at a rate of its own.
        if (optimizer_->name() != e.train->optimizer.name)
            e.train->learning_rate = find_optimizer(optimizer_->name())->rate;
        e.train->optimizer = {optimizer_->name(), optimizer_->parameters()};
    });
    rate_ = edits_.follow(new LabeledSlider(tr("rate"), SliderScale::logarithmic(1e-5, 10), ranges::learning_rate.low,
                              ranges::learning_rate.high),
        tr("Learning rate"), tr("Of every step, once the warm-up is over"), 1e-3,
        [](Experiment& e, double value) { e.train->learning_rate = value; });
    steps_ = edits_.follow(
        new LabeledSlider(tr("steps"), SliderScale::logarithmicInteger(1, 1000), ranges::steps.low, ranges::steps.high),
        tr("Steps"), tr("How many steps are made"), Training().steps,
        [](Experiment& e, double value) { e.train->steps = int(value); });
    edits_.follow(warmup_, tr("Warm-up"), QStringLiteral("warmup"),
        [](Experiment& e, double value) { e.train->warmup = int(value); });
    warmup_->setToolTip(tr("Steps over which the learning rate rises to its own"));
    edits_.follow(
        batch_, tr("Batch"), QStringLiteral("batch"), [](Experiment& e, double value) { e.train->batch = int(value); });
    batch_->setToolTip(tr("Samples of a step; 0: all of them"));
    readout_ = combo(tr("Readout"), tr("The linear map that training puts behind a network without a head"),
        {{"lecun", tr("1/√width")}, {"zeros", tr("zeros")}, {"scheme", tr("as the network")}}, &Training::readout);
    edits_.follow(adapters_, tr("Adapters"), QStringLiteral("adapters"), [this](Experiment& e) {
        e.train->adapters = {adapters_->name(), adapters_->parameters()};
    });
    adapted_ = combo(tr("Adapted matrices"), tr("Which matrices have adapters; all else is not trained, but a readout"),
        {}, &Training::adapted);
    std::vector<std::pair<std::string, QString>> names;
    for (const Parametrization& p : parametrizations())
        names.emplace_back(p.name, spoken(p.label));
    parametrization_ = combo(tr("Parametrization"),
        tr("How σ, multipliers and rates go with the width: see stepzero coordinate-check"), names,
        &Training::parametrization);

    linearized_ = new QCheckBox(tr("linearized beside"));
    linearized_->setToolTip(
        tr("Trains the network that is linear in its weights too, that of its neural tangent kernel, "
           "and tells up to which rate its steps stay stable; of all samples at each step"));
    connect(linearized_, &QCheckBox::clicked, this,
        [this](bool on) { edits_.change(tr("Linearized"), {}, [on](Experiment& e) { e.train->linearized = on; }); });

    const auto layoutOf = [](QWidget* widget) {
        auto* layout = new QVBoxLayout(widget);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(4);
        return layout;
    };
    QVBoxLayout* all = layoutOf(this);
    all->addWidget(fieldRow({}, train_));
    all->addWidget(rows_);
    QVBoxLayout* rows = layoutOf(rows_);
    for (QWidget* row : std::initializer_list<QWidget*> {task_, optimizer_, rate_, steps_,
             fieldRow(tr("warm-up"), warmup_), fieldRow(tr("batch"), batch_),
             readoutRow_ = fieldRow(tr("readout"), readout_), adapters_, adaptedRow_ = fieldRow(tr("of"), adapted_),
             fieldRow(tr("widths"), parametrization_), linearizedRow_ = fieldRow({}, linearized_)})
        rows->addWidget(row);
}

void TrainingRows::setTrained(bool trained)
{
    edits_.change(tr("Train"), {}, [trained](Experiment& e) {
        e.train.reset();
        if (trained)
            e.train = default_training(e.network);
    });
}

QComboBox* TrainingRows::combo(const QString& name, const QString& tip,
    const std::vector<std::pair<std::string, QString>>& words, std::string Training::*field)
{
    auto* box = new Combo;
    for (const auto& [word, label] : words)
        box->addItem(label, QString::fromStdString(word));
    box->setToolTip(tip);
    box->setAccessibleName(name);
    connect(box, &QComboBox::activated, this, [this, box, name, field](int index) {
        edits_.change(
            name, {}, [&](Experiment& e) { (*e.train).*field = box->itemData(index).toString().toStdString(); });
    });
    return box;
}

void TrainingRows::showExperiment()
{
    const Experiment& e = edits_.experiment();
    train_->setChecked(e.train.has_value());
    rows_->setVisible(e.train.has_value());
    if (!e.train)
        return;
    const Training& train = *e.train;
    const std::string shown = e.network.kind + (train.labels.empty() ? "" : " with labels");
    if (shownKind_ != shown)
        task_->setChoices(taskChoices(e.network, !train.labels.empty()));
    shownKind_ = shown;
    task_->setChoice(train.task.name, train.task.parameters);
    optimizer_->setChoice(train.optimizer.name, train.optimizer.parameters);
    rate_->setDefault(find_optimizer(train.optimizer.name)->rate);
    rate_->setValue(train.learning_rate);
    steps_->setValue(train.steps);
    warmup_->setValue(train.warmup);
    batch_->setValue(train.batch);
    const auto choose = [](QComboBox* box, const std::string& word) {
        box->setCurrentIndex(box->findData(QString::fromStdString(word)));
    };
    choose(readout_, train.readout);
    choose(parametrization_, train.parametrization);
    const NetworkPlan plan = plan_of(e.network);
    readoutRow_->setVisible(!plan.kind->has_tokens() && !plan.outputs);
    linearized_->setChecked(train.linearized);
    linearizedRow_->setVisible(train.linearized || can_be_linearized(e));
    adapters_->setChoice(train.adapters.name, train.adapters.parameters);
    adaptedRow_->setVisible(has_adapters(train));
    showAdapted(plan, train.adapted);
}

/// Roles alone, queries and values together as the paper has them, and the present ones.
void TrainingRows::showAdapted(const NetworkPlan& plan, const std::string& present)
{
    std::vector<std::string> words {"blocks", "all"};
    const auto add = [&](const std::string& word) {
        if (std::ranges::find(words, word) == words.end())
            words.push_back(word);
    };
    for (const ParameterPlan* parameter : plan.parameters())
        if (parameter->kind == Role::weight)
            add(parameter->role);
    if (std::ranges::find(words, "q") != words.end())
        add("q,v");
    add(present);
    adapted_->clear();
    for (const std::string& word : words)
        adapted_->addItem(
            word == "blocks" ? tr("all in %1s").arg(spoken(plan.kind->unit())) : QString::fromStdString(word),
            QString::fromStdString(word));
    adapted_->setCurrentIndex(adapted_->findData(QString::fromStdString(present)));
}

QString TrainingRows::summary() const
{
    const auto& train = edits_.experiment().train;
    if (!train)
        return {};
    return tr("%n step(s) of %1", nullptr, train->steps).arg(spoken(find_optimizer(train->optimizer.name)->label));
}

}   // namespace stepzero
