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
#include "core/train/task.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_edits.h"
#include "widgets/editors/field_row.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// Returns the tasks for a network. Tasks that need a file of labels are offered only when the experiment names one.
QVector<Choice> taskChoices(const Network& network, bool labels)
{
    QVector<Choice> choices;
    for (const TaskInfo& task : tasks())
        if (suits(task, network) && (labels || !task.file))
            choices.push_back({task.name, translated(task.label), translated(task.note), task.parameters});
    return choices;
}

QVector<Choice> optimizerChoices()
{
    QVector<Choice> choices;
    for (const OptimizerInfo& info : optimizers())
        choices.push_back({info.name, translated(info.label), {}, info.parameters});
    return choices;
}

QVector<Choice> adapterChoices()
{
    QVector<Choice> choices;
    for (const AdapterInfo& info : adapters())
        choices.push_back({info.name, translated(info.label), translated(info.note), info.parameters});
    return choices;
}

}   // namespace

TrainingRows::TrainingRows(ExperimentEdits& edits, QWidget* parent)
    : QWidget(parent), edits_(edits), train_(new QCheckBox(tr("train"))), rows_(new QWidget),
      warmup_(edits.box("train.warmup")), batch_(edits.box("train.batch"))
{
    train_->setToolTip(tr("Train the network; progress appears in the Training figure"));
    connect(train_, &QCheckBox::clicked, this, &TrainingRows::setTrained);
    task_ = edits_.choice("train.task", taskChoices(Network(), false),
        [](Experiment& e, const Selection& task) { e.train->task = task; });
    optimizer_ = edits_.choice("train.optimizer", optimizerChoices(), [](Experiment& e, const Selection& optimizer) {
        // Each optimizer starts at its own default learning rate.
        if (optimizer.name != e.train->optimizer.name)
            e.train->learning_rate = find_optimizer(optimizer.name)->rate;
        e.train->optimizer = optimizer;
    });
    rate_ = edits_.slider("train.learning_rate", SliderScale::logarithmic(1e-5, 10));
    steps_ = edits_.slider("train.steps", SliderScale::logarithmicInteger(1, 1000));
    readout_ = edits_.combo("train.readout");
    adapters_ = edits_.choice("train.adapters", adapterChoices(),
        [](Experiment& e, const Selection& adapters) { e.train->adapters = adapters; });
    adapted_ = edits_.combo("train.adapted");
    parametrization_ = edits_.combo("train.parametrization");
    linearized_ = edits_.check("train.linearized");

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
             fieldRow(labelOf("train.warmup"), warmup_), fieldRow(labelOf("train.batch"), batch_),
             readoutRow_ = fieldRow(labelOf("train.readout"), readout_), adapters_,
             adaptedRow_ = fieldRow(labelOf("train.adapted"), adapted_),
             fieldRow(labelOf("train.parametrization"), parametrization_), linearizedRow_ = fieldRow({}, linearized_)})
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
    const NetworkPlan plan = plan_of(e.network);
    readoutRow_->setVisible(!plan.kind->has_tokens() && !plan.outputs);
    linearizedRow_->setVisible(train.linearized || can_be_linearized(e));
    adapters_->setChoice(train.adapters.name, train.adapters.parameters);
    adaptedRow_->setVisible(has_adapters(train));
    showAdapted(plan, train.adapted);
}

/// Offers single roles, queries and values together as in the paper, and the present choice.
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
            word == "blocks" ? tr("all in %1s").arg(translated(plan.kind->unit())) : QString::fromStdString(word),
            QString::fromStdString(word));
    adapted_->setCurrentIndex(adapted_->findData(QString::fromStdString(present)));
}

QString TrainingRows::summary() const
{
    const auto& train = edits_.experiment().train;
    if (!train)
        return {};
    return tr("%n step(s) of %1", nullptr, train->steps).arg(translated(find_optimizer(train->optimizer.name)->label));
}

}   // namespace stepzero
