// SPDX-License-Identifier: GPL-3.0-or-later
// Edits the input that is sent through the network.
#pragma once

#include "widgets/editors/fold.h"

class QAction;
class QToolButton;

namespace stepzero {

class Combo;
class ExperimentEdits;
class LabeledSlider;
class NumberBox;

class InputSection : public Fold {
    Q_OBJECT
public:
    /// `edits` outlives the section.
    explicit InputSection(ExperimentEdits& edits, QWidget* parent = nullptr);

    /// Shows the experiment of `edits`.
    void showExperiment();

    /// Takes the input from a file of numbers or a folder of images. An empty name changes nothing.
    void readFrom(const QString& path);

    Combo* distribution() const { return distribution_; }
    Combo* scaling() const { return scaling_; }
    QToolButton* files() const { return files_; }
    NumberBox* mean() const { return mean_; }
    NumberBox* std() const { return std_; }
    LabeledSlider* samples() const { return samples_; }
    LabeledSlider* tokens() const { return tokens_; }

private:
    void showKind();
    void chooseFile();
    void chooseFolder();
    QString folder() const;

    ExperimentEdits& edits_;
    std::string shownKind_;
    Combo *distribution_, *scaling_;
    QToolButton* files_;
    QAction* folders_;
    NumberBox *mean_, *std_;
    QWidget *scalingRow_, *numbers_;   // rows of the scaling, and of mean and std
    LabeledSlider *samples_, *tokens_;
};

}   // namespace stepzero
