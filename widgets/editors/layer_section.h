// SPDX-License-Identifier: GPL-3.0-or-later
// Edits the overrides of one layer: activation and initializers with all their parameters, whose numbers may be
// expressions. A layer without an override shows the setting of its network.
#pragma once

#include <QWidget>

#include "core/network/experiment/experiment.h"

class QLabel;

namespace stepzero {

class ChoiceEditor;
class ExperimentEdits;
template <class Value>
struct LayerSetting;

class LayerSection : public QWidget {
    Q_OBJECT
public:
    /// `edits` outlives the section.
    explicit LayerSection(ExperimentEdits& edits, QWidget* parent = nullptr);

    /// Shows the experiment of `edits`.
    void showExperiment();
    void setLayer(int layer);

    ChoiceEditor* activation() const { return activation_; }
    ChoiceEditor* weight() const { return weight_; }
    ChoiceEditor* bias() const { return bias_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    template <class Value>
    void follow(ChoiceEditor* editor, const QString& key, const LayerSetting<Value>& setting);
    template <class Value>
    void show(ChoiceEditor* editor, const LayerSetting<Value>& setting);
    void showLaws();

    ExperimentEdits& edits_;
    QLabel* name_;
    ChoiceEditor *activation_, *weight_, *bias_;
    bool kernels_ = false;   // true when the weights are those of convolutions
    int layer_ = 1;
};

}   // namespace stepzero
