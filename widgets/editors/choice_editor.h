// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses one entry of a registry (a scheme, an activation) and edits its parameters, whose editors are made
// from their ParameterInfo.
#pragma once

#include <QVector>
#include <QWidget>
#include <functional>
#include <optional>

#include "core/base/words/parameters.h"
#include "widgets/editors/slider_scale.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QToolButton;

namespace stepzero {

class LabeledSlider;

/// One entry of a registry.
struct Choice {
    std::string name;
    QString label, hint;
    std::vector<ParameterInfo> parameters;
};

/// A number parameter that deserves a slider over the whole row. The slider may show a function of the
/// parameter: σ_w for a variance.
struct SliderRow {
    QString label, hint;
    SliderScale scale;
    double low, high;   ///< of what is shown
    std::function<double(double)> shown, stored;   ///< parameter → shown and back; empty: the same
    std::optional<double> mark;
};

class ChoiceEditor : public QWidget {
    Q_OBJECT
public:
    /// Without a label there is no box to choose with: setChoice() alone does, and only parameters are edited.
    /// sliderRow says which parameters get a slider.
    ChoiceEditor(const QString& label, QVector<Choice> choices,
        std::function<std::optional<SliderRow>(const std::string& choice, const ParameterInfo&)> sliderRow,
        QWidget* parent = nullptr);

    /// Other entries to choose from; setChoice() follows.
    void setChoices(QVector<Choice> choices);
    /// Shows an entry, telling nobody. Parameters that are left out show their defaults.
    void setChoice(const std::string& name, const Parameters& parameters);
    const std::string& name() const { return name_; }
    const Parameters& parameters() const { return parameters_; }

    /// Room of so many rows is kept for parameters, so that what stands below does not move when another entry is
    /// chosen; `filler` has what they leave of it. Quiet parameters, where they are shown, leave it a
    /// row, and move the rest.
    void setFiller(QWidget* filler, int rows);

    /// A small button below the box; without a text there is none.
    void setChip(const QString& text, const QString& hint);

    QComboBox* box() const { return box_; }
    /// Shows parameters that are rarely asked for. Those that are not at their defaults are shown anyhow.
    QToolButton* more() const { return more_; }
    QToolButton* chip() const { return chip_; }
    /// The editor of a parameter of the chosen entry: LabeledSlider, NumberBox, QComboBox, QCheckBox for one that
    /// is "true" or "false", or FormulaEdit.
    QWidget* parameterEditor(const std::string& parameter) const;

protected:
    void changeEvent(QEvent* event) override;

signals:
    /// `parameter` is empty when another entry was chosen.
    void edited(const QString& parameter, bool dragging);
    void dragStarted();
    void dragEnded();
    void chipClicked();

private:
    struct Editor {
        std::string parameter;
        QWidget* widget;
        std::function<void(const ParameterValue&)> show;
    };
    const Choice* find(const std::string& name) const;
    bool showsQuiet(const Choice& choice) const;
    void showParameters(const Choice& choice, bool rebuild);
    void build(const Choice& choice);
    Editor makeEditor(const Choice& choice, const ParameterInfo& info, int* row, int* column);
    void shareRoom();
    void take(const std::string& parameter, const ParameterValue& value, bool dragging);

    QVector<Choice> choices_;
    std::function<std::optional<SliderRow>(const std::string&, const ParameterInfo&)> sliderRow_;
    std::string name_;
    Parameters parameters_;
    QComboBox* box_;
    QWidget* room_;   // of the parameters' area, the chip and the filler
    QToolButton *chip_, *more_;
    QWidget *area_ = nullptr, *filler_ = nullptr;
    int rows_ = 0, usedRows_ = 0;
    bool quietShown_ = false;
    std::vector<Editor> editors_;
};

}   // namespace stepzero
