// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that edit how the network is trained: on which task, with which optimizer, at which learning rate and for how
// long.
#pragma once

#include <QWidget>
#include <string>

#include "core/network/experiment/training.h"

class QCheckBox;
class QComboBox;

namespace stepzero {

class ChoiceEditor;
class ExperimentEdits;
class LabeledSlider;
class NumberBox;
struct NetworkPlan;

class TrainingRows : public QWidget {
    Q_OBJECT
public:
    explicit TrainingRows(ExperimentEdits& edits, QWidget* parent = nullptr);

    /// Trains the network with its defaults, or not at all. Counts as an edit.
    void setTrained(bool trained);
    /// Shows the experiment of the edits. Emits nothing.
    void showExperiment();
    /// Returns a summary such as "100 steps of Adam"; empty when the network is not trained.
    QString summary() const;

    QCheckBox* train() const { return train_; }
    ChoiceEditor* task() const { return task_; }
    ChoiceEditor* optimizer() const { return optimizer_; }
    ChoiceEditor* adapters() const { return adapters_; }
    QComboBox* adapted() const { return adapted_; }
    QCheckBox* linearized() const { return linearized_; }
    LabeledSlider* rate() const { return rate_; }
    LabeledSlider* steps() const { return steps_; }

private:
    void showAdapted(const NetworkPlan& plan, const std::string& present);

    ExperimentEdits& edits_;
    QCheckBox *train_, *linearized_;
    QWidget* rows_;   // all rows but the first
    ChoiceEditor *task_, *optimizer_, *adapters_;
    LabeledSlider *rate_, *steps_;
    NumberBox *warmup_, *batch_;
    QWidget *readoutRow_, *adaptedRow_, *linearizedRow_;
    QComboBox *readout_, *parametrization_, *adapted_;
    std::string shownKind_;   // kind of the shown network, and whether there are labels
};

}   // namespace stepzero
