// SPDX-License-Identifier: GPL-3.0-or-later
// What is sent through the network.
#pragma once

#include "widgets/editors/fold.h"

namespace stepzero {

class Combo;
class ExperimentEdits;
class LabeledSlider;
class NumberBox;

class InputSection : public Fold {
    Q_OBJECT
public:
    /// `edits` outlives it.
    explicit InputSection(ExperimentEdits& edits, QWidget* parent = nullptr);

    /// Shows the edits' experiment.
    void showExperiment();

    Combo* distribution() const { return distribution_; }
    NumberBox* mean() const { return mean_; }
    NumberBox* std() const { return std_; }
    LabeledSlider* samples() const { return samples_; }
    LabeledSlider* tokens() const { return tokens_; }

private:
    void showKind();

    ExperimentEdits& edits_;
    std::string shownKind_;
    Combo* distribution_;
    NumberBox *mean_, *std_;
    QWidget* numbers_;   // their row
    LabeledSlider *samples_, *tokens_;
};

}   // namespace stepzero
