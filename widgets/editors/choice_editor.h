// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses one entry of a registry (a scheme, an activation) and edits its parameters, whose editors are made
// from their ParameterInfo.
#pragma once

#include <QVector>
#include <QWidget>
#include <functional>
#include <map>
#include <optional>

#include "core/base/words/parameters.h"
#include "widgets/editors/slider_scale.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace stepzero {

class FieldName;
class LabeledSlider;
class LawBox;

struct Choice {
    std::string name;
    QString label, hint;
    std::vector<ParameterInfo> parameters;
};

/// A number parameter that gets a slider across the whole row.
struct SliderRow {
    QString label, hint;
    SliderScale scale;
    double low, high;   ///< range of the shown value
    bool root = false;   ///< true: the slider shows the square root of the parameter, such as σ_w for a variance
    std::optional<double> mark {};
};

/// What an expression amounts to in a network.
struct LawValue {
    double here = 0;   ///< in the chosen layer
    double low = 0, high = 0;   ///< range over all layers
    bool operator==(const LawValue&) const = default;
};

class ChoiceEditor : public QWidget {
    Q_OBJECT
public:
    /// Without a label there is no box to choose with: only setChoice() chooses, and only parameters are edited.
    /// sliderRow returns the slider of a parameter, if it gets one.
    ChoiceEditor(const QString& label, QVector<Choice> choices,
        std::function<std::optional<SliderRow>(const std::string& choice, const ParameterInfo&)> sliderRow,
        QWidget* parent = nullptr);

    /// Returns the reason why an entry cannot have these parameters, in a sentence about `parameter`; empty: it can.
    using Judge = std::function<QString(const std::string& parameter, const Parameters& parameters)>;
    /// Accepts expressions for all numbers, where `judge` has no objection. Precondition: setChoice() was not called
    /// yet.
    void acceptExpressions(Judge judge) { judge_ = std::move(judge); }
    /// Shows the values of expressions by the names of their parameters, and the variables that expressions may use.
    void showLaws(const std::map<std::string, LawValue>& values, const QString& variables);

    /// Replaces the entries to choose from. A call of setChoice() must follow.
    void setChoices(QVector<Choice> choices);
    /// Shows an entry without emitting edited(). Parameters that are left out show their defaults.
    void setChoice(const std::string& name, const Parameters& parameters);
    const std::string& name() const { return name_; }
    const Parameters& parameters() const { return parameters_; }

    /// Reserves `rows` rows for parameters, so that the widgets below do not move when another entry is chosen.
    /// `filler` occupies the rows that the parameters leave free. When rarely used parameters are shown, one row stays
    /// free, and the rest moves.
    void setFiller(QWidget* filler, int rows);

    /// Shows a small button below the box; an empty text hides it.
    void setChip(const QString& text, const QString& hint);

    QComboBox* box() const { return box_; }
    /// Shows rarely used parameters. Those that differ from their defaults are always shown.
    QToolButton* more() const { return more_; }
    QToolButton* chip() const { return chip_; }
    /// The editor of a parameter of the chosen entry: LabeledSlider, NumberBox, QComboBox, QCheckBox for one that
    /// is "true" or "false", or FormulaEdit. Where expressions are accepted, the boxes of numbers are LawBoxes.
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
        FieldName* name = nullptr;   // null: the widget includes it
        bool alone = false;   // true: it always has a separate row
        LawBox* law = nullptr;   // the box that accepts expressions
        bool root = false;   // true: the widget shows the square root of the parameter
        QString hint {};
        QString problem {};   // the reason why its text cannot be used
    };
    const Choice* find(const std::string& name) const;
    bool showsQuiet(const Choice& choice) const;
    void showParameters(const Choice& choice, bool rebuild);
    void build(const Choice& choice);
    void showValues();
    Editor makeEditor(const Choice& choice, const ParameterInfo& info);
    Editor makeSlider(const SliderRow& row, const ParameterInfo& info);
    Editor makeCheckBox(const ParameterInfo& info);
    Editor makeFormula(const ParameterInfo& info);
    Editor makeField(const ParameterInfo& info);
    LawBox* makeLawBox(const ParameterInfo& info, double low, double high, bool root);
    void arrange();
    void showLaw(const Editor& editor);
    void showProblem(const std::string& parameter, const QString& problem);
    void colorSentence();   ///< gives the reason the warning color of the present theme
    void shareRoom();
    void take(const std::string& parameter, const ParameterValue& value, bool dragging);

    QVector<Choice> choices_;
    std::function<std::optional<SliderRow>(const std::string&, const ParameterInfo&)> sliderRow_;
    Judge judge_;
    std::string name_;
    Parameters parameters_;
    std::map<std::string, LawValue> lawValues_;
    QString variables_;
    QComboBox* box_;
    QWidget* room_;   // holds the parameters, the chip and the filler
    QLabel* sentence_;   // the reason why a text cannot be used, below all parameters
    QToolButton *chip_, *more_;
    QWidget *area_ = nullptr, *filler_ = nullptr;
    int rows_ = 0, usedRows_ = 0;
    bool quietShown_ = false;
    std::vector<Editor> editors_;
};

}   // namespace stepzero
